"""Takes the action after which it stands best at once, by the game's own `WORTH`.

It imagines what it may not know, tries every legal action on the same imagined tables with the same luck, and lets act
who acts before anybody can answer: those who choose at the same time (at random), and chance.
"""

from __future__ import annotations

from sys import modules
from types import SimpleNamespace
from typing import Any

import numpy as np

from spieltisch.bots.scratch import scratch
from spieltisch.contract import AllRules, Players
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Engine, Ints, Rng, Rows, among, below, first, given, only, rule
from spieltisch.ranking import any_best

rules: AllRules[Any] = given()
players: Players = given()

TRIALS_IN_ALL = 1000  # nobody should wait for it, so the more actions there are the fewer tables are imagined
TABLES_AT_MOST = 50
SCRATCH = 2  # states it needs: an imagined one, and one to try an action on


@rule
def imagined_tables(actions: int) -> int:
    return max(1, min(TABLES_AT_MOST, TRIALS_IN_ALL // actions))


@rule
def reseed(luck: Rng, rng: Rng) -> None:
    """A new generator, seeded by another."""
    for k in range(4):
        luck[k] = below(rng, 0x7FFFFFFF) | 256  # its words must not be small


@rule
def greedy_worth(state: Any, seat: int, action: int, rng: Rng) -> int:
    """How the seat stands after this action and everything that happens before anybody can answer it."""
    together = rules.waiting(state) & ~only(seat)
    rules.apply(state, seat, action)
    seats = rules.waiting(state)
    while seats & 1 or (seats & together and not among(seat, seats)):
        other = first(seats)
        if other == CHANCE:
            together = 0  # those who chose at the same time have chosen
        rules.apply(state, other, rules.pick(state, other, below(rng, rules.tickets(state, other))))
        seats = rules.waiting(state)
    return players.WORTH(state, seat)


@rule
def ending(state: Any, seat: int) -> int:
    """1 if the game is over and won, -1 if it is over and lost, else 0; alone there is nobody to beat."""
    if rules.waiting(state) or state.players == 1:
        return 0
    places = np.zeros(state.players, np.int64)
    rules.outcome(state, places, np.zeros(state.players, np.int64))
    return 1 if places[seat] == 0 else -1


@rule
def rank_terminals(worths: Ints, ends: Ints) -> None:
    """Whatever they count, a win is better than all that goes on and a loss is worse."""
    highest = worths[0]
    lowest = worths[0]
    going = 0
    for k in range(len(worths)):
        if ends[k] == 0:
            highest = max(highest, worths[k]) if going else worths[k]
            lowest = min(lowest, worths[k]) if going else worths[k]
            going += 1
    for k in range(len(worths)):
        if ends[k] > 0:
            worths[k] = max(worths[k], highest + 1)
        elif ends[k] < 0:
            worths[k] = min(worths[k], lowest - 1)


@rule
def weigh(state: Any, trials: Any, seat: int, rng: Rng, actions: Ints, values: Ints) -> int:
    """Fills in the legal actions and the sum of what each is worth on all imagined tables; how many there are."""
    count = rules.legal(state, seat, actions)
    values[:count] = 0
    table_luck = np.zeros(4, np.int64)
    luck = np.zeros(4, np.int64)
    worths = np.zeros(count, np.int64)
    ends = np.zeros(count, np.int64)
    for _ in range(imagined_tables(count)):
        trials[0] = state
        rules.imagine(trials[0], seat, rng)
        reseed(table_luck, rng)
        for k in range(count):
            trials[1] = trials[0]
            luck[:] = table_luck
            worths[k] = greedy_worth(trials[1], seat, int(actions[k]), luck)
            ends[k] = ending(trials[1], seat)
        rank_terminals(worths, ends)
        values[:count] += worths
    return count


@rule
def greedy_action(state: Any, trials: Any, seat: int, rng: Rng, actions: Ints, values: Ints) -> int:
    """The best action; where several are equally good, any of them."""
    if rules.legal(state, seat, actions) == 1:
        return int(actions[0])
    count = weigh(state, trials, seat, rng, actions, values)
    return any_best(actions, values, count, rng)


def bound(game: Game) -> Engine:
    return game.engine.bind(modules[__name__], rules=game.parts, players=worth_of(game))


def worth_of(game: Game) -> Any:
    """The one thing that it asks of a game's players."""
    return SimpleNamespace(WORTH=game.players.WORTH)


def choose(game: Game, seen: Rows, seat: int, rng: Rng) -> int:
    engine = bound(game)
    room = np.empty((2, game.rules.CHOICES), np.int64)
    return int(engine.greedy_action(seen.copy(), scratch(engine, seen, SCRATCH), seat, rng, room[0], room[1]))


def weighed(game: Game, seen: Rows, seat: int, rng: Rng) -> list[tuple[float, int]]:
    """Every legal action with what it is worth on average, the best first."""
    engine = bound(game)
    room = np.empty((2, game.rules.CHOICES), np.int64)
    count = engine.weigh(seen.copy(), scratch(engine, seen, SCRATCH), seat, rng, room[0], room[1])
    tables = imagined_tables(count)
    both = zip(room[1, :count], room[0, :count], strict=True)
    return sorted(((int(value) / tables, int(action)) for value, action in both), key=lambda pair: (-pair[0], pair[1]))
