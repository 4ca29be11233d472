"""A real table whose people keep to themselves what only one of them may see (docs/decisions/0037-secret-racks.md).

Its referee knows what everybody knows, the state that a spectator sees. What is drawn unseen goes to what nobody has
seen; what is played comes out of it, and the game's `reveal` says how. All else is as the rules have it.
"""

from __future__ import annotations

from typing import Any, cast

from spieltisch.contract import Discreet
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, SPECTATOR, Rows, among, twin
from spieltisch.records import Record

UNSEEN = "?"  # how chance is written that nobody has told


def possible(game: Game) -> bool:
    """Whether this game can be refereed so."""
    return hasattr(game.rules, "reveal")


def was_kept(record: Record) -> bool:
    """Whether a record comes from such a table."""
    return record.real and any(move == UNSEEN for _, move in record.log)


def is_private(game: Game, rows: Rows) -> bool:
    """Whether not everybody sees what chance brings now."""
    first = int(game.engine.pick(rows, CHANCE, 0))
    return not among(SPECTATOR, game.engine.witnesses(rows, CHANCE, first))


def told(game: Game, rows: Rows, seat: int, action: int) -> Rows:
    """The same with what a seat plays in its hand, if that is among what nobody has seen."""
    if seat == CHANCE:
        return rows
    rows = twin(rows)
    game.engine.entry(cast(Discreet[Any], game.rules).reveal, asks=False)(rows, seat, action)
    return rows
