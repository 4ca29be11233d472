"""What a game may leave out of rules.py: what is not refused is legal, chance is even, and everything lies open."""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.contract import AllRules
from spieltisch.kernel import CHANCE, EVERYBODY, Ints, Rng, given, rule

rules: AllRules[Any] = given()


@rule
def legal(state: Any, seat: int, out: Ints) -> int:
    """Every action that is not refused; for games with few of them."""
    count = 0
    for action in range(rules.ACTIONS):
        if rules.refusal(state, seat, action) == 0:
            out[count] = action
            count += 1
    return count


@rule
def tickets(state: Any, seat: int) -> int:
    """One for each action, of chance too."""
    return rules.legal(state, seat, np.empty(rules.CHOICES, np.int64))


@rule
def pick(state: Any, seat: int, ticket: int) -> int:
    out = np.empty(rules.CHOICES, np.int64)
    rules.legal(state, seat, out)
    return int(out[ticket])


@rule
def hide(state: Any, seat: int) -> None:
    """There is nothing that a seat may not know."""


@rule
def imagine(state: Any, seat: int, rng: Rng) -> None:
    """Nothing has been hidden."""


@rule
def witnesses(state: Any, seat: int, action: int) -> int:
    """Everybody sees what happens."""
    return EVERYBODY


@rule
def reveals(state: Any) -> int:
    """There are no hidden choices to be shown."""
    return 0


@rule
def side(state: Any, seat: int) -> int:
    """Everybody for themselves."""
    return seat


@rule
def roller(state: Any) -> int:
    """What falls is everybody's."""
    return CHANCE
