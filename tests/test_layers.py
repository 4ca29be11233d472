"""The arrow points one way, and no game's name occurs outside games/."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from spieltisch import defaults, registry
from spieltisch.game import CARRIED

SOURCE = registry.GAMES.parent

# Each part may import the parts before it and its own.
LAYERS = (
    {"beside", "modes", "native", "quoting"},
    {"kernel", "artwork"},
    {"parts", "steps"},
    {"outcome", "choices", "decisions"},
    {"contract", "lots", "mlp", "ranking", "untold"},
    {"defaults"},
    {"game"},
    {"wording", "tallies"},
    {"speech", "files", "fitting"},
    {"describing"},
    {"svg"},
    {"blanks"},
    {"games"},
    {"registry"},
    {"dice", "content"},
    {"records"},
    {"discreet"},
    {"referee"},
    {"lessons", "match", "verify"},
    {"bots"},
    {"lab"},
    {"train"},
    {"coach"},
    {"puzzles"},
    {"daily"},
    {"compiling"},
    {"tables"},
    {"printing"},
    {"terminal", "server"},
    {"env"},
    {"cli"},
)
HEIGHT = {part: height for height, parts in enumerate(LAYERS) for part in parts}
DOORS = {"__init__", "__main__"}  # they stand above all layers
THINKING = {"games", "bots", "lab", "train"}  # they get a hidden state and a generator of their own

LONGEST = 450  # lines of a module


def part_of(file: Path) -> str:
    return file.relative_to(SOURCE).with_suffix("").parts[0]


FILES = sorted(SOURCE.rglob("*.py"))
LAYERED = [file for file in FILES if part_of(file) not in DOORS]
OF_A_GAME = [file for file in FILES if registry.GAMES in file.parent.parents]
OUTSIDE_GAMES = [file for file in FILES if part_of(file) != "games"]
WITHOUT_DICE = [file for file in FILES if part_of(file) in THINKING]


def each(files: list[Path]) -> pytest.MarkDecorator:
    assert files
    return pytest.mark.parametrize("file", files, ids=lambda file: str(file.relative_to(SOURCE)))


def imported(file: Path) -> set[str]:
    """The dotted names that a file imports, wherever in the file it does: of a module, and of what is taken from it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole way"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def parts(file: Path) -> set[str]:
    """The parts of the package that a file imports."""
    return {name.split(".")[1] for name in imported(file) if name.startswith("spieltisch.")}


def test_every_part_has_its_layer() -> None:
    assert {part_of(file) for file in LAYERED} == HEIGHT.keys()


@each(OUTSIDE_GAMES)
def test_no_module_is_too_long_to_be_read_at_once(file: Path) -> None:
    """But the rules of a game stand together."""
    assert len(file.read_text(encoding="utf-8").splitlines()) <= LONGEST


@each(LAYERED)
def test_the_arrow_points_one_way(file: Path) -> None:
    part = part_of(file)
    for lower in parts(file) & HEIGHT.keys():
        assert lower == part or HEIGHT[lower] < HEIGHT[part], f"{file.name} imports {lower}"
    assert parts(file) <= HEIGHT.keys() | {"Refused", "Trouble", "Table", "new"}


@each(OF_A_GAME)
def test_a_game_knows_no_other_game(file: Path) -> None:
    own = file.relative_to(registry.GAMES).parts[0]
    games = {name.split(".")[2] for name in imported(file) if name.startswith("spieltisch.games.")}
    assert games <= {own}


@each(OUTSIDE_GAMES)
def test_no_name_of_a_game_occurs_outside_games(file: Path) -> None:
    names = "|".join(map(re.escape, registry.names()))
    assert not re.search(rf"\b({names})\b", file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", sorted(registry.GAMES.glob("*/rules.py")), ids=lambda file: file.parent.name)
def test_rules_draw_no_random_numbers_of_their_own(file: Path) -> None:
    """Chance is a seat: only `imagine`, which deals what is unseen, may use a generator."""
    functions = [node for node in ast.parse(file.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)]
    assert functions
    for function in functions:
        if "imagine" in function.name or any(argument.arg == "rng" for argument in function.args.args):
            continue
        names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
        assert not names & {"random", "below", "rng"}, function.name


@each(WITHOUT_DICE)
def test_whoever_thinks_has_no_dice(file: Path) -> None:
    """Never the source of a table's chance, nor anything that tells what it will be."""
    assert not parts(file) & {"dice", "records", "verify"}


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("function", CARRIED)
def test_every_name_of_the_contract_is_a_rule_of_every_game_or_of_the_defaults(name: str, function: str) -> None:
    written = (vars(registry.game(name).rules).get(function), vars(defaults).get(function))
    assert any(hasattr(each, "__rule__") for each in written)
