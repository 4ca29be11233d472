"""A player that asks a net once about each promising action: a matter of microseconds. Training plays with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.bots.search import PLAYERS, reward
from spieltisch.contract import AllRules, Net
from spieltisch.kernel import Floats, Ints, given, rule
from spieltisch.mlp import forward

rules: AllRules[Any] = given()
net: Net = given()


@rule
def judged(state: Any, seat: int, nets: Floats, x: Floats) -> float:
    """What the seat's net says of a game that goes on."""
    net.inputs(state, seat, x)
    return forward(x, nets[net.kind_of(state)])


@rule
def best_judged(state: Any, boards: Any, seat: int, nets: Floats, width: int, actions: Ints) -> int:
    """The action of the shortlist after which the net likes the position best; chance has not acted yet."""
    scores = np.empty(len(actions))
    count = net.shortlist(state, seat, width, actions, scores)
    if count == 1:
        return int(actions[0])
    x = np.empty(net.size, np.float32)
    places, points = np.zeros(PLAYERS, np.int64), np.zeros(PLAYERS, np.int64)
    best, found = -1.0, 0
    for k in range(count):
        boards[0] = state
        rules.apply(boards[0], seat, actions[k])
        going_on = rules.waiting(boards[0])
        value = judged(boards[0], seat, nets, x) if going_on else reward(boards[0], seat, places, points)
        if value > best:
            best, found = value, k
    return int(actions[found])
