"""Does a learner that nobody here wrote learn our games? sb3-contrib's MaskablePPO on our Gymnasium environment.

It starts from nothing, trains for some minutes against `random` and `level1`, and then plays against both. PyTorch is
large and no part of this house: it comes into build/learner, once (about 5 GB). Into build/learner.json.
"""

from __future__ import annotations

import argparse
import json
import os
import site
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from spieltisch.env.gymnasium import SeatEnv, identifier
from spieltisch.lab.selfplay import wilson

ROOT = Path(__file__).parent.parent
OWN = ROOT / "build" / "learner"
OPPONENTS = ("random", "level1")
WANTED = {"random": 0.95, "level1": 0.5}  # shares of the points
TABLES = 128  # that it plays at, while it learns half of them against each opponent


@dataclass(frozen=True)
class Measured:
    opponent: str
    games: int
    share: float  # of the points: those who tie share them
    low: float
    high: float
    wanted: float


class OnlySeen(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The net sees the observation; the masks go another way, by `action_masks`."""

    def __init__(self, env: SeatEnv) -> None:
        super().__init__(env)
        spaces: Any = env.observation_space
        self.observation_space = spaces["observation"]

    def observation(self, observation: Any) -> Any:
        return observation["observation"]


def school(game: str, players: int) -> Any:
    """Where it learns: a batch for each seat and opponent."""
    from stable_baselines3.common.vec_env import VecMonitor

    from spieltisch.env.sb3 import Seats
    from spieltisch.env.vectors import vector

    parts = [(seat, opponent) for seat in range(players) for opponent in OPPONENTS]
    how: dict[str, Any] = {"players": players, "autoreset_mode": "SameStep"}
    size = TABLES // len(parts)
    return VecMonitor(
        Seats([vector(game, size, seat=seat, opponents=bot, seed=k, **how) for k, (seat, bot) in enumerate(parts)])
    )


def tables(game: str, players: int, opponent: str) -> Any:
    """Where it is measured: single tables, and another seat in each game."""
    from stable_baselines3.common.vec_env import DummyVecEnv

    return DummyVecEnv([lambda: OnlySeen(SeatEnv(game, players, opponents=opponent))] * TABLES)


def train(game: str, players: int, minutes: float) -> tuple[Any, int]:
    """The learner and how many decisions it has seen."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback

    torch.set_num_threads(1)  # its nets are small: more threads wait for each other
    begin = time.monotonic()

    class UntilTimeIsUp(BaseCallback):  # type: ignore[misc]
        def _on_step(self) -> bool:
            return time.monotonic() - begin < 60 * minutes

        def _on_rollout_end(self) -> None:
            played = [episode["r"] for episode in self.model.ep_info_buffer]
            print(f"{time.monotonic() - begin:5.0f} s {self.num_timesteps:9,} decisions {np.mean(played or [0]):+.2f}")

    learner = MaskablePPO(
        "MlpPolicy",
        school(game, players),
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        gamma=0.999,
        ent_coef=0.003,
        learning_rate=1e-3,
        policy_kwargs={"net_arch": [128, 128]},
        device="cpu",
        seed=1,
    )
    learner.learn(10**9, callback=UntilTimeIsUp())
    return learner, learner.num_timesteps


def measure(learner: Any, game: str, players: int, opponent: str, games: int) -> Measured:
    """So many games from any seat, always with the decision that it thinks best."""
    many = tables(game, players, opponent)
    many.seed(10_000)
    seen = many.reset()
    shares: list[float] = []
    while len(shares) < games:
        masks = np.stack(many.env_method("action_masks"))
        decisions, _ = learner.predict(seen, action_masks=masks, deterministic=True)
        seen, _, over, infos = many.step(decisions)
        for info in (info for info, ended in zip(infos, over, strict=True) if ended):
            won = info["places"][info["seat"]] == 0
            shares.append(1 / info["places"].count(0) if won else 0.0)
    share = wilson(float(np.mean(shares)), len(shares))
    return Measured(opponent, len(shares), share.mean, share.low, share.high, WANTED[opponent])


def with_pytorch() -> int:
    """The same again, by a Python that has PyTorch and sb3-contrib."""
    python = OWN / "bin" / "python"
    if not (OWN / ".ready").exists():
        print(f"PyTorch and sb3-contrib come into {OWN.relative_to(ROOT)} (once; about 3 GB to fetch, 5 GB there).")
        subprocess.run([sys.executable, "-m", "venv", OWN], check=True)
        wanted = ["sb3-contrib", f"gymnasium=={gymnasium.__version__}", f"numpy=={np.__version__}"]
        subprocess.run([python, "-m", "pip", "install", "-q", "--no-compile", *wanted], check=True)
        (OWN / ".ready").touch()
    ours = [str(ROOT), str(ROOT / "src"), *site.getsitepackages()]
    known = {**os.environ, "PYTHONPATH": os.pathsep.join(ours)}
    return subprocess.run([python, "-m", "studies.learner", *sys.argv[1:]], env=known, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="genial_dice")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=1000, help="against each opponent, afterwards")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "learner.json")
    asked = parser.parse_args()
    if find_spec("sb3_contrib") is None:
        return with_pytorch()
    learner, decisions = train(asked.game, asked.players, asked.minutes)
    found = [measure(learner, asked.game, asked.players, opponent, asked.games) for opponent in OPPONENTS]
    for each in found:
        share = f"{each.share:.1%} ({each.low:.1%} to {each.high:.1%})"
        print(f"{identifier(asked.game)} against {each.opponent}: {share}, wanted {each.wanted:.0%}")
    result = {"game": asked.game, "minutes": asked.minutes, "decisions": decisions, "found": [*map(asdict, found)]}
    asked.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return int(any(each.share < each.wanted for each in found))


if __name__ == "__main__":
    sys.exit(main())
