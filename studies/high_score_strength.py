"""How strong are the players of High Score? The contests behind data/levels.toml, each on paired deals in all seats.

    python studies/high_score_strength.py                    everything: some minutes on one core
    python studies/high_score_strength.py --only ladder      the contests whose name contains a word
    python studies/high_score_strength.py --games 500        fewer games

Writes build/high_score_strength.json and, for each contest, the games played, from which the next run goes on.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import click

from spieltisch import registry
from spieltisch.lab.arena import Standing, arena, sources
from spieltisch.lab.contest import contest

BUILD = Path("build")
FOR_POINTS, FOR_CHIPS, FOR_THE_WIN = "highest-score", "most-chips", "level6"


@dataclass(frozen=True)
class Measured:
    """One line of the table: one against a table of the other, and the share that it should take."""

    name: str
    bots: tuple[str, str]
    players: int = 2
    games: int = 4000
    wanted: float = 0.0


CONTESTS = (
    Measured("chips", (FOR_CHIPS, FOR_POINTS), wanted=0.56),
    Measured("win", (FOR_THE_WIN, FOR_POINTS), wanted=0.56),
    Measured("win or chips", (FOR_THE_WIN, FOR_CHIPS)),
    *(Measured(f"{n}: chips", (FOR_CHIPS, FOR_POINTS), n, 3000, 1 / n) for n in (3, 4, 5)),
    *(Measured(f"{n}: win", (FOR_THE_WIN, FOR_POINTS), n, 3000, 1 / n) for n in (3, 4, 5)),
    *(Measured(f"{n}: win or chips", (FOR_THE_WIN, FOR_CHIPS), n, 3000) for n in (3, 4, 5)),
    *(Measured(f"ladder: level{k}", (f"level{k}", f"level{k - 1}"), wanted=0.60) for k in range(2, 7)),
    Measured("span", ("level6", "level1")),
    Measured("span: random", ("level1", "random"), games=1000),
)


def measure(line: Measured, games: int) -> Standing:
    game = registry.game("high_score")
    meeting = contest(game, line.bots, players=line.players)
    told = "-".join((*line.bots, str(line.players), sources(game.name)))
    return arena(meeting, games or line.games, file=BUILD / f"high_score_strength-{told}.jsonl").bots[0]


@click.command()
@click.option("--only", default="", help="A word that the name of the contest contains.")
@click.option("--games", default=0, help="Instead of the usual number.")
def main(only: str, games: int) -> None:
    found = {}
    for line in CONTESTS:
        if only in line.name:
            who = measure(line, games)
            found[line.name] = {"games": who.games, "share": who.share, "low": who.low, "high": who.high}
            click.echo(
                f"{line.players} players: {line.bots[0]:12} against {line.bots[1]:14} {who.games} games: "
                f"{who.share:.1%} ({who.low:.1%} to {who.high:.1%}), wanted {line.wanted:.0%}, "
                f"{who.milliseconds:.2f} ms a move, slowest {who.slowest:.1f}"
            )
    (BUILD / "high_score_strength.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
