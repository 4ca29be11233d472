"""Backups of a SQLite database: made while it is used, checked before they count, restored when nobody uses it."""

from __future__ import annotations

import contextlib
import itertools
import os
import sqlite3
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from spieltisch.contract import Trouble
from spieltisch.files import new_file, settle
from spieltisch.tables.checking import Inventory, damage
from spieltisch.tables.engine import is_damage
from spieltisch.tables.folder import alone, private
from spieltisch.tables.schema import REVISION
from spieltisch.tables.store import BROKEN, restoring

WAIT = 10.0  # seconds for a lock
GLANCE = 2.0  # seconds for a look at all pages before a house opens
STEPS = 10_000  # of SQLite between two looks at the clock


DAMAGED = "{file} is damaged: {why}."
NO_BACKUP = "{file} is no backup of tables: {why}."


class Unsound(Exception):
    """What is wrong with a file: a sentence in which its place stands for the name under which people know it."""

    def __init__(self, sentence: str, **values: Any) -> None:
        super().__init__(sentence)
        self.sentence, self.values = sentence, values


def back_up(database: Path, file: Path) -> Inventory:
    """One snapshot of all that had been acknowledged when it began. Whoever plays is not disturbed."""
    if not database.exists() or not database.stat().st_size:
        raise Trouble("There are no tables in {database}.", database=database)
    with new_file(file) as copy:
        try:
            with _opened(database, "rw") as source:
                before = source.execute("SELECT count(*) FROM entries").fetchone()[0]
                _copy(source, copy, file)
            found = _sound(copy)
        except sqlite3.Error as error:
            raise Trouble("{database} cannot be backed up: {why}.", database=database, why=error) from error
        except Unsound as unsound:
            raise Trouble(unsound.sentence, file=database, **unsound.values) from None
        if found.entries < before:
            raise Trouble(
                "The copy has only {entries} of {before} entries; it is thrown away.",
                entries=found.entries,
                before=before,
            )
    return found


def _copy(source: sqlite3.Connection, copy: Path, named: Path) -> None:
    """Into a new file, which people know by another name."""
    try:
        with contextlib.closing(sqlite3.connect(copy)) as target:
            source.backup(target)  # all pages in one step: later writes cannot make it begin again
            target.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
    except sqlite3.Error as error:
        raise Trouble("{file} cannot be written: {why}; nothing has changed.", file=named, why=error) from error


def look_at(database: Path) -> None:
    """Before it is opened for people, for a moment at most: what SQLite finds in its pages is told, with what helps."""
    if not database.exists():
        return
    end = time.monotonic() + GLANCE
    try:
        with _opened(database, "rw") as looked_at:
            looked_at.set_progress_handler(lambda: time.monotonic() > end, STEPS)
            said = " ".join(str(looked_at.execute("PRAGMA quick_check(1)").fetchone()[0]).split())
    except sqlite3.Error as error:
        if not is_damage(error):
            return  # there was not time enough, or somebody holds it: whoever opens it is told
        said = str(error)
    if said != "ok":
        raise Trouble(BROKEN, file=database, why=said[:200].rstrip("."), command=restoring(database))


def check(file: Path) -> Inventory:
    """What a backup holds. One that SQLite does not find sound is refused."""
    if not file.is_file():
        raise Trouble("There is no file {file}.", file=file)
    if Path(f"{file}-wal").exists():
        raise Trouble(
            "{file} is a database in use, not a backup: part of it is in {name}-wal.", file=file, name=file.name
        )
    try:
        return _sound(file)
    except Unsound as unsound:
        raise Trouble(unsound.sentence, file=file, **unsound.values) from None


def _sound(file: Path) -> Inventory:
    if not file.stat().st_size:
        raise Unsound("{file} is empty.")
    try:
        with _opened(file, "ro&immutable=1") as kept:
            if (said := kept.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                raise Unsound(DAMAGED, why=" ".join(said.split())[:200])
            revision = kept.execute("SELECT version_num FROM alembic_version").fetchone()
            if revision is None or revision[0] > REVISION:
                raise Unsound("{file} comes from a later version of Spieltisch.")
            return _inventory(kept)
    except sqlite3.Error as error:
        raise Unsound(DAMAGED if "malformed" in str(error) else NO_BACKUP, why=error) from error


def _inventory(kept: sqlite3.Connection) -> Inventory:
    """One table after the other, so that it does not matter how many there are."""
    kept.row_factory = sqlite3.Row
    rows = map(dict, kept.execute("SELECT * FROM entries ORDER BY table_id, number"))
    tables, entries, damaged = 0, 0, {}
    for name, group in itertools.groupby(rows, lambda row: str(row["table_id"])):
        log = list(group)
        tables, entries = tables + 1, entries + len(log)
        if wrong := damage(name, log):
            damaged[name] = wrong
    return Inventory(tables, entries, damaged)


def restore(file: Path, database: Path, now: datetime) -> tuple[Inventory, Path | None]:
    """The backup takes the place of the database, which stays beside it under the second name."""
    found = check(file)
    private(database.parent)
    with alone(database), new_file(database, instead=True) as copy:
        try:
            with _opened(file, "ro&immutable=1") as source:
                _copy(source, copy, database)
            same = _sound(copy) == found
        except (sqlite3.Error, Unsound):
            same = False
        if not same:
            raise Trouble("{file} has changed while it was read.", file=file)
        old = _put_aside(database, now) if database.exists() else None
    return found, old


def _put_aside(database: Path, now: datetime) -> Path:
    """A second name for it. What SQLite keeps beside a database must not meet another one."""
    old = database.with_name(f"{database.stem}-{now:%Y-%m-%d-%H%M%S}{database.suffix}")
    wal, old_wal = Path(f"{database}-wal"), Path(f"{old}-wal")
    if wal.exists():
        os.link(wal, old_wal)  # SQLite throws away what lies beside a file that it does not understand
    try:
        if _leave_wal(database):
            old_wal.unlink(missing_ok=True)
        os.link(database, old)
    except BaseException:
        old_wal.unlink(missing_ok=True)
        raise
    for beside in (wal, Path(f"{database}-shm")):
        beside.unlink(missing_ok=True)
    settle(old.parent)
    return old


def _leave_wal(database: Path) -> bool:
    """Whether all of it is in one file now; a damaged database may have to be put aside with what lies beside it."""
    try:
        with contextlib.closing(sqlite3.connect(database, timeout=0.0)) as alone_with_it:
            alone_with_it.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.Error as error:
        if "locked" in str(error):
            raise Trouble(
                "Somebody is still using {database}, perhaps at a terminal; that must end first.", database=database
            ) from None
        return False
    return True


@contextlib.contextmanager
def _opened(file: Path, mode: str) -> Iterator[sqlite3.Connection]:
    address = f"{file.resolve().as_uri()}?mode={mode}"
    with contextlib.closing(sqlite3.connect(address, uri=True, timeout=WAIT)) as connection:
        yield connection
