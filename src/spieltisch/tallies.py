"""What studies count in a game beside places and points: a game says it in its tally.py, if there is more to count.

`count` is called before every event of a game and `finish` once when it is over; both are marked `@rule` and run in all
three modes, so they keep to what docs/kernel-python.md allows in rules.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Protocol, TypeVar

from spieltisch.contract import Content
from spieltisch.game import Game
from spieltisch.kernel import Ints, rule

S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True)
class Tally:
    """One number of a game. With labels it is a set: bit k stands for label k."""

    said: str  # what is counted, for whoever reads the table
    labels: Callable[[Content], tuple[str, ...]] | None = None


class Tallies(Protocol[S_contra]):
    """tally.py."""

    EACH: Mapping[str, Tally]  # of each seat, in the order of the columns of `each`
    WHOLE: Mapping[str, Tally]  # of the game as a whole, in the order of `whole`

    def count(self, state: S_contra, seat: int, action: int, each: Ints, whole: Ints) -> None:
        """Counts what a legal action is about to do; the state is the one before it."""

    def finish(self, state: S_contra, each: Ints, whole: Ints) -> None:
        """Counts what stands at the end. The game is over."""


@rule
def count(state: Any, seat: int, action: int, each: Ints, whole: Ints) -> None:
    """Nothing more is counted."""


@rule
def finish(state: Any, each: Ints, whole: Ints) -> None:
    """Nothing more is counted."""


NOTHING = SimpleNamespace(EACH={}, WHOLE={}, count=count, finish=finish)


def tallies_of(game: Game) -> Tallies[Any]:
    """What is counted in this game; nothing where it does not say."""
    found: Any = game.module("tally") if game.has("tally") else NOTHING
    return SimpleNamespace(EACH=found.EACH, WHOLE=found.WHOLE, count=found.count, finish=found.finish)
