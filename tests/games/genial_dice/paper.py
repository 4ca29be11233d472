"""Sheets as they are drawn in the tests: a row per colour, x for a mark."""

from spieltisch import Table

LETTERS = "rgboyp"
MIDDLE_OPEN = """
    r xxx x.. .
    g x.. ... .
    b xxx ... .
    o xx. ... .
    y xxx ... .
    p xxx xxx .
"""
GREEN_IS_MISSING = """
    r xxx ... .
    g ... ... .
    b xxx ... .
    o xxx ... .
    y xxx ... .
    p xxx ... .
"""


def sheet(drawn: str) -> list[int]:
    """The marks of each row."""
    rows = {line.split()[0]: line.count("x") for line in drawn.strip().splitlines()}
    return [rows[letter] for letter in LETTERS]


def give(at: Table, seat: int, drawn: str) -> Table:
    """Puts a sheet in front of a seat."""
    at.rows["sheets"][0][seat] = sheet(drawn)
    return at


def marks(at: Table, seat: int) -> str:
    """What is marked: `b4 y3`."""
    return shorten(at.rows["sheets"][0][seat].tolist())


def shorten(counts: list[int]) -> str:
    return " ".join(f"{letter}{count}" for letter, count in zip(LETTERS, counts, strict=True) if count)
