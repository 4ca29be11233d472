"""Tables with real games at them, for tests of what keeps them."""

from __future__ import annotations

from functools import partial

from spieltisch import registry
from spieltisch.tables import journal, proposals
from spieltisch.tables.journal import Journal
from spieltisch.tables.opening import Place, open_table
from spieltisch.tables.store import Store


async def played(store: Store, moves: int = 3, house: str | None = None) -> str:
    """The name of a table at which so many moves have been made."""
    places = [Place("person", "Anna"), Place("person", "Ben")]
    opened, answer = open_table(registry.game("genial_dice"), "base", {}, places, house=house)
    await journal.create(store, answer.table, opened)
    log = Journal(store, await journal.read(store, answer.table))
    for seat in (0, 1):
        await log.change(partial(proposals.ready, seat=seat, contribution=f"{seat:064x}"))
    for _ in range(moves):
        await play(log)
    return answer.table


async def play(log: Journal) -> None:
    seat = log.table.deciding()[0]
    move = log.table.playthrough.moves(seat)[0]
    await log.change(lambda table: proposals.play(table, seat, move))
