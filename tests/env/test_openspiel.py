"""Our games in OpenSpiel: its own tests for Python games, its search, chance to the last ticket, nothing leaked."""

from __future__ import annotations

import copy
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from setups import (
    Setup,
    decides_together,
    every_plain_setup,
    every_variant,
    hides_something,
    plain_setups,
    smallest_setups,
)
from spieltisch.contract import Trouble
from spieltisch.env import openspiel
from spieltisch.kernel import CHANCE, SPECTATOR

HIDING = [setup for setup in plain_setups() if setup.players > 1 and hides_something(setup)]
every_hiding_setup = pytest.mark.parametrize("setup", HIDING, ids=str)


def loaded(setup: Setup) -> Any:
    return pyspiel.load_game(openspiel.short_name(setup.game, setup.variant, setup.players))


def test_what_is_refused_is_named_as_it_was_given() -> None:
    state, luck = loaded(Setup("genial_dice", "base", 2)).new_initial_state(), np.random.RandomState(1)
    while state.is_chance_node():
        act_at_random(state, luck)
    with pytest.raises(Trouble, match="99999 is not allowed for seat 0"):
        state.apply_action(99999)


def act_at_random(state: Any, luck: np.random.RandomState) -> None:
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(luck.choice(outcomes, p=odds))
    elif state.is_simultaneous_node():
        state.apply_actions([luck.choice(state.legal_actions(seat) or [0]) for seat in range(state.num_players())])
    else:
        state.apply_action(luck.choice(state.legal_actions()))


def some_way_on(setup: Setup, events: int, seed: int = 1) -> Any:
    """A decision in the middle of a random game."""
    state, luck = loaded(setup).new_initial_state(), np.random.RandomState(seed)
    while len(state.history()) < events or state.is_chance_node():
        act_at_random(state, luck)
    return state


@every_plain_setup
def test_a_game_passes_the_tests_of_openspiel_for_python_games(setup: Setup) -> None:
    """With the fewest players each state on the way is written and read again, too: by playing to it from the start."""
    pyspiel.random_sim_test(loaded(setup), num_sims=1, serialize=setup in smallest_setups(), verbose=False)


@every_variant
def test_the_search_of_openspiel_plays_a_whole_game(setup: Setup) -> None:
    game, luck = loaded(setup), np.random.RandomState(1)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    glance = mcts.RandomRolloutEvaluator(1, luck, max_length=2)
    bot, state = mcts.MCTSBot(game, 2, 2, glance, random_state=luck), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            act_at_random(state, luck)
        else:
            state.apply_action(bot.step(state))
    returns = state.returns()
    assert sum(returns) == pytest.approx(0) if setup.players > 1 else returns[0] >= 0


@every_variant
def test_an_outcome_of_chance_is_as_likely_as_its_tickets_say(setup: Setup) -> None:
    state, luck, looked = loaded(setup).new_initial_state(), np.random.RandomState(3), 0
    while looked < 6:
        if state.is_chance_node():
            rules, rows = setup.rules.engine, state.moment.rows
            tickets = rules.tickets(rows, CHANCE)
            if tickets <= 10_000:
                drawn = Counter(int(rules.pick(rows, CHANCE, ticket)) for ticket in range(tickets))
                exact = {outcome: float(Fraction(often, tickets)) for outcome, often in drawn.items()}
                assert dict(state.chance_outcomes()) == pytest.approx(exact)
            looked += 1
        act_at_random(state, luck)


@every_variant
def test_a_clone_shares_what_nobody_changes_and_goes_its_own_way(setup: Setup) -> None:
    state = some_way_on(setup, 20)
    before, clone = state.moment.rows.tobytes(), state.clone()
    assert clone.moment is state.moment
    assert copy.deepcopy(state.moment) is state.moment
    act_at_random(clone, np.random.RandomState(2))
    assert state.moment.rows.tobytes() == before != clone.moment.rows.tobytes()
    assert state.history() == clone.history()[: len(state.history())]


@every_hiding_setup
def test_what_a_seat_cannot_know_changes_nothing_of_what_openspiel_shows_it(setup: Setup) -> None:
    events = 8 if decides_together(setup) else 30  # start numbers are secret; later choices are shown at once
    state, changed, samples = some_way_on(setup, events), 0, iter(np.linspace(0.1, 0.9, 3 * setup.players))
    for seat in range(setup.players):
        for _ in range(3):
            world = state.resample_from_infostate(seat, lambda: next(samples))
            assert world.information_state_string(seat) == state.information_state_string(seat)
            assert world.observation_string(seat) == state.observation_string(seat)
            assert world.observation_tensor(seat) == state.observation_tensor(seat)
            assert world.legal_actions(seat) == state.legal_actions(seat)
            assert world.current_player() == state.current_player()
            changed += str(world) != str(state)
    assert changed


def test_what_is_hidden_is_not_in_the_strings_and_what_is_shown_is() -> None:
    state = pyspiel.load_game("spieltisch_genial_duel_2").new_initial_state()
    for tile in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11):
        state.apply_action(tile)
    assert state.information_state_string(0) == "0| -1:0 -1:1 -1:2 -1:3 -1:4 -1:5 -1:? -1:? -1:? -1:? -1:? -1:?"
    assert state.information_state_string(1) == "1| -1:? -1:? -1:? -1:? -1:? -1:? -1:6 -1:7 -1:8 -1:9 -1:10 -1:11"
    together = pyspiel.load_game("spieltisch_brilliant_base_2").new_initial_state()
    for _ in range(5):
        together.apply_actions([together.legal_actions(0)[0], together.legal_actions(1)[-1]])
    assert together.information_state_string(0).count("1:?") == 5
    together.apply_actions([together.legal_actions(0)[0], together.legal_actions(1)[-1]])
    assert "?" not in together.information_state_string(0)


def test_a_public_observer_sees_what_everybody_sees() -> None:
    state = some_way_on(Setup("genial", "duel", 2), 20)
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    observer = state.get_game().make_py_observer(public)
    observer.set_from(state, 0)
    assert observer.tensor is None
    assert observer.string_from(state, 0) == repr(state.moment.space.game.view(state.moment.rows, SPECTATOR))
    everything = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(Trouble, match="Nobody sees"):
        state.get_game().make_py_observer(everything)
    with pytest.raises(Trouble, match="no parameters"):
        state.get_game().make_py_observer(None, {"size": 3})


def test_a_search_that_does_not_cheat_plays_by_resampling() -> None:
    state, luck = some_way_on(Setup("genial", "duel", 2), 14), np.random.RandomState(4)
    glance = mcts.RandomRolloutEvaluator(1, luck, max_length=2)
    bot = ismcts.ISMCTSBot(
        state.get_game(),
        glance,
        2.0,
        5,
        random_state=luck,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )
    assert bot.step(state) in state.legal_actions()


def test_options_are_numbers_that_openspiel_can_write_and_read() -> None:
    game = pyspiel.load_game("spieltisch_genial_dice_base_2(sheet=1,start=2)")
    assert game.beginning.space.options["sheet"] == "3+3+3"
    assert game.beginning.space.options["start"] == "2"
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert pyspiel.load_game("spieltisch_high_score_base_2").beginning.space.options["start"] == "lot"
    assert pyspiel.load_game("spieltisch_brilliant_solo_1(sheet=level-3)").beginning.space.options["sheet"] == "level-3"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("sheet=9", "As a parameter option sheet is sheet=0 (3+3+1) or sheet=1 (3+3+3), not 9."),
        ("start_rule=-1", "option start_rule is start_rule=0 (no) or start_rule=1 (yes), not -1."),
        ("start=9", "As a parameter option start is start=0 (lot) or start=1 (a seat, from 1 on), not 9."),
    ],
)
def test_an_option_that_cannot_be_is_told_with_the_numbers_that_openspiel_takes(wrong: str, said: str) -> None:
    with pytest.raises(Trouble, match=re.escape(said)):
        pyspiel.load_game(f"spieltisch_genial_dice_base_2({wrong})")


def test_what_is_not_allowed_is_refused_and_nothing_has_changed() -> None:
    moment = some_way_on(Setup("genial_dice", "base", 2), 5).moment
    with pytest.raises(Trouble, match="not allowed"):
        moment.after(0, 100_000)
    assert moment.rows.tobytes() == some_way_on(Setup("genial_dice", "base", 2), 5).moment.rows.tobytes()


def test_python_ends_quietly_after_games_have_been_loaded() -> None:
    """OpenSpiel lets go of registered games only after Python has ended."""
    script = "import pyspiel, spieltisch.env.openspiel as o; pyspiel.load_game(o.names()[0]).new_initial_state()"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("wrong", [10**6, -1, 2**70, "x", 1.5, None])
def test_what_is_no_action_here_is_told_in_one_sentence_of_ours(wrong: Any) -> None:
    said = "is not allowed for" if isinstance(wrong, int) else "An action must be a whole number, not "
    state, luck = loaded(Setup("genial_dice", "base", 2)).new_initial_state(), np.random.RandomState(1)
    with pytest.raises(Trouble, match="not allowed for chance" if isinstance(wrong, int) else said):
        state.apply_action(wrong)
    while state.is_chance_node():
        act_at_random(state, luck)
    before = str(state)
    with pytest.raises(Trouble, match=said):
        state.apply_action(wrong)
    assert str(state) == before


def test_what_is_no_action_of_the_game_has_no_words() -> None:
    state, luck = loaded(Setup("genial_dice", "base", 2)).new_initial_state(), np.random.RandomState(1)
    assert state.action_to_string(0, 1) == "1", "it is chance that acts, but this is a decision of the game"
    for player, action, said in ((0, 10**6, "are 0 to 110, not 1000000"), (0, -1, "not -1"), (2, 0, "0 to 1, not 2")):
        with pytest.raises(Trouble, match=said):
            state.action_to_string(player, action)
    together = loaded(Setup("brilliant", "base", 2)).new_initial_state()
    while together.is_chance_node():
        act_at_random(together, luck)
    with pytest.raises(Trouble, match=f"{2**70} is not allowed for anybody"):
        together.apply_actions([2**70, 0])


def test_who_is_not_on_turn_is_not_asked() -> None:
    state = some_way_on(Setup("genial_dice", "base", 2), 30)
    while state.is_chance_node():
        act_at_random(state, np.random.RandomState(1))
    with pytest.raises(Trouble, match="Chance is not on turn here"):
        state.chance_outcomes()
    with pytest.raises(Trouble, match="One acts after the other here"):
        state.apply_actions([0, 0])
    with pytest.raises(Trouble, match="The players are 0 to 1, not 9"):
        state.resample_from_infostate(9, lambda: 0.5)
    together = loaded(Setup("brilliant", "base", 2)).new_initial_state()
    while together.is_chance_node():
        act_at_random(together, np.random.RandomState(1))
    with pytest.raises(Trouble, match="All choose at the same time here"):
        together.apply_action(together.legal_actions(0)[0])
    for wrong, said in (("ab", "takes a list"), (None, "takes a list"), ([1.5, 0], "not 1.5"), ([0], "not 1")):
        with pytest.raises(Trouble, match=said):
            together.apply_actions(wrong)


def test_nothing_comes_after_the_end() -> None:
    state, luck = loaded(Setup("genial_dice", "base", 2)).new_initial_state(), np.random.RandomState(1)
    while not state.is_terminal():
        if state.is_chance_node():
            act_at_random(state, luck)
        else:
            state.apply_action(state.legal_actions()[-1])
    for call in (lambda: state.apply_action(0), lambda: state.apply_actions([0, 0]), state.chance_outcomes):
        with pytest.raises(Trouble, match="The game is over"):
            call()
