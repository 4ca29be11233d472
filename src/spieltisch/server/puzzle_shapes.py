"""What the HTTP API takes and gives of puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from spieltisch.puzzles.rating import Glicko
from spieltisch.server.forms import CLOSED, Move, checked
from spieltisch.server.wire import Sentence

MOST_TRIED = 2_000  # puzzles of one game that somebody has met: that many fit into the largest request
Points = Annotated[float, Field(ge=-10_000, le=10_000, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0, le=10_000_000)]
PuzzleName = Annotated[str, Field(pattern="^[0-9a-f]{10}$")]


@dataclass(frozen=True)
class PuzzleInfo:
    """Before anybody has tried it."""

    name: str
    theme: str  # its title is among the texts of the game
    rating: int  # how hard it is: how many levels miss it
    card: bool  # it can be asked as quickly as a flash card


@dataclass(frozen=True)
class Puzzles:
    puzzles: tuple[PuzzleInfo, ...]


class PlayerRated(NamedTuple):
    """Of somebody who practises, by Glicko-2."""

    rating: Points
    deviation: Annotated[float, Field(ge=1, le=350)]
    volatility: Annotated[float, Field(ge=0.001, lt=1)]


class PuzzleTried(NamedTuple):
    """What is remembered of a puzzle that somebody has answered."""

    rating: Points
    tries: Annotated[int, Field(ge=1, le=10_000_000)]
    score: Annotated[float, Field(ge=0, le=1)]  # of the last answer
    at: Count  # so many had been answered then


NOBODY = PlayerRated(Glicko.rating, Glicko.deviation, Glicko.volatility)


@checked(frozen=True, config=CLOSED)
class NextWanted:
    """What somebody has done so far: the server remembers nobody."""

    player: PlayerRated = NOBODY
    answered: Count = 0
    tried: Annotated[dict[PuzzleName, PuzzleTried], Field(max_length=MOST_TRIED)] = Field(default_factory=dict)
    theme: Annotated[str, Field(max_length=40)] = ""  # only this one
    cards: bool = False  # only those that are quickly decided


@dataclass(frozen=True)
class NextPuzzle:
    name: str


@dataclass(frozen=True)
class PuzzleShown:
    """A position, and nothing about its answer."""

    seat: int
    names: tuple[str, ...]
    view: Any  # of the game, through the eyes of this seat
    ask: str  # what is to be decided


@checked(frozen=True, config=CLOSED)
class AnswerPuzzle:
    move: Move  # written, or as a value of the game's own type
    player: PlayerRated = NOBODY
    answered: Count = 0
    tried: PuzzleTried | None = None  # this one, earlier


@dataclass(frozen=True)
class MoveWorth:
    """A move, and what it is worth: thousandths of the win, or alone of a point."""

    move: Any  # a Move of the game, or as it is written
    text: str  # as people call it
    brings: Sentence
    value: int
    error: int  # half of the 95 % interval; 0: exact
    accepted: bool  # it may be the best one
    mine: bool
    levels: tuple[int, ...]  # which of them play it


@dataclass(frozen=True)
class PuzzleGraded:
    loss: int  # behind the best one; in thousandths
    score: float  # 1 for all that is accepted, half for what costs little
    unit: Literal["share", "points"]
    worths: tuple[MoveWorth, ...]  # the best move first, then mine, the tempting one and those of the levels by worth
    theme: str
    measured: str  # how all this is known, in one sentence
    player: PlayerRated  # afterwards
    answered: int
    tried: PuzzleTried


@dataclass(frozen=True)
class PuzzleAnswered:
    """One of them: a rule forbids the move, and nothing has happened; or it is graded."""

    refused: Sentence | None
    graded: PuzzleGraded | None


ALL = (Puzzles, NextWanted, NextPuzzle, PuzzleShown, AnswerPuzzle, PuzzleAnswered)
