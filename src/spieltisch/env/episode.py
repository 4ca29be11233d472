"""One playthrough for programs: seats decide by number, chance acts by itself, and everybody observes what they may.

The adapters for Gymnasium and PettingZoo are thin over this. It can also be asked itself: `clone` for a search that
looks ahead, `imagined` for one that does not cheat, `chance` to decide from outside how dice, bag and deck fall.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import replace
from functools import cache, partial
from typing import Any, TypedDict

from spieltisch import registry
from spieltisch.bots.outside import answered
from spieltisch.contract import Outcome, Trouble
from spieltisch.env.spaces import Space, space
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Floats, Mask, Rng, Rows, below, generator, twin
from spieltisch.modes import has_compiler, mode
from spieltisch.quoting import quoted, whole

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


def checked_seed(seed: int) -> int:
    """A seed as generators take it."""
    number = whole(seed, "A seed")
    if number < 0:
        raise Trouble(f"A seed is a whole number from 0 on, not {number}.")
    return number


class Episode:
    """One playthrough of what `setting` says, or of a game by its name, begun; `chance` decides how dice, bag and deck
    fall."""

    def __init__(self, space: Space | str, chance: Chance = drawn) -> None:
        space = setting(space) if isinstance(space, str) else space
        if not isinstance(space, Space):
            raise Trouble(f"An episode is of a game by its name, or of what `setting` says, not of {quoted(space)}.")
        if not callable(chance):
            raise Trouble(f"chance= is a function (game, state, rng) -> action, not {quoted(chance)}.")
        self.space = space
        self.game = space.game
        self.chance = chance
        self.begin(0)

    def begin(self, seed: int) -> None:
        """A new playthrough; its luck depends on the seed alone."""
        rng = generator(checked_seed(seed))
        self._go_on(self.space.start(), rng)

    def __repr__(self) -> str:
        return f"<Episode {self.game.name} {self.space.variant} for {self.space.players}: {self.waiting} act>"

    @property
    def waiting(self) -> list[int]:
        """The seats that may act now; nobody when it is over."""
        return self.game.waiting(self.rows)

    def allows(self, seat: int, decision: int) -> bool:
        """Whether the seat may decide this now."""
        decision = whole(decision, "A decision")
        if seat not in self.waiting:
            return False
        return not self.game.engine.refusal(self.rows, seat, self.space.to_action(self.rows, seat, decision))

    def decide(self, seat: int, decision: int) -> None:
        """Plays a decision and the chance that follows; if it is refused, nothing has changed."""
        decision = whole(decision, "A decision")
        if not self.allows(seat, decision):
            raise Trouble(f"Decision {decision} is not allowed for seat {seat} in {self.game.name}.")
        self.act(seat, self.space.to_action(self.rows, seat, decision))

    def act(self, seat: int, action: int) -> None:
        """The same with a legal action of the rules."""
        rows = twin(self.rows)
        self.game.engine.apply(rows, seat, action)
        self._go_on(rows, self.rng.copy())

    def observe(self, seat: int) -> Observation:
        """What the seat may know and may decide now."""
        self._check(seat)
        return {
            "observation": self.space.observation(self.rows, seat),
            "action_mask": self.space.mask(self.rows, seat),
        }

    def rewards(self) -> list[float]:
        """What the game brought each seat; nothing while it goes on."""
        return [float(reward) for reward in self.space.rewards(self.rows)]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.game.outcome(self.rows, self.space.players)

    def clone(self) -> Episode:
        """Another one at the same point, with the same luck ahead."""
        other = copy(self)
        other.rows, other.rng = twin(self.rows), self.rng.copy()
        return other

    def imagined(self, seat: int, seed: int) -> Episode:
        """One that the seat must think possible: what it may not know is dealt anew, and luck is another."""
        self._check(seat)
        other = self.clone()
        other.rng = generator(checked_seed(seed))
        self.game.engine.hide(other.rows, seat)
        self.game.engine.imagine(other.rows, seat, other.rng)
        return other

    def _check(self, seat: int) -> None:
        if not 0 <= whole(seat, "A seat") < self.space.players:
            raise Trouble(f"The seats are 0 to {self.space.players - 1}, not {seat}.")

    def _go_on(self, rows: Rows, rng: Rng) -> None:
        """Lets chance act; if it fails, nothing has changed."""
        game = self.game
        while game.waiting(rows) == [CHANCE]:
            if self.chance is drawn:
                action = drawn(game, rows, rng)
            else:  # it is somebody else's code
                action = answered("Chance", partial(self.chance, game, rows.copy(), rng), game, rows, CHANCE)
            game.engine.apply(rows, CHANCE, action)
        self.rows, self.rng = rows, rng
