"""What bench.py measures of opponents: playouts of the search, nets asked, turns solved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle, islice

import numpy as np

from spieltisch.bots import net, search
from spieltisch.bots.search import Budget
from spieltisch.game import Game
from spieltisch.games.high_score.bots.search import solve_turn
from spieltisch.games.high_score.bots.tables import LOWEST, SPREAD
from spieltisch.kernel import CHANCE, Rows, below, first, generator

Work = Callable[[int], tuple[int, int]]  # do it so often; says how often it was done and what it took

SOLVED = "high_score"  # the game whose turns are solved exactly
BEGUN = 12  # random decisions before the position that is looked at
WIDTH = 8
POSITIONS = 50


def thinking(game: Game) -> Iterator[tuple[str, str, Work]]:
    """Name, unit and work of each measure. A game whose knowledge leaves nothing to search has no playouts."""
    fast = replace(game)
    fast.use_compiled()
    at = wide_choice(fast)
    if at is not None:
        yield "search", "playouts/s", playouts(fast, *at)
        if fast.players.NETS:
            yield "net", "positions/s", judged_positions(fast, *at)
    if game.name == SOLVED:
        yield "solver", "turns/s", solved_turns(fast)


def playouts(game: Game, rows: Rows, seat: int) -> Work:
    """To the end of the game, by the game's own quick policy."""
    rng = generator(3)

    def work(count: int) -> tuple[int, int]:
        budget = Budget(playouts=max(count, 4 * WIDTH), width=WIDTH)
        found = search.weigh(game, rows, seat, rng, budget, game.players.SEARCHES["search"])
        return sum(weighed.playouts for weighed in found), 0

    return work


def judged_positions(game: Game, rows: Rows, seat: int) -> Work:
    """What the net sees is reckoned anew each time."""
    own, known = game.players.NETS["net"], search.complete(game, game.players.SEARCHES["search"])
    judged = game.engine.bind(net, rules=game.parts, search=known, net=own).judged
    x = np.empty(own.size, np.float32)

    def work(count: int) -> tuple[int, int]:
        for _ in range(count):
            judged(rows, seat, own.weights, x)
        return count, 0

    return work


def solved_turns(game: Game) -> Work:
    """Every position from the start, nothing kept: the whole dynamic program and all its results."""
    turns = cycle([rows for rows, _ in islice(decisions(game), POSITIONS)])
    solve, points = game.engine.entry(solve_turn), np.arange(LOWEST, LOWEST + SPREAD, dtype=np.float64)
    actions, scores = np.zeros(game.rules.CHOICES, np.int64), np.zeros(game.rules.CHOICES)

    def work(count: int) -> tuple[int, int]:
        for _ in range(count):
            solve(next(turns), points, actions, scores)
        return count, 0

    return work


def wide_choice(game: Game) -> tuple[Rows, int] | None:
    """After some random decisions: a decision with several candidates, as its seat sees it."""
    candidates = game.engine.entry(game.players.SEARCHES["search"].candidates)
    actions, scores = np.empty(game.rules.CHOICES, np.int64), np.empty(game.rules.CHOICES)
    for rows, seat in islice(decisions(game), BEGUN, BEGUN + POSITIONS):
        seen = game.hidden(rows, seat)
        if candidates(seen.copy(), seat, WIDTH, actions, scores) == WIDTH:
            return seen, seat
    return None


def decisions(game: Game) -> Iterator[tuple[Rows, int]]:
    """All that somebody has to decide in random games of two, one game after the other."""
    variant, engine, rng = next(iter(game.variants)), game.engine, generator(2)
    options = game.chosen(variant, 2, {})
    while True:
        rows = game.start(2, variant, options, game.content(options))
        while seats := engine.waiting(rows):
            seat = first(seats)
            if seat != CHANCE:
                yield rows.copy(), seat
            engine.apply(rows, seat, int(engine.pick(rows, seat, below(rng, engine.tickets(rows, seat)))))
