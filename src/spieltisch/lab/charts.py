"""Pictures of a report, as SVG that stands inside its page and takes its colours: dots with intervals, and columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

from spieltisch.lab.selfplay import Estimate

WIDTH, LEFT, RIGHT, ROW = 720, 236, 178, 26
HEIGHT = 190  # of columns


@dataclass(frozen=True)
class Dot:
    """One row: its name, where it lies, and which line of comparison stands in it."""

    name: str
    value: Estimate
    fair: float | None = None


def written(value: float, unit: str) -> str:
    if unit == "%":
        return f"{value:.1%}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.3g}"


def interval(value: Estimate, unit: str = "") -> str:
    """A number as every sentence and table writes it: with the range in which it lies."""
    digits = "{:.2%}" if unit == "%" and value.high - value.low < 0.01 else "{:.1%}" if unit == "%" else "{:.3g}"
    if unit != "%" and value.high - value.low < abs(value.mean) / 500:
        digits = "{:.4g}"
    return f"{digits.format(value.mean)} ({digits.format(value.low)} – {digits.format(value.high)})"


def dots(title: str, rows: Sequence[Dot], unit: str = "") -> str:
    """A dot and its interval for each row over one scale, from the lowest end to the highest."""
    ends = [end for row in rows for end in (row.value.low, row.value.high)]
    ends += [row.fair for row in rows if row.fair is not None]
    low, high, step = scale(min(ends), max(ends))

    def x(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    bottom = 8 + ROW * len(rows)
    parts = []
    for k in range(round((high - low) / step) + 1):
        at = low + k * step
        parts.append(f'<path class="grid" d="M{x(at):.1f} 4V{bottom}"/>')
        parts.append(f'<text class="soft middle" x="{x(at):.1f}" y="{bottom + 16}">{written(at, unit)}</text>')
    for k, row in enumerate(rows):
        y = 8 + ROW * (k + 0.5)
        parts.append(f'<text class="end" x="{LEFT - 12}" y="{y + 4:.1f}">{escape(row.name)}</text>')
        if row.fair is not None:
            parts.append(f'<path class="fair" d="M{x(row.fair):.1f} {y - 10:.1f}v20"/>')
        parts.append(f'<path class="interval" d="M{x(row.value.low):.1f} {y:.1f}H{x(row.value.high):.1f}"/>')
        parts.append(f'<circle class="dot" cx="{x(row.value.mean):.1f}" cy="{y:.1f}" r="4.5"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 12}" y="{y + 4:.1f}">{interval(row.value, unit)}</text>')
    return _drawing(title, bottom + 24, parts)


def columns(title: str, edges: Sequence[float], heights: Sequence[float]) -> str:
    """How often values lie between each two edges."""
    top, left, right = max(heights, default=0) or 1, 20, WIDTH - 20
    width = (right - left) / len(heights)
    parts = []
    for k, height in enumerate(heights):
        tall = height / top * (HEIGHT - 40)
        parts.append(
            f'<rect class="bar" x="{left + k * width + 0.5:.1f}" y="{HEIGHT - 24 - tall:.1f}" '
            f'width="{max(1.0, width - 1):.1f}" height="{tall:.1f}"/>'
        )
    low, high, step = scale(edges[0], edges[-1])
    for k in range(round((high - low) / step) + 1):
        at = low + k * step
        if edges[0] <= at <= edges[-1]:
            x = left + (at - edges[0]) / (edges[-1] - edges[0]) * (right - left)
            parts.append(f'<text class="soft middle" x="{x:.1f}" y="{HEIGHT - 6}">{written(at, "")}</text>')
    return _drawing(title, HEIGHT, parts)


def scale(low: float, high: float) -> tuple[float, float, float]:
    """Ends and steps that people count in, around some values."""
    span = max(high - low, 1e-3)
    rough = span / 5
    power = 10 ** floor(log10(rough))
    step = next(each * power for each in (1, 2, 5, 10) if each * power >= rough)
    return floor(low / step) * step, -floor(-high / step) * step or step, step


def _drawing(title: str, height: float, parts: Sequence[str]) -> str:
    head = f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img"><title>{escape(title)}</title>'
    return "\n".join([head, *parts, "</svg>"])
