"""Written moves: `roll`, `stop`, `joker bb=g`, `score`; the dice as `rbby`, the lot as `start 2`."""

import re

from spieltisch.contract import Reason, Refused
from spieltisch.games.genial_dice import rules
from spieltisch.games.genial_dice.rules import State

LETTERS = "rgboyp"
WORDS = ("roll", "stop", "score")  # in the order of the actions


def write(state: State, seat: int, action: int) -> str:
    if action >= rules.LOTS:
        return f"start {action - rules.LOTS + 1}"
    if action >= rules.ROLLED:
        return letters(rules.COUNTS[state.dice_each - 2, action - rules.ROLLED].tolist())
    if action >= rules.JOKERS:
        used = LETTERS[rules.joker_used(action)] * rules.joker_size(action)
        return f"joker {used}={LETTERS[rules.joker_marked(action)]}"
    return WORDS[action]


def parse(state: State, seat: int, text: str) -> int:
    written = "".join(text.lower().split())
    if written in WORDS:
        return WORDS.index(written)
    if joker := re.fullmatch(f"joker([{LETTERS}]+)=([{LETTERS}])", written):
        return _joker(*joker.groups())
    if re.fullmatch(f"[{LETTERS}]+", written):
        return _roll(state, written)
    if lot := re.fullmatch(r"start([0-9]{1,9})", written):
        return _lot(state, int(lot[1]))
    raise Refused(Reason("unreadable", "", {"move": text.strip()[:40], "example": example(state)}))


def letters(counts: list[int]) -> str:
    """Dice by colour as they are written: r g b o y p."""
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True))


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


def _joker(used: str, marked: str) -> int:
    if len(set(used)) > 1:
        raise Refused(Reason("joker_unequal", "§4", {"dice": used}))
    if not rules.FEWEST <= len(used) < rules.FEWEST + rules.SIZES:
        raise Refused(Reason("joker_size", "§4", {"n": len(used)}))
    return rules.joker_action(LETTERS.index(used[0]), len(used), LETTERS.index(marked))


def _roll(state: State, dice: str) -> int:
    if len(dice) != state.dice_each:
        values = {"n": len(dice), "players": state.players, "dice": state.dice_each}
        raise Refused(Reason("wrong_number_of_dice", "§1", values))
    counts = [dice.count(letter) for letter in LETTERS]
    return rules.ROLLED + int(rules.COUNTS[state.dice_each - 2].tolist().index(counts))


def _lot(state: State, seat: int) -> int:
    if not 1 <= seat <= rules.SEATS:
        raise Refused(Reason("no_such_seat", "R5", {"seat": seat, "players": state.players}))
    return rules.LOTS + seat - 1
