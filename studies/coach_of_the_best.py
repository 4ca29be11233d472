"""What does the coach find in games of the best players against themselves? Their decisions should cost nearly nothing.

    python studies/coach_of_the_best.py                       level 6, every game with two players and alone
    python studies/coach_of_the_best.py --level level2        another level, to compare with
    python studies/coach_of_the_best.py --only brilliant --games 2 --playouts 500

Levels that count milliseconds think a tenth of them. Writes build/coach_of_the_best.json, a line for each setup and
level: what a decision cost on average, how many cost nothing that can be measured, and how large luck was.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np

from spieltisch import bots, new, registry
from spieltisch.bots.levels import Thinking
from spieltisch.bots.search import Budget
from spieltisch.coach.review import MILLION, Review, review
from spieltisch.kernel import generator
from spieltisch.referee import Table

FILE = Path("build/coach_of_the_best.json")
THINKING = Thinking(scale=0.1)


@dataclass(frozen=True)
class Setup:
    game: str
    variant: str
    players: int

    def __str__(self) -> str:
        return f"{self.game} {self.variant}, {self.players} players"


def setups() -> Iterator[Setup]:
    """Each game with two players, and alone where that can be played."""
    for name in registry.names():
        variants = registry.game(name).variants
        for players in (2, 1):
            variant = next((variant for variant, counts in variants.items() if players in counts), None)
            if variant is not None:
                yield Setup(name, variant, players)


def played(setup: Setup, level: str, seed: int) -> Table:
    """A game of the level against itself."""
    table, rng = new(setup.game, setup.players, setup.variant, seed=seed), generator(seed)
    bot = bots.named(level, table.game, THINKING)
    while table.waiting:
        seat = table.waiting[0]
        table.act(seat, bot.choose(table.game, table.game.hidden(table.rows, seat), seat, rng))
    return table


def told(setup: Setup, level: str, reviews: list[Review], seconds: float) -> dict[str, Any]:
    """Shares in per cent of the win; alone in points."""
    totals = [total for found in reviews for total in found.totals]
    losses = [each.loss for found in reviews for each in found.decisions]
    unit = MILLION if setup.players == 1 else MILLION / 100
    return {
        "setup": str(setup),
        "level": level,
        "unit": reviews[0].unit,
        "games": len(reviews),
        "decisions": len(losses),
        "loss_of_a_decision": float(np.mean(losses)) / unit,
        "error": float(np.std(losses)) / len(losses) ** 0.5 / unit,
        "lost_in_a_game": float(np.mean([total.lost for total in totals])) / unit,
        "accuracy": sum(loss == 0 for loss in losses) / len(losses),
        "luck_in_a_game": float(np.mean([abs(total.luck) for total in totals])) / unit,
        "seconds_for_a_review": seconds / len(reviews),
    }


@click.command()
@click.option("--games", default=4, show_default=True, help="Of each setup.")
@click.option("--playouts", default=2000, show_default=True, help="For each decision.")
@click.option("--level", default="level6", show_default=True)
@click.option("--only", default="", help="Setups whose name contains this.")
def main(games: int, playouts: int, level: str, only: str) -> None:
    lines = json.loads(FILE.read_text()) if FILE.exists() else []
    for setup in setups():
        if only not in str(setup):
            continue
        registry.game(setup.game).use_compiled()
        review(played(setup, "level1", 0), Budget(playouts=2, width=2))  # compiles
        reviews, seconds = [], 0.0
        for seed in range(games):
            table = played(setup, level, seed)
            begin = time.thread_time()
            reviews.append(review(table, Budget(playouts=playouts, width=12)))
            seconds += time.thread_time() - begin
        line = told(setup, level, reviews, seconds)
        lines = [old for old in lines if (old["setup"], old["level"]) != (line["setup"], level)] + [line]
        click.echo(
            f"{line['setup']:32} {level}  {line['games']} games, {line['decisions']} decisions:"
            f" {line['loss_of_a_decision']:.3f} ± {line['error']:.3f} a decision, {line['lost_in_a_game']:.2f} a game,"
            f" accuracy {line['accuracy']:.1%}, luck {line['luck_in_a_game']:.1f}; {line['seconds_for_a_review']:.1f} s"
        )
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(json.dumps(lines, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
