"""The sentences of the log."""

from __future__ import annotations

from games.brilliant.paper import begin, position, started
from spieltisch import CHANCE, SPECTATOR, Table
from spieltisch.games.brilliant.events import Chose
from spieltisch.speech import LANGUAGES, Say

TWO = """
    . . 2 . . . .
"""
ALMOST = """
    . . 5 5 5 . .
"""
NAMES = ("Anna", "Bob", "Cleo")


def told(at: Table, move: str, seat: int = 0, language: str = "en") -> str | None:
    """What is said about a move, and that it can be said in every language; nothing changes by telling."""
    before = at.rows.tobytes()
    reason = at.game.told(at.rows, seat, at.parse(seat, move))
    assert at.rows.tobytes() == before
    if reason is None:
        return None
    said = {name: Say(name, at.game, NAMES[: at.players]).reason(reason) for name in LANGUAGES}
    return said[language]


def test_the_dice() -> None:
    at = position(TWO, TWO)
    assert told(at, "2 3", CHANCE) == "The dice show 2 and 3."
    assert told(at, "4 4", CHANCE) == "The dice show 4 and 4: nobody can use them."
    assert told(at, "4 4", CHANCE, "de") == "Die Würfel zeigen 4 und 4: Das passt nirgends."


def test_the_dice_and_who_cannot_use_them() -> None:
    at = position(TWO, ALMOST)
    assert told(at, "2 3", CHANCE) == "The dice show 2 and 3; Bob cannot use them."
    assert told(at, "2 3", CHANCE, "it") == "I dadi mostrano 2 e 3; Bob non può usarli."
    at = position(ALMOST, TWO, ALMOST)
    assert told(at, "2 3", CHANCE) == "The dice show 2 and 3; Anna, Cleo cannot use them."
    assert told(at, "2 3", CHANCE, "de") == "Die Würfel zeigen 2 und 3; Anna, Cleo können damit nichts eintragen."


def test_before_a_strike_nobody_knows_yet_what_can_be_written() -> None:
    assert told(position(TWO, rolls=7), "4 4", CHANCE) == "The dice show 4 and 4."


def test_an_entry() -> None:
    at = position(TWO, TWO).play("2 3")
    assert told(at, "3@b1", 1) == "Bob writes a 3 in b1."
    assert told(at, "3@b1", 1, "de") == "Bob schreibt eine 3 in b1."
    assert told(at, "3@b1", 1, "it") == "Bob scrive un 3 in b1."


def test_a_complete_area() -> None:
    at = position(ALMOST, ALMOST).play("5 5")
    first = "Anna writes a 5 in f1 and completes area B (blue): 5 points."
    assert told(at, "5@f1") == first
    at.play("5@f1", seat=1)
    assert told(at, "5@f1") == first
    at = position(ALMOST, ALMOST, struck=[0, 2, *[0] * 22]).play("5 5")
    assert told(at, "5@f1") == "Anna writes a 5 in f1 and completes area B (blue): 1 point."


def test_nothing() -> None:
    at = position(TWO, TWO).play("2 3")
    assert told(at, "pass") == "Anna writes nothing."


def test_a_strike() -> None:
    at = position(TWO, rolls=7, struck=[1, *[0] * 23]).play("1 1")
    assert told(at, "strike A") == "Anna strikes the 3 of area A (red)."
    assert told(at, "strike B") == "Anna strikes the 5 of area B (blue)."


def test_start_numbers_are_told_together() -> None:
    at = begin(2)
    for move in ("1@d5", "2@f1", "3@e3", "4@c4", "5@a5"):
        assert told(at, move, 1) is None
        at.play(move, seat=1)
    assert told(at, "6@b1", 1) == "Bob’s start numbers: 1 in d5, 2 in f1, 3 in e3, 4 in c4, 5 in a5, 6 in b1."
    assert told(at, "6@b1", 1, "de") == (
        "Die Startzahlen von Bob: 1 in d5, 2 in f1, 3 in e3, 4 in c4, 5 in a5, 6 in b1."
    )


def test_what_is_told_of_a_choice_does_not_depend_on_the_choices_of_others() -> None:
    """R4 Whoever has chosen reads it at once, while the others still choose."""
    one = position(TWO, TWO, TWO).play("2 3").play("3@b1", seat=1)
    other = position(TWO, TWO, TWO).play("2 3").play("pass", seat=1)
    assert told(one, "3@c2") == told(other, "3@c2") == "Anna writes a 3 in c2."
    hidden = one.game.hidden(one.rows, SPECTATOR)
    action = one.parse(0, "3@c2")
    assert one.game.told(one.rows, 0, action) == one.game.told(hidden, 0, action)


def test_the_start_numbers_of_one_say_nothing_about_those_of_another() -> None:
    at, other = started(2), begin(2)
    before = other.play("1@b1", "2@f1", "3@e3", "4@c4", "5@a5", seat=1)
    alone = told(before, "6@d5", 1)
    before.play("1@d5", seat=0)
    assert told(before, "6@d5", 1) == alone
    assert at.waiting == [CHANCE]


def test_that_somebody_has_chosen_is_no_line_of_the_log() -> None:
    assert begin(2).game.told_of(Chose(), 1) is None
