"""What an action, a mask and an observation are for a game, variant and number of players: one definition for all.

A *decision* is the number by which an agent says what it does: the game's own numbering (`contract.Numbering`), or its
actions where it has none; chance has no decisions. A mask has a 1 for each decision that is legal. An observation is
what the deciding seat may know: the game's `features`, or the numbers of the hidden row where it has none. A reward
comes when the game is over (`stepping.reward`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import FunctionType, SimpleNamespace
from typing import Any, cast

import numpy as np

from spieltisch import registry
from spieltisch.contract import Content
from spieltisch.env import plain, stepping
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Doubles, Engine, Floats, Ints, Mask, Rows, row_type, rule


def numbering_of(game: Game) -> Any:
    """The decisions of a game, a `contract.Numbering`."""
    own = game.module("numbering") if game.has("numbering") else plain
    decisions = getattr(own, "DECISIONS", game.rules.ACTIONS)
    return SimpleNamespace(DECISIONS=decisions, to_action=own.to_action, to_decision=own.to_decision, mask=own.mask)


def sight_of(game: Game) -> Any:
    """What is observed, a `contract.Features`."""
    if game.has("features"):
        own = game.net_inputs
        share = getattr(own, "share_of_features", None) or _by_one_lane(own.features)
        return SimpleNamespace(FEATURES=own.FEATURES, features=own.features, share_of_features=share)
    declared: type = game.rules.State
    row = _the_row_itself(declared)
    size = row_type(declared).itemsize // 8
    return SimpleNamespace(FEATURES=size, features=row, share_of_features=_by_one_lane(row))


@cache
def _by_one_lane(features: Any) -> Any:
    """A rule for many lanes of which the first does all the work."""
    return rule(FunctionType(_first_lane.__code__, {"features": features, "__name__": __name__}, "share_of_features"))


features: Any = None  # what `_first_lane` stands for


def _first_lane(state: Any, seat: int, out: Floats, lane: int, lanes: int) -> None:
    if lane == 0:
        features(state, seat, out)


@cache
def _the_row_itself(declared: type) -> Any:
    """A rule that writes all numbers of a state one after another, in the order in which they are declared."""
    lines, at = ["def features(state, seat, out):"], 0
    for name in row_type(declared).names or ():
        shape = row_type(declared)[name].shape
        for place in np.ndindex(shape):
            index = f"[{', '.join(map(str, place))}]" if shape else ""
            lines.append(f"    out[{at}] = state.{name}{index}")
            at += 1
    namespace: dict[str, Any] = {"__name__": __name__}
    exec("\n".join(lines), namespace)
    return rule(namespace["features"])


def bound(game: Game, engine: Engine) -> Engine:
    """The rules of an environment for a game: those of stepping.py, in the mode of the engine."""
    return engine.bind(stepping, signals=_signals() if engine.compiled else SimpleNamespace(), **parts_of(game))


def parts_of(game: Game) -> dict[str, Any]:
    """What a game brings to an environment."""
    return {"rules": game.parts, "numbering": numbering_of(game), "sight": sight_of(game)}


def _signals() -> Any:
    """Imported late: it brings numba with it."""
    from spieltisch.native import SIGNALS

    return SIGNALS


@dataclass(frozen=True)
class Space:
    """Of one game, variant and number of players. The states that it is asked about are whole ones: it hides."""

    game: Game
    variant: str
    players: int
    options: Mapping[str, str]

    @cached_property
    def decisions(self) -> int:
        """Every decision is below this."""
        return int(self.numbering.DECISIONS)

    @cached_property
    def features(self) -> int:
        """How many numbers an observation has."""
        return int(self._sight.FEATURES)

    @cached_property
    def content(self) -> Content:
        return self.game.content(self.options)

    @property
    def together(self) -> bool:
        """Whether seats choose at the same time."""
        return self.players > 1 and hasattr(self.game.rules, "reveals")

    def __reduce__(self) -> Any:
        return space, (self.game.name, self.players, self.variant, dict(self.options))

    def start(self) -> Rows:
        """A new state."""
        return self.game.start(self.players, self.variant, self.options, self.content)

    def to_action(self, rows: Rows, seat: int, decision: int) -> int:
        """The action that a decision means now, which need not be legal; -1: none. Of chance it is the action."""
        if seat == CHANCE:
            return decision
        if not 0 <= decision < self.decisions:
            return -1
        return int(self.game.engine.entry(self.numbering.to_action, asks=True)(rows, seat, decision))

    def to_decision(self, rows: Rows, seat: int, action: int) -> int:
        """The number of a legal action."""
        to_decision = self.game.engine.entry(self.numbering.to_decision, asks=True)
        return int(to_decision(rows, seat, action))

    def mask(self, rows: Rows, seat: int, out: Mask | None = None) -> Mask:
        """A 1 for each decision that is legal for a seat; none for one that may not act."""
        out = np.zeros(self.decisions, np.int8) if out is None else out
        out[:] = 0
        if seat in self.game.waiting(rows):
            mask = self.game.engine.entry(self.numbering.mask, asks=True)
            mask(self.game.hidden(rows, seat), seat, out, 0, 1)
        return out

    def observation(self, rows: Rows, seat: int, out: Floats | None = None) -> Floats:
        """What the seat may know."""
        out = np.zeros(self.features, np.float32) if out is None else out
        self.game.engine.entry(self._sight.features, asks=True)(self.game.hidden(rows, seat), seat, out)
        return out

    def rewards(self, rows: Rows) -> Doubles:
        """What the game brought each seat; nothing while it goes on."""
        out = np.zeros(self.players)
        outcome = self.game.outcome(rows, self.players)
        if outcome is not None:
            ends: tuple[Ints, Ints] = (np.array(outcome.places, np.int64), np.array(outcome.points, np.int64))
            out[:] = [self._engine.reward(rows, seat, *ends) for seat in range(self.players)]
        return out

    @cached_property
    def numbering(self) -> Any:
        return numbering_of(self.game)

    @cached_property
    def _sight(self) -> Any:
        return sight_of(self.game)

    @property
    def _engine(self) -> Any:
        return cast(Any, bound(self.game, self.game.engine))


def space(
    game: str, players: int | None = None, variant: str | None = None, options: Mapping[str, Any] | None = None
) -> Space:
    """What an agent does and sees in a game, checked; the usual variant and fewest players where nothing is said.

    It says how many `decisions` and `features` there are, and translates between decisions and actions of the rules.
    """
    found = registry.game(game)
    variant = next(iter(found.variants)) if variant is None else variant
    players = found.variants.get(variant, (0,))[0] if players is None else players
    chosen = found.chosen(variant, players, {name: str(value) for name, value in (options or {}).items()})
    return Space(found, variant, players, chosen)
