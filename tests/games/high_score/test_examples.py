"""The examples in the rules texts are what the rules do, in every language."""

from __future__ import annotations

import re

import pytest

from games.examples import LANGUAGES, rules_text
from games.high_score.cards import scores
from spieltisch.games.high_score.content import SCORINGS

EXAMPLE = re.compile(r"\(((?:[1-5*] ){6}[1-5*]) = (-?\d+)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_of_scoring_has_an_example(language: str) -> None:
    found = EXAMPLE.findall(rules_text("high_score", 8, language))
    assert [int(result) for _, result in found] == [
        scores(f"{scoring} 0", dice) for scoring, (dice, _) in zip(SCORINGS, found, strict=True)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_swirls_of_choice_have_an_example(language: str) -> None:
    ((dice, result),) = EXAMPLE.findall(rules_text("high_score", 7, language))
    assert int(result) == scores("triples_minus_rest choice", dice)
