"""What our own four sheets have, beyond what any sheet must. That they play well is shown by studies/sheets.py."""

from __future__ import annotations

from typing import Any

import pytest

from spieltisch import registry
from spieltisch.games.brilliant.content import COLOURS, DATA, cell_number, load
from spieltisch.games.brilliant.rules import WIDTH

LEVELS = ("level-1", "level-2", "level-3", "level-4")
every_level = pytest.mark.parametrize("name", LEVELS)


def sheet(name: str) -> dict[str, Any]:
    return dict(load(name).data)


def colours(name: str) -> list[str]:
    return [area["colour"] for area in sheet(name)["areas"].values()]


def cells(name: str, area: str) -> list[tuple[int, int]]:
    """Row and column, from 0, of the cells of an area."""
    rows = [line.split() for line in sheet(name)["grid"].split("\n") if line]
    return [(r, c) for r, row in enumerate(rows) for c, token in enumerate(row) if token.rstrip("*") == area]


def test_there_are_four_levels() -> None:
    assert registry.game("brilliant").contents() == list(LEVELS)
    assert [sheet(name)["level"] for name in LEVELS] == [1, 2, 3, 4]


@every_level
def test_a_sheet_says_that_it_is_our_own(name: str) -> None:
    assert sheet(name)["own"] is True
    assert "A sheet of our own" in (DATA / f"{name}.toml").read_text("utf-8").splitlines()[0]


@every_level
def test_every_colour_is_on_every_sheet(name: str) -> None:
    assert set(colours(name)) == set(COLOURS)


@every_level
def test_areas_have_three_to_six_cells_and_the_grid_has_no_holes(name: str) -> None:
    sizes = [len(cells(name, area)) for area in sheet(name)["areas"]]
    assert all(3 <= size <= 6 for size in sizes)
    rows = [line.split() for line in sheet(name)["grid"].split("\n") if line]
    assert sum(sizes) == len(rows) * len(rows[0])


@every_level
def test_seven_solo_signs_strike_before_the_end(name: str) -> None:
    assert sheet(name)["solo_signs"] == [4, 7, 10, 13, 16, 19, 22]


def test_level_1_has_red_on_both_sides_blue_on_top_and_at_the_right_and_two_purple_areas() -> None:
    facts = sheet("level-1")["areas"]
    red, blue, purple = ([area for area in facts if facts[area]["colour"] == c] for c in ("red", "blue", "purple"))
    assert len(red) == len(purple) == 2
    left, right = sorted(red, key=lambda area: min(column for _, column in cells("level-1", area)))
    assert max(column for _, column in cells("level-1", left)) < min(column for _, column in cells("level-1", right))
    assert any(all(row == 0 for row, _ in cells("level-1", area)) for area in blue)
    assert any(all(column == 6 for _, column in cells("level-1", area)) for area in blue)


def test_the_first_two_levels_have_neither_links_nor_fields_for_a_whole_colour() -> None:
    for name in LEVELS[:2]:
        assert "links" not in sheet(name)
        assert not any(area.get("whole_colour") for area in sheet(name)["areas"].values())


def test_levels_3_and_4_have_a_link_and_level_4_a_field_for_a_whole_colour() -> None:
    for name in LEVELS[2:]:
        assert len(sheet(name)["links"]) == 1
    wide = [area for area, facts in sheet("level-4")["areas"].items() if facts.get("whole_colour")]
    assert wide == ["H"]
    assert not any(area.get("whole_colour") for area in sheet("level-3")["areas"].values())


@pytest.mark.parametrize("name", LEVELS[2:])
def test_a_link_runs_along_a_row_or_a_column(name: str) -> None:
    one, other = (cell_number(end) or 0 for end in sheet(name)["links"][0])
    assert one // WIDTH == other // WIDTH or one % WIDTH == other % WIDTH


def test_the_first_values_grow_from_level_to_level_and_the_second_do_not() -> None:
    sums = [[sum(a["values"][k] for a in sheet(name)["areas"].values()) for k in (0, 1)] for name in LEVELS]
    assert sums == [[53, 32], [56, 32], [63, 32], [69, 32]]
