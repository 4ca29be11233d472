"""Simulated games as Parquet: a row for each game, and in the file all that decides what stands in it.

docs/lab.md describes the columns. A file is written under another name and renamed when it is whole, so whatever has
its name can be read.
"""

from __future__ import annotations

import json
import os
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from spieltisch.contract import Trouble
from spieltisch.files import bringing
from spieltisch.kernel import Ints
from spieltisch.lab.counting import ENDING, EVENTS
from spieltisch.lab.simulation import Played, Simulation

KEY = b"spieltisch"  # of the header in the file
ORDERED = b"spieltisch.games"  # how many games the run was for that wrote it; a later one may be for more
UNFINISHED = ".unfinished"
SHARD = re.compile(r"games-(\d{7})\.parquet")
ROW_GROUP = 250_000  # rows of one merged file that are read at once


def arrow() -> tuple[Any, Any]:
    """pyarrow and its Parquet, imported when they are needed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise Trouble(f"Tables of games need pyarrow: {bringing('pyarrow')}.") from None
    return pyarrow, pyarrow.parquet


def columns(wanted: Simulation) -> dict[str, str]:
    """The name of every column, and what stands in it."""
    each, whole = wanted.tallies()
    seats = range(1, wanted.players + 1)
    found = {
        "number": "of the game, from 0; with the seed it decides all luck in it",
        "seed": "of the simulation",
        "game": "its name",
        "variant": "which way of playing it",
        "players": "how many seats there are",
        **{f"option_{name}": f"the option {name}" for name in wanted.options},
        "ending": "the name of the ending",
        "events": "moves and chance events together",
    }
    for seat in seats:
        found |= {
            f"bot_{seat}": f"who sat in seat {seat}",
            f"place_{seat}": "its place, from 0; who ties shares",
            f"points_{seat}": "its points",
            f"moves_{seat}": "its decisions",
            **{f"{name}_{seat}": tally.said for name, tally in each.items()},
        }
    return {**found, **{name: tally.said for name, tally in whole.items()}}


def table(wanted: Simulation, played: Played) -> Any:
    pa, _ = arrow()
    told, count = played.arrays, len(played.arrays.places)
    each, whole = wanted.tallies()
    endings = [ending.name for ending in wanted.rules.rules.ENDINGS]
    names = list(dict.fromkeys(endings))
    turns = np.zeros(count, np.int8) if wanted.same else (played.first + np.arange(count)) % wanted.players

    def always(word: str) -> Any:
        return _words(pa, np.zeros(count, np.int8), [word])

    found = {
        "number": pa.array(np.arange(played.first, played.first + count)),
        "seed": always(wanted.seed),
        "game": always(wanted.game),
        "variant": always(wanted.variant),
        "players": pa.array(np.full(count, wanted.players, np.int8)),
        **{f"option_{name}": always(value) for name, value in wanted.options.items()},
        "ending": _words(pa, np.array([names.index(name) for name in endings])[told.numbers[:, ENDING]], names),
        "events": pa.array(told.numbers[:, EVENTS].astype(np.int32)),
    }
    known = list(dict.fromkeys(wanted.bots))
    for k in range(wanted.players):
        seated = np.array([known.index(wanted.seats(turn)[k]) for turn in range(wanted.players)])
        found |= {
            f"bot_{k + 1}": _words(pa, seated[turns], known),
            f"place_{k + 1}": pa.array(told.places[:, k].astype(np.int8)),
            f"points_{k + 1}": pa.array(told.points[:, k].astype(np.int16)),
            f"moves_{k + 1}": pa.array(told.moves[:, k].astype(np.int16)),
        }
        for at, (name, tally) in enumerate(each.items()):
            wide = np.int64 if tally.labels is not None else np.int16
            found[f"{name}_{k + 1}"] = pa.array(told.each[:, k, at].astype(wide))
    for at, name in enumerate(whole):
        found[name] = pa.array(told.whole[:, at].astype(np.int32))
    return pa.table(found).replace_schema_metadata({KEY: json.dumps(wanted.header())})


def _words(pa: Any, numbers: Ints, words: Sequence[str]) -> Any:
    return pa.DictionaryArray.from_arrays(pa.array(numbers.astype(np.int8)), pa.array(words, pa.string()))


def write(wanted: Simulation, played: Played, file: Path, ordered: int) -> None:
    """All of it or nothing; each file says of how many games it is a part."""
    _, pq = arrow()
    rows = table(wanted, played)
    rows = rows.replace_schema_metadata({**rows.schema.metadata, ORDERED: str(ordered)})
    with _Renamed(file) as unfinished:
        pq.write_table(rows, unfinished, **_how(rows.schema))


def _how(schema: Any) -> Mapping[str, Any]:
    """Numbers of games are all different: they are packed as differences. The others repeat, and have dictionaries."""
    others = [name for name in schema.names if name != "number"]
    return {
        "compression": "zstd",
        "compression_level": 1,
        "use_dictionary": others,
        "column_encoding": {"number": "DELTA_BINARY_PACKED"},
        "write_statistics": ["number"],
        "write_page_checksum": True,
    }


@contextmanager
def _opened(file: Path) -> Iterator[Any]:
    """To read; whatever the disk has changed in it is noticed."""
    pa, pq = arrow()
    try:
        with pq.ParquetFile(file, page_checksum_verification=True) as opened:
            yield opened
    except (pa.ArrowException, OSError):
        raise _damaged(file) from None


def _damaged(file: Path) -> Trouble:
    return Trouble(f"{file} is damaged: delete it, and the command that wrote it plays these games again.")


class _Renamed:
    """A file under another name until it is whole; what is not finished is removed."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.unfinished = file.with_name(f".{file.name}.{uuid.uuid4().hex[:8]}{UNFINISHED}")

    def __enter__(self) -> Path:
        return self.unfinished

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            with open(self.unfinished, "rb+") as file:
                os.fsync(file.fileno())
            self.unfinished.replace(self.file)
        else:
            self.unfinished.unlink(missing_ok=True)


def tidy(folder: Path) -> None:
    """Removes what workers that were ended have not finished."""
    for file in folder.glob(f".*{UNFINISHED}"):
        file.unlink(missing_ok=True)


def read_header(file: Path) -> tuple[dict[str, Any], int]:
    """What a file says about itself, and how many games it has."""
    header, rows, _ = read_order(file)
    return header, rows


def read_order(file: Path) -> tuple[dict[str, Any], int, int]:
    """The same, and how many games were ordered when it was written; 0 where files did not say so yet."""
    pa, pq = arrow()
    try:
        with pq.ParquetFile(file) as opened:
            said = opened.schema_arrow.metadata or {}
            return json.loads(said[KEY]), int(opened.metadata.num_rows), int(said.get(ORDERED, 0))
    except FileNotFoundError:
        raise Trouble(f"There is no file {file}.") from None
    except (pa.ArrowException, OSError):
        if SHARD.fullmatch(file.name):
            raise _damaged(file) from None
        raise Trouble(f"{file} is no Parquet file, or a damaged one.") from None
    except (KeyError, ValueError):
        raise Trouble(f"{file} does not hold simulated games.") from None


def merge(files: Sequence[Path], into: Path) -> None:
    """One file of many, some of them at a time; the rows keep their order."""
    pa, pq = arrow()
    schema = pq.read_schema(files[0])
    with _Renamed(into) as unfinished, pq.ParquetWriter(unfinished, schema, **_how(schema)) as writer:
        waiting, rows = [], 0
        for file in files:
            with _opened(file) as opened:
                waiting.append(opened.read())
            rows += len(waiting[-1])
            if rows >= ROW_GROUP:
                writer.write_table(pa.concat_tables(waiting), row_group_size=rows)
                waiting, rows = [], 0
        if waiting:
            writer.write_table(pa.concat_tables(waiting), row_group_size=rows)


def batches(files: Sequence[Path], names: Sequence[str] | None = None) -> Iterator[Any]:
    """The rows in parts, so that memory stays flat; only some columns where they are named."""
    for file in files:
        with _opened(file) as opened:
            yield from opened.iter_batches(batch_size=100_000, columns=None if names is None else list(names))


def rows(file: Path, begin: int, count: int) -> Any:
    """The rows from one on, without the rest of a large file."""
    pa, _ = arrow()
    found, first = [], 0
    with _opened(file) as opened:
        for group in range(opened.num_row_groups):
            size = opened.metadata.row_group(group).num_rows
            low, high = max(begin, first), min(begin + count, first + size)
            if low < high:
                found.append(opened.read_row_group(group).slice(low - first, high - low))
            first += size
    return pa.concat_tables(found)


def equal(one: Any, other: Any) -> bool:
    """The same values in the same columns, however they are kept."""
    pa, _ = arrow()

    def plain(column: Any) -> Any:
        return column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column

    return one.column_names == other.column_names and all(
        plain(one[name]).equals(plain(other[name])) for name in one.column_names
    )


def columns_of(folder: Path) -> dict[str, Any]:
    """All columns of a folder as arrays, for those who have the room: words as words, numbers as int64."""
    pa, pq = arrow()
    found = pq.read_table(folder)
    return {
        name: found[name].cast(pa.string()).to_numpy()
        if pa.types.is_dictionary(found[name].type)
        else found[name].to_numpy().astype(np.int64)
        for name in found.column_names
    }
