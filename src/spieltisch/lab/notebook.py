"""The lab as a notebook asks for it: games by name, players by name or as they are, results as frames.

A player of one's own is a function `choose(game, seen, seat, rng) -> action`, something with such a method, or a class
of such things, of which every game and seat gets one of its own.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from spieltisch import registry
from spieltisch.bots import outside
from spieltisch.bots.levels import Thinking
from spieltisch.choices import Chosen, settled
from spieltisch.contract import Trouble
from spieltisch.lab import arena as halls
from spieltisch.lab.arena import ArenaResult
from spieltisch.lab.contest import contest
from spieltisch.lab.playouts import Results
from spieltisch.lab.pool import Processes, opened, processes, spread
from spieltisch.lab.simulation import ended, simulation, warm_up
from spieltisch.quoting import seed_word, whole

Player = str | Callable[..., Any] | outside.Chooser | type[outside.Chooser]


def arena(
    game: str,
    bots: Sequence[Player],
    games: int = 100,
    *,
    players: int | None = None,
    variant: str | None = None,
    seed: int | str = 1,
    jobs: int = 1,
    file: Path | str | None = None,
    playouts: int = 0,
    compiled: bool = True,
    strict: bool = False,
    **options: Chosen,
) -> ArenaResult:
    """Who plays better: so many `games` of each meeting of these players, each deal from every seat, with intervals.
    Because of that, three games of two players become four. More players than seats meet in all combinations.

    A player is the name of one ("level3"), of one in a file ("my_bot.py:choose"), or a function or class of your own.
    `jobs` processes share the games; a script that wants several says so below `if __name__ == "__main__":`. `file`
    keeps them, to go on later; `playouts` is what levels that search may think, instead of their time. The same seed
    gives the same deals.

    Where a player of your own fails, a random move is played instead and the result says so; with `strict` that ends
    the contest with a sentence.
    """
    found, jobs, games = registry.game(game), processes(jobs), whole(games, "The number of games")
    if whole(playouts, "The number of playouts") < 0:
        raise Trouble(f"Levels that search think for one playout or more, not {playouts}; 0 leaves them their time.")
    names = outside.admit(bots, found, jobs=jobs)
    thinking = Thinking(playouts=playouts) if playouts else None
    met = contest(
        found,
        names,
        players=players,
        variant=variant,
        options=settled(options),
        seed=seed_word(seed),
        thinking=thinking,
        compiled=compiled,
    )
    kept = None if file is None else Path(file)
    result = halls.arena(halls.measured(met), games, jobs=jobs, file=kept, strict=strict)
    for sentence in result.faults():
        warnings.warn(sentence, stacklevel=2)
    return result


def simulate(
    game: str,
    games: int,
    bots: Sequence[Player],
    *,
    players: int | None,
    variant: str | None,
    seed: str,
    jobs: int,
    compiled: bool,
    options: dict[str, str],
) -> Results:
    """The games that `spieltisch lab simulate` plays of the same seed, of which only the ends are kept."""
    found = registry.game(game)
    names = outside.admit(bots, found, jobs=jobs)
    wanted = simulation(found, names, players=players, variant=variant, options=options, seed=seed, compiled=compiled)
    size = max(1, min(wanted.shard, -(-games // jobs)))
    parts = [(wanted, begin, min(size, games - begin)) for begin in range(0, games, size)]
    places, points = np.zeros((2, games, wanted.players), np.int64)
    if len(parts) > 1 and jobs > 1 and wanted.compiled:
        with Processes(1) as pool:
            list(spread(pool, warm_up, [(wanted,)]))
    with opened(max(1, min(jobs, len(parts)))) as pool:
        for begin, *told in spread(pool, ended, parts):
            part = slice(begin, begin + len(told[0]))
            places[part], points[part] = told
    return Results(places, points, wanted.bots, game, seed)
