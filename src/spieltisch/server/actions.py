"""What can be asked for at a table, by socket or HTTP: each message, who may send it, and what it proposes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spieltisch.contract import Reason, Refused
from spieltisch.server import chance, company, shapes, wire
from spieltisch.server.clients import Client
from spieltisch.server.rooms import Room
from spieltisch.server.values import move_of
from spieltisch.tables import correcting, proposals, stand_ins, undo, wishes
from spieltisch.tables.keys import hashed
from spieltisch.tables.live import LiveTable
from spieltisch.tables.proposals import Proposal
from spieltisch.tables.seats import StandInWish, UndoWish
from spieltisch.tables.stand_ins import Wisher


class Forbidden(Refused):
    """Not theirs to do."""


@dataclass(frozen=True)
class Asker:
    """Who asks, with which keys, and over which connection if they stay."""

    room: Room
    keys: tuple[str, ...]
    client: Client | None = None

    @property
    def seats(self) -> frozenset[int]:
        """Those that are theirs at this moment; somebody else may sit down there at the next."""
        return self.room.table.held_by(self.keys)[0]

    @property
    def host(self) -> bool:
        return self.room.table.held_by(self.keys)[1]

    @property
    def earlier(self) -> dict[int, str]:
        """Those that were theirs: others stand in for them there, or they have given them up."""
        return self.room.table.may_return(self.keys)

    @property
    def wisher(self) -> Wisher:
        return Wisher(self.seats, self.room.away)


Right = Callable[[Asker, Any], None]


def anybody(asker: Asker, message: Any) -> None:
    pass


def holder(asker: Asker, message: Any) -> None:
    if message.seat not in asker.seats:
        raise Forbidden(Reason("not_your_seat"))


def player(asker: Asker, message: Any) -> None:
    if not asker.seats and not asker.host:
        raise Forbidden(Reason("not_your_seat"))


def host(asker: Asker, message: Any) -> None:
    if not asker.host:
        raise Forbidden(Reason("only_the_host"))


def others(asker: Asker, message: Any) -> None:
    """Whoever sits elsewhere at the table, or the host."""
    if not asker.seats - {message.seat}:
        host(asker, message)


def host_or_holder(asker: Asker, message: Any) -> None:
    if message.seat not in asker.seats:
        host(asker, message)


def may_return(asker: Asker, message: Any) -> None:
    if message.seat not in asker.earlier:
        holder(asker, message)


def may_leave(asker: Asker, message: Any) -> None:
    """Also who has done so already, and asks again because the answer was lost."""
    if asker.earlier.get(message.seat) != "":
        holder(asker, message)


def wisher(asker: Asker, message: Any) -> None:
    """What is no longer wished any player may withdraw once more."""
    wish = asker.room.table.wish
    if wish is None or wish.number != message.wish:
        player(asker, message)
    elif not isinstance(wish, UndoWish) or wish.seat not in asker.seats:
        host(asker, message)


def _answer(asker: Asker, message: wire.Agree) -> Proposal:
    """Whoever has come back meanwhile need not be replaced."""
    table = asker.room.table
    if isinstance(table.wish, StandInWish) and message.yes:
        stand_ins.must_be_away(table, table.wish.seat, asker.room.away(table.wish.seat))
    return wishes.answer(table, message.seat, message.wish, yes=message.yes)


def _sat(asker: Asker, message: shapes.Sit, done: Proposal | None) -> shapes.Sat:
    key = done.secret if done else message.key
    assert key is not None
    invite = hashed(message.invite)
    return shapes.Sat(next(k for k, chair in enumerate(asker.room.table.chairs) if chair.sat_with == invite), key)


def _join(asker: Asker, message: shapes.Join) -> Proposal | None:
    """Nobody is let in to a table whose host has gone; whoever asks again has been let in already."""
    table, key = asker.room.table, hashed(message.key)
    if not asker.room.free and all(chair.key != key for chair in table.chairs):
        raise Refused(Reason("no_longer_listed"))
    return proposals.join(table, message.name, message.contribution, message.key)


def _joined(asker: Asker, message: shapes.Join, done: Proposal | None) -> shapes.Sat:
    key = hashed(message.key)
    return shapes.Sat(next(k for k, chair in enumerate(asker.room.table.chairs) if chair.key == key), message.key)


@dataclass(frozen=True)
class Action:
    may: Right
    propose: Callable[[LiveTable, Any, Asker], Proposal | None]
    answer: Callable[[Asker, Any, Proposal | None], Any] | None = None  # where whoever asks gets more than the change


def _invited(asker: Asker, message: wire.Invite, done: Proposal | None) -> wire.Invited | wire.Done:
    """The link, if nobody has to be asked."""
    return wire.Invited("invited", message.id, done.secret) if done and done.secret else wire.Done("done", message.id)


ACTIONS: dict[type, Action] = {
    shapes.Sit: Action(
        anybody, lambda table, it, by: proposals.sit(table, it.invite, it.name, it.contribution, it.key), _sat
    ),
    shapes.Join: Action(anybody, lambda table, it, by: _join(by, it), _joined),
    company.Settle: Action(host, lambda table, it, by: proposals.settle(table, it.chat, it.listed)),
    wire.Ready: Action(holder, lambda table, it, by: proposals.ready(table, it.seat, it.contribution)),
    wire.Play: Action(
        holder,
        lambda table, it, by: proposals.play(
            table, it.seat, move_of(table.playthrough.game, it.move), it.id, it.version, used=by.room.used(it.seat)
        ),
    ),
    chance.Show: Action(
        holder,
        lambda table, it, by: proposals.show(
            table, move_of(table.playthrough.game, it.move), it.seat, it.id, it.version
        ),
    ),
    chance.Correct: Action(
        holder,
        lambda table, it, by: correcting.correct(
            table, it.seat, it.event, move_of(table.playthrough.game, it.move), by.seats, it.id, it.version
        ),
    ),
    company.CallTime: Action(
        others, lambda table, it, by: proposals.call_time(table, it.seat, by.room.remaining(it.seat))
    ),
    company.CallCoach: Action(holder, lambda table, it, by: proposals.call_coach(table, it.seat, by.seats)),
    wire.Undo: Action(holder, lambda table, it, by: undo.undo(table, it.seat, it.id, it.version)),
    wire.Agree: Action(holder, lambda table, it, by: _answer(by, it)),
    wire.Withdraw: Action(wisher, lambda table, it, by: wishes.withdraw(table, it.wish)),
    wire.Replace: Action(host_or_holder, lambda table, it, by: stand_ins.replace(table, it.seat, it.bot, by.wisher)),
    wire.Leave: Action(may_leave, lambda table, it, by: stand_ins.leave(table, it.seat)),
    wire.ComeBack: Action(
        may_return, lambda table, it, by: stand_ins.come_back(table, it.seat, by.earlier.get(it.seat, ""))
    ),
    wire.Invite: Action(host, lambda table, it, by: stand_ins.invite(table, it.seat, by.wisher), _invited),
}


async def carry_out(asker: Asker, message: Any) -> Any:
    """Does what the message asks for, if whoever asks may; its answer, where it has one of its own."""
    action = ACTIONS[type(message)]

    def propose(table: LiveTable) -> Proposal | None:
        """Asked again after others were faster: what was theirs may have become somebody else's."""
        action.may(asker, message)
        return action.propose(table, message, asker)

    shown = None if action.answer else getattr(message, "id", None)
    done = await asker.room.change(propose, asker.client, shown)
    return action.answer(asker, message, done) if action.answer else None
