"""Correcting what was entered of a real table, what came or what somebody played: all after it is checked again, and
what no longer fits is taken back."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from spieltisch.contract import Reason, Refused
from spieltisch.dice import ByHand, Real
from spieltisch.kernel import CHANCE
from spieltisch.referee import Table
from spieltisch.tables import entries, real, undo
from spieltisch.tables.live import LiveTable
from spieltisch.tables.proposals import Proposal


@dataclass(frozen=True)
class Correction:
    """What becomes of a game if real dice had shown, or somebody had played, something else."""

    again: tuple[tuple[int, str], ...]  # from the event on: what it really was, and all that still fits
    kept: int  # so many of the events after it
    why: Reason | None  # why the next one does not fit
    over: bool  # the game, then
    told: Reason | None  # what it really was, in one sentence


def correction(table: LiveTable, seat: int, event: int, move: Any) -> Correction:
    """Every later event is checked again, in order. From the first that no longer fits on nothing stays: what comes
    after it was decided in another position."""
    then, actor, kept, why = position(table, seat, event), table.playthrough.log[event].seat, 0, None
    then.act(actor, then.parse(actor, move))
    told = then.game.told(then.before(event), actor, then.log[event].action)
    for later in table.playthrough.log[event + 1 :]:
        try:
            then.commit(then.retrace([(later.seat, later.move)]))
        except Refused as refused:
            why = _then(refused.reason)
            break
        kept += 1
    then.commit(then.roll(Real()))
    return Correction(tuple((each.seat, each.move) for each in then.log[event:]), kept, why, not then.waiting, told)


def _then(reason: Reason) -> Reason:
    """Of a step that is checked again nobody is told that it is not their turn."""
    return replace(reason, key="turn_would_be") if reason.key == "not_your_turn" else reason


def lost(table: LiveTable, event: int, again: Sequence[tuple[int, str]]) -> int:
    """How many of the events after one that is corrected are taken back, if this happens again."""
    later = [(each.seat, each.move) for each in table.playthrough.log[event + 1 :]]
    kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(later, again[1:], strict=False)))
    return len(later) - kept


def correct(
    table: LiveTable,
    seat: int,
    event: int,
    move: Any,
    own: AbstractSet[int],
    correct_id: str | None = None,
    version: int | None = None,
) -> Proposal | None:
    """At once, if nobody else has decided anything since or all seats belong to whoever asks; else the others agree.

    Nobody decides anew with what has come to light since, unless the others let them.
    """
    if table.is_done(seat, correct_id):
        return None
    table.must_be_playing()
    table.must_be_seated(seat)
    table.must_be_known(seat, version)
    found, was = correction(table, seat, event, move), table.playthrough.log[event]
    if found.again[0] == (was.seat, was.move):
        return None
    later = {each.seat for each in table.playthrough.log[event + 1 :]}
    others = [other for other in table.holders if other not in own]
    if was.seat == CHANCE or undo.is_free(table, seat, event):
        others = [other for other in others if other in later]
    if not others:
        return Proposal(entries.Undone("undone", seat, event, found.again, correct_id, found.over))
    if table.wish is not None:
        raise Refused(Reason("undo_is_being_asked"))
    return Proposal(entries.UndoWished("undo_wished", seat, correct_id, event, found.again, found.over))


def position(table: LiveTable, seat: int, event: int) -> Table:
    """The playthrough as it was before an event that this seat may correct: what happens there changes nothing here."""
    if not may_correct(table, seat, event):
        raise Refused(Reason("nothing_to_correct"))
    return table.playthrough.forked(event, ByHand())


def may_correct(table: LiveTable, seat: int, event: int) -> bool:
    """Whether a person has said this of real dice, and this seat may say it anew; or has played it at a real table:
    then only they say what it really was."""
    playthrough = table.playthrough
    if table.opened.dice != "real" or not table.given <= event < len(playthrough.log):
        return False
    if (actor := playthrough.log[event].seat) != CHANCE:
        return actor == seat and seat in table.people and _had_a_choice(table, event)
    if not real.was_said(table, event):
        return False
    then = real.at(table, event)
    secret = then.private and then.roller is not None and table.chairs[then.roller].held
    return seat == then.roller if secret else seat in then.by


def _had_a_choice(table: LiveTable, event: int) -> bool:
    """Whose rack nobody knows, may have laid any tile."""
    playthrough, seat = table.playthrough, table.playthrough.log[event].seat
    return playthrough.discreet or playthrough.game.engine.tickets(playthrough.before(event), seat) > 1
