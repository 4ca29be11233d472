"""A pen for pictures in SVG: colours by day and by night, and what all games draw alike.

Colours are plain numbers in a style sheet that stands in the picture, so that it looks the same in a notebook, a
document and a browser, and follows the reader's choice of light or dark. Their classes say what they are: pictures
that stand on one page cannot disturb each other. Shapes come from artwork.py, as those of the browser do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any, NamedTuple

from spieltisch import artwork
from spieltisch.contract import Trouble, View
from spieltisch.describing import lines
from spieltisch.game import Game
from spieltisch.quoting import quoted
from spieltisch.speech import Say

THEMES = ("auto", "light", "dark")
SERIF = "'Iowan Old Style', Palatino, 'Book Antiqua', Georgia, serif"
SANS = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', Ubuntu, sans-serif"
LONGEST_NAME = 24  # letters of a name; the rest is cut off
UNREADABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # not to be written in XML
COLOUR = re.compile(r"\b([fs])-([0-9a-f]{6})-([0-9a-f]{6})\b")


class Ink(NamedTuple):
    """A colour by day and by night."""

    light: str
    dark: str


def hue(light: str, dark: str = "") -> Ink:
    return Ink(light.removeprefix("#"), (dark or light).removeprefix("#"))


INKS = {name: hue(*pair) for name, pair in artwork.PALETTE.items()}
BLACK, WHITE = hue("#000000"), hue("#ffffff")


@cache
def mix(one: Ink, share: float, other: Ink) -> Ink:
    """So much of the one and the rest of the other, as `color-mix(in oklab, ...)` of the browser mixes them."""
    return Ink(_mixed(one.light, share, other.light), _mixed(one.dark, share, other.dark))


def _mixed(one: str, share: float, other: str) -> str:
    pairs = zip(_oklab(one), _oklab(other), strict=True)
    lightness, a, b = (share * first + (1 - share) * second for first, second in pairs)
    cubes = [
        (lightness + x * a + y * b) ** 3
        for x, y in ((0.3963377774, 0.2158037573), (-0.1055613458, -0.0638541728), (-0.0894841775, -1.2914855480))
    ]
    rows = (
        (4.0767416621, -3.3077115913, 0.2309699292),
        (-1.2684380046, 2.6097574011, -0.3413193965),
        (-0.0041960863, -0.7034186147, 1.7076147010),
    )
    return "".join(_byte(sum(w * c for w, c in zip(row, cubes, strict=True))) for row in rows)


def _oklab(colour: str) -> tuple[float, float, float]:
    values = [int(colour[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    x = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    y = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    z = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * x + 0.7936177850 * y - 0.0040720468 * z,
        1.9779984951 * x - 2.4285922050 * y + 0.4505937099 * z,
        0.0259040371 * x + 0.7827717662 * y - 0.8086757660 * z,
    )


def _byte(linear: float) -> str:
    value = 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
    return f"{round(255 * min(1.0, max(0.0, value))):02x}"


# Shapes

ROUND: dict[str, Any] = {"stroke_linecap": "round", "stroke_linejoin": "round"}  # how strokes end and meet


def number(value: float) -> str:
    """As short as it can be written."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def tag(name: str, *inside: str, fill: Ink | None = None, stroke: Ink | None = None, **attributes: Any) -> str:
    """An element; an underscore in an attribute is a hyphen, and what is None is left out."""
    classes = [f"{kind}-{ink.light}-{ink.dark}" for kind, ink in (("f", fill), ("s", stroke)) if ink]
    written = [f' class="{" ".join(classes)}"'] if classes else []
    for key, value in attributes.items():
        if value is not None:
            shown = number(value) if isinstance(value, int | float) else escape(str(value))
            written.append(f' {key.rstrip("_").replace("_", "-")}="{shown}"')
    content = "".join(inside)
    return f"<{name}{''.join(written)}>{content}</{name}>" if content else f"<{name}{''.join(written)}/>"


def _shape(name: str, fill: Ink | None, stroke: Ink | None, width: float, more: dict[str, Any]) -> str:
    more = {"stroke_width": width if stroke else None, **more}
    unfilled = {} if fill else {"fill_": "none"}
    return tag(name, fill=fill, stroke=stroke, **unfilled, **more)


def path(d: str, fill: Ink | None = None, stroke: Ink | None = None, width: float = 1, **more: Any) -> str:
    return _shape("path", fill, stroke, width, {"d": d, **more})


def polygon(points: str, fill: Ink | None = None, stroke: Ink | None = None, width: float = 1, **more: Any) -> str:
    return _shape("polygon", fill, stroke, width, {"points": points, "stroke_linejoin": "round", **more})


def circle(
    x: float, y: float, r: float, fill: Ink | None = None, stroke: Ink | None = None, width: float = 1, **more: Any
) -> str:
    return _shape("circle", fill, stroke, width, {"cx": x, "cy": y, "r": r, **more})


def rect(
    x: float,
    y: float,
    wide: float,
    high: float,
    rx: float = 0,
    fill: Ink | None = None,
    stroke: Ink | None = None,
    width: float = 1,
    **more: Any,
) -> str:
    return _shape(
        "rect", fill, stroke, width, {"x": x, "y": y, "width": wide, "height": high, "rx": rx or None, **more}
    )


def text(
    x: float,
    y: float,
    said: str | int,
    size: float,
    fill: Ink = INKS["ink"],
    *,
    weight: int = 400,
    anchor: str = "middle",
    **more: Any,
) -> str:
    shown = escape(UNREADABLE.sub("", str(said)), quote=False)
    more = {"font_weight": weight if weight != 400 else None, "text_anchor": anchor, **more}
    return tag("text", shown, fill=fill, x=x, y=y, font_size=size, **more)


def group(inside: Iterable[str], x: float = 0, y: float = 0, *, scale: float = 1, turn: float = 0, **more: Any) -> str:
    """Its parts moved to a place, then turned and made larger there."""
    moves = [f"translate({number(x)} {number(y)})"] if x or y else []
    moves += [f"rotate({number(turn)})"] if turn else []
    moves += [f"scale({number(scale)})"] if scale != 1 else []
    return tag("g", *inside, transform=" ".join(moves) or None, **more)


# What the games have in common


def symbol(letter: str, x: float, y: float, r: float, fill: Ink | None = None, **more: Any) -> str:
    """One of the six, as large as a circle of radius r; strokes are as thick as they are there."""
    if "width" in more:
        more["width"] *= 10 / r
    drawn = path(artwork.SHAPES[letter], fill or INKS[letter], fill_rule="evenodd", **more)
    return group([drawn], x, y, scale=r / 10)


def seat_ink(seat: int) -> Ink:
    return hue(*artwork.SEATS[seat % len(artwork.SEATS)][:2])


def seat_mark(seat: int, x: float, y: float, r: float, **more: Any) -> str:
    shape = artwork.SEATS[seat % len(artwork.SEATS)][2]
    return group([path(shape, seat_ink(seat), **more)], x, y, scale=r / 10)


def heading(seat: int, name: str, x: float, y: float, size: float, *, turn: bool = False) -> str:
    """Who it is: the mark of the seat and the name, from x on; a pointer before it for whoever is to play."""
    parts = []
    if turn:
        parts.append(group([path("M-3 -4.6L4.4 0L-3 4.6Z", INKS["accent"])], x + size * 0.3, y, scale=size / 11))
        x += size * 0.95
    parts.append(seat_mark(seat, x + size * 0.5, y, size * 0.5))
    shown = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    parts.append(text(x + size * 1.25, y + size * 0.34, shown, size, weight=600, anchor="start", font_family=SERIF))
    return "".join(parts)


def width_of(said: str, size: float) -> float:
    """About how wide it is when it is written."""
    return 0.62 * size * min(len(said), LONGEST_NAME)


def die(x: float, y: float, size: float, face: Iterable[str], **more: Any) -> str:
    """A die with its upper left corner there; what it shows is drawn in a box of 40 by 40 around the middle."""
    body = [
        rect(-18.5, -17, 37, 36, 8, INKS["edge"]),
        rect(-18.5, -18.5, 37, 36, 8, INKS["tile"], INKS["line"]),
        *face,
    ]
    return group(body, x + size / 2, y + size / 2, scale=size / 40, **more)


def panel(x: float, y: float, wide: float, high: float, fill: Ink = INKS["card"], *, lit: bool = False) -> str:
    return rect(x, y, wide, high, 6, fill, INKS["glow"] if lit else INKS["line"], 1.6 if lit else 0.8)


@dataclass(frozen=True)
class Picture:
    """What has been drawn, from the upper left corner on; one unit is so many pixels, where there is room."""

    width: float
    height: float
    body: str
    pixels: float = 1.0
    cut: bool = False  # on paper: along its edge, so that nothing lies between it and the next
    back: Picture | None = None  # on paper: what its other side shows

    def finished(self, title: str, theme: str = "auto") -> str:
        """All of it as one SVG file."""
        ground = rect(0, 0, self.width, self.height, 8 / self.pixels, INKS["paper"])
        used = sorted(set(COLOUR.findall(ground + self.body)))
        style = tag("style", _style(used, theme))
        said = escape(UNREADABLE.sub("", title), quote=False)
        return tag(
            "svg",
            tag("title", said),
            style,
            ground,
            self.body,
            xmlns="http://www.w3.org/2000/svg",
            class_="spieltisch",
            viewBox=f"0 0 {number(self.width)} {number(self.height)}",
            width=round(self.width * self.pixels),
            height=round(self.height * self.pixels),
            style="max-width:100%;height:auto",
            role="img",
            font_family=SANS,
        )


def _style(used: Iterable[tuple[str, str, str]], theme: str) -> str:
    """The rules of the colours; with `auto` the reader's system decides."""
    day, night = [], []
    for kind, light, dark in used:
        selector, what = f".spieltisch .{kind}-{light}-{dark}", "fill" if kind == "f" else "stroke"
        day.append(f"{selector}{{{what}:#{dark if theme == 'dark' else light}}}")
        if dark != light:
            night.append(f"{selector}{{{what}:#{dark}}}")
    if theme != "auto":
        return "".join(day)
    return f"{''.join(day)}@media (prefers-color-scheme:dark){{{''.join(night)}}}"


def described(view: View, say: Say) -> Picture:
    """The view of a game that draws nothing itself, line by line."""
    rows = lines(view, say)
    widest = max((len(line) + 3 * depth for depth, line in rows), default=20)
    body = [
        text(
            14 + 18 * depth,
            26 + 20 * k,
            line,
            14,
            INKS["soft" if depth == 0 and ":" not in line else "ink"],
            anchor="start",
        )
        for k, (depth, line) in enumerate(rows)
    ]
    return Picture(max(240, 28 + 7.6 * widest), 20 + 20 * max(1, len(rows)), "".join(body))


def depict(game: Game, view: View, say: Say, theme: str = "auto") -> str:
    """A view as a picture: as the game draws it, or else field by field."""
    if theme not in THEMES:
        raise Trouble(f"A picture is {', '.join(THEMES)}, not {quoted(theme)}.")
    picture: Picture = game.picturing.svg(view, say) if game.has("svg") else described(view, say)
    return picture.finished(say.game_name(), theme)
