"""What is counted as it happens in this process, and how Prometheus reads it (its text format, 0.0.4).

A label never says anything about a person or a table: there are few of them, and they are known.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

TYPE = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Counter:
    """How often something has happened, by kind."""

    def __init__(self, name: str, about: str, label: str) -> None:
        self.name, self.about, self.label = name, about, label
        self._counted: defaultdict[str, int] = defaultdict(int)

    def add(self, kind: str) -> None:
        self._counted[kind] += 1

    def lines(self) -> Iterator[str]:
        yield from head(self.name, self.about, "counter")
        for kind, times in sorted(self._counted.items()):
            yield f'{self.name}{{{self.label}="{kind}"}} {times}'


class Histogram:
    """How long something has taken, by kind."""

    def __init__(self, name: str, about: str, label: str) -> None:
        self.name, self.about, self.label = name, about, label
        self._counted: dict[str, list[int]] = {}  # in each span between two bounds, and beyond the last
        self._sums: defaultdict[str, float] = defaultdict(float)

    def observe(self, kind: str, seconds: float) -> None:
        if (counted := self._counted.get(kind)) is None:
            counted = self._counted[kind] = [0] * (len(BOUNDS) + 1)
        counted[bisect_left(BOUNDS, seconds)] += 1
        self._sums[kind] += seconds

    def lines(self) -> Iterator[str]:
        yield from head(self.name, self.about, "histogram")
        for kind, counted in sorted(self._counted.items()):
            label, until = f'{self.label}="{kind}"', 0
            for bound, times in zip((*BOUNDS, "+Inf"), counted, strict=True):
                until += times
                yield f'{self.name}_bucket{{{label},le="{bound}"}} {until}'
            yield f"{self.name}_sum{{{label}}} {self._sums[kind]}"
            yield f"{self.name}_count{{{label}}} {until}"


def gauge(
    name: str, about: str, values: Mapping[str, float] | float, label: str = "", kind: str = "gauge"
) -> list[str]:
    """What there is now; by label where there are several."""
    by = values if isinstance(values, Mapping) else {"": values}
    shown = (f'{name}{{{label}="{each}"}} {value}' if label else f"{name} {value}" for each, value in by.items())
    return [*head(name, about, kind), *shown]


def head(name: str, about: str, kind: str) -> Iterable[str]:
    return f"# HELP {name} {about}", f"# TYPE {name} {kind}"


MOVES = Counter("spieltisch_moves_total", "Moves that were written and shown.", "by")
REFUSALS = Counter("spieltisch_refusals_total", "What was refused, over HTTP and over sockets.", "kind")
REQUESTS = Counter("spieltisch_requests_total", "Answers over HTTP, by the first digit of their status.", "status")
CHANGES = Histogram(
    "spieltisch_change_seconds", "From a wish until it was on disk and all had been told, by kind of entry.", "kind"
)
WRITES = Histogram("spieltisch_write_seconds", "From an entry until it was on disk.", "database")
MEASURES: tuple[Counter | Histogram, ...] = (MOVES, REFUSALS, REQUESTS, CHANGES, WRITES)


def kind_of(trouble: BaseException) -> str:
    """TooFast is too_fast."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(trouble).__name__).lower()
