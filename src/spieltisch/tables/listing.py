"""The tables of a house, without playing them: their logs are read, but no rule is asked."""

from __future__ import annotations

from spieltisch.tables import entries
from spieltisch.tables.entries import Opening
from spieltisch.tables.keys import fingerprint
from spieltisch.tables.seats import Seating
from spieltisch.tables.store import Store

MOST = 60


async def of_house(store: Store, house: str) -> list[Seating]:
    """Those that keys of this house still open, the one where something happened last first."""
    found = [await _read(store, name) for name in await store.opened_by(fingerprint(house), MOST)]
    return sorted((table for table in found if table.house_keys(house)), key=lambda table: -table.updated)


async def _read(store: Store, name: str) -> Seating:
    first, *others = await store.entries(name)
    opened = entries.read(first.body)
    assert isinstance(opened, Opening)
    table = Seating(name, opened, first.at)
    for kept in others:
        table.note(entries.read(kept.body), kept.at)
    return table
