"""docs/environments.md is true: its tables are those of the package, and its examples run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from setups import every_game
from spieltisch import registry
from spieltisch.env.reference import parts, section, updated
from spieltisch.env.spaces import space

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_tables_are_those_of_the_package() -> None:
    assert updated(PAGE) == PAGE, "run: python -m spieltisch.env.reference docs/environments.md"


@every_game
def test_the_parts_of_observations_and_decisions_are_all_there(name: str) -> None:
    game, agent = registry.game(name), space(name)
    assert sum(size for size, _ in parts(game, "features", agent.features)) == agent.features
    assert sum(size for size, _ in parts(game, "numbering", agent.decisions)) == agent.decisions


def test_a_section_says_ids_ranges_and_options() -> None:
    said = section("genial_dice")
    for wanted in ("`Spieltisch/GenialDice-v0`", "`genial_dice_v0`", "`spieltisch_genial_dice_base_4`", "| 3 to 110 |"):
        assert wanted in said
    assert "`sheet`: `3+3+1` or `3+3+3` (`3+3+1`)" in said
    assert "`start`: `lot` or a seat from `1` (`1`, only `base` and `team` and `duel`)" in section("genial")
    assert "several at once | yes" in section("brilliant")


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_of_the_page_runs(example: str) -> None:
    seen: dict[str, Any] = {"__name__": "example"}
    exec(example, seen)
    if "over" in seen:
        assert seen["over"]


def test_there_is_an_example_for_each_framework() -> None:
    for wanted in ("gymnasium.make(", "agent_iter()", "parallel_env(", "MCTSBot(", "imagined("):
        assert any(wanted in example for example in EXAMPLES)
