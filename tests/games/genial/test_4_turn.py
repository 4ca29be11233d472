"""§4 A turn."""

from __future__ import annotations

import pytest

from games.genial.drawing import cells_of, drawn, markers, opened, position, rack, refused
from spieltisch import CHANCE, Refused
from spieltisch.games.genial import rules
from spieltisch.games.genial.rules import ACTIONS, CHOICES, EXCHANGE, KEEP, PASS, WAYS


def test_a_tile_of_the_rack_is_laid_on_two_adjacent_free_cells() -> None:
    at = position(2, racks=["rg bb op yp gp rr"]).play("rg@h8-h9")
    colours = {cell.name: cell.colour for cell in at.view().cells}
    assert (colours["h8"], colours["h9"]) == ("r", "g")
    assert rack(at, 0) == "rr gp bb op yp"
    assert at.view().last == ("h8", "h9")


@pytest.mark.parametrize("other", ["h9", "h7", "g7", "g8", "i7", "i8"])
def test_it_may_lie_in_six_directions_and_either_way_round(other: str) -> None:
    at = position(2, racks=["rg"])
    assert {f"rg@h8-{other}", f"rg@{other}-h8"} <= set(at.moves())
    at.play(f"rg@h8-{other}")
    assert {cell.name: cell.colour for cell in at.view().cells if cell.name in ("h8", other)} == {"h8": "r", other: "g"}


def test_a_double_has_only_one_way_to_lie() -> None:
    at = position(2, racks=["rr"])
    assert "rr@h8-h9" in at.moves()
    assert "rr@h9-h8" not in at.moves()
    mirrored = at.parse(0, "rr@h8-h9") + 1
    assert at.game.engine.refusal(at.rows, 0, mirrored) == 4


def test_a_tile_that_is_not_on_the_rack_cannot_be_laid() -> None:
    at = position(2, racks=["rg bb", "op"])
    assert refused(at, "op@h8-h9") == "§4"
    assert refused(at, "gg@h8-h9") == "§4"


def test_two_cells_that_are_not_adjacent_cannot_be_a_move() -> None:
    at = position(2, racks=["rg"])
    for other in ("h10", "h8", "g9", "i9", "f8"):
        with pytest.raises(Refused) as refusal:
            at.play(f"rg@h8-{other}")
        assert refusal.value.reason.key == "not_adjacent"
        assert refusal.value.reason.paragraph == "§4"


def test_a_cell_takes_only_one_symbol() -> None:
    at = position(2, symbols="r h8", racks=["rg"])
    assert refused(at, "rg@h8-h9") == "§4"
    assert refused(at, "rg@h7-h8") == "§4"
    assert not {cells for cells in cells_of(at.moves()) if "h8" in cells}
    at.play("rg@h7-g7")


def test_laying_is_compulsory() -> None:
    at = position(2)
    assert refused(at, "pass") == "§4"
    assert "pass" not in at.moves()
    assert refused(at, "keep") == "§8"
    assert refused(at, "exchange") == "§8"


def test_after_scoring_the_rack_is_refilled_to_six() -> None:
    at = position(2, racks=["rg rg rg rg rg rg", "bb bb bb bb bb op"], symbols="r h7").play("rg@h8-h9")
    assert markers(at) == [1, 0, 0, 0, 0, 0]
    assert at.waiting == [CHANCE]
    assert (at.view().phase, at.view().drawing, at.view().turn) == ("draw", 0, 0)
    at.play("yy")
    assert rack(at, 0) == "rg rg rg rg rg yy"
    assert at.waiting == [1]
    assert at.view().bag_size == 120 - 12 - 1


def test_then_it_is_the_next_players_turn() -> None:
    at = position(3, racks=["rg bo yp rg bo yp"] * 3, turn=2)
    at.play("rg@h8-h9")
    assert at.view().drawing == 2
    assert drawn(at) == 1
    assert at.waiting == [0]


def test_all_legal_moves_are_the_open_places_times_the_ways_of_the_tiles() -> None:
    at = position(2, racks=["rg rg bb"])
    legal = at.game.legal(at.rows, 0)
    assert len(legal) == 3 * 222
    assert at.game.engine.tickets(at.rows, 0) == 3 * 222
    picked = [int(at.game.engine.pick(at.rows, 0, ticket)) for ticket in range(3 * 222)]
    assert sorted(picked) == legal.tolist()
    assert {move.split("@")[0] for move in at.moves()} == {"rg", "bb"}


def test_a_full_rack_on_an_empty_board_fits_into_the_list_of_choices() -> None:
    at = position(4, racks=["rg rb ro ry rp gb"])
    legal = at.game.legal(at.rows, 0)
    assert len(legal) == 6 * 2 * 426 <= CHOICES
    assert (legal[1:] > legal[:-1]).all()


def test_every_number_that_is_no_action_is_refused() -> None:
    at = position(2)
    for action in (-1, -7, ACTIONS, ACTIONS + 5, 10**9):
        assert at.game.engine.refusal(at.rows, 0, action) == 4
    assert (PASS, EXCHANGE, KEEP, ACTIONS) == (21 * WAYS, 21 * WAYS + 1, 21 * WAYS + 2, 21 * WAYS + 3)
    assert WAYS == 924


def test_the_first_and_the_last_way_to_lay_are_actions_too() -> None:
    at = position(4, racks=["rr pp"])
    assert at.parse(0, "rr@a1-a2") == 0
    assert at.game.engine.refusal(at.rows, 0, 0) == 0
    assert at.parse(0, "pp@o7-o8") == PASS - 2
    assert at.game.engine.refusal(at.rows, 0, PASS - 2) == 0


def test_legal_and_refusal_agree_over_all_actions() -> None:
    at = position(2, symbols="r h7 h6 g i8", racks=["rg bb op"], laid=0)
    legal = set(at.game.legal(at.rows, 0).tolist())
    state = opened(at)
    assert {action for action in range(-1, ACTIONS + 1) if rules.refusal(state, 0, action) == 0} == legal


@pytest.mark.parametrize(
    ("move", "paragraph"),
    [("bb@h8-h9", 4), ("rg@h7-h8", 4), ("rg@c3-c4", 2), ("rg@b2-b3", 2), ("rg@h8-h9", 5), ("rg@c4-c5", 0)],
)
def test_lay_refusal_names_the_paragraph(move: str, paragraph: int) -> None:
    at = position(2, symbols="r h7", racks=["rg"], laid=0)
    action = at.parse(0, move)
    assert rules.lay_refusal(opened(at), 0, action // WAYS, action % WAYS // 2, action % 2) == paragraph


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_whoever_has_laid_draws(turn: int) -> None:
    at = position(3, racks=["rr gg gg gg gg gg"] * 2 + ["rr yy yy yy yy yy"], turn=turn).play("rr@h8-h9")
    assert at.waiting == [CHANCE]
    assert at.game.roller(at.rows) == turn
