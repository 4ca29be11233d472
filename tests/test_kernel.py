"""The row, sets of seats, the generator, engines."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import numpy as np
import pytest

from spieltisch import registry
from spieltisch.kernel import (
    CHANCE,
    EVERYBODY,
    NOBODY,
    SPECTATOR,
    Engine,
    Ints,
    Linker,
    Rows,
    Unpacked,
    among,
    below,
    first,
    generator,
    how_many,
    lowest,
    members,
    new,
    only,
    paragraph,
    row_type,
)


class Pair:
    scores: Annotated[Ints, 2]
    grid: Annotated[Ints, 2, 3]
    turn: int


def test_a_declared_state_is_one_row_of_int64() -> None:
    rows = new(Pair)
    assert rows.shape == (1,)
    assert row_type(Pair).itemsize == 8 * (2 + 6 + 1)
    assert not rows.tobytes().strip(b"\0")


def test_an_unpacked_row_has_plain_numbers_and_arrays_that_are_views() -> None:
    rows = new(Pair)
    state = Unpacked(rows)
    state.turn = 3  # type: ignore[attr-defined]
    state.scores[1] = 4  # type: ignore[attr-defined]
    assert rows["scores"][0].tolist() == [0, 4]
    assert rows["turn"][0] == 0
    state.pack(rows)
    assert rows["turn"][0] == 3


@pytest.mark.parametrize("seat", [CHANCE, 0, 3, 5, SPECTATOR])
def test_a_set_of_one_seat_has_that_seat_in_it(seat: int) -> None:
    assert members(only(seat)) == [seat]
    assert among(seat, only(seat))
    assert not among((seat + 2) % 6, only(seat))
    assert first(only(seat) | only(SPECTATOR)) == seat


def test_everybody_is_all_players_chance_and_spectators() -> None:
    assert members(EVERYBODY) == [CHANCE, 0, 1, 2, 3, 4, 5, SPECTATOR]
    assert members(NOBODY) == []


def test_paragraphs_and_rulings_are_written_differently() -> None:
    assert paragraph(12) == "§12"
    assert paragraph(103) == "R3"


def test_the_generator_is_fair_and_repeats_with_its_seed() -> None:
    rng = generator(1)
    counts = Counter(below(rng, 6) for _ in range(60_000))
    assert set(counts) == set(range(6))
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 20.5  # chi-square, 5 degrees, 0.1 %
    assert [below(generator(7), 1000) for _ in range(3)] == [below(generator(7), 1000)] * 3
    assert below(generator(7), 1_000_000) != below(generator(8), 1_000_000)


def test_the_generator_follows_the_published_recurrence() -> None:
    """LFSR113 in 32-bit arithmetic, as L'Ecuyer gives it, with four words of our choice."""
    words = [987654321] * 4

    def published() -> int:
        z1, z2, z3, z4 = words
        b = ((z1 << 6) ^ z1) % 2**32 >> 13
        z1 = ((z1 & 4294967294) << 18) % 2**32 ^ b
        b = ((z2 << 2) ^ z2) % 2**32 >> 27
        z2 = ((z2 & 4294967288) << 2) % 2**32 ^ b
        b = ((z3 << 13) ^ z3) % 2**32 >> 21
        z3 = ((z3 & 4294967280) << 7) % 2**32 ^ b
        b = ((z4 << 3) ^ z4) % 2**32 >> 12
        z4 = ((z4 & 4294967168) << 13) % 2**32 ^ b
        words[:] = [z1, z2, z3, z4]
        return z1 ^ z2 ^ z3 ^ z4

    rng = np.array(words, np.int64)
    assert [below(rng, 2**30) for _ in range(1000)] == [published() >> 2 for _ in range(1000)]


def test_an_engine_says_which_function_it_does_not_have() -> None:
    engine = registry.game("genial").interpreted
    with pytest.raises(AttributeError, match="no function fly"):
        engine.fly(None)


# Linking


def module(name: str, source: str, folder: Path) -> ModuleType:
    """A module with this source, as if it had been imported."""
    file = folder / f"{name}.py"
    file.write_text(f"from spieltisch.kernel import Given, given, rule\n{source}")
    made = ModuleType(name)
    made.__file__ = str(file)
    exec(compile(file.read_text(), str(file), "exec"), vars(made))
    return made


HOME = """
STEP = 1
@rule
def step(state):
    return state.turn + STEP
"""
BLIND = """
STEP = 10
rules = given()
@rule
def twice(state):
    return rules.step(state) * 2 + STEP
"""


def a_row() -> Rows:
    rows = new(Pair)
    rows["turn"] = 3
    return rows


@pytest.mark.parametrize("compiled", [False, True])
def test_a_rule_sees_what_its_own_module_sees(tmp_path: Path, compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both modules have a STEP; neither sees the other's."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    home, blind = module("home", HOME, tmp_path), module("blind", BLIND, tmp_path)
    engine = Engine("test", {"step": home.step}, compiled=compiled).bind(blind, rules=home)
    assert (engine.step(a_row()), engine.twice(a_row())) == (4, 18)
    assert engine.entry(home.step)(a_row()) == 4


TWO = (
    HOME
    + """
@rule
def back(state):
    return state.turn - STEP
"""
)


@pytest.mark.parametrize("compiled", [False, True])
def test_rules_that_take_the_same_share_an_entry(
    tmp_path: Path, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    two = module("two", TWO, tmp_path)
    engine = Engine("test", {}, compiled=compiled)
    for rules, answers in (((two.step, two.back), [4, 2]), ((two.back, two.step), [2, 4]), ((two.back,), [2])):
        assert [engine.one_of(rules)(number, a_row()) for number in range(len(rules))] == answers
    assert len(list(tmp_path.rglob("*.nbc"))) == (3 if compiled else 0)


def test_only_what_is_asked_from_outside_is_kept_and_then_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the rules that it calls: they are inside."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    home, blind = module("home", HOME, tmp_path), module("blind", BLIND, tmp_path)
    for found in (0, 1):
        engine: Any = Engine("test", {"step": home.step}, compiled=True).bind(blind, rules=home)
        assert engine.twice(a_row()) == 18
        assert sum(engine.twice.stats.cache_hits.values()) == found
    assert [file.name.split("-")[0].split(".")[3:] for file in tmp_path.rglob("*.nbc")] == [["blind", "twice"]]


def test_a_bound_module_gets_just_what_it_asks_for(tmp_path: Path) -> None:
    home, blind = module("home", HOME, tmp_path), module("blind", BLIND, tmp_path)
    engine = Engine("test", {}, compiled=False)
    with pytest.raises(TypeError, match=r"asks for \['rules'\], not \[\]"):
        engine.bind(blind)
    with pytest.raises(TypeError, match="not \\['magic', 'rules'\\]"):
        engine.bind(blind, rules=home, magic=home)
    assert engine.bind(blind, rules=home) is engine.bind(blind, rules=home)


def test_a_name_that_exists_already_is_refused(tmp_path: Path) -> None:
    home, blind = module("home", HOME, tmp_path), module("blind", BLIND.replace("twice", "step"), tmp_path)
    with pytest.raises(TypeError, match="has a function step already"):
        Engine("test", {"step": home.step}, compiled=False).bind(blind, rules=home)


def test_the_same_module_bound_to_other_parts_runs_those(tmp_path: Path) -> None:
    home, blind = module("home", HOME, tmp_path), module("blind", BLIND, tmp_path)
    other = module("other", HOME.replace("STEP = 1", "STEP = 5"), tmp_path)
    engine = Engine("test", {}, compiled=False)
    assert [engine.bind(blind, rules=part).twice(a_row()) for part in (home, other, home)] == [18, 26, 18]


def test_what_only_asks_leaves_the_row_as_it_is(tmp_path: Path) -> None:
    changing = module("changing", "@rule\ndef go(state):\n    state.turn += 1\n    return state.turn\n", tmp_path)
    rows = a_row()
    assert Engine("test", {"go": changing.go}, ("go",), compiled=False).go(rows) == 4
    assert rows["turn"][0] == 3
    assert Engine("test", {"go": changing.go}, compiled=False).go(rows) == 4
    assert rows["turn"][0] == 4


def test_the_cache_folder_changes_with_all_that_a_rule_can_reach(tmp_path: Path) -> None:
    """Sources and constants, also of modules that it calls, and which rule stands for a part."""

    def folder(home: str, blind: str, **changed: int) -> Path:
        part, bound = module("home", home, tmp_path), module("blind", blind, tmp_path)
        vars(part).update(changed)
        return Linker("test", {"rules": part}, compiled=True).cache_folder(vars(bound))

    folders = [
        folder(HOME, BLIND),
        folder(HOME.replace("+", "-"), BLIND),
        folder(HOME, BLIND.replace("* 2", "* 3")),
        folder(HOME, BLIND, STEP=2),
        folder(HOME.replace("def step", "def other") + "step = other\n", BLIND),
    ]
    assert len(set(folders)) == len(folders)
    assert folder(HOME, BLIND) == folders[0]


def test_playing_does_not_load_a_compiler() -> None:
    code = "import sys, spieltisch; spieltisch.new('genial', seed=1); print('numba' in sys.modules)"
    environment = {**os.environ, "SPIELTISCH_COMPILED": "0"}
    assert subprocess.check_output([sys.executable, "-c", code], env=environment, text=True).strip() == "False"


def test_a_rule_without_a_state_can_be_asked_in_both_modes() -> None:
    game = registry.game("genial_dice")
    assert game.interpreted.rule(among) is among
    compiled = game.compiled.rule(among)
    assert compiled is not among
    assert [compiled(seat, 0b110) for seat in range(-1, 3)] == [among(seat, 0b110) for seat in range(-1, 3)]


def test_sets_kept_as_bits_are_counted_in_both_modes() -> None:
    game = registry.game("genial_dice")
    counted, found = game.compiled.rule(how_many), game.compiled.rule(lowest)
    sets = [1, 2, 0b1011000, 1 << 49, (1 << 50) - 1, 1 << 62]
    numpys: dict[int, Any] = {each: np.int64(each) for each in sets}  # as the fields of a row are
    for each in sets:
        assert counted(each) == how_many(each) == how_many(numpys[each]) == bin(each).count("1")
        assert found(each) == lowest(each) == lowest(numpys[each]) == bin(each)[::-1].index("1")
    assert counted(0) == how_many(0) == 0
