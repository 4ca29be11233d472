"""Processes that work for another one end with it, also when it is killed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from server.serving import eventually
from spieltisch import beside

CHILD = """
import time
from spieltisch import beside
beside.GLANCE = 0.01
beside.end_with_parent()
print("here", flush=True)
time.sleep(60)
"""
OF_A_COMMAND = f"""
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {CHILD!r}], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid, flush=True)
input()
"""
OF_A_POOL = """
import os
from spieltisch.lab.pool import Processes, spread
if __name__ == "__main__":
    pool = Processes(1)
    (pid,) = spread(pool, os.getpid, [()])
    print(pid, flush=True)
    input()
"""


def gone(process: str) -> bool:
    status = Path(f"/proc/{process}/status")
    return not status.exists() or "(zombie)" in status.read_text()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="There is no /proc here.")
@pytest.mark.parametrize("script", [OF_A_COMMAND, OF_A_POOL])
def test_nobody_works_on_for_a_process_that_was_killed(script: str, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(script)
    command = [sys.executable, str(tmp_path / "script.py")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = parent.stdout.readline().strip()
        assert not gone(child)
        parent.kill()
    eventually(lambda: gone(child))


def test_where_a_number_says_nothing_the_system_is_asked_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows keeps the number of a parent that is gone."""
    asked: list[tuple[int, ...]] = []

    def noted(answer: int) -> Callable[..., int]:
        return lambda *given: asked.append(given) or answer  # type: ignore[func-returns-value]

    known = SimpleNamespace(INFINITE=-1, OpenProcess=noted(7), WaitForSingleObject=noted(0))
    monkeypatch.setitem(sys.modules, "_winapi", known)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(beside, "parent_process", lambda: None)
    beside._until_it_is_gone()
    assert asked == [(0x00100000, False, os.getppid()), (7, -1)]
