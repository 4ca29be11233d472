"""Golden playthroughs in written notation, one per variant and player count: every step is for ever as it was.

`tests/golden/write.py` writes them anew when a rule or a view has changed on purpose.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from golden.steps import LAYOUT, differences, state_hash
from setups import Setup, plain_setups, smallest_setups
from spieltisch import Record, registry, replay

FILES = sorted((Path(__file__).parent / "golden").glob("*.json"))
OURS = {folder.name for folder in registry.GAMES.iterdir()}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_playthrough_is_as_it_was_step_by_step(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    table = replay(Record.from_json(text))
    assert table.outcome is not None
    for difference in differences(table, json.loads(text)["steps"]):
        pytest.fail(difference)


def test_each_variant_and_player_count_of_our_games_has_one() -> None:
    assert {file.stem for file in FILES} == {str(setup) for setup in plain_setups() if setup.game in OURS}


def test_a_difference_names_its_event_and_who_sees_it() -> None:
    text = next(file for file in FILES if file.stem == "genial-base-2").read_text(encoding="utf-8")
    table, steps = replay(Record.from_json(text)), json.loads(text)["steps"]
    seat, move = table.log[16].seat, table.log[16].move
    state, mine, _, everybody = steps[17].split()
    steps[17] = f"{state} {mine} 000000 {everybody}"
    assert list(differences(table, steps)) == [f"event 17, seat {seat}, move {move}: the view of seat 1 differs"]
    steps[0] = "000000 000000 000000 000000"
    assert next(differences(table, steps)).startswith("before the first event: the state, the view of seat 0, the view")


def test_a_step_that_is_wanting_is_missed() -> None:
    text = FILES[0].read_text(encoding="utf-8")
    assert "golden steps" in next(differences(replay(Record.from_json(text)), json.loads(text)["steps"][:-1]))


@pytest.mark.parametrize("setup", smallest_setups(), ids=str)
def test_the_hash_of_a_state_tells_every_field_but_those_of_the_layout(setup: Setup) -> None:
    rows = setup.table().rows
    for name in rows.dtype.names or ():
        changed = rows.copy()
        changed[name] += 1
        assert (state_hash(changed) == state_hash(rows)) == (name in LAYOUT), name
    assert state_hash(rows[sorted(rows.dtype.names or (), reverse=True)]) == state_hash(rows)
