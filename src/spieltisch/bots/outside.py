"""Players from elsewhere: by an entry point of the group `spieltisch.bots`, as `module:name` or `path/file.py:name`, or
given from Python as they are (`admit`).

Such a player is a function `(game, seen, seat, rng) -> action`, or something with a method `choose` like it, or a class
of such things: then every game and seat gets one of its own, which may remember what it saw. It gets what its seat may
know, as all others do, and whatever it does wrong is one sentence.
"""

from __future__ import annotations

import hashlib
import inspect
import operator
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from itertools import chain, count
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, Protocol

from spieltisch import bots
from spieltisch.contract import Trouble
from spieltisch.game import Game
from spieltisch.kernel import Rng, Rows
from spieltisch.quoting import quoted

GROUP = "spieltisch.bots"


_ADMITTED: dict[str, Any] = {}  # those given as they are, by the name that they go by here


class Chooser(Protocol):
    """What a player may be, if it is no function."""

    def choose(self, game: Game, seen: Any, seat: int, rng: Any) -> Any: ...


class Fault(Trouble):
    """A player from outside has failed, or wants what is not allowed."""


@dataclass(frozen=True)
class Outsider:
    name: str
    ask: Callable[[Game, Rows, int, Rng], Any]

    def choose(self, game: Game, seen: Rows, seat: int, rng: Rng) -> int:
        return answered(self.name, partial(self.ask, game, seen.copy(), seat, rng), game, seen, seat)


def answered(name: str, ask: Callable[[], Any], game: Game, rows: Rows, seat: int) -> int:
    """The legal action that somebody else's code wants."""
    try:
        answer = ask()
    except Exception as error:
        raise Fault(f"{name} has failed: {_said(error)}.") from None
    try:
        action = operator.index(answer)
    except Exception:
        raise Fault(f"{name} returned {answer!r:.40}; an action is a number.") from None
    if not -(2**63) <= action < 2**63 or game.engine.refusal(rows, seat, action):
        raise Fault(f"{name} wants {action}, which is not allowed in {game.name}.")
    return action


def names() -> list[str]:
    """Those that installed packages bring."""
    return sorted(_points())


def is_one(name: str) -> bool:
    """Whether it is no player of ours, but from an installed package, from a file, or given as it is."""
    return ":" in name or name in _ADMITTED or name in names()


def admit(players: Sequence[Any], game: Game, *, jobs: int = 1) -> list[str]:
    """Names for them all: a name stays, what is no name is known by its own from now on, in this process; what has an
    attribute `name` by that.

    What other processes can import goes by `module:name`.
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise Trouble(f"Players come as a list, such as ['random', 'level2'], not as {quoted(players)}.")
    taken = {player for player in players if isinstance(player, str)}
    taken |= {*bots.NAMES, *bots.references(game), *names()}
    admitted = []
    for player in players:
        name = player if isinstance(player, str) else _importable(player)
        if not name:
            called = getattr(player, "name", getattr(player, "__name__", type(player).__name__))
            own = str(called).replace(":", "")
            name = next(each for each in chain([own], (f"{own}_{k}" for k in count(2))) if each not in taken)
            if jobs > 1:
                called = own if own.isidentifier() else "choose"
                raise Trouble(
                    f"{name} is only in this process, so it cannot play in {jobs} of them: take jobs=1, or put it into "
                    f"a file, under a name, and say both, such as 'my_bot.py:{called}'."
                )
            _ADMITTED[name] = player
            taken.add(name)
        admitted.append(name)
    return admitted


def _importable(player: Any) -> str:
    """How another process finds it; empty where it cannot."""
    module, name = getattr(player, "__module__", ""), getattr(player, "__qualname__", "")
    home = sys.modules.get(module)
    found_there = module != "__main__" and getattr(home, "__spec__", None) and getattr(home, name, None) is player
    return f"{module}:{name}" if found_there else ""


def found(name: str) -> Outsider:
    """One of them; or, with a colon in its name, a function in a module or in a file."""
    player = _ADMITTED[name] if name in _ADMITTED else _loaded(name)
    try:
        player = player() if isinstance(player, type) else player
    except Exception as error:  # it is somebody else's code
        raise Trouble(f"The player {name} cannot be made: {_said(error)}.") from None
    ask = getattr(player, "choose", player)
    if not callable(ask):
        raise Trouble(f"The player {name} is neither a function nor something with a method `choose`.")
    return Outsider(name, ask)


@cache
def _loaded(name: str) -> Any:
    try:
        return _points()[name].load() if name in _points() else _pointed_at(name)
    except Trouble:
        raise
    except Exception as error:  # whatever importing it does
        raise Trouble(f"The player {name} cannot be used: {_said(error)}.") from None


def source(name: str) -> str:
    """A hash of the file that it stands in, or of what was typed: games of different players must not be mixed."""
    player = _ADMITTED[name] if name in _ADMITTED else _loaded(name)
    written = ""
    if file := getattr(sys.modules.get(getattr(player, "__module__", "")), "__file__", None):
        written = Path(file).read_bytes().decode("utf-8", "replace")
    else:
        with suppress(OSError, TypeError):
            written = inspect.getsource(player if callable(player) else type(player))
    return hashlib.sha256(written.encode()).hexdigest()[:16] if written else ""


@cache
def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _pointed_at(name: str) -> Any:
    place, _, attribute = name.rpartition(":")
    if name.endswith(".py"):
        raise Trouble(f"{name} is a file; write {name}:function for a player in it.")
    if not place or not attribute:
        raise Trouble(f"There is no player {quoted(name)}.")
    module = _from_file(Path(place)) if place.endswith(".py") else _from_here(place)
    if not hasattr(module, attribute):
        raise Trouble(f"There is no {attribute!r} in {place}.")
    return getattr(module, attribute)


def _from_here(name: str) -> ModuleType:
    """A module that is installed, or that lies in this folder."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    return import_module(name)


def _from_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise Trouble(f"There is no file {path}.")
    name = f"player_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]}"
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _said(error: Exception) -> str:
    """What went wrong, and in which line of somebody else's file."""
    said = f"{type(error).__name__}: {(str(error).splitlines() or [''])[0][:200]}".rstrip(".: ")
    lines = [
        (Path(frame.filename), frame.lineno)
        for frame in extract_tb(error.__traceback__)
        if frame.filename != __file__ and "importlib" not in frame.filename
    ]
    if not lines or isinstance(error, SyntaxError):  # that one says it already
        return said
    own = [line for path, line in lines if path == lines[0][0]]
    return f"{said} ({lines[0][0].name}, line {own[-1]})"
