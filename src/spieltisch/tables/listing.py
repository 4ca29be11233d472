"""The tables of a house, without playing them: their logs are read, but no rule is asked."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from spieltisch import registry
from spieltisch.tables import entries
from spieltisch.tables.chain import DAMAGED, Chain, StoredEntry
from spieltisch.tables.entries import Opening
from spieltisch.tables.keys import fingerprint
from spieltisch.tables.seats import Seating
from spieltisch.tables.store import Store

LOG = logging.getLogger("spieltisch")
MOST = 60


@dataclass(frozen=True)
class HouseTables:
    tables: list[Seating]
    damaged: tuple[str, ...]  # by name; they have not vanished, but nothing can be believed of them


async def of_house(store: Store, house: str) -> HouseTables:
    """Those that keys of this house still open, the one where something happened last first.

    A table that is damaged, or whose game is not installed, stands in nobody's way.
    """
    found, damaged = list[Seating](), list[str]()
    for name in await store.opened_by(fingerprint(house), MOST):
        log = await store.entries(name)
        try:
            table = _read(name, log)
        except Exception:  # a log that is not as it was written may hold anything
            LOG.warning(DAMAGED, name)
            damaged.append(name)
        else:
            if table is not None and table.house_keys(house):
                found.append(table)
    return HouseTables(sorted(found, key=lambda table: -table.updated), tuple(damaged))


def _read(name: str, log: list[StoredEntry]) -> Seating | None:
    """What its log says; None if its game is not installed."""
    opened = entries.read(log[0].body)
    assert isinstance(opened, Opening)
    table, chain = Seating(name, opened, log[0].at), Chain(name, opened.secret)
    for row in log:
        chain.accept(row)
        if row.number:
            table.note(entries.read(row.body), row.at)
    return table if opened.game in registry.names() else None
