"""Making puzzles: the same seed makes the same ones, whoever breaks off goes on, and what is doubtful is left out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

from spieltisch import registry
from spieltisch.cli import cli
from spieltisch.contract import Trouble
from spieltisch.kernel import Doubles, Rng, Rows, below, generator
from spieltisch.puzzles import making, measuring
from spieltisch.puzzles.making import Wanted, make
from spieltisch.puzzles.measuring import Worths, confirm, measure
from spieltisch.puzzles.puzzle import check, read

GAME = registry.game("pig")
WANTED = Wanted(GAME, "base", 2, {}, count=4, worlds=96)


@pytest.fixture(autouse=True)
def themes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game from outside has none of its own; and whoever plays on finds out that one should risk more than ten."""
    found = SimpleNamespace(THEMES=(), theme=lambda state, seat, best, tempting: f"at_stake_{state.at_stake}")
    monkeypatch.setattr(measuring, "themes_of", lambda game: found)
    monkeypatch.setattr(making, "themes_of", lambda game: found)

    def play_out(game: object, seen: Rows, seat: int, rng: Rng, actions: list[int], worlds: int) -> Doubles:
        best = "hold" if seen["at_stake"][0] > 10 else "roll"
        chances = [0.6 if GAME.write(seen, seat, action) == best else 0.4 for action in actions]
        luck = [below(rng, 1000) / 5000 for _ in range(worlds * len(actions))]
        values: Doubles = np.array(chances) + np.array(luck).reshape(worlds, len(actions))
        return values

    monkeypatch.setattr(measuring, "play_out", play_out)


def test_the_same_seed_makes_the_same_puzzles_also_for_whoever_breaks_off(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    assert make(WANTED, whole, lambda done, total: told.append((done, total))) >= 4
    assert told[0] == (0, 4)
    assert told[-1][0] >= 4
    games = read(whole.read_text(), "pig")[0]["games"]
    for most in range(1, games + 1):
        make(WANTED, parts, most_games=most)
    assert read(parts.read_text(), "pig")[1] == read(whole.read_text(), "pig")[1]
    for puzzle in read(whole.read_text(), "pig")[1]:
        check(GAME, puzzle)
        assert not puzzle.accepted[puzzle.tempting]
        assert puzzle.losses[puzzle.tempting] > puzzle.errors[puzzle.tempting] > 0
        assert puzzle.worlds == WANTED.worlds


def _made(folder: Path) -> str:
    make(replace(WANTED, count=1), folder / "one")
    return (folder / "one").read_text()


def test_of_what_even_the_lowest_level_finds_there_is_not_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    easy = replace(read(_made(tmp_path), "pig")[1][0], levels=(0,) * 6)
    assert making._found_at_once(replace(easy, losses=(0, 200)))
    assert not making._found_at_once(replace(easy, losses=(200, 0)))
    monkeypatch.setattr(making, "_found_at_once", lambda puzzle: True)
    assert make(replace(WANTED, count=5), tmp_path / "easy", most_games=60) == 2


def test_a_file_of_another_seed_is_not_mixed_with_this_one(tmp_path: Path) -> None:
    make(replace(WANTED, count=1), tmp_path / "file")
    before = (tmp_path / "file").read_text()
    with pytest.raises(Trouble, match="another kind or seed"):
        make(replace(WANTED, seed="2"), tmp_path / "file")
    assert (tmp_path / "file").read_text() == before


def test_the_command_makes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "use_compiled", lambda self: None)
    options = ["--count", "1", "--worlds", "96", "--choices", "9", "--out", str(tmp_path / "file")]
    result = CliRunner().invoke(cli, ["lab", "puzzles", "pig", *options])
    assert result.exit_code == 0, result.output
    assert "puzzles," in result.output


def played(values: list[list[float]], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Worlds in which these values fall again and again; the list tells how often each number of moves was played."""
    asked: list[int] = []
    luck = np.random.default_rng(1)

    def play_out(game: object, seen: object, seat: int, rng: object, actions: list[int], worlds: int) -> object:
        asked.append(len(actions))
        drawn = luck.integers(0, len(values), worlds)
        return np.array([[values[k][action] for action in actions] for k in drawn])

    monkeypatch.setattr(measuring, "play_out", play_out)
    return asked


class Moves:
    """As much of a game as measuring asks for."""

    def __init__(self, count: int) -> None:
        self.count = count

    def legal(self, seen: object, seat: int) -> range:
        return range(self.count)


def test_what_is_clearly_behind_is_played_no_more_and_has_a_wide_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = played([[1.0, 0.9, 0.0], [0.0, 0.1, 0.0], [1.0, 0.5, 0.0]], monkeypatch)
    found = measure(Moves(3), None, 0, generator(1), 192)  # type: ignore[arg-type]
    assert found is not None
    assert asked[0] == 3
    assert asked[-1] < 3
    assert found.losses[0] == found.errors[0] == 0
    assert found.losses[1] > found.errors[1] > 0
    assert found.errors[2] > found.errors[1]
    assert found.worlds <= 192


def test_where_too_many_may_be_best_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    played([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5]], monkeypatch)
    assert measure(Moves(3), None, 0, generator(1), 96, few=1) is None  # type: ignore[arg-type]


def test_what_is_equal_stays_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    played([[1.0, 1.0], [0.0, 0.0]], monkeypatch)
    found = measure(Moves(2), None, 0, generator(1), 48)  # type: ignore[arg-type]
    assert found is not None
    assert found.losses == (0, 0)


FOUND = Worths(0.9, (0.0, 0.01, 0.5, 0.9), (0.0, 0.02, 0.1, 0.3), 24)  # where luck has flattered the first


def test_what_is_said_of_the_moves_that_matter_comes_from_fresh_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = played([[0.5, 0.6, 0.2, 0.0], [0.7, 0.8, 0.4, 0.0]], monkeypatch)
    found = confirm(Moves(4), None, 0, generator(1), FOUND, [2, 2, 1], 96)  # type: ignore[arg-type]
    assert found is not None
    assert asked == [3]  # the last one is far behind, and nobody plays it
    assert found.losses == pytest.approx((0.1, 0.0, 0.4, 0.9))
    assert found.errors[1] == 0
    assert (found.errors[3], found.worlds) == (0.3, 96)


def test_where_fresh_worlds_have_another_answer_there_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    played([[0.5, 0.5, 0.8, 0.0]], monkeypatch)
    assert confirm(Moves(4), None, 0, generator(1), FOUND, [2], 96) is None  # type: ignore[arg-type]


def test_what_was_solved_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = played([[0.0]], monkeypatch)
    solved = replace(FOUND, worlds=0)
    assert confirm(Moves(4), None, 0, generator(1), solved, [2]) is solved  # type: ignore[arg-type]
    assert asked == []


def test_a_game_without_themes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with pytest.raises(Trouble, match=r"pig has no themes\.py"):
        measuring.themes_of(GAME)
