"""Looks ahead by playing on: promising actions are tried in imagined worlds, the poorer half of them is dropped.

It knows no game. It sees only what its seat may know and imagines the rest anew for every world; all candidates share
the same worlds and the same luck, so that they differ by what they do and not by what chance does to them. What it asks
of a game beyond the contract stands in games/<game>/bots.py:

candidates  (state, seat, width, actions, scores) -> how many; the most promising legal actions, the best first
policy      (state, seat, rng) -> a quick sensible action, for playing on
promise     (state, seat) -> from 0 to 1, how near the seat is to winning; asked when a playout is cut short

A game with few actions may leave out `candidates`, and `promise` too. One that can do it quicker or knows better may
bring its own `play_on` or `result`. What a game brings replaces what stands below.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import ceil, log2
from sys import modules
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from spieltisch.bots.shelf import shelf
from spieltisch.contract import Game
from spieltisch.kernel import CHANCE, Engine, Ints, Rng, Rows, below, first, generator, rule

if TYPE_CHECKING:

    def waiting(state: Any) -> int: ...
    def tickets(state: Any, seat: int) -> int: ...
    def pick(state: Any, seat: int, ticket: int) -> int: ...
    def apply(state: Any, seat: int, action: int) -> None: ...
    def outcome(state: Any, places: Ints, points: Ints) -> int: ...
    def worth(state: Any, seat: int) -> int: ...
    def legal(state: Any, seat: int, out: Ints) -> int: ...
    def imagine(state: Any, seat: int, rng: Rng) -> None: ...
    def policy(state: Any, seat: int, rng: Rng) -> int: ...


Doubles = npt.NDArray[np.float64]

WORLD, PLAYED, SEEN = 0, 1, 2  # the states on the shelf: an imagined world, a playout in it, what a seat sees of it
SHELF = 3
PLAYERS = 6  # at most
MARGIN = 0.1  # what the distance counts beside winning: playouts that all win or all lose still differ
AT_ONCE = 4  # worlds between two looks at the clock


@dataclass(frozen=True)
class Budget:
    """How much it may think: so many playouts in all, or so many milliseconds of one core.

    Time is what the thread itself has used: on a busy machine a move takes longer and is as good.
    """

    playouts: int = 0
    milliseconds: float = 0.0
    width: int = 16  # candidates
    horizon: int = 1000  # decisions in a playout before it is cut short
    cores: int = 1  # where compiled: they play side by side


@dataclass(frozen=True)
class Weighed:
    """A candidate: what it brought on average, from 0 (lost) to 1 (won), and in how many playouts."""

    action: int
    value: float
    playouts: int


@rule
def candidates(state: Any, seat: int, width: int, actions: Ints, scores: Doubles) -> int:
    """All legal actions: a game with few of them need not say which are promising."""
    count = legal(state, seat, actions)
    scores[:count] = 0
    return count


@rule
def promise(state: Any, seat: int) -> float:
    """What equals have: a game whose playouts are never cut short need not say more."""
    return float(1.0 / state.players)


@rule
def play_on(state: Any, horizon: int, luck: Rng) -> None:
    """Everybody plays by the quick policy, to the end or for so many decisions."""
    seats = waiting(state)
    while seats:
        actor = first(seats)
        if actor == CHANCE:
            action = pick(state, actor, below(luck, tickets(state, actor)))
        else:
            if horizon == 0:
                return
            horizon -= 1
            action = policy(state, actor, luck)
        apply(state, actor, action)
        seats = waiting(state)


@rule
def result(state: Any, seat: int, places: Ints, points: Ints) -> float:
    """From 0 to 1: the share of the win if it is over, with a little for the distance; else what it promises."""
    if waiting(state) or state.players == 1:
        return promise(state, seat)
    outcome(state, places, points)
    winners = 0
    for other in range(state.players):
        if places[other] == 0:
            winners += 1
    won = 1.0 / winners if places[seat] == 0 else 0.0
    own = worth(state, seat)
    best = -(1 << 60)
    for other in range(state.players):
        if places[other] != places[seat]:  # partners end alike
            best = max(best, worth(state, other))
    distance = (own - best) / (abs(own) + abs(best) + 1.0) if best > -(1 << 60) else 0.0
    return (1.0 - MARGIN) * won + MARGIN * (0.5 + 0.5 * distance)


@rule
def play_out(memory: Any, horizon: int, luck: Rng, places: Ints, points: Ints) -> None:
    """One playout, on the shelf in `memory`."""
    play_on(memory[0][PLAYED], horizon, luck)


@rule
def play_worlds(
    state: Any, memory: Any, seat: int, horizon: int, rng: Rng, actions: Ints, alive: Ints, sums: Doubles
) -> None:
    """One more imagined world for each number in `alive`: its candidates are played on, all with the same luck."""
    boards = memory[0]
    places, points = np.zeros(PLAYERS, np.int64), np.zeros(PLAYERS, np.int64)
    luck = rng.copy()
    for _ in range(alive[0]):
        boards[WORLD] = state
        imagine(boards[WORLD], seat, rng)
        for k in range(1, len(alive)):
            luck[:] = rng
            boards[PLAYED] = boards[WORLD]
            apply(boards[PLAYED], seat, actions[alive[k]])
            play_out(memory, horizon, luck, places, points)
            sums[alive[k]] += result(boards[PLAYED], seat, places, points)
        rng[:] = luck


def weigh(game: Game, seen: Rows, seat: int, rng: Rng, budget: Budget) -> list[Weighed]:
    """The candidates, the best first. With a budget in playouts the same generator gives the same answer."""
    engine = _engine(game.name, game.engine, game.module("bots"))
    return halve(engine, game.rules.CHOICES, seen, seat, rng, budget)


def halve(
    engine: Engine,
    choices: int,
    seen: Rows,
    seat: int,
    rng: Rng,
    budget: Budget,
    notes: Callable[[], tuple[Any, ...]] = tuple,
) -> list[Weighed]:
    """Plays all candidates on in `play_worlds`, round by round, and after each round drops the poorer half.

    `notes` makes what a `play_out` of another module keeps from one playout to the next, for each core its own.
    """
    actions, scores = np.empty(choices, np.int64), np.empty(choices)
    count = int(engine.candidates(seen, seat, budget.width, actions, scores))
    if count == 1:
        return [Weighed(int(actions[0]), 0.5, 0)]
    sums, tried = np.zeros((budget.cores, count)), np.zeros(count, np.int64)
    memories = [(shelf(engine, seen, SHELF), *notes()) for _ in range(budget.cores)]
    lucks = [rng, *(generator(below(rng, 1 << 30)) for _ in range(1, budget.cores))]
    alive = np.arange(count)
    rounds = ceil(log2(count))

    def play_on_core(core: int, numbers: Ints) -> None:
        engine.play_worlds(seen, memories[core], seat, budget.horizon, lucks[core], actions, numbers, sums[core])

    def play(worlds: int) -> None:
        numbers = np.concatenate(([worlds], alive))
        others = [threads.submit(play_on_core, core, numbers) for core in range(1, budget.cores)]
        play_on_core(0, numbers)
        for other in others:
            other.result()
        tried[alive] += worlds * budget.cores

    with ThreadPoolExecutor(budget.cores) as threads:  # starts a thread only when there is something for it
        begin = time.thread_time()
        for number in range(rounds):
            if budget.playouts:
                left = (budget.playouts - int(tried.sum())) // (rounds - number)
                play(max(1, left // len(alive) // budget.cores))
            else:
                play(1)
                until = begin + budget.milliseconds / 1000 * (number + 1) / rounds
                while time.thread_time() < until:
                    play(AT_ONCE)
            if number < rounds - 1:
                best_first = np.argsort(-sums.sum(axis=0)[alive] / tried[alive], kind="stable")
                alive = alive[best_first[: max(2, ceil(len(alive) / 2))]]
    means = sums.sum(axis=0) / tried
    order = sorted(range(count), key=lambda k: (-tried[k], -means[k], k))
    return [Weighed(int(actions[k]), float(means[k]), int(tried[k])) for k in order]


def choose(game: Game, seen: Rows, seat: int, rng: Rng, budget: Budget) -> int:
    return weigh(game, seen, seat, rng, budget)[0].action


@cache
def _engine(game_name: str, engine: Engine, knowledge: ModuleType) -> Engine:
    return engine.bind(modules[__name__], knowledge)
