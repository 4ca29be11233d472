"""Our games in Gymnasium: its own test, opponents of all kinds, masks, both ways to begin again, drawings."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

from setups import Setup, every_game, every_plain_setup, hides_something, plain_setups
from spieltisch.contract import Trouble
from spieltisch.env.episode import Episode, drawn, setting
from spieltisch.env.gymnasium import SeatEnv, identifier
from spieltisch.env.pettingzoo import parallel_env
from spieltisch.env.vectors import VectorSeat
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Rng, Rows

HIDING = [setup for setup in plain_setups() if setup.players > 1 and hides_something(setup)]
DICE = "Spieltisch/GenialDice-v0"


def made(setup: Setup, **more: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(identifier(setup.game), players=setup.players, variant=setup.variant, **more)


def play(env: gymnasium.Env[Any, Any], seed: int) -> tuple[float, dict[str, Any], int]:
    """One whole episode at random: the last reward, the last info, how many decisions."""
    seen, _ = env.reset(seed=seed)
    env.action_space.seed(seed)
    decisions, rewards, over = 0, [0.0], False
    info: dict[str, Any] = {}
    while not over:
        assert not rewards[-1]
        seen, reward, over, cut, info = env.step(env.action_space.sample(seen["action_mask"]))
        rewards.append(float(reward))
        assert not cut
        decisions += 1
    return rewards[-1], info, decisions


def first_of_all(game: Game, seen: Rows, seat: int, rng: Rng) -> int:
    return int(game.legal(seen, seat)[0])


class LastOfAll:
    def choose(self, game: Game, seen: Rows, seat: int, rng: Rng) -> int:
        return int(game.legal(seen, seat)[-1])


@every_plain_setup
def test_a_game_passes_the_test_of_gymnasium(setup: Setup) -> None:
    check_env(made(setup, disable_env_checker=True).unwrapped)


def test_after_a_reset_that_is_refused_it_goes_on() -> None:
    env = gymnasium.make(DICE, compiled=False)
    for refused in (-1, "x"):
        with pytest.raises(Trouble, match="A seed"):
            env.reset(seed=refused)  # type: ignore[arg-type]
    assert play(env, seed=1)[2] > 1


@every_plain_setup
def test_an_episode_ends_with_a_reward_for_the_own_seat(setup: Setup) -> None:
    env = made(setup)
    reward, info, decisions = play(env, seed=1)
    assert decisions > 5
    assert env.unwrapped.observation_space.contains(env.unwrapped.episode.observe(info["seat"]))  # type: ignore[attr-defined]
    if setup.players == 1:
        assert reward == info["points"][0]
    else:
        assert -1 <= reward <= 1
        assert (reward == 1) == (
            info["places"][info["seat"]] == 0 and info["places"].count(0) in (1, setup.players // 2)
        )


def test_an_id_says_game_and_version_and_the_seat_changes_unless_it_is_said() -> None:
    env = gymnasium.make(DICE, players=4)
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(30)}
    assert seats == {0, 1, 2, 3}
    fixed = gymnasium.make(DICE, players=4, seat=2)
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(5)} == {2}


@pytest.mark.parametrize("bot", ["random", "level2", first_of_all, LastOfAll, LastOfAll(), f"{__file__}:first_of_all"])
def test_an_opponent_is_a_name_a_function_or_a_class(bot: Any) -> None:
    env = gymnasium.make(DICE, players=3, opponents=bot, seat=1)
    assert play(env, seed=4) == play(env, seed=4)


def test_a_batch_by_an_id_is_like_the_single_one_of_it() -> None:
    many = gymnasium.make_vec(DICE, num_envs=20, players=3, opponents=[first_of_all, "random"], sheet="3+3+3")
    _, infos = many.reset(seed=1)
    assert {*infos["seat"]} == {0, 1, 2}
    _, rewards, terminations, _, infos = many.step(np.full(20, 10**6))
    env = gymnasium.make(DICE, players=3)
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(np.int64(10**6))
    assert {*rewards} == {reward} and {*terminations} == {terminated}
    assert {*infos["refused"]} == {info["refused"]}
    env.reset(seed=1)
    with pytest.raises(Trouble, match="A decision must be a whole number, not 'roll'"):
        env.unwrapped.step("roll")


def test_a_batch_draws_nothing_and_says_what_does() -> None:
    with pytest.raises(Trouble, match="A batch draws nothing; vectorization_mode='sync' of make_vec has"):
        gymnasium.make_vec(DICE, num_envs=2, render_mode="ansi")
    assert gymnasium.make_vec(DICE, num_envs=2, render_mode=None, compiled=False).num_envs == 2
    drawing = gymnasium.make_vec(DICE, num_envs=2, render_mode="ansi", vectorization_mode="sync")
    drawing.reset(seed=1)
    drawn = drawing.render()
    assert drawn is not None and len(drawn) == 2 and "You" in drawn[0]


def test_each_opponent_sits_where_it_is_said() -> None:
    asked: list[tuple[str, int]] = []

    def noting(name: str) -> Any:
        def choose(game: Game, seen: Rows, seat: int, rng: Rng) -> int:
            asked.append((name, seat))
            return first_of_all(game, seen, seat, rng)

        return choose

    env = gymnasium.make(DICE, players=3, seat=1, opponents=[noting("left"), noting("right")])
    play(env, seed=1)
    assert {*asked} == {("left", 2), ("right", 0)}


def test_an_opponent_sees_only_what_its_seat_may_know() -> None:
    env = SeatEnv("genial", 2, seat=0, opponents=_looking)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.action_masks())[0]))


def _looking(game: Game, seen: Rows, seat: int, rng: Rng) -> int:
    assert not seen["racks"][0][0].any()
    return first_of_all(game, seen, seat, rng)


def test_what_is_not_allowed_ends_the_episode_as_the_worst_place_does() -> None:
    env = SeatEnv("genial_dice", 2, seat=0)
    seen, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info["refused"]) == (-1.0, True, wrong)
    with pytest.raises(Trouble, match="episode is over"):
        env.step(0)


def test_after_the_end_nothing_goes_on() -> None:
    env = SeatEnv("genial_dice", 2)
    play(env, seed=1)
    with pytest.raises(Trouble, match="episode is over"):
        env.step(0)


def test_masks_are_of_the_kind_that_sample_and_learners_take() -> None:
    env = SeatEnv("high_score", 2)
    seen, _ = env.reset(seed=1)
    assert seen["action_mask"].dtype == np.int8
    assert env.action_masks().dtype == np.bool_
    assert np.array_equal(env.action_masks(), seen["action_mask"] == 1)
    assert seen["action_mask"][env.action_space.sample(seen["action_mask"])] == 1


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_many_of_them_begin_again_in_both_ways(mode: AutoresetMode) -> None:
    many = gymnasium.make_vec(DICE, num_envs=2, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode})
    many.action_space.seed(1)
    seen, _ = many.reset(seed=1)
    ended = 0
    while ended < 3:
        masks = seen["action_mask"]
        actions = [int(np.flatnonzero(mask)[0]) if mask.any() else 0 for mask in masks]
        seen, rewards, over, _, info = many.step(np.array(actions))
        ended += int(over.sum())
        for number in np.flatnonzero(over):
            assert -1 <= rewards[number] <= 1
            assert bool(seen["action_mask"][number].any()) == (mode == AutoresetMode.SAME_STEP)
            assert ("final_obs" in info) == (mode == AutoresetMode.SAME_STEP)
    many.close()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("bot", ["random", first_of_all])
def test_an_id_also_makes_a_batch_of_games(mode: AutoresetMode, bot: Any) -> None:
    how = {"players": 3, "opponents": bot, "options": {"sheet": "3+3+3"}, "autoreset_mode": mode}
    many = gymnasium.make_vec(DICE, num_envs=4, **how)
    assert isinstance(many, VectorSeat) and many.metadata["autoreset_mode"] == mode
    seen, _ = many.reset(seed=1)
    assert seen["action_mask"].any(axis=1).all()
    seen, rewards, over, _, _ = many.step(seen["action_mask"].argmax(axis=1))
    assert rewards.shape == over.shape == (4,)


@every_game
def test_drawings_are_what_the_terminal_shows_as_text_and_as_pixels(name: str) -> None:
    text, pixels = (gymnasium.make(identifier(name), seat=0, render_mode=mode) for mode in ("ansi", "rgb_array"))
    text.reset(seed=1)
    pixels.reset(seed=1)
    drawing, picture = text.render(), pixels.render()
    assert isinstance(drawing, str) and isinstance(picture, np.ndarray)
    assert "\x1b[" in drawing
    assert picture.dtype == np.uint8 and picture.shape == (720, 800, 3) and len(np.unique(picture)) > 10
    assert drawing.count("\n") <= 40


def test_chance_can_be_decided_from_outside() -> None:
    def always_the_first(game: Game, rows: Rows, rng: Rng) -> int:
        return int(game.legal(rows, CHANCE)[0])

    env = SeatEnv("genial_dice", 2, seat=0, chance=always_the_first)
    env.reset(seed=1)
    assert env.episode.rows["dice"][0][0].tolist() == [4, 0, 0, 0, 0, 0]
    with pytest.raises(Trouble, match="Chance wants 0"):
        SeatEnv("genial_dice", 2, chance=lambda game, rows, rng: 0)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: 1 // 0, r"Chance has failed: ZeroDivisionError: .* \(test_gymnasium\.py, line \d+\)"),
        (lambda: "x", "Chance returned 'x'; an action is a number"),
        (lambda: 10**30, "Chance wants 10{30}, which is not allowed"),
    ],
)
def test_chance_of_somebody_else_that_fails_is_told_and_nothing_has_changed(
    wrong: Callable[[], Any], said: str
) -> None:
    fails = False

    def chance(game: Game, rows: Rows, rng: Rng) -> Any:
        action = drawn(game, rows, rng)
        rows["players"] = 9  # what it is given is its own
        return wrong() if fails else action

    alone: Any = SeatEnv("genial_dice", 2, seat=0, chance=chance)
    both: Any = parallel_env("brilliant", 2, chance=chance)
    alone.reset(seed=1)
    both.reset(seed=1)
    decisions: list[tuple[Any, Callable[[], Any]]] = [
        (alone, lambda: alone.step(int(alone.action_masks().argmax()))),
        (both, lambda: both.step({agent: int(both.observe(agent)["action_mask"].argmax()) for agent in both.agents})),
    ]
    fails = True
    for env, decide in decisions:
        told = ""
        while not told:
            before = env.episode.rows.tobytes(), env.episode.rng.tolist()
            try:
                decide()
            except Trouble as trouble:
                told = str(trouble)
        assert re.match(said, told)
        assert (env.episode.rows.tobytes(), env.episode.rng.tolist()) == before
    fails = False
    for env, decide in decisions:
        before = env.episode.rows.tobytes(), env.episode.rng.tolist()
        decide()
        assert (env.episode.rows.tobytes(), env.episode.rng.tolist()) != before


def test_a_clone_goes_on_alike_with_the_same_decisions() -> None:
    episode = Episode(setting("genial_dice", 2))
    other = episode.clone()
    for each in (episode, other):
        each.decide(0, 0)
        assert each.waiting == [0]
    assert episode.rows.tobytes() == other.rows.tobytes()
    episode.decide(0, 1)
    assert episode.rows.tobytes() != other.rows.tobytes()


@pytest.mark.parametrize("setup", HIDING, ids=str)
def test_an_imagined_world_has_the_same_eyes_and_other_secrets(setup: Setup) -> None:
    episode = Episode(setting(setup.game, setup.players, setup.variant))
    episode.begin(3)
    episode.decide(episode.waiting[0], int(np.flatnonzero(episode.observe(episode.waiting[0])["action_mask"])[0]))
    seat = episode.waiting[0]
    other = next(each for each in range(setup.players) if each != seat)
    worlds = [episode.imagined(other, seed=number) for number in range(4)]
    assert len({world.rows.tobytes() for world in worlds}) > 1
    for world in worlds:
        assert data_equivalence(world.observe(other), episode.observe(other), exact=True)


def test_what_cannot_be_is_said_in_a_sentence() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"game": "chess"}, "no game"),
        ({"game": "genial_dice", "players": 9}, "not 9"),
        ({"game": "genial_dice", "variant": "duel"}, "variants base"),
        ({"game": "genial_dice", "seat": 2}, "seats are 0 to 1"),
        ({"game": "genial_dice", "opponents": "nobody"}, "no bot"),
        ({"game": "genial_dice", "opponents": 5}, "neither a function"),
        ({"game": "genial_dice", "opponents": ["random", "random"]}, "There is 1 opponent, but 2 bots"),
        ({"game": "genial_dice", "chance": 3}, "chance= is a function"),
        ({"game": "genial_dice", "options": {"moon": "full"}}, "moon"),
        ({"game": "genial_dice", "render_mode": "human"}, "render mode"),
    ]
    for wrong, said in cases:
        with pytest.raises(Trouble, match=said):
            SeatEnv(**wrong)
    with pytest.raises(Trouble, match="No episode has begun: reset it"):
        SeatEnv("genial_dice", compiled=False).action_masks()
    env = SeatEnv("genial_dice", 2, seat=1, opponents=lambda game, seen, seat, rng: 10**9)
    with pytest.raises(Trouble, match="not allowed"):
        env.reset(seed=1)


def test_drawn_is_a_legal_outcome() -> None:
    space = setting("genial_dice", 2)
    rows = space.start()
    assert drawn(space.game, rows, np.array([300, 301, 302, 303])) in space.game.legal(rows, CHANCE)
