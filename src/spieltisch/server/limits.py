"""Nobody may drown the house: how often and how much."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from spieltisch.contract import Reason, Refused

Clock = Callable[[], float]  # seconds
MOST_KNOWN = 10_000  # addresses that are remembered


class TooFast(Refused):
    def __init__(self) -> None:
        super().__init__(Reason("too_fast"))


class TooManyTables(TooFast):
    def __init__(self, most: int) -> None:
        Refused.__init__(self, Reason("too_many_tables", values={"n": most}))


class TokenBucket:
    """Fills at a steady rate; each thing done takes one out."""

    def __init__(self, size: float, per_second: float, clock: Clock = time.monotonic) -> None:
        self.size = self.level = size
        self.per_second = per_second
        self.clock = clock
        self.at = clock()

    def take(self) -> None:
        now = self.clock()
        self.level = min(self.size, self.level + (now - self.at) * self.per_second)
        self.at = now
        if self.level < 1:
            raise TooFast
        self.level -= 1


class Buckets:
    """One for each address."""

    def __init__(self, size: float, per_second: float, clock: Clock = time.monotonic) -> None:
        self.size, self.per_second, self.clock = size, per_second, clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> None:
        bucket = self._buckets.pop(address, None) or TokenBucket(self.size, self.per_second, self.clock)
        self._buckets[address] = bucket
        if len(self._buckets) > MOST_KNOWN:
            self._buckets.popitem(last=False)
        bucket.take()


class Limits:
    def __init__(self, *, lifted: bool = False, clock: Clock = time.monotonic) -> None:
        often = 1e9 if lifted else 1.0
        self.clock = clock
        self.tables = Buckets(30 * often, 0.5 * often, clock)  # opened, by address
        self.unfinished = int(60 * often)  # tables that go on, by address
        self.requests = Buckets(300 * often, 60 * often, clock)  # by address
        self.messages = (60 * often, 20 * often)  # of one socket

    def socket(self) -> TokenBucket:
        return TokenBucket(*self.messages, self.clock)
