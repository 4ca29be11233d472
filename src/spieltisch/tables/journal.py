"""A table and its log. A change is checked, written, and only then applied; whoever was slower catches up first.

A log that is not as it was written is damaged: nothing is believed of it, added to it, or deleted.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterable

from spieltisch.contract import Reason, Refused
from spieltisch.registry import NotInstalled
from spieltisch.tables import entries, live, wishes
from spieltisch.tables.chain import DAMAGED, SHORT, Chain, Damaged, StoredEntry
from spieltisch.tables.entries import Entry, Opening
from spieltisch.tables.live import LiveTable
from spieltisch.tables.opening import next_name, open_next
from spieltisch.tables.proposals import Proposal, begin
from spieltisch.tables.store import Conflict, Severed, Store, Unavailable

LOG = logging.getLogger("spieltisch")
ATTEMPTS = 3
PAGE = 1000  # entries that are fetched at a time
SLICE = 0.005  # seconds of reading after which others have their turn
Propose = Callable[[LiveTable], Proposal | None]


class Unknown(Refused):
    """There is no such table."""

    def __init__(self) -> None:
        super().__init__(Reason("no_such_table"))


class Journal:
    def __init__(self, store: Store, table: LiveTable, heard: Callable[[Entry], None] = lambda entry: None) -> None:
        self.store = store
        self.table = table
        self.heard = heard  # is told of every entry that has been applied
        self.others: object = None  # what `Store.state_of_others` said when all that others had written was known

    async def change(self, propose: Propose) -> Proposal | None:
        """What is proposed, and what follows from it: the game begins, or a wish of all is carried out.

        What has been written is true and gets its answer, even if what follows has to wait for the next change.
        """
        done = await self._carry_out(propose)
        try:
            for follow in (begin, wishes.carry_out) if self.table.overdue else ():
                await self._carry_out(follow)
        except Exception:
            LOG.exception("What follows at table %s could not be done; the next change tries again.", self.table.name)
        return done

    async def follow(self) -> str:
        """The table of the next game; whoever asks first opens it."""
        if self.table.follows is None:
            await self.catch_up()
        if self.table.follows is None:
            opened, name = open_next(self.table), next_name(self.table)
            with contextlib.suppress(Conflict):  # it was opened before, but that could not be written here
                await create(self.store, name, opened)
            await self._carry_out(lambda table: None if table.follows else Proposal(entries.Followed("followed", name)))
        assert self.table.follows is not None
        return self.table.follows

    async def catch_up(self) -> bool:
        """Whether others have written meanwhile; then the table knows of it now."""
        others = await self.store.state_of_others()
        if others == self.others:
            return False
        rows = await self.store.entries(self.table.name, since=self.table.version - 1)
        try:
            self.table.chain.must_end_with(rows[0] if rows else None)
            for row in rows[1:]:
                self._take(row)
        except Exception as error:
            self.table.chain.broken = True
            raise _damaged(self.table.name, error) from error
        self.others = others
        return len(rows) > 1

    async def head_at(self, version: int) -> str:
        """What somebody who knew this version has kept of it, if the log is still the one they saw."""
        return (await self.store.head(self.table.name, version))[:SHORT]

    async def _carry_out(self, propose: Propose) -> Proposal | None:
        for _ in range(ATTEMPTS):
            try:
                proposal = propose(self.table)
            except Refused:
                if not await self.catch_up():
                    raise
                continue  # what was refused may be possible after all
            if proposal is None:
                return None
            self.table.must_fit(proposal.entry)
            body = entries.written(proposal.entry)
            chain = self.table.chain
            head = chain.next(body)
            try:
                row = await self.store.append(self.table.name, self.table.version, body, head, chain.head)
            except Severed as missing:
                chain.broken = True
                raise _damaged(self.table.name, missing) from missing
            except Conflict:
                self.others = None  # they have certainly written
                await self.catch_up()
                continue
            self._take(row, proposal, head)
            return proposal
        raise Refused(Reason("changed_elsewhere"))

    def _take(self, row: StoredEntry, proposal: Proposal | None = None, head: str | None = None) -> None:
        self.table.chain.accept(row, head)
        entry = proposal.entry if proposal else entries.read(row.body)
        self.table.take(entry, row.at, proposal.step if proposal else None)
        self.heard(entry)


async def create(store: Store, name: str, opened: Opening) -> StoredEntry:
    """A new log; its first entry."""
    body = entries.written(opened)
    return await store.append(name, 0, body, Chain(name, opened.secret).next(body))


async def read(store: Store, name: str, *, quiet: bool = False) -> LiveTable:
    """The table of this name, from its log; meanwhile others are served. If it is damaged the output says so, unless
    whoever asks does."""
    page = await store.entries(name, most=PAGE)
    if not page:
        raise Unknown
    try:
        return await _read(store, name, page)
    except (NotInstalled, Unavailable):
        raise
    except Exception as error:
        raise _damaged(name, error, quiet=quiet) from error


async def _read(store: Store, name: str, page: list[StoredEntry]) -> LiveTable:
    reading = live.Reading(name, page[0])
    await in_slices(reading.learn(page[1:]))
    while len(page) == PAGE:
        page = await store.entries(name, reading.table.version, PAGE)
        await in_slices(reading.learn(page))
    await in_slices(reading.play())
    return reading.table


async def in_slices(steps: Iterable[None]) -> None:
    """All of these steps, none of which takes long; after each slice of them others have their turn."""
    end = time.monotonic() + SLICE
    for _ in steps:
        if time.monotonic() > end:
            await asyncio.sleep(0)
            end = time.monotonic() + SLICE


def _damaged(name: str, error: Exception, *, quiet: bool = False) -> Damaged:
    if not quiet:
        LOG.warning(DAMAGED, name)
    return error if isinstance(error, Damaged) else Damaged(name)
