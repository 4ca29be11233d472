"""What the HTTP API takes and gives of lessons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from spieltisch.server.wire import Happened, Sentence


@dataclass(frozen=True)
class StepInfo:
    name: str
    teaches: tuple[str, ...]  # paragraphs of the rules


@dataclass(frozen=True)
class LessonInfo:
    name: str
    title: str
    variant: str
    steps: tuple[StepInfo, ...]


@dataclass(frozen=True)
class Lessons:
    """Of a game, in the order in which they are learned."""

    lessons: tuple[LessonInfo, ...]


@dataclass(frozen=True)
class StepShown:
    """A position, a sentence about it, and what to do."""

    bridge: str  # how it follows from the step before; empty where it goes straight on
    say: str
    task: str
    seat: int
    names: tuple[str, ...]
    view: Any  # of the game, through the eyes of this seat
    hint: Any  # a move that is right, as a Move of the game or as it is written
    example: str  # the same in words


@dataclass(frozen=True)
class Tried:
    """refused: a rule forbids it. wrong: it may be played, but is not what this step is about. right: it is done."""

    verdict: Literal["refused", "wrong", "right"]
    said: Sentence
    reasons: tuple[Sentence, ...]  # why it scores what it scores
    view: Any  # afterwards; None where nothing has changed
    events: tuple[Happened, ...]


ALL = (Lessons, StepShown, Tried)
