"""§3 Getting ready."""

from __future__ import annotations

import pytest

from games.genial.drawing import drawn, markers, opened, rack, refused
from kit import table
from spieltisch import CHANCE, SPECTATOR, Trouble, new
from spieltisch.games.genial import rules
from spieltisch.kernel import EVERYBODY, only


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_draws_six_tiles_the_start_player_first(players: int) -> None:
    at = table("genial", players, start=2)
    for number in range(6 * players):
        assert at.waiting == [CHANCE]
        assert at.view().drawing == at.game.roller(at.rows) == (1 + number // 6) % players
        at.act(CHANCE, int(at.game.engine.pick(at.rows, CHANCE, 0)))
    assert at.waiting == [1]
    assert [one.size for one in at.view().racks] == [6] * players
    assert at.view().bag_size == 120 - 6 * players
    assert at.view().drawing is None


@pytest.mark.parametrize(("variant", "players"), [("team", 4), ("duel", 2)])
def test_team_and_duel_have_racks_of_six_too(variant: str, players: int) -> None:
    at = table("genial", players, variant)
    assert drawn(at) == 6 * players
    assert at.waiting == [0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_markers_begin_on_0(players: int) -> None:
    at = table("genial", players)
    drawn(at)
    assert [markers(at, seat) for seat in range(players)] == [[0] * 6] * players


def test_the_start_player_may_be_given() -> None:
    for seat in (1, 2, 3):
        at = table("genial", 3, start=seat)
        assert drawn(at) == 18
        assert at.waiting == [seat - 1]


@pytest.mark.parametrize(("variant", "players"), [("base", 2), ("base", 3), ("base", 4), ("team", 4), ("duel", 2)])
def test_or_the_lot_decides_with_equal_chances(variant: str, players: int) -> None:
    at = table("genial", players, variant, start="lot")
    assert at.waiting == [CHANCE]
    assert at.view().phase == "lot"
    assert at.moves() == [f"start {seat + 1}" for seat in range(players)]
    assert at.game.weights(at.rows).tolist() == [1] * players
    assert at.game.engine.tickets(at.rows, CHANCE) == players
    assert [at.game.engine.pick(at.rows, CHANCE, ticket) for ticket in range(players)] == list(range(players))
    assert at.game.engine.witnesses(at.rows, CHANCE, 0) == EVERYBODY
    assert at.game.roller(at.rows) is None  # it is everybody's
    at.play(f"start {players}")
    assert at.view().drawing == at.game.roller(at.rows) == players - 1
    assert drawn(at) == 6 * players
    assert at.waiting == [players - 1]


@pytest.mark.parametrize(("variant", "players"), [("base", 2), ("solo", 1), ("team", 4), ("duel", 2)])
def test_before_anything_is_drawn_the_first_seat_is_named(variant: str, players: int) -> None:
    view = table("genial", players, variant).view()
    assert (view.turn, view.drawing) == (0, 0)
    assert view.bonus_turns == 0
    if variant != "solo":
        lot = table("genial", players, variant, start="lot").view()
        assert (lot.turn, lot.drawing) == (0, None)


def test_the_lot_falls_only_on_players() -> None:
    at = table("genial", 3, start="lot")
    assert refused(at, "start 4") == "§3"
    assert refused(at, "start 0") == "§3"
    at.play("start 3")


def test_the_start_option_names_a_seat_or_the_lot() -> None:
    for wrong in ("0", "4", "me"):
        with pytest.raises(Trouble):
            new("genial", 3, start=wrong)


def test_only_who_draws_sees_the_tile() -> None:
    at = table("genial", 3)
    assert at.game.engine.witnesses(at.rows, CHANCE, 0) == only(0)
    at.play("rg")
    assert rack(at, 0) == "rg"
    for other in (1, 2, SPECTATOR):
        assert at.view(other).racks[0].tiles is None
        assert at.view(other).racks[0].size == 1
        assert at.seen_log(other)[0].move == "?"
    assert at.seen_log(0)[0].move == "rg"
    at.play("gg", "gg", "gg", "gg", "gg")
    assert at.game.engine.witnesses(at.rows, CHANCE, 0) == only(1)


def test_play_goes_clockwise() -> None:
    at = table("genial", 3, start=3)
    drawn(at)
    seats = []
    for _ in range(4):
        seats.append(at.waiting[0])
        at.act(at.waiting[0], int(at.game.engine.pick(at.rows, at.waiting[0], 0)))
        drawn(at)
    assert seats == [2, 0, 1, 2]


def test_setting_up_again_forgets_the_last_game() -> None:
    at = new("genial", 4, "team", seed=1, open_talk="yes")
    while at.waiting:
        at.act(at.waiting[0], int(at.game.engine.pick(at.rows, at.waiting[0], 0)))
    fresh = table("genial", 2).rows
    variant, options = at.game.numbers("base", 2, {"start": "1"})
    at.game.engine.setup(at.rows, 2, variant, options, at.content.numbers)
    assert at.rows.tobytes() == fresh.tobytes()


def test_a_full_rack_has_six_tiles_and_one_in_solo() -> None:
    assert rules.full_rack(opened(table("genial", 2))) == 6
    assert rules.full_rack(opened(table("genial", 1, "solo"))) == 1


def test_whom_the_lot_names_is_on_turn_while_the_tiles_are_drawn() -> None:
    at = table("genial", 3, start="lot").play("start 3")
    assert at.view().turn == 2
    assert at.view().drawing == 2
