"""How strong are the levels of the tile game? The contests behind data/levels.toml, each on paired deals in all seats.

    python studies/genial_strength.py                    everything, with the level's own time: some hours
    python studies/genial_strength.py --share 0.1        level 6 with a tenth of its time
    python studies/genial_strength.py --only duel        the contests whose name contains a word
    python studies/genial_strength.py --games 100        fewer games

Writes build/genial_strength.json and, for each contest, the games played, from which the next run goes on.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from spieltisch import registry
from spieltisch.bots.levels import Thinking
from spieltisch.lab.arena import Result, arena
from spieltisch.lab.contest import contest

BUILD = Path("build")


@dataclass(frozen=True)
class Measured:
    """One line of the table: the first bot against the other, and what it should take."""

    name: str
    bots: tuple[str, ...]
    variant: str = "base"
    players: int = 2
    games: int = 200
    wanted: float = 0.0  # share of the games; alone, mean of the lowest marker


CONTESTS = (
    Measured("two: low-greedy", ("level6", "low-greedy"), wanted=0.95),
    Measured("two: total-greedy", ("level6", "total-greedy"), wanted=0.90),
    Measured("two: two-ply", ("level6", "two-ply"), wanted=0.80),
    Measured("two: random", ("level6", "random"), wanted=0.999),
    Measured("two: level4, a millisecond, low-greedy", ("level4", "low-greedy"), games=1000, wanted=0.80),
    Measured("two: level4, two-ply", ("level4", "two-ply"), games=400),
    Measured("three: low-greedy", ("level6", "low-greedy"), players=3, games=150, wanted=0.55),
    Measured("three: total-greedy", ("level6", "total-greedy"), players=3, games=150, wanted=0.55),
    Measured("four: total-greedy", ("level6", "total-greedy"), players=4, games=160, wanted=0.42),
    Measured("duel: low-greedy", ("level6", "low-greedy"), "duel", wanted=0.85),
    Measured("duel: total-greedy", ("level6", "total-greedy"), "duel", wanted=0.85),
    Measured("team: low-greedy", ("level6", "low-greedy"), "team", 4, 100, wanted=0.85),
    Measured("team: total-greedy", ("level6", "total-greedy"), "team", 4, 100, wanted=0.85),
    Measured("solo: level6", ("level6",), "solo", 1, 100, wanted=17),
    Measured("solo: low-greedy", ("low-greedy",), "solo", 1, 1000),
    *(Measured(f"ladder: level{k}", (f"level{k}", f"level{k - 1}"), wanted=0.60) for k in range(2, 7)),
    *(Measured(f"ladder in the duel: level{k}", (f"level{k}", f"level{k - 1}"), "duel") for k in range(2, 7)),
    *(Measured(f"ladder in teams: level{k}", (f"level{k}", f"level{k - 1}"), "team", 4, 60) for k in range(2, 7)),
    *(Measured(f"ladder alone: level{k}", (f"level{k}",), "solo", 1, 100) for k in range(1, 6)),
)


def measure(line: Measured, games: int, share: float) -> Result:
    game = registry.game("genial")
    thinking = None if share == 1 else Thinking(scale=share)
    meeting = contest(game, line.bots, variant=line.variant, players=line.players, thinking=thinking)
    file = BUILD / f"genial_strength-{line.name.replace(':', '').replace(' ', '-')}-{share:g}.jsonl"
    return arena(meeting, games or line.games, file=file)


def told(line: Measured, result: Result) -> dict[str, Any]:
    first = result.bots[0]
    alone = line.players == 1
    return {
        "name": line.name,
        "games": result.games,
        "share": first.points.mean if alone else first.share,
        "low": first.points.low if alone else first.low,
        "high": first.points.high if alone else first.high,
        "wanted": line.wanted,
        "milliseconds": first.milliseconds,
        "slowest": first.slowest,
    }


@click.command()
@click.option("--share", default=1.0, help="Of the time or playouts that levels think.")
@click.option("--games", default=0, help="In each contest, instead of what the study wants.")
@click.option("--only", default="", help="The contests whose name contains this.")
def main(share: float, games: int, only: str) -> None:
    console = Console()
    lines = []
    for line in CONTESTS:
        if only in line.name:
            row = told(line, measure(line, games, share))
            lines.append(row)
            console.print(
                f"{row['name']:40} {row['games']:5} games  {row['share']:.3f} [{row['low']:.3f}, {row['high']:.3f}]"
                f"  wanted {row['wanted']:g}  {row['milliseconds']:.1f} ms a move, at most {row['slowest']:.0f}",
                highlight=False,
                soft_wrap=True,
            )
    (BUILD / "genial_strength.json").write_text(json.dumps({"share": share, "contests": lines}, indent=2) + "\n")


if __name__ == "__main__":
    main()
