"""Players of High Score: each answers with a legal action, and they differ where they should."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from games.high_score.cards import field, last_round, on_card
from kit import arrange
from spieltisch import Table, new, registry
from spieltisch.bots import LEVELS
from spieltisch.bots.levels import plan_of
from spieltisch.contract import Policy
from spieltisch.games.high_score import bots
from spieltisch.games.high_score.bots import tables
from spieltisch.games.high_score.bots.chips import answers_of, evaluate, known_card, solve_answers
from spieltisch.games.high_score.bots.levels import adder, beginner, highest_score, most_chips, short_sighted, the_win
from spieltisch.games.high_score.bots.search import AS_IT_IS, candidates, policy, results_seen
from spieltisch.games.high_score.rules import HANDFULS, OVER
from spieltisch.kernel import Unpacked, generator

GAME = registry.game("high_score")
PLAYERS = [*bots.POLICIES.values(), *bots.REFERENCES.values(), policy]
STRANGE = "free same_minus_rest 4"  # on no card of our deck


def opened(table: Table) -> Any:
    """A copy of the state, as rules read it."""
    return Unpacked(table.rows.copy())


def deciding(seed: int, players: int = 2, decisions: int = 0) -> Table:
    """A table after so many decisions, all by the quick policy."""
    table, rng = new("high_score", players, seed=seed), generator(seed)
    for _ in range(decisions):
        seat = table.waiting[0]
        table.act(seat, policy(opened(table), seat, rng))
    return table


def chosen(table: Table, player: Policy) -> str:
    """What a player does, in writing."""
    seat = table.waiting[0]
    action = player(opened(table), seat, generator(1))
    table.check(seat, action)
    return table.game.write(table.rows, seat, action)


@pytest.mark.parametrize("player", PLAYERS)
def test_every_player_answers_with_a_legal_action(player: Policy) -> None:
    for seed in (1, 2):
        chosen(deciding(seed, decisions=4 * seed), player)


def test_every_level_is_one_of_them() -> None:
    assert {plan_of(GAME, level, "base").policy for level in LEVELS} == bots.POLICIES.keys()


@pytest.mark.parametrize("players", [3, 5])
def test_those_who_look_at_the_track_reckon_with_all_who_are_still_to_roll(players: int) -> None:
    for decisions in (0, 6):
        for player in (most_chips, the_win):
            chosen(deciding(2, players, decisions), player)


def test_the_quick_policy_plays_whole_games_on_every_kind_of_card() -> None:
    for seed in range(6):
        table, rng = new("high_score", 3, seed=seed), generator(seed)
        while table.waiting:
            seat = table.waiting[0]
            table.act(seat, policy(opened(table), seat, rng))
        assert table.outcome is not None


# What they look at


def test_only_the_dice() -> None:
    """Two sixes are a good start to somebody who plays for points, but too little behind 37."""
    table = on_card("full same 6").play("1 1 2 2 2 5 *")
    behind = arrange(on_card("full same 6").play("1 1 2 2 2 5 *"), starter=1)
    behind.rows["fields"][0][0, 1] = 12
    assert chosen(table, highest_score) == chosen(behind, highest_score) == "roll"


def test_the_track() -> None:
    """12 points are ahead of 11: whoever rolls last stops with them, whoever plays for points goes on."""
    table = arrange(on_card("full same 6").play("1 1 2 2 3 3 *"), starter=1)
    table.rows["fields"][0][0, 1] = 11
    assert chosen(table, highest_score) == "roll"
    assert chosen(table, most_chips) == chosen(table, the_win) == chosen(table, policy) == "stop"


def test_the_chips_that_everybody_has() -> None:
    """In the last round bronze is enough for the win here, and gold would be a risk."""
    table = arrange(last_round(on_card("full same_minus_rest 0").play("1 1 2 2 3 4 *")), starter=1)
    table.rows["fields"][0][6, 1] = 3
    assert field(table, "round") == 6
    safe = arrange(table, gold=[4, 3, 0, 0, 0], bronze=[1, 1, 0, 0, 0])
    assert chosen(safe, most_chips) == "roll"
    assert evaluate(opened(safe), 0) == pytest.approx(1 - tables.DUEL[1, tables.LEAD - 3, tables.GOLD_LEAD - 1])


# Mistakes


def test_a_beginner_has_enough_after_two_rolls() -> None:
    table = on_card("full sum 10").play("1 1 1 1 1 1 2", "roll", "1 1 1 1 1 1 2")
    assert chosen(table, beginner) == "stop"
    assert chosen(table, adder) == "roll"
    aside = on_card("aside sum -5").play("1 1 1 1 1 1 2", "aside 2", "1 1 1 2 2 2")
    assert chosen(aside, beginner) == "aside 1 1 1 2 2 2"


def test_an_adder_likes_high_dice_whatever_the_card_says() -> None:
    table = on_card("free odd_minus_rest frozen").play("1 1 4 4 4 5 5", "reroll 1 1", "1 3")
    assert chosen(table, adder) == "reroll 1"
    assert chosen(table, highest_score) == "reroll 4 4 4"


def test_the_short_sighted_set_aside_too_much() -> None:
    """As if the next roll were the last one, they keep whatever is better than a die on average."""
    table = on_card("aside sum -5").play("1 1 1 2 3 5 5")
    assert chosen(table, short_sighted) == "aside 2 3 5 5"
    assert chosen(table, highest_score) == "aside 5 5"


# What search and coach ask


def test_the_candidates_are_legal_and_the_best_comes_first() -> None:
    table = deciding(5, players=3, decisions=3)
    seat = table.waiting[0]
    actions, scores = np.zeros(table.game.rules.CHOICES, np.int64), np.zeros(table.game.rules.CHOICES)
    found = candidates(opened(table), seat, 4, actions, scores)
    assert 1 <= found <= 4
    assert (np.diff(scores[:found]) <= 0).all()
    for action in actions[:found]:
        table.check(seat, int(action))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_promises_of_all_seats_add_up_to_one(players: int) -> None:
    table = deciding(7, players, decisions=8)
    promises = [evaluate(opened(table), seat) for seat in range(players)]
    assert sum(promises) == pytest.approx(1)
    over = arrange(table, phase=OVER, gold=[0, 1, 0, 0, 0], silver=[0] * 5, bronze=[0] * 5)
    assert [evaluate(opened(over), seat) for seat in range(players)] == pytest.approx([0, 1, 0, 0, 0][:players])


# Cards of other decks


def test_cards_that_the_tables_do_not_know_are_solved() -> None:
    table = on_card(STRANGE).play("1 2 3 4 5 5 *")
    assert known_card(opened(table)) == -1
    assert {chosen(table, player) for player in (highest_score, policy)} == {"reroll 1 2 3"}
    assert chosen(on_card("full sum 9").play("1 2 3 4 5 * *"), most_chips) in ("stop", "roll")


def test_what_is_solved_roughly_is_near_what_the_tables_say() -> None:
    known = on_card("full odd 0").play("1 1 2 3 4 5 *")
    card = known_card(opened(known))
    answers, results = np.zeros(tables.FIELDS), np.zeros(HANDFULS, np.int64)
    results_seen(opened(known), AS_IT_IS, results)
    solve_answers(0, False, results, 0.2, tables.SOLVED_STEP, answers)
    assert answers == pytest.approx(tables.ANSWERS[card, 2], abs=0.1)
    answers_of(opened(known), results, 0.2, answers)
    assert answers == pytest.approx(tables.ANSWERS[card, 2], abs=1e-9)
