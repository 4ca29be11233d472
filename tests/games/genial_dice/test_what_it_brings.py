"""What a coach says about a move: the one thing that counts most."""

import pytest

from games.bringing import brings, keys_said, setups_of
from games.genial_dice.paper import MIDDLE_OPEN, give
from kit import arrange, table
from setups import Setup


def test_rolling_again_is_compared_with_what_lies_there() -> None:
    at = table("genial_dice", 4).play("rr", "rr", "rr", "gb")
    once, more = "the next roll alone brings 1.1 marks on average", "and there is one more after it; stopping brings 0"
    assert brings(at, "roll") == f"You roll again: {once}, {more}. (§2)"
    assert "im Schnitt 1,1 Kreuze, und danach gibt es noch einen; aufhören bringt 0. (§2)" in brings(at, "roll", "de")
    assert "in media 1,1 crocette, e dopo ce n’è un altro; fermarsi ne porta 0. (§2)" in brings(at, "roll", "it")
    at.play("roll", "bb")
    assert brings(at, "roll").startswith("You roll for the last time: that brings ")


def test_how_the_average_is_reckoned() -> None:
    """Against rr rr rr: one red die in 10 of 36 rolls and two in one, both filling three fields; a pair is a joker."""
    at = table("genial_dice", 4).play("rr", "rr", "rr", "rg")
    assert f"brings {(11 * 3 + 5 * 1) / 36:.1f} marks" in brings(at, "roll")
    assert brings(at, "roll").endswith("stopping brings 3. (§2)")


def test_stopping_with_jokers_to_come() -> None:
    at = table("genial_dice", 2).play("rrgo", "bbyy")
    assert brings(at, "stop") == "You keep this roll: 1 mark with a joker. (§4)"
    at = table("genial_dice", 2).play("rrgo", "rrby")
    assert brings(at, "stop") == "You keep this roll: 3 marks, best without a joker. (§4)"


def test_a_joker_and_what_can_still_become_one() -> None:
    at = table("genial_dice", 2).play("rrgo", "bbyy", "stop")
    assert brings(at, "joker bb=g") == "The joker brings 1 mark in green; 2 × yellow can still be one. (§4)"
    at = table("genial_dice", 2, four_of_a_kind="4").play("rrgo", "bbbb", "stop")
    assert brings(at, "joker bbbb=g") == "You mark 3 × green; 1 mark is lost. (§5)"


def test_a_joker_that_ends_the_turn_brings_all_its_marks() -> None:
    at = table("genial_dice", 2).play("rrgo", "gbbb", "stop")
    assert brings(at, "joker bbb=o") == "You mark 1 × green, 2 × orange: 3 of 42 fields. (§5)"


def test_scoring_without_a_joker() -> None:
    at = give(table("genial_dice", 2).play("rrgp", "rggo"), 0, MIDDLE_OPEN).play("stop")
    assert brings(at, "score") == "You mark 2 × red, 2 × green; your shortest row grows from 1 to 2. (§7)"
    assert brings(at, "joker gg=b") == "You mark 2 × red, 1 × blue: 22 of 42 fields. (§5)"


def test_sections_that_open_come_before_short_rows() -> None:
    at = table("genial_dice", 2).play("rrgg", "rppo", "stop")
    at.rows["sheets"][0][0] = [3, 0, 3, 2, 3, 3]
    assert brings(at, "joker pp=g") == "You mark 2 × red, 1 × green and open the middle section. (§5)"
    arrange(at, joker_marks=[1, 0, 1, 2, 1, 1], unused=[0, 4, 0, 0, 0, 0])
    assert brings(at, "score").endswith("and open the right section. (§5)")


def test_the_win_comes_before_everything() -> None:
    at = table("genial_dice", 2).play("rgbo", "rgyp")
    at.rows["sheets"][0][0] = [6, 7, 7, 7, 7, 7]
    assert brings(at, "stop") == "You mark 1 × red: your sheet is full, and you win. (§6)"
    assert brings(at, "stop", "de") == "Du kreuzt 1 × Rot an: Dein Blatt ist voll, du gewinnst. (§6)"


def test_marks_that_are_lost() -> None:
    at = table("genial_dice", 2).play("rrrr", "rroo", "stop")
    assert brings(at, "score") == "You mark 3 × red; 5 marks are lost. (§5)"
    at.rows["sheets"][0][0] = [3, 0, 0, 0, 0, 0]
    assert brings(at, "score") == "You mark nothing; 8 marks are lost. (§5)"


def test_nothing_at_all() -> None:
    at = table("genial_dice", 2).play("rrrr", "bypo")
    assert brings(at, "stop") == "You mark nothing: none of your dice matches one of the others’. (§3)"


@pytest.mark.slow
@pytest.mark.parametrize("setup", setups_of("genial_dice"), ids=str)
def test_every_legal_action_has_a_sentence(setup: Setup) -> None:
    assert len(keys_said(setup, 20)) > 2
