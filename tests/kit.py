"""What tests are written with."""

from __future__ import annotations

import string
from typing import Any

import numpy as np

from spieltisch import ByHand, Table, new


def table(game: str, players: int | None = None, variant: str | None = None, **options: Any) -> Table:
    """A table whose dice, bag and deck are played by hand, like any other move."""
    return new(game, players, variant, dice=ByHand(), **options)


def arrange(at: Table, **fields: Any) -> Table:
    """Puts a position on the table: fields of the state by name."""
    for name, value in fields.items():
        at.rows[name][0] = np.asarray(value)
    return at


def flat(table: object, prefix: str = "") -> dict[str, str]:
    """A nested table of texts as one table of dotted names."""
    if not isinstance(table, dict):
        return {prefix.rstrip("."): str(table)}
    return {key: text for name, value in table.items() for key, text in flat(value, f"{prefix}{name}.").items()}


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}
