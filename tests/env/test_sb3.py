"""Batches as Stable-Baselines3 takes them.

It is not installed here, since PyTorch is large: `make learner` runs the real one. Here a base class with what it gives
to those derived from it stands in for it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from spieltisch.contract import Trouble
from spieltisch.env.vectors import vector


class VecEnv:
    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space
        self.get_attr("render_mode")  # type: ignore[attr-defined]
        self._reset_seeds()

    def _reset_seeds(self) -> None:
        self._seeds: list[int | None] = [None] * self.num_envs

    def seed(self, seed: int) -> None:
        self._seeds = [seed + number for number in range(self.num_envs)]

    def _get_indices(self, indices: Any) -> Any:
        return range(self.num_envs) if indices is None else indices


@pytest.fixture
def seats(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module, with the stand-in."""
    stand_in: Any = ModuleType("vec_env")
    stand_in.VecEnv = VecEnv
    for name in ("stable_baselines3", "stable_baselines3.common"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, "stable_baselines3.common.vec_env", stand_in)
    yield import_module("spieltisch.env.sb3").Seats
    del sys.modules["spieltisch.env.sb3"]


def dice(seat: int, n: int, mode: str = "SameStep") -> Any:
    return vector("genial_dice", n, players=2, seat=seat, seed=seat, autoreset_mode=mode, compiled=False)


def test_several_batches_are_one_with_masks_for_all(seats: Any) -> None:
    many = seats([dice(0, 2), dice(1, 3)])
    assert many.num_envs == 5
    seen = many.reset()
    assert many.observation_space.contains(seen[0])
    ended = 0
    while ended < 2:
        masks = np.stack(many.env_method("action_masks"))
        assert masks.shape == (5, 111) and masks.dtype == np.bool_ and masks.any(axis=1).all()
        many.step_async(masks.argmax(axis=1))
        seen, rewards, over, infos = many.step_wait()
        assert seen.shape == (5, 133) and rewards.dtype == np.float32
        assert [("terminal_observation" in info) for info in infos] == over.tolist()
        assert not rewards[~over].any()
        ended += int(over.sum())
    assert np.array_equal(many.env_method("action_masks", indices=[3])[0], np.stack(many.env_method("action_masks"))[3])
    many.close()


def test_the_same_seed_begins_alike(seats: Any) -> None:
    one, other = seats([dice(0, 3)]), seats([dice(0, 3)])
    one.seed(7)
    other.seed(7)
    assert np.array_equal(one.reset(), other.reset())
    other.seed(8)
    assert not np.array_equal(one.reset(), other.reset())


def test_it_says_what_it_has_and_what_it_needs(seats: Any) -> None:
    many = seats([dice(0, 2)])
    assert many.env_is_wrapped(object) == [False, False]
    assert many.get_attr("action_masks") == [None, None]
    asked: list[Callable[[], Any]] = [
        lambda: many.get_attr("colour"),
        lambda: many.env_method("dance"),
        lambda: many.set_attr("x", 1),
    ]
    for ask in asked:
        with pytest.raises(AttributeError):
            ask()
    with pytest.raises(Trouble, match="SameStep"):
        seats([dice(0, 2, "NextStep")])


def test_without_it_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "stable_baselines3", None)
    with pytest.raises(Trouble, match="pip install sb3-contrib"):
        import_module("spieltisch.env.sb3")
