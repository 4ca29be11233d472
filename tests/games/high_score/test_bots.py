"""Players of High Score: each answers with a legal action, and the aims differ where they should."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spieltisch import Table, new
from spieltisch.games.high_score import bots
from spieltisch.kernel import Opened, generator

PLAYERS = (
    "policy",
    "highest_score",
    "most_chips",
    "the_win",
    "short_sight",
    "no_rest",
    "no_rest_short",
    "sums",
    "sums_short",
    "chips_short",
    "chips_norest_short",
)


def opened(table: Table) -> Any:
    """A copy of the state, as rules read it."""
    return Opened(table.rows.copy())


def deciding(seed: int, players: int = 2, decisions: int = 0) -> Table:
    """A table after so many decisions, all by the quick policy."""
    table, rng = new("high_score", players, seed=seed), generator(seed)
    for _ in range(decisions):
        seat = table.waiting[0]
        table.act(seat, bots.policy(opened(table), seat, rng))
    return table


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_answers_with_a_legal_action(name: str) -> None:
    for seed in (1, 2):
        table = deciding(seed, decisions=4 * seed)
        seat = table.waiting[0]
        action = getattr(bots, name)(opened(table), seat, generator(seed))
        table.check(seat, action)


def test_the_quick_policy_plays_whole_games_on_every_kind_of_card() -> None:
    for seed in range(6):
        table, rng = new("high_score", 3, seed=seed), generator(seed)
        while table.waiting:
            seat = table.waiting[0]
            table.act(seat, bots.policy(opened(table), seat, rng))
        assert table.outcome is not None


def test_the_candidates_are_legal_and_the_best_comes_first() -> None:
    table = deciding(5, players=3, decisions=3)
    seat = table.waiting[0]
    actions, scores = np.zeros(table.game.rules.CHOICES, np.int64), np.zeros(table.game.rules.CHOICES)
    found = bots.candidates(opened(table), seat, 4, actions, scores)
    assert 1 <= found <= 4
    assert (np.diff(scores[:found]) <= 0).all()
    for action in actions[:found]:
        table.check(seat, int(action))


def test_the_promises_of_all_seats_add_up_to_one() -> None:
    table = deciding(7, players=3, decisions=8)
    promises = [bots.promise(opened(table), seat) for seat in range(3)]
    assert sum(promises) == pytest.approx(1)


def test_whoever_plays_for_chips_reckons_with_all_who_are_still_to_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "GUESSES", 2)
    table = deciding(2, players=3)
    seat = table.waiting[0]
    table.check(seat, bots.most_chips(opened(table), seat, generator(2)))
