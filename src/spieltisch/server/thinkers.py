"""Bots think in processes of their own, never on the loop that serves people."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

import numpy as np

from spieltisch import bots, registry
from spieltisch.bots.levels import looks_ahead
from spieltisch.compiling import practise
from spieltisch.game import Game
from spieltisch.kernel import Rows, generator, new
from spieltisch.modes import mode
from spieltisch.server.lanes import Queue
from spieltisch.server.workers import Workers

WORKERS = 1  # the other core is for people


class Thinkers:
    """Those who look ahead wait for each other; those who do not answer at once, in a process that is theirs."""

    idle: frozenset[Workers] = frozenset()  # those whose opponents think elsewhere

    def __init__(self, deep: int = WORKERS, *, quick: bool = True) -> None:
        self.compiled: set[str] = set()  # games whose opponents need not be compiled any more: they look ahead
        self.deep, self.quick = Workers(max(1, deep)), Workers()
        self.idle = frozenset(each for each, here in ((self.deep, deep), (self.quick, quick)) if not here)

    def expect(self, game: Game, bot: str, variant: str) -> None:
        """This opponent has sat down somewhere: whoever thinks for it gets ready."""
        workers = self._workers(game, bot, variant)
        if workers not in self.idle:
            workers.start()

    def limits(self, game: Game, bot: str, variant: str) -> bool:
        """Whether this opponent would look ahead, and cannot yet."""
        compiled = game.name in self.compiled or mode() == "1"
        return not compiled and looks_ahead(game, bot, variant)

    def lane(self, game: Game, bot: str, variant: str) -> Queue:
        """Where this opponent waits for its turn to think."""
        return self._workers(game, bot, variant).lane

    async def move(self, given: Mapping[str, Any]) -> int:
        """For a table that may be at another process."""
        seen = rows_of(registry.game(given["game"]), given["seen"])
        return await self.choose(given["game"], given["bot"], seen, given["seat"], given["seed"])

    async def choose(self, game: str, bot: str, seen: Rows, seat: int, seed: int) -> int:
        found = registry.game(game)
        workers = self._workers(found, bot, found.variant(seen))
        return await workers.ask(think, game, bot, seen, seat, seed, game in self.compiled)

    async def use_compiled(self, game: str) -> None:
        """From now on opponents of this game look ahead. Everything must be in numba's cache.

        One level after the other, and only where it thinks: whoever waits for a quick one gets in between.
        """
        found = registry.game(game)
        for level in bots.LEVELS:
            for workers in {self._workers(found, level, variant) for variant in found.variants} - self.idle:
                await workers.ask(load, game, level)
        self.compiled.add(game)

    @property
    def waiting(self) -> int:
        """Opponents that wait for their turn to think."""
        return len(self.deep.lane) + len(self.quick.lane)

    def close(self) -> None:
        for workers in (self.deep, self.quick):
            workers.close()

    def _workers(self, game: Game, bot: str, variant: str) -> Workers:
        return self.deep if looks_ahead(game, bot, variant) else self.quick


def written(seen: Rows) -> str:
    """What a seat sees, for a worker elsewhere."""
    return b64encode(seen.tobytes()).decode()


def rows_of(game: Game, text: str) -> Rows:
    return np.frombuffer(b64decode(text), new(game.rules.State).dtype).copy()


def think(game: str, bot: str, seen: Rows, seat: int, seed: int, compiled: bool) -> int:
    """What the bot does, knowing what its seat may know."""
    found = registry.game(game)
    if compiled:
        found.use_compiled()
    return bots.anybody(bot, found).choose(found, seen, seat, generator(seed))


def load(game: str, level: str) -> None:
    """It takes a moment: better before somebody waits for a move."""
    found = registry.game(game)
    found.use_compiled()
    practise(found, level)
