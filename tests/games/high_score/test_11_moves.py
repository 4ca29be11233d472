"""How moves are written."""

from __future__ import annotations

import pytest

from games.high_score.cards import on_card
from kit import table
from spieltisch import Refused, Table
from spieltisch.games.high_score.rules import CARDS, ROLL, STARTS, STOP
from spieltisch.speech import LANGUAGES, Say


def parse(at: Table, text: str) -> int:
    return at.parse(at.waiting[0], text)


def refused(at: Table, text: str) -> tuple[str, str]:
    with pytest.raises(Refused) as refusal:
        at.play(text)
    return refusal.value.reason.key, refusal.value.reason.paragraph


def test_the_lot() -> None:
    at = table("high_score", 3)
    for text in ("start 2", "  START   2 ", "start2", "2"):
        assert parse(at, text) == STARTS + 1
    assert parse(at, "start 5") == STARTS + 4
    assert refused(at, "start 4") == ("no_such_seat", "§2")
    assert refused(at, "start 0") == ("no_such_seat", "§2")
    assert refused(at, "start 6") == ("no_such_seat", "§2")
    for text in ("", "start", "begin 2", "start -1", "start 99999999999999999999", "²"):
        assert refused(at, text) == ("unreadable", "")


def test_cards_by_number_by_form_or_by_both() -> None:
    at = table("high_score", 2, start=1)
    for text in (
        "card 4 full pairs 10",
        "card 4",
        "4",
        "CARD 4: Full  Pairs 10",
        "full pairs 10",
        "card full pairs +10",
    ):
        assert parse(at, text) == CARDS + 3
    for text in ("free odd_minus_rest frozen", "free odd minus rest frozen 0", "card 14 free odd-minus-rest frozen"):
        assert parse(at, text) == CARDS + 13
    assert parse(at, "aside sum −5") == parse(at, "aside sum -5") == parse(at, "aside sum -05") == CARDS + 14
    assert parse(at, "aside triples_minus_rest choice") == CARDS + 18


def test_cards_that_are_not_there() -> None:
    at = table("high_score", 2, start=1)
    assert parse(at, "card 60") == CARDS + 59
    assert refused(at, "card 22") == ("no_such_card", "§1")
    assert refused(at, "card 61") == ("no_such_card", "§1")
    assert refused(at, "card 0") == ("no_such_card", "§1")
    assert refused(at, "full sum 9") == ("no_such_form", "§1")
    assert refused(at, "card 4 full pairs 6") == ("card_is_other", "§1")
    assert refused(at, "card 22 full pairs 6") == ("no_such_card", "§1")
    for text in ("", "card", "card x", "full sum", "full sum ten", "card 4 full", "full sum 100", "½"):
        assert refused(at, text) == ("unreadable", "")


def test_of_equal_cards_the_form_means_one_that_is_still_in_the_pile() -> None:
    at = table("high_score", 2, start=1)
    at.rows["deck"][0][5] = at.rows["deck"][0][0]
    at.rows["deck"][0][9] = at.rows["deck"][0][0]
    assert parse(at, "full sum 10") == CARDS
    at.rows["turned_up"][0][0] = 1
    assert parse(at, "full sum 10") == CARDS + 5
    at.rows["turned_up"][0][5] = at.rows["turned_up"][0][9] = 1
    at.rows["card"][0][0] = 0
    assert refused(at, "full sum 10") == ("card_was_turned_up", "§2")


def test_rolls_are_written_sorted_and_read_in_any_order() -> None:
    at = on_card("full sum 0")
    assert at.moves()[400] == at.game.write(at.rows, -1, parse(at, at.moves()[400]))
    for text in ("1 2 2 4 5 * *", "* 5 2 1 * 4 2", "1,2,2,4,5,*,*", "12245**", " 1  2 2 4 5 ** "):
        assert parse(at, text) == parse(at, "1 2 2 4 5 * *")
    assert at.play("*5214*2").log[-1].move == "1 2 2 4 5 * *"


def test_rolls_that_cannot_be() -> None:
    at = on_card("full sum 0")
    assert refused(at, "1 2 3 4 5 6 *") == ("no_such_face", "§1")
    assert refused(at, "1 2 3 4 5 0 *") == ("no_such_face", "§1")
    assert refused(at, "1 1 1 1 1 1 1 1") == ("seven_dice", "§1")
    assert refused(at, "1 1 1 1 1 1") == ("wrong_number_of_dice", "§6")
    for text in ("", "roll", "one two", "1 2 3 4 5 x *", "¹"):
        assert refused(at, text) == ("unreadable", "")


def test_full() -> None:
    at = on_card("full sum 0").play("1 2 3 4 5 5 *")
    assert parse(at, " ROLL ") == ROLL
    assert parse(at, "Stop") == STOP
    assert refused(at, "reroll 1") == ("choice_full", "§6")
    assert refused(at, "aside all") == ("choice_full", "§6")
    for text in ("", "rol", "roll 1", "stop it", "1 1"):
        assert refused(at, text) == ("unreadable", "")


def test_free() -> None:
    at = on_card("free sum 0").play("1 2 3 4 5 5 *")
    for text in ("reroll 5 1 *", "REROLL * 5 1", "reroll 51*", "reroll 5,1,*", "reroll51*"):
        assert at.game.write(at.rows, 0, parse(at, text)) == "reroll 1 5 *"
    assert at.game.write(at.rows, 0, parse(at, "reroll all")) == "reroll 1 2 3 4 5 5 *"
    assert parse(at, "stop") == STOP
    assert refused(at, "roll") == ("choice_free", "§6")
    assert refused(at, "aside 1") == ("choice_free", "§6")
    assert refused(at, "reroll 1 1") == ("dice_do_not_lie", "§6")
    assert refused(at, "reroll 6") == ("no_such_face", "§1")
    for text in ("reroll", "reroll none", "reroll -", "1 1"):
        assert refused(at, text) == ("unreadable", "")


def test_aside() -> None:
    at = on_card("aside sum frozen").play("1 2 3 4 5 5 *")
    for text in ("aside 5 1", "Aside 1 5", "aside 51"):
        assert at.game.write(at.rows, 0, parse(at, text)) == "aside 1 5"
    assert at.game.write(at.rows, 0, parse(at, "aside all")) == "aside 1 2 3 4 5 5"
    assert parse(at, "roll") == parse(at, "aside") == ROLL
    assert refused(at, "stop") == ("choice_aside", "§6")
    assert refused(at, "reroll 1") == ("choice_aside", "§6")
    assert refused(at, "aside *") == ("swirl_is_frozen", "§7")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_read_is_answered_with_an_example(language: str) -> None:
    examples = {
        "start 2": table("high_score", 2),
        "card 7": table("high_score", 2, start=1),
        "1 2 2 4 5 * *": on_card("full sum 0"),
        "roll": on_card("full sum 0").play("1 2 3 4 5 5 *"),
        "reroll 1 1 *": on_card("free sum 0").play("1 2 3 4 5 5 *"),
        "aside 5 5": on_card("aside sum 0").play("1 2 3 4 5 5 *"),
        "aside 5 5,": on_card("aside sum frozen").play("1 2 3 4 5 5 *"),
    }
    for example, at in examples.items():
        with pytest.raises(Refused) as refusal:
            at.play("x" * 100)
        say = Say(language, at.game)
        sentence = say.reason(refusal.value.reason)
        assert say.move(example.rstrip(",")) in sentence
        assert "x" * 39 + "…" in sentence
        assert "x" * 40 not in sentence
        assert (say.move("roll") in sentence.replace(",", "").split()) == (example in ("roll", "aside 5 5,"))
