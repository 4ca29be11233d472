"""Judges positions by a small net, trained by `python -m spieltisch.train`; it runs inside compiled rules.

A game that has one brings games/<game>/net.py:

INPUTS       how many numbers the net sees
WEIGHTS      the nets, one in each row: one for each kind of table
inputs       (state, seat, out): what the seat's net sees; nothing that the seat may not know
table_of     (state) -> which net
shortlist    (state, seat, width, actions, scores) -> how many; promising actions, found within microseconds
solo_result  (state, seat) -> from 0 to 1, how well a game alone has ended
PARTS        other modules whose rules it uses, if there are any

`promise` replaces the game's own in a search. All nets have two hidden layers. What they see is mostly zero, so the
first layer lies input by input, and an input that is zero costs nothing.
"""

from __future__ import annotations

from functools import cache
from sys import modules
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from spieltisch.bots import search
from spieltisch.bots.search import Budget, Weighed
from spieltisch.bots.shelf import shelf
from spieltisch.contract import Game
from spieltisch.kernel import Engine, Floats, Ints, Rng, Rows, rule

if TYPE_CHECKING:
    INPUTS = 0
    WEIGHTS: Floats = np.zeros((0, 0), np.float32)

    def waiting(state: Any) -> int: ...
    def apply(state: Any, seat: int, action: int) -> None: ...
    def inputs(state: Any, seat: int, out: Floats) -> None: ...
    def table_of(state: Any) -> int: ...
    def shortlist(state: Any, seat: int, width: int, actions: Ints, scores: Doubles) -> int: ...
    def solo_result(state: Any, seat: int) -> float: ...
    def result(state: Any, seat: int, places: Ints, points: Ints) -> float: ...


Doubles = npt.NDArray[np.float64]

NEURONS, LATER_NEURONS = 64, 32  # in the hidden layers; names that no game uses, for they meet in one engine
PLAYERS = 6  # at most


def size(inputs: int) -> int:
    """Numbers in a net: weights and biases of the first layer, of the second, and of the one that answers."""
    return (inputs + 1) * NEURONS + (NEURONS + 1) * LATER_NEURONS + LATER_NEURONS + 1


@rule
def forward(x: Floats, net: Floats) -> float:
    """What the net answers, from 0 to 1."""
    one, two = np.empty(NEURONS, np.float32), np.empty(LATER_NEURONS, np.float32)
    at = len(x) * NEURONS
    for j in range(NEURONS):
        one[j] = net[at + j]
    for i in range(len(x)):
        value = x[i]
        if value != 0.0:
            row = net[i * NEURONS : (i + 1) * NEURONS]
            for j in range(NEURONS):
                one[j] += value * row[j]
    at += NEURONS
    bias = at + NEURONS * LATER_NEURONS
    for j in range(LATER_NEURONS):
        two[j] = net[bias + j]
    for i in range(NEURONS):
        value = one[i]
        if value > 0.0:
            row = net[at + i * LATER_NEURONS : at + (i + 1) * LATER_NEURONS]
            for j in range(LATER_NEURONS):
                two[j] += value * row[j]
    at = bias + LATER_NEURONS
    answer = net[at + LATER_NEURONS]
    for j in range(LATER_NEURONS):
        if two[j] > 0.0:
            answer += two[j] * net[at + j]
    return float(1.0 / (1.0 + np.exp(-answer)))


@rule
def judged(state: Any, seat: int, nets: Floats, x: Floats) -> float:
    """What the seat's net says of a game that goes on."""
    inputs(state, seat, x)
    return forward(x, nets[table_of(state)])


@rule
def promise(state: Any, seat: int) -> float:
    return judged(state, seat, WEIGHTS, np.empty(INPUTS, np.float32)) if waiting(state) else solo_result(state, seat)


@rule
def best_judged(state: Any, boards: Any, seat: int, nets: Floats, width: int, actions: Ints) -> int:
    """The action of the shortlist after which the net likes the position best; chance has not acted yet."""
    scores = np.empty(len(actions))
    count = shortlist(state, seat, width, actions, scores)
    if count == 1:
        return int(actions[0])
    x = np.empty(INPUTS, np.float32)
    places, points = np.zeros(PLAYERS, np.int64), np.zeros(PLAYERS, np.int64)
    best, found = -1.0, 0
    for k in range(count):
        boards[0] = state
        apply(boards[0], seat, actions[k])
        value = judged(boards[0], seat, nets, x) if waiting(boards[0]) else result(boards[0], seat, places, points)
        if value > best:
            best, found = value, k
    return int(actions[found])


def weigh(game: Game, seen: Rows, seat: int, rng: Rng, budget: Budget) -> list[Weighed]:
    """As the search does, but where a playout is cut short the net says what it promises."""
    engine = bound(game.name, game.engine, game.module("bots"), game.module("net"))
    return search.halve(engine, game.rules.CHOICES, seen, seat, rng, budget)


def choose(game: Game, seen: Rows, seat: int, rng: Rng, budget: Budget) -> int:
    """Without a budget it asks the net once about each action of the shortlist: a matter of microseconds."""
    if budget.playouts or budget.milliseconds:
        return weigh(game, seen, seat, rng, budget)[0].action
    engine = bound(game.name, game.engine, game.module("bots"), game.module("net"))
    actions = np.empty(max(2, budget.width), np.int64)
    weights = game.module("net").WEIGHTS
    return int(engine.best_judged(seen.copy(), shelf(engine, seen, 1), seat, weights, budget.width, actions))


@cache
def bound(game_name: str, engine: Engine, knowledge: ModuleType, nets: ModuleType) -> Engine:
    """The search with the net's `promise` in place of the game's own."""
    return engine.bind(search, knowledge, *getattr(nets, "PARTS", ()), nets, modules[__name__])
