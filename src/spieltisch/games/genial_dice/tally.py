"""What studies count in the dice game."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch.contract import Content
from spieltisch.games.genial_dice.rules import COLOURS, JOKERS, STOP, THROW, State, shortest_row
from spieltisch.kernel import Ints, rule
from spieltisch.tallies import Tally


def colours(content: Content) -> tuple[str, ...]:
    return "red", "green", "blue", "orange", "yellow", "purple"


EACH: Mapping[str, Tally] = {
    "turns": Tally("turns begun"),
    "rolls": Tally("rolls in its turns (§2)"),
    "stops": Tally("turns in which it stopped before the third roll"),
    "jokers": Tally("jokers used (§4)"),
    "marks": Tally("marks on the sheet at the end"),
    "shortest": Tally("the colours of its shortest rows at the end", colours),
}
WHOLE: Mapping[str, Tally] = {}
TURNS, ROLLS, STOPS, JOKERS_USED, MARKS, SHORTEST = 0, 1, 2, 3, 4, 5


@rule
def count(state: State, seat: int, action: int, each: Ints, whole: Ints) -> None:
    if seat < 0:
        if state.phase == THROW:
            each[state.turn, ROLLS] += 1
            if state.rolls == 0:
                each[state.turn, TURNS] += 1
    elif action == STOP:
        each[seat, STOPS] += 1
    elif action >= JOKERS:
        each[seat, JOKERS_USED] += 1


@rule
def finish(state: State, each: Ints, whole: Ints) -> None:
    for seat in range(state.players):
        shortest = shortest_row(state, seat)
        for colour in range(COLOURS):
            each[seat, MARKS] += state.sheets[seat, colour]
            if state.sheets[seat, colour] == shortest:
                each[seat, SHORTEST] |= 1 << colour
