"""What a position of the dice game teaches, and what its moves are worth.

A turn is reckoned exactly: every roll that may come, and every way to use it. What the sheet and the dice at its end
are worth is known in three ways: exactly, if the others' dice fell at random; with what the dice one leaves do to the
others; and as the net of the race has learnt it. How far they disagree about a move is its doubt.
"""

from __future__ import annotations

import numpy as np

from spieltisch.games.genial_dice.bots.search import NEAR_AIM, SHEET_AIM, highest_aim, values_for
from spieltisch.games.genial_dice.bots.tables import COLUMNS, WAYS_OF
from spieltisch.games.genial_dice.bots.turn import NOTHING, best_of_rolls, hand_of, place_of
from spieltisch.games.genial_dice.bots.ways import next_action, weigh_decision
from spieltisch.games.genial_dice.explain import brings
from spieltisch.games.genial_dice.rules import (
    CHOICES,
    DECIDE,
    SCORE,
    STOP,
    State,
    joker_marked,
    joker_size,
    joker_used,
    joker_worth,
    legal,
)
from spieltisch.kernel import Doubles, Ints, rule

THEMES = ("stop_or_roll", "section", "joker_or_match", "joker_colour", "joker_split")
CARDS = ("stop_or_roll",)  # quick to decide
ANY = -2  # no action: whatever a way goes on with
SECTIONS = ("brings_middle", "brings_right", "brings_win")


@rule
def solve(state: State, seat: int, actions: Ints, values: Doubles, doubts: Doubles) -> int:
    """The chance to win of every legal action, and how far the three ways to know it are apart."""
    found = legal(state, seat, actions)
    near, other = np.empty(CHOICES), np.empty(CHOICES)
    weigh_legal(state, seat, values_for(state, seat, NEAR_AIM), actions[:found], near)
    weigh_legal(state, seat, values_for(state, seat, highest_aim(state)), actions[:found], values)
    highest, nearest = values[:found].max(), near[:found].max()
    for k in range(found):
        if values[k] <= NOTHING:  # the net was not asked
            values[k] = highest - (nearest - near[k])
    best = int(np.argmax(values[:found]))
    weigh_legal(state, seat, values_for(state, seat, SHEET_AIM), actions[:found], other)
    for k in range(found):
        behind = values[best] - values[k]
        doubts[k] = max(abs(near[best] - near[k] - behind), abs(other[best] - other[k] - behind))
    return found


@rule
def weigh_legal(state: State, seat: int, values: Doubles, actions: Ints, scores: Doubles) -> None:
    """Of each action what the best way that begins with it is worth."""
    if state.phase == DECIDE:
        weigh_decision(state, seat, best_of_rolls(hand_of(state), values), np.empty(2, np.int64), scores)
        if actions[0] != STOP:
            scores[0], scores[1] = scores[1], scores[0]
        return
    for k in range(len(actions)):
        if actions[k] == SCORE:
            scores[k] = best_way(state, seat, values, SCORE)
        else:
            used, size, marked = joker_used(actions[k]), joker_size(actions[k]), joker_marked(actions[k])
            state.unused[used] -= size
            state.joker_marks[marked] += joker_worth(state, size)
            scores[k] = best_way(state, seat, values, ANY)
            state.joker_marks[marked] -= joker_worth(state, size)
            state.unused[used] += size


@rule
def best_way(state: State, seat: int, values: Doubles, beginning: int) -> float:
    """Of those that can still be gone, all or only those that go on in this way."""
    hand, place = hand_of(state), place_of(state, seat)
    best = NOTHING
    for column in range(WAYS_OF[hand, place]):
        way = COLUMNS[hand, column] + place
        action = next_action(state, hand, way)
        if action == beginning or (beginning == ANY and action >= 0):
            best = max(best, values[way])
    return best


def theme(state: State, seat: int, best: int, tempting: int) -> str:
    if state.phase == DECIDE:
        return "stop_or_roll"
    if brings(state, seat, best).key in SECTIONS and brings(state, seat, tempting).key not in SECTIONS:
        return "section"
    if SCORE in (best, tempting):
        return "joker_or_match"
    alike = joker_used(best) == joker_used(tempting) and joker_size(best) == joker_size(tempting)
    return "joker_colour" if alike else "joker_split"
