"""Real dice, bag and cards: whose they are, and who may say what they show."""

from __future__ import annotations

from dataclasses import dataclass

from spieltisch.contract import Reason, Refused
from spieltisch.discreet import UNSEEN, is_private
from spieltisch.kernel import CHANCE
from spieltisch.tables.live import LiveTable


@dataclass(frozen=True)
class Awaited:
    """Something that lies on the real table, and that the house does not know yet."""

    roller: int | None  # whose dice or tile; None: everybody's
    private: bool  # not everybody may see it
    by: tuple[int, ...]  # the seats that may say it


NOTHING = Awaited(None, private=False, by=())


def awaited(table: LiveTable) -> Awaited | None:
    """What has to be said now, if anything."""
    return at(table, len(table.playthrough.log)) if table.deciding() == [CHANCE] else None


def at(table: LiveTable, event: int) -> Awaited:
    """The same for chance after so many events. What only one seat may see, only its person says; for a seat that
    nobody plays somebody else has to look."""
    game, rows = table.playthrough.game, table.playthrough.before(event)
    roller = game.roller(rows)
    private = is_private(game, rows)
    own = private and roller in table.people
    return Awaited(roller, private, (roller,) if own and roller is not None else tuple(table.people))


def was_said(table: LiveTable, event: int) -> bool:
    """Whether a person has said what chance brought in this event: it could be something else, and is no secret."""
    playthrough = table.playthrough
    happened = playthrough.log[event]
    if table.opened.dice != "real" or happened.seat != CHANCE or happened.move == UNSEEN:
        return False
    return len(playthrough.game.legal(playthrough.before(event), CHANCE)) > 1


def must_be_theirs(table: LiveTable, seat: int) -> None:
    """What is awaited now is this seat's to say."""
    now = awaited(table)
    if now is None:
        raise Refused(Reason("nothing_to_show"))
    if seat not in now.by:
        name = table.chairs[now.by[0]].name if now.by else ""
        raise Refused(Reason("not_yours_to_show", values={"name": name}))
