"""A real PostgreSQL for the tests: Debian's packages, a cluster of its own in memory, on 127.0.0.1."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

from server.serving import PATIENCE, _wait, free_port, in_memory

USER = "spieltisch"
UNPRIVILEGED = ("postgres", "nobody")  # the server refuses to run as root
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",  # what the power would take is not what is tested
    "max_connections": "60",
}


def programs() -> Path | None:
    """The folder of the newest PostgreSQL that is installed."""
    found = [Path(file).parent for file in (shutil.which("initdb"),) if file]
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    return next(iter([*(file.parent for file in reversed(debian)), *found]), None)


def _unprivileged(folder: Path) -> dict[str, Any]:
    """How a program is started that may not be root; the folder becomes its own."""
    if os.getuid():
        return {}
    user = next(name for name in UNPRIVILEGED if subprocess.run(["id", name], capture_output=True).returncode == 0)
    shutil.chown(folder, user)
    return {"user": user, "extra_groups": []}


class Cluster:
    def __init__(self, port: int) -> None:
        self.port = port
        self._numbers = count()

    def database(self) -> str:
        """The address of a new, empty one."""
        name = f"tables{next(self._numbers)}"
        self.run("postgres", f"CREATE DATABASE {name}")
        return f"postgresql+asyncpg://{USER}@127.0.0.1:{self.port}/{name}"

    def ask(self, url: str, question: str) -> Any:
        """One value, past the store."""
        return self.run(url.rsplit("/", 1)[1], question)

    def run(self, database: str, statement: str) -> Any:
        async def ask() -> Any:
            connection = await asyncpg.connect(host="127.0.0.1", port=self.port, user=USER, database=database)
            try:
                return await connection.fetchval(statement)
            finally:
                await connection.close()

        return asyncio.run(ask())

    def answers(self) -> bool:
        with suppress(OSError, asyncpg.PostgresError):
            return bool(self.run("postgres", "SELECT 1") == 1)
        return False


@contextmanager
def cluster(bin_folder: Path) -> Iterator[Cluster]:
    with in_memory() as folder:
        starting = {"cwd": folder, "stdout": subprocess.DEVNULL, **_unprivileged(folder)}
        data = folder / "data"
        made = [
            str(bin_folder / "initdb"),
            "--no-sync",
            "--auth=trust",
            "-U",
            USER,
            "-E",
            "UTF8",
            "--locale=C",
            "-D",
            str(data),
        ]
        subprocess.run(made, check=True, timeout=PATIENCE, **starting)
        served = Cluster(free_port())
        settings = [f"-c{name}={value}" for name, value in SETTINGS.items()]
        command = [str(bin_folder / "postgres"), "-D", str(data), "-p", str(served.port), *settings]
        with (folder / "log.txt").open("wb") as log:
            process = subprocess.Popen(command, stderr=log, **starting)
        try:
            _wait(lambda: process.poll() is not None or served.answers())
            assert process.poll() is None, (folder / "log.txt").read_text()
            yield served
        finally:
            process.send_signal(signal.SIGINT)  # it ends at once, whoever is still connected
            process.wait(PATIENCE)
