"""How fast are the rules? Games at random and greedily on one core, all in one run, beside MOMAland's Ingenious.

    python -m studies.bench            some five minutes; writes build/bench.json
    python -m studies.bench --quick    half of that; most of it is compiling

Rates are medians of several repeats that take turns (A B C A B C ...), so that a busy minute hits all alike. They count
seconds of processor time: on a quiet machine that is wall time, on a busy one it is fairer. Compile times and greedy
games are wall time.

The peer is MOMAland's Ingenious (`pip install momaland`, in .venv-momaland, set up at the first run): two players, its
defaults (a hexagon of side 6, 91 cells like ours for two; six tiles each, six colours; no rendering), a random legal
action from its action mask, to the end. It knows fewer rules: no bonus turn before refilling, no choice to keep the
tiles, no win at once; the moves in a game are as many as ours. `env` is played as its users play it, observations
included; `rules` is its inner class alone, which is the quickest it can do.
"""

from __future__ import annotations

import json
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from studies.bench_thinking import thinking

from spieltisch import registry
from spieltisch.game import Game
from spieltisch.kernel import Engine, generator, new
from spieltisch.lab import playouts
from spieltisch.lab.selfplay import selfplay

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"

TILE_GAME = "genial"  # the one that the peer plays too
MORE_VARIANTS = (("base", 3), ("base", 4), ("solo", 1), ("duel", 2), ("team", 4))

PEER = "momaland==0.2.0"
PEER_ENV, PEER_RULES = "momaland-ingenious-2p-random-env", "momaland-ingenious-2p-random-rules"
PEER_HOME = ROOT / ".venv-momaland"
KNOWN_GOOD = ("numpy==2.4.6", "gymnasium==1.4.0", "pettingzoo==1.27.0", "scipy==1.17.1")  # with Python 3.11


@dataclass(frozen=True)
class Sample:
    """One repeat."""

    count: int  # games or moves
    cpu: float
    wall: float
    events: int = 0


@dataclass
class Row:
    name: str
    value: float
    unit: str
    spread: tuple[float, float] | None = None  # least and most of the repeats
    repeats: int = 1
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None  # ours / theirs
    note: str = ""


@dataclass
class Measure:
    """Something that can be done `n` times, and what came of it."""

    name: str
    unit: str
    work: Callable[[int], Sample]
    note: str = ""
    peer: Measure | None = None
    count: int = 1
    samples: list[Sample] = field(default_factory=list)

    def calibrate(self, seconds: float) -> None:
        """Chooses how often to do it in one repeat; the first time may compile and is thrown away."""
        self.work(1)
        sample = self.work(1)
        while sample.cpu < seconds / 8:
            self.count *= 4
            sample = self.work(self.count)
        self.count = max(1, round(self.count * seconds / sample.cpu))

    def repeat(self) -> None:
        self.samples.append(self.work(self.count))

    @property
    def rates(self) -> list[float]:
        return [sample.count / sample.cpu for sample in self.samples]

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)

    @property
    def events(self) -> float:
        """For each game."""
        return sum(sample.events for sample in self.samples) / sum(sample.count for sample in self.samples)

    def row(self) -> Row:
        row = Row(self.name, self.rate, self.unit, _spread(self.rates), len(self.samples), note=self.note)
        if self.peer is not None and self.peer.samples:
            row.peer, row.peer_value = self.peer.name, self.peer.rate
            row.ratio = row.value / row.peer_value
        return row


def _spread(values: Sequence[float]) -> tuple[float, float]:
    return min(values), max(values)


def timed(work: Callable[[], tuple[int, int]]) -> Sample:
    """`work` says how many it did and how many events that took."""
    wall, cpu = time.perf_counter(), time.process_time()
    count, events = work()
    return Sample(count, time.process_time() - cpu, time.perf_counter() - wall, events)


# Ours


@dataclass(frozen=True)
class Start:
    """How a game begins."""

    game: Game
    variant: str
    players: int

    def arguments(self) -> tuple[Any, ...]:
        options = self.game.chosen(self.variant, self.players, {})
        number, values = self.game.numbers(self.variant, self.players, options)
        return new(self.game.rules.State), self.players, number, values, self.game.content(options).numbers


def usual(game: Game) -> Start:
    """Two players, the first variant, all rules."""
    return Start(game, next(iter(game.variants)), 2)


def games(start: Start, play: Callable[..., int]) -> Callable[[int], Sample]:
    arguments, rng = start.arguments(), generator(1)

    def work(count: int) -> Sample:
        return timed(lambda: (count, int(play(*arguments, rng, count))))

    return work


def moves_from_python(start: Start, engine: Engine) -> Callable[[int], Sample]:
    """Python chooses each move from the list of all legal ones; the bag acts inside of the same call."""
    rows, *setup = start.arguments()
    rng, luck = generator(2), random.Random(2).random
    out = np.empty(start.game.rules.CHOICES, np.int64)
    step, until_asked = engine.step, engine.until_asked

    def work(count: int) -> Sample:
        return timed(lambda: drive(count))

    def drive(count: int) -> tuple[int, int]:
        """Whole games until there are enough moves; how many moves and how many games."""
        moves = begun = 0
        while moves < count:
            begun += 1
            engine.setup(rows, *setup)
            legal = until_asked(rows, rng, out)
            while legal:
                legal = step(rows, out[int(luck() * legal)], rng, out)
                moves += 1
        return moves, begun

    return work


def timed_work(work: Callable[[int], tuple[int, int]]) -> Callable[[int], Sample]:
    return lambda count: timed(lambda: work(count))


def greedy_games(start: Start) -> Callable[[int], Sample]:
    """The greedy bot against itself, timed by the lab, which leaves compiling out."""
    seeds = iter(range(1_000_000))

    def work(count: int) -> Sample:
        told = selfplay(
            start.game, ["greedy"], count, variant=start.variant, players=start.players, seed=str(next(seeds))
        )
        seconds = count / told.games_per_second
        return Sample(count, seconds, seconds, round(told.length * count))

    return work


def fresh(game: Game) -> dict[str, float]:
    """In a process of its own: how long until the first compiled game is over, and how much memory that takes."""
    start = usual(game)
    arguments, rng = start.arguments(), generator(1)
    before, wall, cpu = _resident(), time.perf_counter(), time.process_time()
    engine = game.compiled.bind(playouts, rules=game.parts)
    engine.random_games(*arguments, rng, 1)
    told = {"seconds": time.perf_counter() - wall, "cpu": time.process_time() - cpu, "rss_before": before}
    engine.random_games(*arguments, rng, 2000)
    return {**told, "rss_after": _resident()}


def _resident() -> float:
    """Megabytes now, or where the system does not tell, at most so far."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def in_fresh_process(name: str, cache: str) -> dict[str, float]:
    command = [sys.executable, "-m", "studies.bench", "--fresh", name]
    own = {**os.environ, "XDG_CACHE_HOME": cache}
    done = subprocess.run(command, env=own, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["no message"])[-1])
    told: dict[str, float] = json.loads(done.stdout)
    return told


# The peer


class Peer:
    """MOMAland in its own process, asked for so many games at a time."""

    def __init__(self) -> None:
        command = [_python(PEER_HOME), str(ROOT / "studies" / "bench_momaland.py")]
        quiet = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=quiet
        )
        self.facts: dict[str, Any] = self._read()

    def _read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"it ended with {self.process.wait()}")
        told: dict[str, Any] = json.loads(line)
        return told

    def games(self, what: str) -> Callable[[int], Sample]:
        def work(count: int) -> Sample:
            assert self.process.stdin is not None
            self.process.stdin.write(f"{what} {count}\n")
            self.process.stdin.flush()
            told = self._read()
            return Sample(count, told["cpu"], told["wall"], told["moves"])

        return work

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def _python(home: Path) -> str:
    return str(home / ("Scripts" if os.name == "nt" else "bin") / "python")


def install_peer() -> None:
    """Into its own virtual environment, once. If today's dependencies do not fit, then with those known to be good."""
    ready = PEER_HOME / f"{PEER}.ready"
    if ready.exists():
        return
    venv.create(PEER_HOME, with_pip=True, clear=True)
    trouble = ""
    for more in ((), KNOWN_GOOD):
        command = [_python(PEER_HOME), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PEER, *more]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            trouble = next((line for line in done.stderr.splitlines() if line.startswith("ERROR")), "pip failed")
            continue
        try:
            peer = Peer()
            peer.games("env")(1)
            peer.close()
        except RuntimeError as error:
            trouble = f"{PEER} is installed but does not run: {error}"
            continue
        ready.touch()
        return
    raise RuntimeError(trouble)


def open_peer(console: Console) -> Peer | str:
    """The peer, or the reason why there is none."""
    try:
        if not PEER_HOME.exists():
            console.print(f"Installing {PEER} into {PEER_HOME.name}; this takes a few minutes, once.")
        install_peer()
        return Peer()
    except (RuntimeError, OSError, subprocess.SubprocessError) as trouble:
        return str(trouble)


# The study


def complete_games(console: Console) -> Iterator[Game]:
    for name in registry.names():
        try:
            game = registry.game(name)
            game.interpreted.bind(playouts, rules=game.parts).random_games(*usual(game).arguments(), generator(1), 1)
        except Exception as trouble:
            console.print(f"[yellow]{name} is left out:[/] {type(trouble).__name__}: {trouble}")
            continue
        yield game


def our_measures(game: Game) -> Iterator[Measure]:
    compiled, interpreted = (engine.bind(playouts, rules=game.parts) for engine in (game.compiled, game.interpreted))
    start = usual(game)
    first = start.variant
    yield Measure(f"{game.name}-2p-random-compiled", "games/s", games(start, compiled.random_games), first)
    yield Measure(f"{game.name}-2p-random-interpreted", "games/s", games(start, interpreted.random_games), first)
    yield Measure(f"{game.name}-2p-greedy-compiled", "games/s", greedy_games(start), "wall")
    for what, unit, work in thinking(game):
        yield Measure(f"{game.name}-2p-{what}", unit, timed_work(work))
    if game.name == TILE_GAME:
        for variant, players in MORE_VARIANTS:
            name = (
                f"{game.name}-{players}p-random-compiled"
                if variant == first
                else f"{game.name}-{variant}-random-compiled"
            )
            yield Measure(name, "games/s", games(Start(game, variant, players), compiled.random_games), variant)
        note = "each with the list of all legal moves"
        yield Measure(f"{game.name}-2p-moves-from-python", "moves/s", moves_from_python(start, compiled), note)


def add_peer(measures: list[Measure], peer: Peer) -> None:
    """Sets the peer beside the tile game."""
    env = Measure(PEER_ENV, "games/s", peer.games("env"), "as its users play it")
    rules = Measure(PEER_RULES, "games/s", peer.games("rules"), "its inner class alone")
    for measure in measures:
        if measure.name in (f"{TILE_GAME}-2p-random-compiled", f"{TILE_GAME}-2p-random-interpreted"):
            measure.peer = env
    measures += [env, rules]


def peer_rows(measures: dict[str, Measure]) -> Iterator[Row]:
    """The peer at its quickest, and how long its games are."""
    env = measures.get(PEER_ENV)
    rules = measures.get(PEER_RULES)
    ours = measures.get(f"{TILE_GAME}-2p-random-compiled")
    if ours is not None and rules is not None:
        yield Row(
            f"{ours.name}-against-rules",
            ours.rate,
            ours.unit,
            _spread(ours.rates),
            len(ours.samples),
            rules.name,
            rules.rate,
            ours.rate / rules.rate,
        )
    if env is not None:
        yield Row("momaland-ingenious-2p-moves", env.events, "moves/game")


def moves_rows(moves: Measure, env: Measure | None) -> Iterator[Row]:
    """Moves instead of games: driven from Python by both."""
    row = moves.row()
    if env is not None:
        row.peer = env.name
        row.peer_value = statistics.median(sample.events / sample.cpu for sample in env.samples)
        row.ratio = row.value / row.peer_value
    yield row
    yield Row(moves.name.removesuffix("-from-python"), 1 / moves.events, "moves/game")


def fresh_rows(name: str, cold: int, warm: int, done: Callable[[], None]) -> Iterator[Row]:
    """Compile times and memory, each in new processes."""
    colds, warms = [], []
    for _ in range(cold):
        with tempfile.TemporaryDirectory() as cache:
            colds.append(in_fresh_process(name, cache))
            done()
            for _ in range(warm):
                warms.append(in_fresh_process(name, cache))
                done()
    for kind, told in (("cold", colds), ("from-cache", warms)):
        seconds = [each["seconds"] for each in told]
        median = statistics.median(seconds)
        busy = statistics.median(each["cpu"] for each in told)
        note = f"wall, to the end of the first game, numba's import included; processor time {busy:.2f} s"
        yield Row(f"{name}-compile-{kind}", median, "s", _spread(seconds), len(seconds), note=note)
    for kind, part in (("before", "rss_before"), ("after", "rss_after")):
        sizes = [each[part] for each in warms]
        median = statistics.median(sizes)
        yield Row(f"{name}-rss-{kind}-compiled", median, "MB", _spread(sizes), len(sizes), note="compiled from cache")


def show(rows: Sequence[Row], console: Console) -> None:
    table = Table(title="Spieltisch on one core", caption=f"peer: {PEER}, Ingenious for two")
    for column in ("what", "value", "unit", "least to most", "peer", "ratio"):
        table.add_column(column, justify="left" if column in ("what", "unit") else "right", no_wrap=column != "unit")
    for row in rows:
        spread = f"{_figure(row.spread[0])} - {_figure(row.spread[1])}" if row.spread and row.repeats > 1 else ""
        peer = _figure(row.peer_value) if row.peer_value else ""
        table.add_row(row.name, _figure(row.value), row.unit, spread, peer, f"{row.ratio:,.1f}" if row.ratio else "")
    console.print(table)


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:,.3g}"


def machine() -> dict[str, Any]:
    model = platform.processor()
    told = Path("/proc/cpuinfo")
    if told.exists():
        names = [
            line.partition(":")[2].strip() for line in told.read_text().splitlines() if line.startswith("model name")
        ]
        model = names[0] if names else model
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
        "time": time.strftime("%Y-%m-%dT%H:%M:%S"),
    }


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--quick", is_flag=True, help="Few and short repeats.")
@click.option("--output", type=click.Path(dir_okay=False), default=BUILD / "bench.json", help="Where the figures go.")
@click.option("--fresh", "fresh_game", hidden=True)
def main(quick: bool, output: str, fresh_game: str | None) -> None:
    """Measures how fast the rules are, beside MOMAland's Ingenious."""
    if fresh_game is not None:
        print(json.dumps(fresh(registry.game(fresh_game))))
        return
    console = Console() if sys.stdout.isatty() else Console(width=120)
    repeats, seconds = (3, 0.1) if quick else (7, 0.7)
    found = list(complete_games(console))
    peer = open_peer(console)
    measures: list[Measure] = []
    for game in found:
        measures += our_measures(game)
    if isinstance(peer, Peer):
        add_peer(measures, peer)
    else:
        console.print(f"[yellow]No peer: MOMAland could not be installed or run ({peer}).[/]")
    cold, warm = (1, 1) if quick else (1, 3)
    facts = {"machine": machine(), "peer": peer.facts if isinstance(peer, Peer) else peer}
    with Progress(console=console) as progress:
        task = progress.add_task("compiling", total=len(measures) * (1 + repeats) + len(found) * cold * (1 + warm))
        for measure in list(measures):
            progress.update(task, description=f"compiling: {measure.name}")
            try:
                measure.calibrate(seconds)
            except Exception as trouble:
                lines = [line for line in str(trouble).splitlines() if line and not line.startswith("Failed in")]
                why = f"{type(trouble).__name__}: {' '.join(lines[:1])}"
                console.print(f"[yellow]{measure.name} is left out:[/] {why}", highlight=False)
                measures.remove(measure)
            progress.advance(task)
        for repeat in range(repeats):
            for measure in measures:
                progress.update(task, description=f"repeat {repeat + 1}: {measure.name}")
                measure.repeat()
                progress.advance(task)
        if isinstance(peer, Peer):
            peer.close()
        by_name = {measure.name: measure for measure in measures}
        rows: list[Row] = []
        for measure in measures:
            if measure.unit == "moves/s":
                rows += moves_rows(measure, by_name.get(PEER_ENV))
            else:
                rows.append(measure.row())
        if isinstance(peer, Peer):
            rows += peer_rows(by_name)
        for game in found:
            for measure in measures:
                if measure.name.startswith(f"{game.name}-2p") and measure.name.endswith("-compiled"):
                    rows.append(Row(measure.name.removesuffix("-compiled") + "-events", measure.events, "events/game"))
            row_bytes = new(game.rules.State).nbytes
            rows.append(Row(f"{game.name}-state", row_bytes, "bytes"))
            progress.update(task, description=f"new processes: {game.name}")
            rows += fresh_rows(game.name, cold, warm, lambda: progress.advance(task))
    show(rows, console)
    Path(output).parent.mkdir(exist_ok=True)
    Path(output).write_text(json.dumps({**facts, "rows": [asdict(row) for row in rows]}, indent=1) + "\n")
    console.print(f"written to {output}")


if __name__ == "__main__":
    main()
