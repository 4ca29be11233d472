"""The view of a game in the terminal: as the game draws it, or else field by field.

In a view a field called `seat`, `turn`, `start` or `winner` is a seat and shown by name. A label is the text
`label_<field>` of the game or the house, or else the name of the field. `phase` and `you` are left out: the question
says as much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from spieltisch.game import Game
from spieltisch.speech import Say

SEATS = ("seat", "turn", "start", "winner")
LEFT_OUT = ("phase", "you")


def draw(game: Game, view: Any, say: Say) -> RenderableType:
    if game.has("draw"):
        drawn: RenderableType = game.drawing.draw(view, say)
        return drawn
    return described(view, say)


def described(view: Any, say: Say) -> RenderableType:
    """What stands in it, each with its label; below it what has parts of its own."""
    short = Grid.grid(padding=(0, 2, 0, 0))
    long: list[RenderableType] = []
    for name, value in _parts(view):
        label = Text(_label(name, say), style="dim")
        if _is_table(value):
            long += [Text(), label, Padding(_table(value, say), (0, 0, 0, 2))]
        elif is_dataclass(value) or isinstance(value, Mapping):
            long += [Text(), label, Padding(described(value, say), (0, 0, 0, 2))]
        else:
            short.add_row(label, _said(name, value, say))
    return Group(short, *long)


def _is_table(value: Any) -> bool:
    return isinstance(value, Sequence) and len(value) > 0 and all(is_dataclass(each) for each in value)


def _table(rows: Sequence[Any], say: Say) -> RenderableType:
    grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, header_style="dim")
    names = [name for name, _ in _parts(rows[0])]
    for name in names:
        grid.add_column("" if name == "seat" else _label(name, say), overflow="fold")
    for row in rows:
        values = dict(_parts(row))
        grid.add_row(*(_said(name, values.get(name), say) for name in names))
    return grid


def _parts(value: Any) -> list[tuple[str, Any]]:
    pairs = value.items() if isinstance(value, Mapping) else ((f.name, getattr(value, f.name)) for f in fields(value))
    return [(str(name), part) for name, part in pairs if name not in LEFT_OUT]


def _said(name: str, value: Any, say: Say) -> Text:
    if value is None or value is False or value == () or value == "":
        return Text("–")
    if value is True:
        return Text("✓")
    if name in SEATS and isinstance(value, int):
        return Text(say.seat(value))
    if isinstance(value, list | tuple):
        return Text(", ".join(_said(name, each, say).plain for each in value))
    if is_dataclass(value) or isinstance(value, Mapping):
        return Text(", ".join(f"{_label(k, say)} {_said(k, v, say).plain}" for k, v in _parts(value)))
    return Text(str(value))


def _label(name: str, say: Say) -> str:
    return say(f"label_{name}") if say.knows(f"label_{name}") else name.replace("_", " ")
