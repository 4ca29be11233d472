"""All tables of a database, gone through without changing anything: chain, gaps, rules and dice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from spieltisch.contract import Reason
from spieltisch.dice import Real
from spieltisch.registry import NotInstalled
from spieltisch.tables import journal
from spieltisch.tables.chain import Damaged
from spieltisch.tables.checking import damage
from spieltisch.tables.live import LiveTable
from spieltisch.tables.store import Store
from spieltisch.verify import drawn


@dataclass(frozen=True)
class Audited:
    """One table of so many, and what is wrong with it, if anything is."""

    number: int  # from 1
    tables: int
    fault: Reason | None


async def audit(store: Store) -> AsyncIterator[Audited]:
    names = await store.tables()
    for number, name in enumerate(names, start=1):
        try:
            fault = _fault(await journal.read(store, name, quiet=True))
        except Damaged as damaged:
            fault = await _damage(store, name) or damaged.reason
        except NotInstalled as missing:
            fault = Reason("table_without_its_game", values={"table": name, "why": missing})
        except Exception:  # a log that somebody made up may hold anything
            fault = await _damage(store, name) or Reason("table_damaged", values={"table": name})
        yield Audited(number, len(names), fault)


async def _damage(store: Store, name: str) -> Reason | None:
    wrong = damage(name, [vars(row) for row in await store.entries(name)], replayed=True)
    return Reason("table_damaged_so", values={"table": name, "why": wrong}) if wrong else None


def _fault(table: LiveTable) -> Reason | None:
    """Its log is as it was written, and follows the rules; but were those its dice, and did it end where it says?"""
    dice = table.settled_dice()
    if table.begun and not isinstance(dice, Real):
        found = drawn(table.playthrough, dice, table.given)
        if found.reason.key == "verify_draw_broken":
            return Reason("table_with_other_dice", values={"table": table.name, "why": found.reason})
    if table.over != (table.stage == "over"):
        return Reason("table_damaged", values={"table": table.name})
    return None
