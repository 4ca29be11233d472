"""Opponents by level, from a gentle beginner to the strongest: games/<game>/data/levels.toml says how each one thinks.

A level names a method: `random`, `greedy`, `rule` (a rule of the game's bots.py, called as (state, seat, rng) on the
hidden state), `search`, `tree` or `net` with its budget. Searching needs compiled rules: where they are not compiled
(yet), a level that searches takes the most promising action without looking ahead, so that nobody waits.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache
from types import ModuleType
from typing import Any

from spieltisch.bots import greedy, net, random, search, tree
from spieltisch.bots.search import Budget
from spieltisch.contract import Game, Trouble
from spieltisch.kernel import Engine, Rng, Rows

USUAL = Budget()
WITHOUT_LOOKING_AHEAD = Budget(playouts=1, width=1, horizon=0)
LOOKING_AHEAD = {"search": search, "tree": tree, "net": net}
METHODS = ("random", "greedy", "rule", *LOOKING_AHEAD)


@dataclass(frozen=True)
class Thinking:
    """Instead of what a level that searches usually thinks: so many playouts, so many milliseconds, or a share of them.

    With a share, levels that count playouts keep them: they are quick, and with a few of them they would be others.
    """

    playouts: int = 0
    milliseconds: float = 0.0
    scale: float = 1.0

    def instead_of(self, usual: Budget) -> Budget:
        if not usual.playouts and not usual.milliseconds:
            return usual  # it asks a net once
        if self.playouts or self.milliseconds:
            return replace(usual, playouts=self.playouts, milliseconds=self.milliseconds)
        return replace(usual, milliseconds=usual.milliseconds * self.scale)


@dataclass(frozen=True)
class Plan:
    """How a level thinks in one variant."""

    method: str
    rule: str = ""
    number: int | None = None
    budget: Budget = USUAL


@dataclass(frozen=True)
class Rule:
    """A player that is one rule of the game's own bots.py, called as (state, seat, rng), or with a number of its level
    as (state, seat, number).
    """

    rule: str
    number: int | None = None

    def choose(self, game: Game, seen: Rows, seat: int, rng: Rng) -> int:
        knowledge = _knowledge(game.name, game.engine, game.module("bots"))
        return int(getattr(knowledge, self.rule)(seen.copy(), seat, rng if self.number is None else self.number))


@dataclass(frozen=True)
class Level:
    """It looks up what to do in the game at hand."""

    name: str
    thinking: Thinking | None = None

    def choose(self, game: Game, seen: Rows, seat: int, rng: Rng) -> int:
        plan = plan_of(game, self.name, variant_of(game, seen))
        if plan.method == "random":
            return random.choose(game, seen, seat, rng)
        if plan.method == "greedy":
            return greedy.choose(game, seen, seat, rng)
        if plan.method == "rule":
            return Rule(plan.rule, plan.number).choose(game, seen, seat, rng)
        budget = plan.budget if self.thinking is None else self.thinking.instead_of(plan.budget)
        budget = budget if game.engine.compiled else WITHOUT_LOOKING_AHEAD
        return int(LOOKING_AHEAD[plan.method].choose(game, seen, seat, rng, budget))


def plan_of(game: Game, level: str, variant: str) -> Plan:
    tables = game.data("levels")
    table = tables.get("variant", {}).get(variant, {}).get(level) or tables[level]
    return _plan(game.name, level, tuple(table.items()))


def variant_of(game: Game, seen: Rows) -> str:
    """A state that does not say it is of the first variant for so many players."""
    assert seen.dtype.names is not None
    if "variant" in seen.dtype.names:
        return list(game.variants)[int(seen["variant"][0])]
    players = int(seen["players"][0])
    return next(variant for variant, counts in game.variants.items() if players in counts)


@cache
def _plan(game_name: str, level: str, table: tuple[tuple[str, Any], ...]) -> Plan:
    numbers = dict(table)
    method, rule, number = numbers.pop("method", ""), numbers.pop("rule", ""), numbers.pop("number", None)
    unknown = numbers.keys() - {field.name for field in fields(Budget)}
    if method not in METHODS or unknown or (method == "rule") != bool(rule) or (number and not rule):
        raise Trouble(f"The {level} of {game_name} is not written as a level is: {dict(table)}.")
    return Plan(method, rule, number, Budget(**numbers))


@cache
def _knowledge(game_name: str, engine: Engine, knowledge: ModuleType) -> Engine:
    return engine.bind(knowledge)
