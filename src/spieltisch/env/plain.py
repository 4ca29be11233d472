"""Decisions of a game that numbers none of its own: a number is an action."""

from __future__ import annotations

from typing import Any

from spieltisch.contract import AllRules
from spieltisch.decisions import to_action as to_action
from spieltisch.decisions import to_decision as to_decision
from spieltisch.kernel import Mask, given, rule

rules: AllRules[Any] = given()


@rule
def mask(state: Any, seat: int, out: Mask, lane: int, lanes: int) -> None:
    """What is not refused is legal; of chance too."""
    for action in range(lane, rules.ACTIONS, lanes):
        if rules.refusal(state, seat, action) == 0:
            out[action] = 1
