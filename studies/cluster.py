"""Does a real Ray cluster lose or double anything when a worker and a whole machine are killed in the middle?

    python -m studies.cluster

Starts a cluster of several worker processes here, plays a simulation and a contest on it while one worker process and
then one of its nodes are killed, and compares every row with what one process plays by itself.
"""

from __future__ import annotations

import json
import os
import signal
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from ray.cluster_utils import Cluster

from spieltisch import registry
from spieltisch.lab import parquet
from spieltisch.lab.arena import arena
from spieltisch.lab.contest import contest
from spieltisch.lab.simulate import check, simulate
from spieltisch.lab.simulation import simulation


def workers() -> list[int]:
    """The processes that play for Ray now."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                said = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if said.startswith((b"ray::bring", b"ray::play")):
                found.append(int(entry.name))
    return found


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--games", default=600_000, show_default=True, help="Of the simulation.")
@click.option("--nodes", default=2, show_default=True)
@click.option("--width", default=2, show_default=True, help="Workers of each node.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("build/cluster.json"), show_default=True)
def main(games: int, nodes: int, width: int, out: Path) -> None:
    """Kills, and counts."""
    game = registry.game("genial_dice")
    wanted = simulation(game, ["random"])
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": width})
    others = [cluster.add_node(num_cpus=width) for _ in range(nodes - 1)]
    killed: list[str] = []

    def strike(done: int, total: int) -> None:
        """One worker after a quarter of the games, one node after a half."""
        if done >= total / 4 and not killed and (there := workers()):
            os.kill(there[0], signal.SIGKILL)
            killed.append("worker")
        elif done >= total / 2 and killed == ["worker"] and others:
            cluster.remove_node(others[0], allow_graceful=False)
            killed.append("node")

    try:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            begin = time.perf_counter()
            done = simulate(wanted, games, folder / "cluster", ray=cluster.address, progress=strike)
            took = time.perf_counter() - begin
            checked = check(folder / "cluster", again=-(-games // wanted.shard))
            header, rows = parquet.read_header(sorted((folder / "cluster").iterdir())[0])
            assert header == wanted.header() and rows == wanted.shard
            match = contest(game, ["level1", "random"])
            played, alone = arena(match, 40, ray=cluster.address), arena(match, 40)
            same = [_figures(bot) for bot in played.bots] == [_figures(bot) for bot in alone.bots]
    finally:
        cluster.shutdown()  # type: ignore[no-untyped-call]
    found: dict[str, Any] = {
        "nodes": nodes,
        "workers": nodes * width,
        "killed": killed,
        "games": done.games,
        "played_again_and_the_same": checked.again,
        "arena_the_same": same,
        "seconds": round(took, 1),
    }
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=1))
    if not same or checked.again != games or killed[:1] != ["worker"]:
        raise SystemExit(1)


def _figures(standing: Any) -> Any:
    return replace(standing, milliseconds=0, slowest=0)


if __name__ == "__main__":
    main()
