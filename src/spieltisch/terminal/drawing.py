"""The view of a game in the terminal: as the game draws it, or else field by field (describing.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from spieltisch.describing import has_parts, is_table, label, parts, said
from spieltisch.game import Game
from spieltisch.speech import Say


def draw(game: Game, view: Any, say: Say) -> RenderableType:
    if game.has("draw"):
        drawn: RenderableType = game.drawing.draw(view, say)
        return drawn
    return described(view, say)


def described(view: Any, say: Say) -> RenderableType:
    """What stands in it, each with its label; below it what has parts of its own."""
    short = Grid.grid(padding=(0, 2, 0, 0))
    long: list[RenderableType] = []
    for name, value in parts(view):
        title = Text(label(name, say), style="dim")
        if is_table(value):
            long += [Text(), title, Padding(_table(value, say), (0, 0, 0, 2))]
        elif has_parts(value):
            long += [Text(), title, Padding(described(value, say), (0, 0, 0, 2))]
        else:
            short.add_row(title, Text(said(name, value, say)))
    return Group(short, *long)


def _table(rows: Sequence[Any], say: Say) -> RenderableType:
    grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, header_style="dim")
    names = [name for name, _ in parts(rows[0])]
    for name in names:
        grid.add_column("" if name == "seat" else label(name, say), overflow="fold")
    for row in rows:
        values = dict(parts(row))
        grid.add_row(*(Text(said(name, values.get(name), say)) for name in names))
    return grid
