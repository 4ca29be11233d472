"""§4 Jokers, with the rulings R2, R3, R4 and R6 that belong to them."""

from typing import Any

import pytest

from games.genial_dice.paper import marks, shorten
from kit import table
from spieltisch import Refused, Table


def rolled(own: str, others: str = "yyyy", **options: Any) -> Table:
    """Two players; the start player has stopped with these dice, and every section of the sheet is open."""
    at = table("genial_dice", 2, **options).play(others, own)
    at.rows["sheets"][0][0] = 1
    return at.play("stop")


def gained(at: Table) -> str:
    return shorten((at.rows["sheets"][0][0] - 1).tolist())


@pytest.mark.parametrize(("own", "joker", "expected"), [("bbro", "bb=g", "g1"), ("bbbr", "bbb=g", "g2")])
def test_two_equal_dice_are_one_mark_and_three_are_two(own: str, joker: str, expected: str) -> None:
    assert gained(rolled(own).play(f"joker {joker}")) == expected


def test_four_equal_dice_are_three_marks() -> None:
    """R2 as in the German rules."""
    assert gained(rolled("bbbb").play("joker bbbb=g")) == "g3"


def test_four_equal_dice_are_four_marks_if_the_italian_rules_are_chosen() -> None:
    """R2"""
    assert gained(rolled("bbbb", four_of_a_kind="4").play("joker bbbb=g")) == "g4"
    assert gained(rolled("bbbr", four_of_a_kind="4").play("joker bbb=g")) == "g2"
    assert gained(rolled("bbpr", four_of_a_kind="4").play("joker bb=g")) == "g1"


@pytest.mark.parametrize("colour", "rgboyp")
def test_a_joker_is_for_any_colour_also_its_own(colour: str) -> None:
    assert gained(rolled("bbro").play(f"joker bb={colour}")) == f"{colour}1"


def test_dice_used_as_a_joker_do_not_also_score_matches() -> None:
    assert gained(rolled("bbro", others="bboo").play("score")) == "b4 o2"
    assert gained(rolled("bbro", others="bboo").play("joker bb=g")) == "g1 o2"


def test_the_rulebooks_two_blues_are_four_blue_marks_or_one_joker() -> None:
    at = table("genial_dice", 3).play("yyb", "ybr", "ybb", "stop", "joker bb=p")
    assert marks(at, 0) == "y3 p1"


def test_dice_used_as_a_joker_still_lie_there_as_the_model_for_the_others() -> None:
    at = rolled("bbro").play("joker bb=g", "bpoy", "stop")
    assert marks(at, 1) == "b2 o1"


def test_every_joker_is_offered_once() -> None:
    assert rolled("bbro").moves() == ["score", *(f"joker bb={letter}" for letter in "rgboyp")]
    assert rolled("gbbb").moves() == [
        "score",
        *(f"joker {dice}={letter}" for dice in ("bb", "bbb") for letter in "rgboyp"),
    ]
    dice = ("pp", "ppp", "pppp")
    assert rolled("pppp").moves() == ["score", *(f"joker {used}={letter}" for used in dice for letter in "rgboyp")]
    assert rolled("rryy").moves() == [
        "score",
        *(f"joker {used}={letter}" for used in ("rr", "yy") for letter in "rgboyp"),
    ]


@pytest.mark.parametrize(("own", "joker"), [("bbro", "rr"), ("bbro", "bbb"), ("bbbr", "bbbb"), ("bbro", "gg")])
def test_a_joker_needs_that_many_equal_dice(own: str, joker: str) -> None:
    at = rolled(own)
    with pytest.raises(Refused) as refused:
        at.play(f"joker {joker}=y")
    assert refused.value.reason.key == "too_few_equal_dice"
    assert refused.value.reason.paragraph == "§4"
    assert refused.value.reason.values["n"] == len(joker)
    assert refused.value.reason.values["unused"] == own.count(joker[0])


def test_a_joker_cannot_be_made_of_dice_that_are_used_already() -> None:
    at = rolled("bbbb").play("joker bb=g")
    with pytest.raises(Refused, match="needs 3 unused dice in blue; you have 2"):
        at.play("joker bbb=g")


@pytest.mark.parametrize("joker", ["br", "b", "bbbbb", "bbr"])
def test_a_joker_is_two_three_or_four_equal_dice(joker: str) -> None:
    with pytest.raises(Refused) as refused:
        rolled("bbro").play(f"joker {joker}=g")
    assert refused.value.reason.paragraph == "§4"


def test_some_of_the_equal_dice_may_be_a_joker_and_the_rest_score_matches() -> None:
    """R3"""
    assert gained(rolled("bbbb", others="boyy").play("joker bb=g", "score")) == "g1 b2"
    assert gained(rolled("bbbb", others="boyy").play("joker bbb=g")) == "g2 b1"
    assert gained(rolled("bbbr", others="boyy").play("joker bb=g")) == "g1 b1"


def test_four_equal_dice_may_be_two_jokers_of_two() -> None:
    """R3"""
    assert gained(rolled("bbbb").play("joker bb=g", "joker bb=p")) == "g1 p1"
    assert gained(rolled("bbbb", four_of_a_kind="4").play("joker bb=g", "joker bb=g")) == "g2"


def test_two_pairs_are_two_independent_jokers() -> None:
    """R4"""
    assert gained(rolled("bbrr").play("joker bb=g", "joker rr=p")) == "g1 p1"
    assert gained(rolled("bbrr").play("joker rr=p", "joker bb=p")) == "p2"
    assert gained(rolled("bbrr", others="royy").play("joker bb=g", "score")) == "r2 g1"


def test_the_order_of_jokers_makes_no_difference() -> None:
    one = rolled("bbrr").play("joker bb=g", "joker rr=p")
    other = rolled("bbrr").play("joker rr=p", "joker bb=g")
    assert one.rows.tobytes() == other.rows.tobytes()


def test_jokers_are_never_forced() -> None:
    at = rolled("bbbb").play("score")
    assert gained(at) == ""
    assert not at.rows["unused"][0].any()


def test_with_three_players_three_equal_dice_and_with_four_two_are_the_most() -> None:
    at = table("genial_dice", 3).play("rgb", "rgb", "yyy", "stop")
    assert at.moves()[-1] == "joker yyy=p"
    at = table("genial_dice", 4).play("rg", "rg", "rg", "yy", "stop")
    assert at.moves()[-1] == "joker yy=p"
    assert marks(at.play("joker yy=p"), 0) == "p1"


def test_who_has_no_equal_dice_scores_without_being_asked() -> None:
    """R6"""
    at = rolled("rgbo", others="rryy")
    assert gained(at) == "r2"
    assert at.view().turn == 1


def test_who_has_no_equal_dice_after_the_third_roll_scores_without_being_asked() -> None:
    """R6"""
    at = table("genial_dice", 2).play("rryy", "rgbo", "roll", "rgbo", "roll", "rgbo")
    assert marks(at, 0) == "r2"
    assert at.view().turn == 1


def test_who_has_no_equal_dice_left_after_a_joker_scores_without_being_asked() -> None:
    """R6"""
    at = rolled("bbro").play("joker bb=g")
    assert at.view().turn == 1
    assert rolled("bbrr").play("joker bb=g").waiting == [0]
    assert rolled("bbbb").play("joker bb=g").waiting == [0]


def test_who_has_equal_dice_is_asked() -> None:
    """R6"""
    assert rolled("rgoo").waiting == [0]
    assert table("genial_dice", 2).play("rryy", "rgbo", "roll", "rgbo", "roll", "rggo").waiting == [0]


def test_every_joker_has_one_ticket() -> None:
    for own in ("rgoo", "rrrr", "rryy", "gppp", "rrrp"):
        at = rolled(own)
        actions = at.game.legal(at.rows, 0).tolist()
        assert at.game.engine.tickets(at.rows, 0) == len(actions)
        assert sorted(at.game.engine.pick(at.rows, 0, k) for k in range(len(actions))) == actions
