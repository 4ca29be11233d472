"""Finds the games: every folder under games/ that has a data/game.toml. Nobody edits a list."""

from __future__ import annotations

import tomllib
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from spieltisch.contract import Option, Rules, Trouble
from spieltisch.game import Game

GAMES = Path(__file__).parent / "games"


def names() -> list[str]:
    return sorted(file.parent.parent.name for file in GAMES.glob("*/data/game.toml"))


@cache
def game(name: str) -> Game:
    if name not in names():
        raise Trouble(f"There is no game {name!r}; there are {', '.join(names())}.")
    folder = GAMES / name
    facts = _toml(folder / "data" / "game.toml")
    return Game(
        name=name,
        folder=folder,
        variants={variant: tuple(players) for variant, players in facts["variants"].items()},
        options=tuple(_option(option, table) for option, table in facts.get("options", {}).items()),
        rules=cast(Rules[Any], _module(name, "rules")),
        module=partial(_module, name),
        data=lambda file: _toml(folder / "data" / f"{file}.toml"),
        texts=lambda language: _toml(folder / "texts" / f"{language}.toml"),
    )


def _module(game_name: str, file: str) -> ModuleType:
    return import_module(f"spieltisch.games.{game_name}.{file}")


@cache
def _toml(file: Path) -> dict[str, Any]:
    with open(file, "rb") as opened:
        return tomllib.load(opened)


def _option(name: str, table: dict[str, Any]) -> Option:
    return Option(
        name=name,
        kind=table["kind"],
        default=table["default"],
        choices=tuple(table.get("choices", ())),
        variants=tuple(table.get("variants", ())),
    )
