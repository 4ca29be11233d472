"""studies/attack.py: for a moment everything is tried, and what does not hold is said."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from trying import thorough

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

from studies.attack import Measured, Stranger, everything, promises  # noqa: E402
from studies.attacking.attacker import WAYS  # noqa: E402


@thorough
def test_for_a_moment_everything_is_tried(tmp_path: Path) -> None:
    out = tmp_path / "attack.json"
    command = [sys.executable, "-m", "studies.attack", "--seconds", "4", "--interpreted", "--out", str(out)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, env=os.environ, check=False)
    assert out.exists(), result.stdout + result.stderr
    figures = json.loads(out.read_text(encoding="utf-8"))[ROOT.name]
    tried = figures["attacker"]["tried"]
    assert [way for way in WAYS if not tried.get(way)] == []
    assert figures["idle"]["moves"] > 5
    assert figures["idle"]["failed"] == {}
    assert figures["memory_over_time"]
    assert result.returncode == (not all(figures["promises"].values()))


@pytest.mark.parametrize("moments", range(5))
def test_a_stranger_goes_home_when_the_study_ends_also_if_something_is_just_coming_in(moments: int) -> None:
    async def evening() -> None:
        frames: asyncio.Queue[str] = asyncio.Queue()
        stranger: Any = Stranger(0, "person")
        stranger.wire = SimpleNamespace(recv=frames.get)
        playing = asyncio.create_task(stranger.until(lambda: False))
        await asyncio.sleep(0.01)
        frames.put_nowait('{"type": "here"}')
        for _ in range(moments):
            await asyncio.sleep(0)
        playing.cancel()
        await asyncio.wait([playing], timeout=0.2)
        assert playing.cancelled()
        playing.cancel()

    asyncio.run(evening())


def test_what_does_not_hold_is_said() -> None:
    idle = Measured(moves=[0.01] * 100, level1=[0.1], level6=[1.0], visits=[0.01], memory=[100.0])
    well = Measured(moves=[0.05] * 100, level1=[0.9], level6=[4.0], visits=[0.01], memory=[200.0])
    assert all(promises(idle, well).values())
    badly = Measured(moves=[0.05] * 98 + [0.2] * 2, level1=[1.1], level6=[5.1], memory=[700.0])
    badly.failed["visits"] += 1
    assert not any(promises(idle, badly).values())
    assert sum(promises(idle, Measured()).values()) == 2  # nobody answered: no promise is kept by silence


def test_an_attack_that_was_never_tried_is_said() -> None:
    tried = dict.fromkeys(WAYS, 1)
    assert all(everything(tried).values())
    assert not any(everything(tried | {"review wishes granted": 0}).values())
