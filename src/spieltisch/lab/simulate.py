"""Plays a simulation shard by shard, on all cores, a card or a cluster, and keeps the games; what is there stays."""

from __future__ import annotations

import shlex
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from spieltisch import registry
from spieltisch.bots.levels import Thinking
from spieltisch.contract import Trouble
from spieltisch.files import bringing, own_command
from spieltisch.lab import parquet
from spieltisch.lab.arena import differing
from spieltisch.lab.pool import Processes, Serial, opened, spread
from spieltisch.lab.simulation import Played, Simulation, play, warm_up
from spieltisch.modes import has_compiler

MOST_GAMES = 100_000_000_000
MOST_GAPS = 3  # that a sentence names

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class SimulationRun:
    """What has been done, and how long it took: seconds by the clock, and of all workers together."""

    out: Path
    games: int
    new: int  # of them played now
    seconds: float = 0.0
    playing: float = 0.0
    writing: float = 0.0


@dataclass(frozen=True)
class Shard:
    """One shard, done: what a worker says about it."""

    file: Path
    games: int
    playing: float
    writing: float


def simulate(
    wanted: Simulation,
    games: int,
    out: Path,
    *,
    jobs: int = 1,
    ray: str | None = None,
    gpu: bool = False,
    progress: Progress = lambda done, total: None,
) -> SimulationRun:
    """So many games into one file (`out` ends with .parquet) or into a folder of shards; what is there is not played.

    Broken off, it goes on when it is called again; a folder also grows when more games are wanted.
    """
    _check(wanted, games, gpu)
    parquet.arrow()
    single = out.suffix == ".parquet"
    if single and out.exists():
        _same(wanted, out, games)
        progress(games, games)
        return SimulationRun(out, games, 0)
    folder = _unmerged(out) if single else out
    begin, there = time.perf_counter(), folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        parquet.tidy(folder)
        done = list(_played(wanted, games, folder, jobs, ray, gpu, progress))
        writing = sum(each.writing for each in done)
        if single:
            since = time.perf_counter()
            parquet.merge(_files(folder), out)
            shutil.rmtree(folder)
            writing += time.perf_counter() - since
    except FileExistsError:
        raise Trouble(f"{folder} is a file; games go into a folder, or into a file that ends with .parquet.") from None
    except OSError as error:
        why = error.strerror or str(error)
        raise Trouble(f"{out} cannot be written: {why}. What is written stays; the same command goes on.") from None
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"Broken off. {_kept(folder)} The same command goes on from there.") from None
    finally:
        if folder.is_dir():
            parquet.tidy(folder)
            if not there and not any(folder.iterdir()):
                folder.rmdir()
    new = sum(each.games for each in done)
    return SimulationRun(out, games, new, time.perf_counter() - begin, sum(each.playing for each in done), writing)


def _check(wanted: Simulation, games: int, gpu: bool) -> None:
    if not 1 <= games <= MOST_GAMES:
        raise Trouble(f"A simulation is for 1 to {MOST_GAMES:,} games, not {games:,}.")
    if gpu and not wanted.at_random:
        raise Trouble("On a graphics card only random plays; other bots play without --gpu.")


def _kept(folder: Path) -> str:
    games = sum(parquet.read_header(file)[1] for file in _files(folder)) if folder.is_dir() else 0
    return f"{games:,} games are kept in {folder}."


def _unmerged(out: Path) -> Path:
    """Where the games of one file are until all of them are there."""
    return out.with_name(f"{out.name}.shards")


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if parquet.SHARD.fullmatch(file.name))


def _index(file: Path) -> int:
    """Which shard it is."""
    return int(file.name[6:13])


def _same(wanted: Simulation, file: Path, games: int) -> None:
    """The file holds this simulation, with so many games."""
    header, rows = parquet.read_header(file)
    now = wanted.header()
    different = differing(header, now)
    if different:
        raise Trouble(f"{file} holds another simulation: {', '.join(different)} differ.")
    if rows != games:
        raise Trouble(f"{file} holds {rows:,} games of this simulation already, not {games:,}; name another file.")


def _played(
    wanted: Simulation, games: int, folder: Path, jobs: int, ray: str | None, gpu: bool, progress: Progress
) -> Iterator[Shard]:
    """Plays the shards that are missing."""
    done = 0
    missing = []
    for index in range(-(-games // wanted.shard)):
        file = folder / f"games-{index:07}.parquet"
        count = min(wanted.shard, games - index * wanted.shard)
        if file.exists() and _is_whole(wanted, file, count, last=index == games // wanted.shard):
            done += count
        else:
            missing.append((wanted, index * wanted.shard, count, file, games))
    beyond = [file for file in _files(folder) if _index(file) * wanted.shard >= games]
    if beyond:
        raise Trouble(f"{folder} holds more than {games:,} games already; {beyond[0].name} is one too many.")
    progress(done, games)
    if not missing:
        return
    if gpu:
        _card()(wanted, 0, 1)
    elif (
        wanted.compiled and wanted.native
    ):  # numba may fail to link what it has partly loaded: a fresh process compiles
        with Processes(1) as pool:
            list(spread(pool, warm_up, [(wanted,)]))
    else:
        warm_up(wanted)
    with Serial() if gpu else opened(min(jobs, len(missing)), ray) as pool:
        for shard in spread(pool, bring, ((*each, gpu) for each in missing)):
            if not shard.file.exists():
                raise Trouble(f"A worker has written {shard.file}, but not here: all machines must see that folder.")
            done += shard.games
            progress(done, games)
            yield shard


def _is_whole(wanted: Simulation, file: Path, count: int, *, last: bool) -> bool:
    """Whether the shard is there; the last of an earlier, shorter run is not."""
    _, rows = parquet.read_header(file)
    _same(wanted, file, rows)
    if rows > count and last:
        raise Trouble(f"{file} holds more games than are wanted: {rows:,} instead of {count:,}.")
    return rows == count


def bring(wanted: Simulation, begin: int, count: int, file: Path, ordered: int, gpu: bool = False) -> Shard:
    """Plays a shard and writes it; only how long it took goes back."""
    parquet.arrow(), wanted.header()  # what is loaded only once is no part of the time
    started = time.perf_counter()
    played = (_card() if gpu else play)(wanted, begin, count)
    between = time.perf_counter()
    parquet.write(wanted, played, file, ordered)
    return Shard(file, count, between - started, time.perf_counter() - between)


def _card() -> Callable[[Simulation, int, int], Played]:
    """Plays on a graphics card; imported late, because it brings numba with it."""
    try:
        from spieltisch.lab.counting_card import play as on_card
    except ImportError:
        raise Trouble(f"A graphics card needs numba-cuda: {bringing('numba-cuda[cu13]')}.") from None
    return on_card


# Reading back


@dataclass(frozen=True)
class ReadBack:
    games: int
    again: int  # of them played again, and found to be the same


def check(
    out: Path, again: int = 5, *, compiled: bool = True, progress: Progress = lambda done, total: None
) -> ReadBack:
    """Reads all games of a file or folder: every number once, places as the points say; some shards played again.

    Of a run that was broken off, or lacks some of its shards, all that is there is looked at in the same way; then is
    told what is missing, with the command that goes on.
    """
    folder = _unmerged(out) if out.suffix == ".parquet" and not out.exists() else out
    files = [out] if out.is_file() else _files(folder) if folder.is_dir() else []
    if not files:
        raise Trouble(f"There are no simulated games in {out}.")
    headers = [parquet.read_order(file) for file in files]
    header, games = headers[0][0], sum(rows for _, rows, _ in headers)
    if any(other != header for other, *_ in headers):
        raise Trouble(f"{out} holds different simulations.")
    wanted = _named_in(header, compiled=compiled)
    first = {file: _index(file) * wanted.shard if folder.is_dir() else 0 for file in files}
    done = 0
    for (file, begin), (_, rows, _) in zip(first.items(), headers, strict=True):
        if folder.is_dir() and rows > wanted.shard:
            raise Trouble(f"{file} holds {rows:,} games, more than the {wanted.shard:,} of a shard.")
        for count in _read(wanted, file, begin):
            done += count
            progress(done, games)
    shards = [
        (file, begin, min(wanted.shard, rows - begin))
        for file, (_, rows, _) in zip(files, headers, strict=True)
        for begin in range(0, rows, wanted.shard)
    ]
    chosen = np.random.default_rng(games).permutation(len(shards))[:again]
    played = sum(_played_again(wanted, first[shards[k][0]], *shards[k]) for k in sorted(chosen))
    if folder.is_dir():
        sizes = {_index(file): rows for file, (_, rows, _) in zip(files, headers, strict=True)}
        _finished(wanted, out, sizes, max(ordered for *_, ordered in headers))
    if folder != out:
        raise Trouble(
            f"{out} is not put together yet, though all of its games are played. {_going_on(wanted, games, out)}"
        )
    return ReadBack(games, played)


def _read(wanted: Simulation, file: Path, begin: int) -> Iterator[int]:
    """Looks at all games of a file whose first one has this number; how many, part by part."""
    places = [f"place_{seat}" for seat in range(1, wanted.players + 1)]
    for batch in parquet.batches([file]):  # all columns, so that all of them are looked at
        numbers = batch.column("number").to_numpy()
        wrong = np.flatnonzero(numbers != np.arange(begin, begin + len(numbers)))
        if len(wrong):
            raise Trouble(f"{file}: where game {begin + wrong[0]:,} should stand is game {numbers[wrong[0]]:,}.")
        if (np.min([batch.column(name).to_numpy() for name in places], axis=0) != 0).any():
            raise Trouble(f"{file}: among the games from {begin} on is one that nobody has won.")
        begin += len(numbers)
        yield len(numbers)


def _finished(wanted: Simulation, out: Path, sizes: Mapping[int, int], ordered: int) -> None:
    """A run that was broken off lacks shards anywhere, also the last ones; or one of them was the last once."""
    shard = wanted.shard
    games = max(ordered, max(index * shard + rows for index, rows in sizes.items()))
    begun = (
        (index * shard + sizes.get(index, 0), min(games, (index + 1) * shard)) for index in range(-(-games // shard))
    )
    gaps: list[tuple[int, int]] = []
    for begin, end in begun:
        if begin >= end:
            continue
        if gaps and gaps[-1][1] == begin:
            begin = gaps.pop()[0]
        gaps.append((begin, end))
    if gaps:
        told = [f"{begin:,} to {end - 1:,}" if end - begin > 1 else f"{begin:,}" for begin, end in gaps]
        more = " and more" if len(told) > MOST_GAPS else ""
        raise Trouble(
            f"{out} is not finished, but nothing in it is damaged. The run was for {games:,} games; missing are "
            f"{', '.join(told[:MOST_GAPS])}{more}. {_going_on(wanted, games, out)}"
        )


def _going_on(wanted: Simulation, games: int, out: Path) -> str:
    """The command that plays what is missing."""
    header, thinking = wanted.header(), wanted.thinking
    usual = {option.name: option.default for option in wanted.rules.options}
    given = [f"--option={name}={value}" for name, value in wanted.options.items() if value != usual[name]]
    if thinking is not None:
        given.append(
            f"--playouts={thinking.playouts}" if thinking.playouts else f"--milliseconds={thinking.milliseconds}"
        )
    given += [] if header["looks_ahead"] else ["--interpreted"]
    words = ["lab", "simulate", wanted.game, "--variant", wanted.variant, "--players", wanted.players]
    words += ["--bots", ",".join(wanted.bots), *given, "--games", games, "--seed", wanted.seed, "--out", out]
    return f"Go on with: {own_command()} {shlex.join(map(str, words))}"


def _played_again(wanted: Simulation, first: int, file: Path, begin: int, count: int) -> int:
    """So many games of a file whose first one has this number, from one of its rows on."""
    kept = parquet.rows(file, begin, count)
    if not parquet.equal(kept, parquet.table(wanted, play(wanted, first + begin, count))):
        raise Trouble(f"The games from {first + begin} on are not those that seed {wanted.seed} plays.")
    return count


def _named_in(header: dict[str, Any], *, compiled: bool) -> Simulation:
    """The simulation that a file says it holds, if it is played as it was then."""
    try:
        thinking = None if header["thinking"] is None else Thinking(**header["thinking"])
        registry.game(header["game"])
        wanted = Simulation(
            header["game"],
            header["variant"],
            header["players"],
            header["options"],
            tuple(header["bots"]),
            header["seed"],
            thinking,
            compiled and has_compiler(),
        )
        now = wanted.header()
    except (KeyError, TypeError):
        raise Trouble("The header of these games cannot be read.") from None
    different = sorted(key for key in now if header.get(key) != now[key])
    if different:
        raise Trouble(f"These games are of another version: {', '.join(different)} differ.")
    return wanted
