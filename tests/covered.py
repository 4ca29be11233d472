"""After the tests: every line of games and referee has been run, and of the whole package the share in pyproject.toml.

`make interpreted` runs it on what both runs of the tests have traced, branches too.
"""

from __future__ import annotations

import sys

import coverage

WHOLE = ("*/spieltisch/games/*", "*/spieltisch/referee.py")  # no line may be missing here


def missing(traced: coverage.Coverage) -> list[str]:
    """`file:line` of what was never run where everything must be."""
    wanted = [file for file in traced.get_data().measured_files() if coverage.files.GlobMatcher(WHOLE).match(file)]
    return [f"{file}:{line}" for file in sorted(wanted) for line in traced.analysis2(file)[3]]


def main() -> int:
    traced = coverage.Coverage()
    traced.load()
    for line in (never := missing(traced)):
        print(line)
    total, floor = traced.report(), float(str(traced.get_option("report:fail_under")))
    print(f"{total:.1f} % of lines and branches; the floor is {floor:g} %.")
    return 1 if never or total < floor else 0


if __name__ == "__main__":
    sys.exit(main())
