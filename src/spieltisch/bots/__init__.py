"""Opponents that know no game: they get what their seat may know, ask the contract, and answer with an action."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from spieltisch.contract import Game, Trouble
from spieltisch.kernel import Rng, Rows

NAMES = ("random", "greedy")


class Bot(Protocol):
    def choose(self, game: Game, seen: Rows, seat: int, rng: Rng) -> int:
        """A legal action of the seat, from a state that has been hidden for it."""


def named(name: str) -> Bot:
    if name not in NAMES:
        raise Trouble(f"There is no bot {name!r}; there are {', '.join(NAMES)}.")
    return cast(Bot, import_module(f"spieltisch.bots.{name}"))
