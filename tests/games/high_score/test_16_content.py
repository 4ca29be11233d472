"""Decks: our own and those that people write."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kit import table
from spieltisch import Reason, Trouble
from spieltisch.games.high_score.content import DATA, SCORINGS, WAYS, check, flaws, load, part_named

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
    assert trouble(deck(count=count)) == f"Deck mine: there are {count} cards; a deck has 7 to 60."


def test_what_a_deck_has() -> None:
    assert trouble({"name": "x", **deck()}) == "Deck mine: 'name' is not known; a deck has source and card."
    assert trouble({"source": "found", **deck()}) == "Deck mine: the source is one of own, box, not 'found'."
    assert trouble({"source": ["own"], **deck()}) == "Deck mine: the source is one of own, box, not ['own']."
    assert trouble({}) == trouble({"card": CARD}) == "Deck mine: the list of cards is missing."
    assert trouble([]) == "Deck mine: this is not a table of facts about a deck."


def test_what_a_card_has() -> None:
    cards: list[Any] = [5, []]
    for wrong in cards:
        assert trouble(deck(dict(CARD), wrong)) == "Deck mine: card 2 must have exactly way, scoring and swirl."
    assert trouble(deck(dict(CARD), {})) == "Deck mine: card 2 has no way."
    assert trouble(deck(dict(CARD), {"way": "full", "scoring": "sum"})) == "Deck mine: card 2 has no swirl."
    noted = {**CARD, "note": "x"}
    assert trouble(deck(dict(CARD), noted)) == "Deck mine: card 2 has 'note'; a card has way, scoring and swirl."
    ways: list[Any] = ["fulls", 0, [], None, True]
    for way in ways:
        assert trouble(deck({**CARD, "way": way})).startswith("Deck mine: card 1: the way is one of full, free")
    scorings: list[Any] = ["all", 0, {}, None]
    for scoring in scorings:
        assert trouble(deck({**CARD, "scoring": scoring})).startswith("Deck mine: card 1: the scoring is one of sum")


def test_every_flaw_is_found_with_its_place() -> None:
    found = flaws({"note": 1, **deck({**CARD, "way": "no", "swirl": 99}, dict(CARD), 5)})
    assert [flaw.place for flaw in found] == [("note",), ("card", 0, "way"), ("card", 0, "swirl"), ("card", 2)]


@pytest.mark.parametrize("swirl", [-11, 11, 1.0, True, "5", "frozen 0", None, [], 10**30], ids=str)
def test_swirls_that_cannot_be(swirl: Any) -> None:
    assert trouble(deck({**CARD, "swirl": swirl})).startswith(
        "Deck mine: card 1: the swirl is a whole number from −10 to 10, frozen or choice, not "
    )


def test_a_number_that_is_too_long_to_be_written_is_refused_all_the_same() -> None:
    assert trouble(deck({**CARD, "swirl": 10**5000})).endswith("not ….")


@pytest.mark.parametrize("swirl", [-10, 10])
def test_swirls_that_can_be(swirl: int) -> None:
    assert check("mine", deck({**CARD, "swirl": swirl})).numbers[4] == swirl


@pytest.mark.parametrize("name", ["nothing", "game", "../deck", "none.toml", "/etc/passwd"])
def test_files_that_are_no_deck(name: str) -> None:
    with pytest.raises(Trouble):
        load(name)


def test_a_card_has_a_name_for_people() -> None:
    assert part_named(6, "7 full sum 10") == Reason("edit_card", values={"n": 7})
