"""Finds the games: every folder under games/ that has a data/game.toml. Nobody edits a list."""

from __future__ import annotations

import tomllib
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from spieltisch.contract import Game, Option, Trouble

GAMES = Path(__file__).parent / "games"


def names() -> list[str]:
    return sorted(file.parent.parent.name for file in GAMES.glob("*/data/game.toml"))


@cache
def game(name: str) -> Game:
    if name not in names():
        raise Trouble(f"There is no game {name!r}; there are {', '.join(names())}.")
    folder = GAMES / name
    with open(folder / "data" / "game.toml", "rb") as file:
        facts = tomllib.load(file)
    return Game(
        name=name,
        variants={variant: tuple(players) for variant, players in facts["variants"].items()},
        options=tuple(_option(option, table) for option, table in facts.get("options", {}).items()),
        rules=_module(name, "rules"),
        module=partial(_module, name),
        texts=partial(_texts, folder),
    )


def _module(game_name: str, file: str) -> ModuleType:
    return import_module(f"spieltisch.games.{game_name}.{file}")


@cache
def _texts(folder: Path, language: str) -> dict[str, Any]:
    with open(folder / "texts" / f"{language}.toml", "rb") as file:
        return tomllib.load(file)


def _option(name: str, table: dict[str, Any]) -> Option:
    return Option(
        name=name,
        kind=table["kind"],
        default=table["default"],
        choices=tuple(table.get("choices", ())),
        variants=tuple(table.get("variants", ())),
    )
