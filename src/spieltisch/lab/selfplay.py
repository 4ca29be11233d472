"""Bots against each other: many games in native loops, seats rotated, results with error bars."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from sys import modules
from typing import Any

import numpy as np

from spieltisch import bots
from spieltisch.bots import greedy
from spieltisch.bots.greedy import greedy_action, worth_of
from spieltisch.bots.scratch import scratch
from spieltisch.contract import AllRules, Trouble
from spieltisch.game import Game, Kind
from spieltisch.kernel import CHANCE, Ints, Rng, below, first, generator, given, rule
from spieltisch.modes import has_compiler

rules: AllRules[Any] = given()

IN_THE_LOOP = ("random", "greedy")  # the bots that play inside the native loop
GREEDY_BOT = 1
MOST_GAMES = 1_000_000
SURE = 1.96  # standard errors in a 95 % interval


@rule
def bot_game(state: Any, trials: Any, lineup: Ints, rng: Rng, room: Ints, points: Ints, places: Ints) -> int:
    """One game to the end; `lineup` says which bot sits where. A bot gets only what its seat may know."""
    events = 0
    seats = rules.waiting(state)
    while seats:
        seat = first(seats)
        if seat != CHANCE and lineup[seat] == GREEDY_BOT:
            trials[2] = state
            rules.hide(trials[2], seat)
            action = greedy_action(trials[2], trials, seat, rng, room[0], room[1])
        else:
            action = rules.pick(state, seat, below(rng, rules.tickets(state, seat)))
        rules.apply(state, seat, action)
        events += 1
        seats = rules.waiting(state)
    rules.outcome(state, places, points)
    return events


@rule
def bot_games(state: Any, trials: Any, lineups: Ints, seeds: Ints, room: Ints, points: Ints, places: Ints) -> int:
    """A batch: game k with lineup k and generator k; the state is the beginning of each. How many events that took."""
    events = 0
    for k in range(len(seeds)):
        trials[3] = state
        events += bot_game(trials[3], trials, lineups[k], seeds[k], room, points[k], places[k])
    return events


@dataclass(frozen=True)
class Estimate:
    """A mean and the interval in which the true one lies in 95 of 100 such series."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class BotResult:
    bot: str
    seats: int  # how many it had in each game
    share: Estimate  # of the games won by one seat; who ties shares
    points: Estimate


@dataclass(frozen=True)
class SelfplayResult(Kind):
    games: int
    seed: str
    length: float  # events in a game, on average
    games_per_second: float
    bots: tuple[BotResult, ...]


def selfplay(
    game: Game,
    names: Sequence[str],
    games: int,
    *,
    variant: str | None = None,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    seed: str = "1",
    compiled: bool = True,
    progress: Callable[[int], None] = lambda done: None,
) -> SelfplayResult:
    """Plays the games; a bot moves on by one seat from game to game. `progress` hears how many are done."""
    kind = game.kind(variant, players, options or {}, len(names))
    lineup = _lineup(names, kind.players)
    if not 1 <= games <= MOST_GAMES:
        raise Trouble(f"Selfplay is for 1 to {MOST_GAMES:,} games, not {games:,}.")
    points, places, events, seconds = _play(game, kind, lineup, games, seed, progress, compiled=compiled)
    return SelfplayResult(
        **vars(kind),
        games=games,
        seed=seed,
        length=events / games,
        games_per_second=games / seconds,
        bots=tuple(_result(name, lineup, points, places) for name in dict.fromkeys(lineup)),
    )


def _lineup(names: Sequence[str], players: int) -> list[str]:
    for name in names:
        bots.anybody(name)
        if name not in IN_THE_LOOP:
            raise Trouble(
                f"Selfplay is for {' and '.join(IN_THE_LOOP)}; {name} plays in the arena: `spieltisch arena`."
            )
    return in_turn(names, players)


def in_turn(names: Sequence[str], players: int) -> list[str]:
    """Who sits where: with fewer bots than seats they sit down in turn."""
    if not 1 <= len(names) <= players:
        raise Trouble(f"There are {players} seats but {len(names)} bots.")
    return [names[seat % len(names)] for seat in range(players)]


def _play(
    game: Game,
    kind: Kind,
    lineup: Sequence[str],
    games: int,
    seed: str,
    progress: Callable[[int], None],
    *,
    compiled: bool,
) -> tuple[Ints, Ints, int, float]:
    players, options = kind.players, kind.options
    engine = (game.compiled if compiled and has_compiler() else game.interpreted).bind(
        modules[__name__], rules=game.parts, players=worth_of(game)
    )
    rows = game.start(players, kind.variant, options, game.content(options))
    trials = scratch(engine, rows, greedy.SCRATCH + 2)
    room = np.empty((2, game.rules.CHOICES), np.int64)
    numbers = np.array([IN_THE_LOOP.index(name) for name in lineup], np.int64)
    lineups = np.array([np.roll(numbers, k) for k in range(players)])[np.arange(games) % players]
    points, places = np.zeros((2, games, players), np.int64)
    engine.bot_games(rows, trials, lineups[:0], np.zeros((0, 4), np.int64), room, points[:0], places[:0])  # compiles
    events, done, batch, seconds = 0, 0, 1, 0.0
    while done < games:
        part = slice(done, min(done + batch, games))
        seeds = np.array([_luck(seed, k) for k in range(part.start, part.stop)])
        begin = time.perf_counter()
        events += engine.bot_games(rows, trials, lineups[part], seeds, room, points[part], places[part])
        took = time.perf_counter() - begin
        batch = _next_batch(batch, took)
        seconds += took
        done = part.stop
        progress(done)
    return points, places, int(events), seconds


def _next_batch(batch: int, seconds: float) -> int:
    """About ten reports a second; how games are batched changes nothing in them."""
    return batch * 2 if seconds < 0.05 else max(1, batch // 2) if seconds > 0.2 else batch


def _luck(seed: str, number: int) -> Rng:
    return generator(int.from_bytes(hashlib.sha256(f"{seed}/{number}".encode()).digest()))


def _result(name: str, lineup: Sequence[str], points: Ints, places: Ints) -> BotResult:
    games, players = points.shape
    sits = np.array([[lineup[(seat - k) % players] == name for seat in range(players)] for k in range(players)])
    sits = sits[np.arange(games) % players]
    winners = places == 0
    shares = winners / winners.sum(axis=1, keepdims=True)
    seats = lineup.count(name)
    won = np.where(sits, shares, 0).sum(axis=1) / seats
    got = np.where(sits, points, 0).sum(axis=1) / seats
    return BotResult(name, seats, wilson(float(won.mean()), games), mean(got))


def wilson(p: float, n: int) -> Estimate:
    """Wilson's interval, which does not pretend that ten wins of ten are certain."""
    z = SURE * SURE / n
    middle = (p + z / 2) / (1 + z)
    half = sqrt(p * (1 - p) * z + z * z / 4) / (1 + z)
    return Estimate(p, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Any) -> Estimate:
    middle = float(values.mean())
    half = SURE * float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else float("nan")
    return Estimate(middle, middle - half, middle + half)
