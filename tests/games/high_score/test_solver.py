"""The solver of a turn agrees with brute force, with the rules themselves and with simulated turns."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, product
from math import sqrt
from statistics import fmean, stdev

import numpy as np
import pytest

from games.high_score.by_hand import result as reckoned
from games.high_score.cards import dice as handful
from games.high_score.cards import form, on_card
from kit import arrange
from spieltisch import CHANCE, registry
from spieltisch.games.high_score.bots import tables
from spieltisch.games.high_score.bots.chips import solve_answers
from spieltisch.games.high_score.bots.search import kept, solve_turn
from spieltisch.games.high_score.bots.tables import LOWEST, SPREAD
from spieltisch.games.high_score.bots.turn import results_of, turn_values
from spieltisch.games.high_score.content import SCORINGS, SWIRLS, WAYS
from spieltisch.games.high_score.rules import (
    CHOICES,
    DECIDING,
    FROZEN,
    FULL_ROLLS,
    HANDFUL,
    HANDFULS,
    ROLLING,
    STEPS,
    number,
    score,
)
from spieltisch.kernel import Doubles, Rows, below, generator

GAME = registry.game("high_score")
ENTRY = GAME.engine.entry
Payoff = Callable[[int], float]
Dice = tuple[str, ...]

DECK = [f"{card['way']} {card['scoring']} {card['swirl']}" for card in GAME.content({"deck": "deck"}).data["card"]]
ODD_CARDS = ["full odd_minus_rest frozen", "aside sum choice", "free ascending 3", "aside tens_minus_rest frozen"]


def points(result: int) -> float:
    return float(result)


def crooked(result: int) -> float:
    """A payoff without rhyme or reason."""
    return float(result * result * 7 % 11)


def table_of(payoff: Payoff) -> Doubles:
    return np.array([payoff(result) for result in range(LOWEST, LOWEST + SPREAD)])


class ByHand:
    """A turn over dice that can be told apart: every roll, every choice."""

    def __init__(self, card: str, dice: int, payoff: Payoff) -> None:
        self.way, self.scoring, self.swirl = card.split()
        self.dice, self.payoff = dice, payoff
        self.best = cache(self._best)

    def worth(self) -> float:
        return self._thrown((), (), self.dice, 0)

    def _thrown(self, aside: Dice, lying: Dice, air: int, rolls: int) -> float:
        """The mean over all rolls of the dice in the air."""
        return fmean(self._landed(aside, lying, roll, rolls + 1) for roll in product("12345*", repeat=air))

    def _landed(self, aside: Dice, lying: Dice, roll: Dice, rolls: int) -> float:
        freezing = tuple(die for die in roll if die == "*" and self.swirl == "frozen")
        lying = lying + tuple(die for die in roll if die not in freezing)
        return self.best(tuple(sorted(aside + freezing)), tuple(sorted(lying)), bool(freezing), rolls)

    def _best(self, aside: Dice, lying: Dice, froze: bool, rolls: int) -> float:
        stand = self.payoff(reckoned(self.scoring, self.swirl, " ".join(aside + lying)))
        if not lying or rolls == {"full": 4, "free": 3, "aside": -1}[self.way]:
            return stand
        if self.way == "full":
            return max(stand, self._thrown(aside, (), len(lying), rolls))
        options = [] if self.way == "aside" else [stand]
        for left, gone in splits(lying):
            if self.way == "free" and gone:
                options.append(self._thrown(aside, left, len(gone), rolls))
            elif self.way == "aside" and (left or froze):
                options.append(self._thrown(aside + left, (), len(gone), rolls) if gone else stand)
        return max(options)


def splits(dice: Dice) -> set[tuple[Dice, Dice]]:
    """Every way to take some and leave the others."""
    parts = set()
    for n in range(len(dice) + 1):
        for taken in combinations(range(len(dice)), n):
            chosen = tuple(dice[k] for k in taken)
            parts.add((chosen, tuple(dice[k] for k in range(len(dice)) if k not in taken)))
    return parts


def solved(card: str, dice: int, payoff: Payoff) -> Doubles:
    """All values of a turn with so many dice."""
    way, scoring, swirl = form(card)
    results = np.zeros(HANDFULS, np.int64)
    values = np.zeros((FULL_ROLLS, HANDFULS))
    results_of(scoring, swirl, dice, results)
    turn_values(way, swirl == FROZEN, dice, results, table_of(payoff), values)
    return values


@pytest.mark.parametrize("card", DECK + ODD_CARDS)
@pytest.mark.parametrize("payoff", [points, crooked])
def test_two_dice_are_worth_what_brute_force_says(card: str, payoff: Payoff) -> None:
    assert solved(card, 2, payoff)[0, 0] == pytest.approx(ByHand(card, 2, payoff).worth(), abs=1e-12)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("swirl", ["-5", "frozen", "choice"])
@pytest.mark.parametrize("payoff", [points, crooked])
def test_three_dice_are_worth_what_brute_force_says(way: str, swirl: str, payoff: Payoff) -> None:
    card = f"{way} same_minus_rest {swirl}"
    assert solved(card, 3, payoff)[0, 0] == pytest.approx(ByHand(card, 3, payoff).worth(), abs=1e-12)


def test_four_dice_set_aside_with_frozen_swirls_are_worth_what_brute_force_says() -> None:
    card = "aside pairs frozen"
    assert solved(card, 4, points)[0, 0] == pytest.approx(ByHand(card, 4, points).worth(), abs=1e-12)


def by_rules(rows: Rows, payoff: Payoff) -> float:
    """What the turn is worth if the rules are asked for every roll and every choice."""
    if rows["previous"][0] == 0:
        return payoff(int(rows["results"][0][rows["round"][0], 0]))
    rolling = rows["phase"][0] == ROLLING
    values = []
    for action in GAME.legal(rows, CHANCE if rolling else 0):
        after = rows.copy()
        GAME.engine.apply(after, CHANCE if rolling else 0, int(action))
        values.append(by_rules(after, payoff))
    return float(np.average(values, weights=GAME.weights(rows))) if rolling else max(values)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("card", "played"),
    [
        ("full same_minus_rest 0", ["1 1 2 3 4 5 *", "roll", "1 1 2 3 4 5 5", "roll", "1 1 2 2 3 * *"]),
        ("full odd frozen", ["1 1 2 3 4 5 *", "roll", "1 1 2 * * *", "roll", "2 2 *"]),
        ("free tens_minus_rest 5", ["2 2 3 3 3 5 *", "reroll 2 2", "3 *"]),
        ("free sum frozen", ["1 1 2 * * * *"]),
        ("aside triples_minus_rest choice", ["1 1 2 3 4 5 *", "aside 4 5 *", "1 1 * *", "aside 1", "2 2 5"]),
        ("aside pairs frozen", ["1 1 2 3 4 5 5", "aside 1 1 5 5", "* 3 3"]),
        ("aside ascending 10", ["1 1 2 3 4 5 *", "aside 1 2 3 4 5", "2 4"]),
    ],
)
def test_every_choice_is_worth_what_the_rules_say(card: str, played: list[str]) -> None:
    at = on_card(card)
    at.play(*played)
    assert at.rows["phase"][0] == DECIDING
    actions, scores = np.zeros(CHOICES, np.int64), np.zeros(CHOICES)
    found = ENTRY(solve_turn)(at.rows, table_of(crooked), actions, scores)
    assert sorted(actions[:found]) == list(GAME.legal(at.rows, 0))
    for action, valued in zip(actions[:found], scores[:found], strict=True):
        after = at.rows.copy()
        GAME.engine.apply(after, 0, int(action))
        assert valued == pytest.approx(by_rules(after, crooked), abs=1e-9)


def simulated(card: str, values: Doubles, turns: int) -> list[int]:
    """So many turns played through the rules by the values."""
    rng, results = generator(7), []
    start = arrange(on_card(card), phase=ROLLING).rows
    aside = card.startswith("aside")
    for _ in range(turns):
        rows = start.copy()
        while rows["previous"][0] < 0:
            if rows["phase"][0] == ROLLING:
                action = GAME.engine.pick(rows, CHANCE, below(rng, GAME.engine.tickets(rows, CHANCE)))
                GAME.engine.apply(rows, CHANCE, action)
                continue
            stand = [int(ENTRY(kept)(rows, int(action))) for action in GAME.legal(rows, 0)]
            layer = 0 if aside else int(rows["rolls"][0])
            best = np.argmax([values[layer, number(handful)] for handful in stand])
            GAME.engine.apply(rows, 0, int(GAME.legal(rows, 0)[best]))
        results.append(int(rows["results"][0][0, 0]))
    return results


@pytest.mark.parametrize("card", ["full sum 10", "free same -5", "aside ascending 10", "aside pairs frozen"])
def test_simulated_turns_bring_what_the_solver_promises(card: str) -> None:
    """Within four standard errors; studies/high_score_solver.py does it for every card, with many more turns."""
    values = solved(card, 7, points)
    results = simulated(card, values, 40)
    assert fmean(results) == pytest.approx(values[0, 0], abs=4 * stdev(results) / sqrt(len(results)))


def test_more_rolls_are_never_worse() -> None:
    values = solved("free pairs_minus_rest 6", 7, points)
    assert (values[0, : STEPS[0, 7]] >= values[1, : STEPS[0, 7]] - 1e-12).all()
    assert values[1, 0] > values[2, 0] + 1


def test_rolling_seven_dice_once_is_the_mean_over_all_rolls() -> None:
    assert solved("free sum 10", 7, points)[2, 0] == pytest.approx(7 * 25 / 6)
    assert tables.LIKELY[STEPS[0, 7] :].sum() == pytest.approx(1)
    assert len(HANDFUL) == len(tables.LIKELY)


# The tables


@pytest.mark.parametrize("card", ["full odd 0", "free sum frozen"])
def test_the_tables_hold_what_is_solved(card: str) -> None:
    """The best chance to pass a field, and what it is worth if second place counts a half; results; hopes."""
    way, scoring, swirl = form(card)
    known = DECK.index(card)
    results = np.zeros(HANDFULS, np.int64)
    results_of(scoring, swirl, 7, results)
    assert (tables.RESULTS[known] == results[tables.KEPT :]).all()
    for second in (0.0, 0.5):
        answers = np.zeros(tables.FIELDS)
        solve_answers(way, swirl == FROZEN, results, second, 14, answers)
        assert tables.ANSWERS[known, round(10 * second), ::14] == pytest.approx(answers[::14], abs=1e-6)
    if card.startswith("free"):
        hopes = tables.HOPES[tables.HOPES_AT[known], :, 0]
        assert hopes == pytest.approx(solved(card, 7, points)[1, : tables.KEPT], abs=1e-4)


def test_the_last_of_two_wants_to_pass_and_needs_a_field() -> None:
    """Passing the field is worth 1, any other field 0.3; who would land on it is pushed down."""
    way, scoring, swirl = form("full same_minus_rest 0")
    results, values, answers = np.zeros(HANDFULS, np.int64), np.zeros((FULL_ROLLS, HANDFULS)), np.zeros(tables.FIELDS)
    results_of(scoring, swirl, 7, results)
    solve_answers(way, False, results, 0.3, 1, answers)
    for field in (0, 1, 12):

        def placed(result: int, field: int = field) -> float:
            at = result - (result == field)
            return 1.0 if result > field else 0.3 if at > 0 else 0.0

        turn_values(way, False, 7, results, table_of(placed), values)
        assert answers[field] == pytest.approx(values[0, 0])


def test_in_a_duel_nobody_is_ahead_at_first() -> None:
    """Whoever starts has the worse of it; a lead only helps; in the end it decides."""
    lead, gold = tables.LEAD, tables.GOLD_LEAD
    assert 0.48 < tables.DUEL[7, lead, gold] < 0.5
    assert (np.diff(tables.DUEL[3, lead - 6 : lead + 7, gold]) >= -1e-6).all()
    assert [tables.DUEL[0, lead + ahead, gold] for ahead in (-1, 0, 1)] == [0, 0.5, 1]
    assert [tables.DUEL[0, lead, gold + ahead] for ahead in (-1, 1)] == [0, 1]


def test_the_best_of_every_action_is_found() -> None:
    at = on_card("free sum 10").play("1 1 2 3 4 * *")
    actions, scores = np.zeros(CHOICES, np.int64), np.zeros(CHOICES)
    found = ENTRY(solve_turn)(at.rows, table_of(points), actions, scores)
    assert sorted(actions[:found]) == list(GAME.legal(at.rows, 0))
    assert GAME.write(at.rows, 0, int(actions[scores[:found].argmax()])) == "reroll 1 1 2 3 4"


def test_no_result_lies_outside_the_table() -> None:
    for scoring in range(len(SCORINGS)):
        for swirl in (-10, 10, *SWIRLS.values()):
            for dice in ("* * * * * * *", "5 5 5 5 5 5 5", "1 2 3 4 5 * *"):
                assert LOWEST <= score(handful(dice), scoring, swirl) < LOWEST + SPREAD
