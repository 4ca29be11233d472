"""What is bound together shares one namespace: a constant with two values would silently change somebody's rule."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from setups import every_game
from spieltisch import registry
from spieltisch.bots import search, tree
from spieltisch.coach import judge
from spieltisch.kernel import _rules_of as rules_of

BLIND = {"search": (search,), "tree": (search, tree), "judge": (judge,)}


@every_game
@pytest.mark.parametrize("what", BLIND)
def test_no_constant_means_two_things(name: str, what: str) -> None:
    """The last module wins; every rule must find there what it would find at home."""
    game = registry.game(name)
    at_home = (
        game.rules,
        *(game.module(part) for part in ("features",) if game.has(part)),
    )  # they were bound before, and keep what they found then
    look_up(at_home, at_home)
    added = (*BLIND[what], game.module("bots"))
    look_up(added, (*at_home, *added))


def look_up(modules: tuple[ModuleType, ...], shared: tuple[ModuleType, ...]) -> None:
    bound = {key: value for module in shared for key, value in vars(module).items()}
    for module in modules:
        for function in rules_of(module).values():
            for key in function.__code__.co_names:
                own = vars(module).get(key)
                if isinstance(own, int | float | np.ndarray):
                    assert np.array_equal(bound[key], own), f"{key}, in {function.__name__} of {module.__name__}"
