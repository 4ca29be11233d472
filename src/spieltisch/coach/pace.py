"""A review by the clock: a rough look at every decision says how long a playout takes there; then what is left of the
time is shared among the decisions that are left, so that the last ones are measured as well as the first."""

from __future__ import annotations

import time
from dataclasses import replace

from spieltisch.bots.search import Budget
from spieltisch.coach.review import USUAL

FIRST = 60  # playouts for the rough look
MOST = 4000  # for a decision: then a value is known to about one and a half hundredths of the win
STEADY = 1.0  # seconds: it takes about so long until what a playout is thought to take is corrected
AT_WORST = 3  # times as long: a mistake is measured twice; what takes longer is an interruption and says nothing


class Pace:
    """How many playouts each decision gets, so that a review takes so many seconds: first `look` for all, then `judge`.

    Everything must be compiled and loaded by then.
    """

    def __init__(self, seconds: float, most: int = MOST) -> None:
        self.fewest = self._most = most
        self._end = time.monotonic() + seconds
        self._looked: list[tuple[int, float]] = []  # events, and when they were looked at
        self._costs: dict[int, float] = {}  # by event, of those that are to be judged: seconds of a playout
        self._planned = self._taken = STEADY  # seconds, for those that have been judged
        self._last = (0.0, 0.0)  # when the last one began, and the seconds that were planned for it

    def look(self, event: int) -> Budget:
        """A rough look at the decision."""
        self._looked.append((event, time.monotonic()))
        return replace(USUAL, playouts=min(FIRST, self._most))

    def looked(self) -> None:
        """At all of them."""
        self._last = (time.monotonic(), 0.0)
        ends = [*(begin for _, begin in self._looked[1:]), self._last[0]]
        self._costs = {
            event: (end - begin) / min(FIRST, self._most)
            for (event, begin), end in zip(self._looked, ends, strict=True)
        }

    def judge(self, event: int) -> Budget:
        """What the decision gets. Whatever takes longer than it was thought to is taken from all that follow."""
        now = time.monotonic()
        begin, planned = self._last
        self._planned += planned
        self._taken += min(now - begin, AT_WORST * planned)
        one_each = self._taken / self._planned * sum(self._costs.values())
        playouts = int((self._end - now) / max(1e-9, one_each))
        playouts = max(min(FIRST, self._most), min(self._most, playouts))
        self._last = (now, playouts * self._costs.pop(event))
        self.fewest = min(self.fewest, playouts)
        return replace(USUAL, playouts=playouts)
