"""§1 What is in the box."""

from __future__ import annotations

from collections import Counter

import pytest

from games.genial.drawing import drawn, markers, position, rack, refused
from kit import table
from spieltisch import CHANCE
from spieltisch.games.genial.board import (
    COPIES,
    KIND_A,
    KIND_B,
    KIND_COLOURS,
    KIND_OF,
    KINDS,
    SHOWING,
    TILES,
    TURNS,
    TWO_WAYS,
)


def test_there_are_120_tiles() -> None:
    at = table("genial", 2)
    assert TILES == 120
    assert at.game.engine.tickets(at.rows, CHANCE) == 120
    assert at.view().bag_size == 120


def test_15_mixed_pairs_are_there_six_times_and_6_doubles_five_times() -> None:
    at = table("genial", 2)
    weights = dict(zip(at.moves(), at.game.weights(at.rows).tolist(), strict=True))
    doubles = {tile: count for tile, count in weights.items() if tile[0] == tile[1]}
    mixed = {tile: count for tile, count in weights.items() if tile[0] != tile[1]}
    assert list(weights)[:7] == ["rr", "rg", "rb", "ro", "ry", "rp", "gg"]
    assert doubles == dict.fromkeys(["rr", "gg", "bb", "oo", "yy", "pp"], 5)
    assert len(mixed) == 15
    assert set(mixed.values()) == {6}


def test_each_colour_appears_40_times() -> None:
    symbols: Counter[int] = Counter()
    for kind in range(KINDS):
        symbols[int(KIND_A[kind])] += int(COPIES[kind])
        symbols[int(KIND_B[kind])] += int(COPIES[kind])
    assert symbols == dict.fromkeys(range(6), 40)


def test_the_tables_of_kinds_agree() -> None:
    assert KINDS == 21
    for kind in range(KINDS):
        a, b = int(KIND_A[kind]), int(KIND_B[kind])
        assert KIND_OF[a, b] == KIND_OF[b, a] == kind
        assert KIND_COLOURS[kind] == (1 << a) | (1 << b)
        assert TURNS[kind] == (1 if a == b else 2)
        assert TWO_WAYS >> kind & 1 == (a != b)
        for colours in range(64):
            assert SHOWING[colours] >> kind & 1 == bool(KIND_COLOURS[kind] & colours)


def test_the_bag_has_no_sixth_double_and_no_seventh_mixed_pair() -> None:
    at = table("genial", 2).play("rr", "rr", "rr", "rr", "rr")
    assert refused(at, "rr") == "§1"
    at.play("gg")
    assert refused(at, "rr") == "§1"
    at = table("genial", 3).play("rg", "rg", "rg", "rg", "rg", "rg")
    assert refused(at, "gr") == "§1"
    assert "rg" not in at.moves()
    assert len(at.moves()) == len(at.game.weights(at.rows)) == 20


def test_a_drawn_tile_leaves_the_bag() -> None:
    at = table("genial", 2).play("bo")
    assert at.view().bag_size == 119
    assert at.game.engine.tickets(at.rows, CHANCE) == 119
    weights = dict(zip(at.moves(), at.game.weights(at.rows).tolist(), strict=True))
    assert weights["bo"] == 5
    assert sum(weights.values()) == 119


def test_every_tile_in_the_bag_has_its_own_ticket() -> None:
    at = table("genial", 2).play("bo", "rr", "pp")
    tickets = Counter(int(at.game.engine.pick(at.rows, CHANCE, ticket)) for ticket in range(117))
    assert [tickets[kind] for kind in sorted(tickets)] == at.game.weights(at.rows).tolist()


def test_the_last_tile_of_a_kind_can_still_be_drawn_and_the_kind_then_be_gone() -> None:
    at = table("genial", 2).play("rr", "rr", "rr", "rr")
    assert dict(zip(at.moves(), at.game.weights(at.rows).tolist(), strict=True))["rr"] == 1
    assert at.game.engine.pick(at.rows, CHANCE, 0) == 0
    at.play("rr")
    assert "rr" not in at.moves()
    assert len(at.game.weights(at.rows)) == 20
    assert at.game.engine.pick(at.rows, CHANCE, 0) == 1


def test_a_rack_holds_six_tiles() -> None:
    at = table("genial", 2).play("rg", "rg", "bb", "op", "yp", "gp")
    assert rack(at, 0) == "rg rg gp bb op yp"
    assert at.view(0).racks[0].size == 6
    assert drawn(at) == 6
    assert at.view(0).racks[1].size == 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_has_a_track_from_0_to_18_for_each_colour(players: int) -> None:
    at = position(players)
    assert [markers(at, seat) for seat in range(players)] == [[0] * 6] * players
    assert len(at.view().tracks) == players
