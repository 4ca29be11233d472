"""Sources of chance. A source gives a ticket or a written move; no random number is drawn below the referee."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable
from typing import Protocol

from spieltisch.contract import Trouble


class Dice(Protocol):
    def draw(self, event: int, tickets: int) -> int | str | None:
        """The ticket (0 to tickets - 1) or the written move of chance event number `event`; None: it comes by hand."""


class Seeded:
    """A generator with a seed. Event k always gets the same number: undoing a move does not fish for better luck."""

    def __init__(self, seed: int | str | None = None) -> None:
        self.seed = secrets.token_hex(16) if seed is None else seed

    def draw(self, event: int, tickets: int) -> int:
        return random.Random(f"{self.seed}/{event}").randrange(tickets)


class Given:
    """A list of outcomes in written form, for tests and replays."""

    def __init__(self, outcomes: Iterable[str]) -> None:
        self.outcomes = list(outcomes)

    def draw(self, event: int, tickets: int) -> str:
        if event >= len(self.outcomes):
            raise Trouble(f"The list of outcomes ends after {len(self.outcomes)}.")
        return self.outcomes[event]


class ByHand:
    """Nobody draws: chance moves are played like any other move."""

    def draw(self, event: int, tickets: int) -> None:
        return None


class Asked:
    """A person who has the real dice or tiles in front of them types what they show."""

    def __init__(self, ask: Callable[[], str]) -> None:
        self.ask = ask

    def draw(self, event: int, tickets: int) -> str:
        return self.ask()
