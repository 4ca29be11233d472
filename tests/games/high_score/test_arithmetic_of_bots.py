"""What the players of High Score reckon quickly is what the rules say, on every card of our deck and on odd ones.

What a whole turn is worth is compared with brute force in test_solver.py.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from games.high_score.cards import form, on_card
from spieltisch import CHANCE, Table
from spieltisch.games.high_score.bots.chips import known_card, tally_of
from spieltisch.games.high_score.bots.search import kept
from spieltisch.games.high_score.bots.tables import CHIPS, RESULTS
from spieltisch.games.high_score.bots.turn import results_of
from spieltisch.games.high_score.content import load
from spieltisch.games.high_score.rules import DICE, HANDFUL, HANDFULS, STEPS, end_turn, number, score_now, size
from spieltisch.kernel import Unpacked

DECK = [f"{card['way']} {card['scoring']} {card['swirl']}" for card in load("deck").data["card"]]
ODD = ["full sum 7", "free same_minus_rest 4", "aside pairs -3"]

every_card = pytest.mark.parametrize("card", DECK + ODD)


def state_of(at: Table) -> Any:
    return Unpacked(at.rows.copy())


def decisions(card: str, seed: int, players: int = 2) -> Iterator[tuple[Table, int, int]]:
    """Random turns on this card: the table before each decision, the seat and its action."""
    luck = random.Random(f"{card} {seed}")
    at = on_card(card, players)
    for _ in range(60):
        if at.rows["round"][0]:
            return
        seat = at.waiting[0]
        action = luck.choice(at.game.legal(at.rows, seat).tolist())
        if seat != CHANCE:
            yield at, seat, action
        at.act(seat, action)


def stood(at: Table, seat: int) -> int:
    """The handful that stands now, or with which the seat's turn has just ended."""
    state = state_of(at)
    return int(state.stood[0, seat]) or int(state.aside + state.lying)


@every_card
def test_what_is_kept_is_what_stands_after_the_action(card: str) -> None:
    compared = 0
    for seed in range(8):
        for at, seat, _ in decisions(card, seed):
            for action in at.game.legal(at.rows, seat)[:: 1 + compared % 3].tolist():
                keeps = kept(state_of(at), action)
                events = len(at.log)
                at.act(seat, action)
                assert stood(at, seat) == keeps
                at.rewind(events)
                compared += 1
    assert compared > 8


@every_card
def test_the_results_of_all_handfuls_are_those_that_turns_end_with(card: str) -> None:
    _, scoring, swirl = form(card)
    results = np.full(HANDFULS, -999, np.int64)
    results_of(scoring, swirl, DICE, results)
    assert (results[: STEPS[0, DICE]] == -999).all(), "smaller handfuls have no result"
    luck = random.Random(card)
    for handful in luck.sample(range(int(STEPS[0, DICE]), HANDFULS), 25):
        assert ended_with(state_of(on_card(card)), int(HANDFUL[handful])).results[0, 0] == results[handful]


def ended_with(state: Any, handful: int) -> Any:
    """The turn of the first seat ends with these dice."""
    assert size(handful) == DICE
    state.lying, state.aside, state.in_hand, state.rolls = handful, 0, 0, 1
    end_turn(state)
    return state


@pytest.mark.parametrize("card", DECK)
def test_the_table_of_results_is_the_rule_for_every_roll(card: str) -> None:
    at = on_card(card)
    _, scoring, swirl = form(card)
    results = np.zeros(HANDFULS, np.int64)
    results_of(scoring, swirl, DICE, results)
    assert (RESULTS[known_card(state_of(at))] == results[STEPS[0, DICE] :]).all()


@pytest.mark.parametrize("card", ODD)
def test_a_card_that_is_not_in_the_tables_is_not_taken_for_another(card: str) -> None:
    assert known_card(state_of(on_card(card))) == -1


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("card", DECK[:4])
def test_a_tally_gives_each_seat_the_chip_that_the_rules_give_it(card: str, players: int) -> None:
    compared = 0
    for seed in range(4):
        *_, (at, _, _) = decisions(card, seed, players)
        assert at.rows["round"][0] == 1, "the round is over"
        after = state_of(at)
        after.round = 0
        tally = tally_of(after)
        for seat in range(players):
            given = 3 * after.gold[seat] + 2 * after.silver[seat] + after.bronze[seat]
            assert CHIPS[seat, tally] == given
            compared += given > 0
    assert compared


@every_card
def test_the_score_now_is_the_result_of_whoever_stops_now(card: str) -> None:
    compared = 0
    for seed in range(6):
        for at, seat, _ in decisions(card, seed):
            state = state_of(at)
            handful = number(state.aside + state.lying)
            if handful >= STEPS[0, DICE]:
                ended = ended_with(state_of(at), int(HANDFUL[handful]))
                assert score_now(state) == ended.results[0, seat]
                compared += 1
    assert compared
