"""The lab as a notebook asks for it: games by name, players by name or as they are, results as frames.

A player of one's own is a function `choose(game, seen, seat, rng) -> action`, something with such a method, or a class
of such things, of which every game and seat gets one of its own.
"""

from __future__ import annotations

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
from spieltisch.quoting import whole

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
    **options: Chosen,
) -> ArenaResult:
    """Who plays better: so many games between these players, each deal from every seat, with intervals. Because of
    that, three games of two players become four.

    A player is the name of one ("level3"), of one in a file ("my_bot.py:choose"), or a function or class of your own.
    `jobs` processes share the games; `file` keeps them, to go on later; `playouts` is what levels that search may
    think, instead of their time. The same seed gives the same deals.
    """
    found = registry.game(game)
    names = outside.admit(bots, found, jobs=jobs)
    thinking = Thinking(playouts=playouts) if playouts else None
    met = contest(
        found,
        names,
        players=players,
        variant=variant,
        options=settled(options),
        seed=str(seed),
        thinking=thinking,
        compiled=compiled,
    )
    return halls.arena(met, whole(games, "The number of games"), jobs=jobs, file=None if file is None else Path(file))


def simulate(
    game: str,
    games: int,
    bots: Sequence[Player],
    *,
    players: int | None,
    variant: str | None,
    seed: int,
    jobs: int,
    compiled: bool,
    options: dict[str, str],
) -> Results:
    """Games of these players, the first in the first seat; from game to game everybody moves on by one."""
    found = registry.game(game)
    names = outside.admit(bots, found, jobs=jobs)
    met = contest(found, names, players=players, variant=variant, options=options, seed=str(seed), compiled=compiled)
    if len(names) != met.players:
        raise Trouble(f"There are {met.players} seats but {len(names)} players.")
    turns = [tuple(names[(seat - turn) % met.players] for seat in range(met.players)) for turn in range(met.players)]
    numbers = [(0, deal, deal % met.players) for deal in range(games)]
    played = {each.deal: each for each in halls.play_all(met, [turns], numbers, jobs)}
    for each in played.values():
        for _, _, why in each.faults:
            raise Trouble(why)
    places, points = np.zeros((2, games, met.players), np.int64)
    for deal, each in played.items():
        places[deal], points[deal] = each.places, each.points
    return Results(places, points, tuple(names))
