"""Recorded games for the coach, and a coach who has made up his mind without thinking."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from setups import LONGEST, plain_setups
from spieltisch.bots import greedy
from spieltisch.bots.search import Budget
from spieltisch.coach import review
from spieltisch.coach.judge import AS_IT_COMES, Judged
from spieltisch.game import Game
from spieltisch.kernel import Doubles, Rng, Rows, generator
from spieltisch.records import Record
from spieltisch.referee import Table, replay

GOLDEN = Path(__file__).parent.parent / "golden"


@cache
def recorded(name: str) -> Table:
    """A game of tests/golden, or where there is none one played by greedy players; nobody may change it."""
    file = GOLDEN / f"{name}.json"
    if file.exists():
        return replay(Record.load(file))
    table, rng = next(setup for setup in plain_setups() if str(setup) == name).table(seed=1), generator(1)
    for _ in range(LONGEST):
        if table.waiting:
            seat = table.waiting[0]
            table.act(seat, greedy.choose(table.game, table.game.hidden(table.rows, seat), seat, rng))
    return table


class Oracle:
    """Says something about every action, at once: any value whatever, but always the same for the same question."""

    def __init__(self, error: float = 0.0) -> None:
        self.error = error
        self.asked = 0
        self.values: dict[int, float] = {}  # by action, of the last question: other worlds say the same

    def judge(
        self, game: Game, seen: Rows, seat: int, rng: Rng, budget: Budget, also: Sequence[int] = (), top: int = 3
    ) -> list[Judged]:
        self.asked += 1
        actions = {int(game.legal(seen, seat)[0]), *also} - {AS_IT_COMES}
        judged = sorted((self.said(seen, rng, action) for action in actions), key=lambda each: -each.values[seat])
        self.values = {each.action: each.values[seat] for each in judged}
        return [*judged, *(self.said(seen, rng, action) for action in also if action == AS_IT_COMES)]

    def prospect(self, game: Game, seen: Rows, seat: int, rng: Rng, budget: Budget) -> Judged:
        return self.said(seen, rng, AS_IT_COMES)

    def play_out(self, game: Game, seen: Rows, seat: int, rng: Rng, actions: Sequence[int], worlds: int) -> Doubles:
        return np.tile([self.values[action] for action in actions], (worlds + 100, 1))  # it is sure

    def said(self, seen: Rows, rng: Rng, action: int) -> Judged:
        players = int(seen["players"][0])
        numbers = np.random.default_rng([int(rng[0]), action + 1]).random((2, players))
        shares = tuple(map(float, numbers[0] / numbers[0].sum()))
        return Judged(action, shares, tuple(map(float, 30 * numbers[1])), self.error, 10)

    def installed(self, monkeypatch: pytest.MonkeyPatch) -> Oracle:
        monkeypatch.setattr(review, "judge", self.judge)
        monkeypatch.setattr(review, "prospect", self.prospect)
        monkeypatch.setattr(review, "play_out", self.play_out)
        return self


@cache
def reviewed(name: str, error: float = 0.0) -> tuple[review.Review, Oracle, list[tuple[int, int]]]:
    """What is made of a recorded game when the oracle has judged it; with the oracle, and what progress was heard."""
    heard: list[tuple[int, int]] = []
    with pytest.MonkeyPatch.context() as patch:
        oracle = Oracle(error).installed(patch)
        found = review.review(recorded(name), progress=lambda done, total: heard.append((done, total)))
    return found, oracle, heard


def only_from(event: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What came before counts as decided, so that a test need not wait for a whole game to be judged."""
    is_open = review._is_open
    monkeypatch.setattr(review, "_is_open", lambda table, number: number >= event and is_open(table, number))
