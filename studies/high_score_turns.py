"""Makes games/high_score/data/turns.npz: what players of High Score look up, for the cards of our own deck.

    python studies/high_score_turns.py            about a minute on one core

All of it is exact but for two things: what second place is worth goes in tenths (between them it is interpolated), and
in the table of the duel every card may come in every round, even one that has been played.
"""

from __future__ import annotations

import click
import numpy as np

from spieltisch import registry
from spieltisch.games.high_score.bots.chips import solve_answers
from spieltisch.games.high_score.bots.tables import FIELDS, FILE, GOLD_LEAD, KEPT, LAYERS, LEAD, LOWEST, SECONDS, SPREAD
from spieltisch.games.high_score.bots.turn import results_of, turn_values
from spieltisch.games.high_score.rules import ASIDE, DICE, FROZEN, FULL_ROLLS, HANDFULS, ROUNDS
from spieltisch.kernel import Doubles, Engine, Ints

TIP = 2.0**-30  # an aim is tipped so far to see what else its best turn brings
RESULTS = np.arange(LOWEST, LOWEST + SPREAD)


class Solver:
    """One card."""

    def __init__(self, engine: Engine, card: Ints) -> None:
        self._solve_answers, self._turn_values = engine.rule(solve_answers), engine.rule(turn_values)
        self.way, scoring, swirl = map(int, card)
        self.freezing = swirl == FROZEN
        self.results = np.zeros(HANDFULS, np.int64)
        engine.rule(results_of)(scoring, swirl, DICE, self.results)

    def answers(self) -> Doubles:
        found = np.zeros((SECONDS, FIELDS))
        for k in range(SECONDS):
            self._solve_answers(self.way, self.freezing, self.results, k / (SECONDS - 1), 1, found[k])
        return found

    def values(self, payoff: Doubles) -> Doubles:
        values = np.zeros((FULL_ROLLS, HANDFULS))
        self._turn_values(self.way, self.freezing, DICE, self.results, payoff, values)
        return values

    def hopes(self) -> Doubles:
        """Mean and spread, of which the square is what tipping towards squares brings."""
        first = 0 if self.way == ASIDE else 1  # before the first roll there is nothing to keep
        layers = slice(first, first + int(LAYERS[self.way]))
        mean = self.values(RESULTS.astype(np.float64))[layers, :KEPT]
        tipped = self.values(RESULTS + TIP * RESULTS**2)[layers, :KEPT]
        return np.stack([mean, np.sqrt(np.maximum((tipped - mean) / TIP - mean**2, 0))], axis=2)


def leads() -> tuple[Ints, Ints]:
    """In points and in gold, all pairs."""
    points, gold = np.indices((2 * LEAD + 1, 2 * GOLD_LEAD + 1))
    return points.ravel() - LEAD, gold.ravel() - GOLD_LEAD


def duel_before(after: Doubles, solvers: list[Solver], answers: Doubles) -> Doubles:
    """The chance of whoever starts to win, one round earlier."""
    points, gold = leads()

    def starts(more: int, more_gold: int) -> Doubles:
        """Whoever started has so much more now, and starts again."""
        at = np.clip(LEAD + points + more, 0, 2 * LEAD), np.clip(GOLD_LEAD + gold + more_gold, 0, 2 * GOLD_LEAD)
        share: Doubles = after[at]
        return share

    def follows(less: int) -> Doubles:
        """The other one has so much more now and a gold chip, and starts."""
        at = np.clip(LEAD - points + less, 0, 2 * LEAD), np.clip(GOLD_LEAD - gold + 1, 0, 2 * GOLD_LEAD)
        share: Doubles = 1 - after[at]
        return share

    third, second, first, alone, nobody = starts(3, 1), starts(2, 1), follows(2), follows(3), starts(0, 0)
    loss = third - first
    ratio = np.divide(third - second, loss, out=np.zeros(len(loss)), where=loss > 0).clip(0, 1)
    fields = np.maximum(RESULTS, 0)
    total = np.zeros(len(points))
    for solver, answer in zip(solvers, answers, strict=True):
        step = np.minimum((ratio * (SECONDS - 1)).astype(np.int64), SECONDS - 2)
        share = (ratio * (SECONDS - 1) - step)[:, None]
        by_field = third[:, None] - loss[:, None] * ((1 - share) * answer[step] + share * answer[step + 1])
        by_field[:, 0] = nobody + (alone - nobody) * answer[0, 0]
        total += [solver.values(payoff)[0, 0] for payoff in by_field[:, fields]]
    mean: Doubles = total / len(solvers)
    return mean.reshape(after.shape)


def over() -> Doubles:
    """Most points win, then most gold."""
    points, gold = leads()
    won: Doubles = (np.sign(100 * points + gold) + 1) / 2
    return won.reshape(2 * LEAD + 1, 2 * GOLD_LEAD + 1)


@click.command()
def main() -> None:
    game = registry.game("high_score")
    cards = game.content({"deck": "deck"}).numbers[2:].reshape(-1, 3)
    solvers = [Solver(game.compiled, card) for card in cards]
    answers = np.array([solver.answers() for solver in solvers])
    duel = [over()]
    for left in range(1, ROUNDS + 1):
        duel.append(duel_before(duel[-1], solvers, answers))
        click.echo(f"{left} rounds left: whoever starts wins {duel[-1][LEAD, GOLD_LEAD]:.2%}")
    np.savez_compressed(
        FILE,
        cards=cards.astype(np.int16),
        results=np.array([solver.results[KEPT:] for solver in solvers], np.int16),
        answers=answers.astype(np.float32),
        hopes=np.concatenate([solver.hopes() for solver in solvers]).astype(np.float32),
        duel=np.array(duel, np.float32),
    )
    click.echo(f"written: {FILE.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
