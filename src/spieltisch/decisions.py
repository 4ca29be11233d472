"""Decisions that are the actions themselves: for a game whose players' actions come first and leave no gaps."""

from __future__ import annotations

from typing import Any

from spieltisch.kernel import rule


@rule
def to_action(state: Any, seat: int, decision: int) -> int:
    return decision


@rule
def to_decision(state: Any, seat: int, action: int) -> int:
    return action
