"""Alone, stage by stage: every game that one can play by oneself, on each of its sheets or decks, with what the levels
score there on average. Who reaches that has the star of the level."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from spieltisch import registry
from spieltisch.bots import averages_alone
from spieltisch.game import Game


@dataclass(frozen=True)
class Stage:
    game: Game
    variant: str
    options: Mapping[str, str]  # all of them
    content: str  # the sheet or deck; empty where there is only one
    averages: tuple[tuple[str, float], ...]


def stages() -> Iterator[Stage]:
    for name in registry.names():
        game = registry.game(name)
        for variant in (each for each, counts in game.variants.items() if 1 in counts):
            file = next((option.name for option in game.options_of(variant) if option.kind == "file"), None)
            for content in game.contents() if file else ("",):
                options = game.chosen(variant, 1, {file: content} if file else {})
                averages = averages_alone(game, options) if (game.files / "data" / "levels.toml").is_file() else ()
                yield Stage(game, variant, options, content, averages)
