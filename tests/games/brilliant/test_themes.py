"""What a position teaches, where no puzzle that ships has that theme."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace
from typing import Any

from spieltisch import registry
from spieltisch.games.brilliant.rules import NUMBERS, PASS, STARTING, STRIKE
from spieltisch.games.brilliant.themes import theme
from spieltisch.kernel import Unpacked
from spieltisch.puzzles.puzzle import check, shipped


def test_before_the_first_roll_it_is_about_the_start_numbers() -> None:
    state: Any = SimpleNamespace(phase=STARTING)
    assert theme(state, 0, 1, 2) == "start_numbers"


def test_what_is_struck_is_what_it_is_about() -> None:
    state: Any = SimpleNamespace(phase=STARTING + 1)
    assert theme(state, 0, STRIKE, STRIKE + 1) == "strike"


def test_two_numbers_in_one_cell_are_about_the_number() -> None:
    game, found = registry.game("brilliant"), set[str]()
    for puzzle in shipped("brilliant"):
        rows = check(game, puzzle).rows
        state: Any = Unpacked(game.hidden(rows, puzzle.seat))
        legal = [int(action) for action in game.legal(rows, puzzle.seat) if action < PASS]
        pairs = [pair for pair in combinations(legal, 2) if pair[0] // NUMBERS == pair[1] // NUMBERS]
        found |= {theme(state, puzzle.seat, *pair) for pair in pairs}
        if found:
            break
    assert found <= {"which_number", "last_cell"} and "which_number" in found
