"""Written moves in the words of a language: `[words]` of a game's texts.

Records, programs and the referee know one form of a move. People see and may type their own words for it: the first one
is shown, all are understood, without regard to case, accents and umlauts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from spieltisch.game import read_toml

_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def plain(text: str) -> str:
    """For comparing what people type: without case, accents and spaces around."""
    decomposed = unicodedata.normalize("NFD", text.strip().casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


@cache
def wording(package: str, language: str) -> Wording:
    """Of the game in this package."""
    return Wording(read_toml(package, f"texts/{language}.toml").get("words", {}))


class Wording:
    def __init__(self, words: Mapping[str, Sequence[str]]) -> None:
        self._shown = {word: spelt[0] for word, spelt in words.items()}
        self._meant = {
            _key(spelling): word
            for word, spelt in words.items()
            for each in spelt
            for spelling in (each, each.casefold().translate(_SPELT_OUT))
        }
        longest_first = sorted(self._meant, key=len, reverse=True)
        either = "|".join(re.escape(key).replace("_", "[ _-]+") for key in longest_first)
        self._spelt = re.compile(rf"(?<!\w)(?:{either})(?!\w)") if either else None

    def said(self, written: str) -> str:
        return re.sub("[a-z_]+", lambda found: self._shown.get(found[0], found[0]), written)

    def meant(self, typed: str) -> str:
        """As it was typed, where no word of the language occurs in it."""
        if self._spelt is None:
            return typed
        found, count = self._spelt.subn(lambda spelt: self._meant[_key(spelt[0])], plain(typed))
        return found if count else typed


def _key(spelling: str) -> str:
    return re.sub("[ _-]+", "_", plain(spelling))
