"""The process that makes a review (spieltisch/server/reviewing.py), of the end of the game only: no server lives long
enough for the whole, and whether it is kept is asked here, not what it says."""

from __future__ import annotations

from spieltisch.coach import review
from spieltisch.referee import Table
from spieltisch.server import reviewing

LAST = 2  # events
_is_open = review._is_open


def _is_late(table: Table, event: int) -> bool:
    return event >= len(table.log) - LAST and _is_open(table, event)


if __name__ == "__main__":
    review._is_open = _is_late
    reviewing.main()
