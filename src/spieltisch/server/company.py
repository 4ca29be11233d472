"""What goes over the wire between people beside the game: gestures, words, and what the host settles for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from spieltisch.server.forms import STRICT, Held, Id, SeatNumber, checked

Gesture = Literal["thumbs_up", "applause", "bravo", "thinking", "oops", "hello"]
LONGEST_LINE = 200  # letters that somebody says at once


@dataclass(frozen=True)
class ClockShown:
    """Times are milliseconds, by seat; null for bots, who have no clock."""

    per: Literal["move", "game"]
    seconds: int
    increment: int
    left: tuple[int | None, ...]  # for the turn, when it begins
    ends: tuple[int | None, ...]  # since 1970, by the time of the house: when it is up, for whoever's time runs now


@dataclass(frozen=True)
class Gestured:
    type: Literal["gestured"]
    seat: int
    gesture: Gesture


@dataclass(frozen=True)
class ChatLine:
    number: int  # milliseconds since 1970, and always more than that of the line before
    seat: int
    name: str  # of whoever sat there then
    text: str


@dataclass(frozen=True)
class ChatLines:
    """What has been said: one line, or for somebody who comes all that are kept."""

    type: Literal["chat"]
    lines: tuple[ChatLine, ...]


@checked(frozen=True, config=STRICT)
class MakeGesture:
    do: Literal["gesture"]
    seat: SeatNumber
    gesture: Gesture


@checked(frozen=True, config=STRICT)
class Chat:
    """Says something to the other people at the table."""

    do: Literal["chat"]
    id: Id
    seat: SeatNumber
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_LINE)]


@checked(frozen=True, config=STRICT)
class AskAdvice:
    """The best moves of a seat that has the coach. Where the house does not know what it holds, the seat says so, and
    nothing of it is kept."""

    do: Literal["advice"]
    id: Id
    seat: SeatNumber
    held: Held = ()


@checked(frozen=True, config=STRICT)
class CallCoach:
    """From now on this seat may ask the coach. Only in practice: nobody else's seat is at the table. All are told."""

    do: Literal["call_coach"]
    id: Id
    seat: SeatNumber


@checked(frozen=True, config=STRICT)
class CallTime:
    """Says that the time of another seat is up: the computer makes its move."""

    do: Literal["call_time"]
    id: Id
    seat: SeatNumber


@checked(frozen=True, config=STRICT)
class Settle:
    """The host decides for the table; what is left out stays as it is."""

    do: Literal["settle"]
    id: Id
    chat: bool | None = None
    listed: bool | None = None


FromClient = AskAdvice | CallCoach | CallTime | Chat | MakeGesture | Settle
