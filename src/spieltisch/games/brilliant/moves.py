"""Moves as values, and as they are written: `5@c4`, `pass`, `strike A`; the dice as `2 5`."""

import re
from dataclasses import dataclass
from typing import Literal

from spieltisch.contract import Reason, Refused, Written
from spieltisch.games.brilliant import rules
from spieltisch.games.brilliant.content import LETTERS, cell_name, cell_number
from spieltisch.games.brilliant.rules import State
from spieltisch.kernel import CHANCE, among


@dataclass(frozen=True)
class Write:
    number: int
    cell: str
    kind: Literal["write"] = "write"


@dataclass(frozen=True)
class Pass:
    """Writes nothing with this roll."""

    kind: Literal["pass"] = "pass"


@dataclass(frozen=True)
class Strike:
    """The highest open value of an area."""

    area: str
    kind: Literal["strike"] = "strike"


@dataclass(frozen=True)
class Roll:
    low: int
    high: int
    kind: Literal["roll"] = "roll"


Move = Write | Pass | Strike | Roll


def shown(state: State, seat: int, action: int) -> Move:
    if action < rules.PASS:
        return Write(action % rules.NUMBERS + 1, cell_name(action // rules.NUMBERS))
    if action == rules.PASS:
        return Pass()
    if action < rules.ROLL:
        return Strike(LETTERS[action - rules.STRIKE])
    pair = action - rules.ROLL
    return Roll(int(rules.LOW[pair]), int(rules.HIGH[pair]))


def read(state: State, seat: int, move: Move) -> int:
    """The dice may be named in either order. That players cannot roll, and chance only can, the rules say."""
    match move:
        case Write():
            cell = cell_number(move.cell)
            if cell is None:
                raise Refused(Reason("no_such_cell", "§3", {"cell": move.cell[:40]}))
            return cell * rules.NUMBERS + _number(move.number) - 1
        case Pass():
            return rules.PASS
        case Strike():
            if move.area not in tuple(LETTERS):
                values = {"area": move.area[:40], "last": LETTERS[state.areas - 1]}
                raise Refused(Reason("no_such_area", "§7", values))
            return rules.STRIKE + LETTERS.index(move.area)
        case Roll():
            return rules.ROLL + int(rules.PAIR[_number(move.low) - 1, _number(move.high) - 1])


def write(state: State, seat: int, action: int) -> str:
    return written(shown(state, seat, action))


def parse(state: State, seat: int, text: str) -> int:
    move = _move("".join(text.lower().split()))
    if move is None:
        values = {"move": Written(text.strip()[:40]), "example": Written(example(state, seat))}
        raise Refused(Reason("unreadable", "", values))
    return read(state, seat, move)


def written(move: Move) -> str:
    match move:
        case Write():
            return f"{move.number}@{move.cell}"
        case Pass():
            return "pass"
        case Strike():
            return f"strike {move.area}"
        case Roll():
            return f"{move.low} {move.high}"


def _move(text: str) -> Move | None:
    if text == "pass":
        return Pass()
    if entry := re.fullmatch(r"(?:write)?([0-9]{1,3})(?:@|in)([a-z])([0-9]{1,3})", text):
        return Write(int(entry[1]), f"{entry[2]}{int(entry[3])}")
    if strike := re.fullmatch(r"strike([a-z])[0-9]*", text):
        return Strike(strike[1].upper())
    if dice := re.fullmatch(r"([0-9])[,+]?([0-9])", text):
        return Roll(int(dice[1]), int(dice[2]))
    return None


def example(state: State, seat: int) -> str:
    """Something that can be written now."""
    if not among(seat, rules.waiting(state)) or seat == CHANCE:
        return "2 5" if state.phase == rules.ROLLING else "5@c4"
    first = write(state, seat, rules.pick(state, seat, 0))
    return f"{first}, pass" if state.phase == rules.WRITING else first


def _number(number: int) -> int:
    if not 1 <= number <= rules.NUMBERS:
        raise Refused(Reason("no_such_number", "§1", {"number": number}))
    return number
