"""Do our own sheets keep what they promise? Games by the strongest player there is, and many more by the greedy one.

    python studies/sheets.py            some minutes; writes build/sheets.json
    python studies/sheets.py --quick    half a minute, for a first look

Promised is: with 2 to 6 players somebody reaches the target in 20 to 40 rolls in at least 95 of 100 games; alone the 44
rolls bring clearly more than the second values; the levels rise in difficulty. How difficult a sheet is, the same player
shows in two ways: how many rolls a game takes, and what share of the first values it earns alone.

The strongest player looks ahead (bots/rollouts.py); the more people there are, the fewer playouts it makes, so that all
games cost about the same. The greedy one takes the best move at once and begins with star cells in any order.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from spieltisch import registry
from spieltisch.bots import rollouts
from spieltisch.bots.rollouts import best_move, rollout_action
from spieltisch.contract import Content
from spieltisch.games.brilliant.rules import STARTING
from spieltisch.kernel import CHANCE, Engine, Ints, Rng, below, first, generator, new, row_type, rule
from spieltisch.lab.selfplay import wilson

if TYPE_CHECKING:
    from typing import Any

    def setup(state: Any, players: int, variant: int, options: Ints, content: Ints) -> None: ...
    def waiting(state: Any) -> int: ...
    def tickets(state: Any, seat: int) -> int: ...
    def pick(state: Any, seat: int, ticket: int) -> int: ...
    def apply(state: Any, seat: int, action: int) -> None: ...
    def hide(state: Any, seat: int) -> None: ...
    def imagine(state: Any, seat: int, rng: Rng) -> None: ...


GAME = "brilliant"
BUILD = Path(__file__).resolve().parents[1] / "build"
LEVELS = ("level-1", "level-2", "level-3", "level-4")
COUNTS = (1, 2, 3, 4, 5, 6)
STRONG, GREEDY = "strong", "greedy"
GREEDY_GAMES = 10  # for one of the strongest
PLAYOUTS, HORIZON, WIDTH = 48, 8, 4  # playouts of all players together
SEEN = rollouts.SHELF  # the state on the shelf that is hidden for the player
FEWEST, MOST = 20, 40  # rolls
GOOD = 0.95
CLEARLY_MORE = 1.05  # than the second values


@rule
def played_game(state: Any, boards: Any, rng: Rng, playouts: int, horizon: int, width: int) -> int:
    """One game, all seats played alike: greedily with 0 playouts. How many rolls it took."""
    seats = waiting(state)
    while seats:
        seat = first(seats)
        if seat == CHANCE or (playouts == 0 and state.phase == STARTING):
            action = pick(state, seat, below(rng, tickets(state, seat)))
        else:
            boards[SEEN] = state
            hide(boards[SEEN], seat)
            if playouts == 0:
                imagine(boards[SEEN], seat, rng)
                action = best_move(boards[SEEN], boards, seat)
            else:
                action = rollout_action(boards[SEEN], boards, seat, rng, playouts, horizon, width)
        apply(state, seat, action)
        seats = waiting(state)
    return state.rolls


@dataclass(frozen=True)
class Job:
    level: str
    players: int
    player: str
    games: int
    seed: int


@dataclass(frozen=True)
class Series:
    """What games of one kind showed: rolls of each, points of the best seat in each."""

    level: str
    players: int
    player: str
    rolls: list[int]
    points: list[int]

    @property
    def in_time(self) -> float:
        return float(np.mean([FEWEST <= rolls <= MOST for rolls in self.rolls]))

    @property
    def early(self) -> float:
        return float(np.mean([rolls < FEWEST for rolls in self.rolls]))


@cache
def engine() -> Engine:
    return registry.game(GAME).compiled.bind(rollouts, sys.modules[__name__])


def content(level: str) -> Content:
    return registry.game(GAME).content({"sheet": level})


def values_of(level: str, rank: int) -> int:
    """The sum of all first, second or third values of a sheet."""
    return sum(area["values"][rank] for area in content(level).data["areas"].values())


def play(job: Job) -> tuple[Job, list[int], list[int]]:
    game = registry.game(GAME)
    variant, options = game.numbers("solo" if job.players == 1 else "base", job.players, {})
    state, boards = new(game.rules.State), np.zeros(rollouts.SHELF + 1, row_type(game.rules.State))
    playouts = PLAYOUTS // job.players if job.player == STRONG else 0
    rng = generator(job.seed)
    rolls, points = [], []
    for _ in range(job.games):
        engine().setup(state, job.players, variant, options, content(job.level).numbers)
        rolls.append(int(engine().played_game(state, boards, rng, playouts, HORIZON, WIDTH)))
        points.append(int(state["points"][0].max()))
    return job, rolls, points


def jobs(games: int) -> Iterator[Job]:
    """In small parts, the long ones first, so that all workers stay busy."""
    seed = 0
    for player, part, count in ((STRONG, 5, games), (GREEDY, 100, games * GREEDY_GAMES)):
        for players in reversed(COUNTS):
            for level in LEVELS:
                for begin in range(0, count, part):
                    seed += 1
                    yield Job(level, players, player, min(part, count - begin), seed)


def study(games: int, workers: int, console: Console) -> list[Series]:
    todo = list(jobs(games))
    found: dict[tuple[str, int, str], dict[int, tuple[list[int], list[int]]]] = {}
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("compiling", total=sum(job.games for job in todo if job.player == STRONG))
        play(Job(LEVELS[0], 2, STRONG, 1, 1))  # here, so that the workers find it compiled
        progress.update(task, description="playing")
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            for done in as_completed(pool.submit(play, job) for job in todo):
                job, rolls, points = done.result()
                found.setdefault((job.level, job.players, job.player), {})[job.seed] = rolls, points
                progress.advance(task, job.games if job.player == STRONG else 0)
    return [
        Series(*key, [r for _, part in sorted(parts.items()) for r in part[0]], [p for _, part in sorted(parts.items()) for p in part[1]])
        for key, parts in sorted(found.items())
    ]


def by_kind(series: Sequence[Series]) -> dict[tuple[str, int, str], Series]:
    return {(one.level, one.players, one.player): one for one in series}


def lengths(series: Sequence[Series]) -> Table:
    table = Table(title="Rolls until somebody reaches the target")
    for name in ("sheet", "players", "games", "5 %", "median", "95 %", "in 20 to 40", "95 % sure", "too early"):
        table.add_column(name, justify="left" if name == "sheet" else "right")
    for name in ("greedy games", "median", "in 20 to 40"):
        table.add_column(name, justify="right", style="dim")
    kinds = by_kind(series)
    for level in LEVELS:
        for players in COUNTS[1:]:
            strong, greedy = kinds[level, players, STRONG], kinds[level, players, GREEDY]
            sure = wilson(strong.in_time, len(strong.rolls))
            low, middle, high = np.percentile(strong.rolls, [5, 50, 95])
            table.add_row(
                *(level, str(players), str(len(strong.rolls)), f"{low:.0f}", f"{middle:.0f}", f"{high:.0f}"),
                *(f"{strong.in_time:.1%}", f"{sure.low:.0%} to {sure.high:.0%}", f"{strong.early:.1%}"),
                *(str(len(greedy.rolls)), f"{np.median(greedy.rolls):.0f}", f"{greedy.in_time:.1%}"),
                end_section=players == COUNTS[-1],
            )
    return table


@dataclass(frozen=True)
class Difficulty:
    level: str
    rolls: float  # mean over 2 to 6 players
    solo: float  # points
    share: float  # of the first values
    first_values: int
    second_values: int


def difficulties(series: Sequence[Series], player: str) -> list[Difficulty]:
    kinds = by_kind(series)
    found = []
    for level in LEVELS:
        rolls = float(np.mean([np.mean(kinds[level, players, player].rolls) for players in COUNTS[1:]]))
        solo = float(np.mean(kinds[level, 1, player].points))
        firsts, seconds = values_of(level, 0), values_of(level, 1)
        found.append(Difficulty(level, rolls, solo, solo / firsts, firsts, seconds))
    return found


def difficulty_table(series: Sequence[Series]) -> Table:
    table = Table(title="Difficulty, for the same player on every sheet")
    for name in ("sheet", "player", "rolls, 2 to 6 players", "alone", "first values", "share", "second values"):
        table.add_column(name, justify="left" if name in ("sheet", "player") else "right")
    for player in (STRONG, GREEDY):
        for one in difficulties(series, player):
            table.add_row(
                *(one.level, player, f"{one.rolls:.1f}", f"{one.solo:.1f}", str(one.first_values), f"{one.share:.1%}"),
                str(one.second_values),
                end_section=one.level == LEVELS[-1],
            )
    return table


def promises(series: Sequence[Series]) -> list[tuple[str, bool]]:
    """What the sheets promise, and whether they keep it."""
    together = [one for one in series if one.players > 1]
    worst = min(one.in_time for one in together)
    kept = [(f"at least 95 of 100 games end in {FEWEST} to {MOST} rolls (worst: {worst:.1%})", worst >= GOOD)]
    for player in (STRONG, GREEDY):
        found = difficulties(series, player)
        least = min(one.solo / one.second_values for one in found)
        told = f"{player}: alone clearly more than the second values (least: {least:.2f} times)"
        kept.append((told, least >= CLEARLY_MORE))
        rolls, shares = [one.rolls for one in found], [one.share for one in found]
        kept.append((f"{player}: games take longer from level to level", rolls == sorted(rolls)))
        kept.append((f"{player}: alone the share of the first values falls", shares == sorted(shares, reverse=True)))
    return kept


@click.command()
@click.option("--games", default=40, show_default=True, help="Games of the strongest player for each sheet and player count.")
@click.option("--workers", default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option("--quick", is_flag=True, help="A first look: 4 games of each kind.")
def main(games: int, workers: int, quick: bool) -> None:
    """Shows by simulation that our own sheets keep what they promise."""
    console = Console()
    series = study(4 if quick else games, workers, console)
    console.print(lengths(series))
    console.print(difficulty_table(series))
    kept = promises(series)
    for promise, fulfilled in kept:
        console.print(f"{'yes' if fulfilled else ' no'}  {promise}")
    BUILD.mkdir(exist_ok=True)
    (BUILD / "sheets.json").write_text(json.dumps([asdict(one) for one in series], indent=1), "utf-8")
    sys.exit(0 if all(fulfilled for _, fulfilled in kept) else 1)


if __name__ == "__main__":
    main()
