"""What happened, in one sentence of the log."""

from __future__ import annotations

import pytest

from games.bringing import NAMES, told
from games.genial.drawing import drawn, position
from kit import table
from spieltisch import CHANCE
from spieltisch.speech import LANGUAGES


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Anna lays red-green on h8 and h9: 2 points for red and 1 point for green."),
        ("de", "Anna legt Rot-Grün auf h8 und h9: 2 Punkte für Rot und 1 Punkt für Grün."),
        ("it", "Anna posa rosso-verde su h8 e h9: 2 punti per il rosso e 1 punto per il verde."),
    ],
)
def test_a_tile_with_its_points_by_colour(language: str, sentence: str) -> None:
    at = position(2, symbols="r h6 h7 g h10", racks=["rg"])
    assert told(at, "rg@h8-h9", language) == sentence


def test_whose_tile_it_is_and_in_which_order_it_lies() -> None:
    at = position(4, racks=["rg", "op"], turn=1)
    assert told(at, "op@h9-h8") == "Ben lays orange-purple on h9 and h8, for no points."


def test_a_double_has_one_colour_with_the_points_of_both_halves() -> None:
    at = position(2, symbols="y g8 h7", racks=["yy"])
    assert told(at, "yy@h8-h9") == "Anna lays yellow-yellow on h8 and h9: 3 points for yellow."


def test_points_that_a_full_track_loses_were_scored_all_the_same() -> None:
    at = position(2, symbols="b h6 h7", racks=["bo rg"], tracks=["0 0 18 0 0 0"])
    assert told(at, "bo@h8-h9") == "Anna lays blue-orange on h8 and h9: 2 points for blue."


def test_the_shout() -> None:
    at = position(2, symbols="r h7 g h10", racks=["rg bo"], tracks=["17 3 0 0 0 0"])
    sentence = "Anna lays red-green on h8 and h9: 1 point for red and 1 point for green."
    assert told(at, "rg@h8-h9") == f"{sentence} Ingenious: a bonus turn!"
    both = position(2, symbols="r h7 g h10", racks=["rg bo"], tracks=["17 17 0 0 0 0"])
    assert told(both, "rg@h8-h9") == f"{sentence} Ingenious: 2 bonus turns!"


def test_no_shout_for_a_bonus_turn_that_lapses() -> None:
    at = position(2, symbols="r h7", racks=["rg"], tracks=["17 0 0 0 0 0"])
    assert told(at, "rg@h8-h9") == "Anna lays red-green on h8 and h9: 1 point for red."


def test_declining_a_bonus_turn() -> None:
    at = position(2, symbols="r h7", racks=["rg bo"], tracks=["17 0 0 0 0 0"]).play("rg@h8-h9")
    assert told(at, "pass") == "Anna declines the bonus turn."


def test_exchanging_and_keeping() -> None:
    at = position(2, racks=["gg gb bo"], tracks=["0 1 1 1 1 0"]).play("gg@h8-h9")
    assert told(at, "exchange") == "Anna exchanges 2 tiles: green-blue, blue-orange."
    assert told(at, "keep") == "Anna does not exchange."
    duel = position(2, "duel", racks=["bb rp go"], tracks=["9 0 0 0 0 -1"]).play("bb@h8-h9")
    assert told(duel, "exchange") == "Anna exchanges 1 tile: red-purple."


def test_the_lot_is_told_and_a_tile_drawn_is_not() -> None:
    at = table("genial", 2, start="lot")
    assert told(at, "start 2") == "Ben starts, drawn by lot."
    at.play("start 2")
    assert at.waiting == [CHANCE]
    assert told(at, "rg") == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_colour_can_be_told(language: str) -> None:
    for tile in ("rg", "bo", "yp"):
        first, second = tile
        at = position(2, symbols=f"{first} h7 {second} h10", racks=[tile])
        sentence = told(at, f"{tile}@h8-h9", language)
        assert sentence.startswith("Anna ")
        assert sentence.count("1 p" if language != "de" else "1 P") == 2


def test_a_whole_game_can_be_told() -> None:
    at = table("genial", 3)
    while at.waiting:
        drawn(at)
        for seat in at.waiting:
            action = int(at.game.engine.pick(at.rows, seat, 0))
            assert told(at, at.game.write(at.rows, seat, action)).startswith(NAMES[seat])
            at.act(seat, action)
