"""What happened, as a value."""

from __future__ import annotations

import pytest

from games.genial_dice.paper import give
from kit import table
from spieltisch import CHANCE, Table
from spieltisch.games.genial_dice.events import (
    JokerUsed,
    LotFell,
    Marks,
    Rolled,
    RowGain,
    Scored,
    Stopped,
    TookDice,
)

ALMOST_FULL = """
    r xxx xxx .
    g xxx xxx x
    b xxx xxx x
    o xxx xxx x
    y xxx xxx x
    p xxx xxx x
"""
ONE_GREEN = Marks((RowGain("g", marked=1, lost=0),), opens=(), wins=False)


def happened(at: Table, move: str) -> object:
    seat = at.waiting[0]
    return at.game.happened(at.rows, seat, at.parse(seat, move))


def test_the_lot_and_the_rolls() -> None:
    at = table("genial_dice", 2, start="lot")
    assert happened(at, "start 2") == LotFell(1)
    at.play("start 2")
    assert happened(at, "oorg") == Rolled(by=0, dice="rgoo", roll=0, marks=None)
    at.play("oorg")
    assert happened(at, "bbry") == Rolled(by=1, dice="rbby", roll=1, marks=None)
    at.play("bbry")
    assert happened(at, "roll") == TookDice()
    at.play("roll")
    assert happened(at, "bbbb") == Rolled(by=1, dice="bbbb", roll=2, marks=None)


def test_only_a_turn_that_ends_is_scored() -> None:
    at = table("genial_dice", 2).play("rrgo", "gbyp")
    assert happened(at, "stop") == Stopped(ONE_GREEN)
    at.play("roll", "gbyp", "roll")
    assert happened(at, "gbyp") == Rolled(by=0, dice="gbyp", roll=3, marks=ONE_GREEN)
    assert happened(at, "gbbp") == Rolled(by=0, dice="gbbp", roll=3, marks=None)
    at = table("genial_dice", 2).play("rrgo", "bbyy")
    assert happened(at, "stop") == Stopped(None)
    at.play("stop")
    assert happened(at, "joker bb=g") == JokerUsed("bb", "g", worth=1, marks=None)
    at.play("joker bb=g")
    assert happened(at, "score") == Scored(ONE_GREEN)
    one_red = RowGain("r", marked=1, lost=0)
    assert happened(at, "joker yy=r") == JokerUsed("yy", "r", 1, Marks((one_red, *ONE_GREEN.gains), (), wins=False))


@pytest.mark.parametrize(("option", "worth"), [("3", 3), ("4", 4)])
def test_a_joker_says_what_it_is_worth(option: str, worth: int) -> None:
    at = table("genial_dice", 2, four_of_a_kind=option).play("rrgo", "bbbb", "stop")
    event = happened(at, "joker bbbb=y")
    assert isinstance(event, JokerUsed)
    assert event.worth == worth


def test_what_is_lost_what_opens_and_who_wins() -> None:
    at = table("genial_dice", 2).play("rrgg", "rggo", "stop")
    at.rows["sheets"][0][0] = [3, 0, 3, 2, 3, 3]
    opening = Marks((RowGain("r", 2, 0), RowGain("g", 4, 0)), opens=(1,), wins=False)
    assert happened(at, "score") == Scored(opening)
    at.rows["sheets"][0][0] = 0
    assert happened(at, "score") == Scored(Marks((RowGain("r", 2, 0), RowGain("g", 3, 1)), (), wins=False))
    at = give(table("genial_dice", 2).play("rgbo", "rgyp"), 0, ALMOST_FULL)
    full = Marks((RowGain("r", 1, 0), RowGain("g", 0, 1)), opens=(), wins=True)
    assert happened(at, "stop") == Stopped(full)


@pytest.mark.parametrize("move", ["score", "joker bb=g", "joker bb=p"])
def test_the_marks_that_an_event_tells_are_those_on_the_sheet_afterwards(move: str) -> None:
    at = table("genial_dice", 3).play("yyb", "ybr", "ybb", "stop")
    event = happened(at, move)
    assert isinstance(event, Scored | JokerUsed)
    assert event.marks
    rows = at.play(move).view().players[0].sheet.rows
    fresh = {row.colour: row.fresh for row in rows if row.fresh}
    assert {gain.colour: gain.marked for gain in event.marks.gains if gain.marked} == fresh


def test_nothing_happens_unseen() -> None:
    at = table("genial_dice", 2)
    assert at.game.unseen(at.rows, CHANCE) is None
