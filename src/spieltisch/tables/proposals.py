"""What can be done at a table. Each of these checks and changes nothing: it says what would be written, or refuses.

Nothing to be written (None) means that it has been done already.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from spieltisch.contract import Reason, Refused
from spieltisch.kernel import CHANCE
from spieltisch.referee import Step
from spieltisch.speech import tidy_name
from spieltisch.tables import entries, real
from spieltisch.tables.clocks import must_be_up
from spieltisch.tables.entries import Entry
from spieltisch.tables.keys import hashed, new_secret
from spieltisch.tables.live import LiveTable
from spieltisch.tables.seats import OPEN, distinct


@dataclass(frozen=True)
class Proposal:
    entry: Entry
    step: Step | None = None  # what it brings, worked out already
    secret: str = ""  # a key or an invitation that goes to whoever asked; only its hash is written


def sit(table: LiveTable, invite: str, name: str, contribution: str, key: str | None = None) -> Proposal | None:
    """Takes the seat of an invitation. The secret is its key: the one that was brought, or a new one.

    Who brings the key can ask again if the answer was lost; for anybody else the invitation has lapsed.
    """
    wanted = hashed(invite)
    if key is not None and any(chair.sat_with == wanted and chair.key == hashed(key) for chair in table.chairs):
        return None
    seat = next((k for k, chair in enumerate(table.chairs) if chair.invite and chair.invite == wanted), None)
    if seat is None:
        raise Refused(Reason("invitation_lapsed"))
    key = key or new_secret()
    return Proposal(
        entries.SeatTaken("sat", seat, _called(table, seat, name), hashed(key), contribution, wanted), secret=key
    )


def join(table: LiveTable, name: str, contribution: str, key: str) -> Proposal | None:
    """Takes a free seat of a table that is listed; asked again with the same key it is done once."""
    if any(chair.key == hashed(key) for chair in table.chairs):
        return None
    if not table.free:
        raise Refused(Reason("no_longer_listed"))
    seat = next(number for number, chair in enumerate(table.chairs) if chair.who == OPEN)
    return Proposal(entries.SeatTaken("sat", seat, _called(table, seat, name), hashed(key), contribution))


def settle(table: LiveTable, chat: bool | None, listed: bool | None) -> Proposal | None:
    """What the host decides for the table."""
    if listed and (table.begun or all(chair.who != OPEN for chair in table.chairs)):
        raise Refused(Reason("nothing_to_list"))
    chat, listed = _news(chat, table.chat), _news(listed, table.listed)
    return None if chat is None and listed is None else Proposal(entries.HostSettled("settled", chat, listed))


def _news(wanted: bool | None, known: bool) -> bool | None:
    return None if wanted == known else wanted


def _called(table: LiveTable, seat: int, name: str) -> str:
    """The name under which somebody sits down there."""
    others = [chair.name for k, chair in enumerate(table.chairs) if k != seat or chair.held]
    others += [name for chair in table.chairs for _, name in chair.earlier]
    return distinct(tidy_name(name) or str(seat + 1), others)


def ready(table: LiveTable, seat: int, contribution: str) -> Proposal | None:
    if table.begun or table.chairs[seat].ready:
        return None
    return Proposal(entries.Readied("readied", seat, contribution))


def begin(table: LiveTable) -> Proposal | None:
    """Once everybody is ready the dice are settled and the first of them fall."""
    if table.begun or not all(chair.ready for chair in table.chairs):
        return None
    step = table.playthrough.roll(table.settled_dice())
    return Proposal(entries.Began("began", step.moves, over=_ends(table, step)), step)


def play(
    table: LiveTable,
    seat: int,
    move: Any,
    move_id: str | None = None,
    version: int | None = None,
    *,
    used: int | None = None,
) -> Proposal | None:
    """A decision of a seat; with a version it was made on that, and holds only if the seat has seen nothing since.
    Where there is a clock, it has used so many milliseconds."""
    if table.is_done(seat, move_id):
        return None
    table.must_be_playing()
    table.must_be_seated(seat)
    table.must_be_known(seat, version)
    return act(table, seat, table.playthrough.parse(seat, move), move_id, used=used)


def act(table: LiveTable, seat: int, action: int, move_id: str | None = None, *, used: int | None = None) -> Proposal:
    table.must_be_playing()
    step = table.playthrough.prepare(seat, action)
    move, *chance = step.moves
    return Proposal(entries.MoveMade("played", seat, move, tuple(chance), move_id, _ends(table, step), used), step)


def call_time(table: LiveTable, seat: int, left: float) -> Proposal | None:
    """Somebody says that the time of a seat is up, which has so many seconds left: the computer makes its move."""
    table.must_be_playing()
    table.must_exist(seat)
    if seat in table.clocks.called:
        return None
    must_be_up(table.chairs[seat].name, left)
    return Proposal(entries.TimeCalled("time_called", seat))


def show(
    table: LiveTable, outcome: Any, by: int | None = None, show_id: str | None = None, version: int | None = None
) -> Proposal | None:
    """Real dice, tiles or cards show this, says a seat; or, without one, somebody at a terminal."""
    if by is not None:
        if table.is_done(by, show_id):
            return None
        table.must_be_playing()
        table.must_be_seated(by)
        table.must_be_known(by, version)
        real.must_be_theirs(table, by)
    table.must_be_playing()
    proposal = act(table, CHANCE, table.playthrough.parse(CHANCE, outcome), show_id)
    assert isinstance(proposal.entry, entries.MoveMade)
    return replace(proposal, entry=replace(proposal.entry, by=by))


def call_coach(table: LiveTable, seat: int, own: frozenset[int]) -> Proposal | None:
    """The coach helps a seat from now on: in practice only, where no seat is or waits for somebody else's."""
    if table.chairs[seat].coach:
        return None
    if table.stage == "over":
        raise Refused(Reason("game_is_over"))
    chairs = enumerate(table.chairs)
    if any(chair.earlier or (k not in own and (chair.key or chair.who == OPEN)) for k, chair in chairs):
        raise Refused(Reason("coach_only_in_practice"))
    return Proposal(entries.CoachCalled("coach_called", seat))


def _ends(table: LiveTable, step: Step) -> bool:
    return not table.playthrough.game.waiting(step.rows if step.effects else table.playthrough.rows)
