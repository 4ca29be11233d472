"""The notebook that needs speed runs from the first cell to the last, by the worker that has compiled its game."""

from __future__ import annotations

from notebooks import COMPILED, NOTEBOOKS, run
from trying import thorough


@thorough
def test_an_agent_trained_from_zero_at_genial_dice_beats_random() -> None:
    notebook = run(NOTEBOOKS[COMPILED])
    assert notebook.after > 0.75 > 0.5 > notebook.before
    assert notebook.contest.bots[0].name == "trained"
    assert notebook.contest.bots[0].faults == 0
