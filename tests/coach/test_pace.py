"""A review takes as long as it may, and its last decisions are measured as well as its first."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from spieltisch.coach.pace import FIRST, MOST, Pace


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("time.monotonic", lambda: self.now)


EARLY_IS_SLOW = [0.002 * (100 - k) / 100 for k in range(100)]  # seconds of a playout


def reviewed(clock: Clock, seconds: float, costs: Sequence[float], slower: float = 1.0, most: int = MOST) -> list[int]:
    """How many playouts each decision gets, where a playout takes longer than it took in the rough look."""
    pace = Pace(seconds, most)
    for event, cost in enumerate(costs):
        clock.now += pace.look(event).playouts * cost
    pace.looked()
    given = []
    for event, cost in enumerate(costs):
        given.append(pace.judge(event).playouts)
        clock.now += given[-1] * cost * slower
    assert pace.fewest == min(given)
    return given


@pytest.mark.parametrize("slower", [0.7, 1.0, 1.3, 2.0])
def test_all_the_time_is_used_and_shared(slower: float, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    given = reviewed(clock, 60.0, EARLY_IS_SLOW, slower, most=100_000)
    assert clock.now == pytest.approx(60.0, rel=0.02)
    assert min(given) > 0.6 * sum(given) / len(given)


def test_nobody_waits_for_more_playouts_than_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    assert reviewed(clock, 1e9, EARLY_IS_SLOW) == [MOST] * len(EARLY_IS_SLOW)
    assert reviewed(clock, 1e9, EARLY_IS_SLOW, most=24) == [24] * len(EARLY_IS_SLOW)


def test_where_there_is_no_time_it_stays_rough(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reviewed(Clock(monkeypatch), 0.1, EARLY_IS_SLOW) == [FIRST] * len(EARLY_IS_SLOW)


def test_one_decision_that_took_long_takes_from_all_that_follow_and_not_from_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    pace = Pace(60.0, 100_000)
    for event in range(50):
        clock.now += pace.look(event).playouts * 0.001
    pace.looked()
    given = []
    for event in range(50):
        given.append(pace.judge(event).playouts)
        clock.now += given[-1] * 0.001 + (20.0 if event == 9 else 0.0)
    assert clock.now == pytest.approx(60.0, rel=0.02)
    assert given[-1] > 0.5 * given[0]
