"""A tree sees what a quick policy overlooks, for every seat, and nothing that its seat may not know."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

import toy
from spieltisch.bots import search, tree
from spieltisch.bots.search import Budget
from spieltisch.contract import Game
from spieltisch.kernel import Engine, Rows, generator, new

PLAYOUTS = Budget(playouts=400, width=3)


def a_game(*, compiled: bool = False) -> Game:
    engine = Engine("toy", (toy,), ("candidates", "apply"), compiled=compiled)
    return cast(Game, SimpleNamespace(name="toy", engine=engine, rules=toy, module=lambda name: toy))


def at_the_root(*, with_hands: bool) -> Rows:
    rows = new(toy.State)
    rows["players"], rows["phase"], rows["with_hands"] = 2, toy.ROOT, with_hands
    return rows


def value_of_going_on(weigh: Callable[..., list[search.Weighed]], *, with_hands: bool) -> float:
    found = weigh(a_game(), at_the_root(with_hands=with_hands), 0, generator(1), PLAYOUTS)
    return next(weighed.value for weighed in found if weighed.action == toy.GO)


def test_playing_on_by_the_policy_alone_takes_the_wrong_door() -> None:
    assert value_of_going_on(search.weigh, with_hands=False) < 0.1
    assert search.choose(a_game(), at_the_root(with_hands=False), 0, generator(1), PLAYOUTS) == toy.STOP


def test_the_tree_finds_the_right_door_after_every_throw() -> None:
    assert value_of_going_on(tree.weigh, with_hands=False) > 0.8
    assert tree.choose(a_game(), at_the_root(with_hands=False), 0, generator(1), PLAYOUTS) == toy.GO


def test_nobody_answers_what_was_chosen_in_secret() -> None:
    """Who saw the hand of the other would always win; whoever holds up the same one would always lose."""
    assert 0.2 < value_of_going_on(tree.weigh, with_hands=True) < 0.8


def test_who_could_see_the_hand_would_always_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the test before this one can fail."""
    monkeypatch.setattr(toy, "hide", _hides_nothing)
    assert value_of_going_on(tree.weigh, with_hands=True) > 0.8


def _hides_nothing(state: toy.State, seat: int) -> None:
    """Marked as a rule below, since it replaces one."""


_hides_nothing.__rule__ = True  # type: ignore[attr-defined]


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("weigh", [search.weigh, tree.weigh])
def test_the_same_generator_gives_the_same_answer(weigh: Callable[..., list[search.Weighed]], cores: int) -> None:
    budget = Budget(playouts=60, width=3, cores=cores)
    first, second = (weigh(a_game(), at_the_root(with_hands=True), 0, generator(seed), budget) for seed in (7, 7))
    assert first == second
    assert sum(weighed.playouts for weighed in first) >= 56


def test_a_full_tree_goes_on_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "EDGES_AT_MOST", tree.BREADTH)
    assert len(tree.weigh(a_game(), at_the_root(with_hands=False), 0, generator(1), PLAYOUTS)) == 2


def test_nodes_are_found_again_and_kept_apart() -> None:
    nodes = np.zeros((8, 4), np.int64)
    slots = []
    for key in (3, 11, 19, 4):  # the first three want the same slot
        slots.append(tree.find(nodes, key))
        nodes[slots[-1], tree.NODE_COUNT] = 1
    assert len(set(slots)) == 4
    assert [tree.find(nodes, key) for key in (3, 11, 19, 4)] == slots
