"""What learners and studies know of a whole game: decisions that are legal, and what is counted."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from kit import arrange
from spieltisch import new
from spieltisch.games.genial import numbering, tally
from spieltisch.games.genial.rules import BONUS, EXCHANGE, KEEP, PASS, TRACK_END
from spieltisch.kernel import Unpacked

NOTHING = np.zeros(0, np.int64)


def test_masks_are_what_is_legal_and_exchanges_are_counted() -> None:
    luck, each, expected = random.Random(1), np.zeros((2, len(tally.EACH)), np.int64), [0, 0]
    for seed in range(40):
        at = new("genial", 2, seed=seed)
        while at.waiting and not all(expected):
            seat = at.waiting[0]
            state: Any = Unpacked(at.rows)
            legal = [int(action) for action in at.game.legal(at.rows, seat)]
            if KEEP in legal or luck.random() < 0.1:
                mask = np.zeros(numbering.DECISIONS, np.int8)
                numbering.mask(state, seat, mask, 0, 1)
                assert {numbering.to_decision(state, seat, action) for action in legal} == {*np.flatnonzero(mask)}
            action = luck.choice(legal)
            expected = [expected[0] + (action == EXCHANGE), expected[1] + (action == KEEP)]
            tally.count(state, seat, action, each, NOTHING)
            at.act(seat, action)
    assert each.sum(axis=0).tolist() == [0, 0, *expected, 0, 0] and all(expected)


def test_a_bonus_turn_is_counted_whether_it_is_taken_or_not() -> None:
    state: Any = Unpacked(new("genial", 2, seed=1).rows)
    state.phase = BONUS
    mask, each = np.zeros(numbering.DECISIONS, np.int8), np.zeros((2, len(tally.EACH)), np.int64)
    numbering.mask(state, 0, mask, 0, 1)
    assert mask[numbering.to_decision(state, 0, PASS)]
    for seat, action in ((0, PASS), (0, 1), (1, 2), (-1, 0)):
        tally.count(state, seat, action, each, NOTHING)
    assert each[:, :2].tolist() == [[1, 1], [1, 0]]


def test_at_the_end_the_lowest_and_the_highest_markers_are_known() -> None:
    at = new("genial", 2, seed=1)
    end = TRACK_END[0]
    tracks = np.zeros_like(at.rows["tracks"][0])
    tracks[:2] = [[end, 3, 3, 9, 9, 9], [1, 2, 3, 4, 5, 6]]
    arrange(at, tracks=tracks)
    each = np.zeros((2, len(tally.EACH)), np.int64)
    tally.finish(Unpacked(at.rows), each, NOTHING)  # type: ignore[arg-type]
    assert each[:, 4:].tolist() == [[0b110, 0b1], [0b1, 0]]
    assert tally.colours(at.content) == ("red", "green", "blue", "orange", "yellow", "purple")
