"""What happened, as a value: for those who saw it and for the others."""

from __future__ import annotations

import pytest

from games.genial.drawing import position
from kit import arrange, table
from spieltisch import CHANCE, Table
from spieltisch.games.genial import rules
from spieltisch.games.genial.events import Drew, Exchanged, Kept, Laid, Passed, Started


def happened(at: Table, move: str) -> object:
    seat = at.waiting[0]
    return at.game.happened(at.rows, seat, at.parse(seat, move))


def test_a_tile_laid_says_what_a_preview_of_it_says() -> None:
    at = position(2, symbols="r h7", racks=["rg"], tracks=["4 0 0 0 0 0", "0 0 0 0 0 0"])
    event, picture = happened(at, "rg@h8-h9"), at.game.preview(at.rows, 0, at.parse(0, "rg@h8-h9"))
    assert isinstance(event, Laid)
    assert event.tile == "rg"
    assert [half.cell for half in event.halves] == ["h8", "h9"]
    assert (event.halves, event.gains, event.bonus_turns) == (picture.halves, picture.gains, picture.bonus_turns)


@pytest.mark.parametrize(
    ("variant", "players", "before", "top", "bonus_turns"),
    [("base", 2, 17, True, 1), ("base", 2, 16, False, 0), ("team", 4, 17, True, 1), ("solo", 1, 17, True, 0)],
)
def test_a_marker_at_the_end_of_its_track_is_said_also_where_it_brings_no_turn(
    variant: str, players: int, before: int, top: bool, bonus_turns: int
) -> None:
    at = position(players, variant, symbols="r h7", racks=["rg bb"], tracks=[f"{before} 0 0 0 0 0"])
    event = happened(at, "rg@h8-h9")
    assert isinstance(event, Laid)
    assert ([gain.top for gain in event.gains], event.bonus_turns) == ([top], bonus_turns)


def test_the_lot_and_the_bag() -> None:
    at = table("genial", 2, start="lot")
    assert happened(at, "start 2") == Started(1)
    at.play("start 2")
    assert happened(at, "rg") == Drew(1, "rg")
    assert at.game.unseen(at.rows, CHANCE) == Drew(1, None)


def test_passing_and_exchanging() -> None:
    at = arrange(position(2, racks=["rg bo"]), phase=rules.BONUS, bonus=1)
    assert happened(at, "pass") == Passed()
    at = arrange(position(2, racks=["rg rg"], tracks=["5 5 0 5 5 5"]), phase=rules.SWAP)
    assert happened(at, "exchange") == Exchanged(("rg", "rg"))
    assert happened(at, "keep") == Kept()
