"""Moves and events of a game as they go over the wire: checked where they come in, named where they go out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError, to_json

from spieltisch.contract import Reason, Refused
from spieltisch.game import Game

AS_DECLARED = ConfigDict(extra="forbid", strict=True, str_max_length=100)


def move_of(game: Game, sent: str | Mapping[str, Any]) -> Any:
    """What was sent, as the game's own type of move; a string is a written move."""
    if isinstance(sent, str):
        return sent
    if not game.has_events:
        raise Refused(Reason("moves_are_written"))
    try:
        return _reader(game.module("moves")).validate_json(to_json(sent))
    except ValidationError as error:
        place = error.errors(include_url=False, include_context=False, include_input=False)[0]["loc"]
        where = ".".join(str(part) for part in place)[:60]
        raise Refused(Reason("not_a_move", values={"where": where or "kind"})) from None
    except PydanticSerializationError:  # half a letter, which JSON can spell and nobody can write
        raise Refused(Reason("not_a_move", values={"where": "kind"})) from None


@cache
def _reader(moves: ModuleType) -> TypeAdapter[Any]:
    kinds: Any = Annotated[moves.Move, Field(discriminator="kind")]
    return TypeAdapter(kinds, config=AS_DECLARED)


def kind_of(event: type[Any]) -> str:
    """The name of an event on the wire: that of its class, small and with underscores."""
    return _small(event.__name__)


@cache
def _small(name: str) -> str:
    return re.sub("(?<!^)(?=[A-Z])", "_", name).lower()
