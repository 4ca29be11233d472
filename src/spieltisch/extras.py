"""Packages that only some need: which command brings them here."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

from spieltisch.files import APP


def bringing(*packages: str) -> str:
    """To be typed as it is. It names the packages and not an extra of ours: we may have come from a file or a checkout,
    and pip would look for us elsewhere."""
    return " ".join([_installer(), *packages])


def _installer() -> str:
    if "pipx" in Path(sys.prefix).parts:
        return f"pipx inject {APP}"
    python = shlex.quote(sys.executable)
    return f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
