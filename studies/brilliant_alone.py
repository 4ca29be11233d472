"""Makes games/brilliant/data/alone.npz: nets that say what a sheet still brings to who plays alone.

    python studies/brilliant_alone.py level-1                                      some ten minutes on one core
    python studies/brilliant_alone.py level-1 --begin --rounds 50 --straying 60    goes on with the net in the file

Games are played by what the net expects, now and then something else is done. Before every roll it is reckoned what the
net expects on average after it, over all 21 pairs, each used as well as possible. The net should have said that; and
where it was wrong after a later roll of the same game, as much is added (but not across something else that was done).
So the luck of the dice is nowhere in what it learns. At first the net says nothing, and the hopes of bots.py play.
"""

from __future__ import annotations

import time
from math import cos, pi, sqrt
from sys import modules
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from spieltisch import registry
from spieltisch.games.brilliant import alone, bots
from spieltisch.games.brilliant.alone import (
    BIAS,
    CLOSE,
    FAR,
    FAR_AT,
    FAR_BIAS_AT,
    HOPES_AT,
    LAST_AT,
    MOST_AREAS,
    MOST_CELLS,
    NUMBERS_OF_A_NET,
    PAIRS_AT,
    POINTS,
    TIMES_AT,
    Doubles,
)
from spieltisch.games.brilliant.rules import (
    OVER,
    PAIRS,
    ROLL,
    ROLLS_OF_SOLO,
    STARTING,
    STRIKING,
    WRITING,
)
from spieltisch.kernel import CHANCE, Floats, Ints, Rng, Rows, below, generator, rule

if TYPE_CHECKING:
    from spieltisch.games.brilliant.alone import (
        add_fits,
        area_on,
        best_start,
        expected,
        hope_alone,
        judged_as_it_is,
        later_layers,
        new_desk,
    )
    from spieltisch.games.brilliant.rules import apply, pick, tickets

FILE = registry.GAMES / "brilliant" / "data" / "alone.npz"
MOST_ON = 200  # inputs
BATCH = 256
STRAYING, ACROSS = 0, 1  # per thousand; whether errors are handed on across something else that was done
RATE, STEPS_DONE = 0, 1


@rule
def note_position(state: Any, on: Any, hopes: Floats) -> int:
    """All inputs that are on, and the hopes; how many."""
    hopes[:] = 0.0
    count, of_area = 0, np.empty(MOST_CELLS, np.int64)
    fits, pairs = np.zeros(3, np.int64), np.zeros(3, np.int64)
    for area in range(state.areas):
        if state.empty[0, area]:
            more = area_on(state, area, of_area, fits)
            on[count : count + more] = of_area[:more]
            count += more
            add_fits(pairs, fits[0], fits[1], fits[2])
            hopes[area] = hope_alone(state, area)
    for pair in range(PAIRS):
        cells = ((pairs[0] >> pair) & 1) + ((pairs[1] >> pair) & 1) + ((pairs[2] >> pair) & 1)
        if cells:
            on[count] = PAIRS_AT + pair * 4 + cells
            count += 1
    on[count], on[count + 1] = TIMES_AT + state.rolls, BIAS
    return count + 2


@rule
def strays(state: Any, action: int, straying: float, luck: Rng) -> int:
    """The action, or now and then any other."""
    return pick(state, 0, below(luck, tickets(state, 0))) if below(luck, 1000) < straying else action


@rule
def play_noted(
    state: Any, net: Floats, habit: Doubles, luck: Rng, on: Any, counts: Ints, hopes: Floats, said: Doubles
) -> int:
    """One game; notes every position before a roll, and what should have been said of it."""
    desk, best = new_desk(), np.empty((PAIRS, 2), np.int64)
    wrong, strayed = np.zeros(ROLLS_OF_SOLO), np.zeros(ROLLS_OF_SOLO)
    while state.phase == STARTING:
        anywhere = habit[STRAYING] > 0 and below(luck, 2) == 0
        apply(state, 0, pick(state, 0, below(luck, tickets(state, 0))) if anywhere else best_start(state, net, desk))
    count = 0
    while state.phase != OVER:
        counts[count] = note_position(state, on[count], hopes[count])
        before = judged_as_it_is(state, net, desk)
        said[count] = expected(state, 1, net, desk, best)
        wrong[count] = said[count] - before
        pair = pick(state, CHANCE, below(luck, 36)) - ROLL
        apply(state, CHANCE, ROLL + pair)
        for phase in (STRIKING, WRITING):
            if state.phase == phase:
                action = strays(state, best[pair, phase - STRIKING], habit[STRAYING], luck)
                strayed[count] += action != best[pair, phase - STRIKING]
                apply(state, 0, action)
        count += 1
    later = 0.0
    for k in range(count - 1, -1, -1):
        later = later * habit[ACROSS] if strayed[k] else later
        said[k] += later
        later += wrong[k]
    return count


@rule
def play_many(state: Any, boards: Any, net: Floats, habit: Doubles, luck: Rng, notes: Any, points: Doubles) -> int:
    """As many games as there is room for points; how many positions."""
    on, counts, hopes, said = notes
    filled = 0
    for game in range(len(points)):
        boards[0] = state
        filled += play_noted(boards[0], net, habit, luck, on[filled:], counts[filled:], hopes[filled:], said[filled:])
        points[game] = boards[0].points[0]
    return filled


@rule
def learn(net: Floats, moments: Floats, pace: Doubles, notes: Any, order: Ints) -> float:
    """Once through all positions in this order, by Adam; the mean square of the errors."""
    on, counts, hopes, said = notes
    slopes = np.zeros_like(moments[0])
    errors = 0.0
    for begin in range(0, len(order) - BATCH + 1, BATCH):
        slopes[:] = 0.0
        for k in range(begin, begin + BATCH):
            at = order[k]
            errors += add_slopes(net, on[at, : counts[at]], hopes[at], said[at], slopes) ** 2
        pace[STEPS_DONE] += 1
        scale = sqrt(1 - 0.999 ** pace[STEPS_DONE]) / (1 - 0.9 ** pace[STEPS_DONE])
        for k in range(len(net)):
            slope = slopes[k] / np.float32(BATCH)
            moments[0, k] += np.float32(0.1) * (slope - moments[0, k])
            moments[1, k] += np.float32(0.001) * (slope * slope - moments[1, k])
            net[k] -= np.float32(pace[RATE] * scale) * moments[0, k] / (np.sqrt(moments[1, k]) + np.float32(1e-8))
    return errors / len(order)


@rule
def add_slopes(net: Floats, on: Any, hopes: Floats, said: float, slopes: Floats) -> float:
    """Adds how the square of the error changes with each number of the net; the error in points."""
    close, far = np.zeros(CLOSE, np.float32), np.empty(FAR, np.float32)
    in_close, in_far = np.zeros(CLOSE, np.float32), np.zeros(FAR, np.float32)
    total = np.float32(0.0)
    for k in range(len(on)):
        row = net[on[k] * CLOSE : (on[k] + 1) * CLOSE]
        for j in range(CLOSE):
            close[j] += row[j]
    for area in range(MOST_AREAS):
        total += hopes[area]
        row = net[(HOPES_AT + area) * CLOSE : (HOPES_AT + area + 1) * CLOSE]
        for j in range(CLOSE):
            close[j] += hopes[area] * row[j]
    for j in range(FAR):
        far[j] = net[FAR_BIAS_AT + j]
    for i in range(CLOSE):
        if close[i] > 0.0:
            row = net[FAR_AT + i * FAR : FAR_AT + (i + 1) * FAR]
            for j in range(FAR):
                far[j] += close[i] * row[j]
    error = np.float32(later_layers(close, net) - (said - total) / POINTS)
    slopes[LAST_AT + FAR] += error
    for j in range(FAR):
        if far[j] > 0.0:
            slopes[LAST_AT + j] += error * far[j]
            in_far[j] = error * net[LAST_AT + j]
            slopes[FAR_BIAS_AT + j] += in_far[j]
    for i in range(CLOSE):
        if close[i] > 0.0:
            row, slope = (
                net[FAR_AT + i * FAR : FAR_AT + (i + 1) * FAR],
                slopes[FAR_AT + i * FAR : FAR_AT + (i + 1) * FAR],
            )
            for j in range(FAR):
                slope[j] += close[i] * in_far[j]
                in_close[i] += row[j] * in_far[j]
    for k in range(len(on)):
        slope = slopes[on[k] * CLOSE : (on[k] + 1) * CLOSE]
        for j in range(CLOSE):
            slope[j] += in_close[j]
    for area in range(MOST_AREAS):
        slope = slopes[(HOPES_AT + area) * CLOSE : (HOPES_AT + area + 1) * CLOSE]
        for j in range(CLOSE):
            slope[j] += hopes[area] * in_close[j]
    return float(error * POINTS)


def untrained(seed: int) -> Floats:
    """It says 0 of everything: the hopes alone count."""
    chance = np.random.default_rng(seed)
    net = np.zeros(NUMBERS_OF_A_NET, np.float32)
    net[: BIAS * CLOSE] = chance.normal(0, sqrt(2 / 100), BIAS * CLOSE)
    net[FAR_AT:FAR_BIAS_AT] = chance.normal(0, sqrt(2 / CLOSE), CLOSE * FAR)
    return net


def played(
    engine: Any, start: Rows, net: Floats, habit: tuple[float, float], games: int, luck: Rng
) -> tuple[Any, float]:
    """Positions with what should have been said of them, and the mean of the points."""
    room = games * ROLLS_OF_SOLO
    notes = (
        np.zeros((room, MOST_ON), np.int16),
        np.zeros(room, np.int64),
        np.zeros((room, MOST_AREAS), np.float32),
        np.zeros(room),
    )
    points = np.zeros(games)
    filled = engine.play_many(start, np.zeros(1, start.dtype), net, np.array(habit), luck, notes, points)
    return tuple(part[:filled] for part in notes), float(points.mean())


def trained(net: Floats, start: Rows, wanted: dict[str, Any], log: list[str]) -> Floats:
    """The net after all rounds; each learns from the positions of the last few."""
    engine: Any = registry.game("brilliant").compiled.bind(bots, alone, modules[__name__])
    chance, luck = np.random.default_rng(wanted["seed"]), generator(wanted["seed"])
    moments, pace, begin = np.zeros((2, len(net)), np.float32), np.zeros(2), time.perf_counter()
    kept: list[Any] = []
    for number in range(wanted["rounds"]):
        across = 1.0 if number < 3 and not wanted["begin"] else 0.0
        notes, mean = played(engine, start, net, (wanted["straying"], across), wanted["games"], luck)
        kept = [*kept, notes][-wanted["kept"] :]
        together = tuple(np.concatenate(parts) for parts in zip(*kept, strict=True))
        pace[RATE] = wanted["rate"] * (0.03 + 0.5 + 0.5 * cos(pi * number / wanted["rounds"]))
        errors = engine.learn(net[None], moments, pace, together, chance.permutation(len(together[1])))
        log.append(f"{time.perf_counter() - begin:5.0f} s  round {number}: {mean:.2f} points, loss {errors:.3f}")
        click.echo(log[-1])
    return net


@click.command()
@click.argument("sheet", default="level-1")
@click.option("--seed", default=1, help="Another one gives other games.")
@click.option("--rounds", default=60)
@click.option("--games", default=800, help="In each round.")
@click.option("--kept", default=12, help="Rounds that are learnt from.")
@click.option("--straying", default=60, help="Of a thousand decisions.")
@click.option("--rate", default=6e-4, help="At the beginning.")
@click.option("--begin", is_flag=True, help="With the net that is there.")
def main(sheet: str, **wanted: Any) -> None:
    game = registry.game("brilliant")
    options = game.chosen("solo", 1, {"sheet": sheet})
    start = game.start(1, "solo", options, game.content(options))
    numbers = game.engine.bind(bots, alone).sheet_as_numbers(start)
    with np.load(FILE) as saved:
        nets, sheets = list(saved["weights"].astype(np.float32)), list(saved["sheets"])
        script, log = str(saved["script"]).split("\n"), str(saved["log"]).split("\n")
    known = next((k for k, each in enumerate(sheets) if (each == numbers).all()), len(nets))
    net = nets[known] if wanted["begin"] else untrained(wanted["seed"])
    script.append(f"python studies/brilliant_alone.py {sheet} {wanted}")
    log.append(script[-1])
    nets[known : known + 1] = [trained(net.copy(), start, wanted, log)]
    sheets[known : known + 1] = [numbers]
    np.savez_compressed(
        FILE,
        weights=np.array(nets, np.float16),
        sheets=np.array(sheets, np.int32),
        seed=wanted["seed"],
        script="\n".join(script),
        log="\n".join(log),
    )
    click.echo(f"{FILE.name}: {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
