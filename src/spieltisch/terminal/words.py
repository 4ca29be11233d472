"""Which language, which words: commands in the local and the English word."""

from __future__ import annotations

import os

from spieltisch.speech import LANGUAGES, house_texts
from spieltisch.wording import plain as plain


def own_language() -> str:
    """What the environment asks for, if it is one of ours."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return value[:2].lower() if value[:2].lower() in LANGUAGES else "en"
    return "en"


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
