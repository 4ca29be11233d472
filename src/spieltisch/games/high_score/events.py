"""What can happen: the one place that works it out. Sentences, previews and animations are made from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from spieltisch.games.high_score import rules
from spieltisch.games.high_score.content import SCORINGS, WAYS
from spieltisch.games.high_score.moves import card_form, faces, write_swirl
from spieltisch.games.high_score.rules import State, way

CHIPS = {rules.GOLD: "gold", rules.SILVER: "silver", rules.BRONZE: "bronze"}
MOST_RECKONED = 5000  # kept: with all cards that can be made there are four hundred thousand, half a gigabyte
Die = tuple[str, int]  # its face and its value; a swirl has that of the card, or the best one where it may choose


@dataclass(frozen=True)
class Card:
    number: int  # in the deck, from 1
    way: str
    scoring: str
    swirl: str  # a number, frozen or choice
    form: str  # all three as they are written


@dataclass(frozen=True)
class Reckoning:
    """Where a result comes from."""

    counted: tuple[tuple[Die, ...], ...]  # one by one, or together where they make up ten
    subtracted: tuple[Die, ...]
    ignored: tuple[Die, ...]
    result: int


@dataclass(frozen=True)
class Turn:
    """How the turn of one seat in one round ended."""

    seat: int
    round: int  # from 1
    reckoning: Reckoning  # of all seven dice
    field: int  # 0: not placed
    chip: str | None  # gold, silver or bronze, once the round is over

    @property
    def result(self) -> int:
        return self.reckoning.result


@dataclass(frozen=True)
class End:
    """A turn is over, and perhaps its round."""

    turn: Turn
    in_the_way: tuple[int, ...]  # seats whose pieces push it down to its field, from above
    chips: tuple[str | None, ...]  # by seat; empty while the round goes on


@dataclass(frozen=True)
class Started:
    first: int  # the seat on which the lot fell


@dataclass(frozen=True)
class TurnedUp:
    round: int  # from 1
    card: Card


@dataclass(frozen=True)
class Rolled:
    by: int
    roll: int  # of this turn, from 1
    dice: tuple[str, ...]  # have landed
    kept: tuple[str, ...]  # were not rolled, but might have been
    frozen: bool  # the swirls that landed stand from now on; not where the turn is over anyway
    end: End | None


@dataclass(frozen=True)
class PickedUp:
    dice: tuple[str, ...]  # to be rolled again


@dataclass(frozen=True)
class SetAside:
    dice: tuple[str, ...]
    picked_up: tuple[str, ...]  # the others
    end: End | None


@dataclass(frozen=True)
class Stopped:
    end: End


Event = Started | TurnedUp | Rolled | PickedUp | SetAside | Stopped


def happened(state: State, seat: int, action: int, after: State | None = None) -> Event:
    if state.phase == rules.DRAWING_LOTS:
        return Started(action - rules.STARTS)
    if state.phase == rules.TURNING_UP:
        return TurnedUp(state.round + 1, card(state, action - rules.CARDS))
    if after is None:
        after = deepcopy(state)
        rules.apply(after, seat, action)
    end = _end(state, after)
    if state.phase == rules.ROLLING:
        handful = int(rules.HANDFUL[action])
        frozen = end is None and bool(rules.frozen_now(after))
        return Rolled(state.turn, state.rolls + 1, faces(handful), faces(state.lying), frozen, end)
    if way(state) == rules.ASIDE and action != rules.ROLL:
        handful = int(rules.HANDFUL[action])
        return SetAside(faces(handful), faces(state.lying - handful), end)
    return Stopped(end) if end else PickedUp(faces(state.lying - after.lying))


def unseen(state: State, seat: int) -> None:
    """Nothing is hidden."""


def end_of(event: Event) -> End | None:
    """The end of the turn that came with it."""
    return event.end if isinstance(event, Rolled | SetAside | Stopped) else None


def _end(before: State, after: State) -> End | None:
    turn = turn_of(after, before.round, before.turn)
    if turn is None:
        return None
    chips = tuple(CHIPS.get(chip) for chip in _chips(after, before.round))
    return End(turn, in_the_way(before, turn.result, turn.field), chips)


def in_the_way(state: State, result: int, field: int) -> tuple[int, ...]:
    """§3 The seats whose pieces push one with this result down to this field, from above."""
    fields = {int(state.fields[state.round, seat]): seat for seat in range(state.players)}
    return tuple(fields[taken] for taken in range(result, field, -1))


def card(state: State, number: int) -> Card:
    form = state.deck[number]
    return Card(
        number=number + 1,
        way=WAYS[form[rules.WAY_OF]],
        scoring=SCORINGS[form[rules.SCORING_OF]],
        swirl=write_swirl(int(form[rules.SWIRL_OF])),
        form=card_form(state, number),
    )


def turn_of(state: State, number: int, seat: int) -> Turn | None:
    """How the turn of a seat in a round ended; None: it has not."""
    stood = int(state.stood[number, seat])
    if stood == 0:
        return None
    chips = _chips(state, number)
    return Turn(
        seat=seat,
        round=number + 1,
        reckoning=reckoning(state, number, stood),
        field=int(state.fields[number, seat]),
        chip=CHIPS.get(chips[seat]) if chips else None,
    )


def _chips(state: State, number: int) -> list[int]:
    """§4 By seat; none before the round is over."""
    seats = range(state.players)
    if not all(state.stood[number, seat] > 0 for seat in seats):
        return []
    return [rules.chip_of(state, number, seat, int(state.fields[number, seat])) for seat in seats]


def signed(value: str | int) -> str:
    """With a real minus sign."""
    return str(value).replace("-", "−")


def written(dice: Iterable[Die], between: str = " ") -> str:
    """A swirl with its value is written *(5)."""
    return between.join(f"*({value})" if face == "*" else face for face, value in dice)


def written_terms(terms: Iterable[tuple[Die, ...]]) -> str:
    """A group of ten is written 5+4+1."""
    return " ".join(written(term, "+") for term in terms)


def reckoning(state: State, number: int, handful: int) -> Reckoning:
    form = state.deck[state.card[number]]
    return reckon(handful, int(form[rules.SCORING_OF]), int(form[rules.SWIRL_OF]))


@lru_cache(MOST_RECKONED)
def reckon(handful: int, scoring: int, swirl: int) -> Reckoning:
    """Which dice of a handful count and which are subtracted. The rules say how much; this finds what it is made of."""
    result = rules.score(handful, scoring, swirl)
    counted: list[Die] = []
    others: list[Die] = []
    groups: list[tuple[Die, ...]] = []
    if scoring == rules.TENS_MINUS_REST:
        groups, others = _tens(handful, swirl)
    elif scoring == rules.ASCENDING:
        dice = _dice(handful, [rules.most_of_swirl(swirl)] * rules.count(handful, rules.SWIRL))
        steps = next((face for face in range(rules.FACES) if not rules.count(handful, face)), rules.FACES)
        in_row = sum(rules.count(handful, face) for face in range(steps))
        counted, others = dice[:in_row], dice[in_row:]
    else:
        dice = _dice(handful, _values_of_swirls(handful, scoring, swirl))
        for value in sorted({value for _, value in dice}):
            alike = [die for die in dice if die[1] == value]
            counts = rules.counting(scoring, value, len(alike))
            counted += alike[:counts]
            others += alike[counts:]
    subtracts = bool(rules.MINUS_REST[scoring])
    return Reckoning(
        counted=tuple(groups or ((die,) for die in counted)),
        subtracted=tuple(others) if subtracts else (),
        ignored=() if subtracts else tuple(others),
        result=result,
    )


def _dice(handful: int, values: list[int]) -> list[Die]:
    """The swirls take the given values."""
    plain = [(str(face + 1), face + 1) for face in range(rules.SWIRL) for _ in range(rules.count(handful, face))]
    return plain + [("*", value) for value in values]


def _values_of_swirls(handful: int, scoring: int, swirl: int) -> list[int]:
    """R5 The values that bring what the rules say that a choice brings."""
    swirls = rules.count(handful, rules.SWIRL)
    if swirl != rules.CHOICE:
        return [rules.least_of_swirl(swirl)] * swirls
    best = rules.score(handful, scoring, swirl)
    choices = combinations_with_replacement(range(rules.HIGHEST_CHOICE, -1, -1), swirls)
    return next(list(values) for values in choices if _points(handful, scoring, values) == best)


def _points(handful: int, scoring: int, values: tuple[int, ...]) -> int:
    """§8 The result if the swirls take these values."""
    alike = [
        values.count(v) + (rules.count(handful, v - 1) if 1 <= v <= 5 else 0) for v in range(rules.HIGHEST_CHOICE + 1)
    ]
    return sum(rules.points_of_alike(scoring, value, dice) for value, dice in enumerate(alike))


def _tens(handful: int, swirl: int) -> tuple[list[tuple[Die, ...]], list[Die]]:
    """R3 The groups of ten and the dice that are left."""
    groups = []
    group = _group_of_ten(handful, swirl)
    while group:
        missing = 10 - _least(group, swirl)
        values = []
        for _ in range(rules.count(group, rules.SWIRL)):
            value = rules.least_of_swirl(swirl) + min(missing, rules.most_of_swirl(swirl) - rules.least_of_swirl(swirl))
            missing -= value - rules.least_of_swirl(swirl)
            values.append(value)
        groups.append(tuple(_dice(group, values)))
        handful -= group
        group = _group_of_ten(handful, swirl)
    return groups, _dice(handful, [rules.least_of_swirl(swirl)] * rules.count(handful, rules.SWIRL))


def _group_of_ten(handful: int, swirl: int) -> int:
    """A group that belongs to the best groups: without it, exactly its ten is missing. 0 if there is none."""
    best = rules.score(handful, rules.TENS_MINUS_REST, swirl)
    for group in sorted(_subsets(handful), key=rules.size):
        most = _least(group, swirl) + rules.count(group, rules.SWIRL) * (
            rules.most_of_swirl(swirl) - rules.least_of_swirl(swirl)
        )
        if (
            _least(group, swirl) <= 10 <= most
            and rules.score(handful - group, rules.TENS_MINUS_REST, swirl) + 10 == best
        ):
            return group
    return 0


def _subsets(handful: int) -> Iterator[int]:
    return (rules.subset(handful, ticket) for ticket in range(1, rules.subsets(handful)))


def _least(handful: int, swirl: int) -> int:
    plain = sum((face + 1) * rules.count(handful, face) for face in range(rules.SWIRL))
    return plain + rules.least_of_swirl(swirl) * rules.count(handful, rules.SWIRL)
