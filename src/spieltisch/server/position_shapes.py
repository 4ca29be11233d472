"""What the HTTP API takes and gives of a position that no table has: lessons, puzzles, the deal of the day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spieltisch.server.forms import CLOSED, Move, checked
from spieltisch.server.wire import Sentence


@checked(frozen=True, config=CLOSED)
class TryMove:
    move: Move  # written, or as a value of the game's own type


@dataclass(frozen=True)
class MovePreview:
    refused: Sentence | None  # then there is nothing else
    sentences: tuple[Sentence, ...]
    picture: Any  # the Preview of the game


@dataclass(frozen=True)
class WrittenMoves:
    moves: tuple[str, ...]


ALL = (TryMove, MovePreview, WrittenMoves)
