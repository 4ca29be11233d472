"""§6 End."""

from typing import Any

import pytest

from games.genial_dice.paper import give
from kit import decided, table
from spieltisch import Refused, Table

ALMOST = """
    r xxx xxx x
    g xxx xxx x
    b xxx xxx x
    o xxx xxx x
    y xxx xxx .
    p xxx xxx x
"""
SOME = """
    r xxx xxx x
    g xxx xx. .
    b xxx x.. .
    o xxx x.. .
    y xx. ... .
    p xxx x.. .
"""


def almost(players: int = 2, **options: Any) -> Table:
    """The start player lacks one yellow mark."""
    dice = {2: ["yrrr"], 3: ["yrr", "rgb"], 4: ["yr", "rr", "rr"]}
    at = give(table("genial_dice", players, **options).play(*dice[players]), 0, ALMOST)
    for seat in range(1, players):
        give(at, seat, SOME)
    return at


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whoever_has_marked_everything_wins_at_once(players: int) -> None:
    at = almost(players).play("ybop"[: 6 - players if players > 2 else 4], "stop")
    assert at.waiting == []
    assert at.outcome is not None
    assert at.outcome.winners == [0]
    assert (at.outcome.ending, at.outcome.paragraph) == ("sheet_full", "§6")
    assert at.view().winner == 0
    assert len(at.log) == players + 1


def test_a_joker_may_win() -> None:
    at = almost().play("bbop", "stop", "joker bb=y")
    assert at.waiting == []


def test_one_field_left_is_not_the_end() -> None:
    at = almost().play("bgop", "stop")
    assert at.outcome is None
    assert at.view().winner is None
    assert at.view().turn == 1


def test_the_round_is_not_finished() -> None:
    at = almost(3)
    give(at, 1, ALMOST).play("ybo", "stop")
    assert at.outcome is not None
    assert at.outcome.winners == [0]
    with pytest.raises(Refused, match="over"):
        at.play("roll")


def test_a_player_who_is_not_the_start_player_may_win() -> None:
    at = almost()
    give(at, 1, ALMOST).play("bgoy", "roll", "yrrg", "roll", "bgoo", "score", "yypp", "stop", "joker pp=y", "score")
    assert at.outcome is not None
    assert at.outcome.places == (1, 0)


def test_on_the_longer_sheet_nine_in_each_row_are_needed() -> None:
    """R1"""
    at = almost(sheet="3+3+3").play("ybop", "stop")
    assert at.outcome is None
    at = almost(sheet="3+3+3")
    at.rows["sheets"][0][0] = [9, 9, 9, 9, 8, 9]
    at.play("ybop", "stop")
    assert at.outcome is not None
    assert at.outcome.winners == [0]


def test_what_decided_is_the_shortest_row_of_whoever_did_not_fill_their_sheet() -> None:
    """§7"""
    at = almost(3).play("ybo", "stop")
    some = [7, 5, 4, 4, 2, 4]
    assert decided(at) == [((0,), [7] * 6, ""), ((1,), some, "y"), ((2,), some, "y")]
