"""Pictures of a report, as SVG that stands inside its page and takes its colours: dots with intervals, and columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from spieltisch.lab.selfplay import Estimate

WIDTH, ROW = 720, 26
LETTER, GAP = 7.3, 12  # of a row's texts: a wide one, and between them and the scale
HEIGHT = 190  # of columns


@dataclass(frozen=True)
class Dot:
    """One row: its name, where it lies, and which line of comparison stands in it."""

    name: str
    value: Estimate
    fair: float | None = None


def interval(value: Estimate, unit: str = "") -> str:
    """A number as every sentence and table writes it: with the range in which it lies, as exact as that is wide."""
    wide = value.high - value.low
    if not wide > 0:  # always the same, or a single game
        return _written(value.mean, unit, 0 if value.mean == round(value.mean) else 2)
    digits = _digits(wide / 10, unit)
    mean, low, high = (_written(each, unit, digits) for each in (value.mean, value.low, value.high))
    return f"{mean} ({low} – {high})"


def _written(value: float, unit: str, digits: int) -> str:
    said = f"{value:,.{digits}%}" if unit == "%" else f"{value:,.{digits}f}"
    return said if float(said.strip("%").replace(",", "")) else said.lstrip("-")


def _digits(step: float, unit: str) -> int:
    """After the point, for numbers that lie `step` apart."""
    return min(6, max(0, ceil(-log10(step) - 1e-9) - (2 if unit == "%" else 0)))


def dots(title: str, rows: Sequence[Dot], unit: str = "") -> str:
    """A dot and its interval for each row over one scale, from the lowest end to the highest."""
    ends = [end for row in rows for end in (row.value.low, row.value.high)]
    ends += [row.fair for row in rows if row.fair is not None]
    low, high, step = scale(min(ends), max(ends))
    told = [interval(row.value, unit) for row in rows]
    left = GAP + LETTER * max(len(row.name) for row in rows)
    right = WIDTH - GAP - LETTER * max(len(each) for each in told)

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (right - left)

    bottom, digits = 8 + ROW * len(rows), _digits(step, unit)
    parts = []
    for k in range(round((high - low) / step) + 1):
        at = low + k * step
        parts.append(f'<path class="grid" d="M{x(at):.1f} 4V{bottom}"/>')
        parts.append(f'<text class="soft middle" x="{x(at):.1f}" y="{bottom + 16}">{_written(at, unit, digits)}</text>')
    for k, (row, said) in enumerate(zip(rows, told, strict=True)):
        y = 8 + ROW * (k + 0.5)
        parts.append(f'<text class="end" x="{left - GAP:.1f}" y="{y + 4:.1f}">{escape(row.name)}</text>')
        if row.fair is not None:
            parts.append(f'<path class="fair" d="M{x(row.fair):.1f} {y - 10:.1f}v20"/>')
        parts.append(f'<path class="interval" d="M{x(row.value.low):.1f} {y:.1f}H{x(row.value.high):.1f}"/>')
        parts.append(f'<circle class="dot" cx="{x(row.value.mean):.1f}" cy="{y:.1f}" r="4.5"/>')
        parts.append(f'<text x="{right + GAP:.1f}" y="{y + 4:.1f}">{said}</text>')
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
            parts.append(
                f'<text class="soft middle" x="{x:.1f}" y="{HEIGHT - 6}">{_written(at, "", _digits(step, ""))}</text>'
            )
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
