"""One seat of many games against bots, as Gymnasium's `VectorEnv`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spieltisch.contract import Trouble
from spieltisch.env.checking import check
from spieltisch.env.stepping import HOLD

gymnasium = pytest.importorskip("gymnasium")
vectors = pytest.importorskip("spieltisch.env.vectors")
MODES = ("NextStep", "SameStep", "Disabled")


def made(mode: str, **how: Any) -> Any:
    return vectors.vector("genial_dice", 4, players=2, compiled=False, autoreset_mode=mode, **how)


def legal(env: Any, masks: Any, luck: Any) -> Any:
    return np.array([luck.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


@pytest.mark.parametrize("mode", MODES)
def test_games_go_on_as_the_auto_reset_mode_says(mode: str) -> None:
    env, luck = made(mode, seat=1), np.random.default_rng(1)
    seen, infos = env.reset(seed=7)
    over = np.zeros(4, bool)
    ended = 0
    for _ in range(130):
        assert env.observation_space.contains(seen)
        assert (infos["action_mask"] == seen["action_mask"]).all()
        actions = legal(env, seen["action_mask"], luck)
        before, (seen, rewards, terminations, truncations, infos) = over, env.step(actions)
        assert not truncations.any()
        ended += int(terminations.sum())
        assert (abs(rewards[terminations]) <= 1).all() and not rewards[~terminations].any()
        masked = seen["action_mask"].any(axis=1)
        if mode == "NextStep":
            assert (masked == ~terminations).all()  # nothing is legal at the end, and the next step begins anew
            assert not (before & terminations).any()
            over = terminations
        elif mode == "SameStep":
            assert masked.all()
            if terminations.any():
                assert (infos["_final_obs"] == terminations).all()
                assert not infos["final_obs"]["action_mask"][terminations].any()
                assert infos["final_obs"]["observation"][terminations].any(axis=1).all()
        else:
            assert not (before & terminations).any()  # it ends once
            over = before | terminations
            assert (masked == ~over).all()
    assert ended >= 4 if mode != "Disabled" else ended > 0
    if mode == "Disabled":
        seen, _ = env.reset(options={"reset_mask": over})
        assert seen["action_mask"].any(axis=1).all()


def test_the_same_seed_gives_the_same_games() -> None:
    envs, luck = (made("SameStep"), made("SameStep")), np.random.default_rng(2)
    for env in envs:
        env.reset(seed=[3, None, None, None])
    for _ in range(30):
        actions = legal(envs[0], envs[0]._tables.legal, luck)
        one, other = (env.step(actions) for env in envs)
        assert (one[0]["observation"] == other[0]["observation"]).all()
        assert (one[1] == other[1]).all()


@pytest.mark.slow  # greedy weighs every action, and others do so too
@pytest.mark.parametrize("others", ["level1", "greedy"])
def test_any_bot_may_sit_in_the_other_seats(others: str) -> None:
    env, luck = vectors.vector("brilliant", 2, players=3, others=others, compiled=False), np.random.default_rng(3)
    seen, _ = env.reset(seed=1)
    for _ in range(8):
        assert (env._tables.turn == 0).all()
        seen, *_ = env.step(legal(env, seen["action_mask"], luck))


def test_what_was_given_stays_as_it_was_unless_copying_is_too_dear() -> None:
    env, luck = made("SameStep"), np.random.default_rng(4)
    seen, _ = env.reset()
    kept = seen["observation"].copy()
    env.step(legal(env, seen["action_mask"], luck))
    assert (seen["observation"] == kept).all()
    bare = made("SameStep", copy=False)
    assert bare.reset()[0]["observation"] is bare._tables.observations


def test_the_mask_samples_what_is_legal() -> None:
    """Gymnasium's own sampling takes our masks as they are."""
    env = made("NextStep")
    seen, _ = env.reset(seed=1)
    for _ in range(5):
        chosen = env.single_action_space.sample(mask=seen["action_mask"][2])
        assert seen["action_mask"][2, chosen] == 1


@pytest.mark.parametrize(
    ("how", "said"),
    [({"seat": 2}, "seats are 0 to 1, not 2"), ({"others": ["random"] * 2}, "1 other seats but 2 bots")],
)
def test_what_cannot_be_is_said_in_a_sentence(how: Any, said: str) -> None:
    with pytest.raises(Trouble, match=said):
        made("NextStep", **how)


def test_a_game_may_hold_while_others_go_on() -> None:
    tables = made("Disabled")._tables
    tables.reset(1)
    before = tables.rows
    given = tables.sample().copy()
    given[2] = HOLD
    tables.step(given)
    assert tables.rows[2] == before[2] and not tables.over[2]
    assert (tables.rows[[0, 1, 3]] != before[[0, 1, 3]]).all()
    check(tables, 6)
