"""What may be done, what it would bring, and how little of it goes over the wire."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from games.bringing import preview
from games.high_score.cards import on_card
from spieltisch import new
from spieltisch.games.high_score.view import View
from spieltisch.kernel import CHANCE


@pytest.mark.parametrize(
    ("card", "moves", "choosing"),
    [
        ("full sum 0", ("roll", "stop"), None),
        ("free sum 0", ("stop",), "reroll"),
        ("free sum frozen", ("stop",), "reroll"),
        ("aside sum 0", (), "aside"),
        ("aside sum frozen", ("roll",), "aside"),
    ],
)
def test_the_view_says_what_may_be_done(card: str, moves: tuple[str, ...], choosing: str | None) -> None:
    at = on_card(card)
    assert (at.view().moves, at.view().choosing) == ((), None)
    view: View = at.play("1 2 3 4 5 5 *").view()
    assert (view.moves, view.choosing) == (moves, choosing)
    written = {at.game.write(at.rows, 0, int(action)) for action in at.game.legal(at.rows, 0)}
    assert {move for move in written if " " not in move} == set(moves)
    chosen = {f"{choosing} {face}" for face in view.dice_lying} | {f"{choosing} {' '.join(view.dice_lying)}"}
    assert chosen <= written if choosing else not any(" " in move for move in written)


def test_the_view_says_what_the_piece_would_earn() -> None:
    at = on_card("full sum 0", players=4).play("1 1 1 1 1 1 1", "stop", "1 1 1 1 1 1 1", "stop")
    view = at.play("1 1 1 1 1 1 1").view()
    assert (view.field_now, view.in_the_way_now, view.chip_now) == (5, (0, 1), "bronze")
    view = at.play("roll", "5 5 5 5 5 5 5").view()
    assert (view.field_now, view.in_the_way_now, view.chip_now) == (35, (), "gold")
    view = at.play("roll", "* * * * * * *").view()
    assert (view.field_now, view.in_the_way_now, view.chip_now) == (0, (), None)
    view = at.play("stop").view()
    assert (view.field_now, view.in_the_way_now, view.chip_now) == (None, (), None)


def test_stopping_brings_a_field_and_a_chip_as_the_pieces_stand() -> None:
    at = on_card("full pairs_minus_rest 6", players=3).play("1 2 4 4 4 * *")
    found = preview(at, "stop")
    assert (found.stays, found.rolled, found.ends) == (("1", "2", "4", "4", "4", "*", "*"), (), True)
    assert (found.reckoning.result, found.field, found.in_the_way, found.chip) == (13, 13, (), "gold")
    at.play("stop", "1 2 4 4 4 * *")
    found = preview(at, "stop")
    assert (found.reckoning.result, found.field, found.in_the_way, found.chip) == (13, 12, (0,), "silver")


def test_a_piece_that_would_not_be_placed() -> None:
    at = on_card("full odd 0", players=3).play("1 2 2 2 2 2 2", "stop", "1 2 2 2 2 2 2")
    found = preview(at, "stop")
    assert (found.reckoning.result, found.field, found.in_the_way, found.chip) == (1, 0, (0,), None)
    found = preview(at.play("roll", "2 2 2 2 2 2 2"), "stop")
    assert (found.reckoning.result, found.field, found.in_the_way, found.chip) == (0, 0, (), None)


def test_rolling_all_again_keeps_only_what_is_frozen() -> None:
    found = preview(on_card("full sum frozen").play("1 2 3 4 5 5 *"), "roll")
    assert (found.stays, found.rolled) == (("*",), ("1", "2", "3", "4", "5", "5"))
    assert (found.ends, found.field, found.in_the_way, found.chip) == (False, None, (), None)
    assert found.reckoning.result == 0


def test_of_dice_to_be_rolled_again_only_what_stays_is_reckoned() -> None:
    found = preview(on_card("free same_minus_rest 0").play("1 2 3 4 5 5 5"), "reroll 1 2 3")
    assert (found.stays, found.rolled) == (("4", "5", "5", "5"), ("1", "2", "3"))
    assert (found.reckoning.counted, found.reckoning.subtracted) == (((("5", 5),),) * 3, (("4", 4),))
    assert (found.reckoning.result, found.ends, found.field) == (11, False, None)


def test_setting_all_aside_ends_the_turn() -> None:
    at = on_card("aside sum 0").play("1 2 3 4 5 5 *", "aside 5 5", "1 1 1 1 1")
    found = preview(at, "aside 1 1")
    assert (found.stays, found.rolled, found.ends) == (("1", "1", "5", "5"), ("1", "1", "1"), False)
    assert found.reckoning.result == 12
    found = preview(at, "aside all")
    assert (found.rolled, found.ends, found.reckoning.result, found.field) == ((), True, 15, 15)


def test_the_last_decision_of_a_round_is_previewed_too() -> None:
    at = on_card("full sum 0").play("1 1 1 1 1 1 1", "stop", "1 1 1 1 1 1 1")
    found = preview(at, "stop")
    assert (found.ends, found.field, found.chip) == (True, 6, "bronze")


def test_a_preview_can_be_sent() -> None:
    found = preview(on_card("full sum 0").play("1 1 1 1 1 1 1"), "stop")
    assert json.loads(json.dumps(asdict(found)))["field"] == 7


def test_of_the_rounds_that_have_been_played_nothing_moves() -> None:
    """So that only what is new goes over the wire."""
    at = new("high_score", 5, seed=1, view=View)
    before = at.view()
    for k in range(400):
        if not at.waiting:
            break
        seat = at.waiting[0]
        legal = at.game.legal(at.rows, seat)
        at.act(seat, int(legal[k * 7919 % len(legal)]))
        now = at.view()
        for old, new_ in zip(before.history, now.history, strict=False):
            changed = [turn for turn, same in zip(new_.turns, old.turns, strict=True) if turn != same]
            assert len(changed) <= (5 if new_.number == before.round else 0)
        before = now
    assert len(before.history) > 1
    assert CHANCE not in at.waiting
