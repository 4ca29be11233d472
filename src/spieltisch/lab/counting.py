"""Random games in native loops with everything that a study counts; bound to a game like `playouts`, on a card too."""

from __future__ import annotations

from typing import Any, NamedTuple

from spieltisch.contract import AllRules
from spieltisch.kernel import Ints, Rng, below, first, given, rule
from spieltisch.tallies import Tallies

rules: AllRules[Any] = given()
tally: Tallies[Any] = given()

EVENTS, ENDING = 0, 1  # what a game is counted by
NUMBERS = 2


class Counted(NamedTuple):
    """What is told of games: a row for each, a column for each seat. What is counted is added to what stands there."""

    numbers: Ints  # events, ending
    places: Ints
    points: Ints
    moves: Ints
    each: Ints  # the tallies of each seat
    whole: Ints  # those of the game


@rule
def happen(state: Any, seat: int, action: int, k: int, told: Counted) -> None:
    """Lets the seat act in game k, and counts it."""
    if seat >= 0:
        told.moves[k, seat] += 1
    tally.count(state, seat, action, told.each[k], told.whole[k])
    rules.apply(state, seat, action)
    told.numbers[k, EVENTS] += 1


@rule
def finish(state: Any, k: int, told: Counted) -> None:
    """Game k is over."""
    tally.finish(state, told.each[k], told.whole[k])
    told.numbers[k, ENDING] = rules.outcome(state, told.places[k], told.points[k])


@rule
def counted_game(state: Any, rng: Rng, k: int, told: Counted) -> None:
    """One game to the end, everybody at random."""
    seats = rules.waiting(state)
    while seats:
        seat = first(seats)
        happen(state, seat, rules.pick(state, seat, below(rng, rules.tickets(state, seat))), k, told)
        seats = rules.waiting(state)
    finish(state, k, told)


@rule
def counted_games(
    state: Any, players: int, variant: int, options: Ints, content: Ints, rngs: Ints, told: Counted
) -> None:
    """A game for each of the generators."""
    for k in range(len(rngs)):
        rules.setup(state, players, variant, options, content)
        counted_game(state, rngs[k], k, told)
