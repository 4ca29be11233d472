"""Nets for one sheet: what they expect of it, averaged over the next rolls, and what is chosen by that."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from games.brilliant.paper import SMALL, begin, position
from kit import arrange
from spieltisch import Table, registry
from spieltisch.games.brilliant import rules
from spieltisch.games.brilliant.bots import alone
from spieltisch.games.brilliant.bots.net import candidates
from spieltisch.kernel import CHANCE, Unpacked, below, first, generator

GAME = registry.game("brilliant")
ENTRY = GAME.engine.entry
NET = alone.weights_alone(0)
ALMOST_FULL = """
    1 2 3 3 3 3 4
    3 5 4 4 1 4 5
    6 5 6 2 2 3 4
    1 2 4 1 3 4 5
    2 6 6 5 2 5 5
    1 6 1 3 2 . 5
    2 6 2 3 4 . .
"""


def opened(at: Table) -> Any:
    return Unpacked(at.rows)


def late(rolls: int, **fields: Any) -> Table:
    """Few cells are empty, and only two areas may be struck."""
    at = position(ALMOST_FULL, sheet="level-1", rolls=rolls)
    struck = np.full(rules.AREAS, 2)
    for cell in (55, 65, 66):
        struck[opened(at).area_of[cell]] = 0
    return arrange(at, struck=struck, **fields)


def expected(at: Table, depth: int) -> float:
    best = np.zeros((rules.PAIRS, 2), np.int64)
    return float(alone.expected(opened(at), depth, NET, alone.new_desk(), best))


def best_possible(rows: Any) -> float:
    """The points in the end on average, with every roll used as well as possible."""
    plain = GAME.engine
    seats = plain.waiting(rows)
    if not seats:
        return float(rows["points"][0, 0])
    actor = first(seats)
    results = []
    for action in GAME.legal(rows, actor):
        after = rows.copy()
        plain.apply(after, actor, action)
        results.append(best_possible(after))
    if actor != CHANCE:
        return max(results)
    return (
        sum(
            result * (1 if low == high else 2) for result, low, high in zip(results, rules.LOW, rules.HIGH, strict=True)
        )
        / 36
    )


def moments(seed: int) -> Iterator[Any]:
    """Some decisions of a game."""
    options = {"sheet": "level-1"}
    rows = GAME.start(1, "solo", options, GAME.content(options))
    rng, plain = generator(seed), GAME.engine
    while seats := plain.waiting(rows):
        seat = first(seats)
        if rows["phase"][0] in (rules.STRIKING, rules.WRITING) and below(rng, 8) == 0:
            yield rows
        plain.apply(rows, seat, int(plain.pick(rows, seat, below(rng, plain.tickets(rows, seat)))))


def test_our_first_sheets_are_known_and_others_are_not() -> None:
    assert ENTRY(alone.net_alone)(begin(1, "level-1").rows) == 0
    assert ENTRY(alone.net_alone)(begin(1, "level-2").rows) == 1
    assert ENTRY(alone.net_alone)(begin(1, SMALL).rows) == -1
    assert (alone.weights_alone(0) != alone.weights_alone(1)).any()


def test_an_entry_or_a_strike_is_judged_as_the_sheet_with_it_and_leaves_no_trace() -> None:
    judged = set()
    for rows in moments(4):
        desk = alone.new_desk()
        state: Any = Unpacked(rows)
        alone.lay_all(state, NET, desk)
        for action in GAME.legal(rows, 0):
            before, after = rows.tobytes(), rows.copy()
            changed: Any = Unpacked(after)
            gained = 0.0
            if action > rules.PASS:
                value = alone.judged_struck(state, action - rules.STRIKE, NET, desk)
                changed.struck[action - rules.STRIKE] += 1
            elif action < rules.PASS:
                value = alone.judged_with(state, action, NET, desk)
                rules.write_number(changed, 0, action // 6, action % 6 + 1)
                gained = alone.completed(changed, changed.area_of[action // 6])
            else:
                value = alone.still_to_come(state, NET, desk)
            assert value == pytest.approx(gained + alone.judged_as_it_is(changed, NET, alone.new_desk()), abs=1e-3)
            assert rows.tobytes() == before
            judged.add(rows["phase"][0])
    assert judged == {rules.STRIKING, rules.WRITING}


@pytest.mark.parametrize(("rolls", "depth"), [(43, 1), (42, 2), (43, 2)])
def test_near_the_end_what_is_expected_is_exact(rolls: int, depth: int) -> None:
    at = late(rolls)
    before = at.rows.tobytes()
    assert expected(at, depth) == pytest.approx(best_possible(at.rows))
    assert at.rows.tobytes() == before


def test_nothing_comes_after_the_last_roll_or_when_nothing_can_be_written() -> None:
    assert expected(late(44), 2) == 0
    assert expected(position("\n    . .", sheet="level-1", rolls=3), 0) == 0


def test_the_best_order_of_start_numbers_is_found() -> None:
    at = begin(1, "level-1").play("1@c4", "2@a5", "3@d5")
    left = [int(star) for star in at.rows["stars"][0] if at.rows["written"][0, 0, star] == 0]
    values: dict[int, float] = {}
    for order in permutations(left):
        tried: Any = Unpacked(at.rows.copy())
        for number, star in enumerate(order, 4):
            rules.write_number(tried, 0, star, number)
        values[order[0]] = max(values.get(order[0], 0.0), alone.judged_as_it_is(tried, NET, alone.new_desk()))
    assert ENTRY(alone.best_alone)(at.rows, NET) == max(values, key=values.__getitem__) * 6 + 3


def test_it_completes_an_area_and_strikes_one_that_is_lost() -> None:
    at = late(41).play("2 5")
    best = ENTRY(alone.best_alone)(at.rows, NET)
    assert best in at.game.legal(at.rows, 0)
    at = late(43).play("5 5")
    assert at.rows["phase"][0] == rules.STRIKING
    after = [at.rows.copy() for _ in GAME.legal(at.rows, 0)]
    for rows, action in zip(after, GAME.legal(at.rows, 0), strict=True):
        GAME.engine.apply(rows, 0, action)
    results = dict(zip(GAME.legal(at.rows, 0), map(best_possible, after), strict=True))
    assert results[ENTRY(alone.best_alone)(at.rows, NET)] == max(results.values())


def test_only_who_plays_alone_on_a_known_sheet_and_looks_ahead_asks_these_nets() -> None:
    actions, scores = np.zeros(rules.CHOICES, np.int64), np.zeros(rules.CHOICES)
    assert ENTRY(candidates)(late(41).play("2 5").rows, 0, 8, actions, scores) == 1
    assert actions[0] == ENTRY(alone.best_alone)(late(41).play("2 5").rows, NET)
    others = (begin(1, SMALL), begin(2, "level-1"), begin(1, "level-1", numbers="free"))
    for at in others:
        assert ENTRY(candidates)(at.rows, 0, 4, actions, scores) == 4
