"""The tables of this house for somebody at a keyboard: the same store as the server's, one question after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from spieltisch.tables import journal, listing
from spieltisch.tables.entries import Opening
from spieltisch.tables.journal import Journal
from spieltisch.tables.keys import house_key
from spieltisch.tables.opening import TableOpened
from spieltisch.tables.seats import Seating
from spieltisch.tables.store import Store, sqlite_url

T = TypeVar("T")
Prepared = Callable[..., tuple[Opening, TableOpened]]  # a table that needs nothing more than the key of the house


class Desk:
    def __init__(self, folder: Path, database: str | None = None) -> None:
        self.house = house_key(folder)
        self._runner = asyncio.Runner()
        try:
            self.store = self.run(Store.open(database or sqlite_url(folder)))
        except BaseException:
            self._runner.close()
            raise

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.run(self.store.close())
        self._runner.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Not as the result of the task: with it the runner's handler of Ctrl-C would spell out a whole table."""
        answers: list[T] = []

        async def answered() -> None:
            answers.append(await work)

        self._runner.run(answered())
        return answers[0]

    def open(self, prepared: Prepared) -> str:
        """A new table; its name."""
        opened, answer = prepared(house=self.house)
        self.run(journal.create(self.store, answer.table, opened))
        return answer.table

    def at(self, name: str) -> Journal:
        return Journal(self.store, self.run(journal.read(self.store, name)))

    def unfinished(self) -> tuple[list[Seating], tuple[str, ...]]:
        """Tables that can go on, the newest first; and the names of those that are damaged."""
        listed = self.run(listing.of_house(self.store, self.house))
        return [table for table in listed.tables if table.unfinished], listed.damaged
