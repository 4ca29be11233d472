"""How the house looks, once for the browser and for pictures: its colours, the six symbols, the marks of the seats.

`python -m spieltisch.server.typescript web/src` makes web/src/kit/artwork.ts and palette.css from it, and from the
artwork.py of a game the artwork.ts beside its screen. All shapes are SVG paths in a circle of radius 10 around the
origin.
"""

from __future__ import annotations

# By day and by night. `-ink` is what is drawn on a colour; the single letters are those of tiles and dice.
PALETTE: dict[str, tuple[str, str]] = {
    "paper": ("#f5efe4", "#1c1a18"),
    "card": ("#fffaf0", "#272420"),
    "well": ("#e9dfcd", "#13110f"),
    "ink": ("#2a2520", "#f0e7d8"),
    "soft": ("#6a6055", "#b3a796"),
    "line": ("#d6c9b3", "#453f37"),
    "edge": ("#94866f", "#7d7364"),  # of what can be typed into or chosen: seen against the paper
    "accent": ("#9c4221", "#e39a6b"),
    "accent-ink": ("#fffaf0", "#241509"),
    "good": ("#2f6b3c", "#7fc98c"),
    "bad": ("#a3261d", "#f08a7e"),
    "glow": ("#d98b1f", "#f0b04a"),
    "r": ("#c8352b", "#e2594e"),
    "g": ("#3d8b40", "#57ab5a"),
    "b": ("#2c6db5", "#5794dd"),
    "o": ("#e07b1a", "#ee9440"),
    "y": ("#e9bd20", "#f0cc4b"),
    "p": ("#7d4a9e", "#a673c9"),
    "grey": ("#8a8378", "#9a9388"),
    "pencil": ("#3a3733", "#f3ecdf"),
    "sheet": ("#fffdf8", "#2e2a25"),  # paper to write on: whiter than what it lies on
    "tile": ("#fffaf0", "#37322b"),  # the body of a tile, under its colours
}

# The six colours by letter, each with a shape of its own.
NAMES = {"r": "red", "g": "green", "b": "blue", "o": "orange", "y": "yellow", "p": "purple"}
SHAPES = {
    # a drop
    "r": "M0 -9.4C3.2 -4.6 6.8 -1.6 6.8 2.6A6.8 6.8 0 0 1 -6.8 2.6C-6.8 -1.6 -3.2 -4.6 0 -9.4Z",
    # a leaf
    "g": "M-7.4 7.4C-9.4 -2.6 -2.6 -9.4 7.8 -7.8C9.4 2.6 2.6 9.4 -4.4 7.6L0.8 -0.8L-5.9 5.9Z",
    # a kite
    "b": "M0 -9.4L7.2 0L0 9.4L-7.2 0Z",
    # a wheel: a hexagon with a hole
    "o": "M0 -9L7.8 -4.5L7.8 4.5L0 9L-7.8 4.5L-7.8 -4.5ZM0 -4A4 4 0 1 0 0 4A4 4 0 1 0 0 -4Z",
    # a star
    "y": "M0 -9.6L2.6 -3.5L9.1 -3L4.1 1.3L5.6 7.8L0 4.3L-5.6 7.8L-4.1 1.3L-9.1 -3L-2.6 -3.5Z",
    # a moon
    "p": "M3.2 -8.9A9.4 9.4 0 1 0 8.9 4.2A7.4 7.4 0 0 1 3.2 -8.9Z",
}

# Neither are the colours of the seats those of tiles and dice, nor their shapes the symbols, so that a seat is never
# taken for a colour of the game. By day, by night, the shape, and how the seat's line is dashed where lines cross.
SEATS: tuple[tuple[str, str, str, str], ...] = (
    # a disc
    ("#0b7a78", "#4fc7c1", "M0 -8.6A8.6 8.6 0 1 1 0 8.6A8.6 8.6 0 1 1 0 -8.6Z", ""),
    # a square
    (
        "#b8286f",
        "#f284b6",
        "M-6 -7.8H6A1.8 1.8 0 0 1 7.8 -6V6A1.8 1.8 0 0 1 6 7.8H-6A1.8 1.8 0 0 1 -7.8 6V-6A1.8 1.8 0 0 1 -6 -7.8Z",
        "8 4",
    ),
    # a triangle
    (
        "#7a4b1f",
        "#cf9c66",
        "M-1.6 -8.6A1.9 1.9 0 0 1 1.6 -8.6L9.6 5.6A1.9 1.9 0 0 1 8 8.4H-8A1.9 1.9 0 0 1 -9.6 5.6Z",
        "2 4",
    ),
    # a cross
    ("#44517e", "#a3b3ea", "M-3.2 -8.8H3.2V-3.2H8.8V3.2H3.2V8.8H-3.2V3.2H-8.8V-3.2H-3.2Z", "10 3 2 3"),
    # an hourglass
    ("#67700d", "#bcc653", "M-7.6 -8.8H7.6L2.2 0L7.6 8.8H-7.6L-2.2 0Z", "5 2"),
    # an arch
    ("#4a4742", "#d5cfc5", "M-8 8.4V0A8 8 0 0 1 8 0V8.4H2.9V1.4A2.9 2.9 0 0 0 -2.9 1.4V8.4Z", "1 3"),
)
