"""Pig: one die, and the courage to roll it once more. The marks §1 to §5 refer to README.md in this folder."""

from typing import Annotated

from spieltisch import kernel
from spieltisch.contract import Ending
from spieltisch.kernel import CHANCE, NOBODY, Ints, only, rule

TARGET = 100
ROLL, HOLD = 0, 1  # the actions of a player
CHOICES = ACTIONS = 6  # the actions of the die: 0 is a one, 5 is a six
ENDINGS: tuple[Ending, ...] = (Ending("target_reached", 5),)


class State(kernel.State):
    scores: Annotated[Ints, 4]  # safe points of each seat
    turn: int  # the seat that has the die
    at_stake: int  # points of this turn, not yet safe
    rolling: int  # 1: the die is in the air


@rule
def setup(state: State, players: int, variant: int, options: Ints, content: Ints) -> None:
    """§1 Nobody has any points; the first seat has the die."""
    state.players, state.variant = players, variant
    state.turn, state.at_stake, state.rolling = 0, 0, 0
    state.scores[:] = 0


@rule
def waiting(state: State) -> int:
    """§5 Who reaches the target has won at once."""
    if state.scores.max() >= TARGET:
        return NOBODY
    return only(CHANCE if state.rolling else state.turn)


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """§2 You roll, or hold what is at stake; the die shows one to six."""
    if seat == CHANCE:
        return 0 if 0 <= action < ACTIONS else 2
    return 0 if action == ROLL or (action == HOLD and state.at_stake > 0) else 2


@rule
def apply(state: State, seat: int, action: int) -> None:
    """§3 A one loses what is at stake, other faces add to it. §4 What is held is safe."""
    state.rolling = 1 if seat != CHANCE and action == ROLL else 0
    if seat == CHANCE and action > 0:
        state.at_stake += action + 1
    elif not state.rolling:
        state.scores[state.turn] += state.at_stake if seat != CHANCE else 0
        state.at_stake = 0
        state.turn = (state.turn + 1) % state.players


@rule
def outcome(state: State, places: Ints, points: Ints) -> int:
    """§5 The more points, the better the place."""
    for seat in range(state.players):
        points[seat] = state.scores[seat]
        places[seat] = (state.scores > state.scores[seat]).sum()
    return 0
