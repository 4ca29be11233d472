"""How strong are the levels? The contests behind each data/levels.toml, on paired deals in all seats.

    python studies/strength.py genial                     everything, with the levels' own time: up to some hours
    python studies/strength.py genial --share 0.1         levels that count milliseconds think a tenth of them
    python studies/strength.py genial --only duel         the contests whose name contains a word
    python studies/strength.py genial --games 100         fewer games

Writes build/strength-GAME.json and, for each contest, the games played, from which the next run goes on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import click

from spieltisch import registry
from spieltisch.bots.levels import Thinking
from spieltisch.lab.arena import Standing, arena, sources
from spieltisch.lab.contest import contest

BUILD = Path("build")


@dataclass(frozen=True)
class Measured:
    """One line of the table: the first bot against a table of the other, and what it should take."""

    name: str
    bots: tuple[str, ...]
    variant: str = "base"
    players: int = 2
    games: int = 200
    wanted: float = 0.0  # share of the games; alone the mean of the points
    options: Mapping[str, str] = field(default_factory=dict)


def ladder(name: str = "ladder", variant: str = "base", **more: Any) -> list[Measured]:
    """Each level against the one below."""
    return [Measured(f"{name}: level{k}", (f"level{k}", f"level{k - 1}"), variant, **more) for k in range(2, 7)]


GENIAL = (
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
    *ladder(wanted=0.60),
    *ladder("ladder in the duel", "duel"),
    *ladder("ladder in teams", "team", players=4, games=60),
    *(Measured(f"ladder alone: level{k}", (f"level{k}",), "solo", 1, 100) for k in range(1, 6)),
)
GENIAL_DICE = (
    *(
        Measured(f"{players}: {reference}", ("level6", reference), players=players, games=3000)
        for players in (2, 3, 4)
        for reference in ("marks-greedy", "first-greedy")
    ),
    Measured("long rows: marks-greedy", ("level6", "marks-greedy"), games=2000, options={"sheet": "3+3+3"}),
    *ladder(games=2000, wanted=0.60),
    Measured("ladder: level1", ("level1", "random"), games=1000),
)
HIGH_SCORE = (
    Measured("chips", ("most-chips", "highest-score"), games=4000, wanted=0.56),
    Measured("win", ("level6", "highest-score"), games=4000, wanted=0.56),
    Measured("win or chips", ("level6", "most-chips"), games=4000),
    *(
        Measured(f"{n}: {aim}", (who, "highest-score"), players=n, games=3000, wanted=1 / n)
        for aim, who in (("chips", "most-chips"), ("win", "level6"))
        for n in (3, 4, 5)
    ),
    *(Measured(f"{n}: win or chips", ("level6", "most-chips"), players=n, games=3000) for n in (3, 4, 5)),
    *ladder(games=4000, wanted=0.60),
    Measured("span", ("level6", "level1"), games=4000),
    Measured("span: random", ("level1", "random"), games=1000),
)
BRILLIANT = (
    Measured("two: greedy", ("level6", "greedy"), wanted=0.68),
    Measured("two: level5, greedy", ("level5", "greedy")),
    Measured("two: level4, greedy", ("level4", "greedy")),
    Measured("two: next-roll", ("level6", "next-roll")),
    Measured("three: greedy", ("level6", "greedy"), players=3, games=150),
    Measured("four: greedy", ("level6", "greedy"), players=4, games=120),
    *(Measured(f"solo: {who}", (who,), "solo", 1, 100) for who in ("level6", "level5", "greedy")),
    *ladder(wanted=0.60),
)
CONTESTS = {"genial": GENIAL, "genial_dice": GENIAL_DICE, "high_score": HIGH_SCORE, "brilliant": BRILLIANT}


def measure(game: str, line: Measured, games: int, share: float, jobs: int) -> Standing:
    thinking = None if share == 1 else Thinking(scale=share)
    meeting = contest(
        registry.game(game),
        line.bots,
        variant=line.variant,
        players=line.players,
        options=line.options,
        thinking=thinking,
    )
    file = f"strength-{game}-{re.sub('[^a-z0-9]+', '-', line.name)}-{share:g}-{sources(game)}.jsonl"
    return arena(meeting, games or line.games, jobs=jobs, file=BUILD / file).bots[0]


@click.command()
@click.argument("game", type=click.Choice(list(CONTESTS)))
@click.option("--share", default=1.0, help="Of the time that levels think.")
@click.option("--games", default=0, help="In each contest, instead of what the study wants.")
@click.option("--only", default="", help="The contests whose name contains this.")
@click.option("--jobs", default=1, help="Processes.")
def main(game: str, share: float, games: int, only: str, jobs: int) -> None:
    BUILD.mkdir(exist_ok=True)
    found = []
    for line in CONTESTS[game]:
        if only in line.name:
            who = measure(game, line, games, share, jobs)
            value, low, high = who.share, who.low, who.high
            if line.players == 1:
                value, low, high = who.points.mean, who.points.low, who.points.high
            found.append({**asdict(line), "games": who.games, "value": value, "low": low, "high": high})
            click.echo(
                f"{line.name:40} {who.games:5} games  {value:.3f} [{low:.3f}, {high:.3f}]  wanted {line.wanted:.3g}"
                f"  {who.milliseconds:.1f} ms a move, at most {who.slowest:.0f}"
            )
    (BUILD / f"strength-{game}.json").write_text(json.dumps({"share": share, "contests": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
