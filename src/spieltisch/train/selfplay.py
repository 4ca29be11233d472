"""Games to learn from: what each seat saw at some moments, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from sys import modules
from typing import Any

import numpy as np

from spieltisch import registry
from spieltisch.bots.net import best_judged
from spieltisch.bots.scratch import scratch
from spieltisch.bots.search import PLAYERS, complete, reward
from spieltisch.contract import AllRules, Net, Search
from spieltisch.game import Game, Kind
from spieltisch.kernel import CHANCE, Engine, Floats, Ints, Rng, below, first, generator, given, rule

rules: AllRules[Any] = given()
search: Search = given()
net: Net = given()

VIEW, TABLE = 1, 2  # scratch states; before them lies the one on which a net's player tries actions
STATES = 3
ASKED, EPSILON, QUICK, NOTED = 0, 1, 2, 3  # the numbers of an `Exploration`


@dataclass(frozen=True)
class Exploration:
    """How the games are played that are learnt from; all but the first are per thousand."""

    asked: int = 10  # actions of the shortlist about which the net is asked
    epsilon: int = 60  # decisions at which any action of the shortlist is taken
    quick: int = 100  # seats that play by the quick policy instead
    noted: int = 300  # positions that are noted, before a decision and after it

    def numbers(self) -> Ints:
        return np.array([self.asked, self.epsilon, self.quick, self.noted], np.int64)


@rule
def decision(boards: Any, seat: int, quick: int, exploration: Ints, nets: Floats, rng: Rng) -> int:
    """What the seat does, from what it may know."""
    boards[VIEW] = boards[TABLE]
    rules.hide(boards[VIEW], seat)
    actions = np.empty(max(2, exploration[ASKED]), np.int64)
    if below(rng, 1000) < exploration[EPSILON]:
        return int(
            actions[below(rng, net.shortlist(boards[VIEW], seat, exploration[ASKED], actions, np.empty(len(actions))))]
        )
    if quick:
        return search.policy(boards[VIEW], seat, rng)
    return best_judged(boards[VIEW], boards, seat, nets, exploration[ASKED], actions)


@rule
def note(boards: Any, filled: int, exploration: Ints, rng: Rng, xs: Floats, seats: Ints) -> int:
    """Perhaps notes what one of the seats sees now; how many are noted then."""
    if filled == len(xs) or below(rng, 1000) >= exploration[NOTED]:
        return filled
    seat = below(rng, boards[TABLE].players)
    boards[VIEW] = boards[TABLE]
    rules.hide(boards[VIEW], seat)
    net.inputs(boards[VIEW], seat, xs[filled])
    seats[filled] = seat
    return filled + 1


@rule
def sampled_game(boards: Any, filled: int, exploration: Ints, nets: Floats, rng: Rng, xs: Floats, seats: Ints) -> int:
    """One game to the end; how many positions are noted then."""
    quick = np.zeros(PLAYERS, np.int64)
    for seat in range(boards[TABLE].players):
        quick[seat] = below(rng, 1000) < exploration[QUICK]
    waits = rules.waiting(boards[TABLE])
    while waits:
        seat = first(waits)
        if seat == CHANCE:
            action = rules.pick(boards[TABLE], seat, below(rng, rules.tickets(boards[TABLE], seat)))
            rules.apply(boards[TABLE], seat, action)
        else:
            filled = note(boards, filled, exploration, rng, xs, seats)
            rules.apply(boards[TABLE], seat, decision(boards, seat, quick[seat], exploration, nets, rng))
            if rules.waiting(boards[TABLE]):
                filled = note(boards, filled, exploration, rng, xs, seats)
        waits = rules.waiting(boards[TABLE])
    return filled


@rule
def sampled_games(state: Any, boards: Any, exploration: Ints, nets: Floats, rng: Rng, xs: Floats, ys: Floats) -> int:
    """Plays until the room for positions is full; how many games that took. The state is the beginning of each."""
    seats = np.zeros(len(xs), np.int64)
    places, points = np.zeros(PLAYERS, np.int64), np.zeros(PLAYERS, np.int64)
    filled, games = 0, 0
    while filled < len(xs):
        boards[TABLE] = state
        begin = filled
        filled = sampled_game(boards, begin, exploration, nets, rng, xs, seats)
        for k in range(begin, filled):
            ys[k] = reward(boards[TABLE], seats[k], places, points)
        games += 1
    return games


def kinds(game: Game) -> dict[int, list[Kind]]:
    """All kinds of tables, by the number of their net: these are learnt together where one net serves several."""
    wanted = game.nets["net"].kind_of
    files = [option.name for option in game.options if option.kind == "file"]
    found: dict[int, list[Kind]] = {}
    for variant, counts in game.variants.items():
        for players in counts:
            for options in [{name: content} for name in files for content in game.contents()] or [{}]:
                kind = Kind(game.name, variant, players, game.chosen(variant, players, options))
                found.setdefault(int(game.engine.entry(wanted)(beginning(game, kind))), []).append(kind)
    return found


def beginning(game: Game, kind: Kind) -> Any:
    return game.start(kind.players, kind.variant, kind.options, game.content(kind.options))


def positions(
    game: Game, kind: Kind, count: int, exploration: Exploration, nets: Floats, seed: int
) -> tuple[Floats, Floats, int]:
    """So many positions with what came of them, and how many games they are from."""
    known = bound(game)
    rows = beginning(game, kind)
    xs, ys = np.zeros((count, game.nets["net"].size), np.float32), np.zeros(count, np.float32)
    boards = scratch(known, rows, STATES)
    games = known.sampled_games(rows, boards, exploration.numbers(), nets, generator(seed), xs, ys)
    return xs, ys, int(games)


def compiled(name: str) -> Game:
    """A game of our own whose engine is compiled."""
    game = replace(registry.game(name))
    game.use_compiled()
    return game


def bound(game: Game) -> Engine:
    known, nets = game.players.SEARCHES["search"], game.nets["net"]
    return game.engine.bind(modules[__name__], rules=game.parts, search=complete(game, known), net=nets)
