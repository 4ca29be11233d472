"""Several games in a row: the start goes round, points add up, and a break between two games loses nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from terminal.running import Run

BOTS = "play genial_dice --seat random --seat random --lang en --seed 5 -y"


def tables(data: Path) -> list[dict[str, Any]]:
    files = sorted((data / "tables").glob("*.json"), key=lambda file: file.stat().st_mtime_ns)
    return sorted((json.loads(file.read_text()) for file in files), key=lambda table: len(table["table"]["results"]))


def test_each_seat_starts_once_and_the_points_add_up(run: Run, data: Path) -> None:
    result = run(f"{BOTS} --games 2")
    assert result.exit_code == 0, result.output
    first, second = tables(data)
    assert [first["options"]["start"], second["options"]["start"]] == ["1", "2"]
    assert second["table"]["results"] == [first["outcome"]["points"]]
    total = [sum(points) for points in zip(first["outcome"]["points"], second["outcome"]["points"], strict=True)]
    standing = result.output.split("After game 2 of 2:")[1]
    for points in total:
        assert f"{points} points" in standing


def test_the_games_of_a_match_have_different_luck(run: Run, data: Path) -> None:
    run(f"{BOTS} --games 2")
    first, second = tables(data)
    assert first["log"][:6] != second["log"][:6]


def test_a_match_goes_on_after_a_break_between_two_games(run: Run, data: Path) -> None:
    run(BOTS)
    (file,) = (data / "tables").glob("*.json")
    finished = json.loads(file.read_text())
    file.write_text(json.dumps({**finished, "table": {**finished["table"], "games": 2}}))
    result = run("resume")
    assert result.exit_code == 0, result.output
    assert "After game 1 of 2:" in result.output
    assert "After game 2 of 2:" in result.output
    first, second = tables(data)
    assert first["table"]["games"] == 1
    assert second["table"]["results"] == [finished["outcome"]["points"]]
    assert run("resume").exit_code == 1, "nothing is left to go on with"


def test_a_match_has_1_to_100_games(run: Run, data: Path) -> None:
    for games in ("0", "101", "-1"):
        result = run(f"{BOTS} --games {games}")
        assert result.exit_code == 1
        assert "1 to 100 games" in result.stderr


def test_a_damaged_match_is_told(run: Run, data: Path) -> None:
    run(BOTS)
    (file,) = (data / "tables").glob("*.json")
    whole = json.loads(file.read_text())
    for games, results in ((1, [[7, 2]]), (2, [[7]]), (2, [["7", 2]]), (2, 5), ("2", []), (1000, [])):
        file.write_text(json.dumps({**whole, "table": {**whole["table"], "games": games, "results": results}}))
        result = run(f"resume {file}")
        assert result.exit_code == 1
        assert "section `table` has the wrong form" in result.stderr
