"""The result of a contest: for people as a table, for programs as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from math import isfinite
from typing import Any

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from spieltisch import registry
from spieltisch.bots.levels import looks_ahead
from spieltisch.lab.arena import ArenaResult
from spieltisch.lab.selfplay import Estimate


def table(result: ArenaResult) -> RenderableType:
    rated = any(bot.rating for bot in result.bots)
    titles = ["share", "95 % interval", *(["rating", "95 % interval"] if rated else ["fair"]), "points", "ms/move"]
    grid = _grid("bot", titles)
    for bot in result.bots:
        rating = [f"{bot.rating.rating:+.0f}", f"{bot.rating.low:+.0f} – {bot.rating.high:+.0f}"] if bot.rating else []
        grid.add_row(
            Text(bot.name, style="bold"),
            f"{bot.share:.1%}",
            f"{bot.low:.1%} – {bot.high:.1%}",
            *(rating or [f"{bot.fair:.0%}"]),
            f"{bot.points.mean:.2f}" if rated else _points(bot.points),
            f"{bot.milliseconds:.1f}",
        )
    return grid


def meetings(result: ArenaResult) -> RenderableType:
    grid = _grid("meeting", ["games", "share", "95 % interval"])
    for each in result.meetings:
        grid.add_row(
            f"{each.bots[0]} against {', '.join(each.bots[1:])}",
            f"{each.games:,}",
            f"{each.share:.1%}",
            f"{each.low:.1%} – {each.high:.1%}",
        )
    return grid


def _grid(first: str, titles: Sequence[str]) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, header_style="dim")
    grid.add_column(first, overflow="fold")
    for title in titles:
        grid.add_column(title, justify="right", no_wrap=True)
    return grid


def footer(result: ArenaResult) -> str:
    contest = result.contest
    game = registry.game(contest.game)
    limited = [bot for bot in contest.bots if not contest.compiled and looks_ahead(game, bot, contest.variant)]
    without = f"; {', '.join(limited)} without looking ahead, because nothing was compiled" if limited else ""
    return (
        f"{result.games:,} games of {contest.game} {contest.variant} with {contest.players} players "
        f"on {result.deals:,} deals, each from every seat; seed {contest.seed}{without}"
    )


def as_json(result: ArenaResult) -> dict[str, Any]:
    contest = asdict(result.contest)
    del contest["bots"]
    return {
        **contest,
        "games": result.games,
        "deals": result.deals,
        "bots": [_finite(asdict(bot)) for bot in result.bots],
        "meetings": [asdict(each) for each in result.meetings],
    }


def _points(points: Estimate) -> str:
    return f"{points.mean:.2f} ± {points.high - points.mean:.2f}" if isfinite(points.high) else f"{points.mean:.2f}"


def _finite(value: Any) -> Any:
    """JSON has no number for the interval of a single game."""
    if isinstance(value, dict):
        return {name: _finite(part) for name, part in value.items()}
    return None if isinstance(value, float) and not isfinite(value) else value
