"""The arrow points one way, and no game's name occurs outside games/."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from spieltisch import registry

SOURCE = registry.GAMES.parent

# Each part may import the parts before it and its own.
LAYERS = (
    {"kernel"},
    {"defaults"},
    {"contract"},
    {"speech", "files"},
    {"games"},
    {"registry"},
    {"dice"},
    {"records"},
    {"referee"},
    {"match", "verify"},
    {"bots", "solve"},
    {"lab", "env", "train"},
    {"coach"},
    {"compiling"},
    {"terminal", "server"},
    {"cli"},
)
HEIGHT = {part: height for height, parts in enumerate(LAYERS) for part in parts}
FILES = sorted(SOURCE.rglob("*.py"))


def part_of(file: Path) -> str:
    return file.relative_to(SOURCE).with_suffix("").parts[0]


def imports(file: Path) -> set[str]:
    """The parts of the package that a file imports, wherever in the file it does."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        assert not isinstance(node, ast.ImportFrom) or node.level == 0, "imports name the whole way"
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("spieltisch"):
            below = node.module.split(".")[1:]
            found |= {below[0]} if below else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("spieltisch.")}
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_the_arrow_points_one_way(file: Path) -> None:
    part = part_of(file)
    if part in ("__init__", "__main__"):
        return
    for imported in imports(file) & HEIGHT.keys():
        assert imported == part or HEIGHT[imported] < HEIGHT[part], f"{file.name} imports {imported}"
    assert imports(file) <= HEIGHT.keys() | {"Refused", "Trouble", "Table", "new"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_game_knows_no_other_game(file: Path) -> None:
    if part_of(file) != "games" or file.parent == registry.GAMES:
        return
    own = file.relative_to(registry.GAMES).parts[0]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("spieltisch.games."):
            assert node.module.split(".")[2] == own


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_no_name_of_a_game_occurs_outside_games(file: Path) -> None:
    if part_of(file) == "games":
        return
    text = file.read_text(encoding="utf-8")
    for name in registry.names():
        assert not re.search(rf"\b{name}\b", text), f"{file.name} names {name}"


def test_rules_draw_no_random_numbers_of_their_own() -> None:
    """Chance is a seat: only `imagine`, which deals what is unseen, may use a generator."""
    for file in registry.GAMES.glob("*/rules.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            if "imagine" in function.name or any(argument.arg == "rng" for argument in function.args.args):
                continue
            names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
            assert not names & {"random", "below", "rng"}, f"{file.parent.name}.{function.name}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_whoever_thinks_has_no_dice(file: Path) -> None:
    """Bots and searches get a hidden state and a generator of their own, never the source of a table's chance."""
    if part_of(file) in ("games", "bots", "solve", "lab", "env", "train"):
        assert not imports(file) & {"dice", "records", "verify"}


def test_every_name_of_the_contract_is_a_rule_in_every_game() -> None:
    from spieltisch.contract import RULES

    for name in registry.names():
        game = registry.game(name)
        for function in RULES:
            assert function in vars(game.interpreted), f"{name} has no rule {function}"
