"""Cards and dice to write tests with."""

from __future__ import annotations

from typing import Any

from kit import arrange, table
from spieltisch import Table
from spieltisch.games.high_score.content import SCORINGS, SWIRLS, WAYS
from spieltisch.games.high_score.rules import score

SEVEN = "1 1 1 1 1 1 1"


def dice(text: str) -> int:
    """`1 1 *` as a handful."""
    return sum(1 << 3 * "12345*".index(sign) for sign in text.split())


def form(card: str) -> tuple[int, int, int]:
    """`full sum 10` in numbers."""
    way, scoring, swirl = card.split()
    return WAYS.index(way), SCORINGS.index(scoring), SWIRLS[swirl] if swirl in SWIRLS else int(swirl)


def on_card(card: str, players: int = 2, start: int = 1) -> Table:
    """A table where this card, as card 1 of the deck, has just been turned up."""
    at = table("high_score", players, start=start)
    at.rows["deck"][0][0] = form(card)
    return at.play("card 1")


def scores(card: str, text: str) -> int:
    """`sum 10` for these dice."""
    _, scoring, swirl = form(f"full {card}")
    return score(dice(text), scoring, swirl)


def field(at: Table, name: str) -> Any:
    value = at.rows[name][0]
    return value.tolist()


def fields(at: Table, round_: int = 0) -> list[int]:
    """Where the pieces stand in a round."""
    placed: list[int] = field(at, "fields")[round_][: at.players]
    return placed


def results(at: Table, round_: int = 0) -> list[int]:
    found: list[int] = field(at, "results")[round_][: at.players]
    return found


def last_round(at: Table) -> Table:
    """The same position, but in round seven."""
    card = field(at, "card")[0]
    return arrange(at, round=6, card=[card] * 7)
