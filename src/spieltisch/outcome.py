"""How a game ended: who has won, by which rule, and what counted in the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from spieltisch.kernel import Ints


@dataclass(frozen=True)
class Ending:
    """One of the ways in which a game can end: its name, and the number of the paragraph that says so."""

    name: str
    paragraph: int


@dataclass(frozen=True)
class Outcome:
    """How it ended."""

    places: tuple[int, ...]  # from 0, seats that tie share one
    points: tuple[int, ...]
    ending: str  # its name
    paragraph: str  # the rule behind it

    @property
    def winners(self) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place == 0]


@dataclass(frozen=True)
class Part:
    """One part of what counted, as the box has it: a colour, a chip, an area."""

    kind: str  # what it looks like
    sign: str  # what is printed on it, where its look does not tell it from others
    value: int
    decides: bool  # here it was decided


@dataclass(frozen=True)
class Side:
    """Who played together, and what counted for them."""

    seats: tuple[int, ...]
    parts: tuple[Part, ...]


def by_place(seats: Iterable[int], places: Sequence[int] | Ints) -> list[int]:
    """The best first; whoever ties stays in the order of the seats."""
    return sorted(seats, key=lambda seat: int(places[seat]))


def first_difference(one: Sequence[int], other: Sequence[int]) -> int:
    """The first place where two rows of the same length differ; -1 if they are alike."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), -1)
