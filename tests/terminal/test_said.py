"""What the command line says to whoever runs a house, in the language of the person."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import spieltisch
from spieltisch.server.certificate import UNKNOWN
from spieltisch.server.serve import PAST, PLAIN, ROOT
from spieltisch.speech import Say, placeholders
from spieltisch.tables.backup import DAMAGED, NO_BACKUP
from spieltisch.tables.store import BROKEN
from terminal.running import Run

PACKAGE = Path(spieltisch.__file__).parent
FOR_PROGRAMMERS = {
    "dice.py",
    "lessons.py",
    "registry.py",
    "bots",
    "env",
    "lab",
    "puzzles",
    "train",
}  # they read English
SENTENCE = {"Trouble": 0, "Unsound": 0, "_say": 1, "_tell": 2}  # which argument it is


@cache
def said() -> frozenset[str]:
    return frozenset(_said())


def _said() -> Iterator[str]:
    """Every sentence that is written out where it is said; a text with a key stands in texts/<language>.toml."""
    for file in PACKAGE.rglob("*.py"):
        if file.relative_to(PACKAGE).parts[0] in FOR_PROGRAMMERS:
            continue
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in SENTENCE:
                yield from written_out(call.args[SENTENCE[call.func.id] :])
    yield from (BROKEN, DAMAGED, NO_BACKUP, PLAIN, PAST, UNKNOWN, ROOT, "Table {name} is damaged: {why}.")


def written_out(arguments: list[ast.expr]) -> Iterator[str]:
    """Behind a sentence comes nothing, or else the key of its text."""
    if len(arguments) == 1:
        choice = arguments[0]
        for each in (choice.body, choice.orelse) if isinstance(choice, ast.IfExp) else (choice,):
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                yield each.value


@pytest.mark.parametrize("language", ["de", "it"])
def test_every_sentence_has_a_counterpart_with_the_same_places(language: str) -> None:
    texts = tomllib.loads((PACKAGE / "texts" / f"said.{language}.toml").read_text(encoding="utf-8"))
    assert texts.keys() == said()
    for english, other in texts.items():
        assert set(placeholders(english)) == set(placeholders(other)), english
        assert other.strip() and other != english


def test_who_runs_a_house_is_told_in_the_own_language(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    told = run(f"backup {tmp_path}/copy --data {tmp_path}/none")
    assert told.output == f"In {tmp_path / 'none' / 'tables.sqlite'} non ci sono tavoli.\n"


def test_braces_in_what_is_quoted_stay_as_they_are() -> None:
    assert Say("de").sentence("There is no file {file}.", file="{file}") == "Eine Datei {file} gibt es nicht."
    assert Say("de").sentence("Somebody said {this}.") == "Somebody said {this}."
