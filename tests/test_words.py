"""The glossary is true: what it writes as code exists, and what it still wants renamed has not been."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from spieltisch import registry

SOURCE = registry.GAMES.parent
GLOSSARY, RENAMES = (
    (SOURCE.parent.parent / "docs" / "words.md").read_text(encoding="utf-8").split("## Still to be renamed")
)
ROWS = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", RENAMES, re.MULTILINE)[1:]


def names_in(file: Path) -> set[str]:
    """What a module defines or calls its arguments and fields."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
    return found


@cache
def names_of_the_package() -> set[str]:
    files = sorted(SOURCE.rglob("*.py"))
    return {f"{file.parent.name}/" for file in files}.union(*map(names_in, files))


def code(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


@pytest.mark.parametrize("word", sorted({word for line in GLOSSARY.splitlines()[4:] for word in code(line)}))
def test_a_word_written_as_code_is_a_name_in_the_package(word: str) -> None:
    assert word in names_of_the_package()


@pytest.mark.parametrize(("module", "now"), [(code(module)[0], code(now)[0]) for module, now, _ in ROWS])
def test_what_is_still_to_be_renamed_is_still_called_so(module: str, now: str) -> None:
    assert now in names_in(SOURCE / f"{module}.py")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row[1]))
def test_a_better_name_is_not_taken_in_that_module(row: tuple[str, str, str]) -> None:
    module, _, better = row
    assert code(better)[0] not in names_in(SOURCE / f"{code(module)[0]}.py")
