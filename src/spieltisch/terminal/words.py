"""Which language, which words: sentences with people's names, and commands in the local and the English word."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spieltisch.speech import LANGUAGES, Say, house_texts

LONGEST_NAME = 14


def own_language() -> str:
    """What the environment asks for, if it is one of ours."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return value[:2].lower() if value[:2].lower() in LANGUAGES else "en"
    return "en"


def plain(text: str) -> str:
    """For comparing what people type: without case, accents and spaces around."""
    decomposed = unicodedata.normalize("NFD", text.strip().casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def tidy_name(name: str) -> str:
    """A name that can stand on the table: printable, on one line, not too long."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:LONGEST_NAME].strip()


def command(language: str, word: str) -> str:
    """The command that a word means, or nothing."""
    wanted = plain(word)
    for texts in (house_texts(language), house_texts("en")):
        for name, spelt in texts["commands"].items():
            if wanted == name or wanted in map(plain, spelt):
                return str(name)
    return ""


def word_for(language: str, name: str) -> str:
    """The word that is shown for a command."""
    return str(house_texts(language)["commands"][name][0])


def is_yes(language: str, word: str) -> bool:
    return plain(word) in {plain(yes) for texts in (house_texts(language), house_texts("en")) for yes in texts["yes"]}


@dataclass(frozen=True)
class SayNames(Say):
    """Says the texts of a game with people's names in the place of seat numbers.

    Games name a seat by "Player {seat}" as the house does, or by a text of their own, `seat` or `player`; the name
    stands wherever such a label does.
    """

    def _fill(self, template: str, values: Mapping[str, Any]) -> str:
        seat = values.get("seat")
        if isinstance(seat, int) and 1 <= seat <= len(self.names):
            values = {**values, "who_sits_there": self.names[seat - 1]}  # as a value: a name may have braces in it
            for label in self._labels():
                template = re.sub(re.escape(label), "{who_sits_there}", template, flags=re.IGNORECASE)
        return super()._fill(template, values)

    def _labels(self) -> list[str]:
        assert self.game is not None
        own = self.game.texts(self.language)["say"]
        return [own[key] for key in ("seat", "player") if "{seat}" in own.get(key, "")] + [
            house_texts(self.language)["say"]["player_number"]
        ]
