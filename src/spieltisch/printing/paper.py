"""Sheets of paper, and how pictures stand on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spieltisch.contract import Trouble
from spieltisch.quoting import quoted

MARGIN = 10.0  # millimetres that a printer leaves white
FOOT = 6.0  # for the line at the lower edge
CODE = 18.0  # instead, where a code to be read by a camera stands there
GAP = 7.0  # between two pictures; they are cut in its middle
MOST = 24  # pictures on a page; smaller ones nobody can write on


@dataclass(frozen=True)
class Paper:
    """Upright, in millimetres."""

    width: float
    height: float
    part: float = 1.0  # of an A4 sheet: so much less stands on it


PAPERS = {"a4": Paper(210, 297), "a5": Paper(148, 210, 0.5), "letter": Paper(215.9, 279.4)}


@dataclass(frozen=True)
class Layout:
    """Columns and rows of equal cells on a page of this size."""

    width: float
    height: float
    columns: int
    rows: int
    foot: float
    gap: float = GAP

    @property
    def cell(self) -> tuple[float, float]:
        wide = (self.width - 2 * MARGIN - (self.columns - 1) * self.gap) / self.columns
        high = (self.height - 2 * MARGIN - self.foot - (self.rows - 1) * self.gap) / self.rows
        return wide, high

    def scale(self, width: float, height: float) -> float:
        wide, high = self.cell
        return min(wide / width, high / height)

    def turned(self, page: Sequence[int]) -> list[int | None]:
        """Where each of these lies when the sheet is turned over along its long edge."""
        seen: list[int | None] = [None] * (self.columns * self.rows)
        for place, which in enumerate(page):
            row, column = divmod(place, self.columns)
            if self.width > self.height:
                row = self.rows - 1 - row
            else:
                column = self.columns - 1 - column
            seen[row * self.columns + column] = which
        return seen


def paper_of(name: str) -> Paper:
    if name not in PAPERS:
        papers = ", ".join(PAPERS)
        raise Trouble(f"Paper is {papers}, not {quoted(name)}.", "no_such_paper", papers=papers, paper=quoted(name))
    return PAPERS[name]


def layout(paper: Paper, many: int, width: float, height: float, foot: float = FOOT, gap: float = GAP) -> Layout:
    """The one in which so many pictures of this size are largest: upright or on its side, in columns and rows."""
    if not 1 <= many <= MOST:
        raise Trouble(
            f"A page has room for 1 to {MOST} of them, not for {many}.", "not_so_many_on_a_page", most=MOST, n=many
        )
    shapes = [
        Layout(*size, columns, -(-many // columns), foot, gap)
        for size in ((paper.width, paper.height), (paper.height, paper.width))
        for columns in range(1, many + 1)
    ]
    return max(shapes, key=lambda shape: round(shape.scale(width, height), 6))
