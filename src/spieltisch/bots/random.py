"""Plays any legal action, each equally likely."""

from __future__ import annotations

from spieltisch.game import Game
from spieltisch.kernel import Rng, Rows, below


def choose(game: Game, seen: Rows, seat: int, rng: Rng) -> int:
    rules = game.engine
    return int(rules.pick(seen, seat, below(rng, rules.tickets(seen, seat))))
