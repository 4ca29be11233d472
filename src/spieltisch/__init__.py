"""Spieltisch: the game table. Four box games, their exact rules, and everything people want to do with them."""

from spieltisch.contract import Outcome, Reason, Refused, Trouble
from spieltisch.dice import ByHand
from spieltisch.kernel import CHANCE, SPECTATOR
from spieltisch.records import Record
from spieltisch.referee import Event, Table, new, replay

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "ByHand",
    "Event",
    "Outcome",
    "Reason",
    "Record",
    "Refused",
    "Table",
    "Trouble",
    "new",
    "replay",
]
