"""Finds the games: those in games/, and those that installed packages bring. Nobody edits a list.

A package brings a game by an entry point of the group `spieltisch.games`: the name of the game and the package where
its files lie. One that cannot be played is left out, and `broken` says why; the others are played all the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from spieltisch.contract import Option, Trouble
from spieltisch.game import Game, read_toml
from spieltisch.speech import LANGUAGES

GROUP = "spieltisch.games"
GAMES = Path(__file__).parent / "games"
NAME = re.compile("[a-z][a-z0-9_]{0,29}")  # it stands in addresses, in file names and on the command line
PARTS = ("rules", "moves", "view", "explain", "bots")  # the modules that every game has


@dataclass(frozen=True)
class Found:
    games: dict[str, Game] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)  # by the name that it would have: what is wrong with it


def names() -> list[str]:
    """All games that can be played."""
    return sorted(found().games)


def ours() -> list[str]:
    """Those that come with the house."""
    return sorted(file.parent.parent.name for file in GAMES.glob("*/data/game.toml"))


def broken() -> list[str]:
    """For each game that a package brings and that cannot be played, one sentence that says why."""
    return list(found().broken.values())


def game(name: str) -> Game:
    if name in found().games:
        return found().games[name]
    raise Trouble(found().broken.get(name) or f"There is no game {name!r}; there are {', '.join(names())}.")


@cache
def found() -> Found:
    all_of_them = Found({name: _game(name, f"spieltisch.games.{name}") for name in ours()})
    for point in entry_points(group=GROUP):
        bringer = f"The game {point.name!r} of the package {point.dist.name if point.dist else point.value}"
        if point.name in all_of_them.games:
            all_of_them.broken[f"{point.name} of {point.value}"] = f"{bringer} is left out: there is one of that name."
            continue
        try:
            all_of_them.games[point.name] = _checked(_game(point.name, point.value))
        except Exception as error:  # whatever somebody else's package does, the house stays open
            all_of_them.broken[point.name] = f"{bringer} cannot be played: {_said(error)}"
    return all_of_them


def _game(name: str, package: str) -> Game:
    facts = read_toml(package, "data/game.toml")
    return Game(
        name=name,
        variants={variant: tuple(players) for variant, players in facts["variants"].items()},
        options=tuple(_option(option, table) for option, table in facts.get("options", {}).items()),
        package=package,
    )


def _checked(game: Game) -> Game:
    """Everything that the house would miss only in the middle of a game."""
    if not NAME.fullmatch(game.name):
        raise Trouble("a name is made of small letters, digits and _.")
    for part in PARTS:
        game.module(part)
    for language in LANGUAGES:
        texts = game.texts(language)
        for key in ("name", "about", "say", "rules"):
            if key not in texts:
                raise Trouble(f"texts/{language}.toml has no {key!r}.")
        for variant in game.variants:
            if variant not in texts.get("variants", {}):
                raise Trouble(f"texts/{language}.toml has no name for the variant {variant!r}.")
    game.data("levels")
    variant, counts = next(iter(game.variants.items()))
    options = game.chosen(variant, counts[0], {})
    game.start(counts[0], variant, options, game.content(options))
    return game


def _said(error: Exception) -> str:
    """The first line of what went wrong, as the end of a sentence."""
    said = (str(error).splitlines() or [""])[0].rstrip(".")[:200]
    if isinstance(error, Trouble):
        return f"{said}."
    if isinstance(error, FileNotFoundError):
        return f"there is no file {Path(str(error.filename)).name}."
    return f"{type(error).__name__}: {said}."


def _option(name: str, table: Mapping[str, Any]) -> Option:
    return Option(
        name=name,
        kind=table["kind"],
        default=table["default"],
        choices=tuple(table.get("choices", ())),
        variants=tuple(table.get("variants", ())),
    )
