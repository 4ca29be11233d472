"""What is shown of real dice, bag and cards: what is awaited, what can come, what can be corrected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spieltisch import discreet
from spieltisch.contract import Reason, Refused
from spieltisch.dice import ByHand
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Rows
from spieltisch.referee import RECENT
from spieltisch.server.chance import Possible, PossibleListed, RealShown, Slip
from spieltisch.server.values import move_of
from spieltisch.server.wire import LogLine
from spieltisch.speech import Say
from spieltisch.tables import correcting, real
from spieltisch.tables.live import LiveTable
from spieltisch.tables.seats import UndoWish

MOST_LISTED = 60  # things that chance can bring, to choose from


def real_shown(table: LiveTable, seats: Sequence[int], say: Say, lines: Sequence[LogLine | None]) -> RealShown:
    """For the eyes of these seats; none: who only looks on corrects nothing. `lines` tell each event."""
    awaited, log = real.awaited(table), table.playthrough.log
    recent = range(len(log) - 1, max(-1, len(log) - 1 - RECENT), -1) if table.stage == "playing" else ()
    slips = tuple(
        Slip(event, by, line.text if (line := lines[event]) else say.move(log[event].move))
        for event in recent
        if (log[event].seat == CHANCE or lines[event])  # of what else there is no word, nobody has seen anything
        and (by := next((seat for seat in seats if correcting.may_correct(table, seat, event)), None)) is not None
    )
    now = awaited or real.NOTHING
    return RealShown(awaited is not None, now.roller, now.private, now.by, table.opened.discreet, slips)


def wished(table: LiveTable, wish: UndoWish, looking: int, say: Say, lines: Sequence[LogLine | None]) -> str:
    """What somebody would like to take back or to correct; who is asked hears what that changes, if they may know."""
    name, playthrough = say.seat(wish.seat), table.playthrough
    if not wish.again or wish.events is None:
        return say("would_take_back", name=name)
    was, lost = lines[wish.events], correcting.lost(table, wish.events, wish.again)
    after = say("would_correct_lost", n=lost) if lost else say("would_correct_fits")
    then, (actor, move) = playthrough.forked(wish.events, ByHand()), wish.again[0]
    told = then.game.told(then.rows, actor, then.parse(actor, move))
    if was is None or told is None or not playthrough.saw(looking, wish.events):
        return f"{say('would_correct', name=name)} {after}"
    return f"{say('would_correct_so', name=name, was=was.text, now=say.reason(told))} {after}"


def called(awaited: real.Awaited) -> tuple[int, ...]:
    """Whose turn it is to say what real dice show: whose dice they are, if they can."""
    return tuple(seat for seat in awaited.by if seat == awaited.roller) or awaited.by


def possible(table: LiveTable, seat: int, event: int | None, say: Say, question: str) -> PossibleListed:
    """What dice, bag or deck can show now, or what could be in an event that this seat may correct; as far as it may
    know: what others hold may be in the bag."""
    playthrough, was = table.playthrough, None
    if event is None:
        real.must_be_theirs(table, seat)
        rows, actor = playthrough.rows, CHANCE
    else:
        rows, made = correcting.position(table, seat, event).rows, playthrough.log[event]
        actor, was = made.seat, playthrough.game.shown_move(playthrough.before(event), made.seat, made.action)
    return _listed(playthrough.game, rows, seat, say, actor=actor, was=was, question=question)


def holdable(table: LiveTable, seat: int, held: Sequence[Any], say: Say, question: str) -> PossibleListed:
    """What a seat may hold beside what it has told the coach."""
    rows = _told(table, seat, held)
    missing = discreet.untold(table.playthrough.game, rows, seat)
    return _listed(table.playthrough.game, rows, seat, say, missing=missing, question=question)


def known_to_coach(table: LiveTable, seat: int, held: Sequence[Any]) -> Rows:
    """The state that the coach looks at through the eyes of a seat; where nobody tells the house what is hidden, with
    all that the seat tells now."""
    if not table.opened.discreet:
        return table.playthrough.rows
    rows = _told(table, seat, held)
    if missing := discreet.untold(table.playthrough.game, rows, seat):
        raise Refused(Reason("tell_what_you_hold", values={"n": missing}))
    return rows


def _told(table: LiveTable, seat: int, held: Sequence[Any]) -> Rows:
    if not table.opened.discreet:
        raise Refused(Reason("nothing_to_tell"))
    if not table.chairs[seat].coach:
        raise Refused(Reason("no_coach"))
    table.must_decide(seat)
    game, rows = table.playthrough.game, table.playthrough.rows
    if discreet.untold(game, rows, seat) == 0:
        raise Refused(Reason("discreet_has_no_coach"))
    return discreet.holding(game, rows, seat, [move_of(game, move) for move in held])


def _listed(
    game: Game,
    rows: Rows,
    seat: int,
    say: Say,
    *,
    question: str,
    actor: int = CHANCE,
    was: Any = None,
    missing: int = 0,
) -> PossibleListed:
    seen, view = game.hidden(rows, seat), game.view(rows, seat)
    if actor != CHANCE:  # the game's own screen asks for it
        return PossibleListed("possible", question, actor, (), Possible(was, "", 1), view, was, missing)
    actions, weights = game.legal(seen, CHANCE), game.weights(seen)

    def listed(number: int) -> Possible:
        action = int(actions[number])
        written = say.move(game.write(seen, CHANCE, action))
        return Possible(game.shown_move(seen, CHANCE, action), written, int(weights[number]))

    count = len(actions)
    possible = tuple(map(listed, range(count if count <= MOST_LISTED else 0)))
    return PossibleListed("possible", question, actor, possible, listed(count // 2), view, was, missing)
