"""What a person sees."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from games.high_score import by_hand
from games.high_score.cards import dice, form, last_round, on_card
from kit import table
from spieltisch import SPECTATOR
from spieltisch.games.high_score.content import SCORINGS
from spieltisch.games.high_score.events import Card, Reckoning, reckon, written, written_terms
from spieltisch.games.high_score.view import seen_from


def test_before_the_lot() -> None:
    view = table("high_score", 3).view(1)
    assert (view.seat, view.phase, view.round, view.rounds, view.cards_in_pile) == (1, "lot", 1, 7, 7)
    assert (view.starter, view.turn, view.card, view.stands_now, view.last_turn) == (None, None, None, None, None)
    assert view.history == ()
    assert [player.points for player in view.players] == [0, 0, 0]
    assert all(player.leads for player in view.players)


def test_what_another_sees_follows_from_what_one_sees() -> None:
    at = table("high_score", 3, start=2).play("card 14")
    for seat in (0, 1, 2, SPECTATOR):
        assert seen_from(at.view(1), seat) == at.view(seat)


def test_before_a_card() -> None:
    view = table("high_score", 3, start=2).view()
    assert (view.phase, view.starter, view.turn) == ("card", 1, None)
    assert view.own_deck


def test_a_card_is_shown_by_number_and_form() -> None:
    view = table("high_score", 3, start=2).play("card 14").view()
    assert view.card == Card(14, "free", "odd_minus_rest", "frozen", "free odd_minus_rest frozen")
    assert (view.phase, view.turn, view.dice_in_hand, view.cards_in_pile) == ("roll", 1, 7, 6)
    assert (view.rolls_made, view.rolls_at_most) == (0, 3)
    assert view.stands_now is None


@pytest.mark.parametrize(("way", "most"), [("full", 4), ("free", 3), ("aside", None)])
def test_the_dice_on_the_table(way: str, most: int | None) -> None:
    view = on_card(f"{way} sum -5").play("1 2 3 4 5 5 *").view()
    assert view.phase == way
    assert view.dice_lying == ("1", "2", "3", "4", "5", "5", "*")
    assert view.dice_aside == view.dice_frozen == ()
    assert (view.rolls_made, view.rolls_at_most, view.dice_in_hand) == (1, most, 0)
    assert view.stands_now.result == 15
    assert view.field_now == 15


def test_frozen_dice_and_dice_set_aside() -> None:
    at = on_card("aside sum frozen").play("1 2 3 4 5 5 *")
    assert at.view().phase == "aside_frozen"
    assert at.view().dice_frozen == ("*",)
    view = at.play("aside 5 5").view()
    assert (view.dice_lying, view.dice_aside, view.dice_frozen) == ((), ("5", "5"), ("*",))
    assert view.dice_in_hand == 4
    view = at.play("1 1 1 1").view()
    assert (view.phase, view.stands_now.result) == ("aside", 14)
    assert on_card("aside sum 0").play("1 2 3 4 5 * *", "aside * 5").view().dice_aside == ("5", "*")


def test_the_field_is_the_one_where_the_piece_would_go() -> None:
    at = on_card("full sum 0").play("1 1 1 1 1 1 1", "stop", "1 1 1 1 1 1 1")
    assert (at.view().stands_now.result, at.view().field_now) == (7, 6)
    assert at.view().pieces == {0: 7}


def test_rounds_that_have_been_played() -> None:
    at = on_card("full sum -5", players=3)
    at.play("1 1 1 1 1 1 1", "stop", "1 1 1 1 1 1 1", "stop")
    (played,) = at.view().history
    assert [turn and turn.chip for turn in played.turns] == [None, None, None]
    assert played.turns[2] is None
    assert at.view().last_turn == played.turns[1]
    at.play("* * 1 1 1 1 1", "stop")
    view = at.view()
    (played,) = view.history
    assert (played.number, played.card.form) == (1, "full sum -5")
    assert [turn.chip for turn in played.turns] == ["gold", "silver", None]
    assert [turn.result for turn in played.turns] == [7, 7, -5]
    assert [turn.field for turn in played.turns] == [7, 6, 0]
    assert written_terms(played.turns[2].reckoning.counted) == "*(-5) *(-5) 1 1 1 1 1"
    assert [(p.gold, p.silver, p.bronze, p.points, p.leads) for p in view.players] == [
        (1, 0, 0, 3, True),
        (0, 1, 0, 2, False),
        (0, 0, 0, 0, False),
    ]
    assert (view.phase, view.round, view.turn, view.starter) == ("card", 2, None, 0)
    assert view.last_turn == played.turns[2]
    at.play("card 2")
    assert at.view().last_turn == played.turns[2]
    assert len(at.view().history) == 2
    assert at.view().pieces == {}


def test_at_the_end() -> None:
    at = last_round(on_card("full sum 0")).play("5 5 5 5 5 5 5", "stop", "1 1 1 1 1 1 1", "stop")
    view = at.view()
    assert (view.phase, view.round, view.turn, view.starter) == ("over", 7, None, None)
    assert view.last_turn.seat == 1
    assert view.last_turn.round == 7


def test_a_view_can_be_sent() -> None:
    at = on_card("aside sum frozen").play("1 2 3 4 5 5 *")
    assert json.loads(json.dumps(asdict(at.view(0))))["phase"] == "aside_frozen"


def reckoned(card: str, text: str) -> Reckoning:
    _, scoring, swirl = form(f"full {card}")
    return reckon(dice(text), scoring, swirl)


def in_writing(card: str, text: str) -> tuple[str, str, str, int]:
    """What counts, what is subtracted, what is ignored, and the result."""
    found = reckoned(card, text)
    return written_terms(found.counted), written(found.subtracted), written(found.ignored), found.result


def test_every_die_stands_in_the_reckoning_with_its_face_and_its_value() -> None:
    assert reckoned("tens_minus_rest 5", "5 * 3") == Reckoning(((("5", 5), ("*", 5)),), (("3", 3),), (), 7)
    assert reckoned("pairs 6", "4 4 * 1") == Reckoning(((("4", 4),), (("4", 4),)), (), (("1", 1), ("*", 6)), 8)


def test_which_dice_count_and_which_are_subtracted() -> None:
    assert in_writing("pairs_minus_rest 6", "1 2 4 4 4 * *") == ("4 4 *(6) *(6)", "1 2 4", "", 13)
    assert in_writing("pairs 6", "1 2 4 4 4 * *") == ("4 4 *(6) *(6)", "", "1 2 4", 20)


def test_which_values_choice_swirls_have() -> None:
    assert in_writing("triples_minus_rest choice", "5 5 * 4 4 * 2") == ("4 4 *(4) 5 5 *(5)", "2", "", 25)


def test_which_dice_form_tens() -> None:
    assert reckoned("tens_minus_rest choice", "5 5 4 * 1 * 2").result == 20
    assert in_writing("tens_minus_rest 10", "5 5 4 * 1 * 2") == ("*(10) *(10) 5+5", "1 2 4", "", 23)
    assert in_writing("tens_minus_rest choice", "3 3 * 3 3 3 3") == ("3+3+3+*(1)", "3 3 3", "", 1)
    assert in_writing("tens_minus_rest choice", "1 * * 4") == ("1+4+*(5)", "*(0)", "", 10)
    assert in_writing("tens_minus_rest choice", "1 1 * *")[0] == "1+1+*(6)+*(2)"
    assert in_writing("tens_minus_rest -5", "5 5 5 *")[0] == "5+5"


def test_what_lies_beyond_the_gap_is_ignored() -> None:
    assert in_writing("ascending 10", "1 1 2 4 5 * *") == ("1 1 2", "", "4 5 *(10) *(10)", 4)
    assert in_writing("ascending 10", "1 1 2 3 4 5 *")[0] == "1 1 2 3 4 5 *(10)"


@pytest.mark.parametrize("scoring", SCORINGS)
def test_what_counts_and_what_is_subtracted_make_up_the_result(scoring: str) -> None:
    rolls = list(by_hand.all_rolls())[:: 61 if scoring == "tens_minus_rest" else 13]
    for swirl in ("-5", "0", "frozen", "3", "5", "10", "choice"):
        for roll in rolls:
            found = reckoned(f"{scoring} {swirl}", roll)
            counted = [die for term in found.counted for die in term]
            values = [sum(value for _, value in part) for part in (counted, found.subtracted)]
            assert found.result == values[0] - values[1]
            assert sorted(face for face, _ in (*counted, *found.subtracted, *found.ignored)) == sorted(roll.split())


def test_who_is_ahead_in_the_round() -> None:
    at = on_card("full sum 0", players=3)
    assert at.view().ahead is None
    assert at.play("* * * * * * *", "stop").view().ahead is None  # not placed
    assert at.play("5 5 5 5 5 5 5", "stop").view().ahead == 1
    assert at.play("1 1 1 1 1 1 1").view().ahead == 1
    assert at.play("stop").view().ahead is None  # a new round
    assert at.play("card 2", "5 5 5 5 5 5 5").view(0).ahead is None


def test_a_card_comes_with_an_example_in_which_a_swirl_is_alone() -> None:
    (shown,) = table("high_score", 2, start=1).play("card 9").view().history
    assert (shown.card.form, shown.example.result) == ("free same -5", 11)
    assert written_terms(shown.example.counted) == "1 1 3 3 3"
    assert written(shown.example.ignored) == "*(-5) 5"
