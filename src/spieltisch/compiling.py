"""Fills numba's cache, so that whoever needs compiled rules, opponents or the coach only has to load them.

`python -m spieltisch.compiling GAME rules bots coach` compiles what a table asks, what opponents think with and what
the coach needs, and says each of these words when it is done. It runs beside a table, politely, in a process of its
own: one for all three, because most of what they need is the same. Without a game it takes such orders from standard
input, line by line, and says after each whether it is done; if not, why, as JSON. It ends with whoever has begun it.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import numpy as np

from spieltisch import bots, modes, registry
from spieltisch.beside import end_with_parent
from spieltisch.bots.levels import Thinking
from spieltisch.bots.search import Budget
from spieltisch.coach.advice import advise
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Engine, Rows, first, generator
from spieltisch.modes import cache_home

try:
    import fcntl
except ImportError:  # Windows: there two processes may compile the same thing
    fcntl = None  # type: ignore[assignment]

RULES, BOTS, COACH = PARTS = "rules", "bots", "coach"
DONE, FAILED = "done", "failed"
NICENESS = 15
A_FEW = 2  # playouts
A_WEEK = 7 * 24 * 3600.0  # seconds


def command(*order: str) -> list[str]:
    """What to run for a game and its parts, or for orders."""
    return [sys.executable, "-m", "spieltisch.compiling", *order]


def step_back(niceness: int) -> None:
    """Behind other processes, where the system knows how."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def exercise(game: Game, engine: Engine) -> None:
    """Calls every rule that a table asks, so that all of them are compiled or loaded."""
    variant, counts = next(iter(game.variants.items()))
    options = game.chosen(variant, counts[0], {})
    rows = game.start(counts[0], variant, options, game.content(options))
    number, values = game.numbers(variant, counts[0], options)
    engine.setup(rows.copy(), counts[0], number, values, game.content(options).numbers)
    places, out, rng = np.zeros((2, counts[0]), np.int64), np.empty(game.rules.CHOICES, np.int64), generator(1)
    decided = False
    while not decided:
        seat = first(engine.waiting(rows))
        decided = seat != CHANCE
        engine.legal(rows, seat, out)
        action = int(engine.pick(rows, seat, engine.tickets(rows, seat) - 1))
        engine.refusal(rows, seat, action)
        engine.witnesses(rows, seat, action)
        engine.apply(rows, seat, action)
    engine.reveals(rows)
    engine.outcome(rows, places[0], places[1])
    engine.hide(rows, 0)
    engine.imagine(rows, 0, rng)


def practise(game: Game, level: str) -> None:
    """Lets it think once in every variant."""
    for rows in _first_decisions(game):
        seat = first(game.engine.waiting(rows))
        bots.named(level, game, Thinking(playouts=A_FEW)).choose(game, game.hidden(rows, seat), seat, generator(1))


def advise_once(game: Game) -> None:
    """Lets the coach think about the first decision."""
    rows = next(_first_decisions(game))
    seat = first(game.engine.waiting(rows))
    advise(game, game.hidden(rows, seat), seat, generator(1), Budget(playouts=A_FEW))


def _first_decisions(game: Game) -> Iterator[Rows]:
    for variant, counts in game.variants.items():
        options = game.chosen(variant, counts[0], {})
        rows, engine = game.start(counts[0], variant, options, game.content(options)), game.engine
        while (seat := first(engine.waiting(rows))) == CHANCE:
            engine.apply(rows, seat, int(engine.pick(rows, seat, 0)))
        yield rows


def unkept() -> str:
    """Why nothing that is compiled can be kept; empty if it can."""
    try:
        cache_home().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=cache_home()):
            return ""
    except OSError as error:
        return error.strerror or str(error)


def is_done(game: str) -> bool:
    """Whether all parts have been compiled and kept, by this Python, from the files as they lie there now."""
    try:
        return _mark(game).read_text() == _stamp(game)
    except OSError:
        return False


def _mark(game: str) -> Path:
    return cache_home() / f"{game}.compiled"


def _stamp(game: str) -> str:
    """A guess that takes no time: numba looks more closely, and compiles what is missing all the same."""
    digest = hashlib.sha256(f"{sys.version} {version('numba')}".encode())
    for folder in (Path(modes.__file__).parent, Path(str(registry.game(game).files))):
        for kind in ("*.py", "*.npz"):
            for file in sorted(folder.rglob(kind)):
                known = file.stat()
                digest.update(f"{file} {known.st_size} {known.st_mtime_ns}".encode())
    return digest.hexdigest()


@contextmanager
def alone(game: str) -> Iterator[None]:
    """Whoever wants to compile the same game waits, and then finds it done."""
    cache_home().mkdir(parents=True, exist_ok=True)
    with open(cache_home() / f"{game}.lock", "w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)  # it ends with the process, however that ends
        yield


def forget_old(game: str, now: float) -> None:
    """What nobody has used for a week belongs to rules that have changed since."""
    for folder in (
        *cache_home().glob(f"{game}-*"),
        *cache_home().glob("compiled-*"),
    ):  # the second is how they were called once
        if now - folder.stat().st_mtime > A_WEEK:
            shutil.rmtree(folder, ignore_errors=True)


def compile_opponents(game: Game) -> None:
    for level in bots.LEVELS:
        practise(game, level)


WORK: Mapping[str, Callable[[Game], None]] = {
    RULES: lambda game: exercise(game, game.compiled),
    BOTS: compile_opponents,
    COACH: advise_once,
}


def compile_parts(name: str, *parts: str) -> None:
    game = registry.game(name)
    with alone(name):
        game.use_compiled()
        for part in parts:
            WORK[part](game)
            print(part, flush=True)
        if {*parts} == {*PARTS}:
            _mark(name).write_text(_stamp(name))
        forget_old(name, time.time())


def take_orders() -> None:
    for order in sys.stdin:
        name, *parts = order.split()
        try:
            compile_parts(name, *parts)
            print(DONE, flush=True)
        except Exception:  # another game may still be compiled
            print(FAILED, json.dumps(traceback.format_exc()), flush=True)
        registry.game(name).use_interpreted()  # what was only needed on the way is freed
        gc.collect()


if __name__ == "__main__":
    step_back(NICENESS)
    end_with_parent()  # it is out of the terminal's reach
    compile_parts(*sys.argv[1:]) if sys.argv[1:] else take_orders()
