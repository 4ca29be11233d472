"""The player that looks ahead: interpreted and with few playouts. How well it plays is for studies."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from spieltisch.bots.shelf import Shelf, shelf

from games.brilliant.paper import position
from setups import Setup, every_variant
from spieltisch import Table, new, registry
from spieltisch.bots import rollouts
from spieltisch.kernel import Engine, Rng, Unpacked, generator

ALMOST = """
    1 2 3 3 3 3 6
    3 4 . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""  # a3 is the last empty cell of the red area at the left, which is worth 5


@cache
def engine(game: str) -> Engine:
    return registry.game(game).interpreted.bind(rollouts)


def thought(
    at: Table, seat: int, *, playouts: int = 1, horizon: int = 1, width: int = 2, rng: Rng | None = None
) -> int:
    seen = at.game.hidden(at.rows, seat)
    boards = shelf(engine(at.game.name), seen, rollouts.SHELF)
    rng = generator(1) if rng is None else rng
    return int(engine(at.game.name).rollout_action(seen, boards, seat, rng, playouts, horizon, width))


def boards(at: Table) -> Any:
    return shelf(engine(at.game.name), at.rows, rollouts.SHELF)


def standing(at: Table, seat: int) -> float:
    room = np.zeros((2, 6), np.int64)
    return float(engine(at.game.name).standing(at.rows, seat, room[0], room[1]))


@every_variant
def test_it_always_finds_a_legal_action(setup: Setup) -> None:
    table = setup.table(seed=1)
    seat = table.waiting[-1]
    table.act(seat, thought(table, seat))


def test_it_completes_the_area_that_wins() -> None:
    at = position(ALMOST, ALMOST, points=[21, 0, 0, 0, 0, 0]).play("3 5")
    assert at.game.write(at.rows, 0, thought(at, 0, playouts=3, width=6)) == "5@a3"


def test_with_one_candidate_it_is_the_greedy_move() -> None:
    at = position(ALMOST, ALMOST).play("3 5")
    worths = {}
    for action in at.game.legal(at.rows, 0).tolist():
        rows = at.rows.copy()
        at.game.engine.apply(rows, 0, action)
        worths[action] = at.game.engine.worth(rows, 0)
    best = max(worths, key=lambda action: worths[action])
    assert thought(at, 0, width=1) == best
    assert engine("brilliant").best_move(at.rows.copy(), boards(at), 0) == best


def test_the_best_at_once_are_the_candidates_and_stand_in_front() -> None:
    at = position(ALMOST, ALMOST).play("3 5")
    actions = np.zeros(at.game.rules.CHOICES, np.int64)
    everything = len(at.game.legal(at.rows, 0))
    assert engine("brilliant").candidates(at.rows.copy(), boards(at), 0, generator(1), 3, actions) == 3
    assert sorted(actions[:everything].tolist()) == at.game.legal(at.rows, 0).tolist()
    assert at.game.write(at.rows, 0, int(actions[0])) == "5@a3"
    assert engine("brilliant").candidates(at.rows.copy(), boards(at), 0, generator(1), 99, actions) == everything


def test_a_playout_goes_on_until_the_seat_has_decided_so_often() -> None:
    at = position(ALMOST, ALMOST).play("3 5")
    for horizon in (0, 2):
        shelves = boards(at)
        assert isinstance(shelves, Shelf)
        shelves[rollouts.PLAYED] = Unpacked(at.rows.copy())
        engine("brilliant")._namespace["play_on"](shelves, 0, horizon, generator(2))
        played = shelves[rollouts.PLAYED]
        written = int((played.written[0] > 0).sum()) - 9
        assert written == horizon


def test_the_distance_is_a_share_of_what_both_have() -> None:
    at = position(ALMOST, ALMOST)
    assert standing(at, 0) == standing(at, 1) == 0
    at.rows["points"][0, 0] = 3
    own, other = at.game.engine.worth(at.rows, 0), at.game.engine.worth(at.rows, 1)
    assert own - other == 3000
    assert standing(at, 0) == pytest.approx(3000 / (own + other + 1))
    assert standing(at, 1) == -standing(at, 0)


def test_a_win_counts_more_than_its_distance() -> None:
    at = position(ALMOST, ALMOST, points=[26, 20, 0, 0, 0, 0], phase=4, ended_by=6)
    own, other = at.game.engine.worth(at.rows, 0), at.game.engine.worth(at.rows, 1)
    assert standing(at, 0) == pytest.approx((own - other) / (own + other + 1) + rollouts.WIN / 2)
    assert standing(at, 1) == pytest.approx(-standing(at, 0))
    at.rows["points"][0, 1] = 26
    assert standing(at, 0) == standing(at, 1) == 0


def test_alone_its_worth_counts() -> None:
    at = position(ALMOST)
    assert standing(at, 0) == at.game.engine.worth(at.rows, 0)


def test_the_same_luck_makes_the_same_choice_and_the_shown_state_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "PLAYOUTS", 2)
    monkeypatch.setattr(rollouts, "HORIZON", 1)
    table = new("genial_dice", 2, seed=3)
    seat = table.waiting[0]
    seen = table.game.hidden(table.rows, seat)
    before = seen.tobytes()
    choices = {rollouts.choose(table.game, seen, seat, generator(9)) for _ in range(2)}
    assert len(choices) == 1
    assert choices <= set(table.game.legal(table.rows, seat).tolist())
    assert seen.tobytes() == before
