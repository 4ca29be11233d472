"""Scratch states, to try things on inside a rule: `scratch[1] = state` copies, `scratch[1]` is a state, in both
modes."""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.kernel import Engine, Rows, Unpacked


class Scratch:
    """What a structured array is to a compiled rule, for an interpreted one: unpacked states that copy field by
    field."""

    def __init__(self, rows: Rows) -> None:
        self._states = [Unpacked(rows[k : k + 1]) for k in range(len(rows))]

    def __getitem__(self, k: int) -> Any:
        return self._states[k]

    def __setitem__(self, k: int, state: Any) -> None:
        fields = vars(self._states[k])
        for name, value in vars(state).items():
            if isinstance(value, np.ndarray):
                fields[name][:] = value
            else:
                fields[name] = value


def scratch(engine: Engine, like: Rows, size: int) -> Any:
    """So many scratch states for the rules of this engine."""
    rows = np.zeros(size, like.dtype)
    return rows if engine.compiled else Scratch(rows)
