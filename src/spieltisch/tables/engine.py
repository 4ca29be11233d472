"""The way to a database: how long it may take to answer, and what its faults mean."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

from sqlalchemy import event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from spieltisch.contract import Trouble
from spieltisch.files import bringing
from spieltisch.tables.folder import sqlite_file

POSTGRES = "postgresql+asyncpg"
BUSY = 1000  # milliseconds that one attempt waits for a locked database
CORRUPT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
UNWRITTEN = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
CONNECTIONS = 5  # to a SQLite file
KEPT: dict[str, Any] = {"pool_size": 10, "max_overflow": 2}  # to PostgreSQL: to make one takes longer than a question
ANSWER = 4.0  # seconds in which a database elsewhere must let us in, and answer a question


def engine_of(
    url: str, *, hurried: bool = True, pooled: bool = True, settings: Mapping[str, str] | None = None
) -> AsyncEngine:
    """An answer from elsewhere must come soon, unless large tables are changed. Whoever keeps its connections for
    itself needs no pool; settings are those of PostgreSQL."""
    elsewhere: dict[str, Any] = {}
    if is_postgres(url):
        times = {"timeout": ANSWER, "command_timeout": ANSWER if hurried else None}
        pool = {"pool_pre_ping": True, "pool_timeout": ANSWER, **KEPT} if pooled else {"poolclass": NullPool}
        elsewhere = {"connect_args": {**times, "server_settings": dict(settings or {})}, **pool}
    elif sqlite_file(url) is not None:  # each is a thread: better to wait a moment than to begin and end some
        elsewhere = {"pool_size": CONNECTIONS, "max_overflow": 0, "pool_timeout": ANSWER}
    try:
        engine = create_async_engine(url, hide_parameters=True, **elsewhere)  # what was to be written is in no log
    except ModuleNotFoundError as error:
        command = bringing(error.name or "")
        raise Trouble(
            "This database needs the package {name}: `{command}`.", name=error.name, command=command
        ) from error
    except Exception as error:
        raise Trouble("The address of the database cannot be used: {why}.", why=why(error)) from error
    if url.startswith("sqlite"):
        event.listen(engine.sync_engine, "connect", _durable)
    return engine


def is_postgres(url: str) -> bool:
    """Whether several processes, on several machines, can share it. Of PostgreSQL's drivers there is one here."""
    scheme = url.partition("://")[0]
    if scheme != POSTGRES and scheme.partition("+")[0] in ("postgres", "postgresql"):
        raise Trouble(
            "The address of a PostgreSQL begins here with {ours}://, not with {other}://.", ours=POSTGRES, other=scheme
        )
    return scheme == POSTGRES


def _durable(connection: Any, _record: Any) -> None:
    """A commit is on disk when it returns, even if the power fails. What is no text any more hurts only its own row."""
    connection.driver_connection.text_factory = lambda text: text.decode(errors="replace")
    cursor = connection.cursor()
    for pragma in (f"busy_timeout={BUSY}", "journal_mode=WAL", "synchronous=FULL"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def why(error: Exception) -> str:
    """What the database says, without the statement and what was to be written: that is nobody's business."""
    if isinstance(error, TimeoutError):
        return "it does not answer"
    return str(getattr(error, "orig", error)).strip().rstrip(".") or type(error).__name__


def is_damage(error: BaseException) -> bool:
    """Whether what SQLite has read makes no sense: the file was damaged, and will be tomorrow."""
    said = getattr(error, "orig", error)
    return isinstance(said, sqlite3.Error) and getattr(said, "sqlite_errorcode", 0) & 0xFF in CORRUPT


def passes(error: Exception) -> bool:
    """Whether it may be over in a moment; a full disk or a damaged file is not."""
    said = getattr(error, "orig", None)
    if isinstance(said, sqlite3.Error):
        return "locked" in str(said)
    return isinstance(error, OSError | SQLAlchemyError)  # a TimeoutError is an OSError


def not_saved(error: BaseException) -> bool:
    """Whether a commit that fails like this has certainly not happened: SQLite could not write all of it, and what is
    there without its end counts for nothing. Of a failed sync, or a lost connection, nobody knows."""
    said = getattr(error, "orig", None)
    code = getattr(said, "sqlite_errorcode", None) if isinstance(said, sqlite3.Error) else None
    return code is not None and (code == sqlite3.SQLITE_IOERR_WRITE or code & 0xFF in UNWRITTEN)
