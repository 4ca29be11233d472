"""Makes games/genial_dice/data/turns.npz: how many turns a sheet takes, and who wins when two play for that.

    python studies/genial_dice_turns.py            some minutes on one core

For each sheet and each set of dice that the others may show, all ways of all rolls are listed (bots/turn.py), and
a turn of three rolls is solved exactly. The others' dice are taken to fall at random and anew before each turn; that is
the one thing here that is not exact.

still   whoever plays for the fewest turns: how likely the sheet is not full after t turns
delay   how many turns more it takes if one of the others is known to show a certain roll now
duel    two players, rows of 7, both play for the best chance to win: how likely the one on turn wins
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import click
import numba
import numpy as np

from spieltisch import registry
from spieltisch.games.genial_dice import rules
from spieltisch.games.genial_dice.bots import tables
from spieltisch.games.genial_dice.bots.tables import SHEETS, TICK, WHOLE
from spieltisch.games.genial_dice.bots.turn import hand_of, sheets, sheets_after
from spieltisch.kernel import Doubles, Ints, Unpacked

F = TypeVar("F", bound=Callable[..., Any])

FILE = registry.GAMES / "genial_dice" / "data" / "turns.npz"
TURNS = 41
CLOSE = 1e-10
CLOSE_DUEL = 2e-5
AT_MOST = 60  # rounds until a turn that brings nothing is taken into account


def fast(function: F) -> F:
    compiled: Any = numba.njit(cache=True)(function)
    return cast(F, compiled)


@dataclass(frozen=True)
class Turn:
    """All that a sheet may become in one turn: for each model (what the others show) and each roll some sheets."""

    after: Ints  # numbers of sheets
    begin: Ints  # where those of model m and roll r begin: at m * rolls + r
    likely: Doubles  # how likely each model is
    model: Ints  # which of them each way of showing dice is; colours with rows of equal length are alike


@fast
def solved(values: Doubles, after: Ints, begin: Ints, chances: Doubles, model: int, best: Doubles) -> float:
    """What a turn is worth against this model; fills in what each roll is worth."""
    rolls = len(chances)
    once = 0.0
    for roll in range(rolls):
        best[roll] = -1e9
        for k in range(begin[model * rolls + roll], begin[model * rolls + roll + 1]):
            best[roll] = max(best[roll], values[after[k]])
        once += chances[roll] * best[roll]
    twice = 0.0
    for roll in range(rolls):
        twice += chances[roll] * max(best[roll], once)
    thrice = 0.0
    for roll in range(rolls):
        thrice += chances[roll] * max(best[roll], twice)
    return thrice


@fast
def mean(values: Doubles, after: Ints, begin: Ints, likely: Doubles, chances: Doubles) -> float:
    best = np.empty(len(chances))
    total = 0.0
    for model in range(len(likely)):
        total += likely[model] * solved(values, after, begin, chances, model, best)
    return total


@fast
def reached(values: Doubles, after: Ints, begin: Ints, likely: Doubles, chances: Doubles, out: Doubles) -> None:
    """How likely the turn that is best for these values ends with each sheet."""
    rolls = len(chances)
    best = np.empty(rolls)
    for model in range(len(likely)):
        solved(values, after, begin, chances, model, best)
        once, twice = 0.0, 0.0
        for roll in range(rolls):
            once += chances[roll] * best[roll]
        for roll in range(rolls):
            twice += chances[roll] * max(best[roll], once)
        first, second = 0.0, 0.0  # how likely one rolls again
        for roll in range(rolls):
            first += chances[roll] * (best[roll] < twice)
            second += chances[roll] * (best[roll] < once)
        for roll in range(rolls):
            stays = (best[roll] >= twice) + first * (best[roll] >= once) + first * second
            for k in range(begin[model * rolls + roll], begin[model * rolls + roll + 1]):
                if values[after[k]] == best[roll]:
                    out[after[k]] += likely[model] * chances[roll] * stays
                    break


@fast
def without_doubles(after: Ints, columns: Ints, rolls: int, out: Ints, begin: Ints) -> int:
    """Of each roll every sheet once; how many that are."""
    count = 0
    for roll in range(rolls):
        begin[roll] = count
        for column in range(len(columns) - 1):
            if columns[column] + roll < columns[column + 1]:
                number = after[columns[column] + roll]
                known = False
                for k in range(begin[roll], count):
                    known = known or out[k] == number
                if not known:
                    out[count] = number
                    count += 1
    return count


@fast
def mean_of(a: int, values: Doubles, after: Ints, begin: Ints, likely: Doubles, at: Ints, chances: Doubles) -> float:
    """Of one sheet among all, which lie one after the other."""
    turns, models, weights = at[0, a : a + 2], at[1, a : a + 2], at[2, a : a + 2]
    return mean(
        values, after[turns[0] : turns[1]], begin[models[0] : models[1]], likely[weights[0] : weights[1]], chances
    )


@fast
def duel_of(
    a: int, b: int, duel: Doubles, after: Ints, begin: Ints, likely: Doubles, at: Ints, chances: Doubles
) -> None:
    """Both sheets, each on turn; a turn that brings nothing leaves the other one's value, so it goes to and fro."""
    for_a, for_b = 1 - duel[b], 1 - duel[a]
    for_a[-1] = for_b[-1] = 1.0
    for_a[a] = 0.5
    for _ in range(AT_MOST):
        before = for_a[a]
        duel[a, b] = mean_of(a, for_a, after, begin, likely, at, chances)
        for_b[b] = 1 - duel[a, b]
        duel[b, a] = mean_of(b, for_b, after, begin, likely, at, chances)
        for_a[a] = 1 - duel[b, a]
        if abs(for_a[a] - before) < CLOSE_DUEL:
            break


@fast
def duels_with(
    marks: int, totals: Ints, duel: Doubles, after: Ints, begin: Ints, likely: Doubles, at: Ints, chances: Doubles
) -> None:
    """All pairs that have so many marks together; those with more are known."""
    for a in range(len(totals) - 1):
        for b in range(a, len(totals) - 1):
            if totals[a] + totals[b] == marks:
                duel_of(a, b, duel, after, begin, likely, at, chances)


def rolls_of(hand: int) -> dict[tuple[int, ...], float]:
    """By place, with how likely each is."""
    rolls = rules.COUNTS[hand, tables.ROLL_AT[hand, : rules.KINDS[hand]]]
    return {tuple(roll): float(tables.CHANCES[hand, place]) for place, roll in enumerate(rolls.tolist())}


def shown_by(others: int, hand: int) -> dict[tuple[int, ...], float]:
    """What so many others may show together."""
    shown = {(0,) * rules.COLOURS: 1.0}
    for _ in range(others):
        more: dict[tuple[int, ...], float] = {}
        for dice, likely in shown.items():
            for roll, chance in rolls_of(hand).items():
                both = tuple(a + b for a, b in zip(dice, roll, strict=True))
                more[both] = more.get(both, 0.0) + likely * chance
        shown = more
    return shown


def alike(sheet: list[int], shown: tuple[int, ...]) -> tuple[int, ...]:
    """The same for all dice that differ only in colours with rows of equal length; the rows are in order."""
    return tuple(n for _, n in sorted(zip(sheet, shown, strict=True)))


def turn_of(state: Any, sheet: Ints, shown: dict[tuple[int, ...], float]) -> Turn:
    hand = hand_of(state)
    rolls = int(rules.KINDS[hand])
    numbers: dict[tuple[int, ...], int] = {}
    model = np.array([numbers.setdefault(alike(sheet.tolist(), dice), len(numbers)) for dice in shown])
    likely = np.zeros(len(numbers))
    np.add.at(likely, model, list(shown.values()))
    after, begin, count = [], [], 0
    for dice in numbers:
        kept, starts = np.empty(tables.MOST_WAYS, np.int64), np.empty(rolls, np.int64)
        ways = sheets_after(state, sheet, np.array(dice))
        size = without_doubles(ways, tables.COLUMNS[hand], rolls, kept, starts)
        after.append(kept[:size])
        begin.append(starts + count)
        count += size
    return Turn(np.concatenate(after), np.append(np.concatenate(begin), count), likely, model)


def solve_alone(
    turns: list[Turn], chances: Doubles, shown: dict[tuple[int, ...], float], of_one: Doubles
) -> tuple[Doubles, Doubles]:
    """The tables `still` and `delay` of all sheets, the fullest first."""
    count = len(turns)
    expected, delay = np.zeros(count), np.zeros((count, len(of_one)))
    ends = np.zeros((count, TURNS))
    ends[count - 1, 0] = 1.0
    totals = SHEETS[:count].sum(axis=1)
    best = np.empty(len(chances))
    for k in np.argsort(-totals, kind="stable")[1:]:
        turn = turns[k]
        values = -expected
        values[k] = -2.0 * TURNS
        for _ in range(AT_MOST):
            before = values[k]
            values[k] = mean(values, turn.after, turn.begin, turn.likely, chances) - 1
            if abs(values[k] - before) < CLOSE:
                break
        expected[k] = -values[k]
        out = np.zeros(count)
        reached(values, turn.after, turn.begin, turn.likely, chances, out)
        for t in range(1, TURNS):
            ends[k, t] = out @ ends[:, t - 1]
        against = [-solved(values, turn.after, turn.begin, chances, m, best) for m in range(len(turn.likely))]
        delay[k] = of_one @ (np.array(against)[turn.model] + 1) - expected[k]
    return 1 - ends.cumsum(axis=1), delay


def one_shows(hand: int, others: int, shown: dict[tuple[int, ...], float]) -> Doubles:
    """How likely all others show these dice together if one of them shows this roll."""
    numbers = {dice: k for k, dice in enumerate(shown)}
    found = np.zeros((int(rules.KINDS[hand]), len(shown)))
    for place, roll in enumerate(rolls_of(hand)):
        for dice, likely in shown_by(others - 1, hand).items():
            found[place, numbers[tuple(a + b for a, b in zip(dice, roll, strict=True))]] += likely
    return found


def solve_duels(turns: list[Turn], chances: Doubles, progress: Callable[[str], None]) -> Doubles:
    count = len(turns)
    totals = SHEETS[:count].sum(axis=1)
    duel = np.zeros((count, count))
    duel[-1] = 1.0
    parts: list[list[Any]] = [[turn.after, turn.begin, turn.likely] for turn in turns]
    parts = list(map(list, zip(*parts, strict=True)))
    at = np.array([np.cumsum([0, *map(len, part)]) for part in parts])
    after, begin, likely = (np.concatenate(part) for part in parts)
    for marks in range(2 * int(totals[-1]), -1, -1):
        duels_with(marks, totals, duel, after, begin, likely, at, chances)
        progress(f"duels with {marks} marks")
    return duel


@click.command()
def main() -> None:
    game = registry.game("genial_dice")
    still = np.zeros((tables.HANDS, 2, len(SHEETS), TURNS), np.uint16)
    delay = np.zeros((tables.SHORT_SHEETS + len(SHEETS), sum(map(int, rules.KINDS))), np.int16)
    duel = np.zeros(0)
    for players in (2, 3, 4):
        hand = int(rules.DICE_EACH[players]) - 2
        chances = tables.CHANCES[hand, : rules.KINDS[hand]]
        shown = shown_by(players - 1, hand)
        for long, sheet in enumerate(("3+3+1", "3+3+3")):
            options = game.chosen("base", players, {"sheet": sheet})
            state: Any = Unpacked(game.start(players, "base", options, game.content(options)))
            turns = [turn_of(state, SHEETS[k], shown) for k in range(sheets(state))]
            lasting, slower = solve_alone(turns, chances, shown, one_shows(hand, players - 1, shown))
            still[hand, long, : len(turns)] = np.rint(lasting.clip(0, 1) * WHOLE)
            rows, at = tables.SHORT_SHEETS * long, int(tables.DELAY_AT[hand])
            delay[rows : rows + len(turns), at : at + len(chances)] = np.rint(slower * TICK)
            click.echo(f"{players} players, {sheet}: {lasting[0].sum():.3f} turns")
            if players == 2 and not long:
                duel = solve_duels(turns, chances, lambda said: click.echo(said, err=True))
                click.echo(f"who starts wins {duel[0, 0]:.1%}")
    np.savez_compressed(FILE, still=still, delay=delay, duel=np.rint(duel.clip(0, 1) * WHOLE).astype(np.uint16))
    click.echo(f"{FILE.name}: {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
