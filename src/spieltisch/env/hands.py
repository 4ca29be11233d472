"""Who does the work of a batch: one game after another, interpreted, or compiled on all cores.

Both do the same with the same arrays. Compiled, rows are as narrow as their fields are declared, so that many of them
stay in the cache; threads take a share of the games each, and compiled rules run without Python's lock. Waking a thread
takes as long as a hundred decisions: so who has done its share listens for a moment whether more comes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol
from weakref import finalize

import numpy as np

from spieltisch.env import stepping
from spieltisch.env.spaces import Space, bound
from spieltisch.env.stepping import Arrays
from spieltisch.kernel import Floats, Ints, Rows, narrow_row_type, row_type, twin

SHARE = 64  # games; fewer are not worth a thread of their own
LISTENS = 1_000_000  # looks for work, some tenths of a millisecond, before a thread goes to sleep
WAITS = 100_000  # looks whether the others are ready, before somebody else may have this core
APART = 128  # bytes between what different threads write: two lines of the cache


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
        self._share: Any = bound(space.game, space.game.compiled).rule(stepping.share)
        wanted = cores() if threads is None else threads
        self.threads = max(1, min(wanted, n // SHARE))
        self._team = np.zeros((self.threads, APART // 8), np.int64)
        self._given = np.zeros(n, np.int64)
        room = np.zeros((self.threads, 2 + APART // self.rows.itemsize), self.rows.dtype)[:, :1]
        raw = self.rows.view(np.uint8).reshape(n, -1)
        self._places = [(self._team, self.rows, raw, row, row.view(np.uint8).reshape(1, -1)) for row in room]
        self._calls = [SimpleQueue[bool]() for _ in range(1, self.threads)]
        self._told: list[Any] = []  # arrays of the batch, for all of the team
        for number, calls in enumerate(self._calls, 1):
            told = self._share, number, self._places[number], self._told, calls
            Thread(target=_listen, args=told, daemon=True).start()
            finalize(self, _dismiss, self._told, calls)

    def more(self, n: int) -> Compiled:
        return Compiled(self._space, n, self.wanted)

    def do(self, what: int, arrays: Arrays, given: Ints, observations: Floats) -> int:
        if not self._calls:
            return self._work(what, given, observations, arrays)
        self._given[:] = given
        known, self._told[:] = self._told[1:], [self._given, observations, arrays]
        if known and (known[0] is not observations or known[1] is not arrays):
            self._together(stepping.LEAVE)  # who listens holds other arrays
        found = self._together(what)
        if what == stepping.SAMPLE:
            given[:] = self._given
        return found

    def _together(self, what: int) -> int:
        """Gives out the work and waits for all; who listens no more is called."""
        self._call()
        found = self._work(what, *self._told)
        while found == stepping.NOT_YET:
            time.sleep(0)
            self._call()
            found = self._work(stepping.WAIT, *self._told)
        return found

    def _work(self, what: int, *told: Any) -> int:
        team, *place = self._places[0]
        return int(self._share(what, 0, WAITS, team, *place, *told))

    def _call(self) -> None:
        for number, calls in enumerate(self._calls, 1):
            if not self._team[number, stepping.LISTENS] and calls.empty():
                calls.put(True)


def _listen(share: Any, number: int, place: tuple[Any, ...], told: Sequence[Any], calls: SimpleQueue[bool]) -> None:
    """What a thread does until its batch is gone: it waits to be called, and then listens for a while."""
    team, *rest = place
    while calls.get():
        if known := tuple(told):
            share(stepping.WAIT, number, LISTENS, team, *rest, *known)
        del known


def _dismiss(told: list[Any], calls: SimpleQueue[bool]) -> None:
    """The batch is gone, and with it its arrays."""
    told.clear()
    calls.put(False)


def cores() -> int:
    """That this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
