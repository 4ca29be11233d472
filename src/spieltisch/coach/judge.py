"""What actions are worth: each is played on to the end, many times, in worlds that the deciding seat may imagine.

It sees only what the seat may know. All actions share the same worlds and the same luck, and everybody plays by the
game's quick `policy`, so the values are those among sensible players. First the promising actions are narrowed down;
then those that are left are measured in *fresh* worlds: whoever was merely lucky when they were chosen is not any more.

It asks of a game what the search asks: its `contract.Search`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2
from sys import modules
from typing import Any

import numpy as np

from spieltisch.bots.scratch import scratch
from spieltisch.bots.search import PLAYED, PLAYERS, SCRATCH, WORLD, Budget, complete
from spieltisch.contract import AllRules, Search
from spieltisch.game import Game
from spieltisch.kernel import Doubles, Engine, Ints, Rng, Rows, among, given, rule

rules: AllRules[Any] = given()
search: Search = given()

AS_IT_COMES = -1  # instead of an action: whatever the quick policy does
TO_THE_END = 1 << 40  # decisions: more than any game has
HALVING = 0.4  # the part of the budget that goes into the choice of those that are measured
FEWEST_WORLDS = 2
PSEUDO_OBSERVATIONS = 4  # worlds that might have turned out otherwise, as in the interval of Agresti and Coull
WORLDS_AT_ONCE = 8  # between two looks at the clock
PAIR = 2  # so few actions need not be narrowed down
TOP = 3  # actions that are measured
STANDARD_ERRORS = 2.0  # standard errors by which an action must be worse than the best before it is called so


@dataclass(frozen=True)
class Judged:
    """One action of a deciding seat, seen with what that seat may know."""

    action: int
    shares: tuple[float, ...]  # per seat: its expected share of the win; partners both have what their side wins
    points: tuple[float, ...]  # per seat: its expected points at the end
    error: float  # standard error of the difference to the best one, for the deciding seat
    playouts: int
    doubts: tuple[float, ...] = ()  # per seat: the standard error of its value

    @property
    def values(self) -> tuple[float, ...]:
        """Per seat what it plays for: the win, or alone the points."""
        return self.points if len(self.points) == 1 else self.shares


@rule
def place_of(actions: Ints, action: int) -> int:
    """Where it stands among them; their number if it does not."""
    place = 0
    while place < len(actions) and actions[place] != action:
        place += 1
    return place


@rule
def play_worlds_out(
    state: Any, boards: Any, seat: int, rng: Rng, actions: Ints, sizes: Ints, shares: Doubles, points: Doubles
) -> None:
    """As many imagined worlds as there is room for: in each all actions are played to the end with the same luck.

    If what the policy would do is one of the actions, it has been played already and is not played again. Sides that
    tie share the win; `sizes` says how many sit on a seat's side, and each of them has what it wins.
    """
    places, counted = np.zeros(PLAYERS, np.int64), np.zeros(PLAYERS, np.int64)
    luck, used = rng.copy(), rng.copy()
    for world in range(len(shares)):
        boards[WORLD] = state
        search.imagine(boards[WORLD], seat, rng)
        for k in range(len(actions)):
            luck[:] = rng
            boards[PLAYED] = boards[WORLD]
            action = actions[k]
            if action == AS_IT_COMES and among(seat, rules.waiting(boards[PLAYED])):
                action = search.policy(boards[PLAYED], seat, luck)
                known = place_of(actions, action)
                if known < k:
                    shares[world, k], points[world, k] = shares[world, known], points[world, known]
                    continue
            if action != AS_IT_COMES:
                rules.apply(boards[PLAYED], seat, action)
            search.play_on(boards[PLAYED], TO_THE_END, luck)
            used[:] = luck
            rules.outcome(boards[PLAYED], places, counted)
            sides = 0.0
            for other in range(state.players):
                if places[other] == 0:
                    sides += 1.0 / sizes[other]
            for other in range(state.players):
                shares[world, k, other] = 1.0 / sides if places[other] == 0 else 0.0
                points[world, k, other] = counted[other]
        rng[:] = used


def judge(
    game: Game, seen: Rows, seat: int, rng: Rng, budget: Budget, also: Sequence[int] = (), top: int = TOP
) -> list[Judged]:
    """The most promising actions, so many or some more, the best first; those in `also` are always among them.

    Those that the game itself ranks first are measured, too: a few playouts may have dropped them by bad luck.

    With a budget in playouts the same generator gives the same answer. Compiled rules make it quick.
    """
    engine = _bound(game)
    actions, scores = np.empty(game.rules.CHOICES, np.int64), np.empty(game.rules.CHOICES)
    count = int(engine.entry(_search(game).candidates)(seen.copy(), seat, budget.width, actions, scores))
    play = _played(game, engine, seen, seat, rng, budget)
    ranked = [int(action) for action in actions[:count]]
    top = count if count <= PAIR else top
    narrowing = HALVING if count > top else 0.0
    promising = _halved(ranked, seat, top, play) if narrowing else ranked
    measured = list(dict.fromkeys([*promising[:top], *ranked[:top], *also]))
    return _ranked(measured, seat, *play(measured, 1 - narrowing))


def prospect(game: Game, seen: Rows, seat: int, rng: Rng, budget: Budget) -> Judged:
    """What may be expected of a position as it is, when everybody plays on by the quick policy."""
    engine = _bound(game)
    play = _played(game, engine, seen, seat, rng, budget)
    return _ranked([AS_IT_COMES], seat, *play([AS_IT_COMES], 1.0))[0]


def play_out(game: Game, seen: Rows, seat: int, rng: Rng, actions: Sequence[int], worlds: int) -> Doubles:
    """What the seat plays for, by world and action: so many new worlds, in each all actions with the same luck."""
    play = _played(game, _bound(game), seen, seat, rng, Budget(playouts=worlds * len(actions)))
    return _own(*play(actions, 1.0), seat)


def partners(game: Game, rows: Rows) -> tuple[int, ...]:
    """How many sit on each seat's side, itself included."""
    sizes = {seat: len(side) for side in game.sides(rows) for seat in side}
    return tuple(sizes[seat] for seat in sorted(sizes))


Play = Callable[[Sequence[int], float], tuple[Doubles, Doubles]]


def _played(game: Game, engine: Engine, seen: Rows, seat: int, rng: Rng, budget: Budget) -> Play:
    """Plays actions in new worlds, for a part of the budget: shares and points by world, action and seat."""
    players = int(seen["players"][0])
    sizes = np.array(partners(game, seen), np.int64)
    boards = scratch(engine, seen, SCRATCH)
    state = seen.copy()

    def play(actions: Sequence[int], part: float) -> tuple[Doubles, Doubles]:
        numbers = np.array(actions, np.int64)
        at_once = WORLDS_AT_ONCE if engine.compiled else FEWEST_WORLDS
        worlds = max(FEWEST_WORLDS, int(part * budget.playouts) // len(numbers)) if budget.playouts else at_once
        until = time.thread_time() + part * budget.milliseconds / 1000
        batches: list[Doubles] = []
        while not batches or (not budget.playouts and time.thread_time() < until):
            batch = np.zeros((2, worlds, len(numbers), players))
            engine.play_worlds_out(state, boards, seat, rng, numbers, sizes, batch[0], batch[1])
            batches.append(batch)
        shares, points = np.concatenate(batches, axis=1)
        return shares, points

    return play


def _halved(alive: list[int], seat: int, top: int, play: Play) -> list[int]:
    """The poorer half is dropped again and again, until so many are left."""
    rounds = ceil(log2(len(alive) / top))
    sums = np.zeros(len(alive))
    for _ in range(rounds):
        sums += _own(*play(alive, HALVING / rounds), seat).sum(axis=0)
        kept = np.argsort(-sums, kind="stable")[: max(top, ceil(len(alive) / 2))]
        alive, sums = [alive[k] for k in kept], sums[kept]
    return alive


def _ranked(actions: Sequence[int], seat: int, shares: Doubles, points: Doubles) -> list[Judged]:
    """The best first; what merely comes is no action and stands last. Equals are told apart by points."""
    own = _own(shares, points, seat)
    mine, alone = points[..., seat].mean(axis=0), points.shape[-1] == 1
    order = sorted(range(len(actions)), key=lambda k: (actions[k] < 0, -own[:, k].mean(), -mine[k], k))
    return [
        Judged(
            int(actions[k]),
            tuple(map(float, shares[:, k].mean(axis=0))),
            tuple(map(float, points[:, k].mean(axis=0))),
            standard_error(own[:, order[0]] - own[:, k]),
            len(own),
            tuple(doubt(shares[:, k, other], points[:, k, other], alone=alone) for other in range(points.shape[-1])),
        )
        for k in order
    ]


def _own(shares: Doubles, points: Doubles, seat: int) -> Doubles:
    """What the seat plays for, by world and action."""
    return (points if points.shape[-1] == 1 else shares)[..., seat]


def standard_error(differences: Doubles) -> float:
    """Of their mean. Some more worlds that differ as much as any are always thought of: three alike prove nothing."""
    squares = float(((differences - differences.mean()) ** 2).sum() + PSEUDO_OBSERVATIONS * (differences**2).max())
    return float(np.sqrt(squares) / len(differences))


def doubt(shares: Doubles, points: Doubles, *, alone: bool) -> float:
    """The standard error of a value itself. Whoever wins in every one of a few worlds has not won for certain."""
    return standard_error(points - points.mean() if alone else shares - 1 / 2)


def _search(game: Game) -> Search:
    return complete(game, game.players.SEARCHES["search"])


def _bound(game: Game) -> Engine:
    return game.engine.bind(modules[__name__], rules=game.parts, search=_search(game))
