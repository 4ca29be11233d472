"""A table and its log. A change is checked, written, and only then applied; whoever was slower catches up first."""

from __future__ import annotations

import logging
from collections.abc import Callable

from spieltisch.contract import Reason, Refused, Trouble
from spieltisch.tables import entries, live, wishes
from spieltisch.tables.entries import Entry
from spieltisch.tables.live import LiveTable
from spieltisch.tables.opening import new_name, open_next
from spieltisch.tables.proposals import Proposal, begin
from spieltisch.tables.store import Conflict, Store

LOG = logging.getLogger("spieltisch")
ATTEMPTS = 3
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

    async def change(self, propose: Propose) -> Proposal | None:
        """What is proposed, and what follows from it: the game begins, or a wish of all is carried out.

        What has been written is true and gets its answer, even if what follows has to wait for the next change.
        """
        done = await self._carry_out(propose)
        try:
            for follow in (begin, wishes.carry_out):
                await self._carry_out(follow)
        except Exception:
            LOG.exception("What follows at table %s could not be done; the next change tries again.", self.table.name)
        return done

    async def follow(self) -> str:
        """The table of the next game; whoever asks first opens it."""
        if self.table.follows is None:
            await self.catch_up()
        if self.table.follows is None:
            opened, name = open_next(self.table), new_name(self.table.opened.game)
            await self.store.append(name, 0, entries.written(opened))
            await self._carry_out(lambda table: None if table.follows else Proposal(entries.Followed("followed", name)))
        assert self.table.follows is not None
        return self.table.follows

    async def catch_up(self) -> bool:
        """Whether others have written meanwhile; then the table knows of it now."""
        newer = await self.store.entries(self.table.name, since=self.table.version)
        for kept in newer:
            self._take(entries.read(kept.body), kept.at)
        return bool(newer)

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
            try:
                at = await self.store.append(self.table.name, self.table.version, entries.written(proposal.entry))
            except Conflict:
                await self.catch_up()
                continue
            self._take(proposal.entry, at, proposal)
            return proposal
        raise Trouble("The table is being changed from several places at once; please try again.")

    def _take(self, entry: Entry, at: float, proposal: Proposal | None = None) -> None:
        self.table.take(entry, at, proposal.step if proposal else None)
        self.heard(entry)


async def read(store: Store, name: str) -> LiveTable:
    """The table of this name, from its log."""
    kept = await store.entries(name)
    if not kept:
        raise Unknown
    return live.read(name, [(each.at, each.body) for each in kept])
