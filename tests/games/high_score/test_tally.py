"""What studies know of the deck."""

from __future__ import annotations

from spieltisch import new
from spieltisch.games.high_score import tally


def test_a_card_is_named_as_the_deck_writes_it() -> None:
    named = tally.cards(new("high_score", 2, seed=1).content)
    assert len(named) == 21 and named[0].startswith("1 ")
