"""Taking back: at once where nobody has learned anything since, else when all agree whose seats the others are."""

from __future__ import annotations

from spieltisch.contract import Reason, Refused
from spieltisch.kernel import CHANCE
from spieltisch.tables import entries
from spieltisch.tables.live import LiveTable
from spieltisch.tables.proposals import Proposal
from spieltisch.tables.real import was_said
from spieltisch.tables.seats import UndoWish


def undo(
    table: LiveTable,
    seat: int,
    undo_id: str | None = None,
    version: int | None = None,
    *,
    events: int | None = None,
    even_the_end: bool = False,
) -> Proposal | None:
    """Takes back the seat's last decision, or all but the first so many events, or asks the other people.

    When the game is over the secret of the dice is out, and what is done is done; unless all sit at one screen and have
    not gone on to the next game.
    """
    if table.is_done(seat, undo_id):
        return None
    if not even_the_end or table.follows:
        table.must_be_playing()
    table.must_be_seated(seat)
    table.must_be_known(seat, version)
    others = [other for other in table.holders if other != seat]
    last = last_decision(table, seat) if events is None else events
    if last is None or last < table.given:
        raise Refused(Reason("nothing_to_undo"))
    free = is_free(table, seat, last)
    if free or not others:
        typed = table.playthrough.log[last].seat == CHANCE
        again = _chosen_unseen(table, seat, last) if free and not typed else ()
        return Proposal(entries.Undone("undone", seat, last, again, undo_id))
    if table.wish is not None:
        raise Refused(Reason("undo_is_being_asked"))
    return Proposal(entries.UndoWished("undo_wished", seat, undo_id, last))


def carried_out(table: LiveTable, wish: UndoWish) -> Proposal:
    """What all have agreed to."""
    last = last_decision(table, wish.seat) if wish.events is None else wish.events
    assert last is not None
    return Proposal(entries.Undone("undone", wish.seat, last, wish.again, over=wish.over))


def last_decision(table: LiveTable, seat: int) -> int | None:
    """Of this seat at this table; what is given is not theirs to take back."""
    log = table.playthrough.log
    return next((number for number in reversed(range(table.given, len(log))) if log[number].seat == seat), None)


def is_free(table: LiveTable, seat: int, events: int) -> bool:
    """Whether nobody need be asked.

    Real dice that were typed wrongly lie on the table as before: who saw all that people did since can correct them.
    """
    playthrough = table.playthrough
    if playthrough.log[events].seat != CHANCE:
        return len(playthrough.log) - events <= playthrough.free_undo()
    later = range(events, len(playthrough.log))
    return all(playthrough.saw(seat, number) for number in later if by_a_person(table, number))


def by_a_person(table: LiveTable, number: int) -> bool:
    """Whether a person decided this event, or typed it."""
    seat = table.playthrough.log[number].seat
    return was_said(table, number) if seat == CHANCE else seat in table.people


def _chosen_unseen(table: LiveTable, seat: int, events: int) -> tuple[tuple[int, str], ...]:
    """What others have chosen since, unseen, stays chosen; unless the seat has seen any of it."""
    later = range(events + 1, len(table.playthrough.log))
    log = table.playthrough.log
    if any(log[number].seat == CHANCE or table.playthrough.saw(seat, number) for number in later):
        return ()
    return tuple((log[number].seat, log[number].move) for number in later)
