"""How studies/sheets.py judges, on made-up games."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).resolve().parents[2] / "studies" / "sheets.py"


@pytest.fixture(scope="module")
def sheets() -> Any:
    spec = importlib.util.spec_from_file_location("studied_sheets", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["studied_sheets"] = module
    spec.loader.exec_module(module)
    return module


def made_up(sheets: Any, games: int = 40, **changed: Any) -> list[Any]:
    """Good games: between 20 and 40 rolls, longer from level to level, alone 40 points everywhere."""
    found = []
    for number, level in enumerate(sheets.LEVELS):
        for players in sheets.COUNTS:
            for player in (sheets.STRONG, sheets.GREEDY):
                rolls = [27 + number + k % 3 for k in range(games)]
                points = [40 + k % 2 for k in range(games)]
                if changed.get("level") == level and changed.get("players") == players:
                    rolls = changed.get("rolls", rolls)
                    points = changed.get("points", points)
                found.append(sheets.Series(level, players, player, rolls, points))
    return found


def kept(sheets: Any, found: list[Any]) -> list[bool]:
    return [fulfilled for _, fulfilled in sheets.promises(found)]


def test_good_games_keep_every_promise(sheets: Any) -> None:
    assert kept(sheets, made_up(sheets)) == [True] * 7


@pytest.mark.parametrize("wrong", [19, 41])
def test_too_many_short_or_long_games_break_the_first(sheets: Any, wrong: int) -> None:
    good = [20, 40] * 18
    found = made_up(sheets, level="level-2", players=4, rolls=[*good, *[wrong] * 4])
    assert kept(sheets, found)[0], "4 of 40 may be chance"
    found = made_up(sheets, level="level-2", players=4, rolls=[*good, *[wrong] * 8])
    assert not kept(sheets, found)[0]
    assert sheets.promises(found)[0][0].endswith("(fewest seen: 81.8%)")


def test_too_many_short_games_over_all_player_counts_break_the_first_too(sheets: Any) -> None:
    """Four of forty with each number of players may be chance each time, but not all together."""
    found = [
        sheets.Series(one.level, one.players, one.player, [*one.rolls[4:], *[19] * 4], one.points)
        if one.level == "level-2" and one.players > 1
        else one
        for one in made_up(sheets)
    ]
    assert not kept(sheets, found)[0]


def test_few_points_alone_break_the_second(sheets: Any) -> None:
    found = made_up(sheets, level="level-4", players=1, points=[34] * 40)
    assert kept(sheets, found) == [True] * 7
    found = made_up(sheets, level="level-4", players=1, points=[33] * 40)
    assert kept(sheets, found) == [True, False, True, True, False, True, True]


def test_a_harder_level_must_not_be_easier(sheets: Any) -> None:
    found = made_up(sheets, level="level-3", players=2, rolls=[20] * 40)
    assert kept(sheets, found)[2:4] == [False, True]
    found = made_up(sheets, level="level-3", players=1, points=[63] * 40)
    assert kept(sheets, found)[2:4] == [True, False]


def test_few_games_are_not_judged(sheets: Any) -> None:
    few = [one for one in made_up(sheets, games=2) if one.player == sheets.STRONG]
    many = [one for one in made_up(sheets) if one.player == sheets.GREEDY]
    judged = [promise for promise, _ in sheets.promises([*few, *many])]
    assert len(judged) == 4
    assert not any(promise.startswith("strong") for promise in judged)


def test_games_are_found_again_whichever_part_was_done_first(sheets: Any) -> None:
    parts = {7: ([30], [21]), 3: ([25, 26], [22, 23])}
    assert sheets.series("level-1", 2, "greedy", parts) == sheets.Series(
        "level-1", 2, "greedy", [25, 26, 30], [22, 23, 21]
    )
    jobs = list(sheets.jobs(12))
    assert len({job.seed for job in jobs}) == len(jobs)
    assert sum(job.games for job in jobs if job.player == sheets.STRONG) == 12 * 24
    assert sum(job.games for job in jobs if job.player == sheets.GREEDY) == 120 * 24


def test_the_tables_can_be_drawn_in_80_columns(sheets: Any) -> None:
    from io import StringIO

    from rich.console import Console

    console = Console(width=80, file=StringIO(), record=True)
    console.print(sheets.lengths(made_up(sheets)), sheets.difficulty_table(made_up(sheets)))
    drawn = console.export_text()
    assert "…" not in drawn
    assert "level-4" in drawn
