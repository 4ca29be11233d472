"""Systems that are not POSIX: what Windows has not is taken away here, and what it refuses is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from spieltisch.compiling import step_back

ROOT = Path(__file__).parent.parent
SPIELTISCH = [sys.executable, "-m", "spieltisch"]

# Python runs this before anything else. Modules that look for `msvcrt` to know where they are come before it.
AS_ON_WINDOWS = """
import asyncio, fcntl, getpass, os, signal, socket, subprocess, sys, types

def locking(handle, mode, size, flock=fcntl.flock, how=fcntl.LOCK_EX | fcntl.LOCK_NB):
    try:
        flock(handle, how)
    except BlockingIOError:
        raise PermissionError(13, "Permission denied") from None

sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=locking)
for absent in ("fcntl", "grp", "pwd", "readline", "resource", "termios", "tty", "uvloop"):
    sys.modules[absent] = None
for absent in ("O_DIRECTORY", "fork", "forkpty", "geteuid", "getloadavg", "killpg", "mkfifo", "nice", "setsid"):
    delattr(os, absent)
for absent in ("SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGCHLD", "SIGPIPE"):
    delattr(signal, absent)
del socket.TCP_USER_TIMEOUT

def open_no_folder(path, flags, mode=0o777, *, dir_fd=None, opening=os.open):
    if not isinstance(path, int) and os.path.isdir(path):
        raise PermissionError(13, "Permission denied")
    return opening(path, flags, mode, dir_fd=dir_fd)

def refusing_what_is_open(do):
    def done(path, *more, **others):
        held = {os.path.realpath(f"/proc/self/fd/{each}") for each in os.listdir("/proc/self/fd")}
        if {os.path.realpath(each) for each in (path, *more[:1])} & held:
            raise PermissionError(13, "The process cannot access the file because it is being used")
        return do(path, *more, **others)
    return done

def no_handlers(self, *signals):
    raise NotImplementedError

os.open = open_no_folder
for name in ("link", "rename", "replace", "unlink", "remove"):
    setattr(os, name, refusing_what_is_open(getattr(os, name)))
asyncio.SelectorEventLoop.add_signal_handler = no_handlers
"""


@pytest.fixture
def surroundings(tmp_path: Path) -> dict[str, str]:
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("Here nobody can see which files are open.")
    (tmp_path / "sitecustomize.py").write_text(AS_ON_WINDOWS, encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path, "SPIELTISCH_DATA": str(tmp_path / "data"), "LANG": "en", "COLUMNS": "80"}


def said(surroundings: dict[str, str], command: list[str], typed: str = "") -> str:
    done = subprocess.run(
        command, input=typed, env=surroundings, capture_output=True, text=True, timeout=120, check=False
    )
    return done.stdout + done.stderr


def test_a_game_is_begun_in_the_terminal_and_saved_and_goes_on_later(
    surroundings: dict[str, str], tmp_path: Path
) -> None:
    play = [*SPIELTISCH, "play", "genial_dice", "-y", "--seat", "me", "--seat", "random", "--seed", "2"]
    assert "The table is saved." in said(surroundings, play, "1\nquit\n")
    gone_on = said(surroundings, [*SPIELTISCH, "resume"], f"save {tmp_path / 'record.json'}\nquit\n")
    assert "Saved as" in gone_on and "The table is saved." in gone_on


def test_a_house_is_served_alone_and_its_tables_are_backed_up_and_restored(
    surroundings: dict[str, str], tmp_path: Path
) -> None:
    interpreted = {**surroundings, "SPIELTISCH_COMPILED": "0"}
    serve = [*SPIELTISCH, "serve", "--port", "0"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True, env=interpreted) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        try:
            assert "A server is using" in said(interpreted, serve)
            played = said(interpreted, [sys.executable, str(ROOT / "examples" / "play_over_http.py"), address])
            assert "'paragraph':" in played.splitlines()[-1]
            assert "1 tables" in said(interpreted, [*SPIELTISCH, "backup", str(tmp_path / "copy.sqlite")])
        finally:
            server.terminate()
    assert "Restored from" in said(interpreted, [*SPIELTISCH, "restore", str(tmp_path / "copy.sqlite")])


def test_a_process_that_cannot_step_back_compiles_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "nice")
    step_back(15)
