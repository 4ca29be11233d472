"""Random games in native loops with everything that a study counts; bound to a game like `playouts`, on a card too."""

from __future__ import annotations

from typing import Any

from spieltisch.contract import AllRules
from spieltisch.kernel import Ints, Rng, below, first, given, rule
from spieltisch.tallies import Tallies

rules: AllRules[Any] = given()
tally: Tallies[Any] = given()

EVENTS, ENDING = 0, 1  # what a game is counted by
NUMBERS = 2


@rule
def counted_game(
    state: Any, rng: Rng, numbers: Ints, places: Ints, points: Ints, moves: Ints, each: Ints, whole: Ints
) -> None:
    """One game to the end, everybody at random."""
    seats = rules.waiting(state)
    while seats:
        seat = first(seats)
        action = rules.pick(state, seat, below(rng, rules.tickets(state, seat)))
        if seat >= 0:
            moves[seat] += 1
        tally.count(state, seat, action, each, whole)
        rules.apply(state, seat, action)
        numbers[EVENTS] += 1
        seats = rules.waiting(state)
    tally.finish(state, each, whole)
    numbers[ENDING] = rules.outcome(state, places, points)


@rule
def counted_games(
    state: Any,
    players: int,
    variant: int,
    options: Ints,
    content: Ints,
    rngs: Ints,
    numbers: Ints,
    places: Ints,
    points: Ints,
    moves: Ints,
    each: Ints,
    whole: Ints,
) -> None:
    """A game for each of the generators; what is counted of it is added to what stands there."""
    for k in range(len(rngs)):
        rules.setup(state, players, variant, options, content)
        counted_game(state, rngs[k], numbers[k], places[k], points[k], moves[k], each[k], whole[k])
