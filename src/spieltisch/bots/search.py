"""Looks ahead by playing on: sequential halving over promising actions in imagined worlds.

It knows no game. It sees only what its seat may know and imagines the rest anew for every world; all candidates share
the same worlds and the same luck, so that they differ by what they do and not by what chance does to them. What it asks
of a game beyond the rules is a `contract.Search`.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from math import ceil, log2
from sys import modules
from typing import Any

import numpy as np

from spieltisch.bots.scratch import scratch
from spieltisch.contract import AllRules, Search, left_to_us
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Doubles, Ints, Rng, Rows, below, first, generator, given, rule

rules: AllRules[Any] = given()
search: Search = given()

WORLD, PLAYED = 0, 1  # scratch states: an imagined world, a playout in it
SCRATCH = 2
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
class Candidate:
    """A candidate: what it brought on average, from 0 (lost) to 1 (won), and in how many playouts."""

    action: int
    value: float
    playouts: int


@rule
def all_legal(state: Any, seat: int, width: int, actions: Ints, scores: Doubles) -> int:
    """The candidates of a game that does not say which are promising."""
    count = rules.legal(state, seat, actions)
    scores[:count] = 0.0
    return count


@rule
def even(state: Any, seat: int) -> float:
    """What a game that does not evaluate positions may expect of one."""
    return float(1.0 / state.players)


@rule
def play_on(state: Any, horizon: int, luck: Rng) -> None:
    """Everybody plays by the quick policy, to the end or for so many decisions."""
    seats = rules.waiting(state)
    while seats:
        actor = first(seats)
        if actor == CHANCE:
            action = rules.pick(state, actor, below(luck, rules.tickets(state, actor)))
        else:
            if horizon == 0:
                return
            horizon -= 1
            action = search.policy(state, actor, luck)
        rules.apply(state, actor, action)
        seats = rules.waiting(state)


@rule
def reward(state: Any, seat: int, places: Ints, points: Ints) -> float:
    """From 0 to 1: the share of the win if it is over, with a little for the distance; else what it promises."""
    if rules.waiting(state) or state.players == 1:
        return search.evaluate(state, seat)
    rules.outcome(state, places, points)
    winners = 0
    for other in range(state.players):
        if places[other] == 0:
            winners += 1
    won = 1.0 / winners if places[seat] == 0 else 0.0
    own = search.worth(state, seat)
    best = -(1 << 60)
    for other in range(state.players):
        if places[other] != places[seat]:  # partners end alike
            best = max(best, search.worth(state, other))
    distance = (own - best) / (abs(own) + abs(best) + 1.0) if best > -(1 << 60) else 0.0
    return (1.0 - MARGIN) * won + MARGIN * (0.5 + 0.5 * distance)


@rule
def play_worlds(
    state: Any, boards: Any, seat: int, horizon: int, rng: Rng, actions: Ints, alive: Ints, sums: Doubles
) -> None:
    """As many more imagined worlds as `alive` says first: the candidates behind that are played on, with equal luck."""
    places, points = np.zeros(PLAYERS, np.int64), np.zeros(PLAYERS, np.int64)
    luck = rng.copy()
    for _ in range(alive[0]):
        boards[WORLD] = state
        search.imagine(boards[WORLD], seat, rng)
        for k in range(1, len(alive)):
            luck[:] = rng
            boards[PLAYED] = boards[WORLD]
            rules.apply(boards[PLAYED], seat, actions[alive[k]])
            search.play_on(boards[PLAYED], horizon, luck)
            sums[alive[k]] += reward(boards[PLAYED], seat, places, points)
        rng[:] = luck


def complete(game: Game, wanted: Search) -> Search:
    """With what the game leaves to the rules and to us."""
    ours = {"candidates": all_legal, "evaluate": even, "imagine": game.parts.imagine, "play_on": play_on}
    return replace(wanted, **{part: rule for part, rule in ours.items() if getattr(wanted, part) is left_to_us})


def weigh(game: Game, seen: Rows, seat: int, rng: Rng, budget: Budget, wanted: Search) -> list[Candidate]:
    """The candidates, the best first: round by round all are played on, then the poorer half is dropped.

    With a budget in playouts the same generator gives the same answer.
    """
    wanted = complete(game, wanted)
    engine = game.engine.bind(modules[__name__], rules=game.parts, search=wanted)
    actions, scores = np.empty(game.rules.CHOICES, np.int64), np.empty(game.rules.CHOICES)
    count = int(engine.entry(wanted.candidates)(seen.copy(), seat, budget.width, actions, scores))
    if count == 1:
        return [Candidate(int(actions[0]), 0.5, 0)]
    sums, tried = np.zeros((budget.cores, count)), np.zeros(count, np.int64)
    boards = [scratch(engine, seen, SCRATCH) for _ in range(budget.cores)]
    lucks = [rng, *(generator(below(rng, 1 << 30)) for _ in range(1, budget.cores))]
    alive = np.arange(count)
    rounds = ceil(log2(count))

    def play_on_core(core: int, numbers: Ints) -> None:
        engine.play_worlds(seen, boards[core], seat, budget.horizon, lucks[core], actions, numbers, sums[core])

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
    return [Candidate(int(actions[k]), float(means[k]), int(tried[k])) for k in order]


def choose(game: Game, seen: Rows, seat: int, rng: Rng, budget: Budget, wanted: Search) -> int:
    return weigh(game, seen, seat, rng, budget, wanted)[0].action
