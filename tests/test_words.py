"""The glossary is true: what it writes as code exists, and outside the games no two classes share a name."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from spieltisch import registry

SOURCE = registry.GAMES.parent
GLOSSARY = (SOURCE.parent.parent / "docs" / "words.md").read_text(encoding="utf-8")


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


def test_no_two_classes_share_a_name() -> None:
    """The games apart: each has its own moves, events and views."""
    files = [file for file in sorted(SOURCE.rglob("*.py")) if registry.GAMES not in file.parents]
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    classes = [node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)]
    assert [name for name, times in Counter(classes).items() if times > 1] == []
