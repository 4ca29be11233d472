"""States to try things on, inside a rule: `shelf[1] = state` copies and `shelf[1]` is a state, in both modes."""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.kernel import Engine, Opened, Rows


class Shelf:
    """What a structured array is to a compiled rule, for an interpreted one: opened states that copy field by field."""

    def __init__(self, rows: Rows) -> None:
        self._states = [Opened(rows[k : k + 1]) for k in range(len(rows))]

    def __getitem__(self, k: int) -> Any:
        return self._states[k]

    def __setitem__(self, k: int, state: Any) -> None:
        fields = vars(self._states[k])
        for name, value in vars(state).items():
            if isinstance(value, np.ndarray):
                fields[name][:] = value
            else:
                fields[name] = value


def shelf(engine: Engine, like: Rows, size: int) -> Any:
    """A shelf for the rules of this engine."""
    rows = np.zeros(size, like.dtype)
    return rows if engine.compiled else Shelf(rows)
