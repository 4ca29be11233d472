"""All tables as one file that any database can take in: JSON Lines, one line for each table.

The first line says what it is, the last one how much there is and the hash of all before it: a file that was cut off is
noticed. One table at a time is in memory.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from spieltisch.contract import Trouble
from spieltisch.files import new_file
from spieltisch.tables.checking import Inventory, LogRow, damage
from spieltisch.tables.schema import ENTRIES, REVIEWS
from spieltisch.tables.store import Store

FORMAT = {"format": "tables of spieltisch", "version": 1}
LONGEST_LINE = 1 << 28  # bytes
AT_ONCE = 1000  # rows in one statement, names in one question
ENTRY = [column for column in ENTRIES.c if column.name != "table_id"]
REVIEW = [column for column in REVIEWS.c if column.name != "table_id"]
Progress = Callable[[int, int], None]


@dataclass
class TakenIn:
    """What has become of the tables of a file."""

    new: int = 0
    known: int = 0  # they were there already, with the same log
    refused: dict[str, str] = field(default_factory=dict)  # and why


async def export(store: Store, file: Path, progress: Progress) -> Inventory:
    """What the file holds now. Tables may be played meanwhile."""
    async with store.asking() as connection:
        total = await connection.scalar(select(func.count(ENTRIES.c.table_id.distinct()))) or 0
    tables, entries, damaged = 0, 0, dict[str, str]()
    hashed = hashlib.sha256()
    with new_file(file) as new, new.open("wb") as out:

        def write(line: dict[str, Any]) -> None:
            text = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            hashed.update(text)
            out.write(text)

        write(FORMAT)
        async for name in names_of(store):
            log = await log_of(store, name)
            write({"table": name, "entries": log, "review": await review_of(store, name)})
            tables, entries = tables + 1, entries + len(log)
            if wrong := damage(name, log):
                damaged[name] = wrong
            progress(tables, max(tables, total))
        write({"tables": tables, "entries": entries, "sha256": hashed.hexdigest()})
    return Inventory(tables, entries, damaged)


async def take_in(store: Store, file: Path, progress: Progress) -> TakenIn:
    """Nothing that is here is ever changed: a table is new, known with the same log, or refused.

    The whole file is read before anything is written; each log is replayed by the rules.
    """
    total = sum(1 for _ in _lines(file))
    done = TakenIn()
    for number, line in enumerate(_lines(file), 1):
        name, log = line["table"], line["entries"]
        here = await log_of(store, name)
        if _same(log, here):
            done.known += 1
        elif here:
            done.refused[name] = "here it has another log"
        elif wrong := damage(name, log, replayed=True):
            done.refused[name] = wrong
        elif await keep(store, name, log, line["review"]):
            done.new += 1
        else:
            done.refused[name] = "somebody has just opened it here"
        progress(number, total)
    return done


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    """Of each table; what is wrong with the file is told at the latest at its end."""
    hashed = hashlib.sha256()
    tables = entries = 0
    with file.open("rb") as source:
        first, text = True, source.readline(LONGEST_LINE)
        while text:
            line = _read(file, text)
            if first and line != FORMAT:
                raise Trouble("{file} is no export of tables.", file=file)
            if "table" not in line and not first:
                if line != {"tables": tables, "entries": entries, "sha256": hashed.hexdigest()} or source.read(1):
                    break
                return
            if not first:
                tables, entries = tables + 1, entries + len(line["entries"])
                yield line
            hashed.update(text)
            first, text = False, source.readline(LONGEST_LINE)
    raise Trouble("{file} is damaged or was cut off; nothing of it is taken in.", file=file)


def _read(file: Path, text: bytes) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        line = None
    if not isinstance(line, dict) or ("table" in line and not _is_table(line)):
        raise Trouble("{file} is no export of tables, or it is damaged; nothing of it is taken in.", file=file)
    return line


def _is_table(line: dict[str, Any]) -> bool:
    match line:
        case {"table": str(), "entries": list(rows), "review": None | {"at": float(), "body": str()}}:
            return all(isinstance(row, dict) for row in rows)
    return False


def _same(log: Sequence[LogRow], here: Sequence[LogRow]) -> bool:
    return len(log) == len(here) and all(row.items() <= mine.items() for row, mine in zip(log, here, strict=True))


async def names_of(store: Store) -> AsyncIterator[str]:
    last = ""
    while True:
        wanted = select(ENTRIES.c.table_id).where(ENTRIES.c.table_id > last).distinct()
        async with store.asking() as connection:
            names = list(await connection.scalars(wanted.order_by(ENTRIES.c.table_id).limit(AT_ONCE)))
        for name in names:
            yield name
        if not names:
            return
        last = names[-1]


async def log_of(store: Store, name: str) -> list[dict[str, Any]]:
    async with store.asking() as connection:
        found = await connection.execute(select(*ENTRY).where(ENTRIES.c.table_id == name).order_by(ENTRIES.c.number))
        return [dict(row) for row in found.mappings()]


async def review_of(store: Store, name: str) -> dict[str, Any] | None:
    async with store.asking() as connection:
        found = (await connection.execute(select(*REVIEW).where(REVIEWS.c.table_id == name))).mappings().one_or_none()
        return None if found is None else dict(found)


async def keep(store: Store, name: str, log: Sequence[LogRow], review: LogRow | None) -> bool:
    """All of it in one transaction; False if there is such a table after all."""
    rows = [
        {"table_id": name} | {column.name: row[column.name] for column in ENTRY if column.name in row} for row in log
    ]
    try:
        async with store.asking() as connection, connection.begin():
            for begin in range(0, len(rows), AT_ONCE):
                await connection.execute(insert(ENTRIES), rows[begin : begin + AT_ONCE])
            if review is not None:
                await connection.execute(insert(REVIEWS).values(table_id=name, at=review["at"], body=review["body"]))
    except Exception as error:
        if isinstance(error.__cause__, IntegrityError):
            return False
        raise
    return True
