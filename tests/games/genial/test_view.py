"""What people see."""

from __future__ import annotations

import dataclasses
import json
from operator import is_

import pytest

from games.genial.drawing import VARIANTS, cells_of, drawn, position
from kit import arrange, table
from spieltisch import SPECTATOR, Table
from spieltisch.games.genial.board import DIRECTIONS
from spieltisch.games.genial.view import Marker, Rack, TugOfWar


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_a_view_is_plain_data_at_every_moment(variant: str, players: int) -> None:
    at = table("genial", players, variant)
    for _ in range(4):
        for seat in [*range(players), SPECTATOR]:
            seen = json.loads(json.dumps(dataclasses.asdict(at.view(seat))))
            assert seen["variant"] == variant
            assert seen["players"] == players
            assert seen["seat"] == seat
        drawn(at)
        at.act(at.waiting[0], int(at.game.engine.pick(at.rows, at.waiting[0], 3)))


def test_cells_show_what_lies_there() -> None:
    at = position(2, racks=["rg bb"]).play("rg@h9-h8")
    seen = at.view(1)
    cells = {cell.name: cell for cell in seen.cells}
    ways = {cell.name: ways for cell, ways in zip(seen.cells, seen.ways, strict=True)}
    assert dataclasses.astuple(cells["h8"]) == ("h8", "h", 8, 0, 0, "g", False)
    assert dataclasses.astuple(cells["h9"]) == ("h9", "h", 9, 1, 0, "r", False)
    assert dataclasses.astuple(cells["h10"]) == ("h10", "h", 10, 2, 0, None, False)
    assert dataclasses.astuple(cells["c3"]) == ("c3", "c", 3, 0, -5, "r", True)
    assert [ways[name] for name in ("h8", "h9", "h10", "c3")] == [0, 0, 0b110111, 0]
    assert at.view().last == ("h9", "h8")


def test_two_cells_that_one_tile_covers_know_each_other() -> None:
    at = position(2, racks=["rg bb"]).play("rg@h9-h8")
    for seat in (0, 1, SPECTATOR):
        seen = at.view(seat)
        lies = {cell.name: lies for cell, lies in zip(seen.cells, seen.lies, strict=True) if lies}
        assert lies == {"h8": 0b1, "h9": 0b1000}


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_every_tile_that_was_laid_lies_there_as_one(variant: str, players: int) -> None:
    at = table("genial", players, variant)
    laid = set()
    for turn in range(2 * players):
        drawn(at)
        at.act(at.waiting[0], int(at.game.engine.pick(at.rows, at.waiting[0], 5 * turn)))
        laid |= cells_of([at.log[-1].move])
        assert pairs(at, SPECTATOR, "lies") == laid


def test_before_the_first_tile_nothing_is_last() -> None:
    at = table("genial", 2)
    assert at.view().last is None


def test_the_own_rack_is_open_and_the_others_are_counted() -> None:
    at = position(2, racks=["rg bb bb"])
    tiles = ("rg", "bb", "bb")
    assert at.view(0).racks == (Rack(0, 3, 6, tiles), Rack(1, 6, 6, None))
    assert at.view(1).racks[0] == Rack(0, 3, 6, None)
    assert at.view(SPECTATOR).racks == (Rack(0, 3, 6, None), Rack(1, 6, 6, None))
    assert at.view().bag_size == 111


def test_tracks_mark_every_lowest_marker() -> None:
    at = position(2, tracks=["3 4 3 18 9 3", "0 1 2 3 4 5"])
    first, second = at.view().tracks
    assert [marker.position for marker in first.markers] == [3, 4, 3, 18, 9, 3]
    assert [marker.lowest for marker in first.markers] == [True, False, True, False, False, True]
    assert [marker.lowest for marker in second.markers] == [True] + [False] * 5
    assert first.markers[3] == Marker("o", 18, "left", 18, False)
    assert (first.seats, first.double) == ((0,), False)


def test_a_double_track_tells_left_from_right() -> None:
    at = position(4, "team", tracks=["0 17 18 19 35 36", "9 9 9 9 9 9"])
    first, second = at.view().tracks
    assert [(marker.side, marker.field) for marker in first.markers] == [
        ("left", 0),
        ("left", 17),
        ("right", 0),
        ("right", 1),
        ("right", 17),
        ("right", 18),
    ]
    assert all(marker.lowest for marker in second.markers)
    assert [track.seats for track in at.view().tracks] == [(0, 2), (1, 3)]
    solo = position(1, "solo", tracks=["0 17 18 19 35 36"]).view().tracks
    assert (solo[0].seats, solo[0].double) == ((0,), True)


def test_the_duel_track_tells_sides_and_holders() -> None:
    at = arrange(position(2, "duel", tracks=["9 -9 1 -1 0 4"]), duel_markers=[1, 2, 0, 1, 0, 0])
    assert at.view().duel_track == (
        TugOfWar("r", 0, 9, 0),
        TugOfWar("g", 1, 9, 1),
        TugOfWar("b", 0, 1, None),
        TugOfWar("o", 1, 1, 0),
        TugOfWar("y", None, 0, None),
        TugOfWar("p", 0, 4, None),
    )
    assert position(2).view().duel_track == ()


def asked() -> Table:
    return position(2, racks=["gg gb bo"], tracks=["0 1 1 1 1 0"]).play("gg@h8-h9")


def test_the_phase_is_the_question() -> None:
    lot = table("genial", 2, start="lot")
    assert lot.view().phase == "lot"
    assert lot.play("start 2").view().phase == "draw"
    drawn(lot)
    assert lot.view().phase == "first_tile"
    assert (lot.view().turn, lot.view().first_tile) == (1, True)
    assert position(2).view().phase == "lay"
    assert not position(2).view().first_tile
    assert asked().view().phase == "exchange"
    bonus = position(2, symbols="r h7", racks=["rg bo"], tracks=["17 0 0 0 0 0"]).play("rg@h8-h9")
    assert bonus.view().phase == "bonus"
    duel = position(2, "duel", racks=["bb rr"], tracks=["9 0 0 0 0 -1"]).play("bb@h8-h9")
    assert duel.view().phase == "duel_exchange"
    over = position(2, fill="b", leave="h8 h9", racks=["rg"]).play("rg@h8-h9")
    assert over.view().phase == "over"


@pytest.mark.parametrize("phase", ["lot", "draw", "first_tile", "lay", "bonus", "exchange", "duel_exchange", "over"])
def test_every_question_has_a_sentence(phase: str) -> None:
    for language in ("de", "en", "it"):
        assert table("genial", 2).game.texts(language)["say"][f"ask_{phase}"]


def test_colours_of_the_exchange_are_shown_while_it_is_asked() -> None:
    at = asked()
    assert at.view().exchange_colours == ("r", "p")
    assert at.view().shown == ()
    at.play("exchange")
    assert at.view().exchange_colours == ()
    assert at.view().shown == ("gb", "bo")
    assert at.view().drawing == 0


def test_free_symbols() -> None:
    at = position(2, racks=["rg rg bo bo yp yp"], laid=0)
    assert at.view().free_symbols == ("r", "g", "b", "o", "y", "p")
    assert at.play("rg@h4-h5").view().free_symbols == ("r", "g", "b", "o", "y")


def pairs(at: Table, seat: int, joined_by: str = "ways") -> set[frozenset[str]]:
    """The pairs of cells that the ways of a view join, or its tiles."""
    seen = at.view(seat)
    joins = getattr(seen, joined_by)
    cells = {(cell.q, cell.r): (cell, ways) for cell, ways in zip(seen.cells, joins, strict=True)}
    found = set()
    for cell, ways in cells.values():
        for way, (dq, dr) in enumerate(DIRECTIONS):
            if ways >> way & 1:
                other, back = cells[cell.q + dq, cell.r + dr]
                assert back >> (way + 3) % 6 & 1
                found.add(frozenset((cell.name, other.name)))
    return found


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_the_ways_of_a_view_are_where_a_tile_may_lie(variant: str, players: int) -> None:
    at = table("genial", players, variant)
    for turn in range(2 * players):
        drawn(at)
        seat = at.waiting[0]
        assert at.view(seat).may_lay
        assert pairs(at, seat) == cells_of(at.moves(seat))
        at.act(seat, int(at.game.engine.pick(at.rows, seat, 5 * turn)))


def test_the_ways_stay_while_others_lay_so_that_little_is_sent() -> None:
    at = position(2, racks=["rg bb"])
    before = pairs(at, 1)
    assert not at.view(1).may_lay
    at.play("rg@h8-h9")
    assert pairs(at, 1) == {pair for pair in before if not pair & {"h8", "h9"}}


def test_a_spectator_may_lay_nothing_anywhere() -> None:
    seen = position(2).view(SPECTATOR)
    assert not any(seen.ways)
    assert not (seen.may_lay or seen.may_pass or seen.may_exchange)


def may(at: Table, seat: int) -> str:
    seen = at.view(seat)
    named = (("lay", seen.may_lay), ("pass", seen.may_pass), ("exchange", seen.may_exchange))
    return " ".join(word for word, allowed in named if allowed)


def test_a_view_tells_what_its_seat_may_do_now() -> None:
    assert (may(position(2), 0), may(position(2), 1)) == ("lay", "")
    assert (may(asked(), 0), may(asked(), 1)) == ("exchange", "")
    bonus = position(2, symbols="r h7", racks=["rg bo"], tracks=["17 0 0 0 0 0"]).play("rg@h8-h9")
    assert (may(bonus, 0), may(bonus, 1)) == ("lay pass", "")
    assert may(asked().play("keep"), 0) == ""
    over = position(2, fill="b", leave="h8 h9", racks=["rg"]).play("rg@h8-h9")
    assert (may(over, 0), may(over, 1)) == ("", "")


def test_what_all_see_alike_is_one_object() -> None:
    """So it is compared and written once, whoever looks."""
    at = position(2, racks=["rg bb"]).play("rg@h9-h8")
    one, other = at.view(0), at.view(1)
    assert one.cells is other.cells and one.lies is other.lies
    assert all(map(is_, one.tracks, other.tracks))
