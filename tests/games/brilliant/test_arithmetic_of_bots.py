"""What the bots of the sheet game reckon quickly is what the rules say, on whole walks over every sheet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from games.brilliant.paper import SEVEN, SMALL, WIDE, begin
from spieltisch import CHANCE, Table
from spieltisch.games.brilliant import rules
from spieltisch.games.brilliant.bots.hopes import (
    CHOOSING,
    DENIAL,
    FITTING,
    completing,
    fitting,
    hope,
    hope_with,
    known_for,
    stage,
    strike_loss,
    wanting,
)
from spieltisch.games.brilliant.bots.search import take_back, write_for_now
from spieltisch.kernel import Unpacked

TABLES = [(1, SEVEN), (2, SMALL), (3, WIDE), (2, "level-4")]
EVENTS = 400

every_table = pytest.mark.parametrize(("players", "sheet"), TABLES, ids=["solo", "small", "wide", "level-4"])


def state_of(at: Table) -> Any:
    return Unpacked(at.rows.copy())


def writing(players: int, sheet: str, seed: int) -> Iterator[tuple[Table, int, int]]:
    """The entries of a random game in which everybody writes who can: the table before, the seat and the action."""
    luck = random.Random(seed)
    at = begin(players, sheet)
    for _ in range(EVENTS):
        if not at.waiting:
            return
        seat = luck.choice(at.waiting)
        legal = [int(action) for action in at.game.legal(at.rows, seat)]
        if seat != CHANCE and at.rows["phase"][0] == rules.WRITING:
            legal = [action for action in legal if action != rules.PASS] or legal
        action = luck.choice(legal)
        if seat != CHANCE and action < rules.PASS and at.rows["phase"][0] == rules.WRITING:
            yield at, seat, action
        at.act(seat, action)


@pytest.mark.parametrize("may", range(1, 64))
def test_the_rolls_that_fit_are_those_that_the_rules_let_be_written(may: int) -> None:
    for beside in range(64):
        fit = [roll for roll in product(range(1, 7), repeat=2) if fitting(beside, may, min(roll), max(roll))]
        assert FITTING[beside, may] == len(fit)


@every_table
@pytest.mark.parametrize("seed", [1, 2])
def test_an_entry_for_now_is_written_as_the_rules_write_it_and_leaves_no_trace(
    players: int, sheet: str, seed: int
) -> None:
    entries = 0
    for at, seat, action in writing(players, sheet, seed):
        tried, by_rule, before = state_of(at), state_of(at), state_of(at)
        kept = write_for_now(tried, seat, action)
        rules.put_number(by_rule, seat, action // 6, action % 6 + 1)
        assert same(tried, by_rule)
        take_back(tried, seat, action, kept)
        assert same(tried, before)
        entries += 1
    assert entries > 10


def same(one: Any, other: Any) -> bool:
    return all(np.array_equal(value, vars(other)[name]) for name, value in vars(one).items())


@every_table
@pytest.mark.parametrize("seed", [3, 4])
def test_the_hope_with_an_entry_is_the_hope_once_it_is_written(players: int, sheet: str, seed: int) -> None:
    compared = completed = 0
    for at, seat, action in writing(players, sheet, seed):
        state, written = state_of(at), state_of(at)
        cell, number = action // 6, action % 6 + 1
        area, known, late = state.area_of[cell], known_for(state, CHOOSING), stage(state)
        rules.write_number(written, seat, cell, number)
        with_it = hope_with(state, seat, cell, number, known, late)
        if written.empty[seat, area]:
            assert with_it == pytest.approx(hope(written, seat, area, known, late))
            compared += 1
        else:
            assert with_it == completing(state, seat, area, known, late)
            completed += 1
    assert compared > 10
    assert completed


@every_table
@pytest.mark.parametrize("seed", [5, 6])
def test_what_completing_brings_are_the_points_that_the_rules_give(players: int, sheet: str, seed: int) -> None:
    """And for several what these points are worth, and what the strike takes from the others."""
    completed = 0
    for at, seat, action in writing(players, sheet, seed):
        state, after = state_of(at), state_of(at)
        area = state.area_of[action // 6]
        state.struck[area] = after.struck[area] = completed % 3
        if state.empty[seat, area] > 1:
            continue
        known, late = known_for(state, CHOOSING), stage(state)
        for other in range(players):
            after.chosen[other] = action if other == seat else rules.NOT_ASKED
        rules.reveal_entries(after)
        earned = after.points[seat] - state.points[seat]
        assert earned > 0
        brings = completing(state, seat, area, known, late)
        if state.solo:
            assert brings == earned
        elif after.points[seat] < state.target:
            gained = known[wanting(state, after.points[seat])] - known[wanting(state, state.points[seat])]
            others = [other for other in range(players) if other != seat and state.empty[other, area]]
            lost = [
                strike_loss(state, other, area, known, late)
                for other in others
                if after.struck[area] > state.struck[area]
            ]
            assert brings == pytest.approx(gained + DENIAL / (players - 1) * sum(lost))
        completed += 1
    assert completed


@every_table
def test_what_a_strike_takes_is_the_hope_that_the_rules_leave(players: int, sheet: str) -> None:
    compared = 0
    for at, seat, _ in writing(players, sheet, 7):
        state, known = state_of(at), known_for(state_of(at), CHOOSING)
        for area in range(state.areas):
            if state.empty[seat, area] and state.struck[area] < 2:
                struck = state_of(at)
                struck.struck[area] += 1
                left = hope(struck, seat, area, known, stage(state))
                lost = strike_loss(state, seat, area, known, stage(state))
                assert lost == pytest.approx(hope(state, seat, area, known, stage(state)) - left)
                assert same(state, state_of(at)), "it leaves the sheet as it was"
                compared += 1
    assert compared > 10
