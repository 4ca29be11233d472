"""What a coach says about a move: the one thing that counts most."""

from __future__ import annotations

import pytest

from games.bringing import brings, keys_said, setups_of
from games.genial.drawing import ZERO, position
from setups import Setup
from spieltisch.speech import LANGUAGES

FULL = "18 18 18 18 18 18"
PLACE = "h8 h9"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "You bring your lowest colour, red, from 3 to 5; also 1 point for green. (§6)"),
        ("de", "Du bringst deine niedrigste Farbe, Rot, von 3 auf 5; dazu 1 Punkt für Grün. (§6)"),
        ("it", "Porti il tuo colore più basso, il rosso, da 3 a 5; inoltre 1 punto per il verde. (§6)"),
    ],
)
def test_the_lowest_colour_rises(language: str, sentence: str) -> None:
    at = position(2, symbols="r h6 h7 g h10", racks=["rg"], tracks=["3 4 4 4 4 4", "9 9 9 9 9 9"])
    assert brings(at, "rg@h8-h9", language) == sentence


def test_one_or_two_of_several_lowest_colours() -> None:
    at = position(2, symbols="r h6 h7 g h10", racks=["rg"], tracks=["3 4 3 4 4 4"])
    assert brings(at, "rg@h8-h9") == (
        "You bring red, one of your lowest colours, from 3 to 5; also 1 point for green. (§6)"
    )
    at = position(2, symbols="r h6 h7 g h10", racks=["rg"], tracks=["3 3 3 4 4 4"])
    assert brings(at, "rg@h8-h9") == "You bring up two of your lowest colours from 3: red to 5 and green to 4. (§6)"


def test_the_first_points_of_a_colour() -> None:
    at = position(2, symbols="r h6 h7 g h10", racks=["rg"], tracks=["0 4 0 4 4 4"])
    assert brings(at, "rg@h8-h9") == "You get red off zero: 2 points for red and 1 point for green. (§6)"


def test_partners_have_their_lowest_colour_together_and_tracks_their_sides() -> None:
    at = position(4, "team", symbols="r h6 h7", racks=["rg bb"], tracks=["12 19 20 18 18 18"])
    assert brings(at, "rg@h8-h9") == "You bring your team’s lowest colour, red, from 12 to 14. (§11)"
    at = position(1, "solo", symbols="r h6 h7", racks=["rg"], tracks=["17 19 20 18 18 18"])
    assert brings(at, "rg@h8-h9") == "You bring your lowest colour, red, from 17 to 18+0. (§10)"


def test_another_turn_comes_before_the_lowest_colour() -> None:
    at = position(2, symbols="r h7 g h10", racks=["rg bo"], tracks=["17 3 4 4 4 4"])
    assert brings(at, "rg@h8-h9") == "You take red to 18 and get another turn. (§7)"
    at = position(2, symbols="r h7 g h10", racks=["rg bo"], tracks=["17 17 4 4 4 4"])
    assert brings(at, "rg@h8-h9") == "You take red and green to 18 and get 2 more turns. (§7)"
    assert brings(at, "rg@h8-h9", "it") == "Porti il rosso e il verde a 18 e hai altri 2 turni. (§7)"
    at = position(4, "team", symbols="r h7", racks=["rg bo"], tracks=["17 19 20 18 18 18"])
    assert brings(at, "rg@h8-h9") == "You take red to 18 and get another turn. (§11)"


def test_a_turn_that_lapses_is_not_promised() -> None:
    at = position(2, symbols="r h7", racks=["rg"], tracks=["17 4 3 4 4 4"])
    assert brings(at, "rg@h8-h9") == "1 point for red. (§6)"


def test_points_where_the_lowest_colour_gets_none() -> None:
    at = position(2, symbols="r h6 h7 g h10", racks=["rg"], tracks=["5 4 3 4 4 4"])
    assert brings(at, "rg@h8-h9") == "2 points for red and 1 point for green. (§6)"


def test_points_that_are_lost() -> None:
    at = position(2, symbols="b h6 h7", racks=["bo rg"], tracks=["0 0 18 0 0 0"])
    assert brings(at, "bo@h8-h9") == "No gain: blue is at the end of the track already. (§6)"
    at = position(2, symbols="b h7 o h10", racks=["bo rg"], tracks=["0 0 18 18 0 0"])
    assert brings(at, "bo@h8-h9") == "No gain: blue and orange are at the end of the track already. (§6)"


def test_what_is_closed_to_another_whose_lowest_colour_it_is() -> None:
    symbols = "g h4 h5 h6 h7 r h10"
    at = position(2, symbols=symbols, racks=["pr"], tracks=["3 3 3 3 3 2", "5 4 5 5 5 5"])
    assert brings(at, "pr@h8-h9") == (
        "1 point for red; you close a cell worth 4 points for green, where Ben is lowest. (§6)"
    )
    at = position(2, symbols=symbols, racks=["py"], tracks=["3 3 3 3 3 2", "5 4 5 5 5 5"])
    closed = "That brings you no points; you close a cell worth 4 points for green, where Ben is lowest."
    assert brings(at, "py@h8-h9") == closed
    at = position(2, symbols=symbols, racks=["pr"], tracks=["3 3 3 3 3 2", "4 5 5 5 5 5"])
    assert brings(at, "pr@h8-h9") == "1 point for red. (§6)"


def test_nothing_is_closed_to_a_partner() -> None:
    tracks = ["5 4 5 5 5 5", "4 5 5 5 5 5"]
    at = position(4, "team", symbols="g h4 h5 h6 h7", racks=["py"], tracks=tracks)
    assert brings(at, "py@h8-h9") == "That brings you no points."
    at = position(4, "team", symbols="g h4 h5 h6 h7", racks=["py", "py"], tracks=tracks, turn=1)
    assert "where Team Anna & Cleo is lowest" in brings(at, "py@h8-h9")


def test_no_points_yet() -> None:
    at = position(2, symbols="y g9 g10", racks=["yp"])
    assert brings(at, "yp@k3-k4") == "That brings you no points."
    at = position(2, symbols="y h5 h6", racks=["yp"], tracks=[ZERO, FULL])
    assert brings(at, "yp@h8-h9") == "That brings you no points; a cell beside it is then worth 3 points for yellow."


def test_markers_that_are_pulled_in_the_duel() -> None:
    at = position(2, "duel", symbols="r h6 h7 g h10", racks=["rg bb"], tracks=["-1 3 0 0 0 0"])
    assert brings(at, "rg@h8-h9") == (
        "You pull red from 1 against you to 1 for you; 2 markers are then on your side. (§12)"
    )
    at = position(2, "duel", symbols="r h6 h7 g h10", racks=["rg bb"], tracks=["-3 3 0 0 0 0"])
    assert brings(at, "rg@h8-h9") == "You pull red from 3 against you to 1 against you; also 1 point for green. (§12)"
    at = position(2, "duel", symbols="r h6 h7", racks=["rg bb"], tracks=["-2 3 0 0 0 0"])
    assert brings(at, "rg@h8-h9") == "You pull red from 2 against you to the middle. (§12)"
    at = position(2, "duel", symbols="r h7 g h10", racks=["rg", "rg bb"], tracks=["1 0 0 0 0 0"], turn=1)
    assert brings(at, "rg@h8-h9") == "You pull green from the middle to 1 for you; 1 marker is then on your side. (§12)"


def test_the_duel_marker_and_what_is_closed_in_the_duel() -> None:
    at = position(2, "duel", symbols="r h6 h7", racks=["rg bb"], tracks=["7 3 0 0 0 0"])
    assert brings(at, "rg@h8-h9") == "You take red to your 9 and get another turn. (§12)"
    at = position(2, "duel", symbols="y h4 h5 h6 h7", racks=["rg bb"])
    assert brings(at, "rg@h8-h9") == "That brings you no points; you close a cell worth 4 points for yellow to Ben."
    at = position(2, "duel", symbols="y h4 h5 h6 h7", racks=["rg bb"], tracks=["0 0 0 0 -9 0"])
    assert brings(at, "rg@h8-h9") == "That brings you no points."


def test_how_it_ends() -> None:
    at = position(2, symbols="r h7", racks=["rg bb"], tracks=["17 18 18 18 18 18"])
    assert brings(at, "rg@h8-h9") == "You bring the last of the six markers to 18 and win at once. (§9)"
    at = position(2, "duel", symbols="r h7", racks=["rg bb"], tracks=["0 1 2 3 4 5"])
    assert brings(at, "rg@h8-h9") == "You bring all six markers to your side and win at once. (§12)"
    for tracks, sentence in (
        (["3 3 3 3 3 3", "2 3 3 3 3 3"], "That ends the game, and you win. (§9)"),
        (["3 3 3 3 3 3", "3 3 3 3 3 3"], "That ends the game with a draw. (§9)"),
        (["3 3 3 3 3 3", "4 3 3 3 3 4"], "That ends the game, and you lose. (§9)"),
    ):
        assert brings(position(2, racks=["rg bb"], tracks=tracks, fill="p", leave=PLACE), "rg@h8-h9") == sentence
    at = position(4, "team", racks=["rg bb"], tracks=["3 3 3 3 3 3", "2 3 3 3 3 3"], fill="p", leave=PLACE)
    assert brings(at, "rg@h8-h9") == "That ends the game, and you win. (§9)"
    at = position(1, "solo", racks=["rg"], tracks=["20 7 20 20 20 20"], fill="p", leave=PLACE)
    assert brings(at, "rg@h8-h9") == "That ends the game: your result is 7. (§10)"


def test_declining_a_bonus_turn() -> None:
    at = position(2, symbols="r h7", racks=["rg bo yy"], tracks=["17 4 4 4 4 4"]).play("rg@h8-h9")
    assert brings(at, "pass") == "You give up the bonus turn; 2 tiles stay on your rack. (R3)"


def test_exchanging_and_keeping() -> None:
    at = position(2, racks=["gg gb bo"], tracks=["1 2 2 2 2 1"]).play("gg@h8-h9")
    assert brings(at, "exchange") == (
        "You swap your 2 tiles, none of which shows your lowest colour (red and purple), for new ones. (§8)"
    )
    assert brings(at, "keep") == (
        "You keep your tiles, though none of them shows your lowest colour (red and purple). (§8)"
    )
    duel = position(2, "duel", racks=["bb rp go"], tracks=["9 0 0 0 0 -1"]).play("bb@h8-h9")
    assert brings(duel, "exchange") == (
        "You swap 1 tile for a new one: the one with a colour that stands on your 9 (red). (§12)"
    )
    assert brings(duel, "keep") == "You keep your tiles, even those with a colour that stands on your 9 (red). (§12)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_others_hold_changes_nothing(language: str) -> None:
    one = position(2, symbols="r h6 h7", racks=["rg", "bb oo yy pp"])
    other = position(2, symbols="r h6 h7", racks=["rg", "gg gb go gy"])
    assert brings(one, "rg@h8-h9", language) == brings(other, "rg@h8-h9", language)


@pytest.mark.slow
@pytest.mark.parametrize("setup", setups_of("genial"), ids=str)
def test_every_legal_action_has_a_sentence(setup: Setup) -> None:
    assert len(keys_said(setup, 24)) > 1
