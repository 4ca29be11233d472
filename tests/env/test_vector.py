"""One seat of many games against bots, as Gymnasium's `VectorEnv`."""

from __future__ import annotations

from collections.abc import Callable
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
    how = {"players": 2, "seat": 0, **how}
    return vectors.vector("genial_dice", 4, compiled=False, autoreset_mode=mode, **how)


def test_without_a_seat_it_is_another_one_in_each_game_as_in_a_single_environment() -> None:
    _, infos = vectors.vector("genial_dice", 20, players=3, compiled=False).reset(seed=1)
    assert {*infos["seat"]} == {0, 1, 2}


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
@pytest.mark.parametrize("opponents", ["level1", "greedy"])
def test_any_bot_may_sit_in_the_other_seats(opponents: str) -> None:
    how = {"players": 3, "seat": 0, "opponents": opponents, "compiled": False}
    env, luck = vectors.vector("brilliant", 2, **how), np.random.default_rng(3)
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
    [
        ({"seat": 2}, "seats are 0 to 1, not 2"),
        ({"seat": "x"}, "not 'x'"),
        ({"opponents": ["random"] * 2}, "There is 1 opponent, but 2 bots are named"),
        ({"opponents": []}, "There is 1 opponent, but 0 bots are named"),
        ({"opponents": ["random"], "players": 3}, "There are 2 opponents, but 1 bot is named"),
        ({"chance": max}, "chance= is for single"),
        ({"mode": "sometimes"}, "is one of NextStep, SameStep, Disabled, not 'sometimes'"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(how: Any, said: str) -> None:
    with pytest.raises(Trouble, match=said):
        made(**{"mode": "NextStep", **how})


def test_what_is_out_of_order_or_no_answer_is_told_and_changes_nothing() -> None:
    env, luck = made("NextStep"), np.random.default_rng(9)
    with pytest.raises(Trouble, match="No game has begun: reset them"):
        env.step([0] * 4)
    seen, _ = env.reset(seed=1)
    before = env._tables.rows.tobytes()
    calls: list[tuple[Callable[[], Any], str]] = [
        (lambda: env.step([[0], [0, 0], 0, 0]), "There are 4 games: give as many whole numbers"),
        (lambda: env.step(np.array([0, 0, 0, 2**64 - 1], np.uint64)), "not 18446744073709551615"),
        (lambda: env.reset(options="abc"), "comes as a dictionary, such as a reset_mask, not as 'abc'"),
        (lambda: env.reset(options={"reset_mask": "abc"}), "yes or no for each of 4 games, not 'abc'"),
        (lambda: env.reset(options={"reset_mask": [[1], [1, 0]]}), "yes or no for each of 4 games"),
    ]
    for wrong, said in calls:
        with pytest.raises(Trouble, match=said):
            wrong()
    assert env._tables.rows.tobytes() == before
    env.step(legal(env, seen["action_mask"], luck))
    env.close()
    with pytest.raises(Trouble, match="These games are closed"):
        env.step([0] * 4)
    with pytest.raises(Trouble, match="These games are closed"):
        env.reset()


def test_each_game_may_have_a_seed_of_its_own() -> None:
    env, luck = made("SameStep", opponents="level1"), np.random.default_rng(5)
    alone = env.reset(seed=3)[0]["observation"][0].copy()
    env.reset(seed=np.array([5, 3, 3, 3]))
    assert (env._tables.observations[1:] == alone).all()
    seen, _ = env.reset(seed=[3, 5, 3, 3])
    assert (seen["observation"][[0, 2, 3]] == alone).all() and (seen["observation"][1] != alone).any()
    for _ in range(60):
        actions = legal(env, seen["action_mask"], luck)
        actions[2:] = actions[0]
        seen, rewards, *_ = env.step(actions)
        assert (seen["observation"][[2, 3]] == seen["observation"][0]).all() and len({*rewards[[0, 2, 3]]}) == 1
    kept = seen["observation"][2].copy()
    seen, _ = env.reset(seed=[3, 5, 7, 9], options={"reset_mask": np.array([True, False, False, True])})
    assert (seen["observation"][0] == alone).all() and (seen["observation"][2] == kept).all()
    actions = legal(env, seen["action_mask"], luck)
    for wrong in ([3, 5], [3] * 5):
        with pytest.raises(Trouble, match=r"There are 4 games: give as many seeds, not \[3, "):
            env.reset(seed=wrong)
    with pytest.raises(Trouble, match=r"There are 4 games: .*\(3,\)"):
        env.step(actions[:3])


@pytest.mark.parametrize("mode", MODES)
def test_a_decision_that_is_not_allowed_loses_that_game_as_in_a_single_one(mode: str) -> None:
    env, luck = made(mode), np.random.default_rng(6)
    seen, _ = env.reset(seed=2)
    forbidden = int(np.flatnonzero(seen["action_mask"][2] == 0)[0])
    actions = legal(env, seen["action_mask"], luck)
    actions[1:3] = -7, forbidden
    seen, rewards, terminations, _, infos = env.step(actions)
    assert terminations.tolist() == [False, True, True, False] and rewards.tolist() == [0, -1, -1, 0]
    told = infos["final_info"] if mode == "SameStep" else infos
    assert told["_refused"].tolist() == [False, True, True, False] and told["refused"][1:3].tolist() == [-7, forbidden]
    assert "places" not in told
    seen, rewards, terminations, *_ = env.step(legal(env, seen["action_mask"], luck))
    assert not terminations.any() and not rewards.any()
    assert (env._tables.turn == 0).all()


@pytest.mark.parametrize("mode", MODES)
def test_at_the_end_the_infos_say_how_as_those_of_a_single_game_do(mode: str) -> None:
    """Also that the seat is another one in each game where none is said."""
    env, luck = made(mode, seat=None), np.random.default_rng(7)
    seen, infos = env.reset(seed=1)
    mine, ended = infos["seat"], []
    assert {*mine} == {0, 1} and (env._tables.turn == mine).all()
    for _ in range(130):
        seen, rewards, terminations, _, infos = env.step(legal(env, seen["action_mask"], luck))
        told = infos.get("final_info", {}) if mode == "SameStep" else infos
        assert terminations.any() == ("places" in told)
        for k in np.flatnonzero(terminations):
            assert told["seat"][k] == mine[k] and told["_places"][k] and told["_points"][k]
            place, other = told["places"][k][mine[k]], told["places"][k][1 - mine[k]]
            assert rewards[k] == np.sign(other - place)
            assert told["points"][k].any()
            ended.append(int(mine[k]))
        mine = infos["seat"]
    assert {*ended} == {0, 1}


def test_opponents_sit_in_the_order_after_ones_own_seat() -> None:
    asked: set[tuple[str, int]] = set()

    def noting(name: str) -> Any:
        def choose(game: Any, seen: Any, seat: int, rng: Any) -> int:
            asked.add((name, seat))
            return int(game.legal(seen, seat)[0])

        return choose

    met = [noting("left"), noting("right")]
    env = vectors.vector("genial_dice", 2, players=3, seat=1, opponents=met, compiled=False)
    seen, _ = env.reset(seed=1)
    for _ in range(6):
        seen, *_ = env.step(legal(env, seen["action_mask"], np.random.default_rng(8)))
    assert asked == {("left", 2), ("right", 0)}


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
