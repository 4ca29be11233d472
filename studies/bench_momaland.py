"""The peer of bench.py: MOMAland's Ingenious, played at random in its own virtual environment. Needs no other file.

Reads lines `env N` or `rules N` from standard input, plays N games, and answers each with one line of JSON.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from typing import Any

import numpy as np

PLAYERS = 2


def play_env(env: Any, luck: np.random.Generator) -> int:
    """A game through the environment as its users play it; how many moves it took."""
    env.reset(seed=int(luck.integers(1 << 31)))
    moves = 0
    while True:
        seen, _, ended, cut, _ = env.last()
        if ended or cut:
            return moves
        legal = np.flatnonzero(seen["action_mask"])
        env.step(int(legal[luck.integers(len(legal))]))
        moves += 1


def play_rules(game: Any, luck: np.random.Generator) -> int:
    """A game with its rules alone, without observations and rewards: the quickest it can do."""
    game.reset_game(int(luck.integers(1 << 31)))
    moves = 0
    while not game.end_flag:
        legal = np.flatnonzero(game.return_action_list())
        game.set_action_index(int(legal[luck.integers(len(legal))]))
        moves += 1
    return moves


def main() -> None:
    env = importlib.import_module("momaland.envs.ingenious.moingenious_v0").raw_env(num_agents=PLAYERS)
    luck = np.random.default_rng(1)
    facts = {
        "board_side": env.board_size,
        "cells": len(env.game.board_hex),
        "rack": env.game.rack_size,
        "colours": env.game.colors,
        "numpy": np.__version__,
        "momaland": importlib.import_module("importlib.metadata").version("momaland"),
    }
    print(json.dumps(facts), flush=True)
    for line in sys.stdin:
        what, games = line.split()
        wall, cpu = time.perf_counter(), time.process_time()
        if what == "env":
            moves = sum(play_env(env, luck) for _ in range(int(games)))
        else:
            moves = sum(play_rules(env.game, luck) for _ in range(int(games)))
        told = {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall, "moves": moves}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
