"""The sheets in the terminal."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from games.brilliant.paper import SEVEN, SMALL, WIDE, begin, position, put, started
from spieltisch import SPECTATOR, Table, registry
from spieltisch.speech import LANGUAGES, Say

GAME = registry.game("brilliant")
ALMOST = """
    . . 5 5 5 . .
"""


def drawn(at: Table, seat: int = 0, language: str = "en") -> str:
    """As a terminal without colour shows it."""
    console = Console(width=80, color_system=None, file=StringIO())
    with console.capture() as capture:
        console.print(GAME.module("draw").draw(at.view(seat), Say(language, GAME)))
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def test_the_sheet_of_level_1_with_lines_around_the_areas_and_their_letters() -> None:
    text = drawn(position(ALMOST, ALMOST).play("5 5"))
    grid = """
      a   b   c   d   e   f   g
    ┏━A━━━━━┳━B━━━━━━━━━━━━━┳━C━┓
  1 ┃ ·   5?┃ 5   5   5   5?┃ · ┃
    ┃       ┣━D━━━━━┳━E━┳━━━┛   ┃
  2 ┃ ·   · ┃ 5?  5?┃ 5?┃ ·   · ┃
    ┃   ┏━━━┛   ┏━F━┫   ┗━━━┓   ┃
  3 ┃ · ┃ ·   · ┃ · ┃ ★   · ┃ · ┃
    ┣━G━┻━━━┓   ┃   ┗━━━┓   ┣━H━┫
  4 ┃ ·   · ┃ ★ ┃ ·   · ┃ · ┃ · ┃
    ┃   ┏━I━┻━━━┫   ┏━J━┫   ┃   ┃
  5 ┃ ★ ┃ ·   · ┃ ★ ┃ · ┃ · ┃ · ┃
    ┃   ┃   ┏━K━╋━━━┛   ┗━━━┫   ┃
  6 ┃ · ┃ · ┃ · ┃ ·   ·   · ┃ · ┃
    ┃   ┃   ┃   ┗━━━━━━━┓   ┃   ┃
  7 ┃ · ┃ · ┃ ·   ·   · ┃ · ┃ · ┃
    ┗━━━┻━━━┻━━━━━━━━━━━┻━━━┻━━━┛
"""
    for line in grid.strip("\n").splitlines():
        assert line in text


def test_holes_links_and_whole_colours() -> None:
    text = drawn(begin(2, SMALL))
    grid = """
      a   b   c   d   e   f
    ┏━A━━━━━┳━B━━━━━┳━C━━━━━┓
  1 ┃ 1?  · ┃ 1?  · ┃ 1?  · ┃
    ┃   ┏━━━╋━D━━━━━┫   ┏━E━┫
  2 ┃ · ┃   ┃ 1?  · ┃ · ┃ · ┃
    ┣━F━┻━━━┫   ┏━G━┻━━━┫   ┃
  3 ┃ 1?  · ┃ · ┃ ·   · ┃ · ┃
    ┣━A━┓   ┗━━━┫   ┏━━━┫   ┃
  4 ┃ · ┃ ·   · ┃ 1?┃   ┃ · ┃
    ┃   ┣━━━━━━━┻━━━╋━C━┻━━━┫
  5 ┃ · ┃           ┃ ·   · ┃
    ┗━━━┛           ┗━━━━━━━┛
"""
    for line in grid.strip("\n").splitlines():
        assert line in text
    assert "C: all cells in purple together" in text
    assert "Linked: a2–a4" in text
    assert "level" not in text
    assert "Linked" not in drawn(begin(2))
    assert "together" not in drawn(begin(2))


def test_where_there_is_little_room_each_cell_has_the_letter_of_its_area_and_a_hole_has_none() -> None:
    shortest = GAME.module("draw").draw(begin(2, SMALL).view(0), Say("en", GAME)).forms[-1].draw()
    console = Console(width=80, color_system=None, file=StringIO())
    with console.capture() as capture:
        console.print(shortest)
    rows = [line.rstrip() for line in capture.get().splitlines()]
    assert any(row.startswith(" 1 A 1?A · B 1?B · C 1?C ·") for row in rows), rows
    assert any(row.startswith(" 2 A ·     D 1?D · C · E ·") for row in rows), rows


def test_two_possible_numbers_in_one_cell() -> None:
    drawing = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . 2 . 5 .
    """
    assert "┃ 2  2?5┃ 5 ┃ 2?┃" in drawn(position(drawing).play("2 5"))


def test_dice_roll_and_who_is_still_choosing() -> None:
    text = drawn(position(ALMOST, ALMOST, rolls=11).play("2 5"))
    assert "│ 2 │ │ 5 │  Roll 12" in text
    assert "Still choosing: you, Player 2" in text
    assert "╭───╮" not in drawn(started(2))
    assert "Still choosing" not in drawn(started(2))
    assert "Still choosing" not in drawn(position(ALMOST).play("5 5"))


def test_ones_own_choice_and_what_was_just_written() -> None:
    at = position(ALMOST, ALMOST).play("5 5").play("5@f1", seat=0)
    text = drawn(at)
    assert "5   5   5  ‹5›┃" in text
    assert "Your choice: 5@f1" in text
    assert "where?" not in text
    assert "?" not in text.replace("2? possible", "")
    assert "‹" not in drawn(at, 1)
    assert "5   5   5   5?┃" in drawn(at, 1)
    at.play("pass", seat=1)
    assert "5   5   5  ‹5›┃" in drawn(at)


def test_areas_with_sign_colour_values_and_progress() -> None:
    at = position(ALMOST, ALMOST, struck=[1, 0, 2, *[0] * 21]).play("5 5").play("5@f1", seat=0).play("pass", seat=1)
    first, second = drawn(at, 0), drawn(at, 1)
    assert "A  ≠ red     (5)  3   1  0/5" in first
    assert "B  = blue    [5]  3   1    ✓" in first
    assert "B  = blue    (5)  3   1  3/4" in second
    assert "C  2 purple  (5) (3)  1  0/4" in first
    assert "D  ½ orange   5   3   1  0/5" in first
    assert "F  * green    3   2   1  0/4" in first
    assert "K  ≠ yellow" in first
    assert "I  = grey" in first
    for meaning in ("= all equal", "≠ all different", "2 at most two numbers", "½ 1–3 or 4–6", "* anything"):
        assert meaning in first
    for mark in ("★ star cell", "2? possible", "(5) struck", "[5] earned"):
        assert mark in first
    assert "≠ all different" not in drawn(begin(2, WIDE))


def test_the_others_are_small() -> None:
    at = position(ALMOST, ALMOST).play("5 5").play("5@f1", seat=1).play("pass", seat=0)
    text = drawn(at, 0)
    assert "You: 0 points   sheet 1 · our own · target: 26 points" in text
    assert " Player 2\n 5 points\n · · 5 5 5 5 ·\n · · · · · · ·\n" in text
    assert text.endswith("\n B5")
    at.play("5 5")
    assert " Player 2 …\n" in drawn(at, 0)
    assert " Player 1 …\n" in drawn(at, 1)


def test_six_sheets_side_by_side() -> None:
    at = position(*[ALMOST] * 6).play("5 5")
    line = next(line for line in drawn(at, 2).splitlines() if "Player 6" in line)
    assert [line.index(f"Player {number}") for number in (1, 2, 4, 5, 6)] == [1, 16, 31, 46, 61]
    at = begin(6, WIDE)
    put(at, 5, "\n1 2 3 4 5 6 1 2 3 4")
    at.rows["phase"][0] = 1
    assert "1234561234" in drawn(at)


def test_a_spectator_sees_the_first_sheet_large_and_nothing_lit() -> None:
    text = drawn(position(ALMOST, ALMOST).play("5 5"), SPECTATOR)
    assert " Player 1: 0 points" in text
    assert "You" not in text
    assert "5?" not in text
    assert "where?" not in text
    assert "Still choosing: Player 1, Player 2" in text


def test_solo_has_a_row_of_boxes() -> None:
    at = position(ALMOST, rolls=6).play("1 2")
    text = drawn(at)
    assert "╳  ╳  ╳  ╱  ·  ·" in text
    assert "             ▲        ▲        ▲        ▲        ▲        ▲        ▲" in text
    assert "▲ after the second tick a value is struck" in text
    assert "37 rolls left" in text
    at.play("1 1")
    text = drawn(at)
    assert "A? ≠ red" in text
    assert "▲" not in drawn(begin(2))


def test_the_end() -> None:
    at = position(ALMOST, ALMOST, points=[21, 21, 0, 0, 0, 0]).play("5 5").play("5@f1", seat=0).play("pass", seat=1)
    assert "Player 1 wins." in drawn(at)
    at = position(ALMOST, ALMOST, points=[21, 21, 0, 0, 0, 0]).play("5 5").play("5@f1", seat=0).play("5@f1", seat=1)
    assert "The victory is shared by Player 1, Player 2." in drawn(at)
    at = position(ALMOST, rolls=43, solo_signs=0).play("1 1")
    assert "wins" not in drawn(at)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [1, 2, 6])
@pytest.mark.parametrize("sheet", [SEVEN, SMALL, WIDE])
def test_every_phase_fits_eighty_columns_in_every_language(players: int, language: str, sheet: str) -> None:
    at = begin(players, sheet)
    positions = [at, position(*[ALMOST] * players, sheet=sheet, rolls=7).play("5 5")]
    for position_ in positions:
        for seat in (0, players - 1, SPECTATOR):
            lines = drawn(position_, seat, language).splitlines()
            assert max(map(len, lines)) <= 80
            assert not any("…" in line for line in lines[: at.view().sheet.rows * 2 + 6])  # nothing is cut
