"""What each thing that a seat can do now is worth, exactly, for any payoff on the result of its turn.

A game that can say so has in its bots.py the rule `solve_turn(state, payoff, actions, scores)`, which fills in the
legal actions and what each is worth if `payoff[result - LOWEST]` is what a result is worth; results go from LOWEST to
LOWEST + SPREAD - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType

import numpy as np

from spieltisch.contract import Game
from spieltisch.kernel import CHANCE, Engine, Rows, below, first, generator


@dataclass(frozen=True)
class Valued:
    action: int
    value: float


def can_solve(game: Game) -> bool:
    return hasattr(game.module("bots"), "solve_turn")


def solve(
    game: Game, seen: Rows, payoff: Callable[[int], float] = float, *, engine: Engine | None = None
) -> list[Valued]:
    """Every legal action of the seat on turn, the best first; without a payoff a result is worth itself."""
    bots = game.module("bots")
    engine = _engine(game.name, engine or game.engine, bots)
    table = np.array([payoff(result) for result in range(bots.LOWEST, bots.LOWEST + bots.SPREAD)])
    actions, scores = np.zeros(game.rules.CHOICES, np.int64), np.zeros(game.rules.CHOICES)
    found = int(engine.solve_turn(seen, table, actions, scores))
    best_first = np.argsort(-scores[:found], kind="stable")
    return [Valued(int(actions[k]), float(scores[k])) for k in best_first]


def turns(game: Game, count: int, seed: int = 1) -> Iterator[Rows]:
    """Positions in which somebody decides, from random games of two."""
    engine, rng = game.engine, generator(seed)
    options = game.chosen(next(iter(game.variants)), 2, {})
    start = game.start(2, next(iter(game.variants)), options, game.content(options))
    rows = start.copy()
    while count > 0:
        seat = first(engine.waiting(rows) or 1)
        if seat != CHANCE:
            count -= 1
            yield rows.copy()
        engine.apply(rows, seat, int(engine.pick(rows, seat, below(rng, engine.tickets(rows, seat)))))
        if not engine.waiting(rows):
            rows = start.copy()


@cache
def _engine(game_name: str, engine: Engine, bots: ModuleType) -> Engine:
    return engine.bind(bots)
