"""The row, sets of seats, the generator, engines."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Annotated

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
    Unpacked,
    among,
    below,
    first,
    generator,
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


def test_an_opened_row_has_plain_numbers_and_arrays_that_are_views() -> None:
    rows = new(Pair)
    state = Unpacked(rows)
    state.turn = 3  # type: ignore[attr-defined]
    state.scores[1] = 4  # type: ignore[attr-defined]
    assert rows["scores"][0].tolist() == [0, 4]
    assert rows["turn"][0] == 0
    state.close(rows)
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


def test_the_cache_folder_changes_with_sources_and_with_constants(tmp_path: Path) -> None:
    def folder(source: str, constant: int) -> Path:
        file = tmp_path / "rules_of_a_test.py"
        file.write_text(source)
        module = ModuleType("rules_of_a_test")
        module.__file__ = str(file)
        module.CONSTANT = constant  # type: ignore[attr-defined]
        return Engine("test", (module,), (), compiled=False).cache_folder()

    folders = [folder("a = 1", 1), folder("a = 2", 1), folder("a = 1", 2)]
    assert len(set(folders)) == 3
    assert folder("a = 1", 1) == folders[0]


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
