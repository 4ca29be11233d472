"""§6 Scoring."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.genial.drawing import markers, opened, points, position
from spieltisch.games.genial import rules
from spieltisch.games.genial.board import CELL, COORDINATES, DIRECTIONS, NAMES, NEIGHBOUR
from spieltisch.games.genial.moves import LETTERS


def test_a_half_does_not_look_through_its_partner() -> None:
    picture = """
        r r * + r .
    """
    assert points("rr", picture) == (2, 1)


def test_each_half_looks_along_its_five_other_directions() -> None:
    picture = """
         r r g
        r * + g
         r r g
    """
    assert points("rg", picture) == (5, 3)
    picture = """
         r g r
        g * + r
         g g r
    """
    assert points("gr", picture) == (4, 3)


def test_rows_in_all_directions_add_up() -> None:
    picture = """
                r   r b
                 r r b
            r r r * + b b
                 r b b
                  b
    """
    assert points("rb", picture) == (8, 7)


def test_symbols_in_a_row_all_count() -> None:
    assert points("rg", "r r r r * +") == (4, 0)
    assert points("rg", "* + g g g g g") == (0, 5)


def test_a_row_ends_at_the_first_gap() -> None:
    assert points("rg", "r r . r * + . g") == (1, 0)


def test_a_row_ends_at_another_symbol() -> None:
    assert points("rg", "r r b r * + b g") == (1, 0)


def test_a_row_ends_at_the_edge_of_the_board() -> None:
    row = " ".join(f"h{number}" for number in range(4, 13))
    at = position(2, symbols="b " + row.replace("h4 ", "").replace("h5 ", ""), racks=["rb"])
    assert markers(at.play("rb@h4-h5")) == [0, 0, 8, 0, 0, 0]  # seven of the row and the blue start symbol at its end


def test_colours_that_do_not_match_score_nothing() -> None:
    picture = """
         g b b
        g * + r
         b p r
    """
    assert points("rg", picture) == (0, 0)


def test_the_tile_itself_never_counts() -> None:
    assert points("rr", "* +") == (0, 0)
    assert points("rr", "r * +") == (1, 0)


def test_with_a_double_a_symbol_seen_by_both_halves_counts_for_both() -> None:
    picture = """
         . r
        . * +
         . r
    """
    assert points("rr", picture) == (2, 2)


@pytest.mark.parametrize(
    ("move", "cell"),
    [
        ("rg@h8-h9", "h7"),
        ("rg@h8-h7", "h9"),
        ("rg@h8-g7", "i8"),
        ("rg@h8-i8", "g7"),
        ("rg@h8-g8", "i7"),
        ("rg@h8-i7", "g8"),
    ],
)
def test_the_partner_may_lie_in_any_direction(move: str, cell: str) -> None:
    beyond = move.split("-")[1]
    at = position(2, symbols=f"r {cell}", racks=["rg"])
    assert markers(at.play(move))[0] == 1
    past = {"h9": "h10", "h7": "h6", "g7": "f6", "i8": "j8", "g8": "f8", "i7": "j6"}[beyond]
    at = position(2, symbols=f"r {past}", racks=["rg"])
    assert markers(at.play(move))[0] == 0


@pytest.mark.parametrize(
    ("move", "colour"),
    [
        ("rg@c4-c5", 0),
        ("rg@d7-d8", 1),
        ("rb@h11-h12", 2),
        ("ro@m6-m7", 3),
        ("ry@m5-m4", 4),
        ("rp@h5-h4", 5),
    ],
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_start_symbols_count(players: int, move: str, colour: int) -> None:
    at = position(players, racks=[move[:2]]).play(move)
    assert markers(at) == [int(number == colour) for number in range(6)]


@pytest.mark.parametrize(("before", "after"), [(0, 3), (14, 17), (15, 18), (16, 18), (17, 18), (18, 18)])
def test_a_marker_stops_at_18(before: int, after: int) -> None:
    at = position(2, symbols="r h5 h6 h7", racks=["rg rg"], tracks=[f"{before} 0 0 0 0 0"]).play("rg@h8-h9")
    assert markers(at)[0] == after


def test_a_double_adds_the_points_of_both_halves() -> None:
    at = position(2, symbols="r h7 h10 h11", racks=["rr"], tracks=["4 0 0 0 0 0"]).play("rr@h8-h9")
    assert markers(at) == [7, 0, 0, 0, 0, 0]


def test_the_points_are_those_of_the_player_who_laid() -> None:
    at = position(3, symbols="r h7", racks=["rg bo yp rg bo yp"] * 3, turn=1).play("rg@h8-h9")
    assert [markers(at, seat)[0] for seat in range(3)] == [0, 1, 0]


@pytest.mark.parametrize("variant", ["base", "team"])
def test_advance_adds_nothing_for_no_points(variant: str) -> None:
    at = position(4, variant, tracks=["18 17 0 0 0 0"])
    state = opened(at)
    rules.advance(state, 0, 0, 0)
    rules.advance(state, 0, 1, 0)
    assert markers(at) == [18, 17, 0, 0, 0, 0]
    assert state.bonus == 0


def slow_points(symbols: dict[tuple[int, int], int], half: tuple[int, int], other: tuple[int, int], colour: int) -> int:
    """The rule word for word, with coordinates."""
    count = 0
    for dq, dr in DIRECTIONS:
        if (half[0] + dq, half[1] + dr) == other:
            continue
        distance = 1
        while symbols.get((half[0] + dq * distance, half[1] + dr * distance)) == colour:
            count += 1
            distance += 1
    return count


@settings(max_examples=60, deadline=None)
@given(
    board=st.lists(st.sampled_from([-1, -1, 0, 0, 0, 1, 1, 2]), min_size=169, max_size=169),
    place=st.sampled_from(["h8 h9", "h8 g8", "g7 g8", "i8 h8", "c6 d6", "d4 e5", "l6 m6", "h12 g11", "e10 f11"]),
    tile=st.sampled_from(["rr", "rg", "gr", "gg", "rb", "bg"]),
    players=st.sampled_from([2, 3, 4]),
)
def test_scores_are_those_of_a_slow_count(board: list[int], place: str, tile: str, players: int) -> None:
    inside = {cell.name for cell in position(players).view().cells if cell.colour is None}
    cells = place.split()
    symbols = " ".join(
        f"{LETTERS[colour]} {name}"
        for name, colour in zip(NAMES, board, strict=True)
        if colour >= 0 and name in inside and name not in cells
    )
    at = position(players, symbols=symbols, racks=["".join(sorted(tile, key=LETTERS.index))])
    seen = {(cell.q, cell.r): LETTERS.index(cell.colour) for cell in at.view().cells if cell.colour}
    first, second = (COORDINATES[NAMES.index(name)] for name in cells)
    one, other = (LETTERS.index(letter) for letter in list(tile))
    gained = [0] * 6
    gained[one] += slow_points(seen, first, second, one)
    gained[other] += slow_points(seen, second, first, other)
    way = next(way for way in range(6) if NEIGHBOUR[CELL[first], way] == CELL[second])
    assert rules.half_points(opened(at), CELL[first], way, one) == slow_points(seen, first, second, one)
    at.play(f"{tile}@{cells[0]}-{cells[1]}")
    assert markers(at) == [min(points, 18) for points in gained]
