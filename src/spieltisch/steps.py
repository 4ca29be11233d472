"""What happens at a table, worked out before it is true: events, and steps of them."""

from __future__ import annotations

from dataclasses import dataclass

from spieltisch.kernel import Rows


@dataclass(frozen=True)
class Event:
    """One thing that happened: who, what, and how it is written."""

    seat: int
    action: int
    move: str


@dataclass(frozen=True)
class Effect:
    """An event that has been worked out: who sees it, and what is true after it."""

    event: Event
    seen_by: int  # a set of seats
    rows: Rows
    reveals: int  # how often hidden choices have been shown by then


@dataclass(frozen=True)
class Step:
    """What a decision and the chance after it would bring. Nothing has changed until a table commits it."""

    after: int  # so many events
    effects: tuple[Effect, ...]

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(effect.event.move for effect in self.effects)

    @property
    def rows(self) -> Rows:
        """The true state at its end."""
        return self.effects[-1].rows
