"""What the HTTP API takes and gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from spieltisch.match import MOST_GAMES
from spieltisch.server import content_shapes, daily_shapes, lesson_shapes, position_shapes, puzzle_shapes, review_shapes
from spieltisch.server.forms import CLOSED, Contribution, Id, Key, NewKey, SeatNumber, Version, Written, checked
from spieltisch.server.limits import LARGEST_BODY
from spieltisch.server.wire import Happened, LogLine, Scene
from spieltisch.tables.entries import ClockSet
from spieltisch.tables.opening import SeatKey, TableOpened
from spieltisch.tables.seats import Stage

Name = Annotated[str, Field(max_length=60)]
Word = Annotated[str, Field(max_length=40)]


@dataclass(frozen=True)
class Choice:
    value: str
    title: str


@dataclass(frozen=True)
class OptionInfo:
    name: str
    title: str
    kind: str  # choice; seat: "lot" or a seat from 1; file: one of the decks or sheets
    default: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class VariantInfo:
    name: str
    title: str
    how: tuple[str, ...]  # to play, in a few sentences, the goal first
    players: tuple[int, ...]
    options: tuple[OptionInfo, ...]


@dataclass(frozen=True)
class GameInfo:
    name: str
    title: str
    about: str
    takes: str  # how long, in words; empty where nobody has said
    measured: str  # how the levels compare in the first variant, in words; empty where nobody has measured it
    variants: tuple[VariantInfo, ...]
    screen: bool  # its package brings one, at /api/games/{game}/screen.js
    prints: tuple[Choice, ...]  # what /api/print/{game}/... has of it; nothing where the house cannot print
    own: tuple[content_shapes.OwnOptions, ...]  # choices of its options that people have kept here
    discreet: bool  # at a real table what is hidden in it may stay secret from the house
    edits: bool  # people can make decks, sheets or choices of options of their own for it


@dataclass(frozen=True)
class BotInfo:
    name: str
    title: str
    about: str
    level: int  # from 1, the gentlest; 0: a simple program beside the levels


@dataclass(frozen=True)
class House:
    """What there is to play, and against whom."""

    games: tuple[GameInfo, ...]
    bots: tuple[BotInfo, ...]
    usual: str  # the opponent of somebody who has not chosen one
    addresses: tuple[str, ...]  # under which others find this house, its name first; none: only this machine
    version: str
    lists: bool  # tables that look for players
    command: str  # starts this house again so that others reach it; told where only this machine does


@checked(frozen=True, config=CLOSED)
class SeatWanted:
    who: Word  # person (you, or somebody beside you), open (by link), or the name of a bot
    name: Name = ""
    coach: bool = False  # may ask the coach for the best moves; everybody sees that


@checked(frozen=True, config=CLOSED)
class ClockWanted:
    """How much time people have; nobody loses by it, but the others may let the computer make a move."""

    per: Literal["move", "game"]
    seconds: Annotated[int, Field(ge=10, le=14 * 86400)]
    increment: Annotated[int, Field(ge=0, le=3600)] = 0  # seconds that each move of a game adds


@checked(frozen=True, config=CLOSED)
class OpenTable:
    game: Word
    variant: Word
    seats: Annotated[tuple[SeatWanted, ...], Field(min_length=1, max_length=6)]
    options: Annotated[dict[Word, Word], Field(max_length=20)] = Field(default_factory=dict)
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)] = 1
    clock: ClockWanted | None = None
    dice: Literal["checkable", "real"] = "checkable"  # real: people say what dice, bag and cards show
    discreet: bool = False  # real, and what only one seat sees of it is not said


@checked(frozen=True, config=CLOSED)
class BranchWanted:
    """Play on from a position: of a game that is over, or of one at which all seats are yours."""

    event: Annotated[int, Field(ge=0, le=100_000)]  # so many events are given
    seat: SeatNumber  # yours
    bot: Word  # on all others
    name: Name = ""  # yours; without one it is that of the seat
    coach: bool = False
    keys: Annotated[tuple[Key, ...], Field(max_length=8)] = ()  # of your seats, if the game is not over


@checked(frozen=True, config=CLOSED)
class BeReady:
    """What a seat adds to the dice; the game begins when every person at the table is ready."""

    contribution: Contribution = ""


@checked(frozen=True, config=CLOSED)
class Sit:
    """Whoever sits down with an invitation is ready at once. With a key of their own they may ask again."""

    invite: Key
    name: Name
    contribution: Contribution = ""
    key: NewKey | None = None  # of the seat from now on, random; without one the table makes it


@checked(frozen=True, config=CLOSED)
class Join:
    """Takes a free seat at a table that is listed. Asked again with the same key it is done once."""

    name: Name
    key: NewKey  # of the seat from now on, random
    contribution: Contribution = ""


@dataclass(frozen=True)
class Sat:
    seat: int
    key: str


@checked(frozen=True, config=CLOSED)
class MakeMove:
    """Sent again with the same id it is played once. With the version on which you decided it is refused if you could
    have seen something happen since; without one it is taken as it is."""

    move: Written
    id: Id | None = None
    version: Version | None = None


@dataclass(frozen=True)
class MoveDone:
    version: int
    events: int


@dataclass(frozen=True)
class Seen:
    """A table as the holder of a key sees it, or as everybody does."""

    version: int
    scene: Scene
    head: str  # of the log's hash chain: a later one follows from it, so keep it


@dataclass(frozen=True)
class LegalMoves:
    moves: tuple[str, ...]


@dataclass(frozen=True)
class EventSeen:
    number: int  # from 0
    seat: int  # -1: dice, bag or deck
    move: str  # "?" where this seat did not see it
    text: str
    kind: str | None  # of the game's events; null where it has none, or where nobody may know even that
    data: Any


@dataclass(frozen=True)
class EventsSince:
    """What has happened since a version: of the events you knew, those from number `first` on are no longer true."""

    version: int  # ask `since` this next time
    first: int
    events: tuple[EventSeen, ...]
    waiting: tuple[int, ...]
    over: bool


@dataclass(frozen=True)
class Summary:
    """What anybody who knows a table may know about it in a list."""

    table: str
    game: str
    variant: str
    stage: Stage
    names: tuple[str, ...]
    waiting: tuple[int, ...]  # seats that may act now
    winners: tuple[int, ...]
    updated: float  # seconds since 1970
    follows: str | None
    branch: bool  # it goes on from a position of another table


@checked(frozen=True, config=CLOSED)
class TablesWanted:
    tables: Annotated[tuple[Word, ...], Field(max_length=100)]


@dataclass(frozen=True)
class Summaries:
    tables: tuple[Summary, ...]
    damaged: tuple[str, ...]  # tables whose logs are not as they were written


@dataclass(frozen=True)
class ListedTable:
    """A table whose host lets in whoever comes."""

    table: str
    game: str
    variant: str
    names: tuple[str, ...]  # of the people who are there
    bots: tuple[str, ...]
    free: int  # seats
    games: int  # of the match
    clock: ClockSet | None
    since: float  # seconds since 1970


@dataclass(frozen=True)
class ListedTables:
    tables: tuple[ListedTable, ...]


@dataclass(frozen=True)
class GameStatistics:
    game: str
    finished: int
    players: tuple[int, ...]  # how often one, two, up to six sat there
    minutes: float  # that half of them took at most


@dataclass(frozen=True)
class LevelStatistics:
    """How often a bot has played, and how people fared who sat at the same table."""

    bot: str
    games: int
    met: int  # people
    behind: float  # the share of them that was ahead of it in the end, from 0 to 1; a tie is half


@dataclass(frozen=True)
class HouseStatistics:
    """Of all games that were finished here; nobody is named."""

    finished: int
    games: tuple[GameStatistics, ...]  # the one that is played most first
    levels: tuple[LevelStatistics, ...]


@dataclass(frozen=True)
class MyTable:
    """A table at which seats of this house sit, and their keys."""

    table: str
    host: str | None  # the key of the host, if it is the house's
    seats: tuple[SeatKey, ...]


@dataclass(frozen=True)
class MyTables:
    tables: tuple[MyTable, ...]
    damaged: tuple[str, ...]


@dataclass(frozen=True)
class Paragraph:
    number: str  # §5, R3
    title: str
    text: str


@dataclass(frozen=True)
class RulesText:
    title: str
    note: str
    paragraphs: tuple[Paragraph, ...]
    rulings_title: str
    rulings_note: str
    rulings: tuple[Paragraph, ...]


@dataclass(frozen=True)
class Position:
    """The table after so many events, for the replay."""

    event: int
    events: int  # altogether
    view: Any
    ask: str
    line: LogLine | None  # the event that led here, if it has a sentence
    happened: Happened | None  # the same as a value


@checked(frozen=True, config=CLOSED)
class RecordGiven:
    """A playthrough from elsewhere: the text of the file."""

    record: Annotated[str, Field(max_length=LARGEST_BODY)]


@dataclass(frozen=True)
class Problem:
    """What an error answer holds: one sentence, and the paragraph if a rule forbids it."""

    text: str
    paragraph: str = ""


ALL = (
    House,
    OpenTable,
    BranchWanted,
    RecordGiven,
    TableOpened,
    BeReady,
    Sit,
    Join,
    Sat,
    MakeMove,
    MoveDone,
    Seen,
    LegalMoves,
    EventsSince,
    TablesWanted,
    Summaries,
    ListedTables,
    HouseStatistics,
    MyTables,
    RulesText,
    Position,
    *review_shapes.ALL,
    *position_shapes.ALL,
    *lesson_shapes.ALL,
    *content_shapes.ALL,
    *puzzle_shapes.ALL,
    *daily_shapes.ALL,
    Problem,
)
