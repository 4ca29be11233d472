"""Reads a deck of challenge cards: our own in data/, or the file of somebody who owns a box."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from spieltisch.contract import Content, Flaw, Reason
from spieltisch.files import read_content
from spieltisch.games.high_score.rules import CHOICE, FROZEN, HIGHEST_SWIRL, LOWEST_SWIRL, MOST_CARDS, ROUNDS
from spieltisch.quoting import quoted
from spieltisch.speech import Flawed

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
FORM = {  # what an editor offers
    "ways": WAYS,
    "scorings": SCORINGS,
    "swirls": tuple(SWIRLS),
    "lowest_swirl": LOWEST_SWIRL,
    "highest_swirl": HIGHEST_SWIRL,
    "fewest": ROUNDS,
    "most": MOST_CARDS,
}


def load(name: str) -> Content:
    """A deck by the name of a file in data/, by the path of a .toml file, or by the name under which it is kept."""
    return check(name, read_content(name, DATA, DATA.parent.name))


def check(name: str, data: Mapping[str, Any]) -> Content:
    """The deck in the numbers of the rules: whether it is our own, how many cards, and way, scoring, swirl of each."""
    if found := flaws(data):
        raise Flawed(__package__, name, found)
    source, cards = data.get("source", "box"), data["card"]
    numbers = [int(source == "own"), len(cards)]
    for card in cards:
        swirl = card["swirl"]
        numbers += WAYS.index(card["way"]), SCORINGS.index(card["scoring"]), SWIRLS.get(swirl, swirl)
    plain = {"source": source, "card": [{part: card[part] for part in PARTS} for card in cards]}
    return Content(name, np.array(numbers, np.int64), plain)


def flaws(data: Any) -> list[Flaw]:
    if not isinstance(data, Mapping):
        return [_flaw((), "flaw_no_deck")]
    found = [_flaw((key,), "flaw_unknown", field=quoted(key)) for key in data if key not in ("source", "card")]
    if data.get("source", "box") not in SOURCES:
        found.append(_flaw(("source",), "flaw_source", known=", ".join(SOURCES), value=quoted(data["source"])))
    cards = data.get("card")
    if not isinstance(cards, list):
        return [*found, _flaw(("card",), "flaw_no_cards")]
    if not ROUNDS <= len(cards) <= MOST_CARDS:
        found.append(_flaw(("card",), "flaw_count", number=len(cards), least=ROUNDS, most=MOST_CARDS))
    for k, card in enumerate(cards[:MOST_CARDS]):
        found += _card(k, card)
    return found


def part_named(number: int, label: str) -> Reason:
    """A card of a deck, for people."""
    return Reason("edit_card", values={"n": number + 1})


def _card(k: int, card: Any) -> list[Flaw]:
    here: tuple[str | int, ...] = ("card", k)
    if not isinstance(card, Mapping):
        return [_flaw(here, "flaw_parts", number=k + 1)]
    found = [
        _flaw((*here, part), "flaw_card_unknown", number=k + 1, field=quoted(part))
        for part in card
        if part not in PARTS
    ]
    for part, known in (("way", WAYS), ("scoring", SCORINGS)):
        if part not in card:
            found.append(_flaw((*here, part), "flaw_card_misses", number=k + 1, field=part))
        elif card[part] not in known:
            values = {"known": ", ".join(known), "value": quoted(card[part])}
            found.append(_flaw((*here, part), f"flaw_{part}", number=k + 1, **values))
    if "swirl" not in card:
        found.append(_flaw((*here, "swirl"), "flaw_card_misses", number=k + 1, field="swirl"))
    elif not _is_swirl(card["swirl"]):
        ends = {"least": LOWEST_SWIRL, "most": HIGHEST_SWIRL}
        found.append(_flaw((*here, "swirl"), "flaw_swirl", number=k + 1, **ends, value=quoted(card["swirl"])))
    return found


def _is_swirl(swirl: Any) -> bool:
    if isinstance(swirl, str):
        return swirl in SWIRLS
    return type(swirl) is int and LOWEST_SWIRL <= swirl <= HIGHEST_SWIRL


def _flaw(place: tuple[str | int, ...], key: str, **values: Any) -> Flaw:
    return Flaw(place, Reason(key, values=values))
