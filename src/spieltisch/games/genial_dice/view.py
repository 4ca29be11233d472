"""The table as a person sees it; nothing is hidden in this game."""

from dataclasses import dataclass, replace
from functools import lru_cache

from spieltisch.games.genial_dice import rules
from spieltisch.games.genial_dice.events import NOTHING, RowGain, done, row_lengths, scoring
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
    dice: str  # the model for the others; none before the first roll
    sheet: Sheet


@dataclass(frozen=True)
class Joker:
    """A possible joker: so many equal dice for so many marks of any one colour."""

    dice: str
    marks: int
    brings: tuple[int, ...]  # by the colour marked: how many of them that row has room for
    entered: tuple[int, ...]  # by the colour marked: the marks of the whole turn if it is scored with this joker


@dataclass(frozen=True)
class Matching:
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
    used: tuple[int, ...]  # which dice of the player on turn are in jokers, counted from 0
    matches: tuple[Matching, ...]
    may_roll: bool  # or stop; here and below: the player on turn
    may_score: bool  # or use one of the possible jokers
    stopping_scores: bool  # at once, because there is nothing to decide
    possible_jokers: tuple[Joker, ...]  # now, or after stopping
    gains: tuple[RowGain, ...]  # of the player on turn if they scored now, colours without any left out
    opens: tuple[int, ...]  # sections, counted from 0, that these gains would open
    fills_the_sheet: bool  # scoring now would win
    winner: int | None
    points: tuple[int, ...] | None  # for a match of several games, when it is over


@dataclass(frozen=True)
class Preview:
    """What a move would bring; nothing yet where the dice have to fall first."""

    gains: tuple[RowGain, ...]  # of the player on turn, if the turn were scored right after the move
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
    lengths = row_lengths(state) if asked else []
    marks = scoring(state, lengths) if asked else NOTHING
    may_roll = asked and rules.refusal(state, state.turn, rules.ROLL) == 0
    return View(
        you=None if seat == SPECTATOR else seat,
        phase=PHASES[state.phase],
        start=None if state.start < 0 else state.start,
        turn=None if state.turn < 0 else state.turn,
        players=tuple(Player(seat, dice[seat], _sheet(state, seat)) for seat in seats),
        start_rule=bool(state.start_rule),
        rolls_made=state.rolls,
        rolls_left=rules.ROLLS - state.rolls,
        used=used,
        matches=_matches(state.turn, tuple(dice), used) if asked else (),
        may_roll=may_roll,
        may_score=asked and rules.refusal(state, state.turn, rules.SCORE) == 0,
        stopping_scores=may_roll and not rules.has_a_joker(state),
        possible_jokers=_jokers(state, lengths) if asked else (),
        gains=marks.gains,
        opens=marks.opens,
        fills_the_sheet=marks.wins,
        winner=state.turn if over else None,
        points=tuple(rules.shortest_row(state, seat) for seat in seats) if over else None,
    )


def seen_from(view: View, seat: int) -> View:
    """Nothing is hidden in this game: another seat sees the same."""
    return replace(view, you=None if seat == SPECTATOR else seat)


def preview(state: State, seat: int, action: int) -> Preview:
    now = done(state, action)
    marks = scoring(now) if rules.is_asked(now) else NOTHING
    return Preview(
        gains=marks.gains,
        entered=sum(row.marked for row in marks.gains),
        lost=sum(row.lost for row in marks.gains),
        opens=marks.opens,
        scores=rules.is_scored(now, action),
        fills_the_sheet=marks.wins,
        rolls_left=rules.ROLLS - now.rolls,
    )


def _sheet(state: State, seat: int) -> Sheet:
    marks, fresh = state.sheets[seat].tolist(), state.fresh[seat].tolist()
    return _drawn(tuple(marks), tuple(fresh), state.row_length, int(rules.reach(state, min(marks))))


_row = lru_cache(1000)(Row)  # one that has not changed is the same object


@lru_cache(1000)
def _drawn(marks: tuple[int, ...], fresh: tuple[int, ...], row_length: int, reach: int) -> Sheet:
    """The same for everybody, and until something is entered."""
    sections = (rules.SECTION, rules.SECTION, row_length - 2 * rules.SECTION)
    return Sheet(
        rows=tuple(map(_row, LETTERS, marks, fresh)),
        sections=sections,
        open_sections=sum(1 for k in range(3) if sum(sections[:k]) < reach),
        marks=sum(marks),
        fields=rules.COLOURS * row_length,
        shortest_row=min(marks),
    )


def _used(state: State, dice: str) -> tuple[int, ...]:
    """Equal dice are as good as each other: the first of a colour are the ones in jokers."""
    unused = state.unused.tolist()
    if sum(unused) == len(dice):
        return ()
    found: list[int] = []
    for colour, letter in enumerate(LETTERS):
        first, count = dice.find(letter), dice.count(letter)
        found += range(first, first + count - unused[colour])
    return tuple(found)


@lru_cache(1000)
def _matches(turn: int, dice: tuple[str, ...], used: tuple[int, ...]) -> tuple[Matching, ...]:
    """§3 Each die that is in no joker, with the equal ones of each other seat."""
    found = []
    for die, letter in enumerate(dice[turn]):
        for seat, others in enumerate(dice):
            if letter in others and seat != turn and die not in used:
                equal = tuple(place for place, other in enumerate(others) if other == letter)
                found.append(Matching(die, seat, equal))
    return tuple(found)


def _jokers(state: State, lengths: list[int]) -> tuple[Joker, ...]:
    return tuple(
        Joker(letter * size, rules.joker_worth(state, size), *with_joker(state, lengths, colour, size))
        for colour, (letter, count) in enumerate(zip(LETTERS, state.unused.tolist(), strict=True))
        for size in range(rules.FEWEST, count + 1)
    )


def with_joker(state: State, lengths: list[int], used: int, size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each colour what one more joker for it brings to that row, and the marks that the turn would enter then."""
    colours, before = range(rules.COLOURS), sum(state.sheets[state.turn].tolist())
    lengths = lengths.copy()
    lengths[used] = rules.length_with_joker(state, used, used, size, rules.COLOURS)
    worth, limit_without = rules.joker_worth(state, size), rules.reach(state, min(lengths))
    brings, entered = [], []
    for marked in colours:
        without = min(lengths[marked], limit_without)
        lengths[marked] += worth
        limit = rules.reach(state, min(lengths))
        brings.append(min(lengths[marked], limit) - without)
        entered.append(sum([length if length < limit else limit for length in lengths]) - before)
        lengths[marked] -= worth
    return tuple(brings), tuple(entered)
