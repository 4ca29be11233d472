"""When rules are compiled, and where what has been compiled is kept."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path

MODE = "SPIELTISCH_COMPILED"


@cache
def has_compiler() -> bool:
    """Whether numba is installed: for some systems there is none, and rules run interpreted."""
    return find_spec("numba") is not None


def mode() -> str:
    """When rules are compiled: 1 from the beginning, 0 never, else beside a table that begins without."""
    return os.environ.get(MODE, "") if has_compiler() else "0"


def cache_home() -> Path:
    """The folder of compiled rules."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "spieltisch"
