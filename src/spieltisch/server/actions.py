"""What can be asked for at a table, by socket or HTTP: each message, who may send it, and what it proposes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spieltisch.contract import Reason, Refused
from spieltisch.server import shapes, wire
from spieltisch.server.clients import Client
from spieltisch.server.rooms import Room
from spieltisch.server.values import move_of
from spieltisch.tables import proposals, undo
from spieltisch.tables.keys import hashed
from spieltisch.tables.live import LiveTable
from spieltisch.tables.proposals import Proposal


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


def host_of_absent(asker: Asker, message: Any) -> None:
    host(asker, message)
    if any(message.seat in other.eyes.seats for other in asker.room.clients if other is not asker.client):
        raise Refused(Reason("player_is_here"))


def _sat(asker: Asker, message: shapes.Sit, done: Proposal | None) -> shapes.Sat:
    key = done.secret if done else message.key
    assert key is not None
    invite = hashed(message.invite)
    return shapes.Sat(next(k for k, chair in enumerate(asker.room.table.chairs) if chair.sat_with == invite), key)


@dataclass(frozen=True)
class Action:
    may: Right
    propose: Callable[[LiveTable, Any], Proposal | None]
    answer: Callable[[Asker, Any, Proposal | None], Any] | None = (
        None  # where whoever asks gets more than to see it happen
    )


ACTIONS: dict[type, Action] = {
    shapes.Sit: Action(
        anybody,
        lambda table, it: proposals.sit(table, it.invite, it.name, it.contribution, it.key),
        _sat,
    ),
    wire.Ready: Action(holder, lambda table, it: proposals.ready(table, it.seat, it.contribution)),
    wire.Play: Action(
        holder,
        lambda table, it: proposals.play(table, it.seat, move_of(table.playthrough.game, it.move), it.id, it.version),
    ),
    wire.Undo: Action(holder, lambda table, it: undo.undo(table, it.seat, it.id, it.version)),
    wire.Agree: Action(holder, lambda table, it: undo.agree(table, it.seat, yes=it.yes)),
    wire.Replace: Action(host_of_absent, lambda table, it: proposals.replace(table, it.seat, it.bot)),
    wire.ComeBack: Action(holder, lambda table, it: proposals.come_back(table, it.seat)),
    wire.Invite: Action(
        host,
        lambda table, it: proposals.invite(table, it.seat),
        lambda asker, it, done: wire.Invited("invited", it.id, done.secret) if done else None,
    ),
}


async def carry_out(asker: Asker, message: Any) -> Any:
    """Does what the message asks for, if whoever asks may; its answer, where it has one of its own."""
    action = ACTIONS[type(message)]

    def propose(table: LiveTable) -> Proposal | None:
        """Asked again after others were faster: what was theirs may have become somebody else's."""
        action.may(asker, message)
        return action.propose(table, message)

    shown = None if action.answer else getattr(message, "id", None)
    done = await asker.room.change(propose, asker.client, shown)
    return action.answer(asker, message, done) if action.answer else None
