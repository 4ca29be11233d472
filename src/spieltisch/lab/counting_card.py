"""Random games with everything that a study counts on a graphics card; the same rows as `counting` plays here."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import cuda, int64

from spieltisch import registry
from spieltisch.game import Game
from spieltisch.kernel import Ints, generators
from spieltisch.lab import counting
from spieltisch.lab.gpu import BLOCK, REGISTERS, Card, CardLinker, blocks, kernel_with, memory_of_a_thread
from spieltisch.lab.playouts import seed_number
from spieltisch.lab.simulation import Played, Simulation, blank
from spieltisch.tallies import tallies_of


@cache
def card_of(name: str) -> CountingCard:
    return CountingCard(registry.game(name))


def play(wanted: Simulation, begin: int, count: int) -> Played:
    """So many games from one on, as `simulation.play` gives them."""
    return card_of(wanted.game).play(wanted, begin, count)


def _something(array: Ints) -> Ints:
    """A card takes no arrays of nothing."""
    return np.zeros((len(array), 1, 1)[: array.ndim], np.int64)


class CountingCard(Card):
    """A game on the card that counts as it goes."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        parts = {"rules": game.parts, "tally": tallies_of(game)}
        self._linker = CardLinker(game.name, parts, compiled=True)
        self._counting: Any = None

    def play(self, wanted: Simulation, begin: int, count: int) -> Played:
        if self._counting is None:
            self._counting = self._counted_games()
        played = blank(wanted, begin, count)
        content = self.game.content(wanted.options).numbers
        number, values = self.game.numbers(wanted.variant, wanted.players, wanted.options)
        there: Any = counting.Counted(
            *(cuda.to_device(array if array.size else _something(array)) for array in played.arrays)
        )
        self._counting[blocks(count), BLOCK](
            wanted.players,
            number,
            cuda.to_device(values),
            cuda.to_device(content if len(content) else np.zeros(1, np.int64)),
            cuda.to_device(generators(seed_number(wanted.seed), count, begin)),
            there,
        )
        for array, result in zip(played.arrays, there, strict=True):
            if array.size:
                array[:] = result.copy_to_host()
        return played

    def _counted_games(self) -> Any:
        setup, counted = map(self._linker.linked, (self.game.parts.setup, counting.counted_game))
        own_row, _ = memory_of_a_thread(self.row)

        @kernel_with(REGISTERS)
        def kernel(players: int, variant: int, options: Any, content: Any, rngs: Any, told: Any) -> None:
            k = cuda.grid(1)
            if k < rngs.shape[0]:
                rng = cuda.local.array(4, int64)
                for word in range(4):
                    rng[word] = rngs[k, word]
                state = own_row()
                setup(state, players, variant, options, content)
                counted(state, rng, k, told)

        return kernel
