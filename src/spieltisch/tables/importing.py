"""A record from elsewhere as a table of this house: to be replayed, reviewed and played on from."""

from __future__ import annotations

from spieltisch.contract import Trouble
from spieltisch.records import Record, Unreadable
from spieltisch.referee import Table, replay
from spieltisch.tables.entries import Branch, Opening
from spieltisch.tables.opening import Place, TableOpened, open_table
from spieltisch.tables.seats import PERSON

MOST_EVENTS = 3000  # a long game of any kind has a tenth of it


def checked(text: str, language: str) -> Table:
    """The playthrough of a record: whole, as it was written, by the rules, and over. Else one sentence says why not."""
    record = Record.from_json(text)
    if not record.intact:
        raise Unreadable("record_was_changed", language)
    if len(record.log) > MOST_EVENTS:
        raise Unreadable("record_has_too_many_events", language, most=MOST_EVENTS)
    try:
        table = replay(record, language=language)
    except Unreadable:
        raise
    except Trouble:  # another game, variant, option or deck
        raise Unreadable("record_is_not_known_here", language) from None
    if table.outcome is None:
        raise Unreadable("record_goes_on", language)
    return table


def open_record(played: Table, house: str | None = None) -> tuple[Opening, TableOpened]:
    """All its events are given; whoever has brought it holds all seats."""
    return open_table(
        played.game,
        played.variant,
        played.options,
        [Place(PERSON, name) for name in played.names],
        content=played.content.data,
        branch=Branch("", tuple((event.seat, event.move) for event in played.log)),
        house=house,
        discreet=played.discreet,
    )
