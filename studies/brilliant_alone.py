"""Makes games/brilliant/data/alone.npz: nets that say what a sheet still brings to who plays alone.

    python studies/brilliant_alone.py level-1                                      some ten minutes on one core
    python studies/brilliant_alone.py level-1 --begin --rounds 50 --straying 60    goes on with the net in the file

Games are played by what the net expects, now and then something else is done. Before every roll it is reckoned what the
net expects on average after it, over all 21 pairs, each used as well as possible. The net should have said that; and
where it was wrong after a later roll of the same game, as much is added (but not across something else that was done).
So the luck of the dice is nowhere in what it learns. At first the net says nothing, and the hopes play (bots/hopes.py).
"""

from __future__ import annotations

import time
from math import cos, pi, sqrt
from typing import Any

import click
import numpy as np

from spieltisch import mlp, registry
from spieltisch.bots.scratch import scratch
from spieltisch.games.brilliant.bots.alone import (
    HOPES_AT,
    INPUTS,
    MOST_AREAS,
    MOST_CELLS,
    PAIRS_AT,
    POINTS,
    TIMES_AT,
    add_fits,
    area_on,
    best_start,
    expected,
    hope_alone,
    judged_as_it_is,
    new_desk,
    sheet_as_numbers,
)
from spieltisch.games.brilliant.rules import (
    OVER,
    PAIRS,
    ROLL,
    ROLLS_OF_SOLO,
    STARTING,
    STRIKING,
    WRITING,
    State,
    apply,
    pick,
    tickets,
)
from spieltisch.kernel import CHANCE, Doubles, Engine, Floats, Ints, Rng, Rows, below, generator, rule

FILE = registry.GAMES / "brilliant" / "data" / "alone.npz"
MOST_ON = 200  # inputs
BATCH = 256
STRAYING, ACROSS = 0, 1  # per thousand; whether errors are handed on across something else that was done


@rule
def note_position(state: State, on: Any, hopes: Floats) -> int:
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
    on[count] = TIMES_AT + state.rolls
    return count + 1


@rule
def strays(state: State, action: int, straying: float, luck: Rng) -> int:
    """The action, or now and then any other."""
    return pick(state, 0, below(luck, tickets(state, 0))) if below(luck, 1000) < straying else action


@rule
def play_noted(
    state: State, net: Floats, habit: Doubles, luck: Rng, on: Any, counts: Ints, hopes: Floats, said: Doubles
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
def play_many(state: State, boards: Any, net: Floats, habit: Doubles, luck: Rng, notes: Any, points: Doubles) -> int:
    """As many games as there is room for points; how many positions."""
    on, counts, hopes, said = notes
    filled = 0
    for game in range(len(points)):
        boards[0] = state
        filled += play_noted(boards[0], net, habit, luck, on[filled:], counts[filled:], hopes[filled:], said[filled:])
        points[game] = boards[0].points[0]
    return filled


def untrained(seed: int) -> Floats:
    """It says 0 of everything: the hopes alone count. About a hundred inputs are on, and all of them carry weight."""
    net = mlp.untrained(INPUTS, seed)
    mlp.layers(net, INPUTS)[0][:] *= sqrt(INPUTS / 100)
    return net


def seen(on: Any, counts: Ints, hopes: Floats) -> Floats:
    """What the net sees of noted positions."""
    x = np.zeros((len(counts), INPUTS), np.float32)
    noted = np.arange(on.shape[1]) < counts[:, None]
    x[np.nonzero(noted)[0], on[noted]] = 1.0
    x[:, HOPES_AT:] = hopes
    return x


def learn(adam: mlp.Adam, rate: float, notes: Any, order: Ints) -> float:
    """Once through all positions in this order; the mean square of the errors, in points."""
    on, counts, hopes, said = notes
    parts, errors = mlp.layers(adam.net, INPUTS), 0.0
    batches = order[: len(order) // BATCH * BATCH].reshape(-1, BATCH)
    for chosen in batches:
        x = seen(on[chosen], counts[chosen], hopes[chosen])
        y = ((said[chosen] - hopes[chosen].sum(axis=1)) / POINTS).astype(np.float32)
        errors += float(((POINTS * (mlp.logits(np, parts, x)[2] - y)) ** 2).mean())
        adam.step(mlp.gradient(np, parts, x, y, probability=False), rate)
    return errors / max(1, len(batches))


def played(
    engine: Engine, start: Rows, net: Floats, habit: tuple[float, float], games: int, luck: Rng
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
    filled = engine.entry(play_many)(start, scratch(engine, start, 1), net, np.array(habit), luck, notes, points)
    return tuple(part[:filled] for part in notes), float(points.mean())


def trained(net: Floats, start: Rows, wanted: dict[str, Any], log: list[str]) -> Floats:
    """The net after all rounds; each learns from the positions of the last few."""
    engine = registry.game("brilliant").compiled
    chance, luck = np.random.default_rng(wanted["seed"]), generator(wanted["seed"])
    adam, begin = mlp.Adam(np, net), time.perf_counter()
    kept: list[Any] = []
    for number in range(wanted["rounds"]):
        across = 1.0 if number < 3 and not wanted["begin"] else 0.0
        notes, mean = played(engine, start, net, (wanted["straying"], across), wanted["games"], luck)
        kept = [*kept, notes][-wanted["kept"] :]
        together = tuple(np.concatenate(parts) for parts in zip(*kept, strict=True))
        rate = wanted["rate"] * (0.03 + 0.5 + 0.5 * cos(pi * number / wanted["rounds"]))
        errors = learn(adam, rate, together, chance.permutation(len(together[1])))
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
    numbers = game.engine.entry(sheet_as_numbers)(start)
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
