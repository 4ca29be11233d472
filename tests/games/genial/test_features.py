"""What a net sees."""

from __future__ import annotations

import numpy as np
import pytest

from games.genial.drawing import VARIANTS, counted, drawn, position
from kit import arrange, table
from spieltisch.games.genial.board import CELLS
from spieltisch.games.genial.features import BAG_AT, FEATURES, RACK_AT, REST_AT, TILES_AT, TRACKS_AT, features
from spieltisch.games.genial.moves import CELL_NAMED


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_features_are_finite_and_small(variant: str, players: int) -> None:
    at = table("genial", players, variant)
    for _ in range(3):
        drawn(at)
        for seat in range(players):
            features = at.game.features(at.rows, seat)
            assert features.shape == (FEATURES,)
            assert features.dtype == np.float32
            assert np.isfinite(features).all()
            assert (np.abs(features) <= 2).all()
        at.act(at.waiting[0], int(at.game.engine.pick(at.rows, at.waiting[0], 0)))


def test_the_board_is_one_number_per_cell_and_colour() -> None:
    at = position(2, symbols="b h8")
    board = at.game.features(at.rows, 0)[:RACK_AT].reshape(CELLS, 7)
    assert board[CELL_NAMED["h8"]].tolist() == [0, 0, 1, 0, 0, 0, 0]
    assert board[CELL_NAMED["c3"]].tolist() == [1, 0, 0, 0, 0, 0, 0]
    assert board[CELL_NAMED["h9"]].tolist() == [0] * 7
    assert board[CELL_NAMED["a1"]].tolist() == [0, 0, 0, 0, 0, 0, 1]
    assert board.sum() == 7 + (169 - 91)


def test_the_own_rack_and_the_unseen_tiles() -> None:
    at = position(2, racks=["rg rg bb bb bb yp", "gg gg gg gg gg oo"])
    features = at.game.features(at.rows, 0)
    assert np.allclose(features[RACK_AT:BAG_AT] * 6, counted("rg rg bb bb bb yp"))
    unseen = at.rows["bag"][0] + at.rows["racks"][0][1]
    assert np.allclose(features[BAG_AT:TRACKS_AT] * 6, unseen)


def test_markers_from_the_own_seat_on() -> None:
    at = position(3, tracks=["18 0 0 0 0 9", "0 9 0 0 0 0", "0 0 3 0 0 0"])
    tracks = at.game.features(at.rows, 1)[TRACKS_AT:REST_AT].reshape(4, 6)
    assert np.allclose(tracks * 18, [[0, 9, 0, 0, 0, 0], [0, 0, 3, 0, 0, 0], [18, 0, 0, 0, 0, 9], [0] * 6])
    duel = position(2, "duel", tracks=["9 -3 0 0 0 0"])
    assert np.allclose(duel.game.features(duel.rows, 1)[TRACKS_AT : TRACKS_AT + 6] * 9, [-9, 3, 0, 0, 0, 0])


def test_the_rest() -> None:
    at = position(2, symbols="r h7 g h10", racks=["rg bo"], tracks=["17 17 9 9 9 9"]).play("rg@h8-h9")
    assert np.allclose(at.game.features(at.rows, 0)[REST_AT:TILES_AT], [2 / 6, 1, 0, 0.5, 1, 0, 0, 0])
    at = position(4, "team", racks=["gg gb"], tracks=["0 1 1 1 1 1"]).play("gg@h8-h9")
    assert np.allclose(at.game.features(at.rows, 0)[REST_AT:TILES_AT], [0, 0, 1, 1, 0, 0, 1, 0])


def test_the_colours_of_each_different_tile_in_the_order_of_their_decisions() -> None:
    at = position(2, racks=["yp rg rg bb"])
    tiles = at.game.features(at.rows, 0)[TILES_AT:].reshape(6, 2, 6)
    assert [(int(a.argmax()), int(b.argmax())) for a, b in tiles[:3]] == [(0, 1), (2, 2), (4, 5)]
    assert tiles.sum() == 6


def test_features_forget_what_was_there_before() -> None:
    at = arrange(position(2), bonus=0)
    out = np.full(FEATURES, 9, np.float32)
    at.game.engine.entry(features)(at.game.hidden(at.rows, 0), 0, out)
    assert (out == at.game.features(at.rows, 0)).all()
