"""docs/environments.md is true: its tables are those of the package, and its examples run."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from setups import every_game
from spieltisch import registry
from spieltisch.env import batching, pettingzoo, vectors
from spieltisch.env.episode import Episode, drawn, setting
from spieltisch.env.gymnasium import SeatEnv
from spieltisch.env.reference import parts, section, updated
from spieltisch.env.spaces import space

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
ORDERED = ("genial", "high_score")
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
    assert "`sheet=0` (3+3+1) or `sheet=1` (3+3+3)" in said
    assert "several at once | yes" in section("brilliant")


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_of_the_page_runs(example: str) -> None:
    seen: dict[str, Any] = {"__name__": "example"}
    exec(example, seen)
    if "over" in seen:
        assert seen["over"]


def test_the_orders_are_those_in_which_the_games_count() -> None:
    tiles, dice = (registry.game(name).module("board" if name == "genial" else "rules") for name in ORDERED)
    names = tiles.NAMES
    assert (names[0], names[7], names[8], names[16], names[-8], names[-1]) == ("a1", "a8", "b1", "b9", "o1", "o8")
    assert len(names) == 169 and "169, those outside" in PAGE
    places = [f"{names[a]}-{names[b]}" for a, b in zip(tiles.PLACE_A, tiles.PLACE_B, strict=True)]
    assert places == sorted(places, key=lambda place: [names.index(cell) for cell in place.split("-")])
    assert f"`{'`, `'.join(places[:4])}`, ..." in PAGE
    kinds = [f"{'rgboyp'[a]}{'rgboyp'[b]}" for a, b in zip(tiles.KIND_A, tiles.KIND_B, strict=True)]
    assert f"`{'`, `'.join(kinds[:3])}`, ... `{kinds[-1]}`; {len(kinds)} |" in PAGE
    content, moves = (registry.game("high_score").module(name) for name in ("content", "moves"))
    for order in (content.WAYS, content.SCORINGS):
        assert f"| `{'`, `'.join(order)}` |" in PAGE
    seen: dict[str, Any] = {}
    exec(next(example for example in EXAMPLES if "combinations_with_replacement" in example), seen)
    assert [moves.faces(int(handful)) for handful in dice.HANDFUL] == seen["handfuls"]
    cell_name = registry.game("brilliant").module("content").cell_name
    assert f"`{cell_name(0)}`, `{cell_name(1)}`, ... `{cell_name(9)}`, `{cell_name(10)}`, ... `{cell_name(99)}`" in PAGE


def test_a_decision_of_the_page_is_written_as_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    for wanted in ("to_decision(", "combinations_with_replacement"):
        example = next(each for each in EXAMPLES if wanted in each)
        exec(example, {"__name__": "example"})
        said = next(line for line in example.splitlines() if line.startswith("print("))
        assert capsys.readouterr().out.strip() == said.partition("  # ")[2]


def test_a_tile_with_f_0_lies_with_its_first_colour_on_the_first_cell() -> None:
    table = Episode(setting("genial", players=2, compiled=False))
    table.begin(1)
    board, mask = registry.game("genial").module("board"), table.observe(0)["action_mask"]
    kinds = [kind for kind in range(board.KINDS) if table.rows["racks"][0, 0, kind]]
    for decision in np.flatnonzero(mask[:5544])[::5].tolist():
        tile, way, place = decision // 924, decision % 924 // 462, decision % 462
        first, second = board.KIND_A[kinds[tile]], board.KIND_B[kinds[tile]]
        after = table.clone()
        after.decide(0, decision)
        lies = after.rows["board"][0, [board.PLACE_A[place], board.PLACE_B[place]]].tolist()
        assert lies == ([second, first] if way else [first, second])


def test_every_argument_stands_on_the_page_with_what_it_is_unless_it_is_said() -> None:
    rows = {
        name: usual
        for names, usual in re.findall(r"^\| (`\w+`[^|]*) \| ([^|]+) \| [^|]+ \| [^|]+ \|$", PAGE, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", names)
    }
    makers = (SeatEnv, vectors.vector, batching.batch, pettingzoo._AllSeats, Episode, setting)
    given = [each for maker in makers for each in inspect.signature(maker).parameters.values()]
    for each in given:
        if each.default is inspect.Parameter.empty:
            continue
        usual = rows[each.name]
        written = re.fullmatch("`(.*)`", usual)
        if written:
            default = each.default.value if isinstance(each.default, AutoresetMode) else each.default
            assert ast.literal_eval(written[1]) == default, each
        else:
            assert each.default in (None, drawn), each


def test_there_is_an_example_for_each_framework() -> None:
    for wanted in ("gymnasium.make(", "agent_iter()", "parallel_env(", "MCTSBot(", "imagined("):
        assert any(wanted in example for example in EXAMPLES)
