"""Opponents by level, from a gentle beginner to the strongest: data/levels.toml of a game says how each one thinks.

A level names a policy (one of the game's POLICIES, or `random` or `greedy`), or a search (one of its SEARCHES) with a
budget. Searching needs compiled rules: where they are not compiled (yet), a level that searches takes the most
promising action without looking ahead, so that nobody waits, and its seat says so (`looks_ahead`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from spieltisch.bots import LEVELS, greedy, random, search
from spieltisch.bots.search import Budget
from spieltisch.contract import Trouble
from spieltisch.game import Game
from spieltisch.kernel import Rng, Rows

USUAL = Budget()
WITHOUT_LOOKING_AHEAD = Budget(playouts=1, width=1, horizon=0)
ANYWHERE = {"random": random, "greedy": greedy}  # policies of every game


@dataclass(frozen=True)
class Thinking:
    """Instead of what a level that searches usually thinks: so many playouts, so many milliseconds, or a share of them.

    With a share, levels that count playouts keep them: they are quick, and with a few of them they would be others.
    """

    playouts: int = 0
    milliseconds: float = 0.0
    scale: float = 1.0

    def overriding(self, usual: Budget) -> Budget:
        if self.playouts or self.milliseconds:
            return replace(usual, playouts=self.playouts, milliseconds=self.milliseconds)
        return replace(usual, milliseconds=usual.milliseconds * self.scale)


@dataclass(frozen=True)
class LevelPlan:
    """How a level thinks in one variant."""

    policy: str = ""
    number: int | None = None  # for a policy that several levels share
    search: str = ""
    budget: Budget = USUAL


@dataclass(frozen=True)
class OneRule:
    """A player that is one policy of a game; with a number it is called as (state, seat, number)."""

    policy: Callable[..., int]
    number: int | None = None

    def choose(self, game: Game, seen: Rows, seat: int, rng: Rng) -> int:
        known = list(game.players.POLICIES.values())
        alike = (
            [each for each in known if _third(each) == _third(self.policy)] if self.policy in known else [self.policy]
        )
        third = rng if self.number is None else self.number
        return int(game.engine.one_of(alike)(alike.index(self.policy), seen.copy(), seat, third))


def _third(policy: Any) -> str:
    """What it takes beside state and seat: a generator or a number."""
    return str(policy.__code__.co_varnames[2])


@dataclass(frozen=True)
class Level:
    """It looks up what to do in the game at hand."""

    name: str
    thinking: Thinking | None = None

    def choose(self, game: Game, seen: Rows, seat: int, rng: Rng) -> int:
        plan = plan_of(game, self.name, game.variant(seen))
        if plan.search:
            budget = plan.budget if self.thinking is None else self.thinking.overriding(plan.budget)
            budget = budget if game.engine.compiled else WITHOUT_LOOKING_AHEAD
            return search.choose(game, seen, seat, rng, budget, game.players.SEARCHES[plan.search])
        if plan.policy in ANYWHERE:
            return int(ANYWHERE[plan.policy].choose(game, seen, seat, rng))
        return OneRule(game.players.POLICIES[plan.policy], plan.number).choose(game, seen, seat, rng)


def looks_ahead(game: Game, bot: str, variant: str) -> bool:
    """Whether this opponent searches, and so plays below its strength where the rules are not compiled."""
    return bot in LEVELS and plan_of(game, bot, variant).search != ""


def plan_of(game: Game, level: str, variant: str) -> LevelPlan:
    tables: Mapping[str, Any] = game.data("levels")
    table = tables.get("variant", {}).get(variant, {}).get(level) or tables[level]
    return _plan(game, level, tuple(table.items()))


def _plan(game: Game, level: str, table: tuple[tuple[str, Any], ...]) -> LevelPlan:
    numbers = dict(table)
    policy, wanted, number = numbers.pop("policy", ""), numbers.pop("search", ""), numbers.pop("number", None)
    unknown = numbers.keys() - {field.name for field in fields(Budget)}
    if bool(policy) == bool(wanted) or unknown or (number is not None and not policy):
        raise Trouble(f"The {level} of {game.name} is not written as a level is: {dict(table)}.")
    what, name = ("policy", policy) if policy else ("search", wanted)
    known = [*game.players.POLICIES, *ANYWHERE] if policy else list(game.players.SEARCHES)
    if name not in known:
        raise Trouble(f"{level} of {game.name} names the {what} {name!r}; there are {', '.join(known)}.")
    return LevelPlan(policy, number, wanted, Budget(**numbers))
