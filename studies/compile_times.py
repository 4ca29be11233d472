"""What compiling costs on a machine that has nothing yet: processor time and room on the disk, game by game.

    python studies/compile_times.py [GAME ...] [--tree CHECKOUT] [--apart]

`--tree` measures another checkout; one from before decision 22 compiles its parts in processes of their own: `--apart`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from spieltisch import registry
from spieltisch.compiling import PARTS


def measured(game: str, tree: Path, runs: Iterable[Sequence[str]]) -> tuple[float, float]:
    """Seconds of all these processes, and megabytes."""
    before = os.times()
    with TemporaryDirectory(prefix="compile-times-") as cache:
        environment = {**os.environ, "XDG_CACHE_HOME": cache, "PYTHONPATH": str(tree / "src")}
        for parts in runs:
            command = [sys.executable, "-m", "spieltisch.compiling", game, *parts]
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
        size = sum(file.stat().st_size for file in Path(cache).rglob("*") if file.is_file())
    now = os.times()
    seconds = now.children_user + now.children_system - before.children_user - before.children_system
    return seconds, size / 1e6


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=registry.ours())
    parser.add_argument("--tree", type=Path, default=Path(__file__).parents[1])
    parser.add_argument("--apart", action="store_true")
    given = parser.parse_args()
    print("| game | processor time | cache |\n|---|--:|--:|")
    sums = [0.0, 0.0]
    for game in given.games:
        found = measured(game, given.tree.resolve(), [[part] for part in PARTS] if given.apart else [PARTS])
        sums = [whole + each for whole, each in zip(sums, found, strict=True)]
        print(f"| {game} | {found[0]:.0f} s | {found[1]:.0f} MB |", flush=True)
    print(f"| all | {sums[0]:.0f} s | {sums[1]:.0f} MB |")


if __name__ == "__main__":
    main()
