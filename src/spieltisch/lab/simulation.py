"""A simulation: many games of any bots, of which every row is a pure function of the seed and the number of the game.

So it does not matter who plays which part of it, when, and how often: a *shard* is so many games one after the other,
and shard k of a simulation is always the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from spieltisch import bots, registry
from spieltisch.bots import outside
from spieltisch.bots.outside import Fault
from spieltisch.bots.scratch import scratch
from spieltisch.contract import Trouble
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Engine, Ints, below, first, generators, new
from spieltisch.lab import counting, counting_bots
from spieltisch.lab.arena import sources
from spieltisch.lab.contest import Company
from spieltisch.lab.playouts import seed_number
from spieltisch.lab.selfplay import in_turn
from spieltisch.tallies import Tally, tallies_of

FORMAT = 1  # of the table; another number when columns change their meaning
AT_RANDOM, NATIVE, ASKED = 50_000, 5_000, 100  # games of a shard: by random bots, by bots that are rules, by others


@dataclass(frozen=True)
class Simulation(Company):
    """What is played: bots by seat in the first game. From game to game everybody moves on by one seat."""

    @staticmethod
    def seated(names: Sequence[str], players: int) -> tuple[str, ...]:
        """With fewer bots than seats they sit down in turn."""
        return tuple(in_turn(names, players))

    @property
    def rules(self) -> Game:
        return _rules(self.game, compiled=self.compiled)

    @property
    def same(self) -> bool:
        """Everybody plays alike, so nobody has to move on."""
        return len(set(self.bots)) == 1

    @property
    def at_random(self) -> bool:
        return set(self.bots) == {"random"}

    @property
    def native(self) -> bool:
        """All bots are rules, and play inside a native loop."""
        return counting_bots.numbered(self.rules, self.variant, self.bots) is not None

    @property
    def shard(self) -> int:
        """How many games a shard has: as many as take some seconds."""
        return AT_RANDOM if self.at_random else NATIVE if self.native else ASKED

    def tallies(self) -> tuple[Mapping[str, Tally], Mapping[str, Tally]]:
        """What is counted beside places and points: of each seat, and of the whole game."""
        found = tallies_of(self.rules)
        return found.EACH, found.WHOLE

    def seats(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game."""
        turn = 0 if self.same else number % self.players
        return tuple(self.bots[(seat - turn) % self.players] for seat in range(self.players))

    def header(self) -> dict[str, Any]:
        """All that decides the rows; what differs in it must not be mixed."""
        game = self.rules
        content = game.content(self.options)
        sets = {name: tally.labels(content) for name, tally in self.tallies()[0].items() if tally.labels is not None}
        own = {name: outside.source(name) for name in self.bots if outside.is_one(name)}
        return {
            "format": FORMAT,
            "game": self.game,
            "variant": self.variant,
            "players": self.players,
            "options": dict(self.options),
            "bots": list(self.bots),
            "seed": self.seed,
            "thinking": None if self.thinking is None else asdict(self.thinking),
            "looks_ahead": self.native or self.compiled,
            "shard": self.shard,
            "content": content.hash,
            "sources": sources(self.game),
            "own": own,
            "sets": {name: list(labels) for name, labels in sets.items()},
        }


@dataclass(frozen=True)
class Played:
    """Games one after the other: a row for each, a column for each seat."""

    first: int  # the number of the first game
    arrays: counting.Counted


simulation = Simulation.invited


def play(wanted: Simulation, begin: int, count: int) -> Played:
    """So many games from one on."""
    played = blank(wanted, begin, count)
    if wanted.at_random:
        _at_random(wanted, played)
    elif wanted.native:
        _native(wanted, played)
    else:
        _asked(wanted, played)
    return played


def ended(wanted: Simulation, begin: int, count: int) -> tuple[int, Ints, Ints]:
    """The same games, and of them only how they ended: the first, places, points."""
    told = play(wanted, begin, count).arrays
    return begin, told.places, told.points


def blank(wanted: Simulation, begin: int, count: int) -> Played:
    each, whole = wanted.tallies()
    by_seat = (count, wanted.players)
    places, points, moves = (np.zeros(by_seat, np.int64) for _ in range(3))
    numbers = np.zeros((count, counting.NUMBERS), np.int64)
    tallied = np.zeros((*by_seat, len(each)), np.int64), np.zeros((count, len(whole)), np.int64)
    return Played(begin, counting.Counted(numbers, places, points, moves, *tallied))


def _at_random(wanted: Simulation, played: Played) -> None:
    game = wanted.rules
    engine = _counting(game)
    numbers = game.numbers(wanted.variant, wanted.players, wanted.options)
    rngs = generators(seed_number(wanted.seed), len(played.arrays.places), played.first)
    content = game.content(wanted.options).numbers
    engine.counted_games(new(game.rules.State), wanted.players, *numbers, content, rngs, played.arrays)


def _counting(game: Game) -> Engine:
    return game.engine.bind(counting, rules=game.parts, tally=tallies_of(game))


def _native(wanted: Simulation, played: Played) -> None:
    game = wanted.rules
    found = counting_bots.numbered(game, wanted.variant, wanted.bots)
    assert found is not None
    engine = counting_bots.bound(game, game.engine, found[1])
    rows = _beginning(wanted)
    count = len(played.arrays.places)
    turns = np.zeros(count, np.int64) if wanted.same else (played.first + np.arange(count)) % wanted.players
    lineups = np.array([np.roll(found[0], turn) for turn in range(wanted.players)])[turns]
    rngs = generators(seed_number(wanted.seed), count, played.first)
    room = np.empty((2, game.rules.CHOICES), np.int64)
    trials = scratch(engine, rows, counting_bots.STATES)
    engine.bots_games(rows, trials, lineups, rngs, room, played.arrays)


def _asked(wanted: Simulation, played: Played) -> None:
    """Bots that are no rules are asked one by one; each has luck of its own."""
    game, count, told = wanted.rules, len(played.arrays.places), played.arrays
    engine = _counting(game)
    lucks = wanted.players + 1
    rngs = generators(seed_number(wanted.seed), count * lucks, played.first * lucks).reshape(count, lucks, 4)
    by_name = {name: _bot(wanted, name) for name in set(wanted.bots)}
    own = {name for name in by_name if outside.is_one(name)}  # who may remember a game gets a new one for each
    for k in range(count):
        rows, names = _beginning(wanted), wanted.seats(played.first + k)
        seated = [_bot(wanted, name) if name in own else by_name[name] for name in names]
        while seats := engine.waiting(rows):
            seat = first(seats)
            luck = rngs[k, seat + 1]  # that of chance comes first
            if seat == CHANCE:
                action = int(engine.pick(rows, seat, below(luck, engine.tickets(rows, seat))))
            else:
                try:
                    action = seated[seat].choose(game, game.hidden(rows, seat), seat, luck)
                except Fault as fault:
                    raise Trouble(f"{fault} That was in game {played.first + k} of seed {wanted.seed}.") from None
                if engine.refusal(rows, seat, action):
                    raise Trouble(f"{names[seat]} wants {action}, which is not allowed in {game.name}.")
            engine.happen(rows, seat, action, k, told)
        engine.finish(rows, k, told)


def _bot(wanted: Simulation, name: str) -> bots.Bot:
    return bots.anybody(name, wanted.rules, wanted.thinking, files=True)


def _beginning(wanted: Simulation) -> Any:
    game = wanted.rules
    return game.start(wanted.players, wanted.variant, wanted.options, game.content(wanted.options))


@cache
def _rules(name: str, *, compiled: bool) -> Game:
    """A game of our own, so that tables in the same process keep their engine."""
    game = replace(registry.game(name))
    game.__dict__["engine"] = game.compiled if compiled else game.interpreted
    return game


def warm_up(wanted: Simulation) -> None:
    """Compiles before many have to at the same time: whoever comes later finds it on the disk."""
    play(wanted, 0, 0 if wanted.native else 1)
