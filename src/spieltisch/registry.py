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

from spieltisch.contract import LEVELS, Option, Trouble
from spieltisch.game import Game, read_toml
from spieltisch.kernel import RULING, paragraph
from spieltisch.quoting import quoted
from spieltisch.speech import LANGUAGES, placeholders

GROUP = "spieltisch.games"
GAMES = Path(__file__).parent / "games"
NAME = re.compile("[a-z][a-z0-9_]{0,29}")  # it stands in addresses, in file names and on the command line
NEEDED = {  # the modules that every game has, and what is in each; `Game.parts` asks for the functions of the rules
    "rules": ("State", "ACTIONS", "CHOICES", "ENDINGS"),
    "moves": ("write", "parse"),
    "view": ("view",),
    "explain": ("told", "brings", "refused", "ended"),
    "bots": ("WORTH", "POLICIES", "SEARCHES"),
}
WITH_EVENTS = {"events": ("happened", "unseen"), "moves": ("shown", "read")}


class NotInstalled(Trouble):
    """A game that is not here, or cannot be played."""


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
    """The rules of that name, of ours or of an installed package."""
    if name in found().games:
        return found().games[name]
    if name in found().broken:
        raise NotInstalled(found().broken[name])
    there = ", ".join(names())
    sentence = f"There is no game {quoted(name)}; there are {there}."
    raise NotInstalled(sentence, "no_such_game", name=quoted(name), names=there)


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
    for part, wanted in [*NEEDED.items(), *(WITH_EVENTS.items() if game.has_events else ())]:
        for name in wanted:
            if not hasattr(game.module(part), name):
                raise Trouble(f"{part}.py has no {name!r}.")
    for language in LANGUAGES:
        _check_texts(game, language)
    _check_players(game)
    variant, counts = next(iter(game.variants.items()))
    options = game.chosen(variant, counts[0], {})
    game.start(counts[0], variant, options, game.content(options))
    return game


def _check_texts(game: Game, language: str) -> None:
    file, texts = f"texts/{language}.toml", game.texts(language)
    for key in ("name", "about", "say", "rules"):
        if key not in texts:
            raise Trouble(f"{file} has no {key!r}.")
    for variant in game.variants:
        if variant not in texts.get("variants", {}):
            raise Trouble(f"{file} has no name for the variant {variant!r}.")
    for option in game.options:
        said = texts.get("options", {}).get(option.name, {})
        if "name" not in said:
            raise Trouble(f"{file} has no name for the option {option.name!r}.")
        for choice in option.choices:
            if choice not in said.get("choices", {}):
                raise Trouble(f"{file} has no name for the choice {choice!r} of the option {option.name!r}.")
    for ending in game.rules.ENDINGS:
        part, number = (
            ("rulings", ending.paragraph - RULING) if ending.paragraph > RULING else ("rules", ending.paragraph)
        )
        if str(number) not in texts.get(part, {}):
            raise Trouble(f"{file} has no {paragraph(ending.paragraph)}, which the ending {ending.name!r} names.")
    for other in LANGUAGES:  # [say] of each has what the others have
        for key, text in game.texts(other).get("say", {}).items():
            if key not in texts["say"]:
                raise Trouble(f"{file} has no {key!r} in [say]; texts/{other}.toml has.")
            if _values(file, key, texts["say"][key]) != _values(f"texts/{other}.toml", key, text):
                raise Trouble(f"{key!r} in [say] has other values in {file} than in texts/{other}.toml.")


def _values(file: str, key: str, text: Any) -> set[str]:
    try:
        return set(placeholders(text))
    except (TypeError, ValueError) as error:
        raise Trouble(f"{key!r} in [say] of {file} cannot be said: {error}.") from None


def _check_players(game: Game) -> None:
    """Whether a level is written as a level is, those know who play it."""
    levels = game.data("levels")
    for variant in game.variants:
        for level in LEVELS:
            if not isinstance(levels.get("variant", {}).get(variant, {}).get(level) or levels.get(level), dict):
                raise Trouble(f"data/levels.toml has no {level!r}; there must be all of {', '.join(LEVELS)}.")
    if "search" not in game.players.SEARCHES:
        raise Trouble("SEARCHES in bots.py has no 'search', which the coach asks.")
    for name, policy in {"WORTH": game.players.WORTH, **game.players.POLICIES}.items():
        if not hasattr(policy, "__rule__"):
            raise Trouble(f"{name!r} in bots.py is no rule (is it marked @rule?).")


def _said(error: Exception) -> str:
    """The first line of what went wrong, as the end of a sentence."""
    said = (str(error).splitlines() or [""])[0].rstrip(".")[:200]
    if isinstance(error, Trouble):
        return f"{said}."
    return f"{type(error).__name__}: {said}."


def _option(name: str, table: Mapping[str, Any]) -> Option:
    return Option(
        name=name,
        kind=table["kind"],
        default=table["default"],
        choices=tuple(table.get("choices", ())),
        variants=tuple(table.get("variants", ())),
    )
