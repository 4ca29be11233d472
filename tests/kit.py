"""What tests are written with."""

from __future__ import annotations

import string
from typing import Any

import numpy as np

from spieltisch import ByHand, Table, new
from spieltisch.bots.net import best_judged
from spieltisch.bots.scratch import scratch
from spieltisch.game import Game
from spieltisch.kernel import Rows
from spieltisch.train.selfplay import bound


def table(game: str, players: int | None = None, variant: str | None = None, **options: Any) -> Table:
    """A table whose dice, bag and deck are played by hand, like any other move."""
    return new(game, players, variant, dice=ByHand(), **options)


def arrange(at: Table, **fields: Any) -> Table:
    """Puts a position on the table: fields of the state by name."""
    for name, value in fields.items():
        at.rows[name][0] = np.asarray(value)
    return at


def worth(at: Table, seat: int) -> int:
    """How well a seat stands, as a greedy player counts."""
    return int(at.game.engine.entry(at.game.players.WORTH)(at.rows, seat))


def decided(at: Table) -> list[tuple[tuple[int, ...], list[int], str]]:
    """What counted in the end, the best side first: its seats, its values, and what decided."""
    sides = at.game.decided(at.rows)
    return [
        (side.seats, [part.value for part in side.parts], " ".join(part.kind for part in side.parts if part.decides))
        for side in sides
    ]


def by_net(game: Game, seen: Rows, seat: int, width: int) -> int:
    """What whoever asks a net once about each of so many actions does."""
    engine = bound(game)
    actions = np.empty(game.rules.CHOICES, np.int64)
    nets = game.nets["net"].weights
    return int(engine.entry(best_judged)(seen, scratch(engine, seen, 1), seat, nets, width, actions))


def flat(table: object, prefix: str = "") -> dict[str, str]:
    """A nested table of texts as one table of dotted names."""
    if not isinstance(table, dict):
        return {prefix.rstrip("."): str(table)}
    return {key: text for name, value in table.items() for key, text in flat(value, f"{prefix}{name}.").items()}


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}
