"""What a coach says about a move: the area that is completed, or how far away it then is."""

from __future__ import annotations

import pytest

from games.brilliant.paper import begin, position
from games.bringing import brings, keys_said, setups_of
from setups import Setup

TWO = """
    . . 2 . . . .
"""
ALMOST = """
    . . 5 5 5 . .
"""
WHOLE = """
    . . 5 5 5 5 .
"""
NONE = """
    . 4 . . . . .
"""


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "You complete area B (blue) for 5 points; after that the others get at most 3 there. (§5)"),
        ("de", "Du vollendest Bereich B (blau) für 5 Punkte; danach bleibt den anderen dort höchstens 3. (§5)"),
        ("it", "Completi l’area B (blu) per 5 punti; dopo, agli altri lì resta al massimo 3. (§5)"),
    ],
)
def test_an_area_that_others_still_want(language: str, sentence: str) -> None:
    assert brings(position(ALMOST, TWO).play("5 5"), "5@f1", language) == sentence


def test_an_area_that_nobody_else_wants_or_whose_value_stays_open() -> None:
    at = position(ALMOST, WHOLE, points=[7, 0, 0, 0, 0, 0]).play("5 5")
    assert brings(at, "5@f1") == "You complete area B (blue) for 5 points; that makes 12. (§5)"
    at = position(ALMOST, TWO, struck=[0, 2, *[0] * 22]).play("5 5")
    assert brings(at, "5@f1") == "You complete area B (blue) for 1 point; that makes 1. (§5)"
    assert brings(position(ALMOST).play("5 5"), "5@f1").endswith("for 5 points; that makes 5. (§5)")


def test_the_target() -> None:
    at = position(ALMOST, TWO, points=[21, 0, 0, 0, 0, 0]).play("5 5")
    assert brings(at, "5@f1") == "You complete area B (blue) for 5 points and reach the target of 26. (§6)"


def test_how_many_cells_are_then_missing() -> None:
    at = position(TWO, TWO).play("2 2")
    assert brings(at, "2@d1") == "Area B (blue, 5 points) then needs 2 more cells. (§3)"
    at.play("2@d1", seat=0).play("2@d1", seat=1).play("2 2")
    assert brings(at, "2@e1") == "Area B (blue, 5 points) then needs only one more cell, for 2. (§3)"
    assert brings(at, "2@e1", "de") == "Bereich B (blau, 5 Punkte) fehlt dann nur noch ein Feld, für 2. (§3)"


def test_an_area_that_is_begun() -> None:
    at = position(NONE, NONE).play("4 5")
    assert brings(at, "5@c1") == "You begin area B (blue, 5 points), which then needs 3 more cells. (§3)"


def test_writing_nothing() -> None:
    at = position(TWO, TWO).play("2 3")
    assert brings(at, "pass") == "You write nothing and keep all your cells free for later. (R2)"


def test_a_start_number() -> None:
    assert brings(begin(2), "1@b1", seat=0) == (
        "You open area A (red: all different) with a 1: 5 cells for 5 points. (§1)"
    )
    assert brings(begin(2), "1@a5", "it", seat=1) == (
        "Apri l’area G (viola: al massimo due numeri) con un 1: 5 caselle per 6 punti. (§1)"
    )


def test_a_strike() -> None:
    at = position(ALMOST, rolls=7, struck=[1, *[0] * 23]).play("1 1")
    assert brings(at, "strike A") == (
        "You give up the 3 of area A (red), where you still need 5 cells; 1 is still possible. (§7)"
    )
    assert brings(at, "strike B") == (
        "You give up the 5 of area B (blue), where you need only one more cell; 3 is still possible. (§7)"
    )


def test_what_others_have_chosen_changes_nothing() -> None:
    """R4 Their entries are secret until everybody has chosen."""
    one = position(ALMOST, ALMOST, ALMOST).play("5 5").play("5@f1", seat=1)
    other = position(ALMOST, ALMOST, ALMOST).play("5 5").play("pass", seat=1)
    assert brings(one, "5@f1", seat=0) == brings(other, "5@f1", seat=0)


@pytest.mark.slow
@pytest.mark.parametrize("setup", setups_of("brilliant"), ids=str)
def test_every_legal_action_has_a_sentence(setup: Setup) -> None:
    assert len(keys_said(setup, 40)) > 1
