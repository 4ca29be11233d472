"""§5 Marking."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.genial_dice.paper import GREEN_IS_MISSING, give, marks, sheet
from kit import arrange, table
from spieltisch import Table

COLOURS = range(6)


def test_four_green_and_two_yellow_while_blue_is_still_empty() -> None:
    """The rulebook's first example: only three green and one yellow fit, the middle section is closed."""
    at = table("genial_dice", 3).play("ggy", "yrr", "ggy")
    give(
        at,
        0,
        """
        r xx. ... .
        g ... ... .
        b ... ... .
        o x.. ... .
        y xx. ... .
        p xxx ... .
        """,
    )
    at.play("stop", "score")
    assert marks(at, 0) == "r2 g3 o1 y3 p3"


def test_one_green_and_six_yellow_where_green_opens_the_right_section() -> None:
    """The rulebook's second example: five yellow fit, one is lost because the row is full."""
    at = table("genial_dice", 3).play("yyy", "grr", "yyg")
    give(
        at,
        0,
        """
        r xxx x.. .
        g xxx ... .
        b xxx xx. .
        o xxx xxx .
        y xx. ... .
        p xxx x.. .
        """,
    )
    at.play("stop", "score")
    assert marks(at, 0) == "r4 g4 b5 o6 y7 p4"


def test_the_second_example_on_the_longer_sheet() -> None:
    """R1"""
    at = table("genial_dice", 3, sheet="3+3+3").play("yyy", "grr", "yyg")
    give(
        at,
        0,
        """
        r xxx x.. ...
        g xxx ... ...
        b xxx xx. ...
        o xxx xxx ...
        y xxx x.. ...
        p xxx x.. ...
        """,
    )
    at.play("stop", "score")
    assert marks(at, 0) == "r4 g4 b5 o6 y9 p4"


def entered(earned: list[int], drawn: str, **options: Any) -> list[int]:
    """The sheet after scoring: the marks come as if all were from jokers."""
    at = give(table("genial_dice", 2, **options).play("rgbo", "yypp", "stop"), 0, drawn)
    arrange(at, joker_marks=earned, unused=[0] * 6).play("score")
    rows: list[int] = at.rows["sheets"][0][0].tolist()
    return rows


ONE_MISSING = """
    r xxx ... .
    g ... ... .
    b x.. ... .
    o x.. ... .
    y xx. ... .
    p xxx ... .
"""


def test_the_middle_needs_a_mark_of_every_colour_in_the_left() -> None:
    assert entered([1, 0, 0, 0, 2, 0], ONE_MISSING) == [3, 0, 1, 1, 3, 3]


def test_a_mark_may_open_the_middle_for_the_next_one() -> None:
    assert entered([1, 1, 0, 0, 2, 0], ONE_MISSING) == [4, 1, 1, 1, 4, 3]


RIGHT_CLOSED = """
    r xxx xxx .
    g xxx ... .
    b xxx xx. .
    o xxx x.. .
    y xxx xxx .
    p xxx xxx .
"""


def test_the_right_needs_a_mark_of_every_colour_in_the_middle() -> None:
    assert entered([1, 0, 2, 0, 0, 0], RIGHT_CLOSED) == [6, 3, 6, 4, 6, 6]


def test_a_mark_may_open_the_right_for_the_next_one() -> None:
    assert entered([1, 1, 2, 0, 0, 0], RIGHT_CLOSED) == [7, 4, 7, 4, 6, 6]


def test_one_scoring_may_open_both_sections() -> None:
    assert entered([4, 4, 1, 1, 1, 1], GREEN_IS_MISSING) == [7, 4, 4, 4, 4, 4]
    assert entered([4, 3, 1, 1, 1, 1], GREEN_IS_MISSING) == [6, 3, 4, 4, 4, 4]


def test_a_full_row_takes_no_more_marks() -> None:
    drawn = """
        r xxx xxx x
        g xxx x.. .
        b xxx x.. .
        o xxx x.. .
        y xxx x.. .
        p xxx x.. .
    """
    assert entered([1, 0, 0, 0, 0, 4], drawn) == [7, 4, 4, 4, 4, 7]


def test_on_the_longer_sheet_a_row_has_nine_fields() -> None:
    """R1"""
    drawn = """
        r xxx xxx xx.
        g xxx x.. ...
        b xxx x.. ...
        o xxx x.. ...
        y xxx x.. ...
        p xxx x.. ...
    """
    assert entered([3, 6, 0, 0, 0, 3], drawn, sheet="3+3+3") == [9, 9, 4, 4, 4, 7]
    drawn = drawn.replace("r xxx xxx xx.", "r xxx ... ...")
    assert entered([0, 9, 9, 0, 0, 0], drawn, sheet="3+3+3") == [3, 6, 6, 4, 4, 4]


def test_jokers_and_matches_are_marked_together_in_the_best_order() -> None:
    """The joker's green mark opens the middle section for the yellow matches."""
    at = give(table("genial_dice", 2).play("yyro", "bbyp"), 0, ONE_MISSING)
    at.play("stop", "joker bb=g")
    assert marks(at, 0) == "r3 g1 b1 o1 y4 p3"


def test_marks_of_jokers_wait_until_the_turn_is_scored() -> None:
    at = table("genial_dice", 2).play("yyro", "bbgg", "stop", "joker bb=r")
    assert marks(at, 0) == ""
    at.play("score")
    assert marks(at, 0) == "r1"
    assert at.rows["joker_marks"][0].tolist() == [0] * 6


def test_a_joker_that_does_not_fit_is_lost() -> None:
    at = give(table("genial_dice", 2).play("yyro", "bbgp"), 0, ONE_MISSING)
    at.play("stop", "joker bb=p")
    assert sheet(ONE_MISSING) == at.rows["sheets"][0][0].tolist()


def test_lost_marks_are_not_kept_for_later() -> None:
    at = give(table("genial_dice", 2).play("yyro", "bbgp"), 0, ONE_MISSING)
    at.play("stop", "joker bb=p", "rrro", "stop", "score", "bbgp", "stop", "joker bb=g")
    assert at.rows["sheets"][0][0].tolist() == [3, 1, 1, 1, 2, 3]


def test_the_newest_marks_of_everybody_are_remembered() -> None:
    at = give(table("genial_dice", 2).play("yyro", "bbyp"), 0, ONE_MISSING).play("stop", "joker bb=g")
    assert at.rows["fresh"][0].tolist()[:2] == [[0, 1, 0, 0, 2, 0], [0, 0, 0, 0, 0, 0]]
    at.play("bryy", "stop", "score")
    assert at.rows["fresh"][0].tolist()[:2] == [[0, 1, 0, 0, 2, 0], [0, 0, 2, 0, 2, 0]]


def may_be_marked(rows: list[int], colour: int, sections: tuple[int, int, int]) -> bool:
    """The rule word for word, for one mark."""
    if rows[colour] == sum(sections):
        return False
    section = 0 if rows[colour] < 3 else 1 if rows[colour] < 6 else 2
    before = [row - 3 * (section - 1) for row in rows]
    return section == 0 or all(marks_there >= 1 for marks_there in before)


def mark_one_by_one(rows: list[int], order: list[int], sections: tuple[int, int, int]) -> list[int]:
    """Marks whatever may be marked, in this order of preference, until nothing more can."""
    rows, left = list(rows), list(order)
    while True:
        found = next((colour for colour in left if may_be_marked(rows, colour, sections)), None)
        if found is None:
            return rows
        left.remove(found)
        rows[found] += 1


@given(
    history=st.lists(st.integers(0, 5), max_size=60),
    earned=st.lists(st.integers(0, 5), max_size=16),
    long_rows=st.booleans(),
    data=st.data(),
)
def test_the_best_order_is_unique_in_its_result(
    history: list[int], earned: list[int], long_rows: bool, data: st.DataObject
) -> None:
    sections = (3, 3, 3) if long_rows else (3, 3, 1)
    rows = mark_one_by_one([0] * 6, history, sections)
    order = data.draw(st.permutations(earned))
    at = game_with(rows, [earned.count(colour) for colour in COLOURS], long_rows)
    assert at.rows["sheets"][0][0].tolist() == mark_one_by_one(rows, order, sections)


def game_with(rows: list[int], earned: list[int], long_rows: bool) -> Table:
    at = table("genial_dice", 2, sheet="3+3+3" if long_rows else "3+3+1").play("rgbo", "yypp", "stop")
    at.rows["sheets"][0][0] = rows
    return arrange(at, joker_marks=earned, unused=[0] * 6).play("score")
