"""§3 A roll."""

from __future__ import annotations

import pytest

from games.brilliant.paper import SMALL, WIDE, position, started, written
from kit import worth
from spieltisch import CHANCE, Refused, Table
from spieltisch.games.brilliant.moves import Write

FIVE = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . 5 . .
"""


def cited(at: Table, move: str) -> str:
    with pytest.raises(Refused) as refused:
        at.play(move)
    return refused.value.reason.paragraph


def test_a_2_and_a_5_write_a_2_next_to_a_5_or_a_5_next_to_a_2() -> None:
    at = position(FIVE).play("2 5")
    assert at.moves() == ["2@e3", "2@d4", "2@f4", "2@e5", "pass"]
    at = position(FIVE.replace("5", "2")).play("2 5")
    assert at.moves() == ["5@e3", "5@d4", "5@f4", "5@e5", "pass"]
    at = position(FIVE.replace("5", "3")).play("2 5")
    assert at.waiting == [CHANCE]


def test_both_numbers_may_be_possible_in_one_cell() -> None:
    drawing = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . 2 . 5 .
    """
    at = position(drawing).play("2 5")
    assert at.moves() == ["5@d3", "2@f3", "5@c4", "2@e4", "5@e4", "2@g4", "5@d5", "2@f5", "pass"]


def test_only_orthogonally_and_in_empty_cells_of_the_sheet() -> None:
    at = position(FIVE).play("2 5")
    for move in ("2@d3", "2@f5", "2@e4", "2@e2", "2@a1", "2@h4", "5@e3", "3@e3", "6@e3"):
        assert cited(at, move) == "§3"
    drawing = """
        . . . . . .
        3 . . . . .
    """
    assert position(drawing, sheet=SMALL).play("1 3").moves() == ["1@a1", "1@a3", "pass"]


def test_a_number_may_stand_next_to_one_of_another_area() -> None:
    at = position(FIVE).play("2 5", "2@e5")
    assert written(at) == {"e4": 5, "e5": 2}


@pytest.mark.parametrize(
    ("cell", "beside"),
    [
        ("a1", ["b1", "a2"]),
        ("j1", ["i1", "j2"]),
        ("a2", ["a1", "b2", "a3"]),
        ("j9", ["j8", "i9", "j10"]),
        ("a10", ["a9", "b10"]),
        ("j10", ["j9", "i10"]),
        ("b2", ["b1", "a2", "c2", "b3"]),
        ("i9", ["i8", "h9", "j9", "i10"]),
    ],
)
def test_the_edges_of_the_largest_sheet_are_edges(cell: str, beside: list[str]) -> None:
    column, row = "abcdefghij".index(cell[0]), int(cell[1:]) - 1
    lines = [[". "] * 10 for _ in range(10)]
    lines[row][column] = "4"
    at = position("\n" + "\n".join(" ".join(line) for line in lines), sheet=WIDE).play("4 4")
    assert at.moves() == [*(f"4@{name}" for name in beside), "pass"]


def test_the_roll_is_for_all_and_each_may_use_it_in_another_way() -> None:
    at = started(3)
    assert at.game.roller(at.rows) is None
    at.play("1 4")
    assert at.waiting == [0, 1, 2]
    assert at.moves(0) == ["4@a1", "4@b2", "1@b4", "1@d4", "1@c5", "pass"]
    at.play("4@a1", seat=0).play("1@d4", seat=1).play("pass", seat=2)
    assert [len(written(at, seat)) for seat in range(3)] == [7, 7, 6]
    assert (written(at, 0)["a1"], written(at, 1)["d4"]) == (4, 1)
    assert at.waiting == [CHANCE]
    assert at.view().rolls == 1


def test_r9_who_cannot_write_is_not_asked() -> None:
    at = position(FIVE, FIVE.replace("5", "3"), FIVE).play("2 5")
    assert at.waiting == [0, 2]
    at.play("2@e3", seat=2).play("2@d4", seat=0)
    assert at.waiting == [CHANCE]
    assert written(at, 1) == {"e4": 3}


def test_a_roll_that_nobody_can_use_is_over_at_once() -> None:
    at = position(FIVE, FIVE).play("1 6")
    assert at.waiting == [CHANCE]
    assert at.view().rolls == 1
    assert at.view().players[0].fresh is None


def test_every_entry_has_one_ticket_and_the_last_is_to_pass() -> None:
    at = started(2).play("1 4")
    tickets = at.game.engine.tickets(at.rows, 0)
    picked = [int(at.game.engine.pick(at.rows, 0, ticket)) for ticket in range(tickets)]
    assert sorted(picked) == at.game.legal(at.rows, 0).tolist()
    assert at.game.write(at.rows, 0, picked[-1]) == "pass"


def test_a_1_in_a1_is_an_entry_like_any_other() -> None:
    """Its action is 0, which must not be taken for none."""
    drawing = """
        . 2 . . . . .
    """
    at = position(drawing, drawing).play("1 2")
    passed = position(drawing, drawing).play("1 2").play("pass", seat=0)
    assert at.moves()[0] == "1@a1"
    at.play("1@a1", seat=0)
    assert at.view(0).your_choice == Write(1, "a1")
    assert worth(at, 0) != worth(passed, 0)
    assert at.game.hidden(at.rows, 1).tobytes() == passed.game.hidden(passed.rows, 1).tobytes()
    at.play("pass", seat=1)
    assert written(at) == {"a1": 1, "b1": 2}
    assert at.rows["idle"][0] == 0
    assert at.view().players[0].fresh == "a1"


def test_a_1_in_a1_can_complete_an_area() -> None:
    drawing = """
        . 2 . . . . .
        3 4 . . . . .
        5 . . . . . .
    """
    at = position(drawing, drawing).play("1 2").play("1@a1", seat=0).play("pass", seat=1)
    assert [player.points for player in at.view().players] == [5, 0]
    assert at.view().sheet.areas[0].struck == 1
