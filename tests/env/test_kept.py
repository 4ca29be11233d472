"""An environment can be copied, kept and sent to another process, and goes on as it would have."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pyspiel
import pytest

from spieltisch.contract import Trouble
from spieltisch.env import openspiel
from spieltisch.env.gymnasium import SeatEnv
from spieltisch.env.pettingzoo import env, parallel_env

WAYS: list[Callable[[Any], Any]] = [lambda kept: pickle.loads(pickle.dumps(kept)), copy.deepcopy]


@pytest.mark.parametrize("way", WAYS, ids=["pickled", "copied"])
def test_a_seat_against_bots_goes_on(way: Callable[[Any], Any]) -> None:
    seat = SeatEnv("genial_dice", 2, compiled=False)
    seat.reset(seed=3)
    twin = way(seat)
    for _ in range(4):
        decision = int(seat.action_masks().argmax())
        (seen, *more), (also, *other) = seat.step(decision), twin.step(decision)
        assert (seen["observation"] == also["observation"]).all()
        assert more == other


@pytest.mark.parametrize("way", WAYS, ids=["pickled", "copied"])
def test_agents_who_take_turns_go_on(way: Callable[[Any], Any]) -> None:
    table = env("genial_dice", 2)
    table.reset(seed=3)
    twin = way(table)
    for _ in range(4):
        decision = int(table.observe(table.agent_selection)["action_mask"].argmax())
        for each in (table, twin):
            each.step(decision)
        assert twin.agent_selection == table.agent_selection
        seen, also = (each.observe(table.agent_selection)["observation"] for each in (table, twin))
        assert (seen == also).all()


@pytest.mark.parametrize("way", WAYS, ids=["pickled", "copied"])
def test_agents_who_choose_together_go_on(way: Callable[[Any], Any]) -> None:
    table = parallel_env("brilliant", 2)
    seen, _ = table.reset(seed=3)
    twin = way(table)
    for _ in range(3):
        chosen = {agent: int(seen[agent]["action_mask"].argmax()) for agent in table.agents}
        (seen, *more), (also, *other) = table.step(chosen), twin.step(chosen)
        assert all((seen[agent]["observation"] == also[agent]["observation"]).all() for agent in seen)
        assert more[0] == other[0]


def test_where_one_of_several_may_not_do_that_nobody_has_moved() -> None:
    openspiel.register()
    state = pyspiel.load_game("spieltisch_brilliant_base_2").new_initial_state()
    while not state.is_simultaneous_node():
        state.apply_action(state.legal_actions()[0])
    before, legal = str(state), state.legal_actions(0)
    with pytest.raises(Trouble):
        state.apply_actions([legal[0], 10**6])
    assert (str(state), state.legal_actions(0)) == (before, legal)
    with pytest.raises(Trouble, match="give an action for each"):
        state.apply_actions([legal[0]])
