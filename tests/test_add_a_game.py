"""docs/add-a-game.md is true: its code is that of examples/pig, and its commands run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from outside import PACKAGE
from spieltisch import registry
from spieltisch.game import CARRIED
from test_outside import spieltisch

PAGE = (PACKAGE.parents[1] / "docs" / "add-a-game.md").read_text(encoding="utf-8")
PIECES = re.findall(r"<!-- from: (\S+) -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"^    (spieltisch .*|pip .*)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("file", "code"), PIECES, ids=[f"{k}-{file}" for k, (file, _) in enumerate(PIECES)])
def test_a_piece_of_code_is_that_of_the_example(file: str, code: str) -> None:
    assert code in (PACKAGE / file).read_text(encoding="utf-8")


def test_every_piece_of_code_says_where_it_is_from() -> None:
    assert len(PIECES) == len(re.findall(r"^```\w+$", PAGE, re.MULTILINE)) > 8


def test_every_file_of_the_example_is_spoken_of() -> None:
    for path in PACKAGE.rglob("*"):
        if path.suffix in (".py", ".toml") and path.name not in ("__init__.py", "test_pig.py"):
            assert path.name in PAGE


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_runs_from_an_empty_folder(command: str, tmp_path: Path) -> None:
    """The tests have installed the package before, in outside.py."""
    program, *words = shlex.split(command)
    if program == "pip":
        assert words == ["install", "./examples/pig"]
        return
    quickly = ["--games", "2", "--interpreted"] if words[0] == "arena" else []
    done = spieltisch(*words, *quickly, at=tmp_path, typed="roll\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "pig" in done.stdout.lower() or "level3" in done.stdout


def test_it_names_every_rule_of_the_contract() -> None:
    for name in CARRIED:
        assert f"`{name}`" in PAGE


def test_what_the_example_leaves_out_is_optional() -> None:
    game = registry.game("pig")
    assert not any(game.has(part) for part in ("draw", "features", "content", "net"))
    assert not any(hasattr(game.rules, rule) for rule in ("legal", "weights", "tickets", "pick", "hide", "imagine"))
