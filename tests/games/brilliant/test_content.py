"""Sheets: our own and those that people write."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from games.brilliant.paper import SEVEN, SMALL, WIDE, begin
from spieltisch import Reason, Trouble
from spieltisch.games.brilliant import rules
from spieltisch.games.brilliant.content import DATA, cell_name, cell_number, check, flaws, load, part_named

OURS = [file.stem for file in sorted(DATA.glob("level-*.toml"))]
GOOD: dict[str, Any] = tomllib.loads(Path(SMALL).read_text("utf-8"))


def changed(**fields: Any) -> dict[str, Any]:
    return {**deepcopy(GOOD), **fields}


def area(letter: str, **fields: Any) -> dict[str, Any]:
    data = deepcopy(GOOD)
    data["areas"][letter] = {**data["areas"][letter], **fields}
    return data


def grid(old: str, new: str) -> dict[str, Any]:
    assert old in GOOD["grid"]
    return changed(grid=GOOD["grid"].replace(old, new, 1))


def trouble(data: Any) -> str:
    with pytest.raises(Trouble) as found:
        check("mine", data)
    return str(found.value)


def test_our_own_sheets_can_be_played() -> None:
    for name in OURS:
        assert load(name).data["own"] is True
        assert begin(2, name).view().sheet.own


def test_cells_have_names() -> None:
    assert (cell_name(0), cell_name(9), cell_name(10), cell_name(99)) == ("a1", "j1", "a2", "j10")
    assert [cell_number(cell_name(cell)) for cell in range(100)] == list(range(100))
    assert [cell_number(text) for text in ("a0", "a11", "k1", "A1", "1a", "", "a01")] == [None] * 7


def test_the_numbers_of_a_sheet() -> None:
    numbers = check("mine", GOOD).numbers
    assert numbers[:4].tolist() == [0, 0, 7, 1 | 4 | 1 << 21]
    assert numbers[4:14].tolist() == [0, 0, 1, 1, 2, 2, -1, -1, -1, -1]
    assert numbers[104:109].tolist() == [0, 1, 10, 30, 40]
    assert numbers[129:204].sum() == 0
    assert numbers[204:212].tolist() == [0, 5, 7, 12, 15, 18, 22, 25]
    assert numbers[212:229].tolist() == [25] * 17
    assert numbers[229:234].tolist() == [0, 0, 5, 3, 1]
    assert numbers[239:244].tolist() == [4, 1, 6, 4, 2]
    assert numbers[264:349].sum() == 0
    assert numbers[349:355].tolist() == [0, 2, 4, 12, 20, 33]
    assert numbers[355:359].tolist() == [10, 30, -1, -1]
    assert len(numbers) == 379
    facts = check("mine", changed(level=99, own=True)).numbers
    assert facts[:2].tolist() == [99, 1]


def test_holes_may_be_in_the_grid_and_the_largest_is_ten_by_ten() -> None:
    assert load(WIDE).numbers[4:104].min() == 0
    assert (load(SEVEN).numbers[4:104] >= 0).sum() == 49


def test_what_a_sheet_has() -> None:
    assert trouble([]) == "Sheet mine: this is not a table of facts about a sheet."
    assert trouble({}) == "Sheet mine: grid is missing."
    assert trouble(changed(name="x")) == (
        "Sheet mine: 'name' is not known; known are level, own, grid, areas, links, solo_signs."
    )
    for level in (-1, 100, 1.0, True, "1"):
        assert trouble(changed(level=level)) == (
            f"Sheet mine: level must be a whole number from 0 to 99, not {level!r}."
        )
    assert trouble(changed(own=1)) == "Sheet mine: own must be true or false."


def test_the_grid() -> None:
    assert trouble(changed(grid=5)) == "Sheet mine: grid must be text, one line per row."
    assert trouble(changed(grid="A B")) == "Sheet mine: the grid has 1 rows; 2 to 10 are possible."
    assert trouble(changed(grid="A\n" * 11)) == "Sheet mine: the grid has 11 rows; 2 to 10 are possible."
    assert trouble(changed(grid="A\nA")) == "Sheet mine: the grid has 1 columns; 2 to 10 are possible."
    eleven = " ".join("A" * 11)
    assert trouble(changed(grid=f"{eleven}\n{eleven}")).startswith("Sheet mine: the grid has 11 columns")
    assert trouble(changed(grid="A A\nA")) == "Sheet mine: row 2 of the grid has 1 cells, the first has 2."
    for token in ("a", "Y", "AA", "**", "1", "A**"):
        assert trouble(grid("A* A", f"A* {token}")) == (
            f"Sheet mine: cell b1 is {token!r}; a cell is a letter A to X, with * for a star, or .."
        )


def test_the_areas() -> None:
    assert trouble(changed(areas=[])) == "Sheet mine: areas must be a table."
    assert trouble(changed(areas={})) == "Sheet mine: there are 0 areas; 6 to 24 are possible."
    many: dict[str, Any] = {f"A{k}": {} for k in range(25)}
    assert trouble(changed(areas=many)) == "Sheet mine: there are 25 areas; 6 to 24 are possible."
    renamed = {("Z" if letter == "A" else letter): facts for letter, facts in GOOD["areas"].items()}
    assert trouble(changed(areas=renamed)) == "Sheet mine: the 7 areas must be named A to G."
    assert trouble(grid("A* A", "A* H")) == "Sheet mine: cell b1 is in area H, which is not among the areas."
    data = changed()
    data["areas"]["A"] = 5
    assert trouble(data) == "Sheet mine: area A must be a table with colour and values."
    del data["areas"]["A"]
    data["areas"]["A"] = {"colour": "red"}
    assert trouble(data) == "Sheet mine: area A: values is missing."
    assert trouble(area("A", note=1)).startswith("Sheet mine: area A: 'note' is not known; known are colour, values")
    for colour in ("pink", 1, ["red"]):
        assert trouble(area("A", colour=colour)).startswith(
            "Sheet mine: area A: the colour is one of red, yellow, blue"
        )
    for values in ([5, 3], [5, 3, 2, 1], "531", 5):
        assert trouble(area("A", values=values)) == "Sheet mine: area A: values must be a list of three numbers."
    for value in (0, 100, 1.5, True, "1"):
        assert trouble(area("A", values=[value, 3, 1])) == (
            f"Sheet mine: area A: a value must be a whole number from 1 to 99, not {value!r}."
        )
    for values in ([3, 3, 1], [5, 1, 1], [1, 3, 5]):
        assert trouble(area("A", values=values)) == f"Sheet mine: area A: the values {values} must fall."
    assert check("mine", area("A", values=[99, 2, 1])).numbers[231] == 99
    assert trouble(area("A", whole_colour=1)) == "Sheet mine: area A: whole_colour must be true or false."


def test_the_cells_of_an_area() -> None:
    assert trouble(grid("B* B", "B* D")) == "Sheet mine: area B has 1 cells; it needs at least 2."
    assert trouble(area("G", colour="orange")).endswith("touch and have one colour, so they must be in one area.")
    assert trouble(area("C", whole_colour=False)) == (
        "Sheet mine: area C is in pieces; link them, or let it count for all cells of its colour "
        "(in a file: whole_colour = true)."
    )
    assert trouble(changed(links=[])).startswith("Sheet mine: area A is in pieces;")
    assert trouble(area("B", colour="purple")) == (
        "Sheet mine: area C is for all purple cells, but there is another purple area."
    )
    seven = grid("A  . .", "A  A .")
    assert check("mine", seven).numbers[204 + 1] == 6
    seven = changed(grid=seven["grid"].replace("A  A .", "A  A A"))
    assert trouble(seven) == "Sheet mine: area A is red and has 7 cells; 6 different numbers fit."


def test_links() -> None:
    for wrong in ("a2-a4", [["a2", "a4"]] * 13):
        assert trouble(changed(links=wrong)) == "Sheet mine: links must be a list of at most 12 pairs of cells."
    assert check("mine", changed(links=[["a2", "a4"]] * 12)).numbers[378] == 30
    links: list[Any] = [5, ["a2"], ["a2", 4], "a2a4"]
    for link in links:
        assert trouble(changed(links=[link])).startswith(
            "Sheet mine: a link is a pair of cells such as ['c3', 'e5'], not"
        )
    for link in (["a2", "b2"], ["a2", "z9"], ["a2", "j10"]):
        assert trouble(changed(links=[link])) == f"Sheet mine: the link {link} ends in no cell of the grid."
    assert trouble(changed(links=[["a2", "c2"]])).endswith("joins cells of different areas.")
    assert trouble(changed(links=[["a1", "a2"]])).endswith("joins cells that touch.")
    assert trouble(changed(links=[["a2", "a2"]])).endswith("joins cells that touch.")


def test_stars_and_solo_signs() -> None:
    assert trouble(grid("A* A", "A A")) == (
        "Sheet mine: there are 5 star cells in 5 areas; there must be 6 in 6 areas."
    )
    assert trouble(grid("A* A", "A* A*")) == (
        "Sheet mine: there are 7 star cells in 6 areas; there must be 6 in 6 areas."
    )
    assert trouble(grid("A* A B*", "A* A* B")) == (
        "Sheet mine: there are 6 star cells in 5 areas; there must be 6 in 6 areas."
    )
    assert trouble(changed(solo_signs=5)) == "Sheet mine: solo_signs must be a list of boxes."
    assert trouble(changed(solo_signs=[0])).startswith(
        "Sheet mine: a box of solo_signs must be a whole number from 1 to 22"
    )
    assert trouble(changed(solo_signs=[23])).endswith("not 23.")
    assert trouble(changed(solo_signs=[4, 4])) == "Sheet mine: solo_signs names a box twice."
    assert rules.BOXES == 22


@pytest.mark.parametrize("name", ["nothing", "game", "../level-1", "none.toml", "/etc/passwd"])
def test_files_that_are_no_sheet(name: str) -> None:
    with pytest.raises(Trouble):
        load(name)


def test_a_sheet_of_ones_own_survives_a_record() -> None:
    content = load(SMALL)
    assert check("record", content.data).numbers.tolist() == content.numbers.tolist()
    assert begin(2, SMALL).record().content == content.hash


def places(data: Any) -> list[tuple[str | int, ...]]:
    return [flaw.place for flaw in flaws(data)]


def test_every_flaw_is_found_with_its_place() -> None:
    wrong = grid("A* A B*", "A* ? B")
    wrong["areas"]["B"] = {"colour": "pink", "values": [1, 2, 300]}
    wrong |= {"level": 100, "solo_signs": [1, 50]}
    assert places(wrong) == [
        ("level",),
        ("grid", 0, 1),
        ("areas", "B", "colour"),
        ("areas", "B", "values", 2),
        ("solo_signs", 1),
    ]
    assert places(changed(links=[["a2", "a4"], ["a1", "a2"], 5])) == [("links", 1), ("links", 2)]
    assert places(grid("A* A", "A* A*")) == [("grid",)]
    assert places(area("G", colour="orange"))[0][0] == "grid"


def test_an_area_has_a_name_for_people() -> None:
    named = part_named(0, "A green")
    assert named == Reason("area_label", values={"area": "A", "colour": Reason("colour_green")})
