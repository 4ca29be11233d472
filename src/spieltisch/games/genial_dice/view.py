"""The table as a person sees it; nothing is hidden in this game."""

from dataclasses import dataclass

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
    possible_jokers: tuple[Joker, ...]
    gains: tuple[Gain, ...]  # of the player on turn, colours without any left out
    winner: int | None
    points: tuple[int, ...] | None  # for a match of several games, when it is over


def view(state: State, seat: int) -> View:
    over = state.phase == rules.OVER
    asked = rules.is_asked(state)
    seats = range(state.players)
    return View(
        you=None if seat == SPECTATOR else seat,
        phase=PHASES[state.phase],
        start=None if state.start < 0 else state.start,
        turn=None if state.turn < 0 else state.turn,
        players=tuple(Player(seat, tuple(letters(state.dice[seat].tolist())), _sheet(state, seat)) for seat in seats),
        start_rule=bool(state.start_rule),
        rolls_made=state.rolls,
        rolls_left=rules.ROLLS - state.rolls,
        dice_for_matches=tuple(letters(state.unused.tolist())) if asked else (),
        dice_used_as_jokers=tuple(letters((state.dice[state.turn] - state.unused).tolist())) if asked else (),
        possible_jokers=_jokers(state) if asked else (),
        gains=gains(state) if asked else (),
        winner=state.turn if over else None,
        points=tuple(rules.shortest_row(state, seat) for seat in seats) if over else None,
    )


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


def _jokers(state: State) -> tuple[Joker, ...]:
    return tuple(
        Joker(letter * size, rules.joker_worth(state, size))
        for letter, count in zip(LETTERS, state.unused.tolist(), strict=True)
        for size in range(rules.FEWEST, count + 1)
    )
