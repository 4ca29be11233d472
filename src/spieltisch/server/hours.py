"""When the house was open. Clocks run only then: nobody loses time to a restart, or to a machine that slept."""

from __future__ import annotations

import time
from collections.abc import Iterable
from math import inf

from spieltisch.server.limits import Clock
from spieltisch.tables.house_book import Span

BEAT = 20.0  # seconds between two notes that the house is open
GAP = 3 * BEAT  # without one the machine was asleep
RETURN = 15.0  # seconds after a restart in which everybody finds the way back


class Hours:
    def __init__(self, before: Iterable[Span] = (), clock: Clock = time.time) -> None:
        self.clock = clock
        self._before = _merged(before)  # all that are over
        self._last = clock()
        self._since = self._last + (RETURN if self._before else 0.0)

    def passed(self, since: float) -> float:
        """Seconds from then until now in which the house was open."""
        now = self.clock()
        return sum(max(0.0, min(end, now) - max(begin, since)) for begin, end in self._spans())

    def ends(self, since: float, seconds: float) -> float:
        """When so many of them have passed, if the house stays open."""
        for begin, end in self._spans():
            begin = max(begin, since)
            if seconds <= end - begin:
                return begin + seconds
            seconds -= max(0.0, end - begin)
        raise AssertionError("the last span has no end")

    def beat(self) -> Span:
        """The house is open; this is the span to be noted. After a long silence a new one has begun."""
        now = self.clock()
        if now - self._last > GAP:
            self._before = _merged([*self._before, (self._since, self._last)])
            self._since = now + RETURN
        self._last = now
        return self._since, max(self._since, now)

    def _spans(self) -> list[Span]:
        return [*self._before, (self._since, inf)]


def _merged(spans: Iterable[Span]) -> list[Span]:
    """In order, and none twice: several servers may have been open at once."""
    found = list[Span]()
    for begin, end in sorted(span for span in spans if span[0] < span[1]):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begin, end))
    return found
