"""Several games in a row: the start goes round, points add up, and a break between two games loses nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spieltisch.tables.journal import Journal
from terminal.kept import old_file, tables
from terminal.running import Run

BOTS = "play genial_dice --seat random --seat random --lang en --seed 5 -y"


def test_each_seat_starts_once_and_the_points_add_up(run: Run, data: Path) -> None:
    result = run(f"{BOTS} --games 2")
    assert result.exit_code == 0, result.output
    first, second = tables(data)
    assert [first.opened.options["start"], second.opened.options["start"]] == ["1", "2"]
    assert second.opened.results == first.results
    assert first.follows == second.name
    total = [sum(points) for points in zip(*second.results, strict=True)]
    standing = result.output.split("After game 2 of 2:")[1]
    for points in total:
        assert f"{points} points" in standing


def test_the_games_of_a_match_have_different_luck(run: Run, data: Path) -> None:
    run(f"{BOTS} --games 2")
    first, second = tables(data)
    assert first.playthrough.log[:6] != second.playthrough.log[:6]


def test_a_match_goes_on_after_a_break_between_two_games(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def interrupted(journal: Journal) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as breaking:
        breaking.setattr(Journal, "follow", interrupted)
        run(f"{BOTS} --games 2")
    assert [table.follows for table in tables(data)] == [None]
    result = run("resume")
    assert result.exit_code == 0, result.output
    assert "After game 1 of 2:" in result.output
    assert "After game 2 of 2:" in result.output
    first, second = tables(data)
    assert second.opened.results == first.results
    assert run("resume").exit_code == 1, "nothing is left to go on with"


def test_a_match_has_1_to_100_games(run: Run, data: Path) -> None:
    for games in ("0", "101", "-1"):
        result = run(f"{BOTS} --games {games}")
        assert result.exit_code == 1
        assert "1 to 100 games" in result.stderr


@pytest.fixture
def old(run: Run, data: Path, tmp_path: Path) -> Path:
    run(BOTS)
    file = tmp_path / "old.json"
    old_file(file, tables(data)[0].record(), ["random", "random"])
    return file


def test_a_damaged_match_is_told(run: Run, old: Path) -> None:
    whole = json.loads(old.read_text())
    for games, results in ((1, [[7, 2]]), (2, [[7]]), (2, [["7", 2]]), (2, 5), ("2", []), (1000, [])):
        old.write_text(json.dumps({**whole, "table": {**whole["table"], "games": games, "results": results}}))
        result = run(f"resume {old}")
        assert result.exit_code == 1
        assert "section `table` has the wrong form" in result.stderr


def test_an_old_match_goes_on_with_its_next_game(run: Run, data: Path, old: Path) -> None:
    whole = json.loads(old.read_text())
    old.write_text(json.dumps({**whole, "table": {**whole["table"], "games": 3, "results": [[7, 2]]}}))
    result = run(f"resume {old}")
    assert result.exit_code == 0, result.output
    assert "After game 3 of 3:" in result.output
    last = tables(data)[-1]
    assert last.opened.results == ((7, 2), tuple(whole["outcome"]["points"]))
    assert last.opened.branch is None
