"""R1 to R12, where the rulebook is silent."""

from __future__ import annotations

import random

import pytest

from games.genial.drawing import VARIANTS, cells_of, drawn, markers, opened, position, rack, refused
from kit import arrange, table
from spieltisch import CHANCE, SPECTATOR, Table
from spieltisch.games.genial import rules
from spieltisch.games.genial.board import NEIGHBOUR, PLACE_A, PLACE_B, TILES
from spieltisch.games.genial.rules import WAYS
from spieltisch.speech import LANGUAGES

COLOURFUL = "rg bo yp rg bo yp"


def test_r1_the_texts_tell_that_the_base_rules_are_public_knowledge() -> None:
    for language in LANGUAGES:
        texts = table("genial", 2).game.texts(language)
        assert "§4" in texts["rulings"]["1"]["text"]
        assert "§9" in texts["rulings"]["1"]["text"]
        assert len(texts["rulings"]) == 12
        assert len(texts["rules"]) == 12


@pytest.mark.parametrize(
    ("rest", "may"), [("gg gb", True), ("gg rg", False), ("gg gp", False), ("rp", False), ("oy bb", True)]
)
def test_r2_with_several_lowest_colours_the_rack_must_show_none_of_them(rest: str, may: bool) -> None:
    at = position(2, racks=[f"gg {rest}"], tracks=["2 5 5 5 5 2"]).play("gg@h8-h9")
    assert (at.view().phase == "exchange") == may


def bonus(at: Table) -> Table:
    return at.play("rg@h8-h9")


def two_bonus_turns(tiles: str = COLOURFUL, track: str = "17 17 9 9 9 9") -> Table:
    return bonus(position(2, symbols="r h7 g h10", racks=[tiles], tracks=[track]))


def test_r3_a_bonus_turn_may_be_declined_and_that_ends_them_all() -> None:
    at = two_bonus_turns()
    assert at.view().bonus_turns == 2
    at.play("pass")
    assert at.view().bonus_turns == 0
    assert at.waiting == [CHANCE]
    assert rack(at, 0) == "rg bo bo yp yp"
    assert drawn(at) == 1
    assert at.waiting == [1]


def test_r3_the_second_of_two_may_be_declined() -> None:
    at = two_bonus_turns().play("bo@e5-e6", "pass")
    assert drawn(at) == 2


def test_r3_after_declining_one_may_still_exchange() -> None:
    at = two_bonus_turns("rg rg rg rg rg rg").play("pass")
    assert at.view().phase == "exchange"


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_r4_the_start_rule_holds_in_every_variant(variant: str, players: int) -> None:
    at = table("genial", players, variant)
    drawn(at)
    tile = rack(at, 0).split()[0]
    assert refused(at, f"{tile}@h8-h9") == "§5"
    at.play(f"{tile}@c4-c5")
    drawn(at)
    if players > 1:
        second = rack(at, 1).split()[0]
        assert refused(at, f"{second}@d3-e3") == "§5"
        assert refused(at, f"{second}@h8-h9") == "§5"
        at.play(f"{second}@m4-m5")
    else:
        at.play(f"{rack(at, 0)}@h8-h9")


def test_r4_the_team_game_uses_four_different_symbols() -> None:
    at = position(4, "team", racks=["rg bo yp rb go oy"] * 4, laid=0)  # there are but six of each
    for number, place in enumerate(["c4-c5", "d8-e8", "h12-h11", "m7-m6"]):
        assert len(cells_of(at.moves())) == 144 - 24 * number
        at.play(f"rg@{place}")
        drawn(at)
    assert at.view().free_symbols == ("y", "p")


@pytest.mark.parametrize("turn", range(4))
def test_r5_a_team_wins_at_once_with_all_six_markers_on_the_right_18(turn: int) -> None:
    tracks = ["0 0 0 0 0 0", "0 0 0 0 0 0"]
    tracks[turn % 2] = "35 36 36 36 36 36"
    at = bonus(position(4, "team", symbols="r h7", racks=[COLOURFUL] * 4, tracks=tracks, turn=turn))
    assert at.waiting == []
    assert at.outcome is not None
    assert (at.outcome.ending, at.outcome.paragraph) == ("all_home", "R5")
    assert at.outcome.winners == [turn % 2, turn % 2 + 2]


@pytest.mark.parametrize("track", ["34 36 36 36 36 36", "35 36 36 35 36 36", "17 18 18 18 18 18", "35 18 36 36 36 36"])
def test_r5_one_marker_short_is_not_enough(track: str) -> None:
    at = bonus(position(4, "team", symbols="r h7", racks=[COLOURFUL] * 4, tracks=[track]))
    assert at.waiting != []


def test_r5_the_exchange_looks_at_the_lowest_colour_of_the_team() -> None:
    at = position(4, "team", racks=["gg gg gg", COLOURFUL], tracks=["3 4 4 4 4 4", "0 0 0 0 0 0"]).play("gg@h8-h9")
    assert at.view().phase == "exchange"
    assert at.view().exchange_colours == ("r",)
    at = position(4, "team", racks=["gg rr gg", COLOURFUL], tracks=["19 20 20 20 20 20"]).play("gg@h8-h9")
    assert at.view().phase == "draw"


def test_r6_the_duel_exchange_takes_every_tile_with_such_a_colour() -> None:
    at = position(2, "duel", racks=["bb rr rg gr bo gg"], tracks=["9 0 0 0 0 -1"]).play("bb@h8-h9", "exchange")
    assert rack(at, 0) == "gg bo"
    bag = at.view().bag_size
    at.play("yy", "yy", "yy")
    assert at.view().bag_size == bag - 3
    assert len(at.view().shown) == 3
    at.play("yy")
    assert at.view().bag_size == bag - 4 + 3
    assert at.view().shown == ()


def test_r7_pulling_a_marker_off_9_does_not_return_its_duel_marker() -> None:
    at = position(2, "duel", symbols="r h7", racks=["rg gb bo op yp yy", "rg gb bo op yp yy"], tracks=["-9 1 0 0 0 -1"])
    at = arrange(at, duel_markers=[2, 0, 0, 0, 0, 0]).play("rg@h8-h9")
    assert markers(at)[0] == -8
    assert at.view().duel_track[0].duel_marker_of == 1
    drawn(at)
    at.play("rg@i7-j7")
    assert markers(at, 1)[0] == 9
    assert at.view().bonus_turns == 0


def test_r7_no_markers_on_either_side_are_a_draw() -> None:
    at = position(2, "duel", fill="b", leave="h8 h9", racks=["rg gb bo op yp yy"]).play("rg@h8-h9")
    assert at.outcome is not None
    assert at.outcome.places == (0, 0)
    assert at.outcome.points == (0, 0)


FREE_CELLS = {("base", 2): 85, ("solo", 1): 85, ("duel", 2): 85, ("base", 3): 121, ("base", 4): 163, ("team", 4): 163}


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_r8_the_bag_cannot_run_empty_in_numbers(variant: str, players: int) -> None:
    """No more tiles fit on the board than half its free cells. While a rack is refilled a place is still open, so that
    one tile fewer lies there. The worst is an exchange after a single tile: five lie aside, six are drawn."""
    fit = FREE_CELLS[variant, players] // 2
    assert fit == {85: 42, 121: 60, 163: 81}[FREE_CELLS[variant, players]]
    full = 1 if variant == "solo" else 6
    assert fit + players * full < TILES
    outside_the_bag = (fit - 1) + players * full + (full - 1)
    left = {"base-2": 62, "base-3": 38, "base-4": 11, "solo-1": 78, "team-4": 11, "duel-2": 62}
    assert TILES - outside_the_bag == left[f"{variant}-{players}"]


def tight_game(players: int, variant: str) -> Table:
    """Always lays where the fewest neighbours are free, so that as many tiles as possible fit."""
    at = table("genial", players, variant)
    luck = random.Random(1)
    while True:
        drawn(at)
        if not at.waiting:
            return at
        seat = at.waiting[0]
        state = opened(at)
        if state.phase == rules.SWAP:
            at.play("exchange")
            continue
        board = state.board
        free = [sum(1 for near in NEIGHBOUR[cell] if board[near] == -1) for cell in range(169)]
        places = {int(action) % WAYS // 2: int(action) for action in at.game.legal(at.rows, seat)}
        at.act(seat, min(places.items(), key=lambda one: (_lonely(free, one[0]), luck.random()))[1])


def _lonely(free: list[int], place: int) -> tuple[int, int]:
    one, other = sorted((free[PLACE_A[place]], free[PLACE_B[place]]))
    return one, other


@pytest.mark.parametrize(
    ("variant", "players", "fit"), [("base", 4, 81), ("base", 3, 60), ("base", 2, 42), ("solo", 1, 42)]
)
def test_r8_even_if_the_board_is_filled_completely(variant: str, players: int, fit: int) -> None:
    at = tight_game(players, variant)
    view = at.view()
    assert sum(1 for event in at.log if "@" in event.move) == fit
    in_hand = players * (1 if variant == "solo" else 6) - 1
    assert view.bag_size == TILES - fit - in_hand > 0


def test_r8_the_worst_exchange_leaves_eleven() -> None:
    at = position(4, fill="b", leave="h8 h9 e5 e6", racks=["rg gg gg gg gg gg"], tracks=["0 9 9 9 9 9"])
    arrange(at, bag_size=TILES - 79 - 24)
    arrange(at, bag=[0] * 20 + [TILES - 79 - 24])  # what they show does not matter here
    at.play("rg@h8-h9", "exchange")
    for _ in range(5):
        at.play("pp")
    assert at.view().bag_size == 12
    at.play("pp")
    assert at.view().bag_size == 11 + 5
    assert at.waiting == [1]


def test_r9_two_colours_at_once_give_two_bonus_turns_not_one() -> None:
    assert two_bonus_turns().view().bonus_turns == 2


def test_r10_with_an_empty_rack_remaining_bonus_turns_lapse_and_no_exchange_is_offered() -> None:
    at = two_bonus_turns("rg bo", "17 17 9 9 9 3")
    assert at.view().bonus_turns == 2
    at.play("bo@e5-e6")
    assert at.view().bonus_turns == 0
    assert at.view().phase == "draw"
    assert drawn(at) == 6
    assert at.waiting == [1]
    assert not rules.may_exchange(opened(two_bonus_turns("rg")), 0)


def test_r10_one_tile_left_is_enough_for_a_bonus_turn() -> None:
    assert two_bonus_turns("rg bo").view().phase == "bonus"
    assert two_bonus_turns("rg").view().phase == "draw"


@pytest.mark.parametrize(("rest", "asked"), [("rg gg", True), ("gg gb", False)])
def test_r11_in_the_duel_only_who_has_such_a_tile_is_asked(rest: str, asked: bool) -> None:
    at = position(2, "duel", racks=[f"bb {rest}"], tracks=["9 0 0 0 0 -1"]).play("bb@h8-h9")
    assert (at.view().phase == "duel_exchange") == asked


def test_r11_that_somebody_is_asked_is_open_to_all() -> None:
    at = position(2, racks=["gg gg gg gg gg bb"], tracks=["0 1 1 1 1 1"]).play("gg@h8-h9")
    for viewer in (0, 1, SPECTATOR):
        assert at.view(viewer).phase == "exchange"
        assert at.view(viewer).turn == 0
        assert at.view(viewer).exchange_colours == ("r",)


def test_r12_solo_goes_on_even_with_all_markers_on_the_right_18() -> None:
    at = position(1, "solo", symbols="r h7", racks=["rg"], tracks=["35 36 36 36 36 36"]).play("rg@h8-h9")
    assert markers(at) == [36] * 6
    assert at.waiting == [CHANCE]
    drawn(at)
    assert at.waiting == [0]
    at = position(1, "solo", fill="b", leave="h8 h9", racks=["rg"], tracks=["36 36 36 36 36 36"]).play("rg@h8-h9")
    assert at.waiting == []
