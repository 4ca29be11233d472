"""What somebody would like, and all the others have to agree to: one wish at a time."""

from __future__ import annotations

from spieltisch.contract import Reason, Refused
from spieltisch.tables import entries, stand_ins, undo
from spieltisch.tables.live import LiveTable
from spieltisch.tables.proposals import Proposal
from spieltisch.tables.seats import UndoWish


def answer(table: LiveTable, seat: int, number: int, *, yes: bool) -> Proposal:
    """To this wish and no other. A no counts from everybody whom it concerns, also from who had agreed."""
    wish = table.wish
    concerned = [] if wish is None else table.still_to_agree() if yes else [*table.holders, wish.seat]
    if wish is None or wish.number != number or seat not in concerned:
        raise Refused(Reason("nothing_to_agree"))
    return Proposal(entries.WishAnswered("answered", seat, yes))


def withdraw(table: LiveTable, number: int) -> Proposal | None:
    """This wish and no other: what is asked once more after a break may find a newer one."""
    wish = table.wish
    return None if wish is None or wish.number != number else Proposal(entries.WishWithdrawn("withdrawn"))


def carry_out(table: LiveTable) -> Proposal | None:
    """When all have agreed."""
    wish = table.wish
    if wish is None or table.still_to_agree():
        return None
    if isinstance(wish, UndoWish):
        return undo.carried_out(table, wish)
    return stand_ins.carried_out(wish.seat, wish.bot)
