"""How moves are written and read."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.genial.drawing import VARIANTS, drawn, position
from kit import table
from spieltisch import CHANCE, SPECTATOR, Refused, Table
from spieltisch.games.genial.moves import Draw, Lay, Move, Plain
from spieltisch.games.genial.rules import EXCHANGE, KEEP, PASS
from spieltisch.lots import Start
from spieltisch.speech import LANGUAGES, Say


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_every_legal_move_is_read_as_it_was_written(variant: str, players: int) -> None:
    at = table("genial", players, variant)
    for _ in range(3):
        drawn(at)
        seat = at.waiting[0]
        for action in at.game.legal(at.rows, seat)[::7]:
            move = at.game.write(at.rows, seat, int(action))
            assert at.parse(seat, move) == action
        at.act(seat, int(at.game.engine.pick(at.rows, seat, 5)))
        for action in at.game.legal(at.rows, CHANCE):
            assert at.parse(CHANCE, at.game.write(at.rows, CHANCE, int(action))) == action


def test_a_tile_is_written_in_the_order_r_g_b_o_y_p_with_the_cell_of_its_first_colour_first() -> None:
    at = position(4, racks=["rg"])
    assert at.game.write(at.rows, 0, at.parse(0, "rg@h8-h9")) == "rg@h8-h9"
    assert at.game.write(at.rows, 0, at.parse(0, "gr@h8-h9")) == "rg@h9-h8"
    assert at.game.write(at.rows, 0, at.parse(0, "rg@h9-h8")) == "rg@h9-h8"


def test_a_double_is_written_with_the_lower_cell_first() -> None:
    at = position(4, racks=["rr"])
    for text in ("rr@h8-h9", "rr@h9-h8"):
        assert at.game.write(at.rows, 0, at.parse(0, text)) == "rr@h8-h9"
    assert at.game.write(at.rows, 0, at.parse(0, "rr@h8-g8")) == "rr@g8-h8"


@pytest.mark.parametrize(
    "text",
    [
        "RG@H8-H9",
        " rg @ h8 - h9 ",
        "gr@h9-h8",
        "rg h8 h9",
        "rgh8h9",
        "rg@h08-h09",
        "rg@h8–h9",
        "GR h9h8",
        "2@h8-h9",
        "2 h8 h9",
    ],
)
def test_reading_is_lenient(text: str) -> None:
    at = position(2, racks=["rr rg bb"])
    assert at.parse(0, text) == at.parse(0, "rg@h8-h9")


def test_a_rack_tile_may_be_named_by_its_number() -> None:
    at = position(2, racks=["bb rg yp"])
    assert at.parse(0, "1@h9-h8") == at.parse(0, "rg@h9-h8")
    assert at.parse(0, "2@h8-h9") == at.parse(0, "bb@h8-h9")
    assert at.parse(0, "3@h8-h9") == at.parse(0, "yp@h8-h9")
    with pytest.raises(Refused) as refusal:
        at.parse(0, "4@h8-h9")
    assert refusal.value.reason.key == "no_such_rack_tile"
    assert refusal.value.reason.paragraph == "§4"
    assert dict(refusal.value.reason.values) == {"number": 4, "n": 3}
    with pytest.raises(Refused):
        at.parse(SPECTATOR, "1@h8-h9")
    with pytest.raises(Refused) as refusal:
        position(1, "solo", racks=["rg"]).play("2@h8-h9")
    assert "only one" in str(refusal.value)


@pytest.mark.parametrize(("word", "action"), [("pass", PASS), ("exchange", EXCHANGE), ("keep", KEEP)])
def test_words(word: str, action: int) -> None:
    at = position(2)
    assert at.parse(0, f" {word.upper()} ") == action
    assert at.game.write(at.rows, 0, action) == word


def test_chance_writes_tiles_and_the_lot() -> None:
    at = table("genial", 3, start="lot")
    for text in ("start 2", "START2", " start  2 "):
        assert at.parse(CHANCE, text) == 1
    assert at.game.write(at.rows, CHANCE, 1) == "start 2"
    at.play("start 2")
    assert at.parse(CHANCE, "gr") == at.parse(CHANCE, " R G ") == 1
    assert at.game.write(at.rows, CHANCE, 20) == "pp"


def hint(at: Table, seat: int, text: str) -> str:
    with pytest.raises(Refused) as refusal:
        at.parse(seat, text)
    assert refusal.value.reason.key == "unreadable"
    assert refusal.value.reason.paragraph == ""
    for language in LANGUAGES:
        assert Say(language, at.game).reason(refusal.value.reason)
    return str(refusal.value)


@pytest.mark.parametrize(
    "text", ["", "rg", "rg@h8", "rx@h8-h9", "hello", "rg@h8-h9-h10", "7@h8-h9", "rg@h8-h999", "ｒg@h8-h9", "rg@h٨-h9"]
)
def test_what_cannot_be_read_is_answered_with_an_example(text: str) -> None:
    answer = hint(position(2, racks=["rg"]), 0, text)
    assert f"“{text}”" in answer
    assert "rg@c4-c5" in answer


def test_the_example_is_legal() -> None:
    at = position(2, symbols="r c4", racks=["yp"], laid=0)
    answer = hint(at, 0, "?")
    move = answer.split("example: ")[1]
    assert move.split()[0] in at.moves()


def test_the_example_fits_what_is_asked_now() -> None:
    lot = table("genial", 2, start="lot")
    assert "start 1" in hint(lot, CHANCE, "rg")
    assert "start 1" in hint(lot, CHANCE, "start 123456789012345678901234567890")
    assert "example: rg" in hint(lot.play("start 1"), CHANCE, "start 2")
    bonus = position(2, symbols="r h7", racks=["rg bo"], tracks=["17 0 0 0 0 0"]).play("rg@h8-h9")
    assert "bo@" in hint(bonus, 0, "x")
    assert "pass" in hint(bonus, 0, "x")
    asked = position(2, racks=["gg gg"], tracks=["0 1 1 1 1 1"]).play("gg@h8-h9")
    assert "exchange or keep" in hint(asked, 0, "yes")


def test_the_example_gives_nothing_away() -> None:
    at = position(2, racks=["oo oo oo oo oo yp", "rr rr rr rr rr bb"])
    assert "rr@" in hint(at, 1, "?")
    assert "rg@h8-h9" in hint(at, SPECTATOR, "?")
    assert "rg@h8-h9" in hint(position(2, racks=[""]), 0, "?")


def test_a_long_text_is_not_repeated() -> None:
    assert "x" * 100 not in hint(position(2), 0, "x" * 100)
    with pytest.raises(Refused) as refused:
        position(2).parse(0, "x" * 5000)
    assert refused.value.reason.key == "move_too_long"
    assert len(str(refused.value)) < 150


@pytest.mark.parametrize(("move", "paragraph"), [("rg@h8-h10", "§4"), ("rg@h8-p9", "§2"), ("rg@h8-h0", "§2")])
def test_cells_that_make_no_place_are_refused_with_a_paragraph(move: str, paragraph: str) -> None:
    at = position(2, racks=["rg"])
    with pytest.raises(Refused) as refusal:
        at.parse(0, move)
    assert refusal.value.reason.paragraph == paragraph
    for language in LANGUAGES:
        assert f"({paragraph})" in Say(language, at.game).reason(refusal.value.reason)


@given(st.text(max_size=30))
@example("start 99")
@example("{text}")
def test_no_text_breaks_the_reader(text: str) -> None:
    for at, seat in ((_LAYING, 0), (_LAYING, 1), (_DRAWING, CHANCE), (_LOT, CHANCE)):
        try:
            assert isinstance(at.parse(seat, text), int)
        except Refused as refused:
            assert str(refused)


_LAYING = position(2)
_DRAWING = table("genial", 2)
_LOT = table("genial", 2, start="lot")


@pytest.mark.parametrize("move", [Lay("rg", "h8", "h9"), Lay("gr", "h9", "h8")])
def test_the_order_of_colours_and_cells_does_not_matter_in_a_value_either(move: Move) -> None:
    at = position(2, racks=["rg"])
    assert at.parse(0, move) == at.parse(0, "rg@h8-h9")
    assert at.game.shown_move(at.rows, 0, at.parse(0, move)) == Lay("rg", "h8", "h9")


@pytest.mark.parametrize(
    ("seat", "move", "key"),
    [
        (0, Lay("rg", "h8", "h10"), "not_adjacent"),
        (0, Lay("rg", "h8", "z1"), "unknown_cell"),
        (0, Lay("rx", "h8", "h9"), "unreadable"),
        (0, Draw("rg"), "unreadable"),
        (0, Start(1), "unreadable"),
        (CHANCE, Start(1), "unreadable"),
        (CHANCE, Plain("pass"), "unreadable"),
        (CHANCE, Lay("rg", "h8", "h9"), "unreadable"),
        (CHANCE, Draw("rx"), "unreadable"),
    ],
)
def test_a_value_that_means_nothing_for_this_seat_is_refused(seat: int, move: Move, key: str) -> None:
    with pytest.raises(Refused) as refused:
        position(2, racks=["rg"]).parse(seat, move)
    assert refused.value.reason.key == key


@pytest.mark.parametrize(
    ("move", "action"), [(Plain("pass"), PASS), (Plain("exchange"), EXCHANGE), (Plain("keep"), KEEP)]
)
def test_what_has_no_tile_is_read_as_it_is(move: Move, action: int) -> None:
    assert position(2, racks=["rg"]).parse(0, move) == action


def test_a_seat_that_does_not_exist_is_no_action() -> None:
    assert table("genial", 2, start="lot").parse(CHANCE, Start(10**30)) == -1
