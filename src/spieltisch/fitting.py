"""One picture in several forms: generous where there is room, short where there is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.segment import Segment


class Lines:
    """Something in the lines that it takes in so many columns: it is drawn once, then its height is known."""

    def __init__(self, console: Console, drawn: RenderableType, width: int) -> None:
        self._lines = console.render_lines(drawn, console.options.update(width=width, height=None), pad=False)

    @property
    def height(self) -> int:
        return len(self._lines)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self._lines:
            yield from line
            yield Segment.line()


@dataclass(frozen=True)
class Form:
    width: int  # columns that it needs
    draw: Callable[[], RenderableType]  # asked only where there are so many


class Forms:
    """The most generous first. It shows itself in the first form for which there is room, or else in the last."""

    def __init__(self, *forms: Form) -> None:
        self.forms = forms

    def fitting(self, console: Console, width: int, height: int | None = None) -> Lines:
        """For so many columns and, if that is said, so many lines."""
        *others, shortest = [form for form in self.forms if form.width <= width] or self.forms[-1:]
        for form in others:
            lines = Lines(console, form.draw(), width)
            if height is None or lines.height <= height:
                return lines
        return Lines(console, shortest.draw(), width)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.fitting(console, options.max_width, options.height)


def width_of(drawn: RenderableType) -> int:
    """The columns that it takes where nothing has to be broken."""
    return Measurement.get(_ENDLESS, _ENDLESS.options, drawn).maximum


_ENDLESS = Console(width=1000, color_system=None)
