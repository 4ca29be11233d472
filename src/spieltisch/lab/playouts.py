"""Random games in native loops, written with the names of the contract and bound to a game by `engine.bind`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from sys import modules
from typing import TYPE_CHECKING, Any

import numpy as np

from spieltisch import registry
from spieltisch.choices import Chosen, settled
from spieltisch.contract import AllRules, Trouble
from spieltisch.files import bringing
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Ints, Rng, below, first, generators, given, new, rule
from spieltisch.lab.pool import processes
from spieltisch.modes import has_compiler
from spieltisch.quoting import seed_word, whole

if TYPE_CHECKING:
    from spieltisch.lab.notebook import Player

MOST_GAMES = 1_000_000_000  # whose ends are kept in memory

rules: AllRules[Any] = given()


@rule
def random_action(state: Any, seat: int, rng: Rng) -> int:
    return rules.pick(state, seat, below(rng, rules.tickets(state, seat)))


@rule
def random_game(state: Any, rng: Rng) -> int:
    """Plays on at random to the end; how many events that took."""
    events = 0
    seats = rules.waiting(state)
    while seats:
        seat = first(seats)
        rules.apply(state, seat, random_action(state, seat, rng))
        events += 1
        seats = rules.waiting(state)
    return events


@rule
def random_games(state: Any, players: int, variant: int, options: Ints, content: Ints, rng: Rng, games: int) -> int:
    events = 0
    for _ in range(games):
        rules.setup(state, players, variant, options, content)
        events += random_game(state, rng)
    return events


@rule
def random_outcomes(
    state: Any, players: int, variant: int, options: Ints, content: Ints, rngs: Ints, places: Ints, points: Ints
) -> None:
    """A game for each of the generators, and how it ended."""
    for k in range(len(rngs)):
        rules.setup(state, players, variant, options, content)
        random_game(state, rngs[k])
        rules.outcome(state, places[k], points[k])


def seed_number(seed: str) -> int:
    """A number is itself; other words become one."""
    if seed.isascii() and seed.isdecimal() and len(seed) <= 18:
        return int(seed)
    return int.from_bytes(hashlib.sha256(seed.encode()).digest())


@dataclass(frozen=True)
class Results:
    """How games ended: places (from 0, ties share) and points, a row for a game, a column for a seat.

    It unpacks into these two: `places, points = simulate(...)`.
    """

    places: Ints
    points: Ints
    bots: tuple[str, ...]  # who sat there in the first game; from game to game everybody moves on by one seat
    game: str = ""
    seed: str = ""

    def __repr__(self) -> str:
        """In a line: the arrays themselves may be long."""
        games, players = self.places.shape
        sat = " and ".join(dict.fromkeys(self.bots))
        return f"<Results of {games:,} games of {self.game} with {players} players, {sat}; seed {self.seed}>"

    def __iter__(self) -> Iterator[Ints]:
        return iter((self.places, self.points))

    def __getitem__(self, part: int) -> Ints:
        return (self.places, self.points)[part]

    def seated(self, game: int) -> tuple[str, ...]:
        """Who sat where in a game."""
        return tuple(self.bots[(seat - game) % len(self.bots)] for seat in range(len(self.bots)))

    def frame(self, library: str | None = None) -> Any:
        """A table of pandas or polars, with a row for each seat of each game: game, seat, bot, place, points."""
        from spieltisch.lab.frames import frame

        games, players = self.places.shape
        numbers, seats = np.repeat(np.arange(games), players), np.tile(np.arange(players), games)
        columns = {
            "game": numbers,
            "seat": seats,
            "bot": np.array(self.bots)[(seats - numbers) % players],
            "place": self.places.ravel(),
            "points": self.points.ravel(),
        }
        return frame(columns, library)


def simulate(
    game: str,
    games: int,
    *,
    bots: Sequence[Player] = (),
    players: int | None = None,
    variant: str | None = None,
    seed: int | str = 1,
    gpu: bool = False,
    jobs: int = 1,
    compiled: bool = True,
    **options: Chosen,
) -> Results:
    """Many games: places (from 0, ties share) and points, a row for a game, a column for a seat, also as a frame.

    Without `bots` the games are random, with compiled rules. The first call compiles them, which takes a while; after
    that tens of thousands of games take a second, and millions on a graphics card (`gpu=True`). The same seed gives
    the same games on both. Where there is no numba they are interpreted, a few games in a second.

    `bots` says who sits in the first seat, who in the next: names such as "level2", or functions and classes of your
    own; fewer than there are seats sit down in turn. From game to game everybody moves on by one seat, so that nobody
    wins by where they sit: `seated` and the frame say who sat where. The games are those of `spieltisch lab simulate`
    with the same `--seed`. `jobs` processes share them; a script that wants several says so below
    `if __name__ == "__main__":`. `compiled=False` does not wait for a compiler.
    """
    found = registry.game(game)
    games, jobs = whole(games, "The number of games"), processes(jobs)
    seed = seed_word(seed)
    if games < 0:
        raise Trouble(f"Nobody can play {games} games.")
    if games > MOST_GAMES:
        raise _too_many(games)
    chosen = settled(options)
    if bots:
        from spieltisch.lab import notebook

        if gpu:
            raise Trouble("On a graphics card only random games are played.")
        return notebook.simulate(
            game,
            games,
            bots,
            players=players,
            variant=variant,
            seed=seed,
            jobs=jobs,
            compiled=compiled,
            options=chosen,
        )
    kind = found.kind(variant, players, chosen)
    try:
        rngs = generators(seed_number(seed), games)
        places, points = np.zeros((2, games, kind.players), np.int64)
    except MemoryError:
        raise _too_many(games) from None
    random = ("random",) * kind.players
    if gpu:
        _, places, points, _ = _card(found).random_games(rngs, kind.players, kind.variant, kind.options)
        return Results(places, points, random, game, seed)
    rules_now = found.compiled if compiled and has_compiler() else found.interpreted
    engine = rules_now.bind(modules[__name__], rules=found.parts)
    numbers = found.numbers(kind.variant, kind.players, kind.options)
    content = found.content(kind.options).numbers
    engine.random_outcomes(new(found.rules.State), kind.players, *numbers, content, rngs, places, points)
    return Results(places, points, random, game, seed)


def _too_many(games: int) -> Trouble:
    return Trouble(
        f"{games:,} games have no room in memory; `spieltisch lab simulate` keeps as many as are wanted in files."
    )


def _card(game: Game) -> Any:
    """Imported late: it brings numba with it."""
    try:
        from spieltisch.lab.gpu import Card
    except ImportError:
        raise Trouble(f"A graphics card needs numba-cuda: {bringing('numba-cuda[cu13]')}.") from None
    return Card(game)


@rule
def until_asked(state: Any, rng: Rng, out: Ints) -> int:
    """Lets chance act, then says what is legal for the first seat that waits; 0 when the game is over."""
    seats = rules.waiting(state)
    while seats & 1:
        rules.apply(state, CHANCE, random_action(state, CHANCE, rng))
        seats = rules.waiting(state)
    return rules.legal(state, first(seats), out) if seats else 0


@rule
def step(state: Any, action: int, rng: Rng, out: Ints) -> int:
    """One move driven from outside, in one crossing: the first seat that waits acts, and then as above."""
    rules.apply(state, first(rules.waiting(state)), action)
    return until_asked(state, rng, out)
