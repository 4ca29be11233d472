"""How the small things that messages are made of are written, and how long they may be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeVar, dataclass_transform

from pydantic import ConfigDict, Field, JsonValue

T = TypeVar("T")
Language = Literal["de", "en", "it"]

STRICT = ConfigDict(extra="forbid", strict=True)
CLOSED = ConfigDict(extra="forbid")
LONGEST_ID = 40
Id = Annotated[str, Field(min_length=1, max_length=LONGEST_ID)]
Key = Annotated[str, Field(min_length=1, max_length=80)]
NewKey = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{32,80}$")]
Written = Annotated[str, Field(max_length=100)]
Move = Written | Annotated[dict[Annotated[str, Field(max_length=40)], JsonValue], Field(max_length=20)]
Held = Annotated[tuple[Move, ...], Field(max_length=20, fail_fast=True)]  # told of one's own, as moves of chance
SeatNumber = Annotated[int, Field(ge=0, le=5)]
EventNumber = Annotated[int, Field(ge=0, le=100_000)]
Version = Annotated[int, Field(ge=0, le=10_000_000)]
Contribution = Annotated[str, Field(pattern="^[0-9a-f]{0,64}$")]


@dataclass_transform(field_specifiers=(field,))
def checked(*, frozen: bool, config: ConfigDict) -> Callable[[type[T]], type[T]]:
    """A dataclass that is checked where it comes in, by who reads it. What we make of it ourselves is not checked once
    more; and a house that starts builds one reader for all of them, not one for each."""

    def decorate(kind: Any) -> Any:
        kind.__pydantic_config__ = config
        return dataclass(frozen=frozen)(kind)

    return decorate
