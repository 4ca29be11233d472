"""Our games in PettingZoo: its own tests, masks of the seat that observes, all seats at once where they choose so."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, parallel_api_test, seed_test

from setups import Setup, decides_together, every_plain_setup, hides_something, plain_setups
from spieltisch.contract import Trouble
from spieltisch.env import pettingzoo
from spieltisch.env.pettingzoo import TogetherEnv, TurnEnv, env, parallel_env, raw_env
from spieltisch.kernel import SPECTATOR

TOGETHER = [*filter(decides_together, plain_setups())]
HIDING = [setup for setup in plain_setups() if setup.players > 1 and hides_something(setup)]
every_simultaneous_setup = pytest.mark.parametrize("setup", TOGETHER, ids=str)
every_hiding_setup = pytest.mark.parametrize("setup", HIDING, ids=str)


def turn_env(setup: Setup) -> TurnEnv:
    return raw_env(setup.game, setup.players, setup.variant)


def together_env(setup: Setup) -> TogetherEnv:
    return parallel_env(setup.game, setup.players, setup.variant)


def chosen(agent: str, seen: Any, table: Any) -> Any:
    return table.action_space(agent).sample(seen["action_mask"])


# Its tests know dicts with masks only of PettingZoo's own games, by name, and nobody may do anything after the end.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@every_plain_setup
def test_a_game_passes_the_test_of_pettingzoo(setup: Setup) -> None:
    api_test(env(setup.game, setup.players, setup.variant), num_cycles=200)


@every_plain_setup
def test_the_same_seed_gives_the_same_game(setup: Setup) -> None:
    seed_test(lambda: env(setup.game, setup.players, setup.variant), num_cycles=10)


def test_another_seed_gives_another_game() -> None:
    table = turn_env(Setup("genial_dice", "base", 2))
    table.reset(seed=1)
    before = table.observe("player_0")["observation"]
    table.reset(seed=2)
    assert not np.array_equal(table.observe("player_0")["observation"], before)


@every_simultaneous_setup
def test_a_game_in_which_all_choose_at_once_passes_the_parallel_test(setup: Setup) -> None:
    parallel_api_test(together_env(setup), num_cycles=1000)


@every_simultaneous_setup
def test_all_at_once_is_one_after_the_other_without_looking(setup: Setup) -> None:
    """The same choices and the same seed lead to the same table; that others have chosen changes nothing of a mask."""
    together, turns = together_env(setup), turn_env(setup)
    seen, _ = together.reset(seed=5)
    turns.reset(seed=5)
    for _ in range(8):
        asked = [agent for agent in together.agents if seen[agent]["action_mask"].any()]
        actions = {agent: chosen(agent, seen[agent], together) for agent in asked}
        for agent in asked:
            turns.agent_selection = agent
            assert np.array_equal(turns.observe(agent)["action_mask"], seen[agent]["action_mask"])
            turns.step(actions[agent])
        seen, *_ = together.step(actions)
        assert turns.episode.rows.tobytes() == together.episode.rows.tobytes()


@every_hiding_setup
def test_what_a_seat_cannot_know_is_not_in_its_observation(setup: Setup) -> None:
    table, changed = turn_env(setup), 0
    table.reset(seed=7)
    for number in range(12):
        for seat, agent in enumerate(table.possible_agents):
            world = table.episode.imagined(seat, seed=number)
            changed += world.rows.tobytes() != table.episode.rows.tobytes()
            assert data_equivalence(world.observe(seat), table.observe(agent), exact=True)
        agent = table.agent_selection
        table.step(chosen(agent, table.observe(agent), table))
    assert changed


def test_only_who_may_act_has_something_in_the_mask() -> None:
    table = turn_env(Setup("genial", "base", 3))
    table.reset(seed=3)
    assert table.agent_selection == "player_0"
    assert [bool(table.observe(agent)["action_mask"].any()) for agent in table.agents] == [True, False, False]


def test_what_is_not_allowed_is_refused_and_in_wrappers_it_loses() -> None:
    table = turn_env(Setup("genial_dice", "base", 2))
    table.reset(seed=3)
    before = table.episode.rows.tobytes()
    with pytest.raises(Trouble, match="Decision 2 is not allowed for seat 0"):
        table.step(2)
    with pytest.raises(Trouble, match="has to decide something"):
        table.step(None)
    assert table.episode.rows.tobytes() == before
    wrapped = env("genial_dice", 2)
    wrapped.reset(seed=3)
    wrapped.step(2)
    assert wrapped.terminations == {"player_0": True, "player_1": True}
    assert wrapped.rewards == {"player_0": -1, "player_1": 0}


def test_if_one_of_all_may_not_nothing_has_changed() -> None:
    table = together_env(Setup("brilliant", "base", 2))
    seen, _ = table.reset(seed=1)
    before = table.episode.rows.tobytes()
    first = chosen("player_0", seen["player_0"], table)
    wrong: dict[str, Any]
    for wrong, said in (
        ({"player_1": 1}, "1 is not allowed for player_1"),
        ({}, "the turn of player_1, who has to decide something"),
        ({"player_1": None}, "the turn of player_1, who has to decide something"),
        ({"player_1": 6.9}, "A decision must be a whole number, not 6.9"),
    ):
        with pytest.raises(Trouble, match=said):
            table.step(wrong | {"player_0": first})
    assert table.episode.rows.tobytes() == before


@pytest.mark.parametrize("wrong", [6.9, 0.0, "6", "a", np.float32(6), [6]], ids=repr)
def test_what_is_no_whole_number_is_no_decision_wherever_it_is_given(wrong: Any) -> None:
    """Nothing is rounded and nothing is read out of a word."""
    said = f"A decision must be a whole number, not {re.escape(repr(wrong))}"
    together, in_turn, wrapped = parallel_env("brilliant", 2), raw_env("genial_dice", 2), env("genial_dice", 2)
    for table in (together, in_turn, wrapped):
        table.reset(seed=1)
    before = together.episode.rows.tobytes(), in_turn.episode.rows.tobytes()
    with pytest.raises(Trouble, match=said):
        together.step(dict.fromkeys(together.agents, wrong))
    for table in (in_turn, wrapped):
        with pytest.raises(Trouble, match=said):
            table.step(wrong)
    assert (together.episode.rows.tobytes(), in_turn.episode.rows.tobytes()) == before
    with pytest.raises(Trouble, match=said):
        in_turn.episode.allows(0, wrong)


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint16])
def test_whole_numbers_of_numpy_are_decisions(kind: Any) -> None:
    for table in (raw_env("genial_dice", 2), env("genial_dice", 2)):
        table.reset(seed=1)
        table.step(kind(0))
    together = parallel_env("brilliant", 2)
    seen, _ = together.reset(seed=1)
    numbers = {agent: seen[agent]["action_mask"].argmax() for agent in together.agents}
    alike: dict[str, Any] = {agent: kind(number) if number < 128 else number for agent, number in numbers.items()}
    together.step(alike)


def test_whatever_stands_in_the_place_of_who_is_not_asked_is_not_looked_at() -> None:
    table = together_env(Setup("brilliant", "base", 3))
    seen, _ = table.reset(seed=2)
    with pytest.raises(Trouble, match="There is no agent 'player_3'; there are player_0, player_1, player_2"):
        table.step({agent: chosen(agent, seen[agent], table) for agent in table.agents} | {"player_3": 0})
    while all(each["action_mask"].any() for each in seen.values()):
        seen, *_ = table.step({agent: chosen(agent, seen[agent], table) for agent in table.agents})
    idle = next(agent for agent in table.agents if not seen[agent]["action_mask"].any())
    actions = {agent: chosen(agent, seen[agent], table) for agent in table.agents}
    table.step(actions | {idle: 10**6})


def test_a_module_of_a_game_has_its_three_environments() -> None:
    assert str(pettingzoo.genial_dice_v0.__doc__).startswith("Einfach Genial – The Dice Game for PettingZoo: ")
    assert pettingzoo.genial_dice_v0.__name__ == "spieltisch.env.pettingzoo.genial_dice_v0"
    assert pettingzoo.high_score_v0.env(players=4).possible_agents[-1] == "player_3"
    assert str(pettingzoo.genial_v0.raw_env(variant="duel")) == "genial_v0"
    assert pettingzoo.brilliant_v0.parallel_env().max_num_agents == 2
    with pytest.raises(AttributeError, match="no chess_v0"):
        _ = pettingzoo.chess_v0
    with pytest.raises(Trouble, match="one after the other"):
        pettingzoo.genial_v0.parallel_env()
    with pytest.raises(Trouble, match="one after the other"):
        pettingzoo.brilliant_v0.parallel_env(variant="solo")


def test_everybody_looks_at_the_drawing_of_a_spectator() -> None:
    table = raw_env("genial", 2, render_mode="ansi")
    table.reset(seed=1)
    drawn = table.render()
    assert isinstance(drawn, str) and "Your rack" not in drawn
    assert table.episode.game.view(table.episode.rows, SPECTATOR).phase in ("first_tile", "lay")
    assert raw_env("genial", 2).render() is None
    table.close()


def test_before_a_game_and_after_it_nobody_is_at_the_table() -> None:
    together, in_turn = parallel_env("brilliant", 2), raw_env("genial_dice", 2, sheet="3+3+3")
    assert in_turn.episode.space.options["sheet"] == "3+3+3"
    for unseated in (together, in_turn):
        with pytest.raises(Trouble, match="`reset` begins a game"):
            unseated.step({})  # type: ignore[arg-type]
    together.reset(seed=1)
    with pytest.raises(Trouble, match="turn of player_0, who has to decide something"):
        together.step({})
    together.agents = []  # as after the end
    with pytest.raises(Trouble, match="`reset` begins a game"):
        together.step({})


@pytest.mark.parametrize("kind", [env, raw_env])
def test_a_wrong_call_is_answered_in_one_sentence_of_ours(kind: Any) -> None:
    table = kind("genial_dice", 2)
    nobody = "Nobody is at the table: `reset` begins a game"
    for call in (table.last, lambda: table.step(0)):
        with pytest.raises(Trouble, match=nobody):
            call()
    table.reset(seed=1)
    for wrong, said in ((10**6, "1000000"), (-1, "not -1|Decision -1"), (None, "who has to decide something")):
        with pytest.raises(Trouble, match=said):
            table.step(wrong)
    for ask in (table.observe, table.action_space, table.observation_space):
        with pytest.raises(Trouble, match="There is no agent 'anna'; there are player_0, player_1"):
            ask("anna")
    while not any(table.terminations.values()):
        table.step(int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[-1]))
    with pytest.raises(
        Trouble, match=r"The game is over for player_\d: `step\(None\)`, or `reset` begins another one; not 0"
    ):
        table.step(0)
    for _ in range(2):
        table.step(None)
    with pytest.raises(Trouble, match=nobody):
        table.last()


def test_in_its_wrappers_nothing_is_asked_of_a_table_before_its_game() -> None:
    table = env("genial_dice", 2, render_mode="ansi")
    for call in (table.render, table.agent_iter, lambda: table.observe("player_0")):
        with pytest.raises(Trouble, match="`reset` begins a game"):
            call()


@pytest.mark.parametrize("wrong", [[1, 2], None, 3])
def test_what_all_decide_together_is_a_mapping(wrong: Any) -> None:
    table = parallel_env("brilliant", 2)
    table.reset(seed=1)
    with pytest.raises(Trouble, match="a mapping, from each agent to its decision, not "):
        table.step(wrong)
