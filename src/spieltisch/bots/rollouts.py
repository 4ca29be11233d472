"""Flat Monte Carlo: plays each promising action on for a while, many times, and takes the one that stands best then.

It sees only what its seat may know and imagines the rest anew for every playout. In a playout everybody takes the move
after which they stand best at once, by the game's own `worth`. All candidates of one playout share the same imagined
world and the same luck, so that they differ by what they do and not by what chance does to them.
"""

from __future__ import annotations

from functools import cache
from sys import modules
from typing import TYPE_CHECKING

import numpy as np

from spieltisch.bots.shelf import shelf
from spieltisch.contract import Game
from spieltisch.kernel import CHANCE, Engine, Ints, Rng, Rows, below, first, rule

if TYPE_CHECKING:
    from typing import Any

    CHOICES = 0

    def waiting(state: Any) -> int: ...
    def legal(state: Any, seat: int, out: Ints) -> int: ...
    def tickets(state: Any, seat: int) -> int: ...
    def pick(state: Any, seat: int, ticket: int) -> int: ...
    def apply(state: Any, seat: int, action: int) -> None: ...
    def outcome(state: Any, places: Ints, points: Ints) -> int: ...
    def worth(state: Any, seat: int) -> int: ...
    def imagine(state: Any, seat: int, rng: Rng) -> None: ...


WORLD, PLAYED, TRIED = 0, 1, 2  # the states on the shelf: an imagined world, a playout in it, one move ahead of that
SHELF = 3
PLAYOUTS = 32  # of each candidate
HORIZON = 6  # decisions of the own seat in a playout
WIDTH = 6  # candidates: those that stand best at once
PLAYERS = 6  # at most
WIN = 0.2  # what a win adds to the distance, which is a share of what both have
DOUBT = 0.5  # standard errors by which a candidate must beat the greedy one


@rule
def best_move(state: Any, boards: Any, seat: int) -> int:
    """The move after which the seat stands best at once."""
    best, found = 0, -1
    for ticket in range(tickets(state, seat)):
        action = pick(state, seat, ticket)
        boards[TRIED] = state
        apply(boards[TRIED], seat, action)
        value = worth(boards[TRIED], seat)
        if found < 0 or value > best:
            best, found = value, action
    return found


@rule
def play_on(boards: Any, seat: int, horizon: int, luck: Rng) -> None:
    """Plays the playout's state on, until the seat has decided so often or the game is over."""
    state = boards[PLAYED]
    seats = waiting(state)
    while seats:
        actor = first(seats)
        if actor == CHANCE:
            action = pick(state, actor, below(luck, tickets(state, actor)))
        else:
            if actor == seat:
                if horizon == 0:
                    return
                horizon -= 1
            action = best_move(state, boards, actor)
        apply(state, actor, action)
        seats = waiting(state)


@rule
def standing(state: Any, seat: int, places: Ints, points: Ints) -> float:
    """The distance to the best other as a share of what both have, and the win if it is over; alone just the worth."""
    own = worth(state, seat)
    if state.players == 1:
        return float(own)
    best = -(1 << 60)
    for other in range(state.players):
        if other != seat:
            best = max(best, worth(state, other))
    distance = (own - best) / (abs(own) + abs(best) + 1.0)
    if waiting(state):
        return float(distance)
    outcome(state, places, points)
    winners = 0
    for other in range(state.players):
        if places[other] == 0:
            winners += 1
    won = WIN / winners if places[seat] == 0 else 0.0
    return float(distance + won - WIN / state.players)


@rule
def candidates(state: Any, boards: Any, seat: int, rng: Rng, width: int, actions: Ints) -> int:
    """Puts the legal actions that stand best at once in front, the best first; how many of them are candidates."""
    count = legal(state, seat, actions)
    keep = min(width, count)
    values = np.empty(count, np.int64)
    boards[WORLD] = state
    imagine(boards[WORLD], seat, rng)
    for k in range(count):
        boards[TRIED] = boards[WORLD]
        apply(boards[TRIED], seat, actions[k])
        values[k] = worth(boards[TRIED], seat)
    for k in range(keep):
        best = k
        for other in range(k + 1, count):
            if values[other] > values[best]:
                best = other
        values[k], values[best] = values[best], values[k]
        actions[k], actions[best] = actions[best], actions[k]
    return keep


@rule
def rollout_action(state: Any, boards: Any, seat: int, rng: Rng, playouts: int, horizon: int, width: int) -> int:
    """The greedy action, unless another one does better in the playouts, beyond doubt."""
    actions = np.empty(CHOICES, np.int64)
    count = candidates(state, boards, seat, rng, width, actions)
    if count == 1:
        return int(actions[0])
    gains, squares = np.zeros(count), np.zeros(count)  # compared with the greedy action in the same playout
    places, points = np.zeros(PLAYERS, np.int64), np.zeros(PLAYERS, np.int64)
    luck = rng.copy()
    for _ in range(playouts):
        boards[WORLD] = state
        imagine(boards[WORLD], seat, rng)
        greedy = 0.0
        for k in range(count):
            luck[:] = rng
            boards[PLAYED] = boards[WORLD]
            apply(boards[PLAYED], seat, actions[k])
            play_on(boards, seat, horizon, luck)
            value = standing(boards[PLAYED], seat, places, points)
            if k == 0:
                greedy = value
            gains[k] += value - greedy
            squares[k] += (value - greedy) * (value - greedy)
        rng[:] = luck
    chosen, most = 0, 0.0
    for k in range(1, count):
        gain = gains[k] / playouts
        spread = max(0.0, squares[k] / playouts - gain * gain)
        sure = gain - DOUBT * np.sqrt(spread / playouts)
        if sure > most:
            chosen, most = k, sure
    return int(actions[chosen])


@cache
def _engine(game_name: str, engine: Engine) -> Engine:
    return engine.bind(modules[__name__])


def choose(game: Game, seen: Rows, seat: int, rng: Rng) -> int:
    engine = _engine(game.name, game.engine)
    boards = shelf(engine, seen, SHELF)
    return int(engine.rollout_action(seen.copy(), boards, seat, rng, PLAYOUTS, HORIZON, WIDTH))
