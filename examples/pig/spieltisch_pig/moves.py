"""Written moves: `roll` and `hold`; the die as `1` to `6`."""

from spieltisch.contract import Reason, Refused
from spieltisch.kernel import CHANCE
from spieltisch_pig.rules import State

PLAYER, DIE = ("roll", "hold"), ("1", "2", "3", "4", "5", "6")  # in the order of the actions


def write(state: State, seat: int, action: int) -> str:
    return (DIE if seat == CHANCE else PLAYER)[action]


def parse(state: State, seat: int, text: str) -> int:
    written, known = text.strip().lower(), DIE if seat == CHANCE else PLAYER
    if written not in known:
        raise Refused(Reason("unreadable", values={"move": written[:40], "example": ", ".join(known)}))
    return known.index(written)
