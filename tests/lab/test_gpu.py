"""The third mode: the same rules on a graphics card, which numba plays in Python where there is none."""

from __future__ import annotations

import ast
import os
import random
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

from setups import Setup, every_plain_setup
from spieltisch import registry
from spieltisch.contract import Trouble
from spieltisch.env.batching import batch
from spieltisch.kernel import generators, narrow_row_type, new, pad, row_type
from spieltisch.lab import playouts
from trying import once

ON_THE_CARD = """
import sys
import numpy as np
from spieltisch import registry
from spieltisch.lab.gpu import Card
from spieltisch.kernel import generators, new
from spieltisch.lab import playouts

game = registry.game(sys.argv[1])
card, plain = Card(game), game.interpreted.bind(playouts, rules=game.parts)
for variant, counts in game.variants.items():
    for players in counts:
        options = game.chosen(variant, players, {})
        rngs = generators(players, 1)
        mine = rngs.copy()
        rows, places, points, events = card.random_games(rngs, players, variant, options)
        own, ends = new(game.rules.State), np.zeros((2, 1, players), np.int64)
        numbers = game.numbers(variant, players, options)
        plain.random_outcomes(own, players, *numbers, game.content(options).numbers, mine, *ends)
        assert rows.tobytes() == own.tobytes(), (variant, players)
        assert (rngs == mine).all() and (ends[0] == places).all() and (ends[1] == points).all()
        print(variant, players, events[0])
"""


@pytest.mark.parametrize("name", once(registry.names(), "genial_dice"))
def test_the_card_goes_through_the_same_bytes(name: str) -> None:
    simulated = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(
        [sys.executable, "-c", ON_THE_CARD, name], capture_output=True, text=True, timeout=120, env=simulated
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert len(done.stdout.splitlines()) == sum(map(len, registry.game(name).variants.values()))


@pytest.mark.parametrize("name", registry.names())
def test_rules_make_no_arrays_and_copy_no_slices(name: str) -> None:
    """docs/kernel-python.md: what a card cannot do. `legal` is not asked there: it may sort."""
    tree = ast.parse((registry.game(name).files / "rules.py").read_text())
    rules = [each for each in tree.body if isinstance(each, ast.FunctionDef) and each.decorator_list]
    assert rules
    for rule in rules:
        for node in ast.walk(rule):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                assert node.value.id != "np", f"{rule.name} uses np.{node.attr}"
            if isinstance(node, ast.Assign) and any(_is_slice(target) for target in node.targets):
                number = ast.unparse(node.value).removeprefix("-").isdecimal()
                assert number, f"{rule.name} copies a slice: {ast.unparse(node)}"


def _is_slice(target: ast.expr) -> bool:
    return isinstance(target, ast.Subscript) and any(isinstance(node, ast.Slice) for node in ast.walk(target.slice))


@every_plain_setup
def test_every_number_of_a_game_fits_into_its_narrow_field(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(3)
    rows = setup.table().rows.copy()
    declared: type = game.rules.State
    narrow, wide = narrow_row_type(declared), row_type(declared)
    while seats := game.waiting(rows):
        ticket = luck.randrange(game.engine.tickets(rows, seats[0]))
        game.engine.apply(rows, seats[0], game.engine.pick(rows, seats[0], ticket))
        assert rows.astype(narrow).astype(wide).tobytes() == rows.tobytes()


def test_fields_are_as_narrow_as_they_are_declared_or_else_int32() -> None:
    state: type = registry.game("genial").rules.State
    assert narrow_row_type(state)["board"].base == np.int8
    assert narrow_row_type(state)["open_places"].base == np.int64
    assert narrow_row_type(state)["last"] == np.int32
    assert narrow_row_type(state).itemsize * 4 < row_type(state).itemsize


def test_a_note_pad_is_fresh_each_time() -> None:
    notes = pad(3)
    notes()[1] = 7
    assert notes().tolist() == [0, 0, 0]


def test_a_game_depends_on_the_seed_and_its_number_alone() -> None:
    whole = generators(5, 10)
    assert (generators(5, 4, begin=6) == whole[6:]).all()
    assert len({tuple(each) for each in whole.tolist()}) == 10
    assert not (generators(6, 10) == whole).any()
    assert whole.min() >= 256  # as the generator wants it
    assert whole.max() < 1 << 32


def test_the_words_of_generators_are_spread_evenly() -> None:
    high = generators(1, 4000) >> 31
    assert (abs(high.mean(axis=0) - 0.5) < 0.04).all()


def test_games_of_many_generators_are_the_games_of_each() -> None:
    game = registry.game("genial_dice")
    plain = game.interpreted.bind(playouts, rules=game.parts)
    numbers = game.numbers("base", 2, game.chosen("base", 2, {}))
    together, alone = np.zeros((2, 2, 3, 2), np.int64)
    empty = np.zeros(0, np.int64)
    plain.random_outcomes(new(game.rules.State), 2, *numbers, empty, generators(1, 3), *together)
    for k in range(3):
        one = alone[0, k : k + 1], alone[1, k : k + 1]
        plain.random_outcomes(new(game.rules.State), 2, *numbers, empty, generators(1, 1, begin=k), *one)
    assert (together == alone).all()


@pytest.mark.parametrize("asked", [playouts.simulate, batch])
def test_without_a_card_there_is_a_sentence(asked: Callable[..., object]) -> None:
    if os.environ.get("NUMBA_ENABLE_CUDASIM") == "1":
        pytest.skip("here the card is simulated")
    numba_cuda = pytest.importorskip("numba.cuda")
    if numba_cuda.is_available():
        pytest.skip("here is a graphics card")
    with pytest.raises(Trouble, match="no graphics card"):
        asked("genial_dice", 10, gpu=True)
