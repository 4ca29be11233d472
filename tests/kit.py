"""What tests are written with."""

from __future__ import annotations

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
