"""Makes games/brilliant/data/hopes.npz: what areas may bring, learned by playing.

    python studies/brilliant_hopes.py                   some minutes on one core for each kind of game
    python studies/brilliant_hopes.py alone             one kind only; the other keeps its numbers

An actor and a critic. The actor chooses entries by chance, the likelier the more they gain by its numbers; the critic's
numbers say how likely each seat wins (alone: how many points it gets). After a roll the critic's verdict has changed:
if for the better, what was chosen in the last rolls becomes likelier, and the critic moves its last verdicts in the
same direction (TD(lambda) for both). Everybody at a table plays alike. Shares are learned as logarithms, so that they
stay above 0. What is kept is the mean of the second half of all steps.

The numbers for `alone` in the package were made by `alone --steps 150 --batch 800`. Those for `together` are older: the
actor learned as it does here, the critic was fitted by logistic regression. Made anew they will be others.
"""

from __future__ import annotations

from typing import Any

import click
import numpy as np

from spieltisch import registry
from spieltisch.bots.scratch import scratch
from spieltisch.games.brilliant.bots.hopes import (
    AROUND,
    CHOOSING,
    EMPTY,
    FIRST,
    FITTING,
    FULL,
    IDLE,
    JUDGING,
    KEPT,
    KNOWN,
    LATE,
    MOST_OF_SOLO,
    NEED,
    NEEDED,
    SIZE,
    SORTS,
    hope,
    rival,
    sort_of,
    stage,
    standing,
    wanting,
)
from spieltisch.games.brilliant.bots.search import list_entries, take_back, write_for_now
from spieltisch.games.brilliant.rules import (
    AREAS,
    CHOICES,
    NUMBERS,
    PASS,
    SEATS,
    WRITING,
    State,
    allowed,
    apply,
    outcome,
    pick,
    tickets,
    waiting,
)
from spieltisch.kernel import CHANCE, Doubles, Ints, Rng, below, first, generator, rule

FILE = registry.GAMES / "brilliant" / "data" / "hopes.npz"
KINDS = {"alone": (1,), "together": (2, 2, 2, 2, 3, 4)}  # with how many who play
SHEETS = ("level-1", "level-1", "level-1", "level-2", "level-3", "level-4")
WARMTH = (0.12, 0.03)  # by kind: what gains so much less is chosen e times less often
TRACES = (0.97, 0.9)  # by kind: how much of a change is put down to what was chosen one roll earlier
RATES = np.array([[0.02], [0.01]])  # of actor and critic
FORGETTING = (0.9, 0.99)  # Adam's


@rule
def add_hope(state: State, seat: int, area: int, known: Doubles, scale: float, out: Doubles) -> None:
    """How what an area may bring depends on what is known."""
    if state.empty[seat, area] == 0:
        return
    used = state.used[seat, area]
    late, sort, empty = stage(state), sort_of(state, area, used), min(EMPTY - 1, state.empty[seat, area])
    value = scale * hope(state, seat, area, known, late)
    out[FULL + sort * EMPTY + empty] += value
    out[late + empty] += value
    may = allowed(state.colour[area], used)
    for k in range(state.begin[area], state.begin[area + 1]):
        at = state.cells[k]
        if state.written[seat, at] == 0:
            out[KEPT + sort * 37 + FITTING[state.beside[seat, at], may]] += value
    now, then = state.values[area, state.struck[area]], state.values[area, min(2, state.struck[area] + 1)]
    at = FIRST + empty * EMPTY + rival(state, seat, area)
    chance = known[at]
    out[at] += value / (then + (now - then) * chance) * (now - then) * chance * (1.0 - chance)


@rule
def add_standing(state: State, seat: int, known: Doubles, out: Doubles) -> None:
    if state.solo == 0:
        out[wanting(state, state.points[seat])] += 1.0
    for area in range(state.areas):
        add_hope(state, seat, area, known, 1.0, out)


@rule
def add_around(state: State, seat: int, cell: int, known: Doubles, scale: float, out: Doubles) -> None:
    """The areas that an entry in this cell changes, each once."""
    own = state.area_of[cell]
    add_hope(state, seat, own, known, scale, out)
    for way in range(4):
        if AROUND[cell, way] >= 0:
            area = state.area_of[AROUND[cell, way]]
            known_already = area < 0 or area == own
            for earlier in range(way):
                if AROUND[cell, earlier] >= 0 and state.area_of[AROUND[cell, earlier]] == area:
                    known_already = True
            if not known_already:
                add_hope(state, seat, area, known, scale, out)


@rule
def add_gain(state: State, seat: int, action: int, known: Doubles, scale: float, out: Doubles) -> None:
    """How the gain of an entry depends on what is known."""
    if action == PASS:
        out[IDLE] += scale
        return
    cell = action // NUMBERS
    area = state.area_of[cell]
    add_around(state, seat, cell, known, -scale, out)
    before = write_for_now(state, seat, action)
    add_around(state, seat, cell, known, scale, out)
    if state.empty[seat, area] == 0 and state.solo == 0:
        out[wanting(state, state.points[seat] + state.values[area, state.struck[area]])] += scale
        out[wanting(state, state.points[seat])] -= scale
    take_back(state, seat, action, before)


@rule
def act(state: State, seat: int, known: Doubles, warmth: float, rng: Rng, trace: Doubles) -> int:
    """Chooses by chance, and adds to the trace how much likelier this choice would become."""
    actions, scores, hopes = np.empty(CHOICES, np.int64), np.empty(CHOICES), np.empty(AREAS)
    count = list_entries(state, seat, CHOICES, known, hopes, actions, scores)
    if state.phase != WRITING:
        return int(actions[0])
    likely = np.exp((scores[:count] - scores[0]) / warmth)
    likely /= likely.sum()
    ticket, chosen = below(rng, 1 << 30) / (1 << 30), 0
    while chosen < count - 1 and ticket >= likely[chosen]:
        ticket -= likely[chosen]
        chosen += 1
    for k in range(count):
        scale = (1.0 if k == chosen else 0.0) - likely[k]
        if abs(scale) > 0.001:
            add_gain(state, seat, int(actions[k]), known, scale / warmth, trace)
    return int(actions[chosen])


@rule
def judge(state: State, known: Doubles, values: Doubles, slopes: Doubles) -> None:
    """The critic's verdict for every seat, and how it depends on what is known."""
    slopes[:] = 0.0
    for seat in range(state.players):
        values[seat] = standing(state, seat, known)
        add_standing(state, seat, known, slopes[seat])
    if state.solo:
        values[0] /= MOST_OF_SOLO
        slopes[0] /= MOST_OF_SOLO
        return
    chances = np.exp(values[: state.players] - values[: state.players].max())
    chances /= chances.sum()
    mean = np.zeros(SIZE)
    for seat in range(state.players):
        mean += chances[seat] * slopes[seat]
    for seat in range(state.players):
        values[seat] = chances[seat]
        slopes[seat] = chances[seat] * (slopes[seat] - mean)


@rule
def learn(
    state: State, known: Doubles, warmth: float, luck: Rng, traces: Doubles, slopes: Doubles, out: Doubles
) -> None:
    """One game; `out` says in which direction actor and critic should move."""
    values, before = np.zeros(SEATS), np.zeros(SEATS)
    traces[:] = 0.0
    seats = waiting(state)
    while seats:
        seat = first(seats)
        if seat == CHANCE:
            judge(state, known[JUDGING], values, slopes)
            if state.rolls > 0:
                move(state.players, values - before, traces, out)
            before[:] = values
            traces *= TRACES[1 - state.solo]
            traces[JUDGING] += slopes
            action = pick(state, seat, below(luck, tickets(state, seat)))
        elif state.rolls == 0 and state.free == 0:
            action = pick(state, seat, below(luck, tickets(state, seat)))
        else:
            action = act(state, seat, known[CHOOSING], warmth, luck, traces[CHOOSING, seat])
        apply(state, seat, action)
        seats = waiting(state)
    settle(state, values)
    move(state.players, values - before, traces, out)


@rule
def move(players: int, change: Doubles, traces: Doubles, out: Doubles) -> None:
    for seat in range(players):
        out += change[seat] * traces[:, seat]


@rule
def settle(state: State, values: Doubles) -> None:
    places, points = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    outcome(state, places, points)
    winners = (places[: state.players] == 0).sum()
    for seat in range(state.players):
        values[seat] = (1.0 / winners if places[seat] == 0 else 0.0) if state.solo == 0 else points[seat] / MOST_OF_SOLO


@rule
def learn_from(
    state: State,
    boards: Any,
    known: Doubles,
    warmth: float,
    lucks: Ints,
    traces: Doubles,
    slopes: Doubles,
    out: Doubles,
) -> None:
    """A batch of games."""
    for k in range(len(lucks)):
        boards[0] = state
        learn(boards[0], known, warmth, lucks[k], traces, slopes, out)


def at_first(kind: int) -> Doubles:
    """What one would guess: a fourth of the value is lost with each empty cell, more where few rolls fit."""
    numbers = np.zeros(SIZE)
    of_a_cell = np.log([0.62, *(0.76 - 0.16 / np.arange(1, 37))])
    numbers[KEPT:FULL] = np.tile(of_a_cell, SORTS)
    point = 0.25 if kind else 1.0  # of the logarithm of the odds to win
    numbers[FULL:LATE] = np.log(point)
    numbers[FIRST:NEED] = 2.0
    numbers[NEED:IDLE] = -point * np.arange(NEEDED)
    return np.array([numbers, numbers])


def as_known(numbers: Doubles) -> Doubles:
    known = numbers.copy()
    known[..., :FIRST] = np.exp(numbers[..., :FIRST])
    known[..., FIRST:NEED] = 1 / (1 + np.exp(-numbers[..., FIRST:NEED]))
    return known


def learned(kind: int, steps: int, batch: int, seed: int) -> Doubles:
    game = registry.game("brilliant")
    chance = np.random.default_rng([seed, kind])
    numbers = at_first(kind)
    mean, square, kept = np.zeros((3, *numbers.shape))
    traces, slopes = np.zeros((2, SEATS, SIZE)), np.zeros((SEATS, SIZE))
    counts = list(KINDS.values())[kind]
    for step in range(1, steps + 1):
        players, variant = int(chance.choice(counts)), "base" if kind else "solo"
        where = {"sheet": str(chance.choice(SHEETS)), "numbers": "stars" if chance.random() < 0.9 else "free"}
        options = game.chosen(variant, players, where)
        start = game.start(players, variant, options, game.content(options))
        lucks = np.array([generator(int(chance.integers(1 << 60))) for _ in range(batch)])
        slope = np.zeros_like(numbers)
        boards = scratch(game.compiled, start, 1)
        game.compiled.entry(learn_from)(start, boards, as_known(numbers), WARMTH[kind], lucks, traces, slopes, slope)
        mean += (1 - FORGETTING[0]) * (slope / batch - mean)
        square += (1 - FORGETTING[1]) * ((slope / batch) ** 2 - square)
        direction = mean / (1 - FORGETTING[0] ** step) / (np.sqrt(square / (1 - FORGETTING[1] ** step)) + 1e-5)
        numbers += RATES * (1 - 0.8 * step / steps) * direction
        if 2 * step > steps:
            kept += numbers
        if step % 25 == 0:
            click.echo(f"{step} steps of {batch} games", err=True)
    return as_known(kept / (steps - steps // 2))


@click.command()
@click.argument("kinds", nargs=-1, type=click.Choice(list(KINDS)))
@click.option("--steps", default=500, help="After each one what is known changes a little.")
@click.option("--batch", default=1000, help="Games in a step.")
@click.option("--seed", default=1, help="Another one gives other games.")
def main(kinds: tuple[str, ...], steps: int, batch: int, seed: int) -> None:
    known = KNOWN.copy()
    for kind, name in enumerate(KINDS):
        if name in kinds or not kinds:
            known[:, kind] = learned(kind, steps, batch, seed)
    np.savez_compressed(FILE, known=known.astype(np.float32))
    click.echo(f"{FILE.name}: {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
