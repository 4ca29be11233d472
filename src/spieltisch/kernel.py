"""What rules are written in: one declared row of integers, and functions over it.

Rules are plain Python. `engine(rules)` runs them as they are; `engine(rules, compiled=True)` runs the
very same functions compiled by numba. docs/kernel-python.md says which Python a rule may use.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.void]  # a state at rest: a structured array of length 1
Rng = Ints  # the four words of a generator

F = TypeVar("F", bound=Callable[..., Any])

CHANCE = -1  # the seat of dice, bag and deck
SPECTATOR = 6  # sees what everybody sees; players sit at 0 to 5
NOBODY = 0  # the empty set of seats
EVERYBODY = 255  # all players, chance and spectators
RULING = 100  # paragraph numbers above this are house rulings: 103 is R3


def rule(function: F) -> F:
    """Marks a function that runs interpreted and compiled."""
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


@rule
def only(seat: int) -> int:
    """The set of seats with this one in it. Sets of seats are bits: chance is bit 0, seat 0 bit 1."""
    return 1 << (seat + 1)


@rule
def among(seat: int, seats: int) -> bool:
    return (seats >> (seat + 1)) & 1 == 1


@rule
def first(seats: int) -> int:
    """The lowest seat of a set that is not empty; chance comes first."""
    seat = CHANCE
    while not (seats >> (seat + 1)) & 1:
        seat += 1
    return seat


def generator(seed: int) -> Rng:
    """A generator for simulations: LFSR113 (L'Ecuyer 1999), which fits into int64 and so runs alike in both modes."""
    words = np.random.SeedSequence(seed).generate_state(4).astype(np.int64)
    return words | 256  # its words must not be small


@rule
def below(rng: Rng, n: int) -> int:
    """A random number from 0 to n - 1, all equally likely (n below 2**31)."""
    while True:
        rng[0] = ((rng[0] & 0xFFFFFFFE) << 18 & 0xFFFFFFFF) ^ (((rng[0] << 6 & 0xFFFFFFFF) ^ rng[0]) >> 13)
        rng[1] = ((rng[1] & 0xFFFFFFF8) << 2 & 0xFFFFFFFF) ^ (((rng[1] << 2 & 0xFFFFFFFF) ^ rng[1]) >> 27)
        rng[2] = ((rng[2] & 0xFFFFFFF0) << 7 & 0xFFFFFFFF) ^ (((rng[2] << 13 & 0xFFFFFFFF) ^ rng[2]) >> 21)
        rng[3] = ((rng[3] & 0xFFFFFF80) << 13 & 0xFFFFFFFF) ^ (((rng[3] << 3 & 0xFFFFFFFF) ^ rng[3]) >> 12)
        scaled = (rng[0] ^ rng[1] ^ rng[2] ^ rng[3]) * n
        rest = scaled & 0xFFFFFFFF  # Lemire's method: a few rests would favour some numbers, so draw again
        if rest >= n or rest >= 0x100000000 % n:
            return int(scaled >> 32)


def members(seats: int) -> list[int]:
    return [seat for seat in range(CHANCE, SPECTATOR + 1) if among(seat, seats)]


def paragraph(number: int) -> str:
    """5 is §5, 103 is R3."""
    return f"R{number - RULING}" if number > RULING else f"§{number}"


@cache
def row_type(state: type) -> np.dtype[np.void]:
    """The layout of a declared state: int64 throughout, arrays where `Annotated[Ints, size, ...]` says so."""
    fields = []
    for name, hint in get_type_hints(state, include_extras=True).items():
        shape = get_args(hint)[1:] if get_origin(hint) is not None else ()
        fields.append((name, np.int64, shape))
    return np.dtype(fields)


def new(state: type) -> Rows:
    return np.zeros(1, row_type(state))


class Opened:
    """A row opened for interpreted rules: numbers are plain ints, arrays are views into the row."""

    def __init__(self, rows: Rows) -> None:
        names = rows.dtype.names
        assert names is not None
        for name in names:
            field = rows[name]
            setattr(self, name, int(field[0]) if field.ndim == 1 else field[0])

    def close(self, rows: Rows) -> None:
        """Writes the numbers back; the arrays are there already."""
        names = rows.dtype.names
        assert names is not None
        for name in names:
            if rows[name].ndim == 1:
                rows[name][0] = getattr(self, name)


def _door0(state: Any) -> Any:
    return target(state[0])  # type: ignore[name-defined]  # noqa: F821


def _door1(state: Any, a: Any) -> Any:
    return target(state[0], a)  # type: ignore[name-defined]  # noqa: F821


def _door2(state: Any, a: Any, b: Any) -> Any:
    return target(state[0], a, b)  # type: ignore[name-defined]  # noqa: F821


def _door3(state: Any, a: Any, b: Any, c: Any) -> Any:
    return target(state[0], a, b, c)  # type: ignore[name-defined]  # noqa: F821


def _door4(state: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    return target(state[0], a, b, c, d)  # type: ignore[name-defined]  # noqa: F821


def _door5(state: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    return target(state[0], a, b, c, d, e)  # type: ignore[name-defined]  # noqa: F821


def _door6(state: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> Any:
    return target(state[0], a, b, c, d, e, f)  # type: ignore[name-defined]  # noqa: F821


def _door7(state: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any) -> Any:
    return target(state[0], a, b, c, d, e, f, g)  # type: ignore[name-defined]  # noqa: F821


# Rules that only answer: nothing of the state need be written back.
QUESTIONS = frozenset(
    (
        "waiting",
        "legal",
        "weights",
        "tickets",
        "pick",
        "refusal",
        "outcome",
        "worth",
        "witnesses",
        "reveals",
        "features",
    )
)
_DOORS = (_door0, _door1, _door2, _door3, _door4, _door5, _door6, _door7)


class Engine:
    """The rules of one game in one mode. Each of `names` is an attribute that takes rows instead of a state."""

    def __init__(self, name: str, modules: tuple[ModuleType, ...], names: tuple[str, ...], *, compiled: bool) -> None:
        self.name = name
        self.compiled = compiled
        self._modules = (_kernel(), *modules)
        self._namespace: dict[str, Any] = {}
        rules: dict[str, FunctionType] = {}
        for module in self._modules:
            self._namespace.update(vars(module))
            rules.update(_rules_of(module))
        self._add(rules, doors=names)

    def bind(self, *modules: ModuleType) -> Engine:
        """The same engine with more functions over a state, written game-blind with the names of the contract.

        Each `@rule` function of the modules becomes an attribute. It may call any contract function by its bare name.
        """
        bound = Engine.__new__(Engine)
        bound.__dict__.update(vars(self))
        bound._modules = (*self._modules, *modules)
        bound._namespace = dict(self._namespace)
        rules: dict[str, FunctionType] = {}
        for module in modules:
            for key, value in vars(module).items():
                if key not in bound._namespace or not hasattr(value, "__rule__"):  # rules it imports are here already
                    bound._namespace[key] = value
            rules.update({key: f for key, f in _rules_of(module).items() if f.__module__ == module.__name__})
        bound._add(rules, doors=tuple(rules))
        return bound

    def _add(self, rules: dict[str, FunctionType], *, doors: tuple[str, ...]) -> None:
        for key, function in rules.items():
            self._namespace[key] = self._function(key, function.__code__, self._namespace)
        for key in doors:
            setattr(self, key, self._door(key, rules[key].__code__))

    def _door(self, key: str, code: CodeType) -> Callable[..., Any]:
        target = self._namespace[key]
        if self.compiled:
            if code.co_argcount > len(_DOORS):
                raise TypeError(f"{key} has {code.co_argcount} arguments, a compiled rule at most {len(_DOORS)}.")
            template = _DOORS[code.co_argcount - 1].__code__
            return self._function(f"door_{key}", template, {"target": target, "__name__": __name__})

        def ask(rows: Rows, *arguments: Any) -> Any:
            return target(Opened(rows), *arguments)

        def change(rows: Rows, *arguments: Any) -> Any:
            state = Opened(rows)
            answer = target(state, *arguments)
            state.close(rows)
            return answer

        return ask if key in QUESTIONS else change

    def _function(self, key: str, code: CodeType, namespace: dict[str, Any]) -> Callable[..., Any]:
        """A copy of the function that sees this engine's functions, named so that numba's cache keeps games apart."""
        function = FunctionType(code, namespace, code.co_name)
        if not self.compiled:
            return function
        function.__qualname__ = f"{self.name}_{key}"
        function.__module__ = __name__
        import numba
        from numba.core import config

        config.CACHE_DIR = str(self.cache_folder())  # type: ignore[attr-defined]  # numba reads it when a function asks for its cache
        compiled: Callable[..., Any] = numba.njit(cache=True, error_model="numpy", nogil=True)(function)
        return compiled

    def cache_folder(self) -> Path:
        """Named by a hash of all sources and data of this engine, because numba does not see changes in imports."""
        return _cache_folder(self._modules)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        raise AttributeError(f"The engine of {self.name} has no function {name}.")


@cache
def _cache_folder(modules: tuple[ModuleType, ...]) -> Path:
    digest = hashlib.sha256(os.environ.get("NUMBA_BOUNDSCHECK", "0").encode())
    for module in modules:
        assert module.__file__ is not None
        digest.update(Path(module.__file__).read_bytes())
        for name, value in sorted(vars(module).items()):  # constants become part of the compiled code
            if isinstance(value, int | float | np.ndarray):
                digest.update(f"{name}={np.asarray(value).tolist()}".encode())
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "spieltisch" / f"compiled-{digest.hexdigest()[:16]}"


def _kernel() -> ModuleType:
    return sys.modules[__name__]


def _rules_of(module: ModuleType) -> dict[str, FunctionType]:
    return {k: f for k, f in vars(module).items() if isinstance(f, FunctionType) and hasattr(f, "__rule__")}
