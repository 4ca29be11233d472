"""During a game: the best moves, what they may lead to, and what they bring, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spieltisch.bots.search import Budget
from spieltisch.coach.judge import STANDARD_ERRORS, TOP, Judged, judge
from spieltisch.contract import Reason
from spieltisch.game import Game
from spieltisch.kernel import Rng, Rows

ALIKE = 0.02  # of the win: what differs by more does not look alike, even if it might be by chance
ALIKE_ALONE = 0.5  # points


@dataclass(frozen=True)
class Advice:
    """One move that may be recommended to a seat."""

    action: int
    move: str  # as moves.py writes it
    share: float  # of the win, expected
    points: float  # at the end, expected
    reason: Reason  # what it brings
    error: float  # how far its distance to the best one may be off: one standard error of the win, or alone of points
    equal: bool = False  # just as good as the best one: the values are close, and their intervals overlap


def advise(
    game: Game, seen: Rows, seat: int, rng: Rng, budget: Budget, top: int = TOP, also: Sequence[int] = ()
) -> list[Advice]:
    """The best moves first, for a seat that must decide and sees this; those in `also` are always among them."""
    judged = judge(game, seen, seat, rng, budget, also, top)
    found = [each for place, each in enumerate(judged) if place < top or each.action in also]
    return [
        Advice(
            judged.action,
            game.write(seen, seat, judged.action),
            judged.shares[seat],
            judged.points[seat],
            game.brings(seen, seat, judged.action),
            judged.error,
            equal=judged is not found[0] and _as_good(judged, found[0], seat),
        )
        for judged in found
    ]


def cost(advised: Sequence[Advice], action: int, *, alone: bool) -> float:
    """How far an action is behind the best one, in shares of the win or alone in points; doubt is nothing."""
    taken = next(each for each in advised if each.action == action)
    best = advised[0]
    behind = best.points - taken.points if alone else best.share - taken.share
    return behind if behind > STANDARD_ERRORS * taken.error else 0.0


def _as_good(judged: Judged, best: Judged, seat: int) -> bool:
    """Few playouts leave wide intervals: that they overlap is not enough."""
    behind = best.values[seat] - judged.values[seat]
    alike = ALIKE_ALONE if len(judged.points) == 1 else ALIKE
    return behind <= min(alike, STANDARD_ERRORS * judged.error)
