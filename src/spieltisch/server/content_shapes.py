"""What the HTTP API takes and gives of people's own decks and sheets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from spieltisch.content.document import LARGEST
from spieltisch.lab.selfplay import Estimate
from spieltisch.server.forms import CLOSED, checked


@checked(frozen=True, config=CLOSED)
class ContentGiven:
    """As docs/content.md describes it: TOML, JSON, or a link that carries it."""

    text: Annotated[str, Field(max_length=LARGEST)]


@dataclass(frozen=True)
class ContentFlaw:
    place: str  # the way to it through the tables, with dots between; numbers from 0
    text: str


@dataclass(frozen=True)
class ContentChecked:
    """What is wrong with a text, or what it is."""

    game: str  # empty where even that is not known
    title: str
    flaws: tuple[ContentFlaw, ...]
    tables: Mapping[str, Any] | None  # where nothing is wrong
    toml: str  # the same as a file
    link: str  # and as what stands behind the address of this house's room for it


@dataclass(frozen=True)
class OwnOptions:
    """A choice of options that somebody has kept here, with a name."""

    name: str
    title: str
    options: Mapping[str, str]


@dataclass(frozen=True)
class KeptInfo:
    name: str
    game: str
    title: str
    changed: float  # seconds since 1970
    sound: bool  # it can be played
    mine: bool  # the key that was given may change it


@dataclass(frozen=True)
class KeptContents:
    kept: tuple[KeptInfo, ...]  # the newest first
    most: int  # that this house keeps


@dataclass(frozen=True)
class ContentSaved:
    name: str


@dataclass(frozen=True)
class PartFound:
    """A card, an area, a colour: how many had it, what they won, and what that says."""

    number: int
    name: str
    had: float
    won: Estimate | None  # where enough had it
    verdict: str  # always, never, rare or nothing


@dataclass(frozen=True)
class BalanceFound:
    title: str
    sentences: tuple[str, ...]
    games: int
    length: Estimate  # moves and chance events: of the middle game, and of twenty the shortest and the longest
    points: Estimate  # of whoever wins
    alone: Estimate | None
    first: Estimate  # what the first seat wins
    fair: float  # and what it would win among equals
    parts: tuple[PartFound, ...]


@dataclass(frozen=True)
class BalanceAnswer:
    """The document's own first, then those that come with the game; or how far it is."""

    progress: float  # from 0 to 1
    found: tuple[BalanceFound, ...]


ALL = (ContentGiven, ContentChecked, KeptContents, ContentSaved, BalanceAnswer)
