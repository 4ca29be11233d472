"""Decisions as an agent numbers them: the actions of players, which come before those of the dice."""

from spieltisch.decisions import to_action as to_action
from spieltisch.decisions import to_decision as to_decision
from spieltisch.games.genial_dice.rules import (
    COLOURS,
    DECIDE,
    FEWEST,
    JOKERS,
    ROLL,
    ROLLED,
    SCORE,
    SIZES,
    STOP,
    State,
    joker_action,
)
from spieltisch.kernel import Mask, rule

DECISIONS = ROLLED

PARTS = (
    (1, "roll"),
    (1, "stop"),
    (1, "score"),
    (
        ROLLED - JOKERS,
        f"a joker: {SIZES * COLOURS} times the colour used, {COLOURS} times how many of it over two, the colour marked",
    ),
)


@rule
def mask(state: State, seat: int, out: Mask, lane: int, lanes: int) -> None:
    """Jokers of one colour and size are alike whatever they mark."""
    if state.phase == DECIDE:
        if lane == 0:
            out[ROLL] = out[STOP] = 1
        return
    if lane == 0:
        out[SCORE] = 1
    for used in range(lane, COLOURS, lanes):
        at = joker_action(used, FEWEST, 0)
        for joker in range(at, at + COLOURS * max(0, state.unused[used] - 1)):
            out[joker] = 1
