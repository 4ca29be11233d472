"""What the coach has found out about a game, in words and as the screen draws it."""

from __future__ import annotations

from collections.abc import Iterator

from spieltisch.coach import review as coach
from spieltisch.puzzles.mistakes import theme_of
from spieltisch.puzzles.puzzle import shipped
from spieltisch.server.review_shapes import (
    Compared,
    ComparedMove,
    CostlyMove,
    ReviewedDecision,
    ReviewFound,
    ReviewPoint,
)
from spieltisch.server.scenes import sentences
from spieltisch.speech import Say
from spieltisch.tables.live import LiveTable


def shown(table: LiveTable, found: coach.Review, say: Say) -> ReviewFound:
    return ReviewFound(
        unit="points" if found.unit == "points" else "share",
        totals=found.totals,
        curve=tuple(_curve(len(table.playthrough.log), found)),
        decisions=tuple(
            ReviewedDecision(
                each.event, each.seat, each.loss, each.luck, _compared(table, each, say), _theme(table, each)
            )
            for each in found.decisions
        ),
        costly=tuple(_costly(table, each, say) for each in found.costly),
        puzzles=tuple(sorted({puzzle.theme for puzzle in shipped(table.playthrough.game.name)})),
    )


def _curve(last: int, found: coach.Review) -> Iterator[ReviewPoint]:
    """From the even start to the result, which is no estimate; also where a decision has brought it about."""
    if found.totals:
        yield _known(0, [total.even for total in found.totals])
    for each in found.decisions:
        doubts = each.doubts or (0,) * len(each.before)
        yield ReviewPoint(each.event, each.before, doubts)
        if each.event + 1 < last:
            yield ReviewPoint(each.event + 1, each.after, doubts)
    if found.totals:
        yield _known(last, [total.result for total in found.totals])


def _known(event: int, values: list[int]) -> ReviewPoint:
    return ReviewPoint(event, tuple(values), (0,) * len(values))


def _theme(table: LiveTable, decision: coach.Decision) -> str:
    return theme_of(table.playthrough, decision)


def _compared(table: LiveTable, decision: coach.Decision, say: Say) -> Compared | None:
    """What was played and what was better, for the screen to draw."""
    if not decision.loss:
        return None
    return Compared(_move(table, decision, decision.move, say), _move(table, decision, decision.best, say))


def _move(table: LiveTable, decision: coach.Decision, written: str, say: Say) -> ComparedMove:
    """With what the log says of it; where it says nothing, as the buttons of the table name it."""
    game, seat, rows = table.playthrough.game, decision.seat, table.playthrough.before(decision.event)
    action = game.parse(rows, seat, written)
    told = game.told(rows, seat, action)
    text = say(told.key, **told.values) if told else say.action(rows, seat, action)
    return ComparedMove(game.shown_move(rows, seat, action), text)


def _costly(table: LiveTable, decision: coach.Decision, say: Say) -> CostlyMove:
    return CostlyMove(
        event=decision.event,
        seat=decision.seat,
        loss=decision.loss,
        played=_move(table, decision, decision.move, say).text,
        best=_move(table, decision, decision.best, say).text,
        better=next(iter(sentences(say, filter(None, [decision.better]))), None),
        theme=_theme(table, decision),
    )
