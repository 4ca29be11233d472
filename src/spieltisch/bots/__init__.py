"""Opponents: they get what their seat may know, ask the contract, and answer with an action."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from spieltisch.contract import LEVELS as LEVELS
from spieltisch.contract import Trouble
from spieltisch.game import Game
from spieltisch.kernel import Rng, Rows
from spieltisch.quoting import quoted

if TYPE_CHECKING:
    from spieltisch.bots.levels import Thinking

NAMES = ("random", *LEVELS, "greedy")  # what a table offers
USUAL = "level1"  # the opponent of somebody who has not chosen one: gentle, and measured like the others


class Bot(Protocol):
    def choose(self, game: Game, seen: Rows, seat: int, rng: Rng) -> int:
        """A legal action of the seat, from a state that has been hidden for it."""


def named(name: str, game: Game | None = None, thinking: Thinking | None = None) -> Bot:
    """One that tables offer, or a reference player of the game; `thinking` is for levels that search."""
    if name in LEVELS:
        from spieltisch.bots.levels import Level

        return Level(name, thinking)
    if name in NAMES:
        return cast(Bot, import_module(f"spieltisch.bots.{name}"))
    own = {} if game is None else references(game)
    if name not in own:
        raise _unknown(name, *NAMES, *own)
    return own[name]


def averages_alone(game: Game, options: Mapping[str, str]) -> tuple[tuple[str, float], ...]:
    """What each level scores alone with these options, where data/levels.toml says that it has been measured."""
    for measured in game.data("levels").get("alone", ()):
        if all(options.get(name) == value for name, value in measured["options"].items()):
            return tuple(zip(LEVELS, measured["averages"], strict=True))
    return ()


def _unknown(name: str, *names: str) -> Trouble:
    there = ", ".join(names)
    sentence = f"There is no bot {quoted(name)}; there are {there}."
    return Trouble(sentence, "no_such_bot", name=quoted(name), names=there)


def anybody(name: str, game: Game | None = None, thinking: Thinking | None = None, *, files: bool = False) -> Bot:
    """One of those, or one that an installed package brings; with `files` also one written as `module:name`.

    A table that somebody sends must not name a file to run, so only those who type the name themselves say `files`.
    """
    from spieltisch.bots import outside

    if name in outside.names() or (files and (outside.is_one(name) or name.endswith(".py"))):
        return outside.found(name)
    if name not in NAMES and name not in (own := {} if game is None else references(game)):
        raise _unknown(name, *NAMES, *own, *outside.names())
    return named(name, game, thinking)


def references(game: Game) -> Mapping[str, Bot]:
    """Players of this one game, for others to compare with; they are no opponents at a table."""
    from spieltisch.bots.levels import OneRule

    return {name: OneRule(policy) for name, policy in game.references.items()}
