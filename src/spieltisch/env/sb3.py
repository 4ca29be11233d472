"""Batches for Stable-Baselines3, with masks from end to end: sb3-contrib's MaskablePPO asks them all at once.

learner = MaskablePPO("MlpPolicy", Seats([vector(game, 64, autoreset_mode="SameStep")]))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from spieltisch.contract import Trouble
from spieltisch.env.vectors import VectorSeat

try:
    from gymnasium.vector import AutoresetMode
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:
    raise Trouble("Stable-Baselines3 is not installed: pip install sb3-contrib.") from None


class Seats(VecEnv):  # type: ignore[misc]
    """One batch or several of the same game: other seats, other opponents, all learned from at once.

    They begin again in the same step, as Stable-Baselines3 wants it.
    """

    def __init__(self, parts: Sequence[VectorSeat]) -> None:
        if any(part.metadata["autoreset_mode"] != AutoresetMode.SAME_STEP for part in parts):
            raise Trouble("Stable-Baselines3 needs batches with autoreset_mode='SameStep'.")
        self.parts = list(parts)
        spaces: Any = parts[0].single_observation_space
        super().__init__(sum(part.num_envs for part in parts), spaces["observation"], parts[0].single_action_space)
        self._actions: Any = None
        self._masks: Any = None

    def reset(self) -> Any:
        seeds = iter(self._seeds)
        seen = [part.reset(seed=next(seeds))[0] for part in self.parts]
        self._reset_seeds()
        return self._looked_at(seen)

    def step_async(self, actions: Any) -> None:
        self._actions = np.split(np.asarray(actions), np.cumsum([part.num_envs for part in self.parts])[:-1])

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        steps = [part.step(actions) for part, actions in zip(self.parts, self._actions, strict=True)]
        infos: list[dict[str, Any]] = []
        for part, (*_, over, _, told) in zip(self.parts, steps, strict=True):
            for number in range(part.num_envs):
                last = {"terminal_observation": told["final_obs"]["observation"][number]} if over[number] else {}
                infos.append({"TimeLimit.truncated": False, **last})
        rewards, over = (np.concatenate([step[at] for step in steps]) for at in (1, 2))
        return self._looked_at([step[0] for step in steps]), rewards.astype(np.float32), over, infos

    def _looked_at(self, seen: list[dict[str, Any]]) -> Any:
        self._masks = np.concatenate([each["action_mask"] for each in seen]).astype(bool)
        return np.concatenate([each["observation"] for each in seen])

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"Batches have action_masks, not {method_name}.")
        return list(self._masks[self._get_indices(indices)])

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if attr_name not in ("action_masks", "render_mode"):
            raise AttributeError(f"Batches have action_masks, not {attr_name}.")
        return [None for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"Nothing can be set in a batch, so not {attr_name}.")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        for part in self.parts:
            part.close()
