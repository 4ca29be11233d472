"""What a position of Brilliant teaches."""

from __future__ import annotations

from spieltisch.games.brilliant.explain import brings
from spieltisch.games.brilliant.rules import NUMBERS, PASS, STARTING, STRIKE, State

THEMES = ("last_cell", "begin_or_go_on", "write_or_pass", "which_number", "which_cell", "strike", "start_numbers")
CARDS = ("write_or_pass",)  # quick to decide
COMPLETES = ("brings_target", "brings_area", "brings_area_first")


def theme(state: State, seat: int, best: int, tempting: int) -> str:
    if state.phase == STARTING:
        return "start_numbers"
    if best >= STRIKE:
        return "strike"
    if PASS in (best, tempting):
        return "write_or_pass"
    brought, instead = brings(state, seat, best).key, brings(state, seat, tempting).key
    if brought in COMPLETES and instead not in COMPLETES:
        return "last_cell"
    if best // NUMBERS == tempting // NUMBERS:
        return "which_number"
    return "begin_or_go_on" if brought != instead else "which_cell"
