"""Who does the work of a batch: one game after another, interpreted, or compiled on all cores.

Both do the same with the same arrays. Compiled, rows are as narrow as their fields are declared, so that many of them
stay in the cache; threads take a share of the games each, and compiled rules run without Python's lock.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np

from spieltisch.env import stepping
from spieltisch.env.spaces import Space, bound
from spieltisch.env.stepping import Arrays
from spieltisch.kernel import Floats, Ints, Rows, narrow_row_type, row_type, twin

SHARE = 64  # games; fewer are not worth a thread of their own


class Hands(Protocol):
    """They hold the states; arrays of a batch are made, filled and read by them, because they may lie elsewhere."""

    @property
    def rows(self) -> Rows: ...

    def do(self, what: int, arrays: Arrays, given: Any, observations: Any) -> int:
        """One of the things that `stepping.work` does, with every game; -1, or the first game that is refused."""

    def array(self, values: Any) -> Any: ...

    def write(self, target: Any, values: Any) -> None: ...

    def read(self, source: Any) -> Any: ...

    def numbers(self, given: Any) -> Any:
        """A whole number for each game, as `do` takes them."""

    def more(self, n: int) -> Any:
        """Others of the same kind, for so many games."""

    def taken_from(self, other: Any, which: Ints) -> None:
        """Takes the states of others, as many of them as are named."""


class _Here:
    """Arrays of numpy, written in place."""

    rows: Rows

    def array(self, values: Any) -> Any:
        return values

    def write(self, target: Any, values: Any) -> None:
        target[:] = values

    def read(self, source: Any) -> Any:
        return source

    def numbers(self, given: Any) -> Any:
        return np.ascontiguousarray(given, np.int64)

    def taken_from(self, other: Any, which: Ints) -> None:
        self.rows[:] = other.rows[which]


class Interpreted(_Here):
    """Without a compiler."""

    def __init__(self, space: Space, n: int) -> None:
        self._space = space
        declared: type = space.game.rules.State
        self.rows: Rows = np.zeros(n, row_type(declared))
        self._engine: Any = bound(space.game, space.game.interpreted)

    def more(self, n: int) -> Interpreted:
        return Interpreted(self._space, n)

    def do(self, what: int, arrays: Arrays, given: Ints, observations: Floats) -> int:
        rules = self._engine
        for k in range(len(self.rows)):
            state, turn, number, luck = self.rows[k : k + 1], int(arrays.turn[k]), int(given[k]), arrays.lucks[k]
            if what == stepping.CHECK:
                if rules.refused(state, turn, number):
                    return k
            elif what == stepping.SAMPLE:
                given[k] = rules.any_decision(state, turn, luck)
            elif what == stepping.GUESS:
                rules.guess(state, turn, luck)
            elif what == stepping.STEP:
                rules.act(state, k, number, arrays.rngs[k], arrays)
            elif what == stepping.RESET and number:
                rules.begin_anew(state, k, arrays.rngs[k], arrays)
            if what == stepping.LOOK:
                rules.look(twin(state), number, observations[k])
            elif what in (stepping.STEP, stepping.RESET, stepping.SHOW):
                rules.show(twin(state), int(arrays.turn[k]), arrays.legal[k], observations[k])
        return -1


class Compiled(_Here):
    """On so many threads as there are cores, or as are wanted."""

    def __init__(self, space: Space, n: int, threads: int | None) -> None:
        self._space, self.wanted = space, threads
        declared: type = space.game.rules.State
        self.rows: Rows = np.zeros(n, narrow_row_type(declared))
        self._raw = self.rows.view(np.uint8).reshape(n, -1)
        self._work: Any = bound(space.game, space.game.compiled).rule(stepping.work)
        wanted = cores() if threads is None else threads
        self.threads = max(1, min(wanted, n // SHARE))
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._shares = [
            (n * number // self.threads, n * (number + 1) // self.threads) for number in range(self.threads)
        ]
        room = np.zeros((self.threads, 1), narrow_row_type(declared))
        self._seen = [(row, row.view(np.uint8).reshape(1, -1)) for row in room]

    def more(self, n: int) -> Compiled:
        return Compiled(self._space, n, self.wanted)

    def do(self, what: int, arrays: Arrays, given: Ints, observations: Floats) -> int:
        def share(number: int) -> int:
            place = *self._shares[number], self.rows, self._raw, *self._seen[number]
            return int(self._work(what, *place, given, observations, arrays))

        if self._pool is None:
            return share(0)
        found = list(self._pool.map(share, range(self.threads)))
        return next((game for game in found if game >= 0), -1)


def cores() -> int:
    """That this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
