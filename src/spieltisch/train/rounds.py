"""Rounds of training: games on all kinds of tables, by several workers, and the nets fitted to what came of them."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import numpy as np

from spieltisch.contract import Trouble
from spieltisch.game import Game, Kind
from spieltisch.kernel import Floats
from spieltisch.lab.pool import Pool, opened, spread
from spieltisch.mlp import untrained
from spieltisch.train.fit import Hyperparameters, fit
from spieltisch.train.selfplay import Exploration, compiled, kinds, positions

PORTION = 50_000  # positions that a worker brings at once


@dataclass(frozen=True)
class Plan:
    """What is trained and how much."""

    game: str
    seed: int = 1
    rounds: tuple[int, ...] = (4_000_000, 3_000_000, 3_000_000)  # positions for each table
    tables: Sequence[int] = range(16)
    shares: Sequence[float] = (1.0,)  # of the positions, table by table; the last counts for all others
    course: Hyperparameters = field(default_factory=Hyperparameters)
    workers: int = 1
    ray: str | None = None  # the address of a cluster, instead of workers here
    shared: Path | None = None  # a folder that all machines of the cluster see
    exploration: Exploration = field(default_factory=Exploration)


def train(plan: Plan, tell: Callable[[str], None], keep: Callable[[int, Floats], None], nets: Floats | None) -> Floats:
    """The nets after all rounds; the first round is played by the quick policy unless there are nets to begin with."""
    game = compiled(plan.game)
    groups = kinds(game)
    begun = nets is not None
    if nets is None:
        nets = np.array([untrained(game.nets["net"].size, plan.seed) for _ in groups])
    positions(game, groups[0][0], 1, Exploration(quick=500), nets, plan.seed)  # compiles, so that the workers need not
    with opened(plan.workers, plan.ray) as workers:
        for number, count in enumerate(plan.rounds):
            by_policy = number == 0 and not begun
            exploration = (
                replace(plan.exploration, quick=1000, epsilon=max(100, plan.exploration.epsilon))
                if by_policy
                else plan.exploration
            )
            for table in sorted(groups.keys() & set(plan.tables)):
                share = int(count * plan.shares[min(table, len(plan.shares) - 1)])
                seed = plan.seed + 1_000_000 * number + 10_000 * table
                begin = time.perf_counter()
                xs, ys, games = _gathered(workers, groups[table], share, exploration, nets, seed, plan.shared)
                took = time.perf_counter() - begin
                tell(f"round {number} table {table}: {len(ys)} positions of {games} games in {took:.0f} s")
                nets[table] = fit(nets[table], xs, ys, plan.course, plan.seed, tell)
            keep(number, nets)
    return nets


def _gathered(
    workers: Pool,
    group: list[Kind],
    count: int,
    exploration: Exploration,
    nets: Floats,
    seed: int,
    shared: Path | None,
) -> tuple[Floats, Floats, int]:
    """Positions from all workers, of all kinds of tables in the group alike."""
    with tempfile.TemporaryDirectory(dir=shared) as folder:
        portions = max(len(group), -(-count // PORTION))
        size = -(-count // portions)
        files = [Path(folder) / f"{k}.npz" for k in range(portions)]
        orders = [(group[k % len(group)], size, exploration, nets, seed + k, files[k]) for k in range(portions)]
        games = sum(spread(workers, _bring, orders))
        if not all(file.exists() for file in files):
            raise Trouble(f"{folder} is not there for all machines of the cluster; --shared names a folder that is.")
        parts = [np.load(file) for file in files]
        return np.concatenate([part["xs"] for part in parts]), np.concatenate([part["ys"] for part in parts]), games


def _bring(kind: Kind, count: int, exploration: Exploration, nets: Floats, seed: int, file: Path) -> int:
    xs, ys, games = positions(_game(kind.game), kind, count, exploration, nets, seed)
    np.savez(file, xs=xs.astype(np.float16), ys=ys)  # not through the pool: it is much
    return games


@cache
def _game(name: str) -> Game:
    return compiled(name)


def save(file: Path, nets: Floats, seed: int, script: str, log: Sequence[str]) -> None:
    """Half the digits do, and the file is half as large."""
    np.savez_compressed(file, weights=nets.astype(np.float16), seed=seed, script=script, log="\n".join(log))
