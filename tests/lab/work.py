"""Work for the pools of the tests; other processes import it by name, so it stands in a module of its own."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from spieltisch.contract import Trouble


def double(number: int) -> int:
    return 2 * number


def double_or_die(number: int, mortal: int, folder: Path) -> int:
    """Whoever first takes the mortal number is killed in the middle of it; every number leaves a mark each time."""
    with open(folder / f"{number}", "a", encoding="utf-8") as marks:
        marks.write(".")
    if number == mortal and (folder / f"{number}").read_text() == ".":
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def fail(number: int) -> int:
    raise Trouble(f"{number} cannot be done.", "key", number=number)
