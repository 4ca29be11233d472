"""What the HTTP API takes and gives of the deal of the day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from spieltisch.daily.deal import MOST_ANSWERS
from spieltisch.daily.result import LONGEST_CODE
from spieltisch.server.forms import CLOSED, checked
from spieltisch.server.wire import Happened, Sentence

FormName = Literal["ten", "alone", "level"]  # ten decisions, a whole game alone, one against a level


@dataclass(frozen=True)
class DealInfo:
    """Nothing of what is dealt, but enough to see whether two have the same."""

    game: str
    form: FormName
    fingerprint: str
    opponent: str  # the level that one plays against; empty: nobody
    content: str  # the title of the sheet or deck of this day, where a game has several; else empty


@dataclass(frozen=True)
class DealsOfDay:
    day: str
    first: str  # the first day with deals
    last: str  # the last one that has begun anywhere
    deals: tuple[DealInfo, ...]


@dataclass(frozen=True)
class DealPosition:
    """What is asked at a place of the deal, and nothing about its answer."""

    seat: int
    names: tuple[str, ...]
    view: Any  # of the game, through the eyes of this seat
    ask: str  # what is to be decided; empty when it is over
    over: bool


@dataclass(frozen=True)
class DealAnswer:
    """One of them: a rule forbids the move; or this is its number, and in a whole game what it has led to."""

    refused: Sentence | None
    answer: int | None  # the place of the move among the legal ones
    said: str  # the move in words
    position: DealPosition | None  # of a whole game, afterwards
    events: tuple[Happened, ...]
    told: tuple[str, ...]  # the same in words, without one's own move


@checked(frozen=True, config=CLOSED)
class DealAnswers:
    answers: Annotated[tuple[Annotated[int, Field(ge=0, le=99_999)], ...], Field(max_length=MOST_ANSWERS)]


@dataclass(frozen=True)
class DecisionGraded:
    grade: float  # 1 for all that may be the best, half for what costs little
    loss: int  # in thousandths
    move: str
    best: str
    played: Any  # the same two as the screen of the game takes them
    better: Any
    brings: Sentence  # what the best one brings
    theme: str


@dataclass(frozen=True)
class DealGraded:
    """Of ten decisions each; of a whole game points and places by seat, and what the levels score alone."""

    fingerprint: str
    claim: tuple[int, ...]  # what a result says of itself: points by seat, or what was lost in all
    unit: Literal["share", "points"]  # of what losses are thousandths
    decisions: tuple[DecisionGraded, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    names: tuple[str, ...]
    averages: tuple[tuple[str, float], ...]
    record: str  # of a whole game, to be kept, checked and reviewed; else empty


@checked(frozen=True, config=CLOSED)
class CodeGiven:
    code: Annotated[str, Field(min_length=1, max_length=LONGEST_CODE)]


@dataclass(frozen=True)
class CodeVerified:
    """A result that holds: the same deal played again with its answers gives what it claims."""

    day: str
    game: str
    form: FormName
    name: str
    key: str  # of whoever has signed it: the same person, the same key
    graded: DealGraded


@dataclass(frozen=True)
class CampaignStage:
    """A game alone on one of its sheets."""

    game: str
    variant: str
    options: dict[str, str]
    title: str  # of the sheet, or of the variant where there is only one
    averages: tuple[tuple[str, float], ...]  # what each level scores


@dataclass(frozen=True)
class Campaigns:
    stages: tuple[CampaignStage, ...]


ALL = (DealsOfDay, DealPosition, DealAnswer, DealAnswers, DealGraded, CodeGiven, CodeVerified, Campaigns)
