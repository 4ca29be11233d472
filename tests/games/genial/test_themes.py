"""What a position teaches, where no puzzle that ships has that theme."""

from __future__ import annotations

from typing import Any

from spieltisch.games.genial.rules import PASS
from spieltisch.games.genial.themes import theme


def test_who_had_better_pass_learns_about_bonus_turns() -> None:
    nothing: Any = None
    assert theme(nothing, 0, PASS, 0) == "bonus_turn"
