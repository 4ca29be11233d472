"""Fills numba's cache, so that whoever needs compiled rules, opponents or the coach only has to load them.

`python -m spieltisch.compiling GAME rules` compiles what a table asks; `... GAME bots` what opponents think with and
`... GAME coach` what the coach needs. It runs beside a table, politely, in a process of its own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import numpy as np

from spieltisch import bots, registry
from spieltisch.bots.levels import Thinking
from spieltisch.bots.search import Budget
from spieltisch.coach.advice import advise
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Engine, Rows, first, generator

RULES, BOTS, COACH = "rules", "bots", "coach"
NICENESS = 15
A_FEW = 2  # playouts


def command(game: str, what: str) -> list[str]:
    """What to run for it."""
    return [sys.executable, "-m", "spieltisch.compiling", game, what]


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


if __name__ == "__main__":
    step_back(NICENESS)
    name, what = sys.argv[1:]
    chosen = registry.game(name)
    chosen.use_compiled()
    if what == RULES:
        exercise(chosen, chosen.compiled)
    elif what == BOTS:
        for level in bots.LEVELS:
            practise(chosen, level)
    else:
        advise_once(chosen)
