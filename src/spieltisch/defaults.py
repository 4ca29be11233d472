"""What a game may leave out of rules.py: what is not refused is legal, chance is even, and everything lies open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spieltisch.kernel import CHANCE, EVERYBODY, Ints, Rng, rule

if TYPE_CHECKING:
    ACTIONS = CHOICES = 0

    def refusal(state: Any, seat: int, action: int) -> int: ...


@rule
def legal(state: Any, seat: int, out: Ints) -> int:
    """Every action that is not refused; for games with few of them."""
    count = 0
    for action in range(ACTIONS):
        if refusal(state, seat, action) == 0:
            out[count] = action
            count += 1
    return count


@rule
def weights(state: Any, out: Ints) -> int:
    """One for each outcome of chance."""
    count = legal(state, CHANCE, out)
    out[:count] = 1
    return count


@rule
def tickets(state: Any, seat: int) -> int:
    """As many as the weights of chance together, or as a player has actions."""
    out = np.empty(CHOICES, np.int64)
    if seat != CHANCE:
        return legal(state, seat, out)
    return int(out[: weights(state, out)].sum())


@rule
def pick(state: Any, seat: int, ticket: int) -> int:
    """The action in whose share of the tickets this one lies."""
    out = np.empty(CHOICES, np.int64)
    place = ticket
    if seat == CHANCE:
        place = 0
        weights(state, out)
        while ticket >= out[place]:
            ticket -= out[place]
            place += 1
    legal(state, seat, out)
    return int(out[place])


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
