"""The process of a server that is made to fail: faults between a proposal and its answer, and mistakes planted in it.

Only here is the server's code reached into; what is served is what people start (`spieltisch serve`). At every step
between a proposal and its answer, whenever the server waits for something, a fault can come:

    kill      kill -9, there and nowhere else
    cancel    whoever waits is cancelled, as when a time-out strikes
    error     the database says that it cannot, before it has done what it was asked for, or although it has
    children  the processes in which bots and the coach think are killed
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import secrets
import signal
import sqlite3
import sys
from collections.abc import Callable, Coroutine, Generator
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import Pool

from spieltisch.cli import cli
from spieltisch.dice import Checkable
from spieltisch.server import reviewing
from spieltisch.server.coaching import Coach
from spieltisch.server.rooms import Room
from spieltisch.server.taking import Takers
from spieltisch.tables import stand_ins
from spieltisch.tables.jobs import Taken
from spieltisch.tables.seats import Seating
from spieltisch.tables.store import Store
from spieltisch.tables.writing import SqliteWriter

Kind = Literal["kill", "cancel", "error", "children"]
THOUGHTS = "thoughts.jsonl"  # what workers have thought about
KINDS: tuple[Kind, ...] = ("kill", "cancel", "error", "children")


@dataclass(frozen=True)
class Fault:
    kind: Kind
    step: int  # counted from the first proposal


@dataclass
class Steps:
    """Those that this process has come to."""

    fault: Fault | None = None
    number: int = 0
    armed: bool = False

    def here(self, *, database: bool = False) -> None:
        """Another step; the fault, if it is its turn. Errors come from the database and from nowhere else;
        whoever writes for all is cancelled by nobody."""
        if not self.armed or self.fault is None:
            return
        self.number += 1
        elsewhere = {"error": not database, "cancel": database}.get(self.fault.kind, False)
        if self.number < self.fault.step or elsewhere:
            return
        kind, self.fault = self.fault.kind, None
        if kind == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif kind == "children":
            for child in multiprocessing.active_children():
                child.kill()
        elif kind == "error":
            raise OperationalError("a statement", None, sqlite3.OperationalError("disk I/O error"))
        elif (task := asyncio.current_task()) is not None:
            task.cancel()


STEPS = Steps()


class Stepped:
    """An awaitable that does the same and counts whenever it waits; so every await inside is a step."""

    def __init__(self, work: Coroutine[Any, Any, Any]) -> None:
        self.work = work

    def __await__(self) -> Generator[Any, Any, Any]:
        inner = self.work.__await__()
        try:
            awaited = inner.send(None)
            while True:
                STEPS.here()
                try:
                    answer = yield awaited
                except BaseException as thrown:
                    awaited = inner.throw(thrown)
                else:
                    awaited = inner.send(answer)
        except StopIteration as done:
            STEPS.here()  # it is written, and nobody has been told
            return done.value


def _stepping(holder: type, name: str) -> None:
    right: Callable[..., Coroutine[Any, Any, Any]] = getattr(holder, name)

    @wraps(right)
    async def stepped(*arguments: Any, **more: Any) -> Any:
        STEPS.armed = True
        return await Stepped(right(*arguments, **more))

    setattr(holder, name, stepped)


def _failing(holder: type, name: str) -> None:
    """The database fails before or after it has done this."""
    right: Callable[..., Coroutine[Any, Any, Any]] = getattr(holder, name)

    @wraps(right)
    async def failing(*arguments: Any, **more: Any) -> Any:
        STEPS.here(database=True)
        answer = await right(*arguments, **more)
        STEPS.here(database=True)
        return answer

    setattr(holder, name, failing)


def _short_reviews() -> None:
    """One playout for a decision, and only the last decisions."""
    right, reviewing.INTERPRETED = reviewing.Reviews.__init__, 1

    def begin(reviews: reviewing.Reviews, store: Store, coach: Coach) -> None:
        right(reviews, store, coach)
        reviews.command = [
            "studies.crashing.reviewer" if each == reviewing.__name__ else each for each in reviews.command
        ]

    reviewing.Reviews.__init__ = begin  # type: ignore[assignment,method-assign]


def _thoughts_noted(file: Path) -> None:
    """What opponents have thought about, and what they would do."""
    right = Takers._think

    async def think(takers: Takers, kind: Any, taken: Taken) -> str:
        answer = await right(takers, kind, taken)
        if kind == "move":
            with file.open("a", encoding="utf-8") as noted:
                noted.write(json.dumps([taken.name, json.loads(answer)]) + "\n")
        return answer

    Takers._think = think  # type: ignore[assignment,method-assign]


# Mistakes that a study must notice


def _answer_before_commit() -> None:
    """But for the first entry: a table that cannot be found would be noticed too easily."""
    right: Callable[..., Coroutine[Any, Any, None]] = Store._commit

    async def commit(store: Store, *what: Any) -> None:
        for append in what[-1]:
            if append.row["number"] and not append.written.done():
                append.written.set_result(None)
        await asyncio.sleep(0)
        await right(store, *what)

    Store._commit = commit  # type: ignore[assignment,method-assign]


def _ids_forgotten() -> None:
    Seating.is_done = lambda *_: False  # type: ignore[method-assign]


def _random_dice() -> None:
    Checkable.draw = lambda dice, number, tickets: secrets.randbelow(tickets)  # type: ignore[assignment,method-assign]


def _not_synchronous() -> None:
    def hurry(connection: Any, *_: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous=OFF")
        cursor.close()

    event.listen(Pool, "checkout", hurry)


OF_SQLITE = "synchronous=OFF"
PLANTS: dict[str, Callable[[], None]] = {
    "answer before commit": _answer_before_commit,
    "ids forgotten": _ids_forgotten,
    "random dice": _random_dice,
    OF_SQLITE: _not_synchronous,
}


def serve(arguments: list[str], log: Path, fault: Fault | None, planted: str | None) -> None:
    """`spieltisch serve`, or what else the arguments say, in this process."""
    sys.stdout = sys.stderr = log.open("a", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), 2)  # also of those whom it starts
    STEPS.fault = fault
    _short_reviews()
    stand_ins.LONG = 0.2  # no server lives long enough for anybody to be away for three minutes
    for name in ("change", "follow"):
        _stepping(Room, name)
    for holder, name in ((AsyncConnection, "execute"), (AsyncConnection, "commit"), (SqliteWriter, "save")):
        _failing(holder, name)
    if planted:
        PLANTS[planted]()
    _thoughts_noted(log.with_name(THOUGHTS))
    cli.main(arguments, standalone_mode=False)
