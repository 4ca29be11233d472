"""What the coach has found out about a game, in words and as the screen draws it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import mean

from spieltisch.coach import review as coach
from spieltisch.contract import Reason
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
from spieltisch.server.wire import Sentence
from spieltisch.speech import Say
from spieltisch.tables.live import LiveTable

BLURRED = 200_000  # of the win: standard errors as large as that
ROUGH = 50_000  # and as large as that: single estimates tell less than several neighbours together
NEIGHBOURS = 8  # points of the curve on each side


def shown(table: LiveTable, found: coach.Review, say: Say) -> ReviewFound:
    return ReviewFound(
        unit="points" if found.unit == "points" else "share",
        totals=found.totals,
        curve=_calm(tuple(_curve(len(table.playthrough.log), found)), found),
        decisions=tuple(
            ReviewedDecision(
                each.event, each.seat, each.loss, each.luck, _compared(table, each, say), _theme(table, each)
            )
            for each in found.decisions
        ),
        costly=tuple(_costly(table, each, say) for each in coach.costly_of_each(found.decisions)),
        puzzles=tuple(sorted({puzzle.theme for puzzle in shipped(table.playthrough.game.name)})),
    )


def _curve(last: int, found: coach.Review) -> Iterator[ReviewPoint]:
    """From the even start to the result, which is no estimate; also where a decision has brought it about."""
    if not found.totals and _is_blurred(found):
        return
    if found.totals:
        yield _known(0, [total.even for total in found.totals])
    for each in found.decisions:
        doubts = each.doubts or (0,) * len(each.before)
        yield ReviewPoint(each.event, each.before, doubts)
        if each.event + 1 < last:
            yield ReviewPoint(each.event + 1, each.after, doubts)
    if found.totals:
        yield _known(last, [total.result for total in found.totals])
    elif found.decisions:
        end = found.decisions[-1]
        yield _known(last, [after + luck for after, luck in zip(end.after, end.luck, strict=True)])


def _calm(points: tuple[ReviewPoint, ...], found: coach.Review) -> tuple[ReviewPoint, ...]:
    """As long as it grows, what is only roughly known yet is drawn as the mean of what lies around it: else the errors
    of single estimates would look like ups and downs of the game. How far it may be off stays as it was measured."""
    if found.totals or found.unit != "share":
        return points

    def around(place: int) -> ReviewPoint:
        near = [each for each in points[max(0, place - NEIGHBOURS) : place + NEIGHBOURS + 1] if _is_rough(each)]
        by_seat = zip(*(each.values for each in near), strict=True)
        return replace(points[place], values=tuple(round(mean(values)) for values in by_seat))

    return tuple(around(place) if _is_rough(each) else each for place, each in enumerate(points))


def _is_rough(point: ReviewPoint) -> bool:
    return max(point.doubts, default=0) > ROUGH


def _is_blurred(found: coach.Review) -> bool:
    """A rough picture in which the values may be anything."""
    doubts = [doubt for each in found.decisions for doubt in each.doubts]
    return found.unit == "share" and sum(doubts) > BLURRED * len(doubts)


def _known(event: int, values: list[int]) -> ReviewPoint:
    return ReviewPoint(event, tuple(values), (0,) * len(values))


def _theme(table: LiveTable, decision: coach.Decision) -> str:
    return theme_of(table.playthrough, decision)


def _compared(table: LiveTable, decision: coach.Decision, say: Say) -> Compared | None:
    """What was played and what was better, for the screen to draw."""
    if not decision.loss:
        return None
    played, better = _told(table, decision, say)
    return Compared(_move(table, decision, decision.move, played), _move(table, decision, decision.best, better))


def _move(table: LiveTable, decision: coach.Decision, written: str, text: str) -> ComparedMove:
    game, rows = table.playthrough.game, table.playthrough.before(decision.event)
    return ComparedMove(game.shown_move(rows, decision.seat, game.parse(rows, decision.seat, written)), text)


def _told(table: LiveTable, decision: coach.Decision, say: Say) -> tuple[str, str]:
    """Both moves as the buttons name them."""
    game, seat, rows = table.playthrough.game, decision.seat, table.playthrough.before(decision.event)
    played, best = (say.action(rows, seat, game.parse(rows, seat, move)) for move in (decision.move, decision.best))
    return played, best


def _costly(table: LiveTable, decision: coach.Decision, say: Say) -> CostlyMove:
    played, best = _told(table, decision, say)
    brought, better = (_sentence(say, reason) for reason in (decision.brought, decision.better))
    alike = brought is not None and better is not None and brought.text == better.text
    return CostlyMove(
        event=decision.event,
        seat=decision.seat,
        loss=decision.loss,
        played=played,
        best=best,
        brought=None if alike else _news(brought, played),
        better=None if alike else _news(better, best),
        paragraph=decision.better.paragraph if decision.better else "",
        theme=_theme(table, decision),
    )


def _sentence(say: Say, reason: Reason | None) -> Sentence | None:
    return next(iter(sentences(say, [reason])), None) if reason else None


def _news(reason: Sentence | None, told: str) -> Sentence | None:
    """A reason that is more than an echo of the move it stands beside."""
    return None if reason is None or _bare(reason.text) in _bare(told) else reason


def _bare(text: str) -> str:
    return text.casefold().rstrip(" .!")
