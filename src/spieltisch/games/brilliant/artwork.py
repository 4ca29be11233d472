"""What the drawings of this game are made of, in the browser and in pictures (spieltisch/artwork.py)."""

from __future__ import annotations

SIZE = 40  # of a cell on the paper

# The colours of the house for those of the sheet.
PAINT = {"red": "r", "yellow": "y", "blue": "b", "grey": "grey", "purple": "p", "orange": "o", "green": "g"}
# Each colour has a hatching of its own: strokes in a tile of 12 by 12 that repeats.
HATCHING = {
    "red": "M-2 2L2 -2M-2 14L14 -2M10 14L14 10",
    "yellow": "M3 3h0.01M9 9h0.01",
    "blue": "M0 3Q3 0.5 6 3T12 3M0 9Q3 6.5 6 9T12 9",
    "grey": "M0 6H12M6 0V12",
    "purple": "M10 -2L14 2M-2 -2L14 14M-2 10L2 14",
    "orange": "M3 0V12M9 0V12",
    "green": "M3 5L4.5 1.5M9 11L10.5 7.5M9 5L7.5 1.5M3 11L1.5 7.5",
}
# What a colour demands, as a sign in a circle of radius 10: strokes, and what is filled besides.
SIGNS = {
    "equal": ("M-7.5 -3.6H7.5M-7.5 3.6H7.5", ""),
    "different": ("M-7.5 -3.6H7.5M-7.5 3.6H7.5M4.6 -8.6L-4.6 8.6", ""),
    "two_numbers": (
        "M-9 0A4.4 4.4 0 1 1 -0.2 0A4.4 4.4 0 1 1 -9 0Z",
        "M1 0A4.4 4.4 0 1 1 9.8 0A4.4 4.4 0 1 1 1 0Z",
    ),
    "one_half": (
        "M-4.4 -7.4H4.4A3 3 0 0 1 7.4 -4.4V4.4A3 3 0 0 1 4.4 7.4H-4.4A3 3 0 0 1 -7.4 4.4V-4.4A3 3 0 0 1 -4.4 -7.4Z",
        "M0 -7.4H-4.4A3 3 0 0 0 -7.4 -4.4V4.4A3 3 0 0 0 -4.4 7.4H0Z",
    ),
    "anything": ("M0 -8V8M-7 -4L7 4M-7 4L7 -4", ""),
}
# The numbers 1 to 6 as somebody writes them with a pencil, in a box of 20 by 28.
STROKES = {
    1: "M5.8 9.2C8.4 7.6 10.2 5.4 11.2 3C10.8 10.4 10.2 17.6 10 25",
    2: "M4.4 8.8C4.6 4.6 8 2.7 11 3.1C15.2 3.7 16.2 8 13.6 12C11 16.2 7 20 3.8 24.2C8 22.6 12.5 23 16.6 24.4",
    3: "M4.9 5C8 2.3 14.5 2.5 14.3 7.2C14.1 11 10.4 12.7 7.9 13C12 12.5 16.1 15 15.5 19.4C14.8 24.7 8 26.4 4.3 22.6",
    4: "M11.8 3C9.6 8.8 6.4 13.6 3.4 17.8C8 17.2 12.8 17 17 17.2M13 10.6C12.6 15.8 12.2 20.6 12.2 25.2",
    5: "M15.4 3.4C12.2 3.8 9.4 3.8 6.7 3.6C6.4 7 5.8 9.8 5.3 12.6C9.2 9.8 15.5 11 15.5 17C15.5 23.6 8.4 26.6 4.1 22.8",
    6: "M13.8 3C9 6.2 4.9 12.4 4.9 18C4.9 22.6 7.4 25.1 10.2 25.1C13.6 25.1 15.7 22 15.5 18.8C15.3 15 11.8 13.2 9 14.8"
    "C6.8 16 5.4 18.2 5.1 20.2",
}
PIPS = {  # of a die; a step is as wide as two of them are apart
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
RING = "M-1 -12C8 -13 13 -6 12 1C11 9 4 13 -3 12C-10 11 -13 4 -12 -3C-11 -9 -6 -12.6 2 -12.4"  # around a value earned
STRUCK = "M-9 7C-3 3 4 -3 9 -7.5"  # through a value that is gone
TICKS = ("M5 17C8 13 11 9 15 5", "M5 5.5C8 9 11.5 13 15.5 16.5")  # in a box that counts rolls, the first and the second
BOX_SIGN = "M10 23L15 31H5Z"  # below some of these boxes
DONE = "M4 13L10 19L20.5 5.5"  # an area is complete
EVERYWHERE = ("M2 2h6v6H2zM12 12h6v6h-6z", "M9.5 9.5l1 1")  # a score field for all cells of its colour
