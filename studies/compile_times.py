"""What compiling costs on a machine that has nothing yet: processor time and room on the disk, game by game.

    python studies/compile_times.py [GAME ...]

One process compiles all of them, as beside a table; what they have in common counts for the first.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from spieltisch import registry
from spieltisch.compiling import PARTS, compile_parts


def main() -> None:
    sums, before = [0.0, 0.0], 0.0  # the process began with nothing
    print("| game | processor time | cache |\n|---|--:|--:|")
    for game in sys.argv[1:] or registry.ours():
        with TemporaryDirectory(prefix="compile-times-") as cache:
            os.environ["XDG_CACHE_HOME"] = cache
            with redirect_stdout(StringIO()):
                compile_parts(game, *PARTS)
            size = sum(file.stat().st_size for file in Path(cache).rglob("*") if file.is_file()) / 1e6
        now = time.process_time()
        print(f"| {game} | {now - before:.0f} s | {size:.1f} MB |", flush=True)
        sums, before = [sums[0] + now - before, sums[1] + size], now
    print(f"| all | {sums[0]:.0f} s | {sums[1]:.1f} MB |")


if __name__ == "__main__":
    main()
