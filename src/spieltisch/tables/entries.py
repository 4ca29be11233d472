"""What is written in the log of a table. Secrets of seats are kept as hashes only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter


@dataclass(frozen=True)
class SeatSet:
    who: str  # person, open, or the name of a bot
    name: str
    key: str = ""  # hash
    invite: str = ""  # hash
    coach: bool = False  # this seat may ask the coach
    earlier: tuple[tuple[str, str], ...] = ()  # hash of the key and name of those who may return to it, the first first
    left: bool = False  # whoever holds the key has given up the seat
    of_host: bool = False  # in a next game: the key was handed out to whoever opened the first one


@dataclass(frozen=True)
class Branch:
    """Played on from a position of another table: what had happened until then is given, the rest is new."""

    table: str  # none if it comes from a file
    events: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class ClockSet:
    """How much time people have."""

    per: Literal["move", "game"]
    seconds: int
    increment: int = 0  # seconds that each move of a game adds


@dataclass(frozen=True)
class Opening:
    kind: Literal["opened"]
    game: str
    variant: str
    options: dict[str, str]
    content: dict[str, Any]  # the deck or sheet itself: a later version of it does not change this table
    seats: tuple[SeatSet, ...]
    host: str  # hash of the host's key
    secret: str  # behind checkable dice; published when the game is over
    games: int  # of the match
    results: tuple[tuple[int, ...], ...]  # points of its earlier games
    branch: Branch | None = None
    dice: Literal["checkable", "seeded", "real"] = "checkable"
    construction: Literal[1, 2] = 1  # of checkable dice, as docs/dice.md has them
    seed: str = ""  # of seeded dice
    language: str = ""  # that its people speak, where all sit at one screen
    house: str = ""  # fingerprint of the house from whose key those of its seats follow
    origin: str = ""  # the table for which those keys were made, if not this one: a rematch keeps them
    chat: bool = True  # people may talk at this table
    clock: ClockSet | None = None
    discreet: bool = False  # what only one seat sees of real tiles or cards, nobody enters


@dataclass(frozen=True)
class SeatTaken:
    """Somebody came with an invitation; it has lapsed."""

    kind: Literal["sat"]
    seat: int
    name: str
    key: str
    contribution: str
    invite: str = ""  # hash: with the same invitation and key it is the same wish, sent again


@dataclass(frozen=True)
class Readied:
    kind: Literal["readied"]
    seat: int
    contribution: str


@dataclass(frozen=True)
class Began:
    """All have come: from here on the dice are settled."""

    kind: Literal["began"]
    chance: tuple[str, ...]
    over: bool = False  # so that a list of tables need not play them


@dataclass(frozen=True)
class MoveMade:
    """A decision, or what real dice show, and the chance that followed it."""

    kind: Literal["played"]
    seat: int
    move: str
    chance: tuple[str, ...]
    id: str | None = None
    over: bool = False
    used: int | None = None  # milliseconds of its time, where there is a clock
    by: int | None = None  # the seat that said what real dice show; None: somebody at a terminal


@dataclass(frozen=True)
class TimeCalled:
    """Somebody's time was up and another one has said so: the computer makes this move."""

    kind: Literal["time_called"]
    seat: int  # whose time


@dataclass(frozen=True)
class CoachCalled:
    """From here on this seat may ask the coach, although it began without."""

    kind: Literal["coach_called"]
    seat: int


@dataclass(frozen=True)
class UndoWished:
    kind: Literal["undo_wished"]
    seat: int
    id: str | None = None
    events: int | None = None  # back to the first so many; else to before the seat's last decision
    again: tuple[tuple[int, str], ...] = ()  # of a correction: what would happen then
    over: bool = False  # and whether the game would be over with it


@dataclass(frozen=True)
class StandInWished:
    """The host asks the others whether somebody may stand in for a person who has been away for long."""

    kind: Literal["stand_in_wished"]
    seat: int  # of that person
    bot: str  # that would play; empty: the seat would be open, for another person
    asked: tuple[int, ...]  # the seats whose people have to agree


@dataclass(frozen=True)
class WishAnswered:
    kind: Literal["answered", "undo_answered"]  # the second in older logs
    seat: int
    yes: bool


@dataclass(frozen=True)
class WishWithdrawn:
    kind: Literal["withdrawn"]


@dataclass(frozen=True)
class Undone:
    """Back to the first so many events, then `again`: what others had chosen unseen, or what remains after a correction
    of what real dice showed."""

    kind: Literal["undone"]
    seat: int
    events: int
    again: tuple[tuple[int, str], ...] = ()
    id: str | None = None
    over: bool = False


@dataclass(frozen=True)
class Replaced:
    kind: Literal["replaced"]
    seat: int
    bot: str


@dataclass(frozen=True)
class SeatLeft:
    """The seat is open: its person has given it up, or is away and the others agree that somebody else sits there."""

    kind: Literal["left"]
    seat: int
    own_word: bool


@dataclass(frozen=True)
class Returned:
    """Whoever holds the key of a seat, or held it before somebody stood in, takes it again."""

    kind: Literal["returned"]
    seat: int
    key: str = ""  # hash, if it is an earlier one: those who came later only look on from now


@dataclass(frozen=True)
class HostSettled:
    """What the host has decided for the table; None: stays as it was."""

    kind: Literal["settled"]
    chat: bool | None = None
    listed: bool | None = None


@dataclass(frozen=True)
class LinkMade:
    kind: Literal["invited"]
    seat: int
    invite: str


@dataclass(frozen=True)
class Followed:
    kind: Literal["followed"]
    table: str


Entry = (
    Opening
    | SeatTaken
    | Readied
    | Began
    | MoveMade
    | TimeCalled
    | CoachCalled
    | UndoWished
    | StandInWished
    | WishAnswered
    | WishWithdrawn
    | Undone
    | Replaced
    | SeatLeft
    | Returned
    | HostSettled
    | LinkMade
    | Followed
)
_ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="kind")])


def written(entry: Entry) -> str:
    return _ENTRY.dump_json(entry).decode()


def read(text: str) -> Entry:
    return _ENTRY.validate_json(text)
