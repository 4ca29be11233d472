"""What can happen: the one place that works it out. Sentences, previews and animations are made from it."""

from copy import deepcopy
from dataclasses import dataclass

from spieltisch.games.genial_dice import rules
from spieltisch.games.genial_dice.moves import LETTERS, joker_dice, letters
from spieltisch.games.genial_dice.rules import State
from spieltisch.kernel import CHANCE


@dataclass(frozen=True)
class RowGain:
    """What scoring brings one row."""

    colour: str
    marked: int
    lost: int


@dataclass(frozen=True)
class Marks:
    """What a turn enters when it is scored."""

    gains: tuple[RowGain, ...]  # rows without any left out
    opens: tuple[int, ...]  # sections, counted from 0
    wins: bool  # the sheet is full


NOTHING = Marks((), (), wins=False)


@dataclass(frozen=True)
class LotFell:
    first: int  # the seat that starts


@dataclass(frozen=True)
class Rolled:
    by: int
    dice: str
    roll: int  # in this turn, counted from 1; 0: before the first turn
    marks: Marks | None  # here and below: that ended the turn, and this was entered


@dataclass(frozen=True)
class TookDice:
    """To roll again."""


@dataclass(frozen=True)
class Stopped:
    marks: Marks | None


@dataclass(frozen=True)
class JokerUsed:
    dice: str
    colour: str
    worth: int  # marks of that colour
    marks: Marks | None


@dataclass(frozen=True)
class Scored:
    marks: Marks


Event = LotFell | Rolled | TookDice | Stopped | JokerUsed | Scored


def happened(state: State, seat: int, action: int) -> Event:
    if state.phase == rules.DRAW_LOT:
        return LotFell(action - rules.LOTS)
    if action == rules.ROLL:
        return TookDice()
    now = done(state, action)
    marks = scoring(now) if rules.is_scored(now, action) else None
    if seat == CHANCE:
        return Rolled(state.turn, letters(now.dice[state.turn].tolist()), now.rolls, marks)
    if action >= rules.JOKERS:
        worth = int(rules.joker_worth(state, rules.joker_size(action)))
        return JokerUsed(joker_dice(action), LETTERS[rules.joker_marked(action)], worth, marks)
    if action == rules.STOP:
        return Stopped(marks)
    assert marks is not None  # what else a seat can do scores
    return Scored(marks)


def unseen(state: State, seat: int) -> None:
    """Nothing is hidden in this game."""


def done(state: State, action: int) -> State:
    """A copy in which the action has been done and nothing has been scored yet; rules change a state in place."""
    twin = deepcopy(state)
    rules.do(twin, action)
    return twin


def row_lengths(state: State) -> list[int]:
    """Of the seat on turn, with all that it has earned, whether it fits or not."""
    marks = state.sheets[state.turn].tolist()
    return [length + rules.earned(state, colour) for colour, length in enumerate(marks)]


def scoring(state: State, lengths: list[int] | None = None) -> Marks:
    """What scoring now would enter, colour by colour."""
    found, sheet = [], state.sheets[state.turn].tolist()
    lengths = lengths or row_lengths(state)
    before, limit = rules.reach(state, min(sheet)), rules.reach(state, min(lengths))
    for letter, marks, length in zip(LETTERS, sheet, lengths, strict=True):
        if more := length - marks:
            marked = min(limit - marks, more)
            found.append(RowGain(letter, marked, more - marked))
    ends = (2 * rules.SECTION, state.row_length)
    return Marks(
        gains=tuple(found),
        opens=tuple(section for section, end in enumerate(ends, 1) if before < end <= limit),
        wins=sum(sheet) + sum(row.marked for row in found) == rules.COLOURS * state.row_length,
    )
