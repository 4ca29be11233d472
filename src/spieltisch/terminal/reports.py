"""Lists and results: for people as tables, for programs as JSON."""

from __future__ import annotations

from dataclasses import asdict
from math import isfinite
from typing import Any

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from spieltisch import registry
from spieltisch.lab.selfplay import Estimate, SelfplayResult
from spieltisch.speech import LANGUAGES, Say


def games() -> list[dict[str, Any]]:
    found = []
    for name in registry.names():
        game = registry.game(name)
        options = [
            {
                "name": option.name,
                "kind": option.kind,
                "choices": list(option.choices),
                "default": option.default,
                "variants": list(option.variants or game.variants),
            }
            for option in game.options
        ]
        titles = {language: Say(language, game).game_name() for language in LANGUAGES}
        variants = {variant: list(players) for variant, players in game.variants.items()}
        found.append({"game": name, "titles": titles, "variants": variants, "options": options})
    return found


def game_table(language: str) -> RenderableType:
    say = Say(language)
    grid = Grid(box=None, padding=(0, 2, 1, 0), show_edge=False)
    for key in ("column_game", "column_variants", "column_options"):
        grid.add_column(say(key), overflow="fold")
    for name in registry.names():
        game = registry.game(name)
        own = Say(language, game)
        title = Text(own.game_name(), style="bold").append(f"\n{name}", style="not bold dim")
        variants = Text("\n").join(
            Text(own.variant(variant)).append(f"  {variant} {_range(players)}", style="dim")
            for variant, players in game.variants.items()
        )
        options = Text("\n").join(
            Text(option.name)
            .append(f"={option.default}", style="dim")
            .append(_others(option.choices, option.default), style="dim")
            for option in game.options
        )
        grid.add_row(title, variants, options)
    return grid


def _range(players: tuple[int, ...]) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]}–{players[-1]}"


def _others(choices: tuple[str, ...], default: str) -> str:
    others = [choice for choice in choices if choice != default]
    return f" ({', '.join(others)})" if others else ""


def selfplay_table(result: SelfplayResult) -> RenderableType:
    grid = Grid(box=None, padding=(0, 3, 0, 0), show_edge=False, header_style="dim")
    grid.add_column("bot")
    for title in ("share of wins", "95 % interval", "points", "95 % interval"):
        grid.add_column(title, justify="right")
    for bot in result.bots:
        grid.add_row(
            Text(bot.bot, style="bold"),
            f"{bot.share.mean:.1%}",
            f"{bot.share.low:.1%} – {bot.share.high:.1%}",
            f"{bot.points.mean:.2f}",
            _interval(bot.points),
        )
    return grid


def selfplay_footer(result: SelfplayResult) -> str:
    return (
        f"{result.games:,} games of {result.game} {result.variant} with {result.players} players, seed {result.seed}; "
        f"{result.length:.1f} events a game, {result.games_per_second:,.1f} games/s"
    )


def _interval(estimate: Estimate) -> str:
    return f"{estimate.low:.2f} – {estimate.high:.2f}" if isfinite(estimate.low) else "–"


def selfplay_json(result: SelfplayResult) -> dict[str, Any]:
    """Without numbers that JSON does not have: a single game has no interval."""
    return _plain(asdict(result))  # type: ignore[no-any-return]


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return None if isinstance(value, float) and not isfinite(value) else value
