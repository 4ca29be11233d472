"""A position that no table has: in a lesson, a puzzle, the deal of the day. It is looked at and moves are tried; the
referee has replayed it, nothing here changes it, and nothing is kept."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.contract import Refused
from spieltisch.kernel import among
from spieltisch.referee import Effect, Table
from spieltisch.server.position_shapes import MovePreview, TryMove, WrittenMoves
from spieltisch.server.scenes import sentences
from spieltisch.server.values import kind_of, move_of
from spieltisch.server.wire import Happened, Sentence
from spieltisch.speech import Say


def seated(say: Say, seat: int, learner: str) -> tuple[str, ...]:
    """What stands at the seats: whoever has no name is "you" there."""
    return tuple(say("daily_you") if each == seat and not learner else name for each, name in enumerate(say.names))


def tried_action(table: Table, seat: int, wanted: TryMove) -> int:
    """Raises Refused, with the rule's own reason, if the move is not legal."""
    action = table.parse(seat, move_of(table.game, wanted.move))
    table.check(seat, action)
    return action


def previewed(table: Table, seat: int, wanted: TryMove, say: Say) -> MovePreview:
    """What a move would bring, as its seat may know it."""
    game = table.game
    try:
        action = tried_action(table, seat, wanted)
    except Refused as refused:
        return MovePreview(refusal(say, refused), (), None)
    seen = game.hidden(table.rows, seat)
    return MovePreview(None, sentences(say, game.scored(seen, seat, action)), game.preview(seen, seat, action))


def legal_moves(table: Table, seat: int) -> WrittenMoves:
    return WrittenMoves(tuple(table.moves(seat)))


def refusal(say: Say, refused: Refused) -> Sentence:
    return sentences(say, [refused.reason])[0]


def happened(table: Table, seat: int, effects: Sequence[Effect]) -> tuple[Happened, ...]:
    """What would follow the position, as this seat may know it; what somebody else draws is not seen."""
    game, found = table.game, []
    before = [table.rows, *(effect.rows for effect in effects)]
    for number, (rows, effect) in enumerate(zip(before, effects, strict=False), start=len(table.log)):
        who, action = effect.event.seat, effect.event.action
        seen = among(seat, effect.seen_by)
        value = game.happened(rows, who, action) if seen else game.unseen(rows, who)
        if value is not None:
            found.append(Happened(number, who, kind_of(type(value)), value))
    return tuple(found)


def told(table: Table, seat: int, effects: Sequence[Effect], say: Say) -> tuple[str, ...]:
    """What would follow the position, in words, as far as this seat sees it happen."""
    before = [table.rows, *(effect.rows for effect in effects)]
    reasons = [
        table.game.told(rows, effect.event.seat, effect.event.action)
        for rows, effect in zip(before, effects, strict=False)
        if among(seat, effect.seen_by)
    ]
    return tuple(say.reason(reason) for reason in reasons if reason is not None)
