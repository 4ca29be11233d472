"""Stepping through records, good and bad."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from spieltisch import new
from spieltisch.kernel import below, generator
from terminal.kept import only_table
from terminal.running import Run


@cache
def playthrough() -> str:
    """A whole game at random."""
    table, rng = new("genial_dice", 2, seed=3, names=["Anna", "Ben"]), generator(1)
    rules = table.game.engine
    while table.waiting:
        seat = table.waiting[0]
        table.act(seat, int(rules.pick(table.rows, seat, below(rng, rules.tickets(table.rows, seat)))))
    return table.record().to_json()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "record.json"
    file.write_text(playthrough())
    return file


def log(record: Path) -> list[list[Any]]:
    moves: list[list[Any]] = json.loads(record.read_text())["log"]
    return moves


def test_enter_steps_on_a_number_goes_there_and_minus_goes_back(run: Run, record: Path) -> None:
    last = len(log(record))
    result = run(f"replay {record}", "", "5", "-", "999", "log", f"{last}", "")
    assert result.exit_code == 0, result.output
    assert f"· 2/{last}" in result.output
    assert f"· 5/{last}" in result.output
    assert f"There is no event 999; they go from 0 to {last}." in result.output
    assert f"{last}/{last}" in result.output
    assert "wins at once. (§6)" in result.output


def test_quit_and_the_end_of_the_input_leave(run: Run, record: Path) -> None:
    assert run(f"replay {record}", "quit").exit_code == 0
    assert run(f"replay {record}").exit_code == 0


def test_enter_comes_to_the_end(run: Run, record: Path) -> None:
    result = run(f"replay {record}", *[""] * (len(log(record)) + 1))
    assert "wins at once. (§6)" in result.output


def test_all_prints_every_position(run: Run, record: Path) -> None:
    result = run(f"replay {record} --all --lang de")
    assert result.exit_code == 0
    assert result.output.count(f"/{len(log(record))} ─") == len(log(record)) + 1


def test_at_prints_one(run: Run, record: Path) -> None:
    result = run(f"replay {record} --at 3")
    assert result.exit_code == 0
    assert f"3  Anna  {log(record)[2][1]}" in result.output
    assert run(f"replay {record} --at -1").exit_code == 1
    assert "There is no event 9999" in run(f"replay {record} --at 9999").stderr


def test_a_record_is_seen_as_everybody_saw_it_or_through_the_eyes_of_a_seat(run: Run, data: Path) -> None:
    run("play genial --variant base --seat greedy --seat me --seed 3", "quit")
    assert "Your rack" not in run("replay " + only_table(data).name + " --at 13").output
    assert "Your rack" in run("replay " + only_table(data).name + " --at 13 --seat 1").output
    result = run("replay " + only_table(data).name + " --at 13 --seat 3")
    assert result.stderr == "There are the seats 1 to 2, not 3.\n"


def tampered(text: str, change: str) -> str | bytes:
    document = json.loads(text)
    if change == "move":
        document["log"][2][1] = "joker rr=g"
    elif change == "seat":
        document["log"][2][0] = 1
    elif change == "outcome":
        document["outcome"]["points"][0] += 1
    elif change == "game":
        document["game"] = "../../etc"
    elif change == "players":
        document["players"] = 10**30
    elif change == "cut":
        return text[: len(text) // 2]
    elif change == "foreign":
        return '{"some": "thing"}'
    elif change == "deep":
        return "[" * 100_000
    elif change == "bytes":
        return b"\xff\xfe\x00\xd8" * 10
    elif change == "empty":
        return ""
    return json.dumps(document)


@pytest.mark.parametrize(
    "change", ["move", "seat", "outcome", "game", "players", "cut", "foreign", "deep", "bytes", "empty"]
)
@pytest.mark.parametrize("command", ["replay", "resume"])
def test_a_bad_record_is_one_sentence(run: Run, record: Path, command: str, change: str) -> None:
    bad = tampered(record.read_text(), change)
    record.write_bytes(bad if isinstance(bad, bytes) else bad.encode())
    result = run(f"{command} {record}")
    assert result.exit_code == 1, result.output
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith((".\n", ")\n"))


@pytest.mark.parametrize("name", ["/no/such/file.json", "/tmp", "/dev/null", "x" * 5000])
def test_a_file_that_is_none_is_one_sentence(run: Run, name: str) -> None:
    result = run(f"replay {name}")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
