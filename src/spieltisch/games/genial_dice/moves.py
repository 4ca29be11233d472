"""Moves as values, and as they are written: `roll`, `stop`, `joker bb=g`, `score`; the dice as `rbby`, the lot as
`start 2`."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from spieltisch.contract import Reason, Refused
from spieltisch.games.genial_dice import rules
from spieltisch.games.genial_dice.rules import State
from spieltisch.kernel import CHANCE
from spieltisch.lots import Start
from spieltisch.wording import Written

LETTERS = "rgboyp"


@dataclass(frozen=True)
class Plain:
    """A move of one word."""

    kind: Literal["roll", "stop", "score"]


@dataclass(frozen=True)
class UseJoker:
    """Equal dice for marks of a colour."""

    dice: str
    colour: str
    kind: Literal["joker"] = "joker"


@dataclass(frozen=True)
class Fall:
    """The dice show this."""

    dice: str
    kind: Literal["fall"] = "fall"


Move = Plain | UseJoker | Fall | Start
PLAIN = (Plain("roll"), Plain("stop"), Plain("score"))  # in the order of the actions


def shown(state: State, seat: int, action: int) -> Move:
    if action >= rules.LOTS:
        return Start(action - rules.LOTS)
    if action >= rules.ROLLED:
        return Fall(letters(rules.COUNTS[state.dice_each - 2, action - rules.ROLLED].tolist()))
    if action >= rules.JOKERS:
        return UseJoker(joker_dice(action), LETTERS[rules.joker_marked(action)])
    return PLAIN[action]


def read(state: State, seat: int, move: Move) -> int:
    """The dice may be named in any order."""
    if isinstance(move, Fall | Start) != (seat == CHANCE):
        raise _unreadable(state, _written(move))
    return _action(state, move, _written(move))


def write(state: State, seat: int, action: int) -> str:
    return _written(shown(state, seat, action))


def parse(state: State, seat: int, text: str) -> int:
    """Spaces and case do not matter; what is not for this seat to do is left to the rules to refuse."""
    written = "".join(text.lower().split())
    move: Move | None = next((each for each in PLAIN if each.kind == written), None)
    if move is None and (joker := re.fullmatch("joker(.*)=(.*)", written)):
        move = UseJoker(joker[1], joker[2])
    elif move is None and (lot := re.fullmatch(r"start([0-9]{1,9})", written)):
        move = Start(int(lot[1]) - 1)
    return _action(state, move or Fall(written), text.strip())


def letters(counts: list[int]) -> str:
    """Dice by colour as they are written: r g b o y p."""
    return _letters(*counts)


@cache
def _letters(*counts: int) -> str:
    """There are few rolls, and what is the same object need not be compared."""
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True))


def joker_dice(action: int) -> str:
    return LETTERS[rules.joker_used(action)] * rules.joker_size(action)


def example(state: State) -> str:
    """Something that can be written now."""
    if state.phase == rules.DRAW_LOT:
        return "start 1"
    if state.phase == rules.DECIDE:
        return "roll, stop"
    if state.phase == rules.MARK:
        colour = max(range(rules.COLOURS), key=lambda colour: int(state.unused[colour]))
        return f"joker {LETTERS[colour] * 2}={LETTERS[(colour + 1) % rules.COLOURS]}, score"
    return "rbby"[: state.dice_each]


def _written(move: Move) -> str:
    match move:
        case UseJoker():
            return f"joker {move.dice}={move.colour}"
        case Fall():
            return move.dice
        case Start():
            return str(move)
        case _:
            return move.kind


def _action(state: State, move: Move, text: str) -> int:
    match move:
        case UseJoker() if _are_dice(move.dice) and _are_dice(move.colour) and len(move.colour) == 1:
            return _joker(move)
        case Fall() if _are_dice(move.dice):
            return _roll(state, move.dice)
        case Start():
            return _lot(state, move.seat)
        case Plain():
            return PLAIN.index(move)
    raise _unreadable(state, text)


def _are_dice(text: str) -> bool:
    return re.fullmatch(f"[{LETTERS}]+", text) is not None


def _joker(move: UseJoker) -> int:
    used = move.dice
    if len(set(used)) > 1:
        raise Refused(Reason("joker_unequal", "§4", {"dice": used}))
    if not rules.FEWEST <= len(used) < rules.FEWEST + rules.SIZES:
        raise Refused(Reason("joker_size", "§4", {"n": len(used)}))
    return rules.joker_action(LETTERS.index(used[0]), len(used), LETTERS.index(move.colour))


def _roll(state: State, dice: str) -> int:
    if len(dice) != state.dice_each:
        values = {"n": len(dice), "players": state.players, "dice": state.dice_each}
        raise Refused(Reason("wrong_number_of_dice", "§1", values))
    counts = [dice.count(letter) for letter in LETTERS]
    return rules.ROLLED + int(rules.COUNTS[state.dice_each - 2].tolist().index(counts))


def _lot(state: State, seat: int) -> int:
    if not 0 <= seat < rules.SEATS:
        raise Refused(Reason("no_such_seat", "R5", {"seat": seat + 1, "players": state.players}))
    return rules.LOTS + seat


def _unreadable(state: State, text: str) -> Refused:
    return Refused(Reason("unreadable", "", {"move": Written(text[:40]), "example": Written(example(state))}))
