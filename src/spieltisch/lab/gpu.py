"""The third mode: the same rules compiled for a graphics card by numba-cuda, each thread with a game of its own.

A game lies in its thread's own memory, as narrow as its fields are declared (`kernel.narrow_row_type`), and becomes an
ordinary row of int64 at the door. With NUMBA_ENABLE_CUDASIM=1 numba plays the card in Python, slowly, on wide rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

import numpy as np
from numba import cuda, from_dtype, int64
from numba.core import config

from spieltisch.contract import Trouble
from spieltisch.game import Game
from spieltisch.kernel import Ints, Linker, Rows, how_many, narrow_row_type, row_type
from spieltisch.lab import playouts

REGISTERS = 40  # of a thread: more of them leave room for fewer threads, and waiting for memory is what takes the time
BLOCK = 128  # threads that a multiprocessor starts together
LARGEST_CONSTANT = 1 << 16  # bytes of a table that the card keeps in constant memory


SIMULATED = bool(config.ENABLE_CUDASIM)  # type: ignore[attr-defined]


def narrowed(table: Ints) -> np.ndarray[Any, Any]:
    """The same numbers in as few bytes as they need; constants on the card are few and small."""
    for width in (np.int8, np.int16, np.int32):
        if table.size == 0 or (np.iinfo(width).min <= table.min() and table.max() <= np.iinfo(width).max):
            return table.astype(width)
    return table


class CardLinker(Linker):
    """Links rules into functions of the card."""

    def linked(self, rule: Any) -> Callable[..., Any]:
        if rule is how_many and not SIMULATED:
            counted: Callable[..., Any] = ones
            return counted
        pad = getattr(rule, "__pad__", None)
        return super().linked(rule) if pad is None or SIMULATED else self._pad(rule, *pad)

    def _pad(self, rule: Any, size: int, width: type) -> Callable[..., Any]:
        """Memory of the thread; written into the caller, because it ends with the function that asked for it."""
        if rule not in self._linked:

            def zeros() -> Any:
                pad = cuda.local.array(size, width)
                for k in range(size):
                    pad[k] = 0
                return pad

            self._linked[rule] = cuda.jit(device=True, inline="always")(zeros)
        return self._linked[rule]

    def _namespace(self, seen: dict[str, Any]) -> dict[str, Any]:
        if id(seen) in self._namespaces:
            return self._namespaces[id(seen)]
        namespace = super()._namespace(seen)
        for key, value in namespace.items():
            if isinstance(value, np.ndarray) and value.dtype == np.int64 and not SIMULATED:
                namespace[key] = narrowed(value)
                if namespace[key].nbytes > LARGEST_CONSTANT:
                    raise Trouble(f"The table {key} of {self.name} is too large for a graphics card.")
        return namespace

    def _compiled(self, function: FunctionType) -> Callable[..., Any]:
        compiled: Callable[..., Any] = cuda.jit(device=True)(function)
        return compiled


class Fields:
    """A row of the simulator, which knows its fields by index alone."""

    def __init__(self, row: Any) -> None:
        self.__dict__["_row"] = row

    def __getattr__(self, name: str) -> Any:
        return self._row[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self._row[name] = value


def row_at(rows: Any, k: int) -> Any:
    """A row in the card's memory, as rules take it."""
    return Fields(rows[k])


def memory_of_a_thread(row: np.dtype[np.void]) -> tuple[Callable[[], Any], Callable[[Any, int, Any], None]]:
    """A row that is a thread's own, and how it is kept among all rows."""
    if SIMULATED:
        return lambda: Fields(np.zeros(1, row)[0]), lambda rows, k, state: rows.__setitem__(k, state._row)
    declared = from_dtype(row)

    def own_row() -> Any:
        return cuda.local.array(1, declared)[0]

    def keep_row(rows: Any, k: int, state: Any) -> None:
        rows[k] = state

    return cuda.jit(device=True, inline="always")(own_row), cuda.jit(device=True, inline="always")(keep_row)


if not SIMULATED:

    @cuda.jit(device=True, inline="always")  # type: ignore[untyped-decorator]
    def row_at(rows: Any, k: int) -> Any:
        return rows[k]

    @cuda.jit(device=True, inline="always")  # type: ignore[untyped-decorator]
    def ones(bits: int) -> Any:
        """`kernel.how_many` by the card's own instruction."""
        return cuda.popc(bits)


def kernel_with(registers: int) -> Callable[[Any], Any]:
    """Compiles a kernel whose threads have so many registers."""
    return cuda.jit if SIMULATED else cuda.jit(max_registers=registers)  # type: ignore[no-any-return]


def blocks(threads: int) -> int:
    return (threads + BLOCK - 1) // BLOCK


def there_is_a_card() -> None:
    if not cuda.is_available():
        raise Trouble("There is no graphics card here that numba-cuda can use.")


class Card:
    """One game on the card."""

    def __init__(self, game: Game) -> None:
        self.game = game
        there_is_a_card()
        self._linker = CardLinker(game.name, {"rules": game.parts}, compiled=True)
        declared: type = game.rules.State
        self._wide = row_type(declared)
        self.row = self._wide if SIMULATED else narrow_row_type(declared)  # as it lies on the card
        self._kernel: Any = None

    def random_games(
        self, rngs: Ints, players: int, variant: str, options: Mapping[str, str], rounds: int = 1
    ) -> tuple[Rows, Ints, Ints, Ints]:
        """Plays `rounds` random games with each generator: the last row, places and points of each, and its events.

        The generators are left as the games left them, so that one may go on.
        """
        content = self.game.content(options).numbers
        number, values = self.game.numbers(variant, players, options)
        count = len(rngs)
        rows = cuda.to_device(np.zeros(count, self.row))
        places, points = (cuda.to_device(np.zeros((count, players), np.int64)) for _ in range(2))
        events, luck = cuda.to_device(np.zeros(count, np.int64)), cuda.to_device(rngs)
        self.launch(count)(
            rows,
            players,
            number,
            cuda.to_device(values),
            cuda.to_device(content if len(content) else np.zeros(1, np.int64)),
            luck,
            rounds,
            places,
            points,
            events,
        )
        rngs[:] = luck.copy_to_host()
        answers = places.copy_to_host(), points.copy_to_host(), events.copy_to_host()
        return rows.copy_to_host().astype(self._wide), *answers

    def launch(self, count: int) -> Any:
        """The kernel of random games for so many threads."""
        if self._kernel is None:
            self._kernel = self._whole_games()
        return self._kernel[blocks(count), BLOCK]

    def needs(self) -> dict[str, int]:
        """What the compiled kernel takes of the card for each thread."""
        registers, memory = self._kernel.get_regs_per_thread(), self._kernel.get_local_mem_per_thread()
        return {"registers": next(iter(registers.values())), "local_bytes": next(iter(memory.values()))}

    def _whole_games(self) -> Any:
        rules = self.game.parts
        setup, play, outcome = map(self._linker.linked, (rules.setup, playouts.random_game, rules.outcome))
        own_row, keep_row = memory_of_a_thread(self.row)

        @kernel_with(REGISTERS)
        def kernel(
            rows: Any,
            players: int,
            variant: int,
            options: Any,
            content: Any,
            rngs: Any,
            rounds: int,
            places: Any,
            points: Any,
            events: Any,
        ) -> None:
            k = cuda.grid(1)
            if k < rows.shape[0]:
                rng = cuda.local.array(4, int64)
                for word in range(4):
                    rng[word] = rngs[k, word]
                state, happened = own_row(), 0
                for _ in range(rounds):
                    setup(state, players, variant, options, content)
                    happened += play(state, rng)
                outcome(state, places[k], points[k])
                events[k] = happened
                keep_row(rows, k, state)
                for word in range(4):
                    rngs[k, word] = rng[word]

        return kernel
