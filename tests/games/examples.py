"""The worked examples of the rules texts, read out of the texts: a wrong number in any language is a failing test."""

from __future__ import annotations

import re

from spieltisch import registry
from spieltisch.speech import LANGUAGES

BEGINS = re.compile("beispiel:|example:|esempio:", re.IGNORECASE)


def rules_text(game: str, paragraph: int, language: str) -> str:
    return " ".join(registry.game(game).texts(language)["rules"][str(paragraph)]["text"].split())


def example(game: str, paragraph: int, language: str) -> str:
    """What follows the first "Example:" of a paragraph; a second one is part of it."""
    found = BEGINS.split(rules_text(game, paragraph, language), maxsplit=1)
    assert len(found) == 2, f"§{paragraph} has no example in {language}"
    return found[1]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", re.sub(r"§\d+", "", text))]


__all__ = ["LANGUAGES", "example", "numbers", "rules_text"]
