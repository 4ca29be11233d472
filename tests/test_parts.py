"""Parts of a view that are made of a few fields of a state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from spieltisch import kernel, parts
from spieltisch.kernel import Unpacked, new
from spieltisch.parts import made_of


class State(kernel.State):
    turn: int
    marks: Any


@dataclass(frozen=True)
class Drawn:
    seat: int
    marks: tuple[int, ...]


@made_of("players", "marks")
def drawn(state: State, seat: int) -> Drawn:
    return Drawn(seat, tuple(state.marks.tolist()[: state.players]))


@made_of("players", "variant")
def peeking(state: State) -> int:
    return state.turn


def state(*marks: int, turn: Any = 0) -> Any:
    made = Unpacked(new(kernel.State))
    made.__dict__.update(players=2, turn=turn, marks=np.array(marks))
    return made


def test_what_is_made_of_the_same_is_the_same_object() -> None:
    one = drawn(state(1, 2, turn=0), 0)
    assert one == Drawn(0, (1, 2))
    assert drawn(state(1, 2, turn=1), 0) is one, "the turn is not in it"
    assert drawn(state(1, 3), 0) == Drawn(0, (1, 3))
    assert drawn(state(1, 2), 1) == Drawn(1, (1, 2))


def test_it_cannot_depend_on_what_is_not_named() -> None:
    with pytest.raises(AttributeError, match="turn"):
        peeking(state(1))


def test_the_array_may_change_afterwards() -> None:
    here = state(4, 5)
    before = drawn(here, 0)
    here.marks[0] = 6
    assert (before, drawn(here, 0)) == (Drawn(0, (4, 5)), Drawn(0, (6, 5)))


def test_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MOST", 2)
    made = []

    @made_of("players", "marks")
    def counted(state: State) -> int:
        made.append(int(state.marks[0]))
        return made[-1]

    for number in (1, 2, 1, 3, 1):
        assert counted(state(number)) == number
    assert made == [1, 2, 3, 1]


def test_a_number_of_numpy_is_not_found_in_what_others_get() -> None:
    """They are equal, and only one of them can be written as JSON."""

    @made_of("players", "turn")
    def turn(state: State) -> int:
        return state.turn

    assert type(turn(state(turn=np.int64(1)))) is int
    assert type(turn(state(turn=1))) is int
