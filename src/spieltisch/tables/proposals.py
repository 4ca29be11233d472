"""What can be done at a table. Each of these checks and changes nothing: it says what would be written, or refuses.

Nothing to be written (None) means that it has been done already.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spieltisch.contract import Reason, Refused
from spieltisch.kernel import CHANCE
from spieltisch.referee import Step
from spieltisch.speech import tidy_name
from spieltisch.tables import entries
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
    others = [chair.name for k, chair in enumerate(table.chairs) if k != seat or chair.held]
    others += [name for chair in table.chairs for _, name in chair.earlier]
    called = distinct(tidy_name(name) or str(seat + 1), others)
    return Proposal(entries.SeatTaken("sat", seat, called, hashed(key), contribution, wanted), secret=key)


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
    table: LiveTable, seat: int, move: Any, move_id: str | None = None, version: int | None = None
) -> Proposal | None:
    """A decision of a seat; with a version it was made on that, and holds only if the seat has seen nothing since."""
    if table.is_done(seat, move_id):
        return None
    table.must_be_playing()
    table.must_be_seated(seat)
    table.must_be_known(seat, version)
    return act(table, seat, table.playthrough.parse(seat, move), move_id)


def act(table: LiveTable, seat: int, action: int, move_id: str | None = None) -> Proposal:
    table.must_be_playing()
    step = table.playthrough.prepare(seat, action)
    move, *chance = step.moves
    return Proposal(entries.MoveMade("played", seat, move, tuple(chance), move_id, _ends(table, step)), step)


def show(table: LiveTable, outcome: str) -> Proposal:
    """Real dice, tiles or cards show this."""
    table.must_be_playing()
    return act(table, CHANCE, table.playthrough.parse(CHANCE, outcome))


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
