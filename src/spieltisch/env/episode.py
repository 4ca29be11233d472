"""One playthrough for programs: seats decide by number, chance acts by itself, and everybody observes what they may.

The adapters for Gymnasium and PettingZoo are thin over this. It can also be asked itself: `clone` for a search that
looks ahead, `imagined` for one that does not cheat, `chance` to decide from outside how dice, bag and deck fall.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import replace
from functools import cache
from typing import Any, TypedDict

from spieltisch import registry
from spieltisch.contract import Outcome, Trouble
from spieltisch.env.spaces import Space, space
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Floats, Mask, Rng, Rows, below, generator, twin
from spieltisch.modes import has_compiler, mode

Chance = Callable[[Game, Rows, Rng], int]  # (game, state, rng) -> an action of chance


class Observation(TypedDict):
    observation: Floats
    action_mask: Mask


@cache
def rules_of(name: str, *, compiled: bool) -> Game:
    """A game of the environments' own, so that tables in the same process keep their engine."""
    game = replace(registry.game(name))
    game.__dict__["engine"] = game.compiled if compiled else game.interpreted
    return game


def setting(
    game: str,
    players: int | None = None,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    compiled: bool | None = None,
) -> Space:
    """What is played, checked. Rules are compiled where they can be, unless somebody says otherwise."""
    found = space(game, players, variant, options)
    compiled = has_compiler() and mode() != "0" if compiled is None else compiled
    return replace(found, game=rules_of(game, compiled=compiled))


def drawn(game: Game, rows: Rows, rng: Rng) -> int:
    """What dice, bag and deck bring: each outcome as often as its weight says."""
    return int(game.engine.pick(rows, CHANCE, below(rng, game.engine.tickets(rows, CHANCE))))


class Episode:
    def __init__(self, space: Space, chance: Chance = drawn) -> None:
        self.space = space
        self.game = space.game
        self.chance = chance
        self.begin(0)

    def begin(self, seed: int) -> None:
        """A new playthrough; its luck depends on the seed alone."""
        self.rows = self.space.start()
        self.rng = generator(seed)
        self._let_chance_act()

    @property
    def waiting(self) -> list[int]:
        """The seats that may act now; nobody when it is over."""
        return self.game.waiting(self.rows)

    def allows(self, seat: int, decision: int) -> bool:
        """Whether the seat may decide this now."""
        if seat not in self.waiting:
            return False
        return not self.game.engine.refusal(self.rows, seat, self.space.to_action(self.rows, seat, decision))

    def decide(self, seat: int, decision: int) -> None:
        """Plays a decision and the chance that follows; if it is refused, nothing has changed."""
        if not self.allows(seat, decision):
            raise Trouble(f"Decision {decision} is not allowed for seat {seat} in {self.game.name}.")
        self.act(seat, self.space.to_action(self.rows, seat, decision))

    def act(self, seat: int, action: int) -> None:
        """The same with a legal action of the rules."""
        self.game.engine.apply(self.rows, seat, action)
        self._let_chance_act()

    def observe(self, seat: int) -> Observation:
        """What the seat may know and may decide now."""
        return {
            "observation": self.space.observation(self.rows, seat),
            "action_mask": self.space.mask(self.rows, seat),
        }

    def rewards(self) -> list[float]:
        """What the game brought each seat; nothing while it goes on."""
        return [float(reward) for reward in self.space.rewards(self.rows)]

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.rows, self.space.players)

    def clone(self) -> Episode:
        """Another one at the same point, with the same luck ahead."""
        other = copy(self)
        other.rows, other.rng = twin(self.rows), self.rng.copy()
        return other

    def imagined(self, seat: int, seed: int) -> Episode:
        """One that the seat must think possible: what it may not know is dealt anew, and luck is another."""
        other = self.clone()
        other.rng = generator(seed)
        self.game.engine.hide(other.rows, seat)
        self.game.engine.imagine(other.rows, seat, other.rng)
        return other

    def _let_chance_act(self) -> None:
        while self.waiting == [CHANCE]:
            action = self.chance(self.game, self.rows, self.rng)
            if self.game.engine.refusal(self.rows, CHANCE, action):
                raise Trouble(f"Chance wants {action}, which is not allowed in {self.game.name}.")
            self.game.engine.apply(self.rows, CHANCE, action)
