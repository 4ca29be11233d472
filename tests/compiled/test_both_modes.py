"""One set of rules, two modes: after every event the bytes are the same."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from setups import Setup, every_plain_setup, every_setup
from spieltisch import registry
from spieltisch.kernel import CHANCE, SPECTATOR, among, first, generator, how_many, lowest
from spieltisch.lab.selfplay import selfplay


@every_setup
def test_both_modes_go_through_the_same_bytes(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(1)
    plain, compiled = game.interpreted, game.compiled
    one = setup.table().rows.copy()
    other = np.zeros_like(one)
    variant, options = game.numbers(setup.variant, setup.players, setup.options)
    compiled.setup(other, setup.players, variant, options, game.content(setup.options).numbers)
    outs = np.zeros((2, game.rules.CHOICES), np.int64)
    while plain.waiting(one):
        assert one.tobytes() == other.tobytes()
        seats = compiled.waiting(other)
        assert seats == plain.waiting(one)
        seat = first(seats)
        counts = [plain.legal(one, seat, outs[0]), compiled.legal(other, seat, outs[1])]
        assert counts[0] == counts[1]
        assert (outs[0, : counts[0]] == outs[1, : counts[0]]).all()
        ticket = luck.randrange(plain.tickets(one, seat))
        assert compiled.tickets(other, seat) == plain.tickets(one, seat)
        action = plain.pick(one, seat, ticket)
        assert compiled.pick(other, seat, ticket) == action
        assert compiled.witnesses(other, seat, action) == plain.witnesses(one, seat, action)
        if seat == CHANCE:
            assert compiled.roller(other) == plain.roller(one)
            weights = getattr(game.rules, "weights", None)
            if weights is not None:
                assert plain.entry(weights)(one, outs[0]) == compiled.entry(weights)(other, outs[1])
                assert (outs[0, : counts[0]] == outs[1, : counts[0]]).all()
        plain.apply(one, seat, action)
        compiled.apply(other, seat, action)
    assert one.tobytes() == other.tobytes()
    results = np.zeros((2, 2, setup.players), np.int64)
    assert plain.outcome(one, results[0, 0], results[0, 1]) == compiled.outcome(other, results[1, 0], results[1, 1])
    assert (results[0] == results[1]).all()


@every_plain_setup
def test_both_modes_hide_imagine_and_refuse_alike(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(2)
    plain, compiled = game.interpreted, game.compiled
    rows = setup.table().rows.copy()
    features = np.zeros((2, game.net_inputs.FEATURES if game.has("features") else 0), np.float32)
    while plain.waiting(rows):
        seat = first(plain.waiting(rows))
        if luck.random() < 0.2:
            for viewer in [*range(setup.players), SPECTATOR]:
                one, other = rows.copy(), rows.copy()
                plain.hide(one, viewer)
                compiled.hide(other, viewer)
                assert one.tobytes() == other.tobytes()
                plain.imagine(one, viewer, generator(5))
                compiled.imagine(other, viewer, generator(5))
                assert one.tobytes() == other.tobytes()
            for action in [luck.randrange(-2, game.rules.ACTIONS + 2) for _ in range(50)]:
                assert plain.refusal(rows, seat, action) == compiled.refusal(rows, seat, action)
            for player in range(setup.players):
                assert plain.side(rows, player) == compiled.side(rows, player)
                worth = game.players.WORTH
                assert plain.entry(worth)(rows, player) == compiled.entry(worth)(rows, player)
                if game.has("features"):
                    plain.entry(game.net_inputs.features)(rows, player, features[0])
                    compiled.entry(game.net_inputs.features)(rows, player, features[1])
                assert np.allclose(features[0], features[1], atol=1e-6)
        plain.apply(rows, seat, plain.pick(rows, seat, luck.randrange(plain.tickets(rows, seat))))


@pytest.mark.parametrize("name", ["pig"])  # the one that is compiled soonest: the loop is the same for all
def test_a_series_of_games_is_the_same_in_both_modes(name: str) -> None:
    plain, fast = (
        vars(selfplay(registry.game(name), ["greedy", "random"], 20, compiled=compiled)) for compiled in (False, True)
    )
    assert {**plain, "games_per_second": 0} == {**fast, "games_per_second": 0}


def test_a_rule_without_a_state_can_be_asked_in_both_modes() -> None:
    game = registry.game("genial_dice")
    assert game.interpreted.rule(among) is among
    compiled = game.compiled.rule(among)
    assert compiled is not among
    assert [compiled(seat, 0b110) for seat in range(-1, 3)] == [among(seat, 0b110) for seat in range(-1, 3)]


def test_sets_kept_as_bits_are_counted_in_both_modes() -> None:
    game = registry.game("genial_dice")
    counted, found = game.compiled.rule(how_many), game.compiled.rule(lowest)
    sets = [1, 2, 0b1011000, 1 << 49, (1 << 50) - 1, 1 << 62]
    for each in sets:
        field: Any = np.int64(each)  # as a row holds it
        assert counted(each) == how_many(each) == how_many(field) == bin(each).count("1")
        assert found(each) == lowest(each) == lowest(field) == bin(each)[::-1].index("1")
    assert counted(0) == how_many(0) == 0
