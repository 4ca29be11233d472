"""Does the solver of High Score keep its word? On each card of the deck: what it promises, and what turns bring.

    python studies/high_score_solver.py --turns 20000       some minutes on one core

`exact` is the mean result of the best turn for points. `played` is the mean of turns through the rules, decided by
whoever plays for points, with its standard error; `off` is how many errors lie between the two. `scores` and `solve`
are milliseconds of processor time for the results of all 792 rolls and for solving the turn, `worst` the slowest of
both together.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass

import click
import numpy as np

from spieltisch import registry
from spieltisch.game import Game
from spieltisch.games.high_score.bots.levels import highest_score
from spieltisch.games.high_score.bots.tables import LOWEST, SPREAD
from spieltisch.games.high_score.bots.turn import results_of, turn_values
from spieltisch.games.high_score.rules import CARDS, DICE, FROZEN, FULL_ROLLS, HANDFULS
from spieltisch.kernel import CHANCE, Engine, Rng, Rows, below, generator

REPEATS = 50


@dataclass(frozen=True)
class Checked:
    """One card."""

    name: str
    exact: float
    played: float
    error: float
    scores: float  # milliseconds, median
    solve: float
    worst: float

    @property
    def off(self) -> float:
        return (self.played - self.exact) / self.error


def turn(engine: Engine, start: Rows, luck: Rng) -> int:
    """The result of one turn of seat 0."""
    rows = start.copy()
    while rows["previous"][0] < 0:
        if engine.waiting(rows) & 1:
            action = int(engine.pick(rows, CHANCE, below(luck, engine.tickets(rows, CHANCE))))
            engine.apply(rows, CHANCE, action)
        else:
            engine.apply(rows, 0, int(engine.entry(highest_score)(rows.copy(), 0, luck)))
    return int(rows["results"][0][0, 0])


def check(game: Game, engine: Engine, number: int, turns: int) -> Checked:
    content = game.content({"deck": "deck"})
    way, scoring, swirl = map(int, content.numbers[2 + 3 * number : 5 + 3 * number])
    results, values = np.zeros(HANDFULS, np.int64), np.zeros((FULL_ROLLS, HANDFULS))
    points = np.arange(LOWEST, LOWEST + SPREAD, dtype=np.float64)
    score_all, solve_all = engine.rule(results_of), engine.rule(turn_values)
    scores, solve = [], []
    for _ in range(REPEATS + 1):
        begin = time.thread_time()
        score_all(scoring, swirl, DICE, results)
        middle = time.thread_time()
        solve_all(way, swirl == FROZEN, DICE, results, points, values)
        scores.append(1000 * (middle - begin))
        solve.append(1000 * (time.thread_time() - middle))
    rows = game.start(2, "base", game.chosen("base", 2, {"start": "1"}), content)
    engine.apply(rows, CHANCE, CARDS + number)
    luck = generator(number)
    brought = np.array([turn(engine, rows, luck) for _ in range(turns)])
    return Checked(
        name=" ".join(str(part) for part in content.data["card"][number].values()),
        exact=float(values[0, 0]),
        played=float(brought.mean()),
        error=float(brought.std() / np.sqrt(turns)),
        scores=statistics.median(scores[1:]),
        solve=statistics.median(solve[1:]),
        worst=max(map(sum, zip(scores[1:], solve[1:], strict=True))),
    )


@click.command()
@click.option("--turns", default=2000, help="Played on each card.")
def main(turns: int) -> None:
    game = registry.game("high_score")
    engine = game.compiled
    head = ("exact", "played", "error", "off", "scores", "solve", "worst")
    click.echo("{:32} {:>9} {:>9} {:>7} {:>6} {:>7} {:>7} {:>7}".format("card", *head))
    cards = []
    for card in range(len(game.content({"deck": "deck"}).data["card"])):
        c = check(game, engine, card, turns)
        cards.append(c)
        click.echo(
            f"{c.name:32} {c.exact:9.4f} {c.played:9.4f} {c.error:7.4f} {c.off:+6.2f} "
            f"{c.scores:7.3f} {c.solve:7.3f} {c.worst:7.3f}"
        )
    together = [c.scores + c.solve for c in cards]
    click.echo(
        f"furthest off {max(abs(c.off) for c in cards):.2f} errors; milliseconds a card: "
        f"median {statistics.median(together):.3f}, slowest card {max(together):.3f}, "
        f"worst of all {max(c.worst for c in cards):.3f}"
    )


if __name__ == "__main__":
    main()
