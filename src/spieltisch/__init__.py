"""Spieltisch: the game table. Box games, their exact rules, and everything people want to do with them.

new       a table: `play` moves on it, look with `view` or `svg`, read `moves`, `log`, `outcome`
replay    the table of a `Record`, every move checked
game      the rules behind a table: `game(name).engine` as a table asks them, `game(name).compiled` compiled by numba
simulate  many games, at random with compiled rules or by players, as arrays or as a frame
arena     who plays better: games between players of ours and of your own, with intervals
batch     many games side by side, for agents that learn
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from spieltisch.contract import Outcome, Reason, Refused, Trouble, View
from spieltisch.dice import ByHand
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, SPECTATOR
from spieltisch.records import Record
from spieltisch.referee import Event, Table, new, replay
from spieltisch.registry import game

if TYPE_CHECKING:
    from spieltisch.env.batching import Batch, batch
    from spieltisch.lab.arena import ArenaResult
    from spieltisch.lab.notebook import arena
    from spieltisch.lab.playouts import Results, simulate

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "ArenaResult",
    "Batch",
    "ByHand",
    "Event",
    "Game",
    "Outcome",
    "Reason",
    "Record",
    "Refused",
    "Results",
    "Table",
    "Trouble",
    "View",
    "arena",
    "batch",
    "game",
    "new",
    "replay",
    "simulate",
]

_LATER = {  # what few need at once: imported when it is first asked for
    "ArenaResult": "lab.arena",
    "Batch": "env.batching",
    "Results": "lab.playouts",
    "arena": "lab.notebook",
    "batch": "env.batching",
    "simulate": "lab.playouts",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"spieltisch.{_LATER[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
