"""Spieltisch: the game table. Box games, their exact rules, and everything people want to do with them.

new       a table: `play` moves on it, look with `view`, read `moves`, `log`, `outcome`
replay    the table of a `Record`, every move checked
game      the rules behind a table: `game(name).engine` as a table asks them, `game(name).compiled` compiled by numba
simulate  many random games with compiled rules
"""

from spieltisch.contract import Outcome, Reason, Refused, Trouble, View
from spieltisch.dice import ByHand
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, SPECTATOR
from spieltisch.lab.playouts import simulate
from spieltisch.records import Record
from spieltisch.referee import Event, Table, new, replay
from spieltisch.registry import game

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "ByHand",
    "Event",
    "Game",
    "Outcome",
    "Reason",
    "Record",
    "Refused",
    "Table",
    "Trouble",
    "View",
    "game",
    "new",
    "replay",
    "simulate",
]
