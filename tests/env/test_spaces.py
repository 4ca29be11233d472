"""What an action, a mask and an observation are, for every game, variant and number of players."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spieltisch.env
from setups import Setup, every_game, every_plain_setup, random_walk
from spieltisch import registry
from spieltisch.contract import Trouble
from spieltisch.env import pettingzoo
from spieltisch.env.spaces import Space, sight_of, space
from spieltisch.kernel import CHANCE, Rows

PIG = Path(__file__).parents[2] / "examples" / "pig"


@every_plain_setup
def test_a_mask_has_a_one_for_each_legal_action_and_only_there(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(3)
    agent = space(setup.game, setup.players, setup.variant)
    decided = [(rows, seat) for rows, seat, _ in random_walk(setup, seed=3) if seat != CHANCE]
    for rows, seat in decided[::7]:
        legal = game.legal(rows, seat).tolist()
        decisions = [agent.to_decision(rows, seat, action) for action in legal]
        mask = agent.mask(rows, seat)
        assert mask.dtype == np.int8 and set(mask.tolist()) <= {0, 1}
        assert sorted(decisions) == np.flatnonzero(mask).tolist()
        assert [agent.to_action(rows, seat, decision) for decision in decisions] == legal
        for decision in luck.choices(range(agent.decisions), k=20):
            action = agent.to_action(rows, seat, decision)
            assert (game.engine.refusal(rows, seat, action) == 0) == (mask[decision] == 1)
        assert agent.to_action(rows, seat, -1) == agent.to_action(rows, seat, agent.decisions) == -1


@every_plain_setup
def test_lanes_that_share_the_work_write_the_same_as_one(setup: Setup) -> None:
    """In whatever order: on a card they run side by side."""
    agent = space(setup.game, setup.players, setup.variant)
    share = agent.game.engine.entry(sight_of(agent.game).share_of_features, asks=True)
    mask = agent.game.engine.entry(agent.numbering.mask, asks=True)
    decided = [(rows, seat) for rows, seat, _ in random_walk(setup, seed=4) if seat != CHANCE]
    for rows, seat in decided[::11]:
        seen, hidden = np.zeros(agent.features, np.float32), agent.game.hidden(rows, seat)
        allowed = np.zeros(agent.decisions, np.int8)
        for lane in (3, 1, 0, 2, 4):
            share(hidden, seat, seen, lane, 5)
            mask(hidden, seat, allowed, lane, 5)
        assert (seen == agent.observation(rows, seat)).all()
        assert (allowed == agent.mask(rows, seat)).all()


@every_game
def test_who_may_not_act_has_no_legal_decision(name: str) -> None:
    agent = space(name)
    rows = agent.start()
    if CHANCE in agent.game.waiting(rows):
        assert not agent.mask(rows, 0).any()
    assert not agent.mask(rows, agent.players).any()


@every_game
def test_an_observation_is_what_the_seat_sees(name: str) -> None:
    agent = space(name)
    rows = agent.start()
    out = np.full(agent.features, 9, np.float32)
    assert agent.observation(rows, 0, out) is out
    seen = agent.game.features(rows, 0) if agent.game.has("features") else np.array(list(_numbers(rows)))
    assert (out == seen).all()


def _numbers(rows: Rows) -> Iterator[int]:
    for name in rows.dtype.names or ():
        yield from np.ravel(rows[name])


@every_plain_setup
def test_rewards_come_at_the_end_and_cancel_each_other(setup: Setup) -> None:
    agent = space(setup.game, setup.players, setup.variant)
    rows = agent.start()
    assert not agent.rewards(rows).any()
    engine, luck = setup.rules.engine, random.Random(5)
    while seats := setup.rules.waiting(rows):
        engine.apply(rows, seats[0], engine.pick(rows, seats[0], luck.randrange(engine.tickets(rows, seats[0]))))
    rewards, outcome = agent.rewards(rows), setup.rules.outcome(rows, setup.players)
    assert outcome is not None
    if setup.players == 1:
        assert rewards.tolist() == list(outcome.points)
        return
    assert rewards.sum() == pytest.approx(0, abs=1e-6)
    assert (abs(rewards) <= 1).all()
    best = [seat for seat in range(setup.players) if outcome.places[seat] == 0]
    assert {rewards[seat] for seat in best} == {rewards.max()}


def test_what_an_episode_is_not_asked_is_said_in_a_sentence() -> None:
    table = spieltisch.env.Episode(spieltisch.env.setting("genial_dice", compiled=False))
    with pytest.raises(Trouble, match="A decision must be a whole number, not 'x'"):
        table.decide(0, "x")  # type: ignore[arg-type]
    for wrong in (lambda: table.observe(9), lambda: table.imagined(9, seed=1)):
        with pytest.raises(Trouble, match="The seats are 0 to 1, not 9"):
            wrong()
    with pytest.raises(Trouble, match=r"is a batch, .* not 'x'"):
        spieltisch.env.check("x", 60)  # type: ignore[arg-type]
    assert dir(spieltisch.env) == sorted(spieltisch.env.__all__)
    assert all(getattr(spieltisch.env, name).__doc__ for name in spieltisch.env.__all__)


def test_an_episode_is_of_a_game_by_its_name_or_of_a_setting_and_of_nothing_else() -> None:
    by_name = spieltisch.env.Episode("genial_dice")
    assert by_name.space.game.name == "genial_dice" and by_name.space.players == 2
    for wrong in (5, None, spieltisch.new("genial")):
        with pytest.raises(Trouble, match="of a game by its name, or of what `setting` says, not of"):
            spieltisch.env.Episode(wrong)  # type: ignore[arg-type]
    with pytest.raises(Trouble, match="no game 'chess'"):
        spieltisch.env.Episode("chess")
    with pytest.raises(Trouble, match=r"chance= is a function \(game, state, rng\) -> action, not 3"):
        spieltisch.env.Episode("genial_dice", 3)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [1.5, "x", None, -1], ids=repr)
def test_a_seed_of_an_environment_is_a_whole_number_from_0_on(wrong: Any) -> None:
    table = spieltisch.env.Episode(spieltisch.env.setting("genial_dice", compiled=False))
    in_turn = pettingzoo.raw_env("genial_dice", 2, compiled=False)
    before = table.rows.tobytes()
    doors: list[Callable[[], Any]] = [lambda: table.begin(wrong), lambda: table.imagined(0, seed=wrong)]
    if wrong is not None:  # the luck of before goes on
        doors.append(lambda: in_turn.reset(seed=wrong))
    for door in doors:
        with pytest.raises(Trouble, match=r"A seed (is a whole number from 0 on|must be a whole number), not "):
            door()
    assert table.rows.tobytes() == before
    with pytest.raises(Trouble, match="A seed"):
        spieltisch.env.check(spieltisch.batch("genial_dice", 2, compiled=False), seed=wrong)


def test_what_cannot_be_played_is_said_in_a_sentence() -> None:
    with pytest.raises(Trouble, match="is for 2, 3, 4 players, not 9"):
        space("genial", 9)
    with pytest.raises(Trouble, match="has the variants"):
        space("genial", variant="chess")
    with pytest.raises(Trouble, match="no game"):
        space("chess")


def test_a_game_that_brings_neither_numbering_nor_features_is_played_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its decisions are its actions, and what is observed is the row."""
    monkeypatch.syspath_prepend(str(PIG))
    game = registry._game("pig", "spieltisch_pig")
    agent = Space(game, "base", 3, {})
    rows = agent.start()
    assert agent.decisions == game.rules.ACTIONS
    assert agent.mask(rows, 0).tolist() == [1, 0, 0, 0, 0, 0]
    rows["at_stake"][0], rows["scores"][0] = 7, (1, 2, 3, 0)
    assert agent.mask(rows, 0).tolist() == [1, 1, 0, 0, 0, 0]
    assert agent.to_decision(rows, 0, 1) == agent.to_action(rows, 0, 1) == 1
    assert agent.observation(rows, 0).tolist() == [3, 0, 1, 2, 3, 0, 0, 7, 0]
