"""Decks: our own and those that people write."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kit import table
from spieltisch import Trouble
from spieltisch.games.high_score.content import DATA, SCORINGS, WAYS, check, load

CARD = {"way": "full", "scoring": "sum", "swirl": 10}


def deck(*changed: Any, count: int = 7) -> dict[str, Any]:
    return {"card": [*changed, *[dict(CARD)] * (count - len(changed))]}


def trouble(data: Any) -> str:
    with pytest.raises(Trouble) as found:
        check("mine", data)
    return str(found.value)


def test_our_own_deck_has_seven_different_cards_of_each_way() -> None:
    data = load("deck").data
    forms = [(card["way"], card["scoring"], card["swirl"]) for card in data["card"]]
    assert len(set(forms)) == len(forms) == 21
    assert Counter(way for way, _, _ in forms) == {"full": 7, "free": 7, "aside": 7}
    assert {scoring for _, scoring, _ in forms} == set(SCORINGS)
    assert {swirl for _, _, swirl in forms} == {-5, 0, 5, 6, 10, "frozen", "choice"}


def test_our_own_deck_says_that_it_is_our_own() -> None:
    assert load("deck").data["source"] == "own"
    assert "our own" in (DATA / "deck.toml").read_text(encoding="utf-8").splitlines()[0]
    assert table("high_score", 2).view().own_deck


def test_the_numbers_of_a_deck() -> None:
    choice = {"way": "aside", "scoring": "ascending", "swirl": "choice"}
    frozen = {"way": "free", "scoring": "same", "swirl": "frozen"}
    content = check("mine", {"source": "box", **deck(choice, frozen)})
    assert content.numbers.tolist() == [0, 7, 2, 10, 101, 1, 1, 100, *[0, 0, 10] * 5]
    assert check("mine", {"source": "own", **deck()}).numbers[0] == 1
    assert check("mine", deck()).data["source"] == "box"


def test_a_deck_of_ones_own_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    cards = "".join('[[card]]\nway = "free"\nscoring = "odd"\nswirl = -7\n' for _ in range(7))
    file.write_text(cards, encoding="utf-8")
    at = table("high_score", 2, start=1, deck=str(file))
    assert at.moves() == [f"card {k} free odd -7" for k in range(1, 8)]
    assert not at.view().own_deck
    assert check("again", load(str(file)).data).numbers.tolist() == load(str(file)).numbers.tolist()


@pytest.mark.parametrize("count", [7, 60])
def test_seven_to_sixty_cards(count: int) -> None:
    assert check("mine", deck(count=count)).numbers[1] == count


def test_sixty_cards_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "large.toml"
    cards = [f'{{ way = "{WAYS[k % 3]}", scoring = "{SCORINGS[k % 11]}", swirl = {k % 21 - 10} }}' for k in range(60)]
    file.write_text(f"card = [{', '.join(cards)}]", encoding="utf-8")
    at = table("high_score", 2, start=1, deck=str(file))
    assert len(at.moves()) == 60
    assert at.play("card 60").view().card.number == 60


@pytest.mark.parametrize("count", [0, 6, 61])
def test_fewer_or_more_are_no_deck(count: int) -> None:
    assert trouble(deck(count=count)) == f"The deck 'mine' has {count} cards; a deck has 7 to 60."


def test_what_a_deck_has() -> None:
    assert trouble({"name": "x", **deck()}) == "The deck 'mine' has source and card, not 'name'."
    assert trouble({"source": "found", **deck()}) == "The deck 'mine' has as source own or box, not 'found'."
    assert trouble({"source": ["own"], **deck()}) == "The deck 'mine' has as source own or box, not ['own']."
    assert trouble({}) == "The deck 'mine' has no list of cards."
    assert trouble({"card": CARD}) == "The deck 'mine' has no list of cards."


def test_what_a_card_has() -> None:
    exactly = "Card 2 of the deck 'mine' must have exactly way, scoring and swirl."
    cards: list[Any] = [5, [], {}, {"way": "full", "scoring": "sum"}, {**CARD, "note": "x"}]
    for wrong in cards:
        assert trouble(deck(dict(CARD), wrong)) == exactly
    ways: list[Any] = ["fulls", 0, [], None, True]
    for way in ways:
        assert trouble(deck({**CARD, "way": way})).startswith("Card 1 of the deck 'mine' has as way one of full, free")
    scorings: list[Any] = ["all", 0, {}, None]
    for scoring in scorings:
        assert trouble(deck({**CARD, "scoring": scoring})).startswith("Card 1 of the deck 'mine' has as scoring one of")


@pytest.mark.parametrize("swirl", [-11, 11, 1.0, True, "5", "frozen 0", None, [], 10**30])
def test_swirls_that_cannot_be(swirl: Any) -> None:
    assert trouble(deck({**CARD, "swirl": swirl})).startswith(
        "Card 1 of the deck 'mine' has as swirl a whole number from -10 to 10, frozen or choice, not "
    )


@pytest.mark.parametrize("swirl", [-10, 10])
def test_swirls_that_can_be(swirl: int) -> None:
    assert check("mine", deck({**CARD, "swirl": swirl})).numbers[4] == swirl


@pytest.mark.parametrize("name", ["nothing", "game", "../deck", "none.toml", "/etc/passwd"])
def test_files_that_are_no_deck(name: str) -> None:
    with pytest.raises(Trouble):
        load(name)
