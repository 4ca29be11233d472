"""What the nets of the tile game see: everything that counts, and nothing that a seat may not know."""

from __future__ import annotations

import random

import numpy as np
import pytest

from games.genial.drawing import VARIANTS, opened, position
from kit import arrange, by_net
from setups import Setup, glimpses
from spieltisch import Table, registry
from spieltisch.games.genial import rules
from spieltisch.games.genial.bots import NETS
from spieltisch.games.genial.bots import net as nets
from spieltisch.games.genial.bots.search import policy
from spieltisch.games.genial.moves import write
from spieltisch.kernel import generator

GAME = registry.game("genial")
ENTRY = GAME.engine.entry
SEVENS = "7 7 7 7 7 7"


def seen(at: Table, seat: int = 0) -> np.ndarray:
    out = np.ones(nets.INPUTS, np.float32)
    nets.inputs(opened(at), seat, out)
    return out


def told(at: Table, what: int, seat: int = 0) -> list[float]:
    """One number of each colour, in the order of the own markers."""
    return [round(float(x), 3) for x in seen(at, seat)[what : nets.SORTED_AT : nets.OF_A_COLOUR]]


def shortlist(at: Table, width: int = 1000) -> list[str]:
    seat = at.waiting[0]
    actions, scores = np.empty(rules.CHOICES, np.int64), np.empty(rules.CHOICES)
    count = NETS["net"].shortlist(opened(at), seat, width, actions, scores)
    return [write(opened(at), seat, int(action)) for action in actions[:count]]


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_a_whole_game_is_seen_and_judged(variant: str, players: int) -> None:
    looks = 0
    for rows, _, _ in glimpses(Setup("genial", variant, players), random.Random(players), 1 / 12, seed=players):
        for viewer in range(players):
            x = np.zeros(nets.INPUTS, np.float32)
            ENTRY(nets.inputs)(rows, viewer, x)
            assert np.isfinite(x).all()
            assert (x >= -1).all() and (x <= 8).all()
            assert x[nets.TURN_AT : nets.REST_AT].sum() == 1
            assert 0 < ENTRY(nets.evaluate)(rows, viewer) < 1
            hidden = np.zeros(nets.INPUTS, np.float32)
            ENTRY(nets.inputs)(GAME.hidden(rows, viewer), viewer, hidden)
            assert hidden == pytest.approx(x, abs=1e-6)
            looks += 1
    assert looks > 0


def test_what_others_hold_is_not_seen() -> None:
    at = position(racks=["rg bb", "rr gg", ""], tracks=[SEVENS, SEVENS])
    other = position(racks=["rg bb", "yy pp", ""], tracks=[SEVENS, SEVENS])
    assert seen(at) == pytest.approx(seen(other), abs=1e-6)
    assert (seen(at, 1) != seen(other, 1)).any()
    one, two = (ENTRY(nets.evaluate)(table.game.hidden(table.rows, 0), 0) for table in (at, other))
    assert one == pytest.approx(two, abs=1e-6)


def test_colours_come_in_the_order_of_the_own_markers() -> None:
    at = position(tracks=["5 3 9 0 18 3", "1 2 3 4 5 6"])
    assert told(at, 0) == [0.0, 0.167, 0.167, 0.278, 0.5, 1.0]
    assert told(at, 1) == [round(k / 18, 3) for k in (4, 2, 6, 1, 3, 5)]  # of two threes the one with the other's two
    assert [round(18 * float(x)) for x in seen(at)[nets.SORTED_AT : nets.SORTED_AT + 6]] == [1, 2, 3, 4, 5, 6]
    assert [round(18 * float(x)) for x in seen(at, 1)[nets.SORTED_AT : nets.SORTED_AT + 6]] == [0, 3, 3, 5, 9, 18]


def test_the_board_is_seen_by_what_it_offers() -> None:
    at = position(symbols="r g6 h6", fill="p", leave="h7 h8 h9 h10", racks=["rr gg"], tracks=["0 1 2 3 4 5"])
    assert told(at, nets.BEST_AT)[0] == 0.25  # two reds beside h7
    assert told(at, nets.BEST_AT + 2)[0] == 0.25
    assert told(at, nets.CELLS_AT + 1)[0] == 0.125  # one cell
    assert told(at, nets.REACH_AT)[0] == 0.0  # no red that goes with another colour
    assert told(at, nets.REACH_AT + 1)[0] == 0.25
    assert told(at, nets.TILES_AT + 1)[:2] == [0.5, 0.5]
    lonely = position(symbols="r g6 h6", fill="p", leave="h7", racks=["rr gg"], tracks=["0 1 2 3 4 5"])
    assert told(lonely, nets.BEST_AT)[0] == 0.0  # no tile fits on one cell


def test_who_holds_a_duel_marker() -> None:
    at = position(variant="duel", tracks=["9 0 0 0 0 -9"])
    arrange(at, duel_markers=[1, 0, 0, 0, 0, 2])
    assert told(at, nets.HOLDER_AT) == [0, 0, 0, 0, 0, 1]
    assert told(at, nets.HOLDER_AT + 1) == [1, 0, 0, 0, 0, 0]
    assert told(at, nets.HOLDER_AT, seat=1) == [0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("phase", [rules.LAY, rules.BONUS, rules.SWAP, rules.DRAW])
def test_whose_turn_comes_next(phase: int) -> None:
    at = arrange(position(3, turn=1), phase=phase)
    turn = seen(at)[nets.TURN_AT : nets.REST_AT].tolist()
    assert turn == ([0, 0, 1, 0] if phase == rules.DRAW else [0, 1, 0, 0])
    flags = {rules.BONUS: 5, rules.SWAP: 6, rules.DRAW: 7}
    assert [k for k in (5, 6, 7) if seen(at)[nets.REST_AT + k]] == [flags[phase] for _ in range(phase in flags)]


def test_a_game_alone_ends_by_the_lowest_marker() -> None:
    low, high = (position(1, "solo", tracks=[track]) for track in ("5 9 9 9 9 9", "6 6 6 6 6 6"))
    assert nets.solo_result(opened(low), 0) < nets.solo_result(opened(high), 0)
    top = position(1, "solo", tracks=["36 36 36 36 36 36"])
    assert nets.solo_result(opened(top), 0) == 1.0
    arrange(top, phase=rules.OVER)
    assert ENTRY(nets.evaluate)(top.rows, 0) == 1.0


def test_the_shortlist_begins_with_what_the_policy_takes() -> None:
    at = position(symbols="r g6 h6 b h11", fill="p", leave="h7 h8 h9 h10", racks=["rr gg rg"])
    best = write(opened(at), 0, int(ENTRY(policy)(at.rows.copy(), 0, generator(1))))
    assert shortlist(at)[0] == best
    assert len(shortlist(at, 3)) == 3
    assert len(set(shortlist(at))) == len(at.moves())


def test_passing_and_exchanging_are_on_the_shortlist() -> None:
    bonus = arrange(position(racks=["rr"], fill="p", leave="h7 h8"), phase=rules.BONUS)
    assert len(shortlist(bonus)) == 2
    swap = arrange(position(racks=["rr"]), phase=rules.SWAP)
    assert len(shortlist(swap)) == 2


def test_the_quick_player_answers_with_a_legal_move_and_ends_a_game_that_it_wins() -> None:
    at = position(
        symbols="r g6 h6",
        fill="p",
        leave="h7 h8 h9 h10",
        racks=["rr rg", "gg"],
        tracks=["16 18 18 18 18 18", "17 17 17 17 17 17"],
    )
    at.play(write(opened(at), 0, by_net(at.game, at.game.hidden(at.rows, 0), 0, width=20)))
    assert at.outcome is not None
    assert at.outcome.winners == [0]
    forced = position(fill="p", leave="h7 h8", racks=["rr"])
    assert by_net(forced.game, forced.rows, 0, width=4) >= 0
