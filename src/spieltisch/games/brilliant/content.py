"""Sheets: data/level-1.toml to level-4.toml, and any file of the same form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from spieltisch.contract import Content, Trouble
from spieltisch.files import read_content
from spieltisch.games.brilliant.rules import AREAS, BOXES, CELLS, LINKS, NUMBERS, RED, WIDTH, YELLOW

DATA = Path(__file__).parent / "data"
Colour = Literal["red", "yellow", "blue", "grey", "purple", "orange", "green"]
COLOURS: tuple[Colour, ...] = get_args(Colour)  # in the order of the numbers in rules.py
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
COLUMNS = "abcdefghij"
HIGHEST_VALUE = 99
NO_AREA = -1


def load(name: str) -> Content:
    """A sheet by its name in data/, or by the path of its file."""
    return check(name, read_content(name, DATA))


def check(name: str, data: Mapping[str, Any]) -> Content:
    """The sheet, if it is one that can be played; otherwise Trouble with one sentence."""
    return _Sheet(name, data).content()


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
    """A sheet being checked, from the outside in: types, grid, areas, links, stars, solo signs."""

    def __init__(self, name: str, data: Mapping[str, Any]) -> None:
        self.name = name
        self.data = data
        self._demand(isinstance(data, Mapping), "this is not a table of facts about a sheet")
        self._know_keys(
            data, ("level", "own", "grid", "areas", "links", "solo_signs"), ("grid", "areas", "solo_signs"), ""
        )
        self.level = self._whole(data.get("level", 0), 0, 99, "level")
        self._demand(isinstance(data.get("own", False), bool), "own must be true or false")
        self.own = bool(data.get("own", False))
        self.area_of: dict[int, int] = {}
        self.stars: list[int] = []
        self._read_grid()
        self.colours: list[int] = []
        self.whole_colour: list[bool] = []
        self.values: list[list[int]] = []
        self._read_areas()
        self.links = self._read_links()
        self._check_areas()
        self._check_stars()
        self.solo_signs = self._read_solo_signs()

    def content(self) -> Content:
        cells = [cell for area in range(AREAS) for cell in self._cells_of(area)]
        begin = np.cumsum([0, *(len(self._cells_of(area)) for area in range(AREAS))])
        facts = [[self.colours[k], int(self.whole_colour[k]), *self.values[k]] for k in range(len(self.colours))]
        numbers = [
            *(self.level, int(self.own), len(facts), sum(1 << (box - 1) for box in self.solo_signs)),
            *(self.area_of.get(cell, NO_AREA) for cell in range(CELLS)),
            *(cells + [0] * (CELLS - len(cells))),
            *begin,
            *(fact for k in range(AREAS) for fact in (facts[k] if k < len(facts) else [0] * 5)),
            *self.stars,
            *(cell for k in range(LINKS) for cell in (self.links[k] if k < len(self.links) else (-1, -1))),
        ]
        return Content(self.name, np.array(numbers, np.int64), self.data)

    def _demand(self, fulfilled: bool, problem: str) -> None:
        if not fulfilled:
            raise Trouble("Sheet {name}: {problem}.", name=self.name, problem=problem)

    def _know_keys(self, table: Mapping[str, Any], known: tuple[str, ...], needed: tuple[str, ...], where: str) -> None:
        for key in table:
            self._demand(key in known, f"{where}{key!r} is not known; known are {', '.join(known)}")
        for key in needed:
            self._demand(key in table, f"{where}{key} is missing")

    def _whole(self, value: Any, least: int, most: int, what: str) -> int:
        fine = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        self._demand(fine, f"{what} must be a whole number from {least} to {most}, not {value!r:.40}")
        return int(value)

    def _read_grid(self) -> None:
        grid = self.data["grid"]
        self._demand(isinstance(grid, str), "grid must be text, one line per row")
        rows = [line.split() for line in grid.splitlines() if line.strip()]
        self._demand(2 <= len(rows) <= WIDTH, f"the grid has {len(rows)} rows; 2 to {WIDTH} are possible")
        columns = len(rows[0])
        self._demand(2 <= columns <= WIDTH, f"the grid has {columns} columns; 2 to {WIDTH} are possible")
        for row, line in enumerate(rows):
            self._demand(
                len(line) == columns, f"row {row + 1} of the grid has {len(line)} cells, the first has {columns}"
            )
            for column, token in enumerate(line):
                self._read_cell(row * WIDTH + column, token)

    def _read_cell(self, cell: int, token: str) -> None:
        if token == ".":
            return
        letter = token.removesuffix("*")
        known = len(letter) == 1 and letter in LETTERS
        self._demand(
            known, f"cell {cell_name(cell)} is {token!r:.40}; a cell is a letter A to X, with * for a star, or ."
        )
        self.area_of[cell] = LETTERS.index(letter)
        if letter != token:
            self.stars.append(cell)

    def _read_areas(self) -> None:
        areas = self.data["areas"]
        self._demand(isinstance(areas, Mapping), "areas must be a table")
        count = len(areas)
        self._demand(NUMBERS <= count <= AREAS, f"there are {count} areas; {NUMBERS} to {AREAS} are possible")
        letters = LETTERS[:count]
        self._demand(sorted(areas) == list(letters), f"the {count} areas must be named {letters[0]} to {letters[-1]}")
        for cell, area in self.area_of.items():
            self._demand(
                area < count, f"cell {cell_name(cell)} is in area {LETTERS[area]}, which is not among the areas"
            )
        for letter in letters:
            self._read_area(letter, areas[letter])

    def _read_area(self, letter: str, table: Any) -> None:
        self._demand(isinstance(table, Mapping), f"area {letter} must be a table with colour and values")
        self._know_keys(table, ("colour", "values", "whole_colour"), ("colour", "values"), f"area {letter}: ")
        colour, values, whole = table["colour"], table["values"], table.get("whole_colour", False)
        known = isinstance(colour, str) and colour in COLOURS
        self._demand(known, f"area {letter}: the colour is one of {', '.join(COLOURS)}, not {colour!r:.40}")
        self._demand(
            isinstance(values, list) and len(values) == 3, f"area {letter}: values must be a list of three numbers"
        )
        falling = [self._whole(value, 1, HIGHEST_VALUE, f"area {letter}: a value") for value in values]
        self._demand(falling[0] > falling[1] > falling[2], f"area {letter}: the values {falling} must fall")
        self._demand(isinstance(whole, bool), f"area {letter}: whole_colour must be true or false")
        self.colours.append(COLOURS.index(colour))
        self.values.append(falling)
        self.whole_colour.append(whole)

    def _read_links(self) -> list[tuple[int, int]]:
        links = self.data.get("links", [])
        self._demand(
            isinstance(links, list) and len(links) <= LINKS, f"links must be a list of at most {LINKS} pairs of cells"
        )
        return [self._read_link(link) for link in links]

    def _read_link(self, link: Any) -> tuple[int, int]:
        pair = isinstance(link, list) and len(link) == 2 and all(isinstance(end, str) for end in link)
        self._demand(pair, f"a link is a pair of cells such as ['c3', 'e5'], not {link!r:.40}")
        ends = []
        for end in link:
            cell = cell_number(end)
            self._demand(
                cell is not None and cell in self.area_of, f"the link {link!r:.40} ends in no cell of the grid"
            )
            ends.append(cell or 0)
        one, other = ends
        self._demand(self.area_of[one] == self.area_of[other], f"the link {link!r:.40} joins cells of different areas")
        self._demand(one != other and other not in neighbours(one), f"the link {link!r:.40} joins cells that touch")
        return one, other

    def _check_areas(self) -> None:
        for area, colour in enumerate(self.colours):
            cells = self._cells_of(area)
            where = f"area {LETTERS[area]}"
            self._demand(len(cells) >= 2, f"{where} has {len(cells)} cells; it needs at least 2")
            if colour in (RED, YELLOW):
                fits = len(cells) <= NUMBERS
                self._demand(
                    fits, f"{where} is {COLOURS[colour]} and has {len(cells)} cells; {NUMBERS} different numbers fit"
                )
            if self.whole_colour[area]:
                alone = self.colours.count(colour) == 1
                self._demand(
                    alone, f"{where} is for all {COLOURS[colour]} cells, but there is another {COLOURS[colour]} area"
                )
            else:
                self._demand(self._connected(cells), f"{where} is in pieces; link them or give it whole_colour = true")
        for cell, area in self.area_of.items():
            for other in neighbours(cell):
                beside = self.area_of.get(other, area)
                apart = beside == area or self.colours[beside] != self.colours[area]
                where = f"{cell_name(cell)} and {cell_name(other)}"
                self._demand(apart, f"{where} touch and have one colour, so they must be in one area")

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
        counted = f"{len(self.stars)} star cells in {len(areas)} areas"
        self._demand(right, f"there are {counted}; there must be {NUMBERS} in {NUMBERS} areas")

    def _read_solo_signs(self) -> list[int]:
        signs = self.data["solo_signs"]
        self._demand(isinstance(signs, list), "solo_signs must be a list of boxes")
        boxes = [self._whole(box, 1, BOXES, "a box of solo_signs") for box in signs]
        self._demand(len(set(boxes)) == len(boxes), "solo_signs names a box twice")
        return boxes

    def _cells_of(self, area: int) -> list[int]:
        return sorted(cell for cell, its_area in self.area_of.items() if its_area == area)
