"""Random games with everything that a study counts on a graphics card; the same rows as `counting` plays here."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import cuda, from_dtype, int64

from spieltisch import registry
from spieltisch.game import Game
from spieltisch.kernel import generators
from spieltisch.lab import counting
from spieltisch.lab.gpu import BLOCK, REGISTERS, SIMULATED, Card, CardLinker, Fields
from spieltisch.lab.simulation import Played, Simulation, blank, seed_number
from spieltisch.tallies import tallies_of


@cache
def card_of(name: str) -> CountingCard:
    return CountingCard(registry.game(name))


def play(wanted: Simulation, begin: int, count: int) -> Played:
    """So many games from one on, as `simulation.play` gives them."""
    return card_of(wanted.game).play(wanted, begin, count)


class CountingCard(Card):
    """A game on the card that counts as it goes."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        parts = {"rules": game.parts, "tally": tallies_of(game)}
        self._linker = CardLinker(game.name, parts, compiled=True)
        self._counting: Any = None

    def play(self, wanted: Simulation, begin: int, count: int) -> Played:
        if self._counting is None:
            self._counting = self._kernel_in_global_memory() if SIMULATED else self._kernel_in_own_memory()
        played = blank(wanted, begin, count)
        content = self.game.content(wanted.options).numbers
        number, values = self.game.numbers(wanted.variant, wanted.players, wanted.options)
        rngs = cuda.to_device(generators(seed_number(wanted.seed), count, begin))
        there = [
            cuda.to_device(array if array.size else np.zeros((count, 1, 1)[: array.ndim], np.int64))
            for array in played.arrays
        ]
        rows = cuda.to_device(np.zeros(count if SIMULATED else 1, self.row))
        self._counting[(count + BLOCK - 1) // BLOCK, BLOCK](
            rows,
            wanted.players,
            number,
            cuda.to_device(values),
            cuda.to_device(content if len(content) else np.zeros(1, np.int64)),
            rngs,
            *there,
        )
        for array, result in zip(played.arrays, there, strict=True):
            if array.size:
                array[:] = result.copy_to_host()
        return played

    def _linked(self) -> tuple[Any, Any]:
        return self._linker.linked(self.game.parts.setup), self._linker.linked(counting.counted_game)

    def _kernel_in_own_memory(self) -> Any:
        row = from_dtype(self.row)
        setup, counted = self._linked()

        @cuda.jit(max_registers=REGISTERS)  # type: ignore[untyped-decorator]
        def kernel(
            rows: Any,
            players: int,
            variant: int,
            options: Any,
            content: Any,
            rngs: Any,
            numbers: Any,
            places: Any,
            points: Any,
            moves: Any,
            each: Any,
            whole: Any,
        ) -> None:
            k = cuda.grid(1)
            if k < rngs.shape[0]:
                own = cuda.local.array(1, row)
                rng = cuda.local.array(4, int64)
                for word in range(4):
                    rng[word] = rngs[k, word]
                state = own[0]
                setup(state, players, variant, options, content)
                counted(state, rng, numbers[k], places[k], points[k], moves[k], each[k], whole[k])

        return kernel

    def _kernel_in_global_memory(self) -> Any:
        setup, counted = self._linked()

        @cuda.jit  # type: ignore[untyped-decorator]
        def kernel(
            rows: Any,
            players: int,
            variant: int,
            options: Any,
            content: Any,
            rngs: Any,
            numbers: Any,
            places: Any,
            points: Any,
            moves: Any,
            each: Any,
            whole: Any,
        ) -> None:
            k = cuda.grid(1)
            if k < rngs.shape[0]:
                state = Fields(rows[k])
                setup(state, players, variant, options, content)
                counted(state, rngs[k], numbers[k], places[k], points[k], moves[k], each[k], whole[k])

        return kernel
