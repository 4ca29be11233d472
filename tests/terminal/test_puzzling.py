"""Puzzles at the terminal: a position, a move, what each is worth, and ratings that move and are kept."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from spieltisch import registry
from spieltisch.puzzles import puzzle as puzzles
from spieltisch.puzzles.puzzle import Puzzle, shipped
from spieltisch.speech import Say
from terminal.running import Run

GAME = registry.game("high_score")


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    """The game has just one puzzle, with few moves."""
    found = min(shipped(GAME.name), key=lambda each: (len(each.losses), len(each.events)))
    monkeypatch.setattr("spieltisch.terminal.puzzling.shipped", lambda game: (found,))
    return found


def moves(puzzle: Puzzle) -> list[str]:
    at = puzzle.table(GAME.name)
    return [GAME.write(at.rows, puzzle.seat, int(action)) for action in GAME.legal(at.rows, puzzle.seat)]


def test_a_right_answer_raises_the_rating_which_is_kept(run: Run, only: Puzzle, tmp_path: Path) -> None:
    result = run(f"puzzle high_score --data {tmp_path}", moves(only)[only.best], "quit")
    assert result.exit_code == 0, result.output
    assert "Right: there is nothing better." in result.output
    assert f"Theme: {Say('en', GAME)('theme_' + only.theme)}" in result.output
    assert "Reckoned exactly." in result.output
    kept = json.loads((tmp_path / "puzzles.json").read_text())["games"]["high_score"]
    assert kept["player"][0] > 1500
    assert [*kept["tried"]] == [only.name]
    assert f"Your rating is {round(kept['player'][0])}, after 1 puzzle." in result.output


def test_a_wrong_answer_is_told_what_it_costs_and_what_was_better(run: Run, only: Puzzle, tmp_path: Path) -> None:
    result = run(f"puzzle high_score --data {tmp_path}", f"{only.tempting + 1}", f"{only.best + 1}")
    assert f"That costs {only.losses[only.tempting] / 10:.1f}%. Best is {moves(only)[only.best]}." in result.output
    assert re.search(rf"✗  {re.escape(moves(only)[only.tempting])} \(your move\)", result.output)
    assert "Player" not in next(line for line in result.output.splitlines() if "Find the best move." in line)
    assert "You have met this puzzle before; your rating stays" in result.output
    assert "after 2 puzzles" in result.output  # the input has ended, and nothing is lost


def test_one_may_ask_for_the_moves_and_the_theme_and_is_told_why_something_is_no_move(
    run: Run, only: Puzzle, tmp_path: Path
) -> None:
    result = run(f"puzzle high_score --data {tmp_path} --lang de", "liste", "tipp", "xyz", "reroll 9", "", "ende")
    assert result.exit_code == 0, result.output
    assert result.output.count(Say("de", GAME).move(moves(only)[-1])) >= 2
    assert "Thema: " in result.output
    assert "„xyz“" in result.output
    assert "nach 0 Aufgaben" in result.output
    assert not (tmp_path / "puzzles.json").exists()


def test_flash_cards_have_two_moves_and_draw_the_odds(run: Run, tmp_path: Path) -> None:
    result = run(f"puzzle genial_dice --cards 3 --theme stop_or_roll --data {tmp_path}", "roll", "2", "stop")
    assert result.exit_code == 0, result.output
    assert (
        len(re.findall(r"✓  (?:roll|stop)(?: \(your move\))? +█+ +\d+%", result.output)) == 3
    )  # whoever is right wins now and then
    assert "of 3 right;" in result.output
    assert "after 3 puzzles" in result.output
    assert "What it brings" not in result.output


def test_what_cannot_be_seen_is_not_said_to_be_uncertain_and_few_moves_are_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = next(each for each in shipped("genial_dice") if len(each.losses) < 8 and 0 < max(each.errors or [0]) < 5)
    monkeypatch.setattr("spieltisch.terminal.puzzling.shipped", lambda game: (exact,))
    result = run(f"puzzle genial_dice --data {tmp_path}", "1", "quit")
    assert "±" not in re.sub("; ± is how far.*", "", result.output)
    assert "Kim " in result.output
    assert "Ada" in result.output


def test_a_theme_that_does_not_exist_is_refused_with_those_that_do(run: Run, tmp_path: Path) -> None:
    result = run(f"puzzle high_score --theme nothing --data {tmp_path}")
    assert result.exit_code == 1
    assert "swirl" in result.output


def test_a_game_without_puzzles_says_so(run: Run, tmp_path: Path) -> None:
    result = run(f"puzzle pig --data {tmp_path}")
    assert result.exit_code == 1
    assert "no puzzles" in result.output
    assert puzzles.shipped("pig") == ()
