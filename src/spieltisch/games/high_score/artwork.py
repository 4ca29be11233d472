"""What the drawings of this game are made of, in the browser and in pictures (spieltisch/artwork.py)."""

from __future__ import annotations

# The printed track: its fields lie around a board of so many by so many, clockwise from the upper left corner.
COLUMNS = 10
ROWS = 7

# What a die shows, around the middle of a box of 40 by 40.
PIPS = {
    "1": ((0, 0),),
    "2": ((-8, -8), (8, 8)),
    "3": ((-8.5, -8.5), (0, 0), (8.5, 8.5)),
    "4": ((-8, -8), (8, -8), (-8, 8), (8, 8)),
    "5": ((-8.5, -8.5), (8.5, -8.5), (0, 0), (-8.5, 8.5), (8.5, 8.5)),
}
SWIRL = "M0.6 0.4C2.6 -1.6 4.4 1.6 2.2 4C-1 7.4 -6.6 4.4 -6.4 -0.6C-6.2 -6.6 0.4 -9.8 5.6 -7.2C11.2 -4.4 12.4 3 8.8 8"
SEED = (8.2, 9, 2.6)  # the dot at its end: where, and how large

# Chips: what is printed on them, and their metal with its rim.
POINTS = {"gold": 3, "silver": 2, "bronze": 1}
METALS = {"gold": ("#e2b13c", "#8a6410"), "silver": ("#c3c8cd", "#5f676f"), "bronze": ("#d0936a", "#7c4522")}
ON_METAL = "#2a2520"

# How dice are rolled: the turning arrow and the dice in it, or one after the other into the tray.
TURNING = "M-3.8 -14.2A15 15 0 1 0 3.6 8.7M-9.6 -18.4L-3.2 -14.4L-7.4 -8.2"
IN_THE_ARROW = ((-18.8, -11.6), (-7.3, -11.6), (-18.8, -0.1), (-7.3, -0.1))
INTO_THE_TRAY = "M-6 -4C-2 -11 6 -11 9.5 -5M10.3 -10V-4.6H4.8"
BESIDE_THE_TRAY = ((-34, -12), (-21, -12), (-34, 1), (-21, 1))
TRAY = "M5 2V12.5H33V2"
ICE = "M0 -10V10M-3 -8L0 -5L3 -8M-3 8L0 5L3 8"  # one of three arms of a crystal
HELPS, HURTS = "M-45.5 5L-39.5 -6L-33.5 5Z", "M-45.5 -5L-39.5 6L-33.5 -5Z"  # what a swirl mostly does (§7)

# The scorings: above, dice that count, those that count together side by side; below, the rest, and whether it is
# taken away.
PICTURES: dict[str, tuple[tuple[str, ...], str, bool]] = {
    "sum": (("1", "4", "5"), "", False),
    "same": (("222", "44"), "5", False),
    "same_minus_rest": (("222", "44"), "5", True),
    "tens_minus_rest": (("541",), "3", True),
    "pairs": (("33", "55"), "2", False),
    "pairs_minus_rest": (("33", "55"), "2", True),
    "triples_minus_rest": (("444",), "2", True),
    "odd": (("5", "3", "1"), "24", False),
    "odd_minus_rest": (("5", "3", "1"), "24", True),
    "shown_minus_rest": (("4", "3", "2", "1"), "5", True),
    "ascending": (("1", "2", "3", "4"), "", False),
}
NOTES = {"tens_minus_rest": "10"}  # what stands beside dice that count
STAIRS = ("ascending",)  # drawn as stairs
