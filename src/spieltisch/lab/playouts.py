"""Random games in native loops, written with the names of the contract and bound to a game by `engine.bind`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.kernel import CHANCE, Ints, Rng, below, first, rule

if TYPE_CHECKING:
    from typing import Any

    def setup(state: Any, players: int, variant: int, options: Ints, content: Ints) -> None: ...
    def waiting(state: Any) -> int: ...
    def tickets(state: Any, seat: int) -> int: ...
    def pick(state: Any, seat: int, ticket: int) -> int: ...
    def apply(state: Any, seat: int, action: int) -> None: ...
    def legal(state: Any, seat: int, out: Ints) -> int: ...


@rule
def random_action(state: Any, seat: int, rng: Rng) -> int:
    return pick(state, seat, below(rng, tickets(state, seat)))


@rule
def random_game(state: Any, rng: Rng) -> int:
    """Plays on at random to the end; how many events that took."""
    events = 0
    seats = waiting(state)
    while seats:
        seat = first(seats)
        apply(state, seat, random_action(state, seat, rng))
        events += 1
        seats = waiting(state)
    return events


@rule
def random_games(state: Any, players: int, variant: int, options: Ints, content: Ints, rng: Rng, games: int) -> int:
    events = 0
    for _ in range(games):
        setup(state, players, variant, options, content)
        events += random_game(state, rng)
    return events


@rule
def until_asked(state: Any, rng: Rng, out: Ints) -> int:
    """Lets chance act, then says what is legal for the first seat that waits; 0 when the game is over."""
    seats = waiting(state)
    while seats & 1:
        apply(state, CHANCE, random_action(state, CHANCE, rng))
        seats = waiting(state)
    return legal(state, first(seats), out) if seats else 0


@rule
def step(state: Any, action: int, rng: Rng, out: Ints) -> int:
    """One move driven from outside, in one crossing: the first seat that waits acts, and then as above."""
    apply(state, first(waiting(state)), action)
    return until_asked(state, rng, out)
