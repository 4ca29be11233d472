"""What studies count in Brilliant."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch.contract import Content
from spieltisch.games.brilliant.content import COLOURS, LETTERS
from spieltisch.games.brilliant.rules import AREAS, CELLS, PASS, ROLLING, WRITING, State
from spieltisch.kernel import Ints, rule
from spieltisch.tallies import Tally

FIRST_COLOUR = 4 + 2 * CELLS + AREAS + 1  # where the numbers of a sheet say the colour of area A; of B it is 5 later


def areas(content: Content) -> tuple[str, ...]:
    """Each area by its letter and its colour."""
    numbers = content.numbers
    return tuple(f"{LETTERS[k]} {COLOURS[numbers[FIRST_COLOUR + 5 * k]]}" for k in range(numbers[2]))


EACH: Mapping[str, Tally] = {
    "passes": Tally("rolls that it could have used and did not"),
    "completed": Tally("areas completed"),
    "firsts": Tally("areas completed for their highest value"),
    **{colour: Tally(f"points from {colour} areas") for colour in COLOURS},
    "areas": Tally("the areas completed", areas),
}
WHOLE: Mapping[str, Tally] = {"rolls": Tally("rolls of the dice")}
PASSES, COMPLETED, FIRSTS, POINTS, COMPLETE = 0, 1, 2, 3, 10
ROLLS = 0


@rule
def count(state: State, seat: int, action: int, each: Ints, whole: Ints) -> None:
    if state.phase == ROLLING:
        whole[ROLLS] += 1
    elif state.phase == WRITING and action == PASS:
        each[seat, PASSES] += 1


@rule
def finish(state: State, each: Ints, whole: Ints) -> None:
    for seat in range(state.players):
        for area in range(state.areas):
            if state.empty[seat, area] == 0:
                value = state.earned[seat, area]
                each[seat, COMPLETED] += 1
                each[seat, COMPLETE] |= 1 << area
                each[seat, POINTS + state.colour[area]] += value
                if value == state.values[area, 0]:
                    each[seat, FIRSTS] += 1
