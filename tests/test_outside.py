"""Games from outside: an installed package brings one, and a broken package breaks nothing but itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from outside import PACKAGE, installed
from spieltisch import Trouble, registry
from spieltisch.cli import cli
from spieltisch.speech import LANGUAGES

MOST_LINES = 250  # of Python and TOML, in a whole game
ENTRY = """Metadata-Version: 2.1
Name: {name}
Version: 1
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder where commands run as they would anywhere: nothing of this repository lies there."""
    (tmp_path / "here").mkdir()
    return tmp_path / "here"


def spieltisch(*words: str, at: Path, typed: str = "", path: Path | None = None) -> subprocess.CompletedProcess[str]:
    found = {**os.environ, "SPIELTISCH_DATA": str(at / "data"), "NO_COLOR": "1", "COLUMNS": "80"}
    if path is not None:
        found["PYTHONPATH"] = os.pathsep.join((str(path), found["PYTHONPATH"]))
    command = [sys.executable, "-m", "spieltisch", *words]
    return subprocess.run(command, cwd=at, env=found, input=typed, capture_output=True, text=True, timeout=120)


def test_the_example_is_found_beside_our_own_games_and_is_none_of_them() -> None:
    assert set(registry.names()) - set(registry.ours()) == {"pig"}
    assert registry.broken() == []
    assert (registry.game("pig").files / "rules.py").read_text().startswith('"""Pig')
    assert not (PACKAGE / "build").exists(), "installing leaves nothing in the sources"


def test_a_whole_game_is_short() -> None:
    files = [path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml") and path.parent.name != "tests"]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < MOST_LINES


def test_the_tests_of_the_example_run_where_it_is_installed(elsewhere: Path) -> None:
    tests = shutil.copytree(PACKAGE / "tests", elsewhere / "tests")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)]
    done = subprocess.run(command, cwd=elsewhere, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout


def test_it_is_played_in_the_terminal(elsewhere: Path) -> None:
    done = spieltisch(
        "play", "pig", "--seat", "me", "--seat", "level3", "--seed", "3", at=elsewhere, typed="roll\nquit\n"
    )
    assert done.returncode == 0, done.stderr
    assert "at stake" in done.stdout
    assert "Roll, or hold?" in done.stdout


def test_its_levels_are_measured_in_the_arena(elsewhere: Path) -> None:
    done = spieltisch("arena", "pig", "--bots", "level3,random", "--games", "40", "--interpreted", at=elsewhere)
    assert done.returncode == 0, done.stderr
    assert "level3" in done.stdout.splitlines()[2]


# What can be wrong with a package


@pytest.fixture
def broken(tmp_path: Path) -> Callable[..., Path]:
    """A copy of the example under another name, with something wrong in it."""

    def made(name: str, change: Callable[[Path], None], game: str = "hog") -> Path:
        folder = tmp_path / "broken"
        package = shutil.copytree(installed() / "spieltisch_pig", folder / name, ignore=shutil.ignore_patterns("*.pyc"))
        for file in package.rglob("*.py"):
            file.write_text(file.read_text().replace("spieltisch_pig", name))
        facts = folder / f"{name}-1.dist-info"
        facts.mkdir()
        (facts / "METADATA").write_text(ENTRY.format(name=name))
        (facts / "entry_points.txt").write_text(f"[spieltisch.games]\n{game} = {name}\n")
        change(package)
        return folder

    return made


def replacing(file: str, old: str, new: str) -> Callable[[Path], None]:
    def change(package: Path) -> None:
        text = (package / file).read_text()
        assert old in text
        (package / file).write_text(text.replace(old, new))

    return change


def both_choices(package: Path) -> None:
    option = "options.dice = { kind = 'choice', default = 'one', choices = ['one', 'two'] }\n"
    replacing("data/game.toml", "variants.base", f"{option}variants.base")(package)
    for language in LANGUAGES:
        name = "options.dice = { name = 'Dice', choices = { one = '1' } }\n"
        replacing(f"texts/{language}.toml", "variants.base", f"{name}variants.base")(package)


WRONG: dict[str, tuple[Callable[[Path], None], str]] = {
    "an import": (replacing("rules.py", "from typing", "import nothing_like_it\nfrom typing"), "nothing_like_it"),
    "a syntax": (replacing("moves.py", "def write", "def write("), "SyntaxError"),
    "a file": (lambda package: (package / "texts" / "it.toml").unlink(), "There is no file texts/it.toml."),
    "a module": (lambda package: (package / "explain.py").unlink(), ".explain"),
    "a table": (replacing("data/game.toml", "variants.base", "variants.base ="), "data/game.toml cannot be read: "),
    "a text": (replacing("texts/de.toml", "about =", "abut ="), "texts/de.toml has no 'about'."),
    "a rule": (replacing("rules.py", "def refusal", "def refuse"), "have no rule 'refusal'."),
    "a mark": (
        replacing("rules.py", "@rule\ndef refusal", "def refusal"),
        "have no rule 'refusal' (is it marked @rule?).",
    ),
    "a mark of a player": (
        replacing("bots.py", "@rule\ndef hold_at", "def hold_at"),
        "'hold_at' in bots.py is no rule (is it marked @rule?).",
    ),
    "a level": (replacing("data/levels.toml", "level3 =", "level7 ="), "data/levels.toml has no 'level3'"),
    "a line of levels": (
        replacing("data/levels.toml", "level3 = {", "level3 = "),
        "data/levels.toml cannot be read: Invalid value (at line 3,",
    ),
    "a search": (replacing("bots.py", '{"search": Search', '{"serach": Search'), "SEARCHES in bots.py has no 'search'"),
    "an explanation": (replacing("explain.py", "def ended", "def over"), "explain.py has no 'ended'."),
    "a sentence": (
        replacing("texts/it.toml", "told_one =", "told_uno ="),
        "texts/de.toml has no 'told_uno' in [say]; texts/it.toml has.",
    ),
    "a value": (
        replacing("texts/it.toml", "lancia il dado: {face}", "lancia il dado: {dado}"),
        "'told_rolls' in [say] has other values in texts/de.toml than in texts/it.toml.",
    ),
    "a bracket": (
        replacing("texts/de.toml", "({n})", "({n)"),
        "'brings_roll' in [say] of texts/de.toml cannot be said",
    ),
    "a paragraph": (
        replacing("texts/it.toml", "5 = { title", "6 = { title"),
        "texts/it.toml has no §5, which the ending 'target_reached' names.",
    ),
    "an option": (
        replacing(
            "data/game.toml", "variants.base", "options.dice = { kind = 'seat', default = 'lot' }\nvariants.base"
        ),
        "texts/de.toml has no name for the option 'dice'.",
    ),
    "a choice": (both_choices, "texts/de.toml has no name for the choice 'two' of the option 'dice'."),
    "a set-up": (replacing("rules.py", "state.scores[:] = 0", "state.scores[9] = 0"), "IndexError"),
}


@pytest.fixture
def run_with(monkeypatch: pytest.MonkeyPatch, elsewhere: Path) -> Callable[..., Result]:
    """Runs commands in this process as if the package lay on its path."""

    def run(folder: Path, *words: str) -> Result:
        monkeypatch.syspath_prepend(folder)
        return CliRunner().invoke(cli, words, env={"COLUMNS": "80", "NO_COLOR": "1"})

    monkeypatch.chdir(elsewhere)
    monkeypatch.setenv("SPIELTISCH_DATA", str(elsewhere / "data"))
    monkeypatch.setattr(registry, "found", cache(registry.found.__wrapped__))
    return run


@pytest.mark.parametrize("what", WRONG)
def test_a_broken_package_is_one_sentence_and_the_rest_of_the_house_works(
    what: str, broken: Callable[..., Path], run_with: Callable[..., Result]
) -> None:
    change, said = WRONG[what]
    package = f"broken_hog_{[*WRONG].index(what)}"  # each its own: what was read of a package is remembered
    folder = broken(package, change)
    done = run_with(folder, "play", "hog", "--yes")
    assert done.exit_code == 1
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(f"The game 'hog' of the package {package} cannot be played: ")
    assert said in done.stderr
    others = run_with(folder, "games")
    assert others.exit_code == 0
    assert done.stderr.strip() in " ".join(others.stderr.split())
    assert all(name in others.stdout for name in registry.names())


def test_a_broken_package_is_told_by_the_command_itself_too(broken: Callable[..., Path], elsewhere: Path) -> None:
    change, said = WRONG["an import"]
    done = spieltisch("play", "hog", "--yes", at=elsewhere, path=broken("broken_hog", change))
    assert done.returncode == 1
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_nobody_takes_the_name_of_another_game(broken: Callable[..., Path], run_with: Callable[..., Result]) -> None:
    ours = registry.ours()[0]
    listed = run_with(broken("another_hog", lambda package: None, game=ours), "games")
    assert f"The game {ours!r} of the package another_hog is left out: there is one of that name." in listed.stderr


def test_a_name_must_fit_into_an_address(broken: Callable[..., Path], run_with: Callable[..., Result]) -> None:
    listed = run_with(broken("hog_and_co", lambda package: None, game="Hog & Co"), "games")
    assert "a name is made of small letters, digits and _." in listed.stderr


def test_a_game_that_nobody_brings_is_refused_with_the_names_of_those_that_are_there() -> None:
    with pytest.raises(Trouble, match=f"There is no game 'chess'; there are {', '.join(registry.names())}."):
        registry.game("chess")
