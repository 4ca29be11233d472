"""Opponents at a table look ahead as soon as what they think with has been compiled."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any

import pytest

from spieltisch import bots, compiling, registry
from spieltisch.game import Game
from spieltisch.kernel import Rng, Rows, new
from spieltisch.server import thinkers, warming
from spieltisch.server.workers import Workers

FIRST = registry.names()[0]


class Modest:
    """Says whether the rules that it was given are compiled."""

    def choose(self, game: Game, seen: Rows, seat: int, rng: Rng) -> int:
        return int(game.engine.compiled)


@pytest.fixture
def own_game(monkeypatch: pytest.MonkeyPatch) -> Game:
    game = replace(registry.game(FIRST))
    monkeypatch.setattr(registry, "game", lambda name: game)
    monkeypatch.setattr(bots, "named", lambda name, game=None, thinking=None: Modest())
    return game


def test_an_opponent_thinks_with_compiled_rules_once_it_is_told_so(own_game: Game) -> None:
    seen = new(own_game.rules.State)
    assert thinkers.think(FIRST, "level6", seen, 0, 1, False) == 0
    assert thinkers.think(FIRST, "level6", seen, 0, 1, True) == 1


def test_an_opponent_that_would_look_ahead_is_limited_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPIELTISCH_COMPILED", raising=False)
    game, thinking = registry.game("genial"), object.__new__(thinkers.Thinkers)
    thinking.compiled = set()
    assert thinking.limits(game, "level6", "base")
    assert not thinking.limits(game, "level1", "base"), "it never looks ahead"
    assert not thinking.limits(game, "person", "base")
    thinking.compiled.add("genial")
    assert not thinking.limits(game, "level6", "base")


def test_every_level_practises_in_every_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def named(level: str, game: Game, thinking: object) -> Modest:
        asked.append((game.name, level))
        return Modest()

    monkeypatch.setattr(bots, "named", named)
    for name in registry.names():
        for level in bots.LEVELS:
            compiling.practise(registry.game(name), level)
    expected = {(name, level) for name in registry.names() for level in bots.LEVELS}
    assert set(asked) == expected
    assert len(asked) == sum(len(registry.game(name).variants) * len(bots.LEVELS) for name in registry.names())


def test_a_worker_that_dies_is_replaced_before_it_gets_compiled_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "load", max)  # something quick that another process can do

    async def kill_and_tell() -> set[str]:
        thinking = thinkers.Thinkers()
        try:
            with pytest.raises(BrokenProcessPool):
                await asyncio.get_running_loop().run_in_executor(thinking.deep._opened(), os._exit, 1)
            await thinking.use_compiled(FIRST)
            return thinking.compiled
        finally:
            thinking.close()

    assert asyncio.run(kill_and_tell()) == {FIRST}


def test_whoever_waits_for_a_quick_opponent_gets_in_between_what_is_loaded() -> None:
    """One loads level after level, each where it thinks: all at once kept a level 1 waiting for more than a second."""
    thinking, asked = object.__new__(thinkers.Thinkers), []

    class Counting(Workers):
        async def ask(self, work: Callable[..., Any], *question: Any) -> Any:
            asked.append((self, *question))

    thinking.compiled, thinking.deep, thinking.quick = set(), Counting(), Counting()
    asyncio.run(thinking.use_compiled("genial"))
    assert thinking.compiled == {"genial"}
    levels = [level for _, _, level in asked]
    assert sorted(set(levels)) == sorted(bots.LEVELS)
    assert (thinking.quick, "genial", "level1") in asked
    assert (thinking.quick, "genial", "level6") not in asked, "it never thinks there"
    assert (thinking.deep, "genial", "level1") not in asked


def test_nothing_is_loaded_for_those_who_think_elsewhere() -> None:
    asked = []

    class Counting(Workers):
        async def ask(self, work: Callable[..., Any], *question: Any) -> Any:
            asked.append(self)

    thinking = object.__new__(thinkers.Thinkers)
    thinking.compiled, thinking.deep, thinking.quick = set(), Counting(), Counting()
    thinking.idle = frozenset([thinking.deep])
    asyncio.run(thinking.use_compiled("genial"))
    assert set(asked) == {thinking.quick}
    assert thinking.compiled == {"genial"}


def test_warming_tells_the_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    told, run = [], []

    class Listening:
        async def use_compiled(self, game: str) -> None:
            told.append(game)

    async def compiled(name: str, what: str) -> bool:
        run.append((name, what))
        return what == compiling.BOTS and name != FIRST  # the first cannot be compiled

    monkeypatch.delenv(warming.MODE, raising=False)
    monkeypatch.setattr(warming, "DELAY", 0)
    monkeypatch.setattr(warming, "compiled", compiled)
    asyncio.run(warming.warm_up(Listening()))  # type: ignore[arg-type]
    assert told == registry.names()[1:]
    parts = (compiling.RULES, compiling.BOTS, compiling.COACH)
    assert run == [(name, what) for what in parts for name in registry.names()]


def test_compiled_rules_are_asked_for_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that nobody at a table waits for it."""
    asked = []

    class Slow:
        @property
        def compiled(self) -> str:
            asked.append(threading.current_thread())
            return "the engine"

        def use_compiled(self) -> None:
            assert asked

    async def compiled(name: str, what: str) -> bool:
        return what == compiling.RULES

    monkeypatch.delenv(warming.MODE, raising=False)
    monkeypatch.setattr(warming, "DELAY", 0)
    monkeypatch.setattr(warming, "compiled", compiled)
    monkeypatch.setattr(warming, "exercise", lambda game, engine: None)
    monkeypatch.setattr(registry, "game", lambda name: Slow())
    asyncio.run(warming.warm_up(None))  # type: ignore[arg-type]
    assert len(asked) == len(registry.names())
    assert threading.main_thread() not in asked
