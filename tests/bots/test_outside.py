"""Players from outside: by entry point, from a module, from a file; and what becomes of their faults."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from spieltisch import Trouble, bots, registry
from spieltisch.bots import outside
from spieltisch.kernel import generator
from spieltisch.lab.arena import ArenaResult, arena
from spieltisch.lab.contest import contest

PLAYERS = """
def first(game, seen, seat, rng):
    return game.legal(seen, seat)[0]

class Last:
    def choose(self, game, seen, seat, rng):
        return game.legal(seen, seat)[-1]

last = Last()

def clumsy(game, seen, seat, rng):
    return 77

def lazy(game, seen, seat, rng):
    raise RuntimeError("not today")

def dreamy(game, seen, seat, rng):
    seen["scores"] = 0
    return None

def wordy(game, seen, seat, rng):
    return "roll"

def divided(n):
    return [][n]

def deep(game, seen, seat, rng):
    return divided(seat)

def moody(game, seen, seat, rng):
    return -1 if seen["at_stake"][0] else game.legal(seen, seat)[0]

number = 7
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "players.py"
    path.write_text(PLAYERS)
    return path


def played(*names: str) -> ArenaResult:
    return arena(contest(registry.game("pig"), names, compiled=False), 4)


@pytest.mark.parametrize("name", ["first", "last"])
def test_a_function_or_a_player_in_a_file_plays(file: Path, name: str) -> None:
    player = f"{file}:{name}"
    result = played(player, "random")
    assert result.bots[0].name == player
    assert result.bots[0].faults == 0


def test_a_player_may_lie_in_a_module_of_this_folder(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert bots.anybody("players:first", files=True).choose is not None
    assert played("players:last", "random").games == 4


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("clumsy", "wants 77, which is not allowed in pig."),
        ("lazy", "has failed: RuntimeError: not today (players.py, line 15)."),
        ("dreamy", "returned None; an action is a number."),
        ("wordy", "returned 'roll'; an action is a number."),
        ("deep", "has failed: IndexError: list index out of range (players.py, line 25)."),
    ],
)
def test_the_result_of_the_arena_says_what_a_player_owed(file: Path, name: str, said: str) -> None:
    result = played(f"{file}:{name}", "level1")
    assert result.bots[0].faults > 0
    assert result.bots[0].fault == f"{file}:{name} {said}"
    assert result.bots[1].faults == 0


@pytest.mark.parametrize(("name", "status"), [("lazy", 1), ("moody", 0), ("first", 0)])
def test_the_command_says_it_before_the_table_and_fails_where_a_player_did_not_play_at_all(
    file: Path, name: str, status: int
) -> None:
    bots = f"players.py:{name},random"
    command = [sys.executable, "-m", "spieltisch", "arena", "pig", "--bots", bots, "--games", "2"]
    environment = {**os.environ, "COLUMNS": "200"}
    done = subprocess.run(
        [*command, "--interpreted"], cwd=file.parent, capture_output=True, text=True, env=environment, timeout=60
    )
    assert done.returncode == status, done.stderr
    said = done.stdout.find(f"random ones were played instead. The first time: players.py:{name} ")
    assert said < done.stdout.index("95 % interval")
    assert (said >= 0) == (name != "first")
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere.py:first", "There is no file nowhere.py."),
        ("no_such_module:first", "cannot be used: ModuleNotFoundError"),
        ("os:first", "There is no 'first' in os."),
        (":first", "There is no player ':first'."),
        ("players.py", "players.py is a file; write players.py:function for a player in it."),
        ("math:pi", "is neither a function nor something with a method `choose`."),
    ],
)
def test_a_player_that_cannot_be_found_is_one_sentence(name: str, said: str) -> None:
    with pytest.raises(Trouble, match=said):
        played(name, "random")


def test_games_of_a_player_that_has_changed_are_not_mixed(file: Path, tmp_path: Path) -> None:
    wanted, kept = contest(registry.game("pig"), (f"{file}:first", "random"), compiled=False), tmp_path / "games"
    arena(wanted, 2, file=kept)
    arena(wanted, 4, file=kept)
    file.write_text(PLAYERS.replace("[0]", "[-1]"))
    with pytest.raises(Trouble, match=r"holds another contest: players \(.* there, .* now\) differ"):
        arena(wanted, 6, file=kept)


# By entry point


@pytest.fixture
def brought(tmp_path: Path, file: Path) -> Path:
    facts = tmp_path / "players-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: players\nVersion: 1\n")
    (facts / "entry_points.txt").write_text("[spieltisch.bots]\nlast = players:last\nlazy = players:lazy\n")
    return tmp_path


def spieltisch(*words: str, path: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    found = {
        "PYTHONPATH": os.pathsep.join((str(path), os.environ["PYTHONPATH"])),
        "SPIELTISCH_DATA": str(path / "data"),
    }
    command = [sys.executable, "-m", "spieltisch", *words]
    return subprocess.run(command, env={**os.environ, **found}, input=typed, capture_output=True, text=True, timeout=60)


def test_a_package_brings_players_for_the_arena(brought: Path) -> None:
    done = spieltisch("arena", "pig", "--bots", "last,random", "--games", "2", "--interpreted", path=brought)
    assert done.returncode == 0, done.stderr
    assert "last" in done.stdout


def test_and_for_a_seat_in_the_terminal_where_the_table_can_be_resumed(brought: Path) -> None:
    begun = spieltisch("play", "pig", "--seat", "me", "--seat", "last", path=brought, typed="roll\nquit\n")
    assert begun.returncode == 0, begun.stderr
    assert "last" in begun.stdout
    assert spieltisch("resume", path=brought, typed="quit\n").returncode == 0


def test_one_that_fails_at_the_table_is_one_sentence_and_the_table_is_kept(brought: Path) -> None:
    done = spieltisch("play", "pig", "--seat", "lazy", "--seat", "random", path=brought)
    assert done.returncode == 1
    assert "lazy has failed: RuntimeError: not today (players.py, line 15)." in done.stdout
    assert "spieltisch resume" in done.stderr


def test_they_are_named_where_one_is_not_found(brought: Path) -> None:
    done = spieltisch("arena", "pig", "--bots", "god,random", path=brought)
    assert done.stderr.strip().endswith("greedy, last, lazy.")


def test_a_file_is_named_only_by_those_who_type_it(file: Path) -> None:
    """A table that somebody sends must not run anything."""
    with pytest.raises(Trouble, match="There is no bot"):
        bots.anybody(f"{file}:first")


def test_it_gets_a_copy_of_what_its_seat_may_know(file: Path) -> None:
    game = replace(registry.game("pig"))
    rows = game.start(2, "base", {}, game.content({}))
    rows["scores"][0][0] = 9
    with pytest.raises(outside.Fault):
        outside.found(f"{file}:dreamy").choose(game, rows, 0, generator(1))
    assert rows["scores"][0][0] == 9
