"""How strong are the players of the dice game? Games in native loops, seats rotated, the same dice for every seat.

    python studies/genial_dice_strength.py                     the ladder and level 6 against the reference
    python studies/genial_dice_strength.py near for_sheet --players 3 --deals 500

In a deal the first player sits once in every seat, all others are the second one, and chance draws from the same
generator each time. Fair is one half, a third or a quarter. The first run compiles for some minutes.
"""

from __future__ import annotations

import time
import tomllib
from itertools import pairwise
from sys import modules
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from spieltisch import registry
from spieltisch.games.genial_dice import bots
from spieltisch.kernel import CHANCE, Ints, Rng, below, first, generator, rule
from spieltisch.lab.selfplay import wilson

if TYPE_CHECKING:
    from spieltisch.games.genial_dice.bots import (
        beginner,
        first_greedy,
        for_sheet,
        hasty,
        learner,
        marks_greedy,
        near,
        strongest,
    )

    def waiting(state: Any) -> int: ...
    def tickets(state: Any, seat: int) -> int: ...
    def pick(state: Any, seat: int, ticket: int) -> int: ...
    def apply(state: Any, seat: int, action: int) -> None: ...
    def outcome(state: Any, places: Ints, points: Ints) -> int: ...


PLAYERS = (
    "beginner",
    "learner",
    "hasty",
    "marks_greedy",
    "for_sheet",
    "near",
    "strongest",
    "first_greedy",
    "random",
)


@rule
def chosen(state: Any, seat: int, player: int, rng: Rng) -> int:
    if player == 0:
        return beginner(state, seat, rng)
    if player == 1:
        return learner(state, seat, rng)
    if player == 2:
        return hasty(state, seat, rng)
    if player == 3:
        return marks_greedy(state, seat, rng)
    if player == 4:
        return for_sheet(state, seat, rng)
    if player == 5:
        return near(state, seat, rng)
    if player == 6:
        return strongest(state, seat, rng)
    if player == 7:
        return first_greedy(state, seat, rng)
    return pick(state, seat, below(rng, tickets(state, seat)))


@rule
def play(state: Any, lineup: Ints, rng: Rng, luck: Rng, places: Ints, points: Ints) -> None:
    """One game; the players' own generator is not that of the dice."""
    seats = waiting(state)
    while seats:
        seat = first(seats)
        if seat == CHANCE:
            action = pick(state, seat, below(luck, tickets(state, seat)))
        else:
            action = chosen(state, seat, int(lineup[seat]), rng)
        apply(state, seat, action)
        seats = waiting(state)
    outcome(state, places, points)


def measure(one: str, others: str, players: int, deals: int, seed: int, options: dict[str, str]) -> str:
    game = registry.game("genial_dice")
    engine = game.compiled.bind(bots, modules[__name__])
    chosen_options = game.chosen("base", players, options)
    start = game.start(players, "base", chosen_options, game.content(chosen_options))
    places, points = np.zeros((2, players), np.int64)
    won, begin = 0.0, time.perf_counter()
    for deal in range(deals):
        for seat in range(players):
            rows = start.copy()
            lineup = np.full(players, PLAYERS.index(others))
            lineup[seat] = PLAYERS.index(one)
            rng, luck = generator((seed << 32) + deal * players + seat), generator((seed << 32) + deal + (1 << 62))
            engine.play(rows, lineup, rng, luck, places, points)
            won += (places[seat] == 0) / (places == 0).sum()
    games = deals * players
    share = wilson(won / games, games)
    took = (time.perf_counter() - begin) / games * 1000
    return (
        f"{one:12} against {others:12} {players} players, {games} games: "
        f"{share.mean:.1%} ({share.low:.1%} to {share.high:.1%}), {took:.1f} ms a game"
    )


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(PLAYERS))
@click.option("--players", default=2, help="At the table.")
@click.option("--deals", default=1000, help="Each is played once from every seat.")
@click.option("--seed", default=1, help="Another one gives other games.")
@click.option("--long-rows", is_flag=True, help="The sheet 3 + 3 + 3.")
def main(names: tuple[str, ...], players: int, deals: int, seed: int, *, long_rows: bool) -> None:
    options = {"sheet": "3+3+3"} if long_rows else {}
    if len(names) == 2:
        click.echo(measure(names[0], names[1], players, deals, seed, options))
        return
    file = registry.GAMES / "genial_dice" / "data" / "levels.toml"
    rules = [level["rule"] for level in tomllib.loads(file.read_text(encoding="utf-8")).values()]
    click.echo(measure(rules[0], "random", 2, deals, seed, options))
    for lower, higher in pairwise(rules):
        click.echo(measure(higher, lower, 2, deals, seed, options))
    for count in (2, 3, 4):
        for reference in bots.REFERENCES.values():
            click.echo(measure(rules[-1], reference, count, deals, seed, options))


if __name__ == "__main__":
    main()
