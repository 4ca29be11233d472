"""A view field by field, for games that draw nothing themselves.

In a view a field called `seat`, `turn`, `start` or `winner` is a seat and shown by name. A label is the text
`label_<field>` of the game or the house, or else the name of the field. `phase` and `you` are left out: the question
says as much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from spieltisch.speech import Say

SEATS = ("seat", "turn", "start", "winner")
LEFT_OUT = ("phase", "you")


def parts(value: Any) -> list[tuple[str, Any]]:
    """The names and values of what has parts."""
    pairs = value.items() if isinstance(value, Mapping) else ((f.name, getattr(value, f.name)) for f in fields(value))
    return [(str(name), part) for name, part in pairs if name not in LEFT_OUT]


def has_parts(value: Any) -> bool:
    return is_dataclass(value) or isinstance(value, Mapping)


def is_table(value: Any) -> bool:
    return isinstance(value, Sequence) and len(value) > 0 and all(is_dataclass(each) for each in value)


def label(name: str, say: Say) -> str:
    return say(f"label_{name}") if say.knows(f"label_{name}") else name.replace("_", " ")


def said(name: str, value: Any, say: Say) -> str:
    """A value in a few words."""
    if value is None or value is False or value == () or value == "":
        return "–"
    if value is True:
        return "✓"
    if name in SEATS and isinstance(value, int):
        return say.seat(value)
    if isinstance(value, list | tuple):
        return ", ".join(said(name, each, say) for each in value)
    if has_parts(value):
        return ", ".join(f"{label(part, say)} {said(part, inside, say)}" for part, inside in parts(value))
    return str(value)


def lines(view: Any, say: Say, depth: int = 0) -> list[tuple[int, str]]:
    """All of it, each line with how deep it stands."""
    found: list[tuple[int, str]] = []
    for name, value in parts(view):
        if is_table(value):
            found.append((depth, label(name, say)))
            for row in value:
                found.append((depth + 1, "   ".join(_in_table(part, each, say) for part, each in parts(row))))
        elif has_parts(value):
            found += [(depth, label(name, say)), *lines(value, say, depth + 1)]
        else:
            found.append((depth, f"{label(name, say)}: {said(name, value, say)}"))
    return found


def _in_table(name: str, value: Any, say: Say) -> str:
    return said(name, value, say) if name == "seat" else f"{label(name, say)}: {said(name, value, say)}"
