"""A game for tests: one throw, three decisions. Its quick policy is a fool in two of them.

Seat 0 stops (half the win) or goes on. Who goes on chooses a door of three, only the last of which is right, and may be
hindered: seat 1 chooses a hand in secret, seat 0 one at the same time; different hands are a win for seat 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from sys import modules
from types import SimpleNamespace

import numpy as np

from spieltisch import kernel
from spieltisch.contract import Ending, Net, Search
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, NOBODY, Doubles, Floats, Ints, Rng, only, rule
from spieltisch.mlp import forward, size

STOP, GO = 0, 1
CHOICES = ACTIONS = 3
ENDINGS = (Ending("decided", 1),)
INPUTS = 8  # of a net
UNSEEN = 9
THROW, ROOT, DOORS, HANDS, END = range(5)


class State(kernel.State):
    phase: int
    thrown: int
    door: int
    with_hands: int  # the last door leads to the hands; else it is a win
    hand: int  # of seat 1, from 1; 0 is none yet
    won: int  # hundredths for seat 0


@rule
def setup(state: State, players: int, variant: int, options: Ints, content: Ints) -> None:
    state.players, state.variant, state.phase, state.with_hands = players, variant, ROOT, variant
    state.thrown, state.door, state.hand, state.won = 0, 0, 0, 0


@rule
def waiting(state: State) -> int:
    if state.phase == THROW:
        return only(CHANCE)
    if state.phase == HANDS:
        return only(0) if state.hand else only(1)
    return NOBODY if state.phase == END else only(0)


@rule
def legal(state: State, seat: int, out: Ints) -> int:
    count = 3 if state.phase == DOORS else 2
    for action in range(count):
        out[action] = action
    return count


@rule
def tickets(state: State, seat: int) -> int:
    return 3 if state.phase == DOORS else 2


@rule
def pick(state: State, seat: int, ticket: int) -> int:
    return ticket


@rule
def refusal(state: State, seat: int, action: int) -> int:
    return 0 if 0 <= action < tickets(state, seat) else 1


@rule
def apply(state: State, seat: int, action: int) -> None:
    if state.phase == THROW:
        state.thrown, state.phase = action, DOORS
    elif state.phase == ROOT:
        state.won, state.phase = (50, END) if action == STOP else (0, THROW)
    elif state.phase == DOORS:
        state.won = 100 if action == 2 else 0
        state.phase = HANDS if state.with_hands and action == 2 else END
    elif seat == 1:
        state.hand = action + 1
    else:
        state.won, state.phase = (100 if action + 1 != state.hand else 0), END


@rule
def outcome(state: State, places: Ints, points: Ints) -> int:
    points[0], points[1] = state.won, 100 - state.won
    places[0] = 0 if state.won >= 50 else 1
    places[1] = 0 if state.won <= 50 else 1
    return 0


@rule
def worth(state: State, seat: int) -> int:
    return state.won if seat == 0 else 100 - state.won


@rule
def hide(state: State, seat: int) -> None:
    if seat != 1 and state.hand:
        state.hand = UNSEEN


@rule
def candidates(state: State, seat: int, width: int, actions: Ints, scores: Doubles) -> int:
    count = min(width, tickets(state, seat))
    for k in range(count):
        actions[k], scores[k] = k, -k
    return count


@rule
def policy(state: State, seat: int, rng: Rng) -> int:
    return 0  # always the first: stops, takes the wrong door, holds up the first hand


@rule
def evaluate(state: State, seat: int) -> float:
    return 0.5


@rule
def inputs(state: State, seat: int, out: Floats) -> None:
    """What a net sees: the phase, and the hand that was chosen."""
    out[:] = 0.0
    out[state.phase] = 1.0
    out[5] = seat
    out[6] = state.hand / 10.0


@rule
def kind_of(state: State) -> int:
    return 0


@rule
def answer(state: State, x: Floats, net: Floats) -> float:
    """A net, asked inside a rule."""
    return forward(x, net)


def some_net(inputs: int, seed: int = 1) -> Floats:
    return np.random.default_rng(seed).normal(0, 0.3, size(inputs)).astype(np.float32)


def some_inputs(inputs: int) -> Iterator[Floats]:
    """Half of them are zero."""
    rng = np.random.default_rng(2)
    for _ in range(5):
        yield (rng.normal(0, 1, inputs) * (rng.random(inputs) < 0.5)).astype(np.float32)


def game(weights: Floats | None = None) -> Game:
    """It, with a net."""
    nets = np.zeros((1, size(INPUTS)), np.float32) if weights is None else weights
    players = SimpleNamespace(
        SEARCHES={"search": Search(policy, worth, candidates, evaluate)},
        NETS={"net": Net(inputs, kind_of, candidates, INPUTS, nets)},
    )
    made = Game("toy", {"base": (2,), "with_hands": (2,)}, (), __package__ or "train")
    made.__dict__.update(rules=modules[__name__], players=players)  # where cached properties look first
    return made
