"""Written moves: `5@c4`, `pass`, `strike A`; the dice as `2 5`."""

import re

from spieltisch.contract import Reason, Refused
from spieltisch.games.brilliant import rules
from spieltisch.games.brilliant.content import LETTERS, cell_name, cell_number
from spieltisch.games.brilliant.rules import State
from spieltisch.kernel import CHANCE, among


def write(state: State, seat: int, action: int) -> str:
    if action >= rules.ROLL:
        pair = action - rules.ROLL
        return f"{rules.LOW[pair]} {rules.HIGH[pair]}"
    if action >= rules.STRIKE:
        return f"strike {LETTERS[action - rules.STRIKE]}"
    if action == rules.PASS:
        return "pass"
    return f"{action % rules.NUMBERS + 1}@{cell_name(action // rules.NUMBERS)}"


def parse(state: State, seat: int, text: str) -> int:
    written = "".join(text.lower().split())
    if written == "pass":
        return rules.PASS
    if entry := re.fullmatch(r"([0-9]{1,3})@([a-z])([0-9]{1,3})", written):
        return _entry(int(entry[1]), f"{entry[2]}{int(entry[3])}")
    if strike := re.fullmatch(r"strike([a-z])[0-9]*", written):
        return _strike(state, strike[1].upper())
    if dice := re.fullmatch(r"([0-9])[,+]?([0-9])", written):
        one, other = _number(int(dice[1])), _number(int(dice[2]))
        return rules.ROLL + int(rules.PAIR[one - 1, other - 1])
    raise Refused(Reason("unreadable", "", {"move": text.strip()[:40], "example": example(state, seat)}))


def example(state: State, seat: int) -> str:
    """Something that can be written now."""
    if not among(seat, rules.waiting(state)) or seat == CHANCE:
        return "2 5" if state.phase == rules.ROLLING else "5@c4"
    first = write(state, seat, rules.pick(state, seat, 0))
    return f"{first}, pass" if state.phase == rules.WRITING else first


def _entry(number: int, name: str) -> int:
    cell = cell_number(name)
    if cell is None:
        raise Refused(Reason("no_such_cell", "§3", {"cell": name}))
    return cell * rules.NUMBERS + _number(number) - 1


def _number(number: int) -> int:
    if not 1 <= number <= rules.NUMBERS:
        raise Refused(Reason("no_such_number", "§1", {"number": number}))
    return number


def _strike(state: State, letter: str) -> int:
    if letter not in LETTERS:
        raise Refused(Reason("no_such_area", "§7", {"area": letter, "last": LETTERS[state.areas - 1]}))
    return rules.STRIKE + LETTERS.index(letter)
