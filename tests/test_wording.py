"""Moves in the words of a language, and back: records have one form of them."""

from __future__ import annotations

import re

import pytest

from kit import flat
from spieltisch import registry
from spieltisch.contract import Reason
from spieltisch.speech import LANGUAGES, Say
from spieltisch.wording import Wording, Written, plain

MOVES = {
    "genial": ("rg@h8-h9", "pass", "exchange", "keep", "start 2"),
    "genial_dice": ("roll", "stop", "score", "joker bb=g", "rbby", "start 1"),
    "high_score": ("roll", "stop", "reroll 1 1 *", "aside 5 5", "card 7 free odd_minus_rest frozen", "1 2 2 4 5 * *"),
    "brilliant": ("5@c4", "pass", "strike A", "2 5"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MOVES)
def test_what_is_shown_can_be_typed(name: str, language: str) -> None:
    say = Say(language, registry.game(name))
    for move in MOVES[name]:
        assert say.meant(say.move(move)).casefold() == move.casefold()
        assert say.meant(say.move(move).upper()).casefold() == move.casefold()
        assert say.meant(move).casefold() == move.casefold(), "the form of records is always understood"


@pytest.mark.parametrize(
    ("name", "language", "typed", "move"),
    [
        ("genial", "de", "Lege rg auf h8 und h9", "layrgonh8andh9"),
        ("genial", "de", "Passe", "pass"),
        ("genial", "it", "posa rg su e8 e e9", "layrgone8ande9"),
        ("genial_dice", "de", "würfle", "roll"),
        ("genial_dice", "de", "wuerfle", "roll"),
        ("genial_dice", "de", "WURFLE", "roll"),
        ("genial_dice", "it", "mi fermo", "stop"),
        ("genial_dice", "it", "jolly bb=g", "jokerbb=g"),
        ("high_score", "de", "noch einmal 1 1 *", "reroll11*"),
        ("high_score", "de", "Karte Gleiche minus Rest", "cardsame_minus_rest"),
        ("high_score", "it", "metti da parte 5 5", "aside55"),
        ("brilliant", "de", "schreib 5 in c4", "write5inc4"),
        ("brilliant", "it", "barra A", "strikea"),
    ],
)
def test_words_of_the_language_are_read(name: str, language: str, typed: str, move: str) -> None:
    assert "".join(Say(language, registry.game(name)).meant(typed).split()) == move


def test_what_has_no_word_of_the_language_in_it_stays_as_it_was_typed() -> None:
    say = Say("de", registry.game("genial"))
    assert say.meant(" Würfelpasser ") == " Würfelpasser ", "only whole words count"
    assert Wording({}).meant("Passe") == "Passe"
    assert Wording({}).said("pass") == "pass"


def test_a_written_move_in_a_sentence_is_said_in_its_language() -> None:
    reason = Reason("hint_bonus", values={"move": Written("pass")})
    assert "passe" in Say("de", registry.game("genial")).reason(reason)
    assert Say("de").reason(Reason("coach_only_move", values={"move": Written("pass")})).count("pass") == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MOVES)
def test_no_word_means_two_things(name: str, language: str) -> None:
    words = registry.game(name).texts(language)["words"]
    spelt = [plain(each) for all_of_one in words.values() for each in all_of_one]
    assert len(spelt) == len(set(spelt))
    for word, own in words.items():
        assert not set(map(plain, own)) & (words.keys() - {word}), "a word of the records keeps its meaning"
    assert not any(re.fullmatch("[rgboyp]{1,4}", each) for each in spelt), "these are colours"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MOVES)
def test_sentences_use_the_words_of_the_language(name: str, language: str) -> None:
    """Nobody is told to type a word of another language. What is wrong in a file is said in the words of its format."""
    texts = registry.game(name).texts(language)
    foreign = {word for word, own in texts["words"].items() if word not in own} - {"in", "e", "sum", "all"}
    sentences = flat(texts["say"]).items()
    said = [each for key, each in sentences if not each.startswith("{") and not key.startswith("flaw_")]
    found = [each for each in said if set(re.findall(r"(?<![{\w])[a-z_]+(?![}\w])", each)) & foreign]
    assert found == []


def test_one_point_is_no_points_and_a_turn_is_told_in_a_sentence() -> None:
    say = Say("it", registry.game("brilliant"))
    assert [say("points_of_target", n=n, target=20) for n in (0, 1, 2)] == [
        "0 punti su 20",
        "1 punto su 20",
        "2 punti su 20",
    ]
    assert say("waits_for", names="Lino") == "Tocca a Lino."
