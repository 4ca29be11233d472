"""Sheets as they look in the middle of a game, and where their files are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kit import arrange, table
from spieltisch import Table
from spieltisch.games.brilliant import rules
from spieltisch.games.brilliant.content import cell_number
from spieltisch.kernel import Unpacked

SEVEN, SMALL, WIDE = (str(Path(__file__).parent / f"{name}.toml") for name in ("seven", "small", "wide"))
STARS = {
    SEVEN: ("1@b1", "2@f1", "3@e3", "4@c4", "5@a5", "6@d5"),
    SMALL: ("1@a1", "2@c1", "3@e1", "4@c2", "5@a3", "6@d4"),
}


def begin(players: int = 2, sheet: str = SEVEN, **options: Any) -> Table:
    """A new game, with no start number written."""
    return table("brilliant", players, "solo" if players == 1 else "base", sheet=sheet, **options)


def started(players: int = 2, sheet: str = SEVEN) -> Table:
    """All start numbers stand in the star cells, in their order."""
    at = begin(players, sheet)
    for seat in range(players):
        at.play(*STARS[sheet], seat=seat)
    return at


def position(*drawings: str, sheet: str = SEVEN, **fields: Any) -> Table:
    """A game between two rolls: one drawn sheet for each player, and fields of the state."""
    at = begin(len(drawings), sheet)
    arrange(at, phase=rules.ROLLING, started=[6] * len(drawings) + [0] * (6 - len(drawings)), reveals=1)
    for seat, drawing in enumerate(drawings):
        put(at, seat, drawing)
    return arrange(at, **fields)


def put(at: Table, seat: int, drawing: str) -> Table:
    """Row by row: a number, or a dot for an empty cell or none. What is left out is empty."""
    state: Any = Unpacked(at.rows)
    rules.clear_sheet(state, seat)
    for row, line in enumerate(drawing.split("\n")[1:]):
        for column, sign in enumerate(line.split()):
            if sign != ".":
                rules.write_number(state, seat, row * rules.WIDTH + column, int(sign))
    state.pack(at.rows)
    return at


def written(at: Table, seat: int = 0) -> dict[str, int]:
    view = at.view(seat)
    pairs = zip(view.sheet.cells, view.players[seat].numbers, strict=True)
    return {cell.name: number for cell, number in pairs if number is not None}


def points(at: Table) -> list[int]:
    return [player.points for player in at.view().players]


def struck(at: Table) -> dict[str, int]:
    """How many values, of those areas that have any struck."""
    return {area.name: area.struck for area in at.view().sheet.areas if area.struck}


def action(move: str) -> int:
    number, _, cell = move.partition("@")
    found = cell_number(cell)
    assert found is not None
    return found * 6 + int(number) - 1
