"""The table as a person sees it; nothing is hidden in this game."""

from copy import copy
from dataclasses import dataclass

import numpy as np

from spieltisch.games.genial_dice import rules
from spieltisch.games.genial_dice.moves import LETTERS, letters
from spieltisch.games.genial_dice.rules import State
from spieltisch.kernel import SPECTATOR

PHASES = ("lot", "prepare", "throw", "decide", "mark", "over")  # in the order of the rules' numbers


@dataclass(frozen=True)
class Row:
    """One row of a sheet, filled from the left."""

    colour: str
    marks: int
    fresh: int  # how many of the marks the last scoring of this player brought


@dataclass(frozen=True)
class Sheet:
    rows: tuple[Row, ...]
    sections: tuple[int, ...]  # fields in each
    open_sections: int  # from the left
    marks: int  # altogether
    fields: int  # altogether
    shortest_row: int


@dataclass(frozen=True)
class Player:
    seat: int
    dice: tuple[str, ...]  # the model for the others; none before the first roll
    sheet: Sheet


@dataclass(frozen=True)
class Gain:
    """What one colour would bring if the player on turn scored now."""

    colour: str
    from_matches: int
    from_jokers: int
    marked: int
    lost: int


@dataclass(frozen=True)
class Joker:
    """A possible joker: so many equal dice for so many marks of any one colour."""

    dice: str
    marks: int
    entered: tuple[int, ...]  # by the colour marked: the marks of the whole turn if it is scored with this joker


@dataclass(frozen=True)
class Match:
    """A die of the player on turn and the dice of another seat that it scores with; dice are counted from 0."""

    die: int
    seat: int
    dice: tuple[int, ...]


@dataclass(frozen=True)
class View:
    you: int | None  # None for a spectator
    phase: str
    start: int | None  # None before the lot has fallen
    turn: int | None
    players: tuple[Player, ...]  # by seat
    start_rule: bool
    rolls_made: int
    rolls_left: int
    dice_for_matches: tuple[str, ...]  # of the player on turn
    dice_used_as_jokers: tuple[str, ...]
    used: tuple[int, ...]  # which of the dice these are, counted from 0
    matches: tuple[Match, ...]
    may_roll: bool  # here and below: the player on turn
    may_stop: bool
    may_score: bool  # or use one of the possible jokers
    stopping_scores: bool  # at once, because there is nothing to decide
    possible_jokers: tuple[Joker, ...]  # now, or after stopping
    gains: tuple[Gain, ...]  # of the player on turn, colours without any left out
    opens: tuple[int, ...]  # sections, counted from 0, that these gains would open
    fills_the_sheet: bool  # scoring now would win
    winner: int | None
    points: tuple[int, ...] | None  # for a match of several games, when it is over


@dataclass(frozen=True)
class RowAfter:
    """What scoring would make of one row."""

    colour: str
    before: int
    after: int
    lost: int


@dataclass(frozen=True)
class Preview:
    """What a move would bring; nothing yet where the dice have to fall first."""

    rows: tuple[RowAfter, ...]  # of the player on turn, if the turn were scored right after the move
    entered: int  # marks altogether
    lost: int
    opens: tuple[int, ...]  # sections, counted from 0, that these marks open
    scores: bool  # the move itself ends the turn and enters the marks
    fills_the_sheet: bool  # with the marks; if it scores, it wins
    rolls_left: int


def view(state: State, seat: int) -> View:
    over = state.phase == rules.OVER
    asked = rules.is_asked(state)
    seats = range(state.players)
    dice = [letters(state.dice[seat].tolist()) for seat in seats]
    used = _used(state, dice[state.turn]) if asked else ()
    found = gains(state) if asked else ()
    may_stop = asked and rules.refusal(state, state.turn, rules.STOP) == 0
    return View(
        you=None if seat == SPECTATOR else seat,
        phase=PHASES[state.phase],
        start=None if state.start < 0 else state.start,
        turn=None if state.turn < 0 else state.turn,
        players=tuple(Player(seat, tuple(dice[seat]), _sheet(state, seat)) for seat in seats),
        start_rule=bool(state.start_rule),
        rolls_made=state.rolls,
        rolls_left=rules.ROLLS - state.rolls,
        dice_for_matches=tuple(letters(state.unused.tolist())) if asked else (),
        dice_used_as_jokers=tuple(dice[state.turn][die] for die in used),
        used=used,
        matches=_matches(state, dice, used) if asked else (),
        may_roll=asked and rules.refusal(state, state.turn, rules.ROLL) == 0,
        may_stop=may_stop,
        may_score=asked and rules.refusal(state, state.turn, rules.SCORE) == 0,
        stopping_scores=may_stop and not rules.has_a_joker(state),
        possible_jokers=_jokers(state) if asked else (),
        gains=found,
        opens=opened(state) if asked else (),
        fills_the_sheet=asked and fills(state, found),
        winner=state.turn if over else None,
        points=tuple(rules.shortest_row(state, seat) for seat in seats) if over else None,
    )


def preview(state: State, seat: int, action: int) -> Preview:
    now = done(state, action)
    rows = tuple(map(RowAfter, LETTERS, now.sheets[now.turn].tolist(), *_after(now)))
    return Preview(
        rows=rows,
        entered=sum(row.after - row.before for row in rows),
        lost=sum(row.lost for row in rows),
        opens=opened(now) if rules.is_asked(now) else (),
        scores=rules.is_scored(now, action),
        fills_the_sheet=rules.is_asked(now) and fills(now, gains(now)),
        rolls_left=rules.ROLLS - now.rolls,
    )


def done(state: State, action: int) -> State:
    """A copy in which the action has been done and nothing has been scored yet; rules change a state in place."""
    twin = copy(state)
    for name, value in vars(state).items():
        setattr(twin, name, value.copy() if isinstance(value, np.ndarray) else value)
    rules.do(twin, action)
    return twin


def gains(state: State) -> tuple[Gain, ...]:
    """What scoring now would bring, colour by colour."""
    limit = rules.reach_now(state)
    found = []
    for colour, letter in enumerate(LETTERS):
        earned, marks = int(rules.earned(state, colour)), int(state.sheets[state.turn, colour])
        jokers = int(state.joker_marks[colour])
        marked = min(limit, marks + earned) - marks
        if earned:
            found.append(Gain(letter, earned - jokers, jokers, marked, earned - marked))
    return tuple(found)


def fills(state: State, found: tuple[Gain, ...]) -> bool:
    """Whether these gains mark everything that is left."""
    marked = int(state.sheets[state.turn].sum()) + sum(gain.marked for gain in found)
    return marked == rules.COLOURS * state.row_length


def opened(state: State) -> tuple[int, ...]:
    """The sections that scoring now would open, counted from 0."""
    before = rules.reach(state, rules.shortest_row(state, state.turn))
    now = rules.reach_now(state)
    ends = (2 * rules.SECTION, state.row_length)
    return tuple(section for section, end in enumerate(ends, 1) if before < end <= now)


def _after(state: State) -> tuple[list[int], list[int]]:
    """The rows of the player on turn if they scored now, and what is lost of each."""
    after, lost = state.sheets[state.turn].tolist(), [0] * rules.COLOURS
    for gain in gains(state) if rules.is_asked(state) else ():
        after[LETTERS.index(gain.colour)] += gain.marked
        lost[LETTERS.index(gain.colour)] = gain.lost
    return after, lost


def _sheet(state: State, seat: int) -> Sheet:
    marks, fresh = state.sheets[seat].tolist(), state.fresh[seat].tolist()
    sections = (rules.SECTION, rules.SECTION, state.row_length - 2 * rules.SECTION)
    reach = rules.reach(state, min(marks))
    return Sheet(
        rows=tuple(Row(*row) for row in zip(LETTERS, marks, fresh, strict=True)),
        sections=sections,
        open_sections=sum(1 for k in range(3) if sum(sections[:k]) < reach),
        marks=sum(marks),
        fields=rules.COLOURS * state.row_length,
        shortest_row=min(marks),
    )


def _used(state: State, dice: str) -> tuple[int, ...]:
    """Equal dice are as good as each other: the first of a colour are the ones in jokers."""
    unused = state.unused.tolist()
    found: list[int] = []
    for colour, letter in enumerate(LETTERS):
        first, count = dice.find(letter), dice.count(letter)
        found += range(first, first + count - unused[colour])
    return tuple(found)


def _matches(state: State, dice: list[str], used: tuple[int, ...]) -> tuple[Match, ...]:
    """§3 Each die that is in no joker, with the equal ones of each other seat."""
    found = []
    for die, letter in enumerate(dice[state.turn]):
        if die not in used and rules.shown_by_others(state, LETTERS.index(letter)):
            for seat, others in enumerate(dice):
                equal = tuple(place for place, other in enumerate(others) if other == letter)
                if equal and seat != state.turn:
                    found.append(Match(die, seat, equal))
    return tuple(found)


def _jokers(state: State) -> tuple[Joker, ...]:
    return tuple(
        Joker(letter * size, rules.joker_worth(state, size), entered_with(state, colour, size))
        for colour, (letter, count) in enumerate(zip(LETTERS, state.unused.tolist(), strict=True))
        for size in range(rules.FEWEST, count + 1)
    )


def entered_with(state: State, used: int, size: int) -> tuple[int, ...]:
    """For each colour the marks that would be entered with one more joker for it."""
    colours, before = range(rules.COLOURS), int(state.sheets[state.turn].sum())
    without = [rules.length_with_joker(state, colour, used, size, rules.COLOURS) for colour in colours]
    found = []
    for marked in colours:
        lengths = without.copy()
        lengths[marked] = rules.length_with_joker(state, marked, used, size, marked)
        limit = rules.reach(state, min(lengths))
        found.append(sum(min(limit, length) for length in lengths) - before)
    return tuple(found)
