"""What a greedy player counts: points, and what each open area promises."""

from __future__ import annotations

import random
from itertools import product

import pytest

from games.brilliant.paper import SEVEN, SMALL, position, started
from games.brilliant.test_4_colours import holds
from kit import worth
from spieltisch import Table
from spieltisch.games.brilliant.bots.greedy import HOPE
from spieltisch.games.brilliant.bots.greedy import VICTORY_IN_THOUSANDTHS as VICTORY
from spieltisch.games.brilliant.content import LETTERS
from spieltisch.games.brilliant.moves import Write

ALMOST = """
    . . 5 5 5 . .
"""


def slowly(at: Table, seat: int) -> int:
    """The same from the view: each empty cell lowers the open value by how rarely a roll fits."""
    view = at.view(seat)
    names = {(cell.row, cell.column): cell.name for cell in view.sheet.cells}
    numbers = {
        cell.name: number for cell, number in zip(view.sheet.cells, view.players[seat].numbers, strict=True) if number
    }
    total = 1000 * int(view.players[seat].points)
    if view.phase == "over":
        return total + VICTORY if view.target and seat in view.winners else total
    if isinstance(view.your_choice, Write):
        numbers[view.your_choice.cell] = view.your_choice.number
    for k, area in enumerate(view.sheet.areas):
        cells = [cell for cell in view.sheet.cells if cell.area == LETTERS[k]]
        there = [numbers[cell.name] for cell in cells if cell.name in numbers]
        if view.players[seat].filled[k] == area.cells:
            continue
        may = {number for number in range(1, 7) if holds(area.colour, [*there, number])}
        share = 1000 * area.open_value
        for cell in cells:
            if cell.name not in numbers:
                around = [(cell.row + r, cell.column + c) for r, c in ((-1, 0), (1, 0), (0, -1), (0, 1))]
                beside = {numbers[names[place]] for place in around if names.get(place) in numbers}
                rolls = product(range(1, 7), repeat=2)
                ways = sum((a in may and b in beside) or (b in may and a in beside) for a, b in rolls)
                factor = int(HOPE[ways])
                share = share * factor // 1000
        total += share
    return total


@pytest.mark.parametrize(("players", "sheet"), [(1, SEVEN), (2, SMALL), (3, SEVEN)])
def test_it_is_what_a_slow_count_says(players: int, sheet: str) -> None:
    chance = random.Random(players)
    at = started(players, sheet)
    for _ in range(60):
        if not at.waiting:
            break
        at.play(chance.choice(at.moves()))
        for seat in range(players):
            assert worth(at, seat) == slowly(at, seat)


@pytest.mark.parametrize("roll", ["2 5", "1 4", "6 6", "2 2"])
def test_every_entry_is_counted_as_if_it_stood_already(roll: str) -> None:
    drawing = """
        5 . 2 . . 2 .
        . 2 . 5 . 6 4
        . . . . 2 . .
        6 1 4 . . 5 .
        . . . 6 . . 4
        . . 1 . . . .
        6 . . . 6 . .
    """
    before = position(drawing, ALMOST).play(roll)
    assert len(before.moves(0)) > 3
    for move in before.moves(0):
        at = position(drawing, drawing).play(roll).play(move, seat=0)
        assert worth(at, 0) == slowly(at, 0)


def test_the_more_rolls_fit_the_more_hope_there_is() -> None:
    assert len(HOPE) == 37
    assert HOPE.min() > 0
    assert HOPE.max() == HOPE[36] < 1000
    assert all(HOPE[ways] <= HOPE[ways + 1] for ways in range(1, 36))


def test_when_it_is_over_victory_is_worth_more_than_anything_that_was_promised() -> None:
    at = position(ALMOST, ALMOST, ALMOST, points=[19, 19, 3, 0, 0, 0]).play("5 5")
    for seat, move in enumerate(("5@f1", "5@f1", "pass")):
        at.play(move, seat=seat)
    assert [worth(at, seat) for seat in range(3)] == [24_000 + VICTORY, 24_000 + VICTORY, 3000]
    assert VICTORY == 20_000
    at = position(ALMOST, rolls=43, solo_signs=0, points=[9, 0, 0, 0, 0, 0]).play("1 1")
    assert worth(at, 0) == 9000


def test_a_completed_area_counts_its_points() -> None:
    at = position(ALMOST, ALMOST).play("5 5")
    before = worth(at, 0)
    at.play("5@f1", seat=0)
    promised = worth(at, 0)
    assert promised > before
    at.play("pass", seat=1)
    assert worth(at, 0) == promised
    assert worth(at, 1) < worth(at, 0)


def test_points_weigh_a_thousand_each() -> None:
    at = position(ALMOST, ALMOST)
    before = worth(at, 0)
    at.rows["points"][0, 0] = 7
    assert worth(at, 0) == before + 7000
    at.rows["chosen"][0, 0] = 5 * 6 + 4  # while nobody is asked, what was chosen before counts no more
    assert worth(at, 0) == before + 7000
