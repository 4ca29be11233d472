"""What goes over the wire about dice, bag and cards: the proof of checkable ones, and what people say of real ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from spieltisch.server.forms import STRICT, EventNumber, Held, Id, Move, SeatNumber, Version, checked


@dataclass(frozen=True)
class DiceProof:
    """What anyone needs to check the dice; docs/dice.md says how."""

    table: str
    terms: str  # the hash of what was settled before: game, options, given events; empty at tables from before
    commitment: str  # the hash of the secret and the terms, published before the first draw
    contributions: tuple[str, ...]  # by seat; empty where a bot sits or nobody has come yet
    secret: str | None  # when the game is over
    draws: tuple[tuple[int, int], ...]  # tickets and the one drawn, for each own chance event; when the game is over


@dataclass(frozen=True)
class Slip:
    """Something that was entered at a real table not long ago, and that can be corrected."""

    event: int
    seat: int  # of these eyes, that may say what it really was
    text: str


@dataclass(frozen=True)
class RealShown:
    """Dice, bag and cards lie on a real table, and people say what they show."""

    awaited: bool  # somebody has to say it now
    roller: int | None  # whose dice or tile; None: everybody's
    private: bool  # not everybody may see it
    by: tuple[int, ...]  # the seats that may say it
    discreet: bool  # what only one seat sees is not said at all
    slips: tuple[Slip, ...]  # that these eyes may correct, the newest first; older ones stand in the log


@dataclass(frozen=True)
class Possible:
    """Something that dice, bag or deck can show, as far as whoever asks may know; or that a seat can play."""

    move: Any  # a Move of the game; as it is written where the game has none
    text: str  # as people write it
    count: int  # in how many ways it can come: tiles of this kind in the bag, cards in the pile, orders of the dice


@dataclass(frozen=True)
class PossibleListed:
    type: Literal["possible"]
    id: str
    actor: int  # who would do it: a seat in an event of which it says anew what it played; else -1, dice, bag or deck
    possible: tuple[Possible, ...]  # none where they are too many to be listed, or a seat plays
    example: Possible  # one of them
    view: Any  # what the seat saw before it
    was: Any  # in an event that is to be corrected: what was entered
    missing: int  # so many such things has this seat still to tell the coach


@dataclass(frozen=True)
class CorrectionShown:
    """What would become of the game; nothing has changed."""

    type: Literal["correction"]
    id: str
    now: str  # the entry as it would be, in words
    kept: int  # so many of the events after it still fit
    lost: int  # and so many are taken back
    told: tuple[str, ...]  # those of them that these eyes have seen, in words
    why: str  # the first of them no longer fits


@checked(frozen=True, config=STRICT)
class Show:
    """What real dice, tiles or cards show, said by a seat. Sent again with the same id it counts once; if the seat has
    seen something happen since the version on which it was said, it is refused."""

    do: Literal["show"]
    id: Id
    seat: SeatNumber
    move: Move
    version: Version | None = None


@checked(frozen=True, config=STRICT)
class Correct:
    """Real dice showed, or this seat played, something else in this event. What came after it and no longer fits is
    taken back; where other people have decided since, they are asked."""

    do: Literal["correct"]
    id: Id
    seat: SeatNumber
    event: EventNumber
    move: Move
    version: Version | None = None


@checked(frozen=True, config=STRICT)
class AskCorrection:
    """What a correction would bring."""

    do: Literal["correction"]
    id: Id
    seat: SeatNumber
    event: EventNumber
    move: Move


@checked(frozen=True, config=STRICT)
class AskPossible:
    """What real dice, bag or deck can show now; or what could have come or been played in an event that is to be
    corrected."""

    do: Literal["possible"]
    id: Id
    seat: SeatNumber
    event: EventNumber | None = None
    held: Held | None = None  # what the seat has told the coach of its own until now: what else can it hold?


FromServer = PossibleListed | CorrectionShown
FromClient = Show | Correct | AskPossible | AskCorrection
