"""What is shown of real dice, bag and cards: what is awaited, what can come, what can be corrected."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.contract import Reason, Refused
from spieltisch.kernel import CHANCE
from spieltisch.referee import RECENT
from spieltisch.server.chance import Possible, PossibleListed, RealShown, Slip
from spieltisch.server.wire import LogLine
from spieltisch.speech import Say
from spieltisch.tables import correcting, real
from spieltisch.tables.live import LiveTable

MOST_LISTED = 60  # things that chance can bring, to choose from


def real_shown(table: LiveTable, seat: int | None, say: Say, lines: Sequence[LogLine | None]) -> RealShown | None:
    """For the eyes of a seat; None: who only looks on corrects nothing. `lines` tell each event."""
    if table.opened.dice != "real":
        return None
    awaited, log = real.awaited(table), table.playthrough.log
    recent = range(len(log) - 1, max(-1, len(log) - 1 - RECENT), -1) if table.stage == "playing" else ()
    slips = tuple(
        Slip(event, line.text if (line := lines[event]) else say.move(log[event].move))
        for event in recent
        if seat is not None and correcting.may_correct(table, seat, event)
    )
    now = awaited or real.NOTHING
    return RealShown(awaited is not None, now.roller, now.private, now.by, table.opened.discreet, slips)


def called(awaited: real.Awaited) -> tuple[int, ...]:
    """Whose turn it is to say what real dice show: whose dice they are, if they can."""
    return tuple(seat for seat in awaited.by if seat == awaited.roller) or awaited.by


def possible(table: LiveTable, seat: int, event: int | None, say: Say, question: str) -> PossibleListed:
    """What dice, bag or deck can show now, or could in an event that this seat may correct; as far as it may know: what
    others hold may be in the bag."""
    if event is None:
        real.must_be_theirs(table, seat)
    elif not correcting.may_correct(table, seat, event):
        raise Refused(Reason("nothing_to_correct"))
    playthrough, game = table.playthrough, table.playthrough.game
    rows = playthrough.before(len(playthrough.log) if event is None else event)
    seen = game.hidden(rows, seat)
    actions, weights = game.legal(seen, CHANCE), game.weights(seen)

    def listed(number: int) -> Possible:
        action = int(actions[number])
        written = say.move(game.write(seen, CHANCE, action))
        return Possible(game.shown_move(seen, CHANCE, action), written, int(weights[number]))

    count = len(actions)
    return PossibleListed(
        type="possible",
        id=question,
        possible=tuple(map(listed, range(count if count <= MOST_LISTED else 0))),
        example=listed(count // 2),
        view=game.view(rows, seat),
        was=None if event is None else game.shown_move(rows, CHANCE, playthrough.log[event].action),
    )
