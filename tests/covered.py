"""After the tests: every line of games and referee has been run, and of the whole package at least FLOOR percent.

`make interpreted` runs it on what `tests/tracing.py` has written, branches too.
"""

from __future__ import annotations

import json
import sys
from fnmatch import fnmatch
from functools import reduce
from typing import Any

import slipcover

from tracing import TRACED

WHOLE = ("src/spieltisch/games/*", "src/spieltisch/referee.py")  # no line may be missing here
FLOOR = 97.0  # percent of lines and branches


def missing(traced: dict[str, Any]) -> list[str]:
    """`file:line` of what was never run where everything must be."""
    wanted = [file for file in sorted(traced["files"]) if any(fnmatch(file, whole) for whole in WHOLE)]
    return [f"{file}:{line}" for file in wanted for line in traced["files"][file]["missing_lines"]]


def main() -> int:
    traced = reduce(slipcover.merge_coverage, (json.loads(file.read_bytes()) for file in sorted(TRACED.glob("*.json"))))
    slipcover.print_coverage(traced, skip_covered=True)
    for line in (never := missing(traced)):
        print(line)
    total = traced["summary"]["percent_covered"]
    print(f"{total:.1f} % of lines and branches; the floor is {FLOOR:g} %.")
    return 1 if never or total < FLOOR else 0


if __name__ == "__main__":
    sys.exit(main())
