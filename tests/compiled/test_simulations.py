"""Simulated games are the same compiled and interpreted, with everything that is counted in them."""

from __future__ import annotations

import pytest

from spieltisch import registry
from spieltisch.lab.simulation import play, simulation
from trying import once


@pytest.mark.parametrize("name", once(registry.names(), "genial_dice"))
def test_a_compiled_loop_plays_the_same_rows(name: str) -> None:
    game = registry.game(name)
    fast, plain = (simulation(game, ["random"], compiled=compiled) for compiled in (True, False))
    assert fast.compiled and not plain.compiled
    for one, other in zip(play(fast, 40, 2).arrays, play(plain, 40, 2).arrays, strict=True):
        assert (one == other).all()
