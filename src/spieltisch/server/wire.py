"""What goes over the wire. The browser's types are made from these classes (typescript.py), and a test compares them.

A client says `hello` and gets a `Whole`; after every event a `Change`. All else is a question with an id and an answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from spieltisch.outcome import Side
from spieltisch.server import chance, company
from spieltisch.server.chance import DiceProof, RealShown
from spieltisch.server.company import ChatLines, ClockShown, Gestured
from spieltisch.server.forms import (
    STRICT,
    Contribution,
    EventNumber,
    Id,
    Key,
    Language,
    Move,
    SeatNumber,
    Version,
    checked,
)
from spieltisch.tables.seats import Stage

# What the table shows


@dataclass(frozen=True)
class Sentence:
    text: str
    paragraph: str  # of the rules, or empty


@dataclass(frozen=True)
class Seat:
    name: str
    who: str  # person, open, or the name of a bot
    person: bool  # this is somebody's seat, even if a bot plays for them now
    ready: bool  # has added to the dice; the game begins when all are
    here: bool  # that somebody is connected, or has asked over HTTP a moment ago
    yours: bool
    return_to: bool  # was yours: somebody stands in for you, or you have given it up; you may return
    decides: bool  # may act now
    coach: bool  # may ask the coach; everybody sees it
    limited: bool  # a bot that would look ahead, and cannot before the rules are compiled


@dataclass(frozen=True)
class LogLine:
    """One sentence of the log."""

    event: int  # counted from 0
    seat: int  # -1: dice, bag or deck
    text: str


@dataclass(frozen=True)
class WishShown:
    """What somebody would like and the others have to agree to."""

    number: int  # an answer says which wish it means
    about: Literal["undo", "stand_in"]  # taking back; or who plays for somebody who is away
    seat: int  # who would take back; or who is away
    text: str
    agreed: tuple[int, ...]
    needed: tuple[int, ...]  # seats that have still to answer
    withdraw: bool  # whether you may


@dataclass(frozen=True)
class NoticeShown:
    """Something that all shall know about who sits where, as it stands in the log."""

    events: int  # after so many
    text: str


@dataclass(frozen=True)
class EndingShown:
    places: tuple[int, ...]  # from 0, by seat
    points: tuple[int, ...]
    reasons: tuple[Sentence, ...]
    decided: tuple[Side, ...]  # what counted, the best first; nothing alone
    averages: tuple[tuple[str, float], ...]  # alone: what each level scores, where it has been measured


@dataclass(frozen=True)
class MatchScore:
    game: int  # this one, from 1
    games: int
    points: tuple[int, ...]  # of all games that are over


@dataclass(frozen=True)
class Branched:
    """This table goes on from a position of another one."""

    table: str
    event: int  # so many events are given


@dataclass(frozen=True)
class Scene:
    """Everything that one client shows of a table."""

    table: str
    game: str
    variant: str
    options: Mapping[str, str]
    stage: Stage
    seats: tuple[Seat, ...]
    looking: int | None  # the seat through whose eyes; None: a spectator
    host: bool
    secrets: bool  # the seats of this client see different things: cover the screen when it changes hands
    view: Any  # the View of the game; null while people gather
    ask: str
    log: Sequence[LogLine]
    events: int
    may_undo: bool
    wish: WishShown | None
    notices: tuple[NoticeShown, ...]
    ending: EndingShown | None
    match: MatchScore
    follows: str | None  # the table of the next game
    branch: Branched | None
    dice: DiceProof
    real: RealShown | None
    chat: bool  # the host lets people talk here
    listed: bool  # the host lets in whoever comes, as long as seats are free
    clock: ClockShown | None


# From the server


@dataclass(frozen=True)
class Whole:
    type: Literal["whole"]
    version: int
    scene: Scene
    head: str  # of the log's hash chain at this version, as much of it as is worth keeping
    known: str | None = None  # the head at the version that `hello` named; empty if the log is shorter now
    now: int | None = None  # milliseconds since 1970 by the time of the house, where there is a clock


@dataclass(frozen=True)
class Happened:
    """One event for one pair of eyes; once more with the same number when what was hidden in it has been shown."""

    number: int  # counted from 0, like the lines of the log
    seat: int  # -1: dice, bag or deck
    kind: str  # which member of the game's Event
    data: Any


@dataclass(frozen=True)
class Change:
    type: Literal["change"]
    version: int
    patch: Mapping[str, Any]
    events: tuple[Happened, ...]  # that led from what this client knew to this
    rewound: int | None = None  # so many of the events that it knew are left; then come `events`
    done: str | None = None  # the question of this client that brought it about
    head: str | None = None  # of the log's hash chain, where something was written


@dataclass(frozen=True)
class Done:
    type: Literal["done"]
    id: str


@dataclass(frozen=True)
class Refusal:
    type: Literal["refused"]
    id: str
    text: str
    paragraph: str


@dataclass(frozen=True)
class Previewed:
    type: Literal["previewed"]
    id: str
    sentences: tuple[Sentence, ...]
    picture: Any  # the Preview of the game


@dataclass(frozen=True)
class AdvisedMove:
    """A move that the coach would think of, and what it expects of it."""

    move: Any  # a Move of the game; as it is written where the game has none
    text: str  # what would happen, in one sentence; empty where the log would not mention it
    share: float  # of the win, from 0 to 1
    points: float  # at the end
    reason: Sentence  # what it brings
    equal: bool  # just as good as the first, as far as can be measured


@dataclass(frozen=True)
class Advised:
    type: Literal["advised"]
    id: str
    ready: bool  # false: the coach is still getting ready, and this is rough; ask again in a while
    events: int  # the position that it is about
    moves: tuple[AdvisedMove, ...]  # the best first


@dataclass(frozen=True)
class MovesListed:
    type: Literal["moves"]
    id: str
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Explained:
    type: Literal["explained"]
    id: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Invited:
    type: Literal["invited"]
    id: str
    invite: str


@dataclass(frozen=True)
class TroubleTold:
    """Something came that cannot be understood; the connection may be closed after it."""

    type: Literal["trouble"]
    text: str


FromServer = (
    Whole
    | Change
    | Done
    | Refusal
    | Previewed
    | Advised
    | MovesListed
    | chance.FromServer
    | Explained
    | Invited
    | Gestured
    | ChatLines
    | TroubleTold
)


# From the client


@checked(frozen=True, config=STRICT)
class Hello:
    """The first message, and again when keys have come or gone. The keys stay out of addresses and logs."""

    do: Literal["hello"]
    keys: Annotated[tuple[Key, ...], Field(max_length=8, strict=False, fail_fast=True)]
    language: Language
    looking: SeatNumber | None = None
    known: Annotated[int, Field(ge=1, le=10_000_000)] | None = None  # the last version whose head this client has kept


@checked(frozen=True, config=STRICT)
class Look:
    """Through the eyes of another of one's own seats."""

    do: Literal["look"]
    seat: SeatNumber


@checked(frozen=True, config=STRICT)
class Speak:
    do: Literal["speak"]
    language: Language


@checked(frozen=True, config=STRICT)
class Ready:
    """What a seat adds to the dice, made after the table has published the hash of its secret."""

    do: Literal["ready"]
    id: Id
    seat: SeatNumber
    contribution: Contribution


@checked(frozen=True, config=STRICT)
class Play:
    """Sent again with the same id it is played once. If the seat has seen something happen since the version on which
    it was decided, perhaps because somebody has acted for it on another device, it is refused."""

    do: Literal["play"]
    id: Id
    seat: SeatNumber
    move: Move
    version: Version | None = None


@checked(frozen=True, config=STRICT)
class AskPreview:
    do: Literal["preview"]
    id: Id
    seat: SeatNumber
    move: Move
    event: EventNumber | None = None  # of this seat, that is to be corrected; None: now


@checked(frozen=True, config=STRICT)
class AskMoves:
    do: Literal["moves"]
    id: Id
    seat: SeatNumber
    event: EventNumber | None = None  # of this seat, that is to be corrected; None: now


@checked(frozen=True, config=STRICT)
class AskWhy:
    """Why this event of the log scored as it did; without one, why the game is over."""

    do: Literal["why"]
    id: Id
    event: EventNumber | None


@checked(frozen=True, config=STRICT)
class Undo:
    """Sent again with the same id it is taken back once; with a version it is refused like a move that is late."""

    do: Literal["undo"]
    id: Id
    seat: SeatNumber
    version: Version | None = None


@checked(frozen=True, config=STRICT)
class Agree:
    """An answer to the wish of this number; one no is enough."""

    do: Literal["agree"]
    id: Id
    seat: SeatNumber
    wish: Version
    yes: bool


@checked(frozen=True, config=STRICT)
class Withdraw:
    """Whoever wished what has this number, or the host, no longer does."""

    do: Literal["withdraw"]
    id: Id
    wish: Version


@checked(frozen=True, config=STRICT)
class Replace:
    """A bot plays: on a seat that nobody has taken, for oneself, or, wished by the host, for somebody who has been away
    for long; then the other people are asked."""

    do: Literal["replace"]
    id: Id
    seat: SeatNumber
    bot: Annotated[str, Field(max_length=40)]


@checked(frozen=True, config=STRICT)
class ComeBack:
    """Somebody for whom a bot or another person plays takes the seat again."""

    do: Literal["return"]
    id: Id
    seat: SeatNumber


@checked(frozen=True, config=STRICT)
class Leave:
    """Gives up one's own seat: it is open then."""

    do: Literal["leave"]
    id: Id
    seat: SeatNumber


@checked(frozen=True, config=STRICT)
class Invite:
    """The host asks for a new link to a seat that is open or a bot's; older links lapse. If it is the seat of somebody
    who has been away for long, the other people are asked whether it may be given to another."""

    do: Literal["invite"]
    id: Id
    seat: SeatNumber


@checked(frozen=True, config=STRICT)
class Rematch:
    """When the game is over: the next game of the match, or the same again with the start one seat further."""

    do: Literal["rematch"]
    id: Id


FromClient = (
    Hello
    | Look
    | Speak
    | Ready
    | Play
    | chance.FromClient
    | company.FromClient
    | AskPreview
    | AskMoves
    | AskWhy
    | Undo
    | Agree
    | Withdraw
    | Replace
    | ComeBack
    | Leave
    | Invite
    | Rematch
)
READ: TypeAdapter[FromClient] = TypeAdapter(Annotated[FromClient, Field(discriminator="do")])
