"""§2 The board."""

from __future__ import annotations

import numpy as np
import pytest

from games.genial.drawing import VARIANTS, cells_of, members, position, refused
from kit import table
from spieltisch import Refused
from spieltisch.games.genial import board
from spieltisch.games.genial.rules import nth
from spieltisch.kernel import how_many

USED = {("base", 2): 91, ("solo", 1): 91, ("duel", 2): 91, ("base", 3): 127, ("base", 4): 169, ("team", 4): 169}
PLACES_AT_START = {91: 240 - 18, 127: 342 - 36, 169: 462 - 36}  # without those on the six symbols


def test_the_board_is_a_hexagon_with_8_cells_per_side() -> None:
    assert board.CELLS == 169
    rows = [sum(1 for _, r in board.COORDINATES if r == row) for row in range(-7, 8)]
    assert rows == [8, 9, 10, 11, 12, 13, 14, 15, 14, 13, 12, 11, 10, 9, 8]


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_the_used_area_grows_with_the_number_of_players(variant: str, players: int) -> None:
    cells = table("genial", players, variant).view().cells
    radius = {91: 5, 127: 6, 169: 7}[USED[variant, players]]
    assert len(cells) == USED[variant, players]
    assert {(cell.q, cell.r) for cell in cells} == {
        (q, r) for q, r in board.COORDINATES if board.distance(q, r) <= radius
    }
    assert sum(1 for cell in cells if cell.colour is None) == {91: 85, 127: 121, 169: 163}[len(cells)]


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_the_six_start_symbols_stand_on_the_corners_of_the_white_hexagon(variant: str, players: int) -> None:
    symbols = {
        cell.colour: (cell.q, cell.r) for cell in table("genial", players, variant).view().cells if cell.start_symbol
    }
    assert symbols == {"r": (0, -5), "g": (5, -5), "b": (5, 0), "o": (0, 5), "y": (-5, 5), "p": (-5, 0)}
    assert list(symbols) == ["r", "g", "p", "b", "y", "o"]  # from the top


def test_start_symbols_go_clockwise() -> None:
    """On the screen a cell stands at (2q + r, r) with the y axis downwards."""
    corners = [(2 * q + r, r) for q, r in (board.COORDINATES[cell] for cell in board.SYMBOL_CELL)]
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        assert ax * by - ay * bx > 0


def test_cells_are_named_by_row_and_number_from_the_left() -> None:
    assert board.NAMES[board.CELL[0, 0]] == "h8"
    assert board.NAMES[board.CELL[0, -5]] == "c3"
    assert [board.NAMES[board.CELL[q, r]] for q, r in [(0, -7), (7, -7), (-7, 0), (7, 0), (-7, 7), (0, 7)]] == [
        "a1",
        "a8",
        "h1",
        "h15",
        "o1",
        "o8",
    ]
    assert len(set(board.NAMES)) == board.CELLS
    assert [cell.name for cell in table("genial", 4).view().cells] == board.NAMES


@pytest.mark.parametrize(("players", "name"), [(2, "c3"), (3, "c3"), (4, "c3")])
def test_a_cell_has_the_same_name_for_every_player_count(players: int, name: str) -> None:
    red = next(cell for cell in table("genial", players).view().cells if cell.colour == "r")
    assert (red.name, red.row, red.number) == (name, "c", 3)


def test_neighbours_are_one_step_away_and_opposite_directions_lead_back() -> None:
    for cell, (q, r) in enumerate(board.COORDINATES):
        for way, (dq, dr) in enumerate(board.DIRECTIONS):
            there = int(board.NEIGHBOUR[cell, way])
            if there == board.CELLS:
                assert (q + dq, r + dr) not in board.CELL
            else:
                assert board.COORDINATES[there] == (q + dq, r + dr)
                assert board.NEIGHBOUR[there, (way + 3) % 6] == cell
    assert (board.NEIGHBOUR[board.CELLS] == board.CELLS).all()


def test_a_place_is_two_adjacent_cells() -> None:
    pairs = [(int(board.PLACE_A[place]), int(board.PLACE_B[place])) for place in range(board.PLACES)]
    assert board.PLACES == len(set(pairs)) == 462
    assert pairs == sorted(pairs)
    for place, (a, b) in enumerate(pairs):
        assert a < b
        assert board.NEIGHBOUR[a, board.PLACE_WAY[place]] == b
        assert board.PLACE_OF[a, board.PLACE_WAY[place]] == board.PLACE_OF[b, board.PLACE_WAY[place] + 3] == place
    assert (board.PLACE_OF >= 0).sum() == 2 * board.PLACES


def test_every_place_of_the_used_area_is_open_at_the_beginning() -> None:
    for area, cells in enumerate((91, 127, 169)):
        assert len(members(board.ALL_OPEN[area])) == PLACES_AT_START[cells]
        assert (board.EMPTY_BOARD[area] == board.FREE).sum() == cells - 6
        assert (board.EMPTY_BOARD[area] == board.OUTSIDE).sum() == board.CELLS + 1 - cells
    assert cells_of(position(2, racks=["rr"]).moves()) <= cells_of(position(3, racks=["rr"]).moves())
    for players, cells in ((2, 91), (3, 127), (4, 169)):
        at = position(players, racks=["rr"])
        assert len(cells_of(at.moves())) == at.game.engine.tickets(at.rows, 0) == PLACES_AT_START[cells]


def test_places_that_touch_a_symbol_are_listed_with_it() -> None:
    for place in range(board.PLACES):
        near = {
            symbol
            for symbol in range(6)
            for cell in (board.PLACE_A[place], board.PLACE_B[place])
            if board.SYMBOL_CELL[symbol] in board.NEIGHBOUR[cell].tolist()
        }
        assert len(near) <= 1
        assert board.NEAR_SYMBOL[place] == (near.pop() if near else -1)
    for symbol in range(6):
        assert members(board.BESIDE_SYMBOL[symbol]) == np.flatnonzero(symbol == board.NEAR_SYMBOL).tolist()


def test_a_set_of_places_has_the_places_that_a_cell_is_part_of() -> None:
    assert board.WORDS * board.WORD >= board.PLACES and board.WORD < 63
    for cell in range(board.CELLS):
        assert members(board.PLACES_WITH[cell]) == sorted(
            place for place in board.PLACE_OF[cell].tolist() if place >= 0
        )


@pytest.mark.parametrize("inside", [[0], [57], [0, 1, 2, 31, 32, 33, 62], list(range(63))])
def test_the_members_of_a_set_are_counted_from_the_lowest(inside: list[int]) -> None:
    bits = np.array([sum(1 << member for member in inside)])[0]  # as in a row
    assert [nth(bits, number) for number in range(how_many(bits))] == inside


@pytest.mark.parametrize(
    ("players", "inside", "outside"),
    [
        (2, "i3-i4", "i2-i3"),
        (2, "h11-h12", "h13-h14"),
        (3, "i2-i3", "i1-i2"),
        (3, "b2-b3", "b1-b2"),
        (3, "b8-c9", "a8-b8"),
    ],
)
def test_nothing_is_laid_outside_the_used_area(players: int, inside: str, outside: str) -> None:
    at = position(players, racks=["rg"])
    assert refused(at, f"rg@{outside}") == "§2"
    assert refused(at, f"gr@{outside}") == "§2"
    at.play(f"rg@{inside}")


@pytest.mark.parametrize("move", ["rg@a1-a2", "rg@o7-o8", "rg@h1-h2", "rg@h14-h15", "rg@a8-b9"])
def test_with_four_players_the_whole_board_is_used(move: str) -> None:
    at = position(4, racks=["rg"])
    free = (at.rows["board"][0] == board.FREE).sum()
    assert (at.play(move).rows["board"][0] == board.FREE).sum() == free - 2


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("symbol", ["c3-c4", "c4-c3", "c7-c8", "h3-h4", "h12-h13", "m3-m4", "m7-m8"])
def test_nothing_is_laid_on_start_symbols(players: int, symbol: str) -> None:
    at = position(players, racks=["rg"])
    assert refused(at, f"rg@{symbol}") == "§2"
    assert refused(at, f"gr@{symbol}") == "§2"
    assert frozenset(symbol.split("-")) not in cells_of(at.moves())


@pytest.mark.parametrize("cell", ["a9", "h0", "h16", "p1", "z9", "o9"])
def test_a_cell_that_does_not_exist_is_refused(cell: str) -> None:
    at = position(4, racks=["rg"])
    with pytest.raises(Refused) as refusal:
        at.play(f"rg@h8-{cell}")
    assert refusal.value.reason.key == "unknown_cell"
    assert refusal.value.reason.paragraph == "§2"
    assert cell in str(refusal.value)
