"""The command `spieltisch`. What is heavy is imported where it is needed: the first prompt must not wait."""

from __future__ import annotations

import os
import sys

from spieltisch.cli import content, daily, keeping, lab, paper, puzzles, tables  # noqa: F401
from spieltisch.cli.group import cli as cli


def main() -> None:
    _open_streams()
    cli()


def _open_streams() -> None:
    """What the terminal's encoding cannot show or read becomes a question mark; a closed stream is an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
