"""What a seat sees, for `render_mode`: the drawing of the terminal, as text with colours or as a picture of it."""

from __future__ import annotations

from functools import cache
from io import StringIO
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.cells import cell_len
from rich.color import blend_rgb
from rich.color_triplet import ColorTriplet
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME

from spieltisch.contract import Trouble
from spieltisch.files import bringing
from spieltisch.game import Game
from spieltisch.kernel import Rows
from spieltisch.speech import Say
from spieltisch.terminal.drawing import draw

MODES = ("ansi", "rgb_array")
COLUMNS, LINES = 80, 40  # no drawing of ours is higher: all pictures of a game have one size, as films want it
LETTERS = 14  # pixels, the size of the letters in a picture
DIM = 0.5

Pixels = npt.NDArray[np.uint8]


def rendered(mode: str | None, game: Game, rows: Rows, seat: int) -> str | Pixels | None:
    """The table as this seat sees it, in one of MODES; without a mode nothing."""
    if mode is None:
        return None
    return ansi(game, rows, seat) if mode == "ansi" else picture(game, rows, seat)


def check(mode: str | None) -> None:
    if mode not in (None, *MODES):
        raise Trouble(f"A render mode is {' or '.join(MODES)}, not {mode!r:.40}.")


def ansi(game: Game, rows: Rows, seat: int) -> str:
    """As the terminal shows it, with colours."""
    console = _console()
    with console.capture() as captured:
        console.print(_drawn(game, rows, seat))
    return captured.get()


def picture(game: Game, rows: Rows, seat: int) -> Pixels:
    """The same text as pixels: height, width, and red, green and blue."""
    console = _console()
    lines = console.render_lines(_drawn(game, rows, seat), pad=True)
    wide, high = _letter_size()
    image, pen = _canvas(COLUMNS * wide, max(LINES, len(lines)) * high)
    for number, line in enumerate(lines):
        column = 0
        for segment in line:
            ink, paper = _colours(segment)
            font = _font(bold=bool(segment.style and segment.style.bold))
            for letter in segment.text:
                left, top, width = column * wide, number * high, cell_len(letter)
                pen.rectangle((left, top, left + max(1, width) * wide - 1, top + high - 1), paper)
                pen.text((left, top), letter, fill=ink, font=font)
                column += width
    return np.asarray(image, np.uint8)


def _console() -> Console:
    return Console(width=COLUMNS, file=StringIO(), force_terminal=True, color_system="truecolor", legacy_windows=False)


def _drawn(game: Game, rows: Rows, seat: int) -> Any:
    return draw(game, game.view(rows, seat), Say("en", game))


def _colours(segment: Segment) -> tuple[ColorTriplet, ColorTriplet]:
    """Of a segment: ink and paper."""
    style, theme = segment.style or Style(), SVG_EXPORT_THEME
    ink = style.color.get_truecolor(theme) if style.color else theme.foreground_color
    paper = style.bgcolor.get_truecolor(theme, foreground=False) if style.bgcolor else theme.background_color
    if style.reverse:
        ink, paper = paper, ink
    return (blend_rgb(ink, paper, DIM) if style.dim else ink), paper


def _letter_size() -> tuple[int, int]:
    left, top, right, bottom = _font(bold=False).getbbox("█")
    return round(right - left), round(bottom - top)


def _canvas(width: int, height: int) -> tuple[Any, Any]:
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (width, height), SVG_EXPORT_THEME.background_color)
    return image, ImageDraw.Draw(image)


@cache
def _font(*, bold: bool) -> Any:
    """DejaVu Sans Mono, which comes with matplotlib and has the signs that our drawings use."""
    try:
        from matplotlib import get_data_path
        from PIL import ImageFont
    except ImportError:
        raise Trouble(f"Pictures need matplotlib: {bringing('matplotlib')}.") from None
    return ImageFont.truetype(f"{get_data_path()}/fonts/ttf/DejaVuSansMono{'-Bold' if bold else ''}.ttf", LETTERS)
