"""Why a move is refused, why it scores and why it is over."""

from __future__ import annotations

import re

import pytest

from games.brilliant.paper import SMALL, action, begin, position, started
from spieltisch import CHANCE, Reason, Table, registry
from spieltisch.games.brilliant import rules
from spieltisch.speech import LANGUAGES, Say

GAME = registry.game("brilliant")
ALMOST = """
    . . 5 5 5 . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


def say(reason: Reason, language: str = "en") -> str:
    """The sentence; in the other languages with the same paragraph and the same numbers."""
    sentences = {name: Say(name, GAME).reason(reason) for name in LANGUAGES}
    assert len({sentence.rpartition("(")[2] for sentence in sentences.values()}) == 1
    numbers = {tuple(sorted(re.findall(r"\d+", sentence))) for sentence in sentences.values()}
    assert len(numbers) == 1
    return sentences[language]


def refused(at: Table, move: str | int, seat: int = 0) -> str:
    wrong = at.parse(seat, move) if isinstance(move, str) else move
    return say(at.game.refused(at.rows, seat, wrong))


def scored(at: Table, move: str, seat: int = 0) -> list[str]:
    before = at.rows.tobytes()
    reasons = [say(reason) for reason in at.game.scored(at.rows, seat, at.parse(seat, move))]
    hidden = at.game.hidden(at.rows, seat)
    assert [say(reason) for reason in at.game.scored(hidden, seat, at.parse(seat, move))] == reasons
    assert at.rows.tobytes() == before
    return reasons


def ended(at: Table) -> list[str]:
    return [say(reason) for reason in at.game.ended(at.rows)]


def test_what_chance_cannot_do() -> None:
    expected = "Now the two dice are rolled: write both numbers, such as 2 5. (§3)"
    assert refused(started(2), "pass", CHANCE) == expected


def test_start_numbers() -> None:
    at = begin(2).play("1@b1")
    assert refused(at, "pass") == "First write your start numbers; the 2 is next. (§1)"
    assert refused(at, "strike A") == "First write your start numbers; the 2 is next. (§1)"
    assert refused(at, "3@f1") == "Start numbers are written in order: the 2 comes next, not the 3. (§1)"
    assert refused(at, "2@h1") == "The sheet has no cell h1. (§1)"
    assert refused(at, "2@b1") == (
        "Area A (red) already has a start number, the 1; each goes in an area of its own. (§1)"
    )
    assert refused(at, "2@c1") == "c1 is not a star cell; start numbers go in b1, f1, e3, c4, a5, d5. (§1)"
    assert refused(at, "2 5") == "You cannot choose that: the dice decide. (§1)"
    for wrong in (-1, rules.ACTIONS, 10**9):
        assert refused(at, wrong) == "There is no such move. (§1)"


def test_entries() -> None:
    drawing = """
        1 . 2 . . . .
        . . . 5 . . .
        . . . . . . .
        . 2 6 . . . .
        . . . 2 . . .
    """
    at = position(drawing).play("2 5")
    assert refused(at, "2@h7") == "The sheet has no cell h7. (§3)"
    assert refused(at, "5@c1") == "c1 is full: there is a 2 in it already. (§3)"
    assert refused(at, "6@d1") == "2 and 5 were rolled, so a 6 cannot be written. (§3)"
    assert refused(at, "5@a2") == "A 5 must go directly next to a 2, and there is none beside a2. (§3)"
    assert refused(at, "2@g7") == "A 2 must go directly next to a 5, and there is none beside g7. (§3)"
    assert refused(at, "strike A") == "There is nothing to strike now: write a number (2 or 5) or pass. (§3)"
    assert refused(at, "2 5") == "You cannot choose that: the dice decide. (§3)"
    assert refused(at, -5) == "There is no such move. (§3)"
    assert refused(at, "5@d1") == (
        "In area B (blue) all numbers must be equal, and it has a 2; a 5 does not fit. Possible: 2. (§4)"
    )
    assert refused(at, "2@c2") == (
        "Area D (orange) takes only 1–3 or only 4–6 and already has 5, 6; a 2 does not fit. Possible: 4, 5, 6. (§4)"
    )


def test_entries_in_red_and_purple() -> None:
    drawing = """
        2 5 . . . . .
        . . . . . . .
        . . . . . . .
        1 2 . . . . .
    """
    at = position(drawing).play("2 5")
    assert refused(at, "5@a2") == (
        "Area A (red) already has a 5, and all its numbers must differ. Still possible: 1, 3, 4, 6. (§4)"
    )
    drawing = drawing.replace("1 2", "2 1")
    assert refused(position(drawing).play("2 5"), "5@a5") == (
        "Area G (purple) takes at most two different numbers and already has 1, 2; "
        "a 5 does not fit. Possible: 1, 2. (§4)"
    )


def test_strikes() -> None:
    drawing = """
        . . 5 5 5 5 .
    """
    at = position(drawing, rolls=7, struck=[0, 0, 2, *[0] * 21]).play("1 1")
    first = "First strike the highest open value of an area, such as strike A; only then do you write. (§7)"
    assert refused(at, "pass") == refused(at, "1@a1") == first
    assert refused(at, "strike L") == "There is no area L; they go from A to K. (§7)"
    assert refused(at, "strike B") == (
        "Area B (blue) is complete; only a value you could still earn can be struck. (R6)"
    )
    assert refused(at, "strike C") == (
        "Of area C (purple) only the third value is left (1), and that one is never struck. (R6)"
    )


def test_a_complete_area_scores() -> None:
    at = position(ALMOST, ALMOST, points=[3, 21, 0, 0, 0, 0]).play("5 5")
    first = "Area B (blue) is complete and takes its highest value: 5 points. (§5)"
    assert scored(at, "5@f1") == [first, "That makes 8 points; the target is 26. (§6)"]
    assert scored(at, "5@f1", 1) == [first, "That makes 26 points: the target of 26 is reached. (§6)"]
    at.play("5@f1", seat=1)
    assert scored(at, "5@f1")[0] == first
    at = position(ALMOST, ALMOST, struck=[0, 1, *[0] * 22]).play("5 5")
    assert scored(at, "5@f1") == [
        "Area B (blue) is complete and takes its second value: 3 points. (§5)",
        "That makes 3 points; the target is 26. (§6)",
    ]
    at = position(ALMOST, ALMOST, struck=[0, 2, *[0] * 22]).play("5 5")
    assert scored(at, "5@f1") == [
        "Area B (blue) is complete and takes its third value: 1 point. (§5)",
        "That makes 1 point; the target is 26. (§6)",
    ]


def test_other_moves_score_nothing() -> None:
    at = position(ALMOST, ALMOST).play("5 5")
    assert scored(at, "pass") == scored(at, "5@b1") == []
    assert scored(begin(2), "1@b1") == []
    assert scored(started(2), "1 2", CHANCE) == []
    assert scored(position(ALMOST, rolls=7).play("1 1"), "strike A") == []


def test_in_solo_there_is_no_target() -> None:
    at = position(ALMOST, points=[3, 0, 0, 0, 0, 0]).play("5 5")
    assert scored(at, "5@f1")[1] == "That makes 8 points. (§7)"
    at = position(ALMOST, struck=[0, 2, *[0] * 22]).play("5 5")
    assert scored(at, "5@f1")[1] == "That makes 1 point. (§7)"


def test_the_target() -> None:
    points = [21, 23, 4, 0, 0, 0]
    at = position(*[ALMOST] * 3, points=points).play("5 5")
    for seat in range(3):
        at.play("5@f1", seat=seat)
    assert ended(at) == [
        "Player 1 has 26 points and so has reached the target of 24. (§6)",
        "Player 2 has 28 points and so has reached the target of 24. (§6)",
        "Player 2 wins with 28 points; the best of the others has 26. (§6)",
    ]


def test_a_shared_victory() -> None:
    at = position(ALMOST, ALMOST, points=[22, 22, 0, 0, 0, 0]).play("5 5").play("5@f1", seat=0).play("5@f1", seat=1)
    assert ended(at)[-1] == "The victory is shared by Player 1, Player 2, with 27 points each. (§6)"


def test_nobody_can_or_will_write() -> None:
    full = ALMOST.replace(".", "1").replace("5", "1")
    at = position(full, full, points=[1, 0, 0, 0, 0, 0]).play("1 1")
    assert ended(at) == [
        "Nobody can ever write again. (R5)",
        "Player 1 wins, 1 to 0. (§6)",
    ]
    at = position(ALMOST, ALMOST, idle=35).play("5 5").play("pass", seat=0).play("pass", seat=1)
    assert ended(at) == [
        "For 36 rolls in a row at least one of you could have written, and nobody did. (R8)",
        "The victory is shared by Player 1, Player 2, with 0 points each. (§6)",
    ]


def test_the_end_of_a_solo_game() -> None:
    at = position(ALMOST, rolls=42, solo_signs=0).play("5 5", "5@f1", "1 1")
    assert ended(at) == ["All 44 rolls have been made. (§7)", "Your result: 5 points from 1 of 11 areas. (§7)"]
    drawing = """
        . . 2 . . .
    """
    at = position(drawing, rolls=43, sheet=SMALL, solo_signs=0, struck=[0, 2, *[0] * 22]).play("2 2", "2@d1")
    assert ended(at)[-1] == "Your result: 1 point from 1 of 7 areas. (§7)"


def test_german_and_italian_say_the_same() -> None:
    at = position(ALMOST, ALMOST).play("5 5")
    reason = at.game.scored(at.rows, 0, action("5@f1"))[0]
    assert say(reason, "de") == "Bereich B (blau) ist vollständig und bringt den höchsten Wert: 5 Punkte. (§5)"
    assert say(reason, "it") == "L’area B (blu) è completa e dà il valore più alto: 5 punti. (§5)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_and_ruling_is_told(language: str) -> None:
    texts = GAME.texts(language)
    assert list(texts["rules"]) == [str(number) for number in range(1, 8)]
    assert list(texts["rulings"]) == [str(number) for number in range(1, 11)]
    assert texts["say"].keys() == GAME.texts("en")["say"].keys()
