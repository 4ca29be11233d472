"""How many decisions a second the vectorised environment takes, masks and observations written.

    make bench-env                                     all games on all cores, into build/env.json
    python -m studies.bench_env --gpu                  on a graphics card, compared with the processor first
    python -m studies.bench_env --others               also Pgx and EnvPool (in build/others), and how they compare

The unit is a legal decision of the seat whose turn it is; chance and the games that follow are not counted, but are
part of the time. Decisions are random and legal; a second figure is without the time that choosing them takes.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import numpy as np

from spieltisch import registry
from spieltisch.env.batching import Batch, batch
from spieltisch.env.checking import TOLD

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
OTHERS = BUILD / "others"  # a Python of their own
PEERS = ("pgx==2.6.0", "jax==0.10.2", "envpool==1.2.5")
PLAYERS = 2
IN_THE_CACHE = 16 << 20  # bytes


def busy() -> float:
    """Processor seconds that the whole machine has used; 0 where it does not say."""
    told = Path("/proc/stat")
    if not told.exists():
        return 0.0
    user, nice, system, _idle, _waiting, *interrupts = map(int, told.read_text().split("\n")[0].split()[1:8])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


def speed(tables: Batch, seconds: float, runs: int, wait: Callable[[], None] = lambda: None) -> dict[str, float]:
    """Million decisions a second: the median of several runs, the slowest and the quickest; without sampling; and how
    many cores others on the machine have used meanwhile, at most."""
    for _ in range(50):  # games at all stages
        tables.step(tables.sample())
    wait()
    rates, bare, used, beside = [], [], [], []
    for _ in range(runs):
        steps, choosing, begun, processor, machine = 0, 0.0, time.perf_counter(), time.process_time(), busy()
        while time.perf_counter() - begun < seconds:
            for _ in range(8):
                before = time.perf_counter()
                decisions = tables.sample()
                choosing += time.perf_counter() - before
                tables.step(decisions)
                steps += 1
            wait()
        took = time.perf_counter() - begun
        rates.append(tables.n * steps / took / 1e6)
        bare.append(tables.n * steps / (took - choosing) / 1e6)
        processor = time.process_time() - processor
        used.append(tables.n * steps / processor / 1e6)
        beside.append(max(0.0, busy() - machine - processor) / took)
    return {
        "decisions": statistics.median(rates),
        "least": min(rates),
        "most": max(rates),
        "without_choosing": statistics.median(bare),
        "by_processor_second": statistics.median(used),
        "cores_of_others": max(beside),
    }


def on_the_processor(name: str, n: int, threads: int | None, seconds: float, runs: int) -> dict[str, Any]:
    begun = time.perf_counter()
    one = batch(name, 1, players=PLAYERS, compiled=True)
    compiling = time.perf_counter() - begun
    told = one.observations.nbytes + one.legal.nbytes + one.rewards.nbytes
    size = {"bytes_a_row": one.hands.rows.itemsize, "bytes_told": told}
    n = n or 1 << int(np.log2(IN_THE_CACHE / sum(size.values())))
    tables = batch(name, n, players=PLAYERS, threads=threads, compiled=True)
    return {"n": n, "compiling": compiling, **size, **speed(tables, seconds, runs)}


def differences(name: str, n: int, steps: int) -> int:
    """Games in which card and processor ever tell something else, of every variant and number of players."""
    found = 0
    for variant, counts in registry.game(name).variants.items():
        for players in counts:
            how: dict[str, Any] = {"players": players, "variant": variant, "seed": players}
            here, there = batch(name, n, compiled=True, **how), batch(name, n, gpu=True, **how)
            wrong = np.zeros(n, bool)
            for _ in range(steps):
                decisions = here.sample().copy()
                wrong |= there.sample().copy_to_host() != decisions  # type: ignore[attr-defined]
                here.step(decisions)
                there.step(decisions)
                for what in TOLD:
                    mine, theirs = getattr(here, what), getattr(there, what).copy_to_host()
                    wrong |= ~np.isclose(mine, theirs, atol=1e-6).reshape(n, -1).all(axis=1)
            wrong |= here.rows != there.rows
            found += int(wrong.sum())
    return found


def on_the_card(name: str, sizes: list[int], seconds: float, runs: int) -> dict[str, Any]:
    from numba import cuda

    measured: dict[str, Any] = {"different": differences(name, 64, 40)}
    for n in sizes:
        tables = batch(name, n, players=PLAYERS, gpu=True, checks=False)
        measured[str(n)] = speed(tables, seconds, runs, cuda.synchronize)
    return measured


def the_others(n: int, seconds: float) -> dict[str, float | str]:
    """Million steps a second of each, or what stands in the way."""
    python = OTHERS / "bin" / "python"
    if not (OTHERS / ".ready").exists():
        click.echo(f"Pgx and EnvPool come into {OTHERS.relative_to(ROOT)} (once).")
        subprocess.run([sys.executable, "-m", "venv", "--clear", OTHERS], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PEERS], check=True)
        (OTHERS / ".ready").touch()
    script = Path(__file__).with_name("bench_env_others.py")
    done = subprocess.run([python, script, str(n), str(seconds)], stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float | str] = json.loads(done.stdout)
    return found


def times_as_quick(ours: dict[str, Any], others: dict[str, float | str]) -> dict[str, dict[str, float]]:
    """By what we are compared with and by game. EnvPool's figures are without the time of choosing, and so are ours
    beside them; where something stood in the way there is nothing to compare."""
    return {
        other: {
            name: measured["without_choosing" if other.startswith("envpool") else "decisions"] / rate
            for name, measured in ours.items()
        }
        for other, rate in others.items()
        if not isinstance(rate, str)
    }


@click.command()
@click.option("--games", default=",".join(registry.ours()), help="Which games.")
@click.option("-n", default=0, help="Games at once; 0: as many as the cache may hold.")
@click.option("--threads", type=int, help="Instead of one for each core.")
@click.option("--seconds", default=2.0, help="Of a run.")
@click.option("--runs", default=5, help="How often speed is measured.")
@click.option("--gpu", is_flag=True, help="On a graphics card.")
@click.option("--others", is_flag=True, help="Pgx and EnvPool too.")
def main(games: str, n: int, threads: int | None, seconds: float, runs: int, gpu: bool, others: bool) -> None:
    report: dict[str, Any] = {"cores": os.cpu_count(), "games": {}}
    for name in games.split(","):
        if gpu:
            report["games"][name] = on_the_card(name, [1 << 14, 1 << 17], seconds, runs)
        else:
            report["games"][name] = on_the_processor(name, n, threads, seconds, runs)
        click.echo(f"{name}: {json.dumps(report['games'][name])}")
    if others:
        report["others"] = the_others(n or 1024, seconds)
        report["times_as_quick"] = times_as_quick(report["games"], report["others"])
        for other, rate in report["others"].items():
            times = report["times_as_quick"].get(other, {})
            said = rate if isinstance(rate, str) else f"{rate:.3f} million steps/s"
            click.echo(f"{other}: {said}; " + ", ".join(f"{name} {found:.1f} times" for name, found in times.items()))
    BUILD.mkdir(exist_ok=True)
    (BUILD / ("env-gpu.json" if gpu else "env.json")).write_text(json.dumps(report, indent=2))
    if any(each.get("different") for each in report["games"].values()):
        raise SystemExit("Card and processor differ.")


if __name__ == "__main__":
    main()
