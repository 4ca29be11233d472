"""What rules are written in: one declared row of integers, and functions over it.

Rules are plain Python. An `Engine` runs them as they are, or the very same functions compiled by numba.
docs/kernel-python.md says which Python a rule may use.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from spieltisch.modes import cache_home
from spieltisch.quoting import Trouble, whole

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Mask = npt.NDArray[np.int8]  # 1: legal
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


def pad(size: int, width: type = np.int32) -> Callable[[], Ints]:
    """A rule that gives a note pad of zeros: `SETS = pad(128)`, and then `low = SETS()` where it is needed.

    The width is that where memory is dear, as of a field.
    """
    function = FunctionType(_zeros.__code__, {"np": np, "SIZE": size, "__name__": __name__}, f"pad{size}")
    function.__pad__ = size, width  # type: ignore[attr-defined]
    return rule(function)


SIZE = 0  # of the pad that `_zeros` stands for


def _zeros() -> Ints:
    return np.zeros(SIZE, np.int64)


@rule
def only(seat: int) -> int:
    """The set of seats with this one in it. Sets of seats are bits: chance is bit 0, seat 0 bit 1."""
    return 1 << (seat + 1)


@rule
def among(seat: int, seats: int) -> bool:
    return (seats >> (seat + 1)) & 1 == 1


@rule
def how_many(bits: int) -> int:
    """How many are in a set that is kept as bits; compiled it is one instruction (native.py, lab/gpu.py)."""
    return int(bits).bit_count()


@rule
def lowest(bits: int) -> int:
    """The first of a set that is not empty."""
    return how_many((bits & -bits) - 1)


@rule
def first(seats: int) -> int:
    """The lowest seat of a set that is not empty; chance comes first."""
    return CHANCE + lowest(seats)


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


def generators(seed: int, count: int, begin: int = 0) -> Ints:
    """One for each of many games, the first for game `begin`: a game's dice depend on the seed and its number alone."""
    if whole(seed, "A seed") < 0:
        raise Trouble(f"A seed is a whole number from 0 on, not {seed}.")
    numbers = np.arange(begin, begin + count, dtype=np.uint64)[:, None] * np.uint64(4) + np.arange(4, dtype=np.uint64)
    mixed = numbers + np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
    with np.errstate(over="ignore"):  # splitmix64 (Steele, Lea, Flood 2014)
        mixed = mixed * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    words: Ints = ((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(32)).astype(np.int64)
    return words | 256


def members(seats: int) -> list[int]:
    return list(_members(seats))


@cache
def _members(seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(CHANCE, SPECTATOR + 1) if among(seat, seats))


def paragraph(number: int) -> str:
    """5 is §5, 103 is R3."""
    return f"R{number - RULING}" if number > RULING else f"§{number}"


class State:
    """What every state begins with; a game declares its own fields in a class derived from this one."""

    players: int
    variant: int  # its number in data/game.toml


@cache
def row_type(state: type) -> np.dtype[np.void]:
    """The layout of a declared state: int64 throughout, arrays where `Annotated[Ints, size, ...]` says so."""
    return np.dtype([(name, np.int64, shape) for name, shape, _ in _declared(state)])


@cache
def narrow_row_type(state: type) -> np.dtype[np.void]:
    """The layout where memory is dear: as wide as `Annotated[Ints, size, np.int8]` says, or else int32."""
    return np.dtype([(name, width, shape) for name, shape, width in _declared(state)], align=True)


def _declared(state: type) -> list[tuple[str, tuple[int, ...], type]]:
    """Name, shape and width of each field."""
    fields = []
    for name, hint in get_type_hints(state, include_extras=True).items():
        said = get_args(hint)[1:] if get_origin(hint) is not None else ()
        shape = tuple(each for each in said if isinstance(each, int))
        width = next((each for each in said if not isinstance(each, int)), np.int32)
        fields.append((name, shape, width))
    return fields


@cache
def _numbers(row: np.dtype[np.void]) -> tuple[tuple[str, ...], Ints]:
    """The fields of a row that are numbers, and where they lie."""
    assert row.names is not None and row.fields is not None
    numbers = tuple(name for name in row.names if row[name].ndim == 0)
    places = np.array([row.fields[name][1] // np.dtype(np.int64).itemsize for name in numbers])
    return numbers, places


def new(state: type) -> Rows:
    """A row of zeros."""
    return np.zeros(1, row_type(state))


def twin(rows: Rows) -> Rows:
    """A copy; numpy's own goes through the fields one by one, which takes ten times as long."""
    return np.ndarray(1, rows.dtype, bytearray(rows.tobytes()))


class Unpacked:
    """A row unpacked for interpreted rules: numbers are plain ints, arrays are views into the row."""

    def __init__(self, rows: Rows) -> None:
        names = rows.dtype.names or ()
        self.__dict__.update(zip(names, rows.item(), strict=True))  # half of what it costs to ask for one by one

    def __deepcopy__(self, _memo: Any) -> Unpacked:
        """A twin that rules may change, for those who explain what they would do."""
        twin = Unpacked.__new__(Unpacked)
        array = np.ndarray
        twin.__dict__ = {name: value.copy() if type(value) is array else value for name, value in vars(self).items()}
        return twin

    def pack(self, rows: Rows) -> None:
        """Writes the numbers back; the arrays are there already."""
        numbers, places = _numbers(rows.dtype)
        rows.view(np.int64)[places] = [getattr(self, name) for name in numbers]


class Given:
    """Stands in a game-blind module for what `Engine.bind` is given under the same name."""


def given() -> Any:
    """`rules: Rules[Any] = given()` declares what a module asks of whoever binds it."""
    return Given()


class Engine:
    """Functions over the states of one game, in one mode; each takes rows instead of a state.

    A rule sees what its own module sees, so go-to-definition leads to the code that runs. Only what a game-blind module
    declares as `given()` comes from whoever binds it.
    """

    def __init__(
        self,
        name: str,
        functions: Mapping[str, Callable[..., Any]],
        questions: Collection[str] = (),
        *,
        compiled: bool,
        **parts: Any,
    ) -> None:
        """Each of `functions` becomes an attribute; those in `questions` leave the state as it is."""
        self.name = name
        self.compiled = compiled
        self._linker = Linker(name, parts, compiled=compiled)
        self._entries: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._bound: dict[tuple[Any, ...], Engine] = {}
        self._attach({key: self.entry(function, asks=key in questions) for key, function in functions.items()})

    def entry(self, function: Callable[..., Any], *, asks: bool = False) -> Callable[..., Any]:
        """Any rule over a state, to be called with rows."""
        if function not in self._entries:
            self._entries[function] = (
                self._linker.trampoline(function)
                if self.compiled
                else _unpacking(self._linker.linked(function), asks=asks)
            )
        return self._entries[function]

    def one_of(self, functions: Sequence[Callable[..., Any]]) -> Callable[..., Any]:
        """Rules that take the same, to be called with the number of one and rows: what they share is compiled once."""
        if self.compiled and len(functions) > 1:
            return self._linker.trampoline(*functions)
        return lambda number, *arguments: self.entry(functions[number])(*arguments)

    def rule(self, function: F) -> F:
        """The rule itself in this mode, for rules that take no state."""
        return cast(
            F, self._linker.trampoline(function, rows=False) if self.compiled else self._linker.linked(function)
        )

    def bind(self, module: ModuleType, **parts: Any) -> Engine:
        """The same engine with the rules of a game-blind module; `parts` are what it declares as `given()`.

        A part is an object with rules as attributes. Each rule of the module that takes a state becomes an attribute;
        a name that exists already is refused.
        """
        wired = module, *((key, name, id(value)) for key, part in parts.items() for name, value in vars(part).items())
        if wired not in self._bound:
            self._bound[wired] = self._bind(module, parts)
        return self._bound[wired]

    def _bind(self, module: ModuleType, parts: Mapping[str, Any]) -> Engine:
        reachable = _reachable(vars(module), parts)
        wanted = {key for namespace in reachable for key, value in namespace.items() if isinstance(value, Given)}
        if wanted != parts.keys():
            raise TypeError(f"{module.__name__} asks for {sorted(wanted)}, not {sorted(parts)}.")
        bound = Engine.__new__(Engine)
        bound.__dict__.update(vars(self))
        bound._linker = Linker(self.name, parts, compiled=self.compiled, closed=self._linker)
        bound._entries, bound._bound = {}, {}
        own = [f for f in vars(module).values() if hasattr(f, "__rule__") and f.__module__ == module.__name__]
        bound._attach({f.__name__: bound.entry(f) for f in own if f.__code__.co_varnames[:1] == ("state",)})
        return bound

    def _attach(self, entries: Mapping[str, Callable[..., Any]]) -> None:
        for key, entry in entries.items():
            if key in vars(self):
                raise TypeError(f"The engine of {self.name} has a function {key} already.")
            setattr(self, key, entry)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        raise AttributeError(f"The engine of {self.name} has no function {name}.")


def _unpacking(target: Callable[..., Any], *, asks: bool) -> Callable[..., Any]:
    def ask(rows: Rows, *arguments: Any) -> Any:
        return target(Unpacked(rows), *arguments)

    def change(rows: Rows, *arguments: Any) -> Any:
        state = Unpacked(rows)
        answer = target(state, *arguments)
        state.pack(rows)
        return answer

    return ask if asks else change


class Linker:
    """Makes copies of rules that call each other's copies, with `parts` in place of what is `given()`."""

    def __init__(self, name: str, parts: Mapping[str, Any], *, compiled: bool, closed: Linker | None = None) -> None:
        self.name = name
        self.compiled = compiled
        self._parts = parts
        self._wired = ""  # which parts these are
        self._closed = closed or self  # links what asks for nothing: all that are bound to one engine share it
        self._linked: dict[FunctionType, Callable[..., Any]] = {}
        self._trampolines: dict[tuple[tuple[Any, ...], bool], Callable[..., Any]] = {}
        self._open: dict[int, bool] = {}
        self._namespaces: dict[int, dict[str, Any]] = {}
        self._folders: dict[int, Path] = {}

    def linked(self, rule: Any) -> Callable[..., Any]:
        if not self._is_open(rule.__globals__):
            if not self.compiled:
                return cast(Callable[..., Any], rule)
            if self is not self._closed:
                return self._closed.linked(rule)
        if rule not in self._linked:
            function = FunctionType(rule.__code__, self._namespace(rule.__globals__), rule.__name__)
            self._linked[rule] = self._compiled(self._named(function, rule)) if self.compiled else function
        return self._linked[rule]

    def _compiled(self, function: FunctionType) -> Callable[..., Any]:
        from spieltisch.native import inner

        return inner(function)

    def trampoline(self, *rules: Any, rows: bool = True) -> Callable[..., Any]:
        """Crosses into compiled code, with an array of one row: a tenth of what it costs with a record.

        Of several rules that take the same the number of the wanted one comes first.
        """
        if self is not self._closed and not any(self._is_open(rule.__globals__) for rule in rules):
            return self._closed.trampoline(*rules, rows=rows)
        if (rules, rows) not in self._trampolines:
            self._trampolines[rules, rows] = self._trampoline(rules, rows=rows)
        return self._trampolines[rules, rows]

    def _trampoline(self, rules: tuple[Any, ...], *, rows: bool) -> Callable[..., Any]:
        from numba.core import config

        from spieltisch.native import entry

        names = rules[0].__code__.co_varnames[: rules[0].__code__.co_argcount]
        given = ", ".join((f"{names[0]}[0]", *names[1:]) if rows else names)
        calls = [f"rule_{number}({given})" for number in range(len(rules))]
        choice = "".join(f"{call} if which == {number} else " for number, call in enumerate(calls[:-1])) + calls[-1]
        source = f"lambda {', '.join(names if len(rules) == 1 else ('which', *names))}: {choice}"
        code = next(each for each in compile(source, __file__, "eval").co_consts if isinstance(each, CodeType))
        seen = {f"rule_{number}": rule for number, rule in enumerate(rules)}
        copies = {name: self.linked(rule) for name, rule in seen.items()}
        function = self._named(FunctionType(code, {**copies, "__name__": __name__}), rules[0])
        folder = self.cache_folder(rules[0].__globals__) if len(rules) == 1 else self._folder(seen)
        with suppress(FileNotFoundError):
            os.utime(folder)  # what nobody uses any more is old
        config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # read when a function asks for it
        return entry(function)

    def _is_open(self, seen: dict[str, Any]) -> bool:
        """Whether a module, or one that it calls, asks for something that is given."""
        if id(seen) not in self._open:
            reachable = _reachable(seen, {})
            self._open[id(seen)] = any(isinstance(value, Given) for each in reachable for value in each.values())
        return self._open[id(seen)]

    def _namespace(self, seen: dict[str, Any]) -> dict[str, Any]:
        """What a module sees, with copies in place of rules."""
        if id(seen) not in self._namespaces:
            namespace = self._namespaces[id(seen)] = {**seen, "__name__": __name__}
            for key, value in seen.items():
                if isinstance(value, Given):
                    namespace[key] = self._part(key)
                elif hasattr(value, "__rule__"):
                    namespace[key] = self.linked(value)
        return self._namespaces[id(seen)]

    def _part(self, key: str) -> ModuleType:
        """A module, because numba reads attributes of modules while it compiles."""
        part = ModuleType(key)
        for name, value in vars(self._parts[key]).items():
            setattr(part, name, self.linked(value) if hasattr(value, "__rule__") else value)
        return part

    def _named(self, function: FunctionType, rule: Any) -> FunctionType:
        """So that games, and rules with other parts, are kept apart in numba's cache and where it is loaded."""
        if not self._wired:
            digest = hashlib.sha256()
            for part in self._parts.values():
                _hash(vars(part), digest)
            self._wired = digest.hexdigest()[:8]
        function.__qualname__ = f"{self.name}.{self._wired}.{rule.__module__}.{rule.__name__}"
        function.__module__ = __name__
        return function

    def cache_folder(self, seen: dict[str, Any]) -> Path:
        """Named by a hash of all sources and data that a module sees, because numba does not see changes in imports."""
        if id(seen) not in self._folders:
            self._folders[id(seen)] = self._folder(seen)
        return self._folders[id(seen)]

    def _folder(self, seen: dict[str, Any]) -> Path:
        digest = hashlib.sha256(os.environ.get("NUMBA_BOUNDSCHECK", "0").encode())
        digest.update(Path(__file__).with_name("native.py").read_bytes())
        for namespace in _reachable(seen, self._parts):
            _hash(namespace, digest)
        return cache_home() / f"{self.name}-{digest.hexdigest()[:16]}"


def _reachable(seen: dict[str, Any], parts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A module's namespace, those of all rules that it can call, and the parts among them."""
    found, ahead = {id(seen): seen}, [seen]
    while ahead:
        namespace = ahead.pop()
        for key, value in namespace.items():
            further = vars(parts[key]) if isinstance(value, Given) and key in parts else None
            further = value.__globals__ if hasattr(value, "__rule__") else further
            if further is not None and id(further) not in found:
                found[id(further)] = further
                ahead.append(further)
    return list(found.values())


def _hash(namespace: dict[str, Any], digest: Any) -> None:
    """Source and constants: they become part of the compiled code; of parts also which rule stands for a name."""
    if "__file__" in namespace:
        digest.update(Path(namespace["__file__"]).read_bytes())
    for name, value in sorted(namespace.items()):
        if isinstance(value, int | float | np.ndarray):
            array = np.ascontiguousarray(value)
            digest.update(f"{name} {array.dtype} {array.shape}".encode() + array.tobytes())
        elif hasattr(value, "__rule__"):
            digest.update(f"{name} {value.__module__}.{value.__name__}".encode())
