"""What a position of Einfach Genial teaches: what a coach would say of the best tile."""

from __future__ import annotations

from spieltisch.contract import Reason
from spieltisch.games.genial.brings import brings
from spieltisch.games.genial.rules import EXCHANGE, PASS, State

THEMES = ("bonus_turn", "lowest_colour", "block", "points", "prepare", "the_end", "exchange")
CARDS = ("exchange",)  # quick to decide
LOWEST = ("brings_off_zero", "brings_two_lowest", "brings_one_lowest", "brings_your_lowest")
BLOCKS = ("brings_closed", "brings_closed_duel")


def theme(state: State, seat: int, best: int, tempting: int) -> str:
    """What the best move does and the tempting one does not; what it does anyway, if there is nothing of that kind."""
    if best >= EXCHANGE:
        return "exchange"
    if best == PASS:
        return "bonus_turn"
    found = _themes(brings(state, seat, best))
    others = _themes(brings(state, seat, tempting))
    return next((each for each in found if each not in others), found[0])


def _themes(reason: Reason) -> list[str]:
    """The most telling first."""
    inner = [each for each in reason.values.values() if isinstance(each, Reason)]
    keys = {reason.key, *(each.key for each in inner)}
    found = [
        ("the_end", any(key.startswith(("brings_end", "brings_all")) for key in keys)),
        ("bonus_turn", "brings_bonus" in keys),
        ("lowest_colour", not keys.isdisjoint(LOWEST)),
        ("block", not keys.isdisjoint(BLOCKS)),
        ("prepare", "brings_prepared" in keys),
    ]
    return [name for name, holds in found if holds] or ["points"]
