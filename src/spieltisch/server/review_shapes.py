"""What the HTTP API gives of reviews, and of what a decision has cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from spieltisch.coach.review import Total
from spieltisch.server.wire import Sentence

Unit = Literal["share", "points"]  # of the win; alone it is points


@dataclass(frozen=True)
class ReviewPoint:
    """What everybody could hope for after so many events, in millionths, by seat."""

    event: int
    values: tuple[int, ...]
    doubts: tuple[int, ...]  # one standard error; 0: this is no estimate


@dataclass(frozen=True)
class ComparedMove:
    move: Any  # a Move of the game, or as it is written where the game has none
    text: str  # in a few words


@dataclass(frozen=True)
class Compared:
    """Two moves of the same decision, to be drawn."""

    played: ComparedMove
    better: ComparedMove


@dataclass(frozen=True)
class ReviewedDecision:
    event: int  # counted from 0: after so many events it was made
    seat: int
    loss: int  # how far it was behind the best one, for whoever decided
    luck: tuple[int, ...]  # what chance brought until the next decision, by seat
    compared: Compared | None  # where it cost something
    theme: str  # what it was about then, `theme_...` among the texts of the game; empty where the game names none


@dataclass(frozen=True)
class CostlyMove:
    event: int
    seat: int
    loss: int
    played: str  # in a few words
    best: str  # what would have been better
    brought: Sentence | None  # what the move did for the player, said to the player; none where it is said already
    better: Sentence | None  # and what the better one would have done; none where that tells nothing new
    paragraph: str  # the rule behind the better move, if it is about one
    theme: str  # as in the decision


@dataclass(frozen=True)
class ReviewFound:
    unit: Unit
    totals: tuple[Total, ...]  # none until all decisions have been judged
    curve: tuple[ReviewPoint, ...]  # of the whole game; none where nothing can be seen in it yet
    decisions: tuple[ReviewedDecision, ...]
    costly: tuple[CostlyMove, ...]  # the most costly ones of each seat, the most costly first
    puzzles: tuple[str, ...]  # themes of this game of which there are puzzles


@dataclass(frozen=True)
class ReviewAnswer:
    """The review, or how far it is and what is known already."""

    asked: bool
    progress: float  # from 0 to 1
    before: int  # so many others have their turn first
    review: ReviewFound | None  # without totals as long as it grows
    rough: bool = False  # it began with a rough picture, which is being measured again


@dataclass(frozen=True)
class DecisionCost:
    """How far your last decision was behind the best one, for a seat with the coach; what is in doubt is nothing."""

    ready: bool  # else the coach is still getting ready, and blames nobody
    costly: bool = False  # it may be worth another try
    loss: int = 0  # in millionths
    unit: Unit = "share"
    theme: str = ""  # what it was about


ALL = (ReviewAnswer, DecisionCost)
