"""Sheets: data/level-1.toml to level-4.toml, and any file of the same form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from spieltisch.contract import Content, Flaw, Reason
from spieltisch.files import read_content
from spieltisch.game import read_toml
from spieltisch.games.brilliant.rules import AREAS, BOXES, CELLS, LINKS, NUMBERS, RED, WIDTH, YELLOW
from spieltisch.quoting import quoted
from spieltisch.speech import Flawed

DATA = Path(__file__).parent / "data"
Colour = Literal["red", "yellow", "blue", "grey", "purple", "orange", "green"]
COLOURS: tuple[Colour, ...] = get_args(Colour)  # in the order of the numbers in rules.py
ColourRule = Literal["different", "equal", "two_numbers", "one_half", "anything"]
COLOUR_RULES: dict[Colour, ColourRule] = {  # the key of a sentence for each colour
    "red": "different",
    "yellow": "different",
    "blue": "equal",
    "grey": "equal",
    "purple": "two_numbers",
    "orange": "one_half",
    "green": "anything",
}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
COLUMNS = "abcdefghij"
HIGHEST_VALUE = 99
OURS = ("level-1", "level-2", "level-3", "level-4")
NO_AREA = -1
TOKEN = re.compile(r"[^ \t\r]+")  # other white space would be read differently elsewhere
FIELDS = ("level", "own", "grid", "areas", "links", "solo_signs")
NEEDED = ("grid", "areas", "solo_signs")
FORM = {  # what an editor offers
    "width": WIDTH,
    "letters": LETTERS,
    "rules": COLOUR_RULES,
    "numbers": NUMBERS,
    "areas": AREAS,
    "links": LINKS,
    "boxes": BOXES,
    "highest_value": HIGHEST_VALUE,
    "sheets": {name: read_toml(__package__, f"data/{name}.toml") for name in OURS},  # for a pad that needs no house
}


def load(name: str) -> Content:
    """A sheet by its name in data/, by the path of its file, or by the name under which it is kept."""
    return check(name, read_content(name, DATA, DATA.parent.name))


def check(name: str, data: Mapping[str, Any]) -> Content:
    """The sheet, if it is one that can be played; otherwise Trouble that says what is wrong with it."""
    sheet = _Sheet(data)
    if sheet.flaws:
        raise Flawed(__package__, name, sheet.flaws)
    return sheet.content(name)


def flaws(data: Any) -> list[Flaw]:
    return _Sheet(data).flaws


def part_named(number: int, label: str) -> Reason:
    """An area of a sheet, for people; its label says letter and colour."""
    letter, colour = label.split()
    return Reason("area_label", values={"area": letter, "colour": Reason(f"colour_{colour}")})


def cell_name(cell: int) -> str:
    """0 is a1, 1 is b1, 10 is a2."""
    return f"{COLUMNS[cell % WIDTH]}{cell // WIDTH + 1}"


def cell_number(text: str) -> int | None:
    """The inverse of cell_name; None where the text names no cell of the largest sheet."""
    match = re.fullmatch(r"([a-j])([1-9]|10)", text)
    return match and (int(match[2]) - 1) * WIDTH + COLUMNS.index(match[1])


def neighbours(cell: int) -> list[int]:
    row, column = divmod(cell, WIDTH)
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [r * WIDTH + c for r, c in around if 0 <= r < WIDTH and 0 <= c < WIDTH]


class _Sheet:
    """A sheet being checked, from the outside in: types, grid, areas, links, stars, solo signs. What does not depend on
    something that is wrong is checked all the same."""

    def __init__(self, data: Any) -> None:
        self.data = data
        self.flaws: list[Flaw] = []
        self.area_of: dict[int, int] = {}
        self.stars: list[int] = []
        self.colours: list[int] = []
        self.whole_colour: list[bool] = []
        self.values: list[list[int]] = []
        self.links: list[tuple[int, int]] = []
        self.solo_signs: list[int] = []
        if not self._demand(isinstance(data, Mapping), (), "flaw_no_sheet") or not self._has_fields():
            return
        grid = self._is_sound(self._read_grid)
        areas = self._is_sound(self._read_areas)
        if grid and areas:
            if self._is_sound(self._read_links):
                self._check_areas()
            self._check_borders()
        if grid:
            self._check_stars()
        self._read_solo_signs()

    def content(self, name: str) -> Content:
        cells = [cell for area in range(AREAS) for cell in self._cells_of(area)]
        begin = np.cumsum([0, *(len(self._cells_of(area)) for area in range(AREAS))])
        facts = [[self.colours[k], int(self.whole_colour[k]), *self.values[k]] for k in range(len(self.colours))]
        numbers = [
            *(self.data.get("level", 0), int(self.data.get("own", False))),
            *(len(facts), sum(1 << (box - 1) for box in self.solo_signs)),
            *(self.area_of.get(cell, NO_AREA) for cell in range(CELLS)),
            *(cells + [0] * (CELLS - len(cells))),
            *begin,
            *(fact for k in range(AREAS) for fact in (facts[k] if k < len(facts) else [0] * 5)),
            *self.stars,
            *(cell for k in range(LINKS) for cell in (self.links[k] if k < len(self.links) else (-1, -1))),
        ]
        return Content(name, np.array(numbers, np.int64), self.data)

    def _demand(self, fulfilled: bool, place: tuple[str | int, ...], key: str, **values: Any) -> bool:
        if not fulfilled:
            area = values.pop("within", None)
            reason = Reason(key, values=values)
            if area is not None:
                reason = Reason("flaw_in_area", values={"area": area, "flaw": reason})
            self.flaws.append(Flaw(place, reason))
        return fulfilled

    def _is_sound(self, read: Callable[[], None]) -> bool:
        before = len(self.flaws)
        read()
        return len(self.flaws) == before

    def _has_fields(self) -> bool:
        self._know_keys((), self.data, FIELDS, NEEDED)
        self._whole(self.data.get("level", 0), 0, 99, ("level",), "flaw_level")
        self._demand(isinstance(self.data.get("own", False), bool), ("own",), "flaw_own")
        return all(field in self.data for field in NEEDED)

    def _know_keys(
        self,
        place: tuple[str | int, ...],
        table: Mapping[str, Any],
        known: tuple[str, ...],
        needed: tuple[str, ...],
        **more: Any,
    ) -> None:
        for key in table:
            values = {"field": quoted(key), "known": ", ".join(known)}
            self._demand(key in known, (*place, key), "flaw_unknown", **values, **more)
        for key in needed:
            self._demand(key in table, (*place, key), "flaw_missing", field=key, **more)

    def _whole(self, value: Any, least: int, most: int, place: tuple[str | int, ...], key: str, **more: Any) -> bool:
        fine = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        return self._demand(fine, place, key, least=least, most=most, value=quoted(value), **more)

    def _read_grid(self) -> None:
        grid = self.data["grid"]
        if not self._demand(isinstance(grid, str), ("grid",), "flaw_grid"):
            return
        rows = [tokens for line in grid.split("\n") if (tokens := TOKEN.findall(line))]
        if not self._demand(2 <= len(rows) <= WIDTH, ("grid",), "flaw_rows", number=len(rows), most=WIDTH):
            return
        columns = len(rows[0])
        if not self._demand(2 <= columns <= WIDTH, ("grid",), "flaw_columns", number=columns, most=WIDTH):
            return
        for row, line in enumerate(rows):
            values = {"row": row + 1, "number": len(line), "columns": columns}
            if self._demand(len(line) == columns, ("grid", row), "flaw_row", **values):
                for column, token in enumerate(line):
                    self._read_cell(row, column, token)

    def _read_cell(self, row: int, column: int, token: str) -> None:
        if token == ".":
            return
        cell, letter = row * WIDTH + column, token.removesuffix("*")
        known = len(letter) == 1 and letter in LETTERS
        if not self._demand(
            known, ("grid", row, column), "flaw_cell", cell=cell_name(cell), value=quoted(token), last=LETTERS[-1]
        ):
            return
        self.area_of[cell] = LETTERS.index(letter)
        if letter != token:
            self.stars.append(cell)

    def _read_areas(self) -> None:
        areas = self.data["areas"]
        if not self._demand(isinstance(areas, Mapping), ("areas",), "flaw_areas"):
            return
        count = len(areas)
        values = {"number": count, "least": NUMBERS, "most": AREAS}
        if not self._demand(NUMBERS <= count <= AREAS, ("areas",), "flaw_areas_count", **values):
            return
        letters = LETTERS[:count]
        named = {"number": count, "first": letters[0], "last": letters[-1]}
        if not self._demand(sorted(areas) == list(letters), ("areas",), "flaw_areas_named", **named):
            return
        for cell, area in self.area_of.items():
            where = {"cell": cell_name(cell), "area": LETTERS[area]}
            self._demand(area < count, ("grid", cell // WIDTH, cell % WIDTH), "flaw_cell_without_area", **where)
        for letter in letters:
            self._read_area(letter, areas[letter])

    def _read_area(self, letter: str, table: Any) -> None:
        place, within = ("areas", letter), {"within": letter}
        if not self._demand(isinstance(table, Mapping), place, "flaw_area", area=letter):
            return
        self._know_keys(place, table, ("colour", "values", "whole_colour"), ("colour", "values"), **within)
        if "colour" not in table or "values" not in table:
            return
        colour, values, whole = table["colour"], table["values"], table.get("whole_colour", False)
        known = isinstance(colour, str) and colour in COLOURS
        self._demand(known, (*place, "colour"), "flaw_colour", known=", ".join(COLOURS), value=quoted(colour), **within)
        three = isinstance(values, list) and len(values) == 3
        if self._demand(three, (*place, "values"), "flaw_values", **within):
            whole_numbers = [
                self._whole(value, 1, HIGHEST_VALUE, (*place, "values", k), "flaw_value", **within)
                for k, value in enumerate(values)
            ]
            if all(whole_numbers):
                falling = values[0] > values[1] > values[2]
                self._demand(falling, (*place, "values"), "flaw_falling", values=quoted(values), **within)
        self._demand(isinstance(whole, bool), (*place, "whole_colour"), "flaw_whole_colour", **within)
        self.colours.append(COLOURS.index(colour) if known else NO_AREA)
        self.values.append(values)
        self.whole_colour.append(whole)

    def _read_links(self) -> None:
        links = self.data.get("links", [])
        if self._demand(isinstance(links, list) and len(links) <= LINKS, ("links",), "flaw_links", most=LINKS):
            for k, link in enumerate(links):
                self._read_link(k, link)

    def _read_link(self, k: int, link: Any) -> None:
        place, told = ("links", k), {"link": quoted(link)}
        pair = isinstance(link, list) and len(link) == 2 and all(isinstance(end, str) for end in link)
        if not self._demand(pair, place, "flaw_link", **told):
            return
        one, other = (cell_number(end) for end in link)
        if one is None or other is None or one not in self.area_of or other not in self.area_of:
            self._demand(False, place, "flaw_link_ends", **told)
            return
        self._demand(self.area_of[one] == self.area_of[other], place, "flaw_link_areas", **told)
        self._demand(one != other and other not in neighbours(one), place, "flaw_link_touches", **told)
        self.links.append((one, other))

    def _check_areas(self) -> None:
        for area, colour in enumerate(self.colours):
            cells, place = self._cells_of(area), ("areas", LETTERS[area])
            values: dict[str, Any] = {
                "area": LETTERS[area],
                "number": len(cells),
                "colour": Reason(f"colour_{COLOURS[colour]}"),
            }
            if not self._demand(len(cells) >= 2, place, "flaw_area_small", **values):
                continue
            if colour in (RED, YELLOW):
                self._demand(len(cells) <= NUMBERS, place, "flaw_area_large", **values, most=NUMBERS)
            if self.whole_colour[area]:
                self._demand(self.colours.count(colour) == 1, place, "flaw_area_twice", **values)
            else:
                self._demand(self._connected(cells), place, "flaw_area_in_pieces", **values)

    def _check_borders(self) -> None:
        for cell, area in self.area_of.items():
            for other in neighbours(cell):
                beside = self.area_of.get(other, area)
                apart = beside == area or self.colours[beside] != self.colours[area] or other < cell
                values = {"cell": cell_name(cell), "other": cell_name(other)}
                self._demand(apart, ("grid", cell // WIDTH, cell % WIDTH), "flaw_areas_touch", **values)

    def _connected(self, cells: list[int]) -> bool:
        reached = {cells[0]}
        edge = [cells[0]]
        while edge:
            cell = edge.pop()
            linked = [other for link in self.links if cell in link for other in link]
            for other in [*neighbours(cell), *linked]:
                if other in cells and other not in reached:
                    reached.add(other)
                    edge.append(other)
        return len(reached) == len(cells)

    def _check_stars(self) -> None:
        areas = {self.area_of[star] for star in self.stars}
        right = len(self.stars) == len(areas) == NUMBERS
        values = {"number": len(self.stars), "areas": len(areas), "needed": NUMBERS}
        self._demand(right, ("grid",), "flaw_stars", **values)

    def _read_solo_signs(self) -> None:
        signs = self.data["solo_signs"]
        if not self._demand(isinstance(signs, list), ("solo_signs",), "flaw_solo_signs"):
            return
        boxes = [box for k, box in enumerate(signs) if self._whole(box, 1, BOXES, ("solo_signs", k), "flaw_box")]
        self._demand(len(set(boxes)) == len(boxes), ("solo_signs",), "flaw_box_twice")
        self.solo_signs = boxes

    def _cells_of(self, area: int) -> list[int]:
        return sorted(cell for cell, its_area in self.area_of.items() if its_area == area)
