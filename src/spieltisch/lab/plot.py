"""The result of a contest as a picture: a dot for each bot, and the interval in which its true share lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from spieltisch.lab.arena import ArenaResult

WIDTH, LEFT, RIGHT, ROW, TOP = 720, 150, 40, 34, 64
STYLE = """
    text { font: 14px system-ui, sans-serif; fill: #2b2722 }
    .soft { fill: #6d655b; font-size: 12px }
    .number { text-anchor: end }
    .middle { text-anchor: middle }
    .grid { stroke: #ddd5c8 }
    .fair { stroke: #6d655b; stroke-dasharray: 4 4 }
    .interval { stroke: #1f6f78; stroke-width: 5; stroke-linecap: round; opacity: .35 }
    .dot { fill: #1f6f78 }
    .paper { fill: #fbf8f2 }"""


@dataclass(frozen=True)
class Bar:
    name: str
    middle: float
    low: float
    high: float
    said: str
    fair: float | None = None


def svg(result: ArenaResult) -> str:
    contest = result.contest
    title = f"{contest.game} {contest.variant}, {contest.players} players, {result.games:,} games"
    shares = [
        Bar(bot.name, bot.share, bot.low, bot.high, f"{bot.share:.1%}", bot.fair if contest.players > 1 else None)
        for bot in result.bots
    ]
    parts, y = _panel("share of the points, 95 % intervals; dashed: the share among equals", shares, (0, 1), "%", TOP)
    rated = [(bot.name, bot.rating) for bot in result.bots if bot.rating is not None]
    if rated:
        bars = [Bar(name, each.rating, each.low, each.high, f"{each.rating:+.0f}") for name, each in rated]
        low, high = min(bar.low for bar in bars), max(bar.high for bar in bars)
        step = 200 if high - low > 500 else 100 if high - low > 200 else 50
        ends = (low // step * step, -(-high // step) * step)
        more, y = _panel("rating (Bradley-Terry, 400 points are 10 to 1)", bars, ends, "", y + 46)
        parts += more
    height = y + 30
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img">',
            f"  <title>{escape(title)}</title>",
            f"  <style>{STYLE}\n  </style>",
            f'  <rect class="paper" width="{WIDTH}" height="{height:.0f}" rx="12"/>',
            f'  <text x="24" y="32">{escape(title)}</text>',
            *parts,
            "</svg>",
            "",
        ]
    )


def _panel(
    title: str, bars: Sequence[Bar], ends: tuple[float, float], unit: str, top: float
) -> tuple[list[str], float]:
    """A row for each bar over a scale; also where it ends."""
    low, high = ends

    def x(value: float) -> float:
        return LEFT + (value - low) / ((high - low) or 1) * (WIDTH - LEFT - RIGHT - 60)

    bottom = top + ROW * len(bars) + 8
    parts = [f'  <text class="soft" x="24" y="{top - 8:.0f}">{escape(title)}</text>']
    for k in range(5):
        value = low + (high - low) * k / 4
        said = f"{value:.0%}" if unit == "%" else f"{value:.0f}"
        parts.append(f'  <path class="grid" d="M{x(value):.1f} {top + 4:.0f}V{bottom:.0f}"/>')
        parts.append(f'  <text class="soft middle" x="{x(value):.1f}" y="{bottom + 16:.0f}">{said}</text>')
    for k, bar in enumerate(bars):
        y = top + ROW * (k + 0.5) + 4
        parts.append(f'  <text class="number" x="{LEFT - 14}" y="{y + 5:.1f}">{escape(bar.name)}</text>')
        if bar.fair is not None:
            parts.append(f'  <path class="fair" d="M{x(bar.fair):.1f} {y - 13:.1f}v26"/>')
        parts.append(f'  <path class="interval" d="M{x(bar.low):.1f} {y:.1f}H{x(bar.high):.1f}"/>')
        parts.append(f'  <circle class="dot" cx="{x(bar.middle):.1f}" cy="{y:.1f}" r="5"/>')
        parts.append(f'  <text class="number" x="{WIDTH - 20}" y="{y + 5:.1f}">{escape(bar.said)}</text>')
    return parts, bottom + 16
