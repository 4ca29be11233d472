"""Do our own sheets keep what they promise? Games by the strongest player there is, and many more by the greedy one.

    python studies/sheets.py                 some five minutes on two cores; writes build/sheets.json
    python studies/sheets.py --quick         half a minute, for a first look
    python studies/sheets.py --games 200     narrow intervals; an hour on two cores

Promised is: with 2 to 6 players somebody reaches the target in 20 to 40 rolls in at least 95 of 100 games; alone the
44 rolls bring clearly more than the second values; the levels rise in difficulty. How difficult a sheet is, the same
player shows in two ways: how many rolls a game takes, and what share of the first values it earns alone. A promise
counts as broken when the games contradict it beyond chance (two standard errors).

The strongest player looks ahead (bots/search.py); the more people there are, the fewer playouts it makes, so that all
games cost about the same. The greedy one is the policy of its playouts: what makes the sheet promise most at once; its
start numbers go in the star cells at random.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import click
import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from spieltisch import registry
from spieltisch.bots import search
from spieltisch.bots.levels import OneRule
from spieltisch.bots.search import Budget
from spieltisch.contract import Content
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Rng, Rows, below, first, generator
from spieltisch.lab.selfplay import wilson

GAME = "brilliant"
BUILD = Path(__file__).resolve().parents[1] / "build"
LEVELS = ("level-1", "level-2", "level-3", "level-4")
COUNTS = (1, 2, 3, 4, 5, 6)
STRONG, GREEDY = "strong", "greedy"
GREEDY_GAMES = 10  # for one of the strongest, but not fewer than
FEWEST_GREEDY_GAMES = 100
ENOUGH = 20  # games of a kind to judge by
PLAYOUTS, HORIZON, WIDTH = 192, 8, 4  # playouts of all players together, decisions of each in a playout
FEWEST, MOST = 20, 40  # rolls
GOOD = 0.95
CLEARLY_MORE = 1.05  # than the second values


def action_of(game: Game, seen: Rows, seat: int, rng: Rng, player: str) -> int:
    wanted, players = game.players.SEARCHES["search"], int(seen["players"][0])
    if player == GREEDY:
        return OneRule(wanted.policy).choose(game, seen, seat, rng)
    budget = Budget(playouts=PLAYOUTS // players, width=WIDTH, horizon=HORIZON * players)
    return search.choose(game, seen, seat, rng, budget, wanted)


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


def content(level: str) -> Content:
    return registry.game(GAME).content({"sheet": level})


def values_of(level: str, rank: int) -> int:
    """The sum of all first, second or third values of a sheet."""
    return sum(area["values"][rank] for area in content(level).data["areas"].values())


def play(job: Job) -> tuple[Job, list[int], list[int]]:
    """All seats are played alike."""
    game = registry.game(GAME)
    game.use_compiled()
    rng, rolls, points = generator(job.seed), [], []
    for _ in range(job.games):
        rows = game.start(job.players, "solo" if job.players == 1 else "base", {}, content(job.level))
        while seats := game.engine.waiting(rows):
            seat = first(seats)
            if seat == CHANCE:
                action = int(game.engine.pick(rows, seat, below(rng, game.engine.tickets(rows, seat))))
            else:
                action = action_of(game, game.hidden(rows, seat), seat, rng, job.player)
            game.engine.apply(rows, seat, action)
        rolls.append(int(rows["rolls"][0]))
        points.append(int(rows["points"][0].max()))
    return job, rolls, points


def jobs(games: int) -> Iterator[Job]:
    """In small parts, the long ones first, so that all workers stay busy."""
    seed = 0
    for player, part, count in ((STRONG, 5, games), (GREEDY, 100, max(FEWEST_GREEDY_GAMES, games * GREEDY_GAMES))):
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
    return [series(*key, parts) for key, parts in sorted(found.items())]


def series(level: str, players: int, player: str, parts: dict[int, tuple[list[int], list[int]]]) -> Series:
    """The parts in the order of their seeds, whichever was done first."""
    ordered = [parts[seed] for seed in sorted(parts)]
    rolls, points = ([number for part in ordered for number in part[k]] for k in (0, 1))
    return Series(level, players, player, rolls, points)


def by_kind(found: Sequence[Series]) -> dict[tuple[str, int, str], Series]:
    return {(one.level, one.players, one.player): one for one in found}


def lengths(found: Sequence[Series]) -> Table:
    kinds = by_kind(found)
    games, greedy_games = (len(kinds[LEVELS[0], 2, player].rolls) for player in (STRONG, GREEDY))
    title = (
        f"Rolls until somebody reaches the target: {games} games of the strongest, {greedy_games} of the greedy player"
    )
    table = Table(title=title, box=SIMPLE_HEAD, padding=(0, 0))
    table.add_column("sheet")
    for name in ("players", "5 %", "median", "95 %", f"{FEWEST}-{MOST}", "sure", "earlier"):
        table.add_column(name, justify="right", no_wrap=True)
    for name in ("greedy", f"{FEWEST}-{MOST}"):
        table.add_column(name, justify="right", style="dim", no_wrap=True)
    for level in LEVELS:
        for players in COUNTS[1:]:
            strong, greedy = kinds[level, players, STRONG], kinds[level, players, GREEDY]
            sure = wilson(strong.in_time, len(strong.rolls))
            low, middle, high = np.percentile(strong.rolls, [5, 50, 95])
            table.add_row(
                *(level, str(players), f"{low:.0f}", f"{middle:.0f}", f"{high:.0f}", f"{strong.in_time:.1%}"),
                *(f"{100 * sure.low:.0f}-{100 * sure.high:.0f} %", f"{strong.early:.1%}"),
                *(f"{np.median(greedy.rolls):.0f}", f"{greedy.in_time:.1%}"),
                end_section=players == COUNTS[-1],
            )
    return table


@dataclass(frozen=True)
class Measure:
    """A mean and its standard error."""

    mean: float
    error: float


@dataclass(frozen=True)
class Difficulty:
    level: str
    rolls: Measure  # over 2 to 6 players
    solo: Measure  # points
    first_values: int
    second_values: int

    @property
    def share(self) -> Measure:
        return Measure(self.solo.mean / self.first_values, self.solo.error / self.first_values)


def measured(numbers: Sequence[int]) -> Measure:
    return Measure(float(np.mean(numbers)), float(np.std(numbers) / np.sqrt(len(numbers))))


def difficulties(found: Sequence[Series], player: str) -> list[Difficulty]:
    kinds = by_kind(found)
    levels = []
    for level in LEVELS:
        counts = [measured(kinds[level, players, player].rolls) for players in COUNTS[1:]]
        errors = float(np.sqrt(sum(count.error**2 for count in counts))) / len(counts)
        rolls = Measure(float(np.mean([count.mean for count in counts])), errors)
        solo = measured(kinds[level, 1, player].points)
        levels.append(Difficulty(level, rolls, solo, values_of(level, 0), values_of(level, 1)))
    return levels


def difficulty_table(found: Sequence[Series]) -> Table:
    table = Table(title="Difficulty, for the same player on every sheet", box=SIMPLE_HEAD)
    for name in ("sheet", "player", "rolls", "alone", "all first", "share", "all second"):
        table.add_column(name, justify="left" if name in ("sheet", "player") else "right")
    for player in (STRONG, GREEDY):
        for one in difficulties(found, player):
            table.add_row(
                *(one.level, player, f"{one.rolls.mean:.1f} ± {2 * one.rolls.error:.1f}"),
                *(f"{one.solo.mean:.1f} ± {2 * one.solo.error:.1f}", str(one.first_values)),
                *(f"{one.share.mean:.1%}", str(one.second_values)),
                end_section=one.level == LEVELS[-1],
            )
    return table


def rises(measures: Sequence[Measure]) -> bool:
    """No step goes down beyond chance, and the last is higher than the first beyond chance."""

    def step(one: Measure, other: Measure) -> float:
        return (other.mean - one.mean) / max(1e-9, float(np.hypot(one.error, other.error)))

    return step(measures[0], measures[-1]) > 2 and all(step(*pair) > -2 for pair in pairwise(measures))


def shares_in_time(together: Sequence[Series]) -> list[float]:
    """Of all games of a player on a sheet, however many played."""
    kinds = {(one.level, one.player) for one in together}
    return [
        float(np.average([one.in_time for one in of_kind], weights=[len(one.rolls) for one in of_kind]))
        for of_kind in ([one for one in together if (one.level, one.player) == kind] for kind in kinds)
    ]


def promises(found: Sequence[Series]) -> list[tuple[str, bool]]:
    """What the sheets promise, and whether they keep it."""
    together = [one for one in found if one.players > 1 and len(one.rolls) >= ENOUGH]
    worst = min(one.in_time for one in together)
    in_time = all(share >= GOOD for share in shares_in_time(together))
    in_time = in_time and all(wilson(one.in_time, len(one.rolls)).high >= GOOD for one in together)
    kept = [(f"at least 95 of 100 games take {FEWEST} to {MOST} rolls (fewest seen: {worst:.1%})", in_time)]
    for player in sorted({one.player for one in together}):
        levels = difficulties(found, player)
        least = min(one.solo.mean / one.second_values for one in levels)
        told = f"{player}: alone clearly more than the second values (least: {least:.2f} times)"
        falling = [Measure(-one.share.mean, one.share.error) for one in levels]
        kept.append((told, least >= CLEARLY_MORE))
        kept.append((f"{player}: games take longer from level to level", rises([one.rolls for one in levels])))
        kept.append((f"{player}: alone the share of the first values falls from level to level", rises(falling)))
    return kept


@click.command()
@click.option("--games", default=20, show_default=True, help="Games of the strongest player, of each kind.")
@click.option("--workers", default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option("--quick", is_flag=True, help="A first look; judged by greedy games only.")
def main(games: int, workers: int, quick: bool) -> None:
    """Shows by simulation that our own sheets keep what they promise."""
    console = Console()
    found = study(2 if quick else games, workers, console)
    console.print(lengths(found))
    console.print(difficulty_table(found))
    kept = promises(found)
    for promise, fulfilled in kept:
        console.print(f"{'yes' if fulfilled else ' no'}  {promise}")
    BUILD.mkdir(exist_ok=True)
    (BUILD / "sheets.json").write_text(json.dumps([asdict(one) for one in found], indent=1), "utf-8")
    sys.exit(0 if all(fulfilled for _, fulfilled in kept) else 1)


if __name__ == "__main__":
    main()
