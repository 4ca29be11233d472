"""The first minute of everybody: a game in the terminal, and one at a served table. `make quick` runs this too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from spieltisch import registry

ROOT = Path(__file__).parent.parent
SPIELTISCH = [sys.executable, "-m", "spieltisch"]


@pytest.mark.parametrize("name", registry.names())
def test_a_game_is_begun_in_the_terminal_and_left_for_later(name: str, tmp_path: Path) -> None:
    command = [*SPIELTISCH, "play", name, "-y", "--seed", "2", "--lang", "en"]
    surroundings = {**os.environ, "SPIELTISCH_DATA": str(tmp_path), "COLUMNS": "80"}
    done = subprocess.run(
        command, input="list\nhelp\nquit\n", env=surroundings, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "The table is saved." in done.stdout


def test_a_whole_game_is_played_at_a_served_table(tmp_path: Path) -> None:
    command = [*SPIELTISCH, "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        own, kept, stop = (server.stdout.readline() for _ in range(3))
        example = [sys.executable, str(ROOT / "examples" / "play_over_http.py"), address]
        try:
            done = subprocess.run(example, capture_output=True, text=True, timeout=120, check=False)
        finally:
            server.terminate()
    assert own.startswith(f"With your own tables (keep it to yourself): {address}/#house=")
    assert kept == f"Tables are kept in {tmp_path}.\n"
    assert stop.startswith("Ctrl+C closes the house.")
    assert done.returncode == 0, done.stderr
    assert "'paragraph':" in done.stdout.splitlines()[-1]
