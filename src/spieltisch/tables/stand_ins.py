"""Who sits in the place of somebody: what the host may do about a seat, what only its person, and what the others.

A seat that has a key is somebody's. Nobody else takes it or lets a bot play there without its person's word or, after a
long absence, without the other people's consent; and whoever was replaced may always return (docs/decisions/0014).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from spieltisch import bots
from spieltisch.contract import Reason, Refused
from spieltisch.tables import entries
from spieltisch.tables.keys import hashed, new_secret
from spieltisch.tables.live import LiveTable
from spieltisch.tables.proposals import Proposal
from spieltisch.tables.seats import OPEN, PERSON

LONG = 180.0  # seconds without a sign of somebody, after which others may decide about their seat


@dataclass(frozen=True)
class Wisher:
    """Who wishes something about a seat: their own seats, and how long the people of the others have been away."""

    seats: frozenset[int]
    away: Callable[[int], float]  # seconds; 0: is here


def replace(table: LiveTable, seat: int, bot: str, wisher: Wisher) -> Proposal:
    """A bot plays, at once or when the others agree.

    It shows nobody a rack: so those who are away for long themselves are not asked, and where nobody is left to be
    asked the host decides.
    """
    table.must_exist(seat)
    if table.stage == "over":
        raise Refused(Reason("game_is_over"))
    if table.opened.discreet:
        raise Refused(Reason("discreet_for_people"))
    bots.anybody(bot)
    asked = _to_ask(table, seat, wisher)
    asked = [] if asked is None else [other for other in asked if wisher.away(other) < LONG]
    return _wish(table, seat, bot, asked) if asked else Proposal(entries.Replaced("replaced", seat, bot))


def invite(table: LiveTable, seat: int, wisher: Wisher) -> Proposal:
    """A link to a seat that is open or a bot's: the secret; older links lapse. For a seat that is somebody's all others
    are asked first, at least one of whom is not the host."""
    table.must_exist(seat)
    if seat in wisher.seats and table.chairs[seat].held:
        raise Refused(Reason("give_up_first"))
    asked = _to_ask(table, seat, wisher)
    if asked is None:
        secret = new_secret()
        return Proposal(entries.LinkMade("invited", seat, hashed(secret)), secret=secret)
    if table.of_host.issuperset(asked):  # with the key of a seat the host would only ask themselves
        raise Refused(Reason("nobody_to_ask", values={"name": table.chairs[seat].name}))
    return _wish(table, seat, "", asked)


def leave(table: LiveTable, seat: int) -> Proposal | None:
    """Gives up the seat, by the word of its person."""
    chair = table.chairs[seat]
    return Proposal(entries.SeatLeft("left", seat, own_word=True)) if chair.held and table.stage != "over" else None


def come_back(table: LiveTable, seat: int, earlier: str = "") -> Proposal | None:
    """With the key of the seat, or with an earlier one whose hash this is."""
    chair = table.chairs[seat]
    if not earlier and (chair.who == PERSON or not chair.key):
        return None
    return Proposal(entries.Returned("returned", seat, earlier))


def carried_out(seat: int, bot: str) -> Proposal:
    """What the others have agreed to."""
    if bot:
        return Proposal(entries.Replaced("replaced", seat, bot))
    return Proposal(entries.SeatLeft("left", seat, own_word=False))


def must_be_away(table: LiveTable, seat: int, away: float) -> None:
    """For as long as it takes until others may decide about the seat."""
    name = table.chairs[seat].name
    if away == 0:
        raise Refused(Reason("player_is_here", values={"name": name}))
    if away < LONG:
        raise Refused(Reason("not_away_for_long", values={"name": name, "minutes": ceil((LONG - away) / 60)}))


def _to_ask(table: LiveTable, seat: int, wisher: Wisher) -> list[int] | None:
    """The seats of the other people; None: it is nobody's seat, or the wisher's own, or they have agreed already."""
    chair = table.chairs[seat]
    if not chair.held or chair.who == OPEN or seat in wisher.seats:
        return None
    must_be_away(table, seat, wisher.away(seat))
    return [other for other in table.holders if other != seat and other not in wisher.seats]


def _wish(table: LiveTable, seat: int, bot: str, asked: list[int]) -> Proposal:
    if table.wish is not None:
        raise Refused(Reason("undo_is_being_asked"))
    return Proposal(entries.StandInWished("stand_in_wished", seat, bot, tuple(asked)))
