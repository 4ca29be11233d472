"""`spieltisch` as people run it, without the second that Python needs to import it.

One process has imported everything and forks itself for each command that is wanted. What runs then is a process like
any other, with files, surroundings, signals and an end of its own; it can be killed.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import IO, Any, NamedTuple, TextIO

FDS = 3  # in, out, errors
LARGEST = 1 << 20
PR_SET_PDEATHSIG = 1


class Ended(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


class Started:
    """As far as tests ask for it, what subprocess.Popen is."""

    def __init__(self, pid: int, parent: _Preparing) -> None:
        self.pid = pid
        self._parent = parent
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self._parent.ask({"poll": self.pid})
        return self.returncode

    def wait(self, timeout: float) -> int:
        end = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
            time.sleep(0.005)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def start(
    *words: str, output: IO[Any], errors: IO[Any] | None = None, given: IO[Any] | None = None, **surroundings: str
) -> Started:
    """`spieltisch` with these words; what it reads and writes are files."""
    wanted: dict[str, Any] = {"words": words, "environment": {**os.environ, **surroundings}, "folder": os.getcwd()}
    with open(os.devnull, "rb") as nothing:
        files = [(given or nothing).fileno(), output.fileno(), (errors or output).fileno()]
        parent = _preparing(wanted["environment"].get("PYTHONPATH"))
        return Started(parent.ask(wanted, files), parent)


def run(*words: str, typed: str = "", timeout: float = 60.0, **surroundings: str) -> Ended:
    """`spieltisch` with these words, until it ends."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        given.write(typed.encode())
        given.seek(0)
        code = start(*words, output=output, errors=errors, given=given, **surroundings).wait(timeout)
        output.seek(0)
        errors.seek(0)
        return Ended(code, output.read().decode(), errors.read().decode())


class _Preparing:
    """The process that forks, seen from the tests."""

    def __init__(self) -> None:
        self._asking = threading.Lock()
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, __file__, str(theirs.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        atexit.register(self._end)

    def ask(self, what: Mapping[str, Any], files: list[int] | None = None) -> Any:
        with self._asking:
            socket.send_fds(self._socket, [json.dumps(what).encode()], files or [])
            return json.loads(self._socket.recv(LARGEST))

    def _end(self) -> None:
        self._socket.close()
        self._process.wait(10)


@cache
def _preparing(path: str | None) -> _Preparing:
    """One for each PYTHONPATH: what has been imported once stays as it is."""
    return _Preparing()


def _forking(asked: socket.socket) -> None:
    """Answers until nobody asks any more; a fork of this process leaves by way of `_become`."""
    while True:
        text, files, _, _ = socket.recv_fds(asked, LARGEST, FDS)
        if not text:
            return None
        wanted = json.loads(text)
        if "poll" in wanted:
            pid, status = os.waitpid(wanted["poll"], os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if pid else None
        else:
            answer = os.fork()
            if answer == 0:
                asked.close()
                return _become(wanted, files)
        for file in files:
            os.close(file)
        asked.send(json.dumps(answer).encode())


def _become(wanted: Mapping[str, Any], files: list[int]) -> None:
    os.setsid()  # a terminal's interrupt is for those who sit there
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # no server outlives the tests, however they end
    signal.signal(signal.SIGINT, signal.default_int_handler)  # test workers ignore it, and pass that on
    for place, file in enumerate(files):
        os.dup2(file, place)
        os.close(file)
    sys.stdin, sys.stdout, sys.stderr = (_as_python_opens(*each) for each in enumerate(_STREAMS))
    os.environ.clear()
    os.environ.update(wanted["environment"])
    os.chdir(wanted["folder"])
    sys.argv = ["spieltisch", *wanted["words"]]
    runpy.run_module("spieltisch", run_name="__main__", alter_sys=True)


_STREAMS = (sys.stdin, sys.stdout, sys.stderr)


def _as_python_opens(place: int, before: Any) -> TextIO:
    """What is under this number now, in the manner of Python when it starts."""
    lines = 1 if place == 2 or os.isatty(place) else -1
    return open(place, "w" if place else "r", lines, before.encoding, before.errors, closefd=False)


def main() -> None:
    sys.path.remove(str(Path(__file__).parent))
    from spieltisch import cli, registry
    from spieltisch.server import app, serve
    from spieltisch.terminal import dialogue

    assert cli and serve and dialogue
    for name in registry.names():
        registry.game(name)
    app.make_app(app.Settings("sqlite+aiosqlite://"))
    gc.collect()
    gc.freeze()  # whoever looks at what all have in common would have to copy it
    _forking(socket.socket(fileno=int(sys.argv[1])))


if __name__ == "__main__":
    main()
