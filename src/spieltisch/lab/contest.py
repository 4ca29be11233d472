"""One contest: which bots meet whom, who sits where, and one game of it from the deal to the end.

A *deal* is the luck of one game: chance event number k falls alike however often the deal is played. Each deal is
played in all rotations of the seats, so that nobody wins by where they sit or by what they were dealt. Two bots at a
table for more are one against a table of the other; more bots than seats meet in all combinations; alone, everybody
plays the same deals by themselves. Partners are one side and are played by the same bot.
"""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Self

from spieltisch import bots, registry
from spieltisch.bots.levels import Thinking
from spieltisch.bots.outside import Fault
from spieltisch.contract import Trouble
from spieltisch.game import Game, Kind
from spieltisch.kernel import CHANCE, Rng, Rows, below, first, generator
from spieltisch.modes import has_compiler

Lineup = tuple[str, ...]  # the name of the bot in each seat
Number = tuple[int, int, int]  # of a game: the meeting, the deal, the rotation


@dataclass(frozen=True)
class Company(Kind):
    """Bots that are to play many games of one kind."""

    bots: tuple[str, ...]
    seed: str = "1"
    thinking: Thinking | None = None  # of the levels that search, instead of their own
    compiled: bool = True

    @classmethod
    def invited(
        cls,
        game: Game,
        names: Sequence[str],
        *,
        variant: str | None = None,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        seed: str = "1",
        thinking: Thinking | None = None,
        compiled: bool = True,
    ) -> Self:
        """With everything checked and what was not said filled in."""
        if seed[:1] == "-" and seed[1:].isdecimal():
            raise Trouble(f"A seed is a whole number from 0 on or a word, not {seed}.")
        kind = game.kind(variant, players, options or {}, len(names))
        for name in names:
            bots.anybody(name, game, files=True)
        seated = cls.seated(names, kind.players)
        return cls(**vars(kind), bots=seated, seed=seed, thinking=thinking, compiled=compiled and has_compiler())

    @staticmethod
    def seated(names: Sequence[str], players: int) -> tuple[str, ...]:
        return tuple(names)


@dataclass(frozen=True)
class Contest(Company):
    """Who plays. The same contest with the same seed plays the same deals."""

    def lineups(self) -> list[list[Lineup]]:
        """Who meets whom, and for each such meeting the seats from game to game of a deal."""
        units: list[tuple[int, ...]] = [(seat,) for seat in range(self.players)]
        if len(self.bots) != self.players:
            game = _rules(self.game, compiled=self.compiled)
            units = game.sides(_beginning(self, game))
        return [_rotations(meeting, units) for meeting in _meetings(self.bots, len(units))]


@dataclass(frozen=True)
class PlayedGame:
    """One game: the number of the meeting, of the deal and of the rotation, and how it ended for each seat."""

    meeting: int
    deal: int
    rotation: int
    places: tuple[int, ...]
    points: tuple[int, ...]
    moves: tuple[int, ...]
    thought: tuple[float, ...]  # milliseconds of one core in all
    slowest: tuple[float, ...]  # milliseconds for one move
    faults: tuple[tuple[int, int, str], ...] = ()  # a seat, the moves that it owed, and why it owed the first

    @property
    def number(self) -> Number:
        return self.meeting, self.deal, self.rotation


contest = Contest.invited


# Who sits where


def _meetings(names: Sequence[str], units: int) -> list[Lineup]:
    """The first of too few sits alone, the others fill the table in turn; of too many all combinations meet."""
    if len(names) > units:
        names = tuple(dict.fromkeys(names))
    if len(names) > units:
        return list(combinations(names, units))
    others = names[1:] or names
    return [(names[0], *(others[k % len(others)] for k in range(units - 1)))]


def _rotations(meeting: Sequence[str], units: Sequence[tuple[int, ...]]) -> list[Lineup]:
    """Each different way of seating them when everybody moves on by one."""
    ways = []
    for turn in range(len(units)):
        seats = {seat: meeting[(k - turn) % len(units)] for k, unit in enumerate(units) for seat in unit}
        ways.append(tuple(seats[seat] for seat in sorted(seats)))
    return list(dict.fromkeys(ways))


# Playing


def play(contest: Contest, number: Number, lineup: Lineup) -> PlayedGame:
    """One game to the end. Chance has the luck of the deal; bots have luck of their own."""
    game = _rules(contest.game, compiled=contest.compiled)
    seated = [bots.anybody(name, game, contest.thinking, files=True) for name in lineup]
    rows, rules = _beginning(contest, game), game.engine
    chance = _luck(contest.seed, str(number[1]))
    lucks = [_luck(contest.seed, *map(str, number), str(seat)) for seat in range(len(lineup))]
    for name in set(lineup):
        _warm_up(contest, name)
    moves, thought, slowest = [0] * len(lineup), [0.0] * len(lineup), [0.0] * len(lineup)
    owed: dict[int, list[str]] = {}
    while seats := rules.waiting(rows):
        seat = first(seats)
        if seat == CHANCE:
            action = int(rules.pick(rows, seat, below(chance, rules.tickets(rows, seat))))
        else:
            seen = game.hidden(rows, seat)
            begin = time.thread_time()
            try:
                action = seated[seat].choose(game, seen, seat, lucks[seat])
            except Fault as fault:  # the game goes on, and the result says so
                action = int(rules.pick(seen, seat, below(lucks[seat], rules.tickets(seen, seat))))
                owed.setdefault(seat, []).append(str(fault))
            took = 1000 * (time.thread_time() - begin)
            if rules.refusal(rows, seat, action):
                raise Trouble(f"{lineup[seat]} wants {action}, which is not allowed in {game.name}.")
            moves[seat] += 1
            thought[seat] += took
            slowest[seat] = max(slowest[seat], took)
        rules.apply(rows, seat, action)
    outcome = game.outcome(rows, len(lineup))
    assert outcome is not None
    times = (tuple(moves), _rounded(thought), _rounded(slowest))
    faults = tuple((seat, len(said), said[0]) for seat, said in owed.items())
    return PlayedGame(*number, outcome.places, outcome.points, *times, faults)


_WARM: set[tuple[str, str, str, bool]] = set()


def _warm_up(contest: Contest, name: str) -> None:
    """Lets a bot think once before it is timed: the first time it may have to be compiled."""
    known = (contest.game, contest.variant, name, contest.compiled)
    if known in _WARM:
        return
    _WARM.add(known)
    game = _rules(contest.game, compiled=contest.compiled)
    rows, rng, rules = _beginning(contest, game), _luck("warm"), game.engine
    while (seat := first(rules.waiting(rows))) == CHANCE:
        rules.apply(rows, seat, int(rules.pick(rows, seat, below(rng, rules.tickets(rows, seat)))))
    with contextlib.suppress(Fault):
        bots.anybody(name, game, contest.thinking, files=True).choose(game, game.hidden(rows, seat), seat, rng)


def _beginning(contest: Contest, game: Game) -> Rows:
    return game.start(contest.players, contest.variant, contest.options, game.content(contest.options))


_GAMES: dict[tuple[str, bool], Game] = {}


def _rules(name: str, *, compiled: bool) -> Game:
    """A game of the arena's own, so that tables in the same process keep their engine."""
    if (name, compiled) not in _GAMES:
        game = replace(registry.game(name))
        game.__dict__["engine"] = game.compiled if compiled else game.interpreted
        _GAMES[name, compiled] = game
    return _GAMES[name, compiled]


def _luck(*words: str) -> Rng:
    return generator(int.from_bytes(hashlib.sha256("/".join(words).encode()).digest()))


def _rounded(numbers: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(number, 3) for number in numbers)
