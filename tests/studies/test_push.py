"""What studies/push.py makes of its figures."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))

from studies.push import reckoning


def test_what_two_processes_can_do_follows_from_what_a_move_costs_everybody() -> None:
    one = {"moves_per_second": 1000.0, "server_busy": 1.0, "players_busy": 0.2, "postgres_busy": 0.0}
    two = {"moves_per_second": 1250.0, "server_busy": 1.5, "players_busy": 0.25, "postgres_busy": 0.0625}
    told = reckoning({"one process": one, "with bus": two}, cores=2)
    assert "one process 1.00 ms" in told and "two 1.20 ms" in told and "PostgreSQL 0.25 ms" in told
    assert "2 cores would do for 1.60 times the moves of one" in told
