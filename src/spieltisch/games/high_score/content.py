"""Reads a deck of challenge cards: our own in data/, or the file of somebody who owns a box."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from spieltisch.contract import Content, Trouble
from spieltisch.files import read_content
from spieltisch.games.high_score.rules import CHOICE, FROZEN, HIGHEST_SWIRL, LOWEST_SWIRL, MOST_CARDS, ROUNDS

DATA = Path(__file__).parent / "data"
WAYS = ("full", "free", "aside")
SCORINGS = (
    "sum",
    "same",
    "same_minus_rest",
    "tens_minus_rest",
    "pairs",
    "pairs_minus_rest",
    "triples_minus_rest",
    "odd",
    "odd_minus_rest",
    "shown_minus_rest",
    "ascending",
)
SWIRLS = {"frozen": FROZEN, "choice": CHOICE}
SOURCES = ("own", "box")
PARTS = ("way", "scoring", "swirl")


def load(name: str) -> Content:
    """A deck by the name of a file in data/, or by the path of a .toml file."""
    return check(name, read_content(name, DATA))


def check(name: str, data: Mapping[str, Any]) -> Content:
    """The deck in the numbers of the rules: whether it is our own, how many cards, and way, scoring, swirl of each."""
    where = f"The deck {reprlib.repr(name)}"
    for key in data:
        if key not in ("source", "card"):
            raise Trouble("{where} has source and card, not {field}.", where=where, field=reprlib.repr(key))
    source = data.get("source", "box")
    if source not in SOURCES:
        raise Trouble(
            "{where} has as source {known}, not {source}.",
            where=where,
            known=" or ".join(SOURCES),
            source=reprlib.repr(source),
        )
    cards = data.get("card")
    if not isinstance(cards, list):
        raise Trouble("{where} has no list of cards.", where=where)
    if not ROUNDS <= len(cards) <= MOST_CARDS:
        raise Trouble(
            "{where} has {number} cards; a deck has {least} to {most}.",
            where=where,
            number=len(cards),
            least=ROUNDS,
            most=MOST_CARDS,
        )
    numbers = [int(source == "own"), len(cards)]
    for k, card in enumerate(cards, 1):
        numbers += _card(f"Card {k} of the deck {reprlib.repr(name)}", card)
    plain = {"source": source, "card": [{part: card[part] for part in PARTS} for card in cards]}
    return Content(name, np.array(numbers, np.int64), plain)


def _card(where: str, card: Any) -> tuple[int, int, int]:
    if not isinstance(card, dict) or set(card) != set(PARTS):
        raise Trouble("{where} must have exactly way, scoring and swirl.", where=where)
    return _one_of(where, "way", card, WAYS), _one_of(where, "scoring", card, SCORINGS), _swirl(where, card["swirl"])


def _one_of(where: str, part: str, card: Mapping[str, Any], known: tuple[str, ...]) -> int:
    if card[part] not in known:
        raise Trouble(
            "{where} has as {part} one of {known}, not {value}.",
            where=where,
            part=part,
            known=", ".join(known),
            value=reprlib.repr(card[part]),
        )
    return known.index(card[part])


def _swirl(where: str, swirl: Any) -> int:
    if isinstance(swirl, str) and swirl in SWIRLS:
        return SWIRLS[swirl]
    if type(swirl) is int and LOWEST_SWIRL <= swirl <= HIGHEST_SWIRL:
        return swirl
    raise Trouble(
        "{where} has as swirl a whole number from {least} to {most}, frozen or choice, not {swirl}.",
        where=where,
        least=LOWEST_SWIRL,
        most=HIGHEST_SWIRL,
        swirl=reprlib.repr(swirl),
    )
