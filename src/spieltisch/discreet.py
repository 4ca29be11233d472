"""A real table whose people keep to themselves what only one of them may see (docs/decisions/0037-secret-racks.md).

Its referee knows what everybody knows, the state that a spectator sees. What is drawn unseen goes to what nobody has
seen; what is played comes out of it, and the game's `reveal` says how. All else is as the rules have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from spieltisch.contract import Reason, Refused
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, SPECTATOR, Rows, among, twin
from spieltisch.records import Record
from spieltisch.untold import Discreet

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


def untold(game: Game, rows: Rows, seat: int) -> int:
    """How many hidden things this seat has to tell, if the coach is to help it; 0: there is nothing to be told."""
    return int(game.engine.entry(cast(Discreet[Any], game.rules).untold, asks=True)(rows, seat))


def holding(game: Game, rows: Rows, seat: int, held: Sequence[Any]) -> Rows:
    """The same with what a seat says that it holds, as moves of chance: what it knows, and nobody keeps."""
    rows, tell = twin(rows), game.engine.entry(cast(Discreet[Any], game.rules).tell, asks=False)
    for move in held:
        action = game.read_move(rows, CHANCE, move)
        if untold(game, rows, seat) == 0:
            raise Refused(Reason("nothing_to_tell"))
        if game.engine.refusal(rows, CHANCE, action):
            raise Refused(game.refused(rows, CHANCE, action))
        tell(rows, seat, action)
    return rows
