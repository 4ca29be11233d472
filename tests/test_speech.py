"""Sentences in three languages."""

from __future__ import annotations

import re

import pytest

from kit import flat, placeholders
from spieltisch import Reason, lessons, registry
from spieltisch.contract import who
from spieltisch.speech import LANGUAGES, Say, house_texts


def test_the_texts_of_the_house_exist_in_every_language_with_the_same_placeholders() -> None:
    english = flat(house_texts("en"))
    for language in LANGUAGES:
        texts = flat(house_texts(language))
        assert texts.keys() == english.keys()
        for key, text in texts.items():
            assert text.strip()
            assert placeholders(text) == placeholders(english[key]), f"{language}: {key}"


def test_a_reason_is_said_with_its_paragraph_behind_it() -> None:
    say = Say("en")
    assert say.reason(Reason("nothing_to_undo", "§4")) == "There is nothing to take back. (§4)"
    assert say.reason(Reason("nothing_to_undo")) == "There is nothing to take back."


def test_a_reason_within_a_reason_is_said_first() -> None:
    inner = Reason("seat_name", values={"number": 2})
    said = Say("de").reason(Reason("not_your_turn", values={"seats": inner}))
    assert said == "Du bist nicht dran; am Zug: Spieler 2."


def test_several_reasons_are_said_with_commas() -> None:
    both = (who(0), who(1))
    assert Say("en", names=("Ada",)).reason(Reason("not_your_turn", values={"seats": both})).endswith("Ada, Player 2.")


def test_a_seat_has_the_name_of_who_sits_there() -> None:
    assert Say("it", names=("Ada",)).seat(0) == "Ada"
    assert Say("it", names=("Ada",)).seat(1) == "Giocatore 2"


def test_one_is_said_differently_from_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(house_texts("en")["say"], "pears", "{n} pears")
    monkeypatch.setitem(house_texts("en")["say"], "pears_one", "one pear")
    assert [Say("en")("pears", n=n) for n in (0, 1, 2)] == ["0 pears", "one pear", "2 pears"]


def test_a_text_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError, match="no text 'nothing'"):
        Say("en")("nothing")


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_and_variants_have_names(language: str) -> None:
    for name in registry.names():
        game = registry.game(name)
        say = Say(language, game)
        assert say.game_name()
        assert all(say.variant(variant) for variant in game.variants)


# One word for one thing: what is called something else, or would be said otherwise by a native
NOT_SAID = {
    "de": r"Trainer|Mitschrift|Protokoll|Besprechung|Rückblick|Spielart|\bSitz\b|\bStufe \d: (?:sanft|munter)|\d%|\}%",
    "en": r"\bthe own\b|lot decides|stands? alike|\blacks?\b|Brilliant!|Basic game|\} %|\d %",
    "it": r"allenatore|tavoliere|verbale|\britir|\btir[io]\b|riquadr|in più d.uno|parità è condivisa|\} %|\d %",
}


def all_said(language: str) -> list[str]:
    """Of the house, of our games and of their lessons."""
    games = [registry.game(name) for name in registry.ours()]
    texts = [house_texts(language), *(game.texts(language) for game in games)]
    return [
        sentence
        for text in [*texts, *(lessons.texts(game, language) for game in games)]
        for sentence in flat(text).values()
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_word_for_one_thing(language: str) -> None:
    said = all_said(language)
    assert [sentence for sentence in said if re.search(NOT_SAID[language], sentence)] == []


@pytest.mark.parametrize("name", registry.ours())
def test_no_italian_article_stands_before_a_colour_that_may_begin_with_a_vowel(name: str) -> None:
    said = registry.game(name).texts("it")["say"]
    assert not [key for key, text in said.items() if re.search(r"\b(il|al|del|dal|nel|sul|lo|la) \{colour", str(text))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_printed_not_typewritten(language: str) -> None:
    said = all_said(language)
    assert [sentence for sentence in said if re.search(r"\w'\w|\}'s", sentence)] == []


def test_an_action_is_said_as_the_buttons_say_it_or_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = lessons.lesson("genial_dice", "first")
    step = lesson.steps[0]
    position, action = lesson.position(step), lesson.example(step)
    say = Say("de", lesson.game)
    assert say.action(position.rows, step.seat, action) == "Neu würfeln"
    monkeypatch.delattr(lesson.game.explain, "named")
    assert say.action(position.rows, step.seat, action) == "würfle"
