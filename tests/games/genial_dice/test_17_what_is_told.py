"""What happened, in one line of the log."""

import re

from games import bringing
from kit import table
from spieltisch import Table, registry
from spieltisch.speech import LANGUAGES

GAME = registry.game("genial_dice")


def told(at: Table, move: str, language: str = "en") -> str:
    """The line for a move, which is then made."""
    line = bringing.told(at, move, language)
    at.play(move)
    return line


def test_the_lot() -> None:
    assert told(table("genial_dice", 3, start="lot"), "start 2") == "Ben starts, drawn by lot."


def test_the_rolls() -> None:
    at = table("genial_dice", 2)
    assert told(at, "rgoo") == "Before the first turn, Ben rolls red, green, orange, orange."
    assert told(at, "bbry") == "Anna rolls red, blue, blue, yellow."
    assert told(at, "roll") == ""
    assert told(at, "bbbb") == "Anna rolls again: blue, blue, blue, blue."
    assert told(at, "stop") == "Anna stops."


def test_stopping_tells_what_is_marked_if_that_ends_the_turn() -> None:
    at = table("genial_dice", 2).play("rrgo", "rgyp")
    assert told(at, "stop") == "Anna stops. Marked: 2 × red, 1 × green."


def test_the_last_roll_tells_it_too() -> None:
    at = table("genial_dice", 2).play("rrgo", "rgyp", "roll", "rgyp", "roll")
    assert told(at, "bgyp") == "Anna rolls again: green, blue, yellow, purple. Marked: 1 × green."
    at.play("ooyb", "roll", "ooyb", "roll")
    assert told(at, "ooyb") == "Ben rolls again: blue, orange, orange, yellow."


def test_nothing_to_mark() -> None:
    assert told(table("genial_dice", 2).play("rrgo", "bypr").play("roll", "bypo", "roll"), "bbyp").endswith("purple.")
    assert told(table("genial_dice", 2).play("rrrr", "bypo"), "stop") == "Anna stops. Nothing marked."
    assert told(table("genial_dice", 2).play("rrrr", "bbpo", "stop"), "score") == "Anna marks nothing."


def test_jokers() -> None:
    at = table("genial_dice", 2).play("rrgo", "bbyy", "stop")
    assert told(at, "joker bb=g") == "Anna uses 2 × blue as a joker: 1 mark in green."
    assert told(at, "score") == "Anna marks 1 × green."
    at = table("genial_dice", 2).play("rrgo", "gbbb", "stop")
    assert told(at, "joker bbb=o") == (
        "Anna uses 3 × blue as a joker: 2 marks in orange. Marked: 1 × green, 2 × orange."
    )


def test_lost_marks_and_sections_that_open() -> None:
    at = table("genial_dice", 2).play("rrgg", "rggo", "stop")
    at.rows["sheets"][0][0] = [3, 0, 3, 2, 3, 3]
    assert told(at, "score") == "Anna marks 2 × red, 4 × green. The middle section opens."
    at = table("genial_dice", 2).play("rrrr", "rroo", "stop")
    assert told(at, "score") == "Anna marks 3 × red. 5 marks are lost."
    at = table("genial_dice", 2).play("rrrr", "rboy")
    assert told(at, "stop") == "Anna stops. Marked: 3 × red. 1 mark is lost."


def test_the_last_section_and_the_end() -> None:
    at = table("genial_dice", 2).play("rgbo", "rgyp")
    at.rows["sheets"][0][0] = [6, 3, 4, 4, 4, 4]
    assert told(at, "stop") == "Anna stops. Marked: 1 × red, 1 × green. The right section opens."
    at = table("genial_dice", 2).play("rgbo", "rgyp")
    at.rows["sheets"][0][0] = [6, 7, 7, 7, 7, 7]
    assert told(at, "stop") == "Anna stops. Marked: 1 × red. 1 mark is lost. The sheet is full: Anna wins!"


def test_every_language_tells_the_same_numbers() -> None:
    for moves, move in (
        (["rrgo", "gbbb", "stop"], "joker bbb=o"),
        (["rrrr", "rroo", "stop"], "score"),
        (["rrrr", "rboy"], "stop"),
    ):
        lines = {told(table("genial_dice", 2).play(*moves), move, language) for language in LANGUAGES}
        assert len(lines) == len(LANGUAGES)
        assert len({tuple(re.findall(r"[0-9]+", line)) for line in lines}) == 1


def test_german_and_italian() -> None:
    moves = ("rrgo", "rgyp", "roll", "rgyp", "roll")
    assert told(table("genial_dice", 2).play(*moves), "rgyp", "de") == (
        "Anna würfelt noch einmal: Rot, Grün, Gelb, Lila. Angekreuzt: 2 × Rot, 1 × Grün."
    )
    assert told(table("genial_dice", 2).play(*moves), "rgyp", "it") == (
        "Anna lancia di nuovo: rosso, verde, giallo, viola. Crocette: 2 × rosso, 1 × verde."
    )
