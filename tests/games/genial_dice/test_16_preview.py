"""What a move would bring, before it is made."""

from games.bringing import preview
from games.genial_dice.paper import LETTERS, MIDDLE_OPEN, give, shorten
from kit import arrange, table
from spieltisch.games.genial_dice.events import RowGain
from spieltisch.games.genial_dice.view import Preview


def fresh(shown: Preview) -> str:
    return shorten([sum(row.marked for row in shown.gains if row.colour == each) for each in LETTERS])


def lost(shown: Preview) -> str:
    return shorten([sum(row.lost for row in shown.gains if row.colour == each) for each in LETTERS])


def test_rolling_brings_nothing_that_is_known() -> None:
    shown = preview(give(table("genial_dice", 2).play("rrgp", "rgyp"), 0, MIDDLE_OPEN), "roll")
    assert shown.gains == ()
    assert (shown.scores, shown.opens, shown.entered, shown.rolls_left) == (False, (), 0, 2)


def test_stopping_without_equal_dice_brings_the_marks() -> None:
    shown = preview(give(table("genial_dice", 2).play("rrgp", "rgyp"), 0, MIDDLE_OPEN), "stop")
    assert shown.gains[0] == RowGain("r", marked=2, lost=0)
    assert (fresh(shown), lost(shown)) == ("r2 g1", "p1")
    assert (shown.entered, shown.lost) == (3, 1)
    assert shown.scores


def test_stopping_with_equal_dice_leaves_the_jokers_to_decide() -> None:
    shown = preview(give(table("genial_dice", 2).play("rrgp", "rggp"), 0, MIDDLE_OPEN), "stop")
    assert fresh(shown) == "r2 g2"
    assert not shown.scores


def test_a_joker_takes_its_dice_from_the_matches() -> None:
    at = give(table("genial_dice", 2).play("rrgp", "rggo"), 0, MIDDLE_OPEN).play("stop")
    assert fresh(preview(at, "score")) == "r2 g2"
    assert fresh(preview(at, "joker gg=b")) == "r2 b1"
    assert fresh(preview(at, "joker gg=g")) == "r2 g1"
    assert preview(at, "joker gg=b").scores


def test_a_joker_with_more_to_decide_does_not_score_yet() -> None:
    at = give(table("genial_dice", 2).play("rrgp", "rrgg"), 0, MIDDLE_OPEN).play("stop")
    assert (fresh(preview(at, "joker gg=b")), lost(preview(at, "joker gg=b"))) == ("r2 b1", "r2")
    assert not preview(at, "joker gg=b").scores
    at.play("joker gg=b")
    assert preview(at, "score").scores
    assert fresh(preview(at, "joker rr=b")) == "b2"


def test_which_sections_open() -> None:
    closed = table("genial_dice", 2).play("rrgg", "rppo", "stop")
    closed.rows["sheets"][0][0] = [3, 0, 3, 2, 3, 3]
    assert preview(closed, "score").opens == ()
    assert preview(closed, "joker pp=g").opens == (1,)
    assert preview(closed, "joker pp=b").opens == ()
    arrange(closed, joker_marks=[1, 0, 1, 2, 1, 1], unused=[0, 4, 0, 0, 0, 0])
    assert preview(closed, "score").opens == (1, 2)
    arrange(closed, unused=[0, 1, 0, 0, 0, 0])
    assert preview(closed, "score").opens == (1,)


def test_whether_the_sheet_would_be_full() -> None:
    at = table("genial_dice", 2).play("rgbo", "rgyy")
    at.rows["sheets"][0][0] = [6, 7, 7, 7, 7, 7]
    assert preview(at, "stop").fills_the_sheet
    assert not preview(at, "stop").scores
    assert not preview(at, "roll").fills_the_sheet
    at.play("stop")
    assert preview(at, "score").fills_the_sheet
    at.rows["sheets"][0][0] = [5, 7, 7, 7, 7, 7]
    assert not preview(at, "score").fills_the_sheet
    assert preview(at, "joker yy=r").fills_the_sheet


def test_what_is_previewed_is_what_happens() -> None:
    at = give(table("genial_dice", 3).play("yyb", "ybr", "ybb"), 0, MIDDLE_OPEN).play("stop")
    for move in ("score", "joker bb=g", "joker bb=p"):
        after = give(table("genial_dice", 3).play("yyb", "ybr", "ybb"), 0, MIDDLE_OPEN).play("stop", move)
        rows = after.view().players[0].sheet.rows
        assert fresh(preview(at, move)) == shorten([row.fresh for row in rows])


def test_dice_typed_by_hand_can_be_looked_at_too() -> None:
    at = table("genial_dice", 2, start="lot")
    assert fresh(preview(at, "start 2")) == ""
    at.play("start 2")
    assert fresh(preview(at, "rrgo")) == ""
    at.play("rrgo")
    assert (fresh(preview(at, "rbyp")), preview(at, "rbyp").rolls_left) == ("r2", 2)
