"""§5 The first round."""

from __future__ import annotations

import pytest

from games.genial.drawing import VARIANTS, cells_of, drawn, position, refused
from kit import table
from spieltisch.games.genial.board import COORDINATES
from spieltisch.games.genial.moves import CELL_NAMED

FIRST_PLACEMENTS = {
    ("base", 2): 54,
    ("solo", 1): 54,
    ("duel", 2): 54,
    ("base", 3): 102,
    ("base", 4): 144,
    ("team", 4): 144,
}


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_the_first_tile_has_54_102_or_144_placements(variant: str, players: int) -> None:
    at = table("genial", players, variant)
    drawn(at)
    assert len(cells_of(at.moves())) == FIRST_PLACEMENTS[variant, players]


@pytest.mark.parametrize(("variant", "players"), [("base", 2), ("base", 3), ("base", 4), ("team", 4), ("duel", 2)])
def test_each_player_begins_at_a_different_symbol(variant: str, players: int) -> None:
    at = position(players, variant, racks=["rg rb ro ry rp gg"] * players, laid=0)
    whole = FIRST_PLACEMENTS[variant, players]
    symbols = {"r": "c4-c5", "g": "d8-e8", "b": "h12-h11", "o": "m7-m6"}
    for number, (symbol, place) in enumerate(list(symbols.items())[:players]):
        assert len(cells_of(at.moves())) == whole - number * whole // 6
        assert at.view().first_tile
        assert at.view().phase == "first_tile"
        for taken in list(symbols)[:number]:
            beside = {"r": "d3-e3", "g": "c7-c6", "b": "i12-j11", "o": "l7-k7"}[taken]
            assert refused(at, f"rg@{beside}") == "§5"
        assert symbol in at.view().free_symbols
        at.play(f"rg@{place}")
        assert symbol not in at.view().free_symbols
        drawn(at)
    assert not at.view().first_tile


def test_the_first_tile_must_touch_a_start_symbol() -> None:
    at = position(2, racks=["rg"], laid=0)
    assert refused(at, "rg@h8-h9") == "§5"
    assert refused(at, "rg@c5-c6") == "§5"
    assert refused(at, "rg@e3-e4") == "§5"
    at.play("rg@c5-c4")


@pytest.mark.parametrize("move", ["bo@c4-c5", "bo@c5-c4", "ob@d3-d4", "bo@d4-e4"])
def test_the_colour_need_not_match_and_either_half_may_touch(move: str) -> None:
    at = position(2, racks=["bo"], laid=0).play(move)
    assert at.view().free_symbols == ("g", "b", "o", "y", "p")


def test_one_symbol_is_touched_by_9_17_or_24_placements() -> None:
    for players, count in ((2, 9), (3, 17), (4, 24)):
        at = position(players, racks=["bb"], laid=0)
        red = CELL_NAMED["c3"]
        near = {cells for cells in cells_of(at.moves()) if any(_adjacent(CELL_NAMED[cell], red) for cell in cells)}
        assert len(near) == count


def _adjacent(one: int, other: int) -> bool:
    (q, r), (s, t) = COORDINATES[one], COORDINATES[other]
    return (s - q, t - r) in {(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)}


def test_every_ticket_of_the_first_round_is_one_legal_action() -> None:
    at = position(3, racks=["rg rg bo bo yp yp", "rg gg gg gg gg gg"], laid=0).play("rg@c4-c5")
    drawn(at)
    tickets = at.game.engine.tickets(at.rows, 1)
    assert tickets == 3 * 85
    picked = sorted(int(at.game.engine.pick(at.rows, 1, ticket)) for ticket in range(tickets))
    assert picked == at.game.legal(at.rows, 1).tolist()


def test_a_placement_at_a_symbol_must_still_be_free() -> None:
    at = position(2, symbols="g c4", racks=["bb"], laid=0)
    assert len(cells_of(at.moves())) == at.game.engine.tickets(at.rows, 0) == 51
    assert refused(at, "bb@c4-c5") == "§4"
    picked = sorted(int(at.game.engine.pick(at.rows, 0, ticket)) for ticket in range(51))
    assert picked == at.game.legal(at.rows, 0).tolist()


def test_after_that_a_tile_may_lie_anywhere_and_score_nothing() -> None:
    at = position(2, racks=["rg rg bo bo yp yp"] * 2, laid=0).play("rg@c4-c5")
    assert drawn(at) == 1
    at.play("rg@m4-m5")
    assert drawn(at) == 1
    assert not at.view().first_tile
    at.play("rg@h8-h9")
    assert at.view().tracks[0].markers[0].position == 1  # from the first tile, at the red symbol
    drawn(at)
    at.play("rg@c6-d6")


def test_a_symbol_is_taken_by_first_tiles_only() -> None:
    at = position(2, racks=["rg rg"], laid=1).play("rg@c4-c5")
    assert at.view().free_symbols == tuple("rgboyp")
