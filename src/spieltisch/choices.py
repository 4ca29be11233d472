"""What is chosen before a game: its options, and the board, deck or sheet that it is played with; and why not."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from spieltisch.kernel import Ints
from spieltisch.quoting import Trouble, quoted


@dataclass(frozen=True)
class Reason:
    """Why: a paragraph, the key of a sentence in texts/*.toml, and the values in it. A value that is itself a Reason is
    said first and put into the sentence; of a tuple each, with commas between."""

    key: str
    paragraph: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Flaw:
    """What is wrong with a deck or sheet, and where: the way to it through its data, numbers from 0."""

    place: tuple[str | int, ...]
    reason: Reason


@dataclass(frozen=True)
class Content:
    """A board, deck or sheet: its numbers for the rules and the data that it was read from."""

    name: str
    numbers: Ints
    data: Mapping[str, Any]

    @cached_property
    def hash(self) -> str:
        return hashlib.sha256(json.dumps(self.data, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


NO_CONTENT = Content("", np.zeros(0, np.int64), {})


Chosen = str | int | Mapping[str, str | int]  # an option by its name, or several as `options={...}`


def settled(given: Mapping[str, Any]) -> dict[str, str]:
    """Options as the rest of the house takes them, from keywords: by their names, or all together as `options`."""
    named = {name: value for name, value in given.items() if name != "options"}
    together = given.get("options")
    if not isinstance(together, Mapping | None):
        raise Trouble(f"Options are named one by one or come as a dictionary, not as {quoted(together)}.")
    together = together or {}
    for name in together.keys() & named.keys():
        if str(together[name]) != str(named[name]):
            raise Trouble(f"Option {name} is said twice: {quoted(together[name])} and {quoted(named[name])}.")
    return {name: str(value) for name, value in {**together, **named}.items()}


@dataclass(frozen=True)
class Option:
    """One thing to choose before a game. `kind` is choice, seat ("lot" or from 1) or file (a content name or path)."""

    name: str
    kind: str
    default: str
    choices: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()  # empty: all

    def number(self, value: str, players: int) -> int:
        """What the rules get for it."""
        if self.kind == "seat":
            if value == "lot" or (value.isascii() and value.isdigit() and 1 <= int(value) <= players):
                return 0 if value == "lot" else int(value)
            sentence = f"Option {self.name} is lot or a seat from 1 to {players}, not {quoted(value)}."
            raise Trouble(sentence, "option_is_seat", option=self.name, players=players, value=quoted(value))
        if self.kind == "choice":
            if value in self.choices:
                return self.choices.index(value)
            sentence = f"Option {self.name} is one of {(choices := ', '.join(self.choices))}, not {quoted(value)}."
            raise Trouble(sentence, "option_is_choice", option=self.name, choices=choices, value=quoted(value))
        return 0
