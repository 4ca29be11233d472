"""What a person sees of High Score. Nothing is hidden, so everybody sees the same."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np

from spieltisch.games.high_score.content import SCORINGS, WAYS
from spieltisch.games.high_score.moves import card_form, faces, phase_of, write, write_swirl
from spieltisch.games.high_score.rules import (
    ASCENDING,
    ASIDE,
    BRONZE,
    CHOICE,
    DECIDING,
    DRAWING_LOTS,
    FACES,
    FREE,
    FREE_ROLLS,
    FULL,
    FULL_ROLLS,
    GOLD,
    HIGHEST_CHOICE,
    MINUS_REST,
    ONE_SWIRL,
    OVER,
    ROLL,
    ROLLING,
    ROUNDS,
    SCORING_OF,
    SILVER,
    STOP,
    SWIRL,
    SWIRL_OF,
    TENS_MINUS_REST,
    WAY_OF,
    State,
    apply,
    beats,
    chip_of,
    chip_points,
    count,
    counting,
    free_field,
    freezes,
    least_of_swirl,
    most_of_swirl,
    points_of_alike,
    refusal,
    score,
    size,
    subset,
    subsets,
    way,
)
from spieltisch.games.high_score.rules import number as action_of

CHIPS = {GOLD: "gold", SILVER: "silver", BRONZE: "bronze"}


@dataclass(frozen=True)
class Card:
    number: int  # in the deck, from 1
    way: str
    scoring: str
    swirl: str  # a number, frozen or choice
    form: str  # all three as they are written


@dataclass(frozen=True)
class Reckoning:
    """Where a result comes from. A swirl with a value is written *(5), a group of ten 5+4+1."""

    counted: tuple[str, ...]
    sum_counted: int
    subtracted: tuple[str, ...]
    sum_subtracted: int
    ignored: tuple[str, ...]
    subtracts: bool  # the card subtracts the rest
    result: int


@dataclass(frozen=True)
class Turn:
    """How the turn of one seat in one round ended."""

    seat: int
    round: int  # from 1
    dice: tuple[str, ...]
    reckoning: Reckoning
    result: int
    field: int  # 0: not placed
    chip: str | None  # gold, silver or bronze, once the round is over


@dataclass(frozen=True)
class Round:
    number: int  # from 1
    card: Card
    turns: tuple[Turn | None, ...]  # by seat; None: not yet


@dataclass(frozen=True)
class Player:
    seat: int
    gold: int
    silver: int
    bronze: int
    points: int
    leads: bool  # nobody is ahead in the game
    piece_at: int | None  # in this round; None: not yet placed


@dataclass(frozen=True)
class View:
    seat: int
    phase: str  # the key of what is asked now
    round: int  # from 1
    rounds: int
    cards_in_pile: int
    own_deck: bool  # the cards are ours and not those of the box
    starter: int | None  # of this round; None before the lot and at the end
    turn: int | None  # the seat that rolls; None between the rounds
    card: Card | None
    dice_lying: tuple[str, ...]  # may be rolled again or set aside
    dice_aside: tuple[str, ...]  # stand for good, without the frozen
    dice_frozen: tuple[str, ...]
    dice_rolled: tuple[str, ...]  # have just landed; they are among those lying or frozen
    dice_in_hand: int  # about to be rolled
    rolls_made: int
    rolls_at_most: int | None
    moves: tuple[str, ...]  # of roll and stop those that are possible now
    choosing: str | None  # reroll or aside: what is written before one or more of the dice lying there
    stands_now: Reckoning | None  # the result if the dice stand as they lie
    field_now: int | None  # and where the piece would go
    in_the_way_now: tuple[int, ...]  # seats whose pieces push it down to there, from above
    chip_now: str | None  # what it would earn as the pieces stand
    players: tuple[Player, ...]
    last_turn: Turn | None
    history: tuple[Round, ...]


@dataclass(frozen=True)
class Preview:
    """What a decision would bring. As long as dice are still to be rolled, only what stays is reckoned."""

    stays: tuple[str, ...]
    rolled: tuple[str, ...]
    reckoning: Reckoning
    ends: bool  # the turn; without that there is no field yet
    field: int | None  # 0: the piece is not placed
    in_the_way: tuple[int, ...]  # seats whose pieces push it down to there, from above
    chip: str | None  # what it would earn as the pieces stand


def view(state: State, seat: int) -> View:
    playing = state.phase in (ROLLING, DECIDING)
    deciding = state.phase == DECIDING
    frozen = count(state.aside, SWIRL) * ONE_SWIRL if playing and freezes(state) else 0
    stands = _reckoning(state, state.round, state.lying + state.aside) if deciding else None
    field = free_field(state, stands.result) if stands else None
    return View(
        seat=seat,
        phase=phase_of(state),
        round=state.round + 1,
        rounds=ROUNDS,
        cards_in_pile=ROUNDS - int(sum(state.turned_up)),
        own_deck=state.own_deck == 1,
        starter=None if state.phase in (DRAWING_LOTS, OVER) else state.starter,
        turn=state.turn if playing else None,
        card=card_of(state, state.round) if playing else None,
        dice_lying=faces(state.lying),
        dice_aside=faces(state.aside - frozen),
        dice_frozen=faces(frozen),
        dice_rolled=faces(state.rolled) if deciding else (),
        dice_in_hand=state.in_hand,
        rolls_made=state.rolls,
        rolls_at_most={FULL: FULL_ROLLS, FREE: FREE_ROLLS, ASIDE: None}[way(state)] if playing else None,
        moves=tuple(_whole_moves(state)) if deciding else (),
        choosing=_choosing(state) if deciding else None,
        stands_now=stands,
        field_now=field,
        in_the_way_now=in_the_way(state, stands.result, field) if stands and field is not None else (),
        chip_now=_chip(state, field) if field else None,
        players=tuple(_player(state, other, playing=playing) for other in range(state.players)),
        last_turn=last_turn(state),
        history=tuple(_round(state, number) for number in range(ROUNDS) if state.card[number] >= 0),
    )


def _whole_moves(state: State) -> Iterator[str]:
    return (write(state, state.turn, action) for action in (ROLL, STOP) if not refusal(state, state.turn, action))


def _choosing(state: State) -> str | None:
    """§6 Whoever may choose all dice that lie there may choose any of them."""
    all_dice = action_of(state.lying)
    return None if refusal(state, state.turn, all_dice) else write(state, state.turn, all_dice).split()[0]


def in_the_way(state: State, result: int, field: int) -> tuple[int, ...]:
    """§3 The seats whose pieces push one with this result down to this field, from above."""
    fields = {int(state.fields[state.round, seat]): seat for seat in range(state.players)}
    return tuple(fields[taken] for taken in range(result, field, -1))


def _chip(state: State, field: int) -> str | None:
    return CHIPS.get(chip_of(state, state.round, state.turn, field))


def preview(state: State, seat: int, action: int) -> Preview:
    """What a decision of this seat would bring."""
    after = applied(state, seat, action)
    stood = int(after.stood[state.round, seat])
    stays = stood or after.lying + after.aside
    reckoning = _reckoning(state, state.round, stays)
    field = int(after.fields[state.round, seat]) if stood else None
    return Preview(
        stays=faces(stays),
        rolled=faces(state.lying + state.aside - stays),
        reckoning=reckoning,
        ends=stood > 0,
        field=field,
        in_the_way=() if field is None else in_the_way(state, reckoning.result, field),
        chip=_chip(state, field) if field else None,
    )


def applied(state: State, seat: int, action: int) -> State:
    """The state after an action; the given one stays as it is."""
    after = copy(state)
    for name, value in vars(state).items():
        if isinstance(value, np.ndarray):
            setattr(after, name, value.copy())
    apply(after, seat, action)
    return after


def card_of(state: State, number: int) -> Card:
    """The card of a round."""
    card = int(state.card[number])
    form = state.deck[card]
    return Card(
        number=card + 1,
        way=WAYS[form[WAY_OF]],
        scoring=SCORINGS[form[SCORING_OF]],
        swirl=write_swirl(int(form[SWIRL_OF])),
        form=card_form(state, card),
    )


def _player(state: State, seat: int, *, playing: bool) -> Player:
    stood = playing and state.stood[state.round, seat] > 0
    return Player(
        seat=seat,
        gold=int(state.gold[seat]),
        silver=int(state.silver[seat]),
        bronze=int(state.bronze[seat]),
        points=chip_points(state, seat),
        leads=not any(beats(state, other, seat) for other in range(state.players)),
        piece_at=int(state.fields[state.round, seat]) if stood else None,
    )


def last_turn(state: State) -> Turn | None:
    if state.previous < 0:
        return None
    return _turn(state, state.round, state.previous) or _turn(state, state.round - 1, state.previous)


def _round(state: State, number: int) -> Round:
    turns = tuple(_turn(state, number, seat) for seat in range(state.players))
    return Round(number=number + 1, card=card_of(state, number), turns=turns)


def _turn(state: State, number: int, seat: int) -> Turn | None:
    if state.stood[number, seat] == 0:
        return None
    field = int(state.fields[number, seat])
    over = all(state.stood[number, other] > 0 for other in range(state.players))
    return Turn(
        seat=seat,
        round=number + 1,
        dice=faces(int(state.stood[number, seat])),
        reckoning=_reckoning(state, number, int(state.stood[number, seat])),
        result=int(state.results[number, seat]),
        field=field,
        chip=CHIPS.get(chip_of(state, number, seat, field)) if over else None,
    )


def _reckoning(state: State, number: int, handful: int) -> Reckoning:
    form = state.deck[state.card[number]]
    return reckon(handful, int(form[SCORING_OF]), int(form[SWIRL_OF]))


@cache
def reckon(handful: int, scoring: int, swirl: int) -> Reckoning:
    """Which dice of a handful count and which are subtracted. The rules say how much; this finds what it is made of."""
    result = score(handful, scoring, swirl)
    counted: list[tuple[str, int]] = []
    others: list[tuple[str, int]] = []
    if scoring == TENS_MINUS_REST:
        counted, others = _tens(handful, swirl)
    elif scoring == ASCENDING:
        dice = _dice(handful, [most_of_swirl(swirl)] * count(handful, SWIRL))
        steps = next((face for face in range(FACES) if not count(handful, face)), FACES)
        in_row = sum(count(handful, face) for face in range(steps))
        counted, others = dice[:in_row], dice[in_row:]
    else:
        dice = _dice(handful, _values_of_swirls(handful, scoring, swirl))
        for value in sorted({value for _, value in dice}):
            alike = [die for die in dice if die[1] == value]
            counts = counting(scoring, value, len(alike))
            counted += alike[:counts]
            others += alike[counts:]
    subtracts = bool(MINUS_REST[scoring])
    rest = tuple(name for name, _ in others)
    return Reckoning(
        counted=tuple(name for name, _ in counted),
        sum_counted=sum(value for _, value in counted),
        subtracted=rest if subtracts else (),
        sum_subtracted=sum(value for _, value in others) if subtracts else 0,
        ignored=() if subtracts else rest,
        subtracts=subtracts,
        result=result,
    )


def _dice(handful: int, values: list[int]) -> list[tuple[str, int]]:
    """The dice by name and value; the swirls take the given values."""
    plain = [(str(face + 1), face + 1) for face in range(SWIRL) for _ in range(count(handful, face))]
    return plain + [(f"*({value})", value) for value in values]


def _values_of_swirls(handful: int, scoring: int, swirl: int) -> list[int]:
    """R5 The values that bring what the rules say that a choice brings."""
    swirls = count(handful, SWIRL)
    if swirl != CHOICE:
        return [least_of_swirl(swirl)] * swirls
    best = score(handful, scoring, swirl)
    choices = combinations_with_replacement(range(HIGHEST_CHOICE, -1, -1), swirls)
    return next(list(values) for values in choices if _points(handful, scoring, values) == best)


def _points(handful: int, scoring: int, values: tuple[int, ...]) -> int:
    """§8 The result if the swirls take these values."""
    alike = [values.count(v) + (count(handful, v - 1) if 1 <= v <= 5 else 0) for v in range(HIGHEST_CHOICE + 1)]
    return sum(points_of_alike(scoring, value, dice) for value, dice in enumerate(alike))


def _tens(handful: int, swirl: int) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """R3 The groups of ten and the dice that are left."""
    groups = []
    group = _group_of_ten(handful, swirl)
    while group:
        missing = 10 - _least(group, swirl)
        values = []
        for _ in range(count(group, SWIRL)):
            value = least_of_swirl(swirl) + min(missing, most_of_swirl(swirl) - least_of_swirl(swirl))
            missing -= value - least_of_swirl(swirl)
            values.append(value)
        groups.append(("+".join(name for name, _ in _dice(group, values)), 10))
        handful -= group
        group = _group_of_ten(handful, swirl)
    return groups, _dice(handful, [least_of_swirl(swirl)] * count(handful, SWIRL))


def _group_of_ten(handful: int, swirl: int) -> int:
    """A group that belongs to the best groups: without it, exactly its ten is missing. 0 if there is none."""
    best = score(handful, TENS_MINUS_REST, swirl)
    for group in sorted(_subsets(handful), key=size):
        most = _least(group, swirl) + count(group, SWIRL) * (most_of_swirl(swirl) - least_of_swirl(swirl))
        if _least(group, swirl) <= 10 <= most and score(handful - group, TENS_MINUS_REST, swirl) + 10 == best:
            return group
    return 0


def _subsets(handful: int) -> Iterator[int]:
    return (subset(handful, ticket) for ticket in range(1, subsets(handful)))


def _least(handful: int, swirl: int) -> int:
    plain = sum((face + 1) * count(handful, face) for face in range(SWIRL))
    return plain + least_of_swirl(swirl) * count(handful, SWIRL)
