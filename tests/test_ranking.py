"""Lists of actions with scores."""

from __future__ import annotations

import random

import numpy as np
import pytest

from spieltisch.kernel import generator
from spieltisch.ranking import any_best, keep_best, sort_best_first


@pytest.mark.parametrize("most", [1, 3, 20])
def test_the_best_are_kept_in_order_and_of_equals_the_first(most: int) -> None:
    luck = random.Random(most)
    offered = [(action, float(luck.randrange(6))) for action in range(12)]
    actions, scores, count = np.zeros(most, np.int64), np.zeros(most), 0
    for action, score in offered:
        count = keep_best(actions, scores, count, most, action, score)
    expected = sorted(offered, key=lambda each: -each[1])[:most]
    assert list(zip(actions[:count].tolist(), scores[:count].tolist(), strict=True)) == expected


def test_a_list_is_sorted_as_far_as_it_is_filled() -> None:
    actions, scores = np.array([7, 8, 9, 5]), np.array([1.0, 3.0, 1.0, 99.0])
    sort_best_first(actions, scores, 3)
    assert actions.tolist() == [8, 7, 9, 5]
    assert scores.tolist() == [3, 1, 1, 99]


def test_of_the_best_any_is_drawn_equally_often() -> None:
    actions, scores, rng = np.array([4, 5, 6, 7, 8]), np.array([2.0, 3.0, 3.0, 1.0, 3.0]), generator(1)
    drawn = [any_best(actions, scores, 5, rng) for _ in range(3000)]
    assert set(drawn) == {5, 6, 8}
    assert all(900 < drawn.count(action) < 1100 for action in (5, 6, 8))
    assert any_best(actions, scores, 1, rng) == 4
