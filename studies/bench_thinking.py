"""What bench.py measures of opponents: playouts of the search, nodes of the tree, turns solved, nets asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import numpy as np

from spieltisch.bots import net, search, tree
from spieltisch.bots.search import Budget, Weighed
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Rows, below, first, generator
from spieltisch.solve.turns import can_solve, solve, turns

Weigh = Callable[..., list[Weighed]]
Work = Callable[[int], tuple[int, int]]  # do it so often; says how often it was done and what it took

EVENTS = 12  # random ones before the position that is looked at
WIDTH = 8
POSITIONS = 50


def thinking(game: Game) -> Iterator[tuple[str, str, Work]]:
    """Name, unit and work of each measure. A game whose knowledge leaves nothing to search has no playouts."""
    fast = replace(game)
    fast.use_compiled()
    at = position(fast)
    if at is not None:
        yield "search", "playouts/s", playouts(fast, *at, search.weigh)
        yield "tree", "nodes/s", playouts(fast, *at, tree.weigh)
        if (folder(fast) / "net.py").exists():
            yield "net", "positions/s", judged_positions(fast, *at)
    if can_solve(fast):
        yield "solver", "turns/s", solved_turns(fast)


def playouts(game: Game, rows: Rows, seat: int, weigh: Weigh) -> Work:
    """To the end of the game, by the game's own quick policy; in the tree each playout adds a node."""
    rng = generator(3)

    def work(count: int) -> tuple[int, int]:
        found = weigh(game, rows, seat, rng, Budget(playouts=max(count, 4 * WIDTH), width=WIDTH))
        return sum(weighed.playouts for weighed in found), 0

    return work


def judged_positions(game: Game, rows: Rows, seat: int) -> Work:
    """What the net sees is reckoned anew each time."""
    nets = game.module("net")
    engine = net.bound(game.name, game.engine, game.module("bots"), nets)
    x = np.empty(nets.INPUTS, np.float32)

    def work(count: int) -> tuple[int, int]:
        for _ in range(count):
            engine.judged(rows, seat, nets.WEIGHTS, x)
        return count, 0

    return work


def folder(game: Game) -> Path:
    return Path(str(game.rules.__file__)).parent


def solved_turns(game: Game) -> Work:
    """Every position from the start, nothing kept: the whole dynamic program and all its results."""
    positions = cycle(list(turns(game, POSITIONS)))

    def work(count: int) -> tuple[int, int]:
        for _ in range(count):
            solve(game, next(positions))
        return count, 0

    return work


def position(game: Game) -> tuple[Rows, int] | None:
    """Two players, after some random events: a decision with several candidates, as its seat sees it."""
    variant = next(iter(game.variants))
    options = game.chosen(variant, 2, {})
    rows, engine, rng = game.start(2, variant, options, game.content(options)), game.engine, generator(2)
    number = 0
    while seats := engine.waiting(rows):
        seat, number = first(seats), number + 1
        if number > EVENTS and seat != CHANCE:
            seen = game.hidden(rows, seat)
            if len(search.weigh(game, seen, seat, rng, Budget(playouts=1, width=WIDTH, horizon=0))) == WIDTH:
                return seen, seat
        engine.apply(rows, seat, int(engine.pick(rows, seat, below(rng, engine.tickets(rows, seat)))))
    return None
