"""How moves are written and read."""

from __future__ import annotations

import pytest

from games.brilliant.paper import SMALL, action, begin, position, started
from spieltisch import CHANCE, Refused, Table
from spieltisch.games.brilliant import rules

TWO = """
    . . 2 . . . .
"""


def refused(at: Table, seat: int, text: str) -> Refused:
    with pytest.raises(Refused) as found:
        at.parse(seat, text)
    return found.value


def test_an_entry_is_a_number_at_a_column_letter_and_a_row_number() -> None:
    at = begin(2)
    for move, number in (("1@a1", 0), ("6@a1", 5), ("1@b1", 6), ("5@c4", (30 + 2) * 6 + 4), ("6@j10", 599)):
        assert at.game.write(at.rows, 0, number) == move
        assert at.parse(0, move) == action(move) == number


def test_every_action_is_read_as_it_is_written() -> None:
    at = begin(2)
    moves = [at.game.write(at.rows, 0, number) for number in range(rules.ACTIONS)]
    assert len(set(moves)) == rules.ACTIONS == 646
    assert [at.parse(0, move) for move in moves] == list(range(rules.ACTIONS))
    assert moves[rules.PASS] == "pass"
    assert (moves[rules.STRIKE], moves[rules.STRIKE + 23]) == ("strike A", "strike X")
    assert (moves[rules.ROLL], moves[rules.ROLL + 9], moves[-1]) == ("1 1", "2 5", "6 6")


@pytest.mark.parametrize("text", ["5@c4", " 5 @ C 4 ", "5@C4", "5@c04", "05@c4"])
def test_case_and_spaces_mean_nothing(text: str) -> None:
    assert begin(2).parse(0, text) == action("5@c4")


@pytest.mark.parametrize("text", ["2 5", "5 2", "25", "52", " 2,5", "5+2", "2\t5"])
def test_dice_are_read_in_any_order(text: str) -> None:
    at = started(2)
    assert at.game.write(at.rows, CHANCE, at.parse(CHANCE, text)) == "2 5"


def test_words_and_strikes() -> None:
    at = begin(1)
    assert at.parse(0, " PASS ") == rules.PASS
    assert at.parse(0, "Strike b") == at.parse(0, "strikeB") == at.parse(0, "strike B3") == rules.STRIKE + 1


@pytest.mark.parametrize(
    "text", ["", "c4", "5@", "@c4", "5@cc4", "5-c4", "strike", "strike 1", "skip", "2 5 6", "٣@c4"]
)
def test_what_cannot_be_read_is_answered_with_an_example(text: str) -> None:
    for at, seat, example in (
        (begin(2), 0, "1@b1."),
        (begin(2).play("1@b1"), 0, "2@f1."),
        (started(2), CHANCE, "2 5."),
        (started(2), 0, "2 5."),
        (position(TWO).play("2 2"), 0, "2@b1, pass."),
        (position(TWO).play("2 2"), CHANCE, "5@c4."),
        (position(TWO, rolls=7).play("1 1"), 0, "strike A."),
        (begin(2).play("1@b1", "2@f1", "3@e3", "4@c4", "5@a5", "6@d5"), 0, "5@c4."),
    ):
        found = refused(at, seat, text)
        assert found.reason.key == "unreadable"
        assert str(found).endswith(example)


def test_a_very_long_text_is_cut() -> None:
    assert len(str(refused(begin(2), 0, "q" * 10_000))) < 200


def test_cells_numbers_and_areas_that_do_not_exist() -> None:
    at = begin(2)
    for text in ("5@k1", "5@a11", "5@a0", "5@z999"):
        assert refused(at, 0, text).reason.key == "no_such_cell"
        assert refused(at, 0, text).reason.paragraph == "§3"
    for text in ("7@a1", "0@a1", "999@a1", "1 7", "0 6"):
        assert refused(at, 0, text).reason.key == "no_such_number"
        assert refused(at, 0, text).reason.paragraph == "§1"
    for text in ("strike Y", "strike z"):
        found = refused(begin(1, SMALL), 0, text)
        assert (found.reason.key, found.reason.paragraph) == ("no_such_area", "§7")
        assert str(found).startswith(f"There is no area {text[-1].upper()}; they go from A to G.")
    assert str(refused(at, 0, "7@a1")).startswith("There is no 7 here")
    assert str(refused(at, 0, "5@k1")).startswith("There is no cell k1")


def test_a_readable_move_at_the_wrong_time_is_refused_with_its_paragraph() -> None:
    for at, move, cited in (
        (begin(2), "2 5", "§1"),
        (started(2), "5@c4", "§3"),
        (position(TWO).play("2 2"), "strike A", "§3"),
        (position(TWO).play("2 2"), "2 5", "§3"),
        (position(TWO, rolls=7).play("2 2"), "2@d1", "§7"),
    ):
        with pytest.raises(Refused) as found:
            at.play(move)
        assert found.value.reason.paragraph == cited
