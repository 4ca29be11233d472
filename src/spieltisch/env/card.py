"""The hands of a batch on a graphics card: the same rules, and arrays that stay there.

A thread acts for each game, in the card's memory; then a warp of threads shows each game, so that masks and
observations are written side by side. They work on a copy of the state, and write what a seat observes, in memory that
the warp shares.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import cuda, float32, from_dtype, int32, int64

from spieltisch.env import dlpack, stepping
from spieltisch.env.plain import mask as mask_actions
from spieltisch.env.spaces import Space, numbering_of, parts_of, sight_of
from spieltisch.env.stepping import Arrays
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Ints, Rows, narrow_row_type, row_type
from spieltisch.lab.gpu import BLOCK, SIMULATED, CardLinker, blocks, kernel_with, row_at, there_is_a_card

LANES = 1 if SIMULATED else 32  # threads that show one game together
SHOWN = BLOCK // 32  # games that a block shows
STEP_REGISTERS = 128  # of a thread: more of them leave room for fewer threads


_FOUND: dict[str, tuple[Callable[[Any], Any], dict[int, Any]]] = {}


def _of_a_game(game: Game) -> tuple[Callable[[Any], Any], dict[int, Any]]:
    """What links its rules for the card, and the kernels that have been compiled: all its batches share them."""
    if game.name not in _FOUND:
        parts = {**parts_of(game), "signals": SimpleNamespace()}  # nobody there waits for another
        _FOUND[game.name] = CardLinker(game.name, parts, compiled=True).linked, {}
    return _FOUND[game.name]


def _offered(array: Any) -> Any:
    """An array of the card for torch, JAX and CuPy to take."""
    return array if SIMULATED else CardArray(array.shape, array.strides, array.dtype, gpu_data=array.gpu_data)


if not SIMULATED:
    from numba.cuda.cudadrv.devicearray import DeviceNDArray

    class CardArray(DeviceNDArray):  # type: ignore[misc]
        """One of numba's, which has only `__cuda_array_interface__`, with DLPack besides."""

        def view(self, dtype: Any) -> Any:
            return _offered(super().view(dtype))

        def __dlpack__(
            self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
        ) -> Any:
            """What has been queued is done first, unless whoever takes it does not mind (-1)."""
            if copy or dl_device not in (None, self.__dlpack_device__()):
                raise BufferError("What is on the card is taken as it is.")
            if stream != -1:
                cuda.synchronize()
            place, _ = self.__cuda_array_interface__["data"]
            return dlpack.capsule(self, place, self.shape, self.strides, self.dtype, self.__dlpack_device__())

        def __dlpack_device__(self) -> tuple[int, int]:
            return dlpack.CUDA, int(cuda.get_current_device().id)


class OnCard:
    """One batch on the card. Arrays of a batch are the card's; `array` makes them and `write` fills them."""

    def __init__(self, space: Space, n: int) -> None:
        there_is_a_card()
        declared: type = space.game.rules.State
        self.row = row_type(declared) if SIMULATED else narrow_row_type(declared)
        self._n, self._space = n, space
        self._rows = cuda.to_device(np.zeros(n, self.row))
        self._words = self._rows.view(np.int32).reshape(n, -1)
        self._found = cuda.to_device(np.zeros(1, np.int64))
        self._link, self._kernels = _of_a_game(space.game)

    @property
    def rows(self) -> Rows:
        """As they lie on the card; a copy."""
        copied: Rows = self._rows.copy_to_host()
        return copied

    def array(self, values: Any) -> Any:
        return _offered(cuda.to_device(values if values.size else np.zeros(1, values.dtype)))

    def write(self, target: Any, values: Any) -> None:
        target.copy_to_device(np.ascontiguousarray(values, target.dtype))

    def read(self, source: Any) -> Any:
        return source.copy_to_host()

    def taken_from(self, other: OnCard, which: Ints) -> None:
        """Becomes those games of another batch."""
        self._rows.copy_to_device(np.ascontiguousarray(other.rows[which]))

    def more(self, n: int) -> OnCard:
        return OnCard(self._space, n)

    def numbers(self, given: Any) -> Any:
        """A decision for each game, from here or from the card: then it stays there."""
        if hasattr(given, "__cuda_array_interface__"):
            return cuda.as_cuda_array(given)
        return cuda.to_device(np.ascontiguousarray(given, np.int64))

    def do(self, what: int, arrays: Arrays, given: Any, observations: Any) -> int:
        """As `stepping.work`, except that only a check waits until it is done."""
        if what == stepping.CHECK:
            self._found.copy_to_device(np.array([self._n], np.int64))
            self._kernel(what, self._checking)[blocks(self._n), BLOCK](self._rows, arrays.turn, given, self._found)
            found = int(self._found.copy_to_host()[0])
            return found if found < self._n else -1
        acting = {stepping.STEP: self._stepping, stepping.RESET: self._beginning}
        guessing = {stepping.SAMPLE: self._sampling, stepping.GUESS: self._guessing}
        if what in acting:
            self._kernel(what, acting[what])[blocks(self._n), BLOCK](self._rows, given, arrays)
        elif what in guessing:
            kernel = self._kernel(what, guessing[what])
            kernel[blocks(self._n), BLOCK](self._rows, arrays.turn, given, arrays.lucks)
        if what <= stepping.LOOK:
            seat = given if what == stepping.LOOK else arrays.turn
            legal = arrays.legal[:, :0] if what == stepping.LOOK else arrays.legal
            kernel = self._kernel(stepping.SHOW, self._showing)
            size = (self._n + SHOWN - 1) // SHOWN, SHOWN if SIMULATED else BLOCK
            kernel[*size, 0, SHOWN * self.row.itemsize](self._words, seat, legal, observations)
        return -1

    def _kernel(self, what: int, made: Callable[[], Any]) -> Any:
        if what not in self._kernels:
            self._kernels[what] = made()
        return self._kernels[what]

    def _checking(self) -> Any:
        refused = self._link(stepping.refused)

        @cuda.jit  # type: ignore[untyped-decorator]
        def kernel(rows: Any, turn: Any, given: Any, found: Any) -> None:
            k = cuda.grid(1)
            if k < rows.shape[0] and refused(row_at(rows, k), turn[k], given[k]):
                cuda.atomic.min(found, 0, k)

        return kernel

    def _stepping(self) -> Any:
        act = self._link(stepping.act)

        @kernel_with(STEP_REGISTERS)
        def kernel(rows: Any, given: Any, arrays: Any) -> None:
            k = cuda.grid(1)
            if k < rows.shape[0]:
                rng = cuda.local.array(4, int64)
                for word in range(4):
                    rng[word] = arrays.rngs[k, word]
                act(row_at(rows, k), k, given[k], rng, arrays)
                for word in range(4):
                    arrays.rngs[k, word] = rng[word]

        return kernel

    def _beginning(self) -> Any:
        begin_anew = self._link(stepping.begin_anew)

        @cuda.jit  # type: ignore[untyped-decorator]
        def kernel(rows: Any, given: Any, arrays: Any) -> None:
            k = cuda.grid(1)
            if k < rows.shape[0] and given[k]:
                begin_anew(row_at(rows, k), k, arrays.rngs[k], arrays)

        return kernel

    def _sampling(self) -> Any:
        any_decision = self._link(stepping.any_decision)

        @cuda.jit  # type: ignore[untyped-decorator]
        def kernel(rows: Any, turn: Any, given: Any, lucks: Any) -> None:
            k = cuda.grid(1)
            if k < rows.shape[0]:
                given[k] = any_decision(row_at(rows, k), turn[k], lucks[k])

        return kernel

    def _guessing(self) -> Any:
        guess = self._link(stepping.guess)

        @cuda.jit  # type: ignore[untyped-decorator]
        def kernel(rows: Any, turn: Any, given: Any, lucks: Any) -> None:
            k = cuda.grid(1)
            if k < rows.shape[0]:
                guess(row_at(rows, k), turn[k], lucks[k])

        return kernel

    def _showing(self) -> Any:
        rules, agent, sight = self._space.game.parts, numbering_of(self._space.game), sight_of(self._space.game)
        hide, mask, share = map(self._link, (rules.hide, agent.mask, sight.share_of_features))
        mask_of_chance = self._link(mask_actions)
        size, row = int(sight.FEATURES), self.row if SIMULATED else from_dtype(self.row)

        @cuda.jit  # type: ignore[untyped-decorator]
        def kernel(words: Any, turn: Any, legal: Any, observations: Any) -> None:
            sees = cuda.shared.array((SHOWN, size), float32)
            hidden = cuda.shared.array(0, row)  # a copy for each warp, and the same memory in words
            hidden_words = cuda.shared.array(0, int32)
            warp, lane = cuda.threadIdx.x // LANES, cuda.threadIdx.x % LANES
            k = cuda.blockIdx.x * SHOWN + warp
            if k < words.shape[0]:
                seat = turn[k]
                for place in range(lane, words.shape[1], LANES):
                    hidden_words[warp * words.shape[1] + place] = words[k, place]
                for place in range(lane, legal.shape[1], LANES):
                    legal[k, place] = 0
                for place in range(lane, size, LANES):
                    sees[warp, place] = 0
                if LANES > 1:
                    cuda.syncwarp()
                state = row_at(hidden, warp)
                if lane == 0 and seat >= 0:
                    hide(state, seat)
                if LANES > 1:
                    cuda.syncwarp()
                if legal.shape[1] > 0:
                    if seat >= 0:
                        mask(state, seat, legal[k], lane, LANES)
                    elif seat == CHANCE:
                        mask_of_chance(state, seat, legal[k], lane, LANES)
                if seat >= 0:
                    share(state, seat, sees[warp], lane, LANES)
                if LANES > 1:
                    cuda.syncwarp()
                for place in range(lane, size, LANES):
                    observations[k, place] = sees[warp, place]

        return kernel
