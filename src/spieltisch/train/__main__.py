"""Trains the nets of a game: `python -m spieltisch.train GAME --seed 1`; the log lies in the file with the weights."""

from __future__ import annotations

import argparse
import os
import sys
import time
from dataclasses import astuple
from pathlib import Path

import numpy as np

from spieltisch import registry
from spieltisch.contract import Trouble
from spieltisch.kernel import Floats
from spieltisch.train.fit import Hyperparameters
from spieltisch.train.rounds import Plan, save, train
from spieltisch.train.selfplay import Exploration, kinds


def main(arguments: list[str]) -> None:
    wanted = _read(arguments)
    _check(wanted)
    begin = time.perf_counter()
    begun, scripts, log = _begun(wanted.begin)
    file = wanted.file or Path(str(registry.game(wanted.game).files / "data" / "net.npz"))
    script = "\n".join([*scripts, f"python -m spieltisch.train {' '.join(arguments)}"])

    def tell(line: str) -> None:
        log.append(f"{time.perf_counter() - begin:5.0f} s  {line}")
        print(log[-1], flush=True)

    def keep(number: int, nets: Floats) -> None:
        save(file, nets, wanted.seed, script, log)
        if wanted.keep:
            save(wanted.keep / f"round{number}.npz", nets, wanted.seed, script, log)

    plan = Plan(
        wanted.game,
        wanted.seed,
        tuple(wanted.positions),
        wanted.tables,
        wanted.shares,
        Hyperparameters(epochs=wanted.epochs),
        wanted.workers,
        wanted.ray,
        wanted.shared,
        Exploration(*wanted.exploration),
    )
    train(plan, tell, keep, begun)


def _check(wanted: argparse.Namespace) -> None:
    if not registry.game(wanted.game).nets:
        raise Trouble(f"{wanted.game} has no net: its bots say in NETS what one is to see.")
    if kinds(registry.game(wanted.game)).keys() - set(wanted.tables) and not (wanted.begin or wanted.file):
        raise Trouble("Only some tables: say with --begin where the other nets are, or with --file another file.")


def _begun(file: Path | None) -> tuple[Floats | None, list[str], list[str]]:
    """Nets to begin with, and how they were made."""
    if file is None:
        return None, [], []
    with np.load(file) as saved:
        scripts, log = (str(saved[name]).split("\n") for name in ("script", "log"))
        return saved["weights"].astype(np.float32), scripts, log


def _read(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m spieltisch.train", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, nargs="+", default=Plan.rounds, help="for each round")
    parser.add_argument("--tables", type=int, nargs="+", default=range(16), help="only these")
    parser.add_argument("--shares", type=float, nargs="+", default=Plan.shares, help="of the positions, by table")
    parser.add_argument(
        "--exploration", type=int, nargs=4, default=astuple(Exploration()), help="asked, epsilon, quick, noted"
    )
    parser.add_argument("--epochs", type=int, default=Hyperparameters.epochs)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--ray", metavar="ADDRESS", help="instead of workers here: those of this Ray cluster")
    parser.add_argument("--shared", type=Path, help="with --ray: a folder that all its machines see")
    parser.add_argument("--begin", type=Path, help="with the nets of this file")
    parser.add_argument("--file", type=Path, help="instead of the game's data/net.npz")
    parser.add_argument("--keep", type=Path, help="a folder for the nets after each round")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Trouble as trouble:
        sys.exit(str(trouble))
