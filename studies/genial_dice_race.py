"""Makes games/genial_dice/data/race.npz: a net that says who wins the race of two, rows of 7.

    python studies/genial_dice_race.py        some twenty minutes on one core

Value iteration over exact turns. Games are played by what the net says after each way to use a roll (in the first round
by the table of duels), and now and then in some other way. Before every turn it is reckoned what the turn is worth with
one, two and three rolls, every roll and every way counted: that is what the net should have said, and there is no luck
in it. Then it learns this, and the next round begins.
"""

from __future__ import annotations

import time
from typing import Any

import click
import numpy as np

from spieltisch import registry
from spieltisch.games.genial_dice.bots.evaluation import sheet_values
from spieltisch.games.genial_dice.bots.race import race_input, race_known, race_values
from spieltisch.games.genial_dice.bots.tables import COLUMNS, KNOWN_AT, RACE_INPUTS, ROLLS_AT, WAYS_OF
from spieltisch.games.genial_dice.bots.turn import EVERY_ROLL, best_of_rolls, place_of, rolling, sheet_after
from spieltisch.games.genial_dice.rules import COLOURS, COUNTS, ON_TICKET, ROLLS, TICKETS, State
from spieltisch.kernel import Doubles, Engine, Floats, Rng, Rows, below, generator, rule
from spieltisch.mlp import layers, probabilities, untrained
from spieltisch.train.fit import Hyperparameters, fit

FILE = registry.GAMES / "genial_dice" / "data" / "race.npz"
HAND = 2  # four dice
FULL = 7
KEPT = 4  # rounds that are learnt from
STRAYING = 150  # of a thousand turns end in some other way
NO_DICE = 30  # of a thousand games begin with nothing to match


@rule
def throw_four(state: State, seat: int, luck: Rng) -> None:
    state.dice[seat] = COUNTS[HAND, ON_TICKET[HAND, below(luck, TICKETS[HAND])]]


@rule
def note_turn(state: State, seat: int, seen: Floats) -> None:
    """What the net sees of this turn, but for the rolls that are left."""
    own, other, shown = state.sheets[seat], state.sheets[1 - seat], state.dice[1 - seat]
    seen[:] = 0.0
    for colour in range(COLOURS):
        seen[race_input(own[colour], other[colour], shown[colour])] += 1.0
    known = race_known(own, other, shown)
    for k in range(len(known)):
        seen[KNOWN_AT + k] = known[k]


@rule
def end_turn(state: State, seat: int, values: Doubles, worth: Doubles, luck: Rng) -> None:
    """Rolls, stops in time and marks; or strays."""
    best = best_of_rolls(HAND, values)
    throw_four(state, seat, luck)
    left = ROLLS - 1
    while left > 0 and best[place_of(state, seat)] < worth[left - 1]:
        throw_four(state, seat, luck)
        left -= 1
    strays = below(luck, 1000) < STRAYING
    if strays and below(luck, 2) == 0:
        throw_four(state, seat, luck)
    place = place_of(state, seat)
    way = COLUMNS[HAND, below(luck, WAYS_OF[HAND, place])] + place
    if not strays:
        for column in range(WAYS_OF[HAND, place]):
            if values[COLUMNS[HAND, column] + place] > values[way]:
                way = COLUMNS[HAND, column] + place
    state.sheets[seat] = sheet_after(state, state.sheets[seat], state.dice[1 - seat], way)


@rule
def play_turns(state: State, net: Floats, by_net: int, luck: Rng, seen: Floats, worth: Doubles) -> int:
    """As many turns as there is room for; how many games."""
    games, seat = 0, 0
    state.sheets[1, :] = FULL
    for turn in range(len(worth)):
        if state.sheets[1 - seat].min() == FULL:
            games += 1
            state.sheets[:] = 0
            throw_four(state, 1 - seat, luck)
            if below(luck, 1000) < NO_DICE:
                state.dice[1 - seat] = 0
        values = race_values(state, seat, EVERY_ROLL, net) if by_net else sheet_values(state, seat)
        best = best_of_rolls(HAND, values)
        for rolls in range(ROLLS):
            worth[turn, rolls] = rolling(HAND, best, rolls + 1)
        note_turn(state, seat, seen[turn])
        end_turn(state, seat, values, worth[turn], luck)
        seat = 1 - seat
    return games


def played(engine: Engine, start: Rows, net: Floats, by_net: bool, turns: int, luck: Rng) -> tuple[Floats, Floats, int]:
    """What the net saw, what it should have said, and of how many games."""
    seen, worth = np.zeros((turns, RACE_INPUTS), np.float32), np.zeros((turns, ROLLS))
    games = engine.entry(play_turns)(start.copy(), net, int(by_net), luck, seen, worth)
    each: Any = np.repeat(seen.astype(np.float16), ROLLS, axis=0)
    for rolls in range(ROLLS):
        each[rolls::ROLLS, ROLLS_AT + rolls] = 1
    return each, worth.astype(np.float32).ravel(), games


def missed(net: Floats, seen: Floats, worth: Floats) -> float:
    """By how much the net is wrong: the root of the mean square."""
    said = probabilities(np, layers(net, RACE_INPUTS), seen.astype(np.float32))
    return float(np.sqrt(((said - worth) ** 2).mean()))


@click.command()
@click.option("--seed", default=1, help="Another one gives other games.")
@click.option("--rounds", default=10)
@click.option("--turns", default=50_000, help="In each round.")
@click.option("--epochs", default=24, help="In each round; the last one has three times as many.")
def main(seed: int, rounds: int, turns: int, epochs: int) -> None:
    game = registry.game("genial_dice")
    options = game.chosen("base", 2, {})
    start = game.start(2, "base", options, game.content(options))
    net, luck, begin = untrained(RACE_INPUTS, seed), generator(seed), time.perf_counter()
    script = f"python studies/genial_dice_race.py --seed {seed} --rounds {rounds} --turns {turns} --epochs {epochs}"
    log: list[str] = []
    kept: list[tuple[Floats, Floats, int]] = []
    for number in range(rounds):
        kept = [*kept[-KEPT + 1 :], played(game.compiled, start, net, number > 0, turns, luck)]
        if number == 2:
            del kept[0]  # what the table of duels said
        seen, worth = (np.concatenate([part[k] for part in kept]) for k in (0, 1))
        wrong = missed(net, *kept[-1][:2])
        course = Hyperparameters(
            epochs * (3 if number == rounds - 1 else 1), 6144, 3e-3 if number == 0 else 1.5e-3, 0.0
        )
        net = fit(net, seen, worth, course, seed + number)
        log.append(
            f"{time.perf_counter() - begin:5.0f} s  round {number}: {turns} turns of {kept[-1][2]} games, "
            f"wrong by {wrong:.4f} before and {missed(net, *kept[-1][:2]):.4f} after"
        )
        click.echo(log[-1])
        np.savez_compressed(FILE, weights=net.astype(np.float16), seed=seed, script=script, log="\n".join(log))
    click.echo(f"{FILE.name}: {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
