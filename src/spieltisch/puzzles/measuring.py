"""What every legal move of a position is worth: solved where the game can, else played on until it is clear enough.

All moves are played in the same imagined worlds with the same luck. Again and again the number of worlds is doubled,
and whatever is behind the best move beyond doubt is played no more: its interval is wide, but does not reach the best.
What a puzzle says of the moves that matter is then measured in fresh worlds: those in which it was found flatter it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

import numpy as np

from spieltisch.coach.judge import play_out, standard_error
from spieltisch.contract import Trouble
from spieltisch.game import Game
from spieltisch.kernel import Rng, Rows

FIRST = 24  # worlds
MOST = 1536
FIRST_LOOK = 48
SURE = 1.96  # standard errors in half of a 95 % interval
BEYOND_DOUBT = 3.5  # standard errors, because it is looked at again and again


class Themes(Protocol):
    """themes.py of a game with puzzles. It may have a rule `solve`, too: (state, seat, actions, values, doubts) -> how
    many; every legal action in the order of `legal`, its chance to win, and how far its distance to the best one may
    be off. And `CARDS`: those of its themes that are quickly decided."""

    THEMES: Sequence[str]

    def theme(self, state: Any, seat: int, best: int, tempting: int) -> str:
        """What the position teaches, from what the seat may know: the best action, and the one that misleads."""


def themes_of(game: Game) -> Themes:
    if not game.has("themes"):
        raise Trouble(f"{game.name} has no themes.py: no puzzles can be made for it.")
    return cast(Themes, game.module("themes"))


@dataclass(frozen=True)
class Worths:
    """By legal move; values are shares of the win, or alone points."""

    worth: float  # of the best one
    losses: tuple[float, ...]
    errors: tuple[float, ...]  # half of the 95 % interval of each loss
    worlds: int  # 0: solved


def measure(game: Game, seen: Rows, seat: int, rng: Rng, most: int = MOST, few: int = 1 << 30) -> Worths | None:
    """With at most so many worlds. None: more than `few` moves may still be the best one after a third of the way."""
    if hasattr(themes_of(game), "solve"):
        return _solved(game, seen, seat)
    actions = [int(action) for action in game.legal(seen, seat)]
    played = np.full((most, len(actions)), np.nan)
    count = np.zeros(len(actions), np.int64)  # worlds in which each has been played
    alive, worlds = list(range(len(actions))), 0
    while len(alive) > 1 and worlds < most:
        more = min(max(FIRST, worlds), most - worlds)
        played[worlds : worlds + more, alive] = play_out(game, seen, seat, rng, [actions[k] for k in alive], more)
        worlds += more
        count[alive] = worlds
        best = max(alive, key=lambda k: (played[:worlds, k].mean(), -k))
        alive = [k for k in alive if k == best or not _clearly_behind(played[:worlds, best] - played[:worlds, k])]
        if 3 * worlds >= most and len(alive) > few:
            return None
    worlds = int(count[best])
    behind = [played[:n, best] - played[:n, k] for k, n in enumerate(count)]
    losses = [max(0.0, float(each.mean())) for each in behind]
    errors = [SURE * standard_error(each) for each in behind]
    errors[best] = 0.0
    return Worths(float(played[:worlds, best].mean()), tuple(losses), tuple(errors), worlds)


def confirm(
    game: Game, seen: Rows, seat: int, rng: Rng, found: Worths, places: Sequence[int], most: int = MOST
) -> Worths | None:
    """The same with the best move, whatever may be as good, and these measured anew. None: another one is best."""
    if not found.worlds:
        return found  # solved
    legal = [int(action) for action in game.legal(seen, seat)]
    near = [k for k, loss in enumerate(found.losses) if loss <= found.errors[k]]
    asked = list(dict.fromkeys([*near, *places]))
    played = play_out(game, seen, seat, rng, [legal[k] for k in asked], most)
    best = max(range(len(asked)), key=lambda k: (played[:, k].mean(), -k))
    if asked[best] not in near:
        return None
    losses, errors = list(found.losses), list(found.errors)
    for k, place in enumerate(asked):
        behind = played[:, best] - played[:, k]
        losses[place], errors[place] = float(behind.mean()), SURE * standard_error(behind) if k != best else 0.0
    return Worths(float(played[:, best].mean()), tuple(losses), tuple(errors), most)


def first_look(game: Game, seen: Rows, seat: int, rng: Rng, actions: Sequence[int]) -> float:
    """How far apart some actions seem to be; for a first look, before all of them are measured."""
    if hasattr(themes_of(game), "solve"):
        return float("inf")
    means = play_out(game, seen, seat, rng, actions, FIRST_LOOK).mean(axis=0)
    return float(means.max() - means.min())


def _clearly_behind(differences: Any) -> bool:
    return bool(differences.mean() > BEYOND_DOUBT * standard_error(differences))


def _solved(game: Game, seen: Rows, seat: int) -> Worths:
    room, values = np.empty(game.rules.CHOICES, np.int64), np.empty((2, game.rules.CHOICES))
    solve = game.engine.entry(cast(Any, themes_of(game)).solve)
    found = int(solve(seen.copy(), seat, room, values[0], values[1]))
    order = [room[:found].tolist().index(action) for action in game.legal(seen, seat).tolist()]
    worths, doubts = values[0][order], values[1][order]
    best = float(worths.max())
    return Worths(best, tuple((best - worths).tolist()), tuple(doubts.tolist()), 0)
