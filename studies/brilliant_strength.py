"""How strong are the levels of the sheet game? The contests behind data/levels.toml, each on paired dice in all seats.

    python studies/brilliant_strength.py                    everything, with the level's own time: some hours
    python studies/brilliant_strength.py --share 0.1        levels that search with a tenth of their time or playouts
    python studies/brilliant_strength.py --only solo        the contests whose name contains a word
    python studies/brilliant_strength.py --games 100        fewer games

Writes build/brilliant_strength.json and, for each contest, the games played, from which the next run goes on.
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
    players: int = 2
    games: int = 200
    wanted: float = 0.0  # share of the games; alone the mean of the points


CONTESTS = (
    Measured("two: greedy", ("level6", "greedy"), wanted=0.68),
    Measured("two: level5, greedy", ("level5", "greedy")),
    Measured("two: level4, greedy", ("level4", "greedy")),
    Measured("two: next-roll", ("level6", "next-roll")),
    Measured("three: greedy", ("level6", "greedy"), 3, 150),
    Measured("four: greedy", ("level6", "greedy"), 4, 120),
    Measured("solo: level6", ("level6",), 1, 100),
    Measured("solo: level5", ("level5",), 1, 100),
    Measured("solo: greedy", ("greedy",), 1, 100),
    *(Measured(f"ladder: level{k}", (f"level{k}", f"level{k - 1}"), wanted=0.60) for k in range(2, 7)),
)


def measure(line: Measured, games: int, share: float) -> Result:
    game = registry.game("brilliant")
    thinking = None if share == 1 else Thinking(scale=share)
    variant = "solo" if line.players == 1 else "base"
    meeting = contest(game, line.bots, variant=variant, players=line.players, thinking=thinking)
    file = BUILD / f"brilliant_strength-{line.name.replace(':', '').replace(',', '').replace(' ', '-')}-{share:g}.jsonl"
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
                f"{row['name']:24} {row['games']:5} games  {row['share']:.3f} [{row['low']:.3f}, {row['high']:.3f}]"
                f"  wanted {row['wanted']:g}  {row['milliseconds']:.1f} ms a move, at most {row['slowest']:.0f}",
                highlight=False,
                soft_wrap=True,
            )
    (BUILD / "brilliant_strength.json").write_text(json.dumps({"share": share, "contests": lines}, indent=2) + "\n")


if __name__ == "__main__":
    main()
