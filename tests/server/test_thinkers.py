"""Opponents at a table look ahead as soon as what they think with has been compiled."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from server.serving import ThreadHouse
from spieltisch import bots, compiling, registry
from spieltisch.game import Game
from spieltisch.kernel import Rng, Rows, new
from spieltisch.modes import MODE
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
    monkeypatch.delenv(MODE, raising=False)
    game, thinking = registry.game("genial"), object.__new__(thinkers.Thinkers)
    thinking.compiled = set()
    assert thinking.limits(game, "level6", "base")
    assert not thinking.limits(game, "level1", "base"), "it never looks ahead"
    assert not thinking.limits(game, "person", "base")
    thinking.compiled.add("genial")
    assert not thinking.limits(game, "level6", "base")


def test_whoever_thinks_for_an_opponent_gets_ready_when_it_sits_down(tmp_path: Path) -> None:
    house = ThreadHouse(tmp_path / "data")
    try:
        thinking = house.hall.thinkers
        house.open("genial", "Anna", "Ben")
        assert not thinking.quick.ready and not thinking.deep.ready, "nobody's second is spent on nobody"
        house.open("genial", "Anna", "level1")
        assert thinking.quick.ready and not thinking.deep.ready
        house.open("genial", "Anna", "level6")
        assert thinking.deep.ready
    finally:
        house.stop()


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


Done = Callable[[str], Awaitable[None]]


def warmed_up(monkeypatch: pytest.MonkeyPatch, could: Mapping[str, Sequence[str]], *played: str) -> tuple[Any, Any]:
    """Which games were compiled in what order, and whose opponents were told, if of each game these parts could be."""
    told, run = list[str](), list[tuple[str, ...]]()

    class Listening:
        async def use_compiled(self, game: str) -> None:
            told.append(game)

    async def compiled(compiler: warming.Compiler, name: str, *parts: str, done: Done) -> bool:
        run.append((name, *parts))
        for part in could.get(name, ()):
            await done(part)
        return set(could) == set(parts)

    monkeypatch.delenv(MODE, raising=False)
    monkeypatch.setattr(warming, "DELAY", 0)
    monkeypatch.setattr(warming.Compiler, "compiled", compiled)
    asyncio.run(warming.warm_up(Listening(), lambda: played))  # type: ignore[arg-type]
    return run, told


def test_warming_tells_the_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    _, *others = registry.names()
    run, told = warmed_up(monkeypatch, dict.fromkeys(others, (compiling.BOTS,)))  # the first cannot be compiled
    assert told == others
    assert run == [(name, *compiling.PARTS) for name in registry.names()]


def test_games_that_are_played_are_compiled_first(monkeypatch: pytest.MonkeyPatch) -> None:
    *others, last = registry.names()
    run, _ = warmed_up(monkeypatch, {}, "unknown", last)
    assert [name for name, *_ in run] == [last, *others]


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

    monkeypatch.setattr(warming, "exercise", lambda game, engine: None)
    monkeypatch.setattr(registry, "game", lambda name: Slow())
    monkeypatch.setattr(warming, "something_to_do", lambda: True)
    warmed_up(monkeypatch, dict.fromkeys(registry.names(), (compiling.RULES,)))
    assert len(asked) == len(registry.names())
    assert threading.main_thread() not in asked


COMPILING = """
import os
from spieltisch import compiling
compiling.WORK = {"rules": lambda game: None, "bots": lambda game: 1 / 0, "coach": lambda game: os._exit(1)}
compiling.take_orders()
"""


def test_one_process_compiles_what_it_is_told_and_another_takes_over_where_it_dies(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(warming, "command", lambda: [sys.executable, "-c", COMPILING])
    heard, compilers = [], set()

    async def hear(part: str) -> None:
        heard.append(part)

    async def orders() -> list[bool]:
        compiler, could = warming.Compiler(), []
        try:
            for parts in (["rules"], ["rules", "bots"], ["rules", "coach"], ["rules"]):
                could.append(await compiler.compiled("genial", *parts, done=hear))
                compilers.add(compiler._process)
            return could
        finally:
            await compiler.close()

    assert asyncio.run(orders()) == [True, False, False, True]
    assert heard == ["rules"] * 4
    assert len(compilers) == 2


def test_old_compiled_rules_are_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Those of this game that nobody has used for a week."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    now = 1e9
    for name, age in (("go-1", 8), ("go-2", 6), ("go_dice-1", 8), ("compiled-1", 8), ("compiled-2", 6)):
        (folder := tmp_path / "spieltisch" / name).mkdir(parents=True)
        (folder / "code").write_bytes(b"code")
        os.utime(folder, (now - age * 86400,) * 2)
    compiling.forget_old("go", now)
    assert sorted(each.name for each in (tmp_path / "spieltisch").iterdir()) == ["compiled-2", "go-2", "go_dice-1"]


def test_whoever_compiles_the_same_game_waits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    began = threading.Event()

    def second() -> None:
        with compiling.alone("go"):
            began.set()

    with compiling.alone("go"):
        (other := threading.Thread(target=second)).start()
        with compiling.alone("chess"):
            assert not began.wait(0.1)
    other.join()
    assert began.is_set()
