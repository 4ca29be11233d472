"""The tables of a house, without playing them: their logs are read, but no rule is asked."""

from __future__ import annotations

import logging

from spieltisch import registry
from spieltisch.tables import entries
from spieltisch.tables.entries import Opening
from spieltisch.tables.keys import fingerprint
from spieltisch.tables.seats import Seating
from spieltisch.tables.store import Store

LOG = logging.getLogger("spieltisch")
MOST = 60


async def of_house(store: Store, house: str) -> list[Seating]:
    """Those that keys of this house still open, the one where something happened last first.

    A table that cannot be read, or whose game is not installed, stands in nobody's way.
    """
    found = [await _read(store, name) for name in await store.opened_by(fingerprint(house), MOST)]
    return sorted((table for table in found if table and table.house_keys(house)), key=lambda table: -table.updated)


async def _read(store: Store, name: str) -> Seating | None:
    first, *others = await store.entries(name)
    try:
        opened = entries.read(first.body)
        if not isinstance(opened, Opening) or opened.game not in registry.names():
            return None
        table = Seating(name, opened, first.at)
        for kept in others:
            table.note(entries.read(kept.body), kept.at)
    except (ValueError, LookupError) as error:
        LOG.warning("The table %s is left out, its log cannot be read: %s", name, type(error).__name__)
        return None
    return table
