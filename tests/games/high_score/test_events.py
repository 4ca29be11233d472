"""What happened, as a value."""

from __future__ import annotations

from typing import Any

import pytest

from games.high_score.cards import form, on_card
from kit import table
from spieltisch import CHANCE, Refused, Table
from spieltisch.games.high_score.events import (
    Card,
    End,
    PickedUp,
    Rolled,
    SetAside,
    Started,
    Stopped,
    TurnedUp,
    end_of,
)
from spieltisch.games.high_score.moves import Land, Move, Pick, Plain, TurnUp
from spieltisch.games.high_score.rules import CARDS, ROLL, STARTS, STOP
from spieltisch.lots import Start


def happened(at: Table, move: str) -> Any:
    """What a move does, which is then played."""
    seat = at.waiting[0]
    before = at.rows.tobytes()
    event = at.game.happened(at.rows, seat, at.parse(seat, move))
    assert at.rows.tobytes() == before
    at.play(move)
    return event


def end(at: Table, move: str) -> End:
    found = end_of(happened(at, move))
    assert found is not None
    return found


def test_the_lot_and_the_cards() -> None:
    at = table("high_score", 2)
    assert happened(at, "start 2") == Started(1)
    at.rows["deck"][0][3] = form("full pairs choice")
    assert happened(at, "card 4") == TurnedUp(1, Card(4, "full", "pairs", "choice", "full pairs choice"))


def test_dice_that_are_rolled_again_and_dice_that_are_kept() -> None:
    at = on_card("free sum 0")
    assert happened(at, "5 5 1 2 3 4 *") == Rolled(0, 1, ("1", "2", "3", "4", "5", "5", "*"), (), False, None)
    assert happened(at, "reroll 1 2") == PickedUp(("1", "2"))
    assert happened(at, "* 3") == Rolled(0, 2, ("3", "*"), ("3", "4", "5", "5", "*"), False, None)


def test_rolling_all_again_picks_up_what_is_not_frozen() -> None:
    at = on_card("full sum frozen")
    assert happened(at, "1 2 3 4 5 5 *").frozen
    assert happened(at, "roll") == PickedUp(("1", "2", "3", "4", "5", "5"))
    assert happened(at, "1 1 1 1 1 1") == Rolled(0, 2, ("1",) * 6, (), False, None)


def test_dice_that_are_set_aside_and_the_others_that_are_rolled_again() -> None:
    at = on_card("aside sum frozen")
    assert happened(at, "1 2 3 4 5 5 *").frozen
    assert happened(at, "aside 5 5") == SetAside(("5", "5"), ("1", "2", "3", "4"), None)
    assert happened(at, "1 1 1 *") == Rolled(0, 2, ("1", "1", "1", "*"), (), True, None)
    assert happened(at, "roll") == PickedUp(("1", "1", "1"))
    at.play("2 2 2")
    last = happened(at, "aside 2 2 2")
    assert (last.dice, last.picked_up, last.end.turn.result) == (("2", "2", "2"), (), 16)


def test_who_stops_ends_the_turn() -> None:
    at = on_card("full sum 0").play("1 1 1 1 1 1 1")
    event = happened(at, "stop")
    assert isinstance(event, Stopped)
    turn = event.end.turn
    assert (turn.seat, turn.round, turn.result, turn.field, turn.chip) == (0, 1, 7, 7, None)
    assert (event.end.in_the_way, event.end.chips) == ((), ())
    assert turn == at.view().history[0].turns[0]


def test_the_last_roll_ends_the_turn_and_freezes_nothing_more() -> None:
    at = on_card("free sum frozen").play("1 1 1 1 1 1 1", "reroll 1", "1", "reroll 1")
    event = happened(at, "*")
    assert (event.dice, event.kept, event.frozen) == (("*",), ("1",) * 6, False)
    assert event.end.turn.reckoning.counted == ((("*", 0),), *((("1", 1),),) * 6)


def test_the_last_turn_of_a_round_says_who_was_in_the_way_and_who_wins_which_chip() -> None:
    at = on_card("full sum 0", players=4)
    at.play("1 1 1 1 1 1 1", "stop", "* * * * * * *", "stop", "1 1 1 1 1 1 1")
    assert end(at, "stop").in_the_way == (0,)
    at.play("1 1 1 1 1 1 1")
    last = end(at, "stop")
    assert (last.turn.field, last.in_the_way) == (5, (0, 2))
    assert last.chips == ("gold", None, "silver", "bronze")
    assert last.turn.chip == "bronze"


def test_a_round_without_chips_is_over_too() -> None:
    at = on_card("full sum 0").play("* * * * * * *", "stop", "* * * * * * *")
    assert end(at, "stop").chips == (None, None)


# Moves as values


def read(at: Table, move: Move) -> int:
    return at.parse(at.waiting[0], move)


def refused(at: Table, move: Move) -> str:
    with pytest.raises(Refused) as refusal:
        read(at, move)
    return refusal.value.reason.key


def test_what_players_decide() -> None:
    at = on_card("free sum 0").play("1 2 3 4 5 5 *")
    assert read(at, Pick(("*", "5", "1"), "reroll")) == at.parse(0, "reroll 1 5 *")
    assert read(at, Plain("stop")) == STOP
    assert refused(at, Pick((), "reroll")) == "unreadable"
    assert refused(at, Pick(("12",), "reroll")) == refused(at, Pick(("",), "reroll")) == "no_such_face"
    assert refused(at, Pick(("1",) * 8, "reroll")) == "seven_dice"
    assert refused(at, Pick(("1",), "aside")) == "choice_free"
    at = on_card("aside sum frozen").play("1 2 3 4 5 5 *")
    assert read(at, Plain("roll")) == read(at, Pick((), "aside")) == ROLL


def test_what_chance_does() -> None:
    at = table("high_score", 2)
    assert read(at, Start(1)) == STARTS + 1
    assert refused(at, Start(-1)) == refused(at, Start(5)) == "no_such_seat"
    at.play("start 1")
    assert read(at, TurnUp(4, "full pairs 10")) == read(at, TurnUp(4, "")) == CARDS + 3
    assert refused(at, TurnUp(4, "full pairs 6")) == "card_is_other"
    assert refused(at, TurnUp(0, "")) == "no_such_card"
    at.play("card 4")
    assert read(at, Land(("5", "1", "1", "1", "1", "1", "1"))) == at.parse(CHANCE, "1 1 1 1 1 1 5")


def test_chance_does_not_decide_and_nobody_decides_what_falls() -> None:
    at = table("high_score", 2, start=1)
    assert refused(at, Plain("stop")) == refused(at, Start(1)) == "unreadable"
    at.play("card 1", "1 2 3 4 5 5 *")
    assert refused(at, Land(("1",))) == refused(at, TurnUp(2, "")) == "unreadable"
