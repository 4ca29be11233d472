"""What all pads have in common: a head, lines to write on, fields to mark; drawn with the pen of svg.py.

A pad is a picture like any other, only that nothing has happened on it yet. Its lines are dark and its grounds are
light: who prints without colour loses nothing, because a shape always tells the same as the colour.
"""

from __future__ import annotations

from spieltisch import svg as pen
from spieltisch.speech import Say
from spieltisch.svg import INKS, Ink, mix

FIELD = mix(INKS["ink"], 0.55, INKS["line"])  # the edge of what is written into
GUIDE = INKS["soft"]  # small print, and lines to write on


WIDTHS = (  # of letters, in those of the size of the type; all others are about half of it
    (0.25, " .,:;ijl’"),
    (0.31, "I()ftJ"),
    (0.39, "rsz"),
    (0.45, "ceaèéàä"),
    (0.47, "0123456789"),
    (0.54, "hnuLPYßüùyp–"),
    (0.6, "EBRTVZ"),
    (0.68, "KCUXGADNOQÄÖÜ"),
    (0.76, "Hwm"),
    (0.88, "MW"),
)


def head(say: Say, wide: float, *, right: str = "", name: bool = True) -> str:
    """The name of the game, a word on the right, and below it a line for a name and one for the day."""
    drawn = [pen.text(0, 15, say.game_name(), 17, weight=700, anchor="start")]
    if right:
        drawn.append(pen.text(wide, 15, right, 12, GUIDE, anchor="end"))
    if name:
        drawn.append(line(say("pad_name"), 0, 42, wide * 0.62))
        drawn.append(line(say("pad_day"), wide * 0.66, 42, wide))
    return "".join(drawn)


HEAD = 56.0  # how high that is


def line(label: str, x: float, y: float, end: float, size: float = 11) -> str:
    """A line to write on, after its label."""
    begin = x + letters(label, size) + 4
    written = pen.text(x, y, label, size, GUIDE, anchor="start")
    return written + pen.path(f"M{pen.number(begin)} {pen.number(y + 1.5)}H{pen.number(end)}", stroke=FIELD, width=0.9)


def letters(said: str, size: float, *, bold: bool = False) -> float:
    """How wide it is in the type of our paper, to within a few hundredths."""
    wide = sum(next((width for width, some in WIDTHS if letter in some), 0.5) for letter in said)
    return wide * size * (1.1 if bold else 1)


def field(x: float, y: float, wide: float, high: float, *, fill: Ink = INKS["sheet"], r: float = 3) -> str:
    """What somebody marks or writes into."""
    return pen.rect(x, y, wide, high, r, fill, FIELD, 1)


def wrapped(said: str, wide: float, size: float, *, bold: bool = False) -> list[str]:
    """Lines of at most this width."""
    rows = [""]
    for word in said.split():
        longer = f"{rows[-1]} {word}".strip()
        if rows[-1] and letters(longer, size, bold=bold) > wide:
            rows.append(word)
        else:
            rows[-1] = longer
    return rows


def small_print(said: str, x: float, y: float, wide: float, size: float = 10, ink: Ink = GUIDE) -> tuple[str, float]:
    """A sentence in lines of this width, and how high they are together."""
    rows, step = wrapped(said, wide, size), 1.2 * size
    drawn = (pen.text(x, y + size + k * step, row, size, ink, anchor="start") for k, row in enumerate(rows))
    return "".join(drawn), len(rows) * step
