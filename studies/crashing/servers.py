"""The server that is killed and started again, the disk under it and, if it is asked for, a PostgreSQL beside it."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import asdict
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import asyncpg
import click
from studies.asking import LOOPBACK, ask
from studies.crashing.disk import Disk
from studies.crashing.seam import Fault

ROOT = Path(__file__).resolve().parents[2]
HANGS = 900.0  # seconds after which a server that lives and does not answer hangs: on a busy machine it is only slow
SLOWEST = 300.0  # seconds until PostgreSQL must answer
PLAIN, PREPARED = "as people do it", "in a prepared process"  # ways to start a server
PLAIN_STARTS = 40  # one of so many


class Prepared:
    """A process that has imported everything: what is started is forked from it in a moment."""

    def __init__(self) -> None:
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        self.environment = {
            **os.environ,
            "PYTHONPATH": path,
            "SPIELTISCH_COMPILED": "0",  # no server lives long enough for that
            "PYTHONWARNINGS": "ignore",  # whoever is killed leaves something behind
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "studies.crashing.prepared"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment,
            cwd=ROOT,
        )
        self._said()

    def start(self, arguments: list[str], log: Path, fault: Fault | None, planted: str | None) -> int:
        """The number of the process."""
        wanted = {"arguments": arguments, "log": str(log), "fault": fault and asdict(fault), "planted": planted}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(wanted) + "\n")
        self._process.stdin.flush()
        return int(self._said())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()

    def _said(self) -> str:
        assert self._process.stdout is not None
        if not (line := self._process.stdout.readline()):
            raise click.ClickException("The prepared process has ended.")
        return line


class Server:
    """Killed and started again on the same port with the same data."""

    def __init__(
        self,
        data: Path,
        database: str | None,
        disk: Disk | None,
        planted: str | None = None,
        prepared: Prepared | None = None,
    ) -> None:
        self.data, self.database, self.disk, self.planted = data, database, disk, planted
        self.port = free_port()
        self.starts: dict[str, list[float]] = {PLAIN: [], PREPARED: []}  # seconds until it answered
        self.faulty = False  # whether an error may come from inside
        self.pid: int | None = None
        self._plain: subprocess.Popen[bytes] | None = None
        self._number = count(1)
        self._alone = prepared is None
        self._prepared = prepared or Prepared()
        self.environment = self._prepared.environment

    def start(self, fault: Fault | None = None) -> None:
        self.begun, self.served, self.faulty = time.perf_counter(), False, fault is not None and fault.kind == "error"
        # one of several also thinks for the others, and what it thinks is noted only in a prepared process
        plain = self._alone and fault is None and self.planted is None and next(self._number) % PLAIN_STARTS == 0
        self.way = PLAIN if plain else PREPARED
        arguments = ["--no-limits", "--host", LOOPBACK, "--port", str(self.port), "--data", str(self.data)]
        if self.database:
            arguments += ["--database", self.database]
        log = self.data / "server.log"
        if plain:
            command = [sys.executable, "-m", "spieltisch", "serve", *arguments]
            with log.open("ab") as file:
                self._plain = subprocess.Popen(command, stdout=file, stderr=file, env=self.environment, cwd=ROOT)
            self.pid = self._plain.pid
        else:
            self.pid = self._prepared.start(["serve", *arguments], log, fault, self.planted)

    @property
    def alive(self) -> bool:
        """A fault inside may have killed it."""
        if self._plain is not None:
            return self._plain.poll() is None
        try:
            os.kill(self.pid or -1, 0)
        except ProcessLookupError:
            return False
        return True

    async def answers(self) -> None:
        """Until somebody is served, or it has killed itself."""
        deadline, patience = time.monotonic() + HANGS, 1.0
        while not self.served and self.alive:
            try:
                status, _ = await ask(self.port, "POST", "/api/summaries", {"tables": []}, patience=patience)
                if status == 200:
                    self.starts[self.way].append(time.perf_counter() - self.begun)
                    self.served = True
                    return
            except TimeoutError:
                patience *= 2
            except (OSError, EOFError):
                pass
            if time.monotonic() > deadline:
                raise click.ClickException(f"The server hangs; {self.data / 'server.log'} may say why.")
            await asyncio.sleep(0.005)

    def kill(self) -> None:
        if self.pid is None:
            return
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        while self.alive:
            time.sleep(0.001)
        self.pid = self._plain = None

    def power_fails(self, luck: random.Random) -> None:
        """It is killed, and what was not synced is lost."""
        self.kill()
        assert self.disk is not None
        self.disk.power_fails(luck)

    def close(self) -> None:
        self.kill()
        self._prepared.close()


class Worker:
    """`spieltisch worker`, killed and started again."""

    def __init__(self, data: Path, database: str, prepared: Prepared, planted: str | None = None) -> None:
        self.data, self.database, self._prepared, self.planted = data, database, prepared, planted
        self.pid: int | None = None

    def start(self) -> None:
        arguments = ["worker", "--database", self.database]
        self.pid = self._prepared.start(arguments, self.data / "worker.log", None, self.planted)

    def kill(self) -> None:
        if self.pid is not None:
            end(self.pid)
        self.pid = None


class Several:
    """Processes and workers of one house on one PostgreSQL. Whoever comes is sent to any of the processes."""

    disk = None

    def __init__(self, data: Path, database: str, processes: int, workers: int, planted: str | None, seed: str) -> None:
        self.data, self.database, self.planted = data, database, planted
        self.luck = random.Random(seed)
        self.prepared = Prepared()
        self.servers = [Server(data, database, None, planted, self.prepared) for _ in range(processes)]
        self.workers = [Worker(data, database, self.prepared, planted) for _ in range(workers)]
        self.database_was_away = False

    @property
    def port(self) -> int:
        return self.luck.choice(self.servers).port

    @property
    def alive(self) -> bool:
        return any(server.alive for server in self.servers)

    @property
    def faulty(self) -> bool:
        return self.database_was_away or any(server.faulty for server in self.servers)

    @property
    def starts(self) -> dict[str, list[float]]:
        return {way: [each for server in self.servers for each in server.starts[way]] for way in (PLAIN, PREPARED)}

    @property
    def all(self) -> list[Server | Worker]:
        return [*self.servers, *self.workers]

    async def answers(self) -> None:
        for server in self.servers:
            await server.answers()

    def kill(self) -> None:
        for each in self.all:
            each.kill()

    def close(self) -> None:
        self.kill()
        self.prepared.close()


def end(pid: int) -> None:
    """kill -9, and until it is gone."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
        while True:
            os.kill(pid, 0)
            time.sleep(0.001)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


# PostgreSQL

SETTINGS = {"listen_addresses": LOOPBACK, "unix_socket_directories": "", "fsync": "off", "max_connections": "60"}
UNPRIVILEGED = ("postgres", "nobody")  # it refuses to run as root


class Postgres:
    """A cluster of its own that can be killed. Its own disk does not lie: `fsync` is what it is good at itself."""

    def __init__(self, programs: Path, *, durable: bool = False) -> None:
        """In memory; or on the disk, with every commit synced, where it is measured how long that takes."""
        quick = Path("/dev/shm")
        self.settings = SETTINGS if not durable else {**SETTINGS, "fsync": "on"}
        self.folder = folder = Path(
            mkdtemp(prefix="study-postgres-", dir=quick if quick.is_dir() and not durable else None)
        )
        self.programs, self.port = programs, free_port()
        self._who: dict[str, Any] = {}
        if not os.getuid():
            known = [name for name in UNPRIVILEGED if not subprocess.run(["id", name], capture_output=True).returncode]
            shutil.chown(folder, known[0])
            self._who = {"user": known[0], "extra_groups": []}
        made = [programs / "initdb", "--no-sync", "--auth=trust", "-U", "spieltisch", "-E", "UTF8", "--locale=C", "-D"]
        self._run([*map(str, made), str(folder / "data")]).wait(SLOWEST)
        self.url = f"postgresql+asyncpg://spieltisch@{LOOPBACK}:{self.port}/postgres"
        self.kills = 0
        self.start()

    def _run(self, command: list[str]) -> subprocess.Popen[bytes]:
        away = subprocess.DEVNULL
        return subprocess.Popen(command, cwd=self.folder, stdout=away, stderr=away, **self._who)

    def start(self) -> None:
        settings = [f"-c{name}={value}" for name, value in self.settings.items()]
        command = [str(self.programs / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port), *settings]
        deadline = time.monotonic() + SLOWEST
        while time.monotonic() < deadline:
            self.process = self._run(command)
            while self.process.poll() is None:
                if self._answers():
                    return
                time.sleep(0.02)
            time.sleep(0.05)  # those whom it has left behind still hold its memory
        raise click.ClickException("PostgreSQL does not start.")

    def _answers(self) -> bool:
        command = [str(self.programs / "pg_isready"), "-q", "-h", LOOPBACK, "-p", str(self.port)]
        return subprocess.run(command, check=False).returncode == 0

    def kill(self) -> None:
        """kill -9; whoever it has started notices and ends."""
        self.kills += 1
        self.process.kill()
        self.process.wait()

    async def cut_one(self, application: str, luck: random.Random) -> None:
        """One connection of these ends, whoever's it is."""
        with suppress(OSError, asyncpg.PostgresError, TimeoutError):
            connection = await asyncpg.connect(
                host=LOOPBACK, port=self.port, user="spieltisch", database="postgres", timeout=5.0
            )
            asked = "SELECT pid FROM pg_stat_activity WHERE application_name LIKE $1 ORDER BY pid"
            if found := await connection.fetch(asked, application):
                await connection.execute("SELECT pg_terminate_backend($1)", luck.choice(found)["pid"])
            await connection.close()

    def close(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(SLOWEST)
        shutil.rmtree(self.folder, ignore_errors=True)


def postgres_programs() -> Path | None:
    """The folder of the newest PostgreSQL that is installed."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    found = shutil.which("initdb")
    return debian[-1].parent if debian else Path(found).parent if found else None
