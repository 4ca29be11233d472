"""Rules are compiled beside the game, for opponents who look ahead."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import pytest

from spieltisch import compiling
from spieltisch.game import Game
from spieltisch.terminal.readying import Readying


@dataclass
class Rules:
    """A game as far as it matters here."""

    name: str
    engine: Any

    def use_compiled(self) -> None:
        self.engine.compiled = True


def readied(monkeypatch: pytest.MonkeyPatch, program: str, *seats: str, mode: str | None = None) -> tuple[bool, int]:
    """Whether the table uses compiled rules when the program has been run instead of the compiler, and how often."""
    started: list[str] = []

    def command(game: str, *parts: str) -> list[str]:
        started.append(game)
        return [sys.executable, "-c", program]

    monkeypatch.setattr(compiling, "command", command)
    if mode is None:
        monkeypatch.delenv("SPIELTISCH_COMPILED", raising=False)
    else:
        monkeypatch.setenv("SPIELTISCH_COMPILED", mode)
    game = Rules("any", SimpleNamespace(compiled=False))
    readying = Readying(cast(Game, game))
    readying.start(seats)
    until = time.monotonic() + (10 if mode is None and program == "pass" and "level5" in seats else 0.3)
    while not game.engine.compiled and time.monotonic() < until:
        time.sleep(0.01)
        readying.look()
    readying.close()
    return game.engine.compiled, len(started)


def test_when_rules_and_opponents_are_compiled_the_table_uses_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert readied(monkeypatch, "pass", "me", "level5") == (True, 1)


def test_nothing_is_compiled_for_people_and_greedy_ones_or_where_it_is_not_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert readied(monkeypatch, "pass", "me", "greedy") == (False, 0)
    assert readied(monkeypatch, "pass", "me", "level5", mode="0") == (False, 0)


def test_where_it_fails_or_takes_long_the_game_goes_on_without(monkeypatch: pytest.MonkeyPatch) -> None:
    assert readied(monkeypatch, "raise SystemExit(1)", "level5") == (False, 1)
    assert readied(monkeypatch, "import time; time.sleep(60)", "level5") == (False, 1)
