"""Reads a printed page as a person does: its size, its words, its fields, its ink."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from pypdfium2.raw import FPDF_PAGEOBJ_PATH

POINTS = 72 / 25.4  # to a millimetre

Box = tuple[float, float, float, float]


class Paper:
    """A PDF file, opened."""

    def __init__(self, pdf: bytes) -> None:
        self.document = pypdfium2.PdfDocument(pdf)
        self.pages = list(self.document)

    def sizes(self) -> list[tuple[float, float]]:
        """In millimetres, to a thousandth."""
        return [tuple(round(side / POINTS, 3) for side in page.get_size()) for page in self.pages]

    def said(self) -> str:
        """All that can be read."""
        return "".join(page.get_textpage().get_text_bounded() for page in self.pages)

    def words(self) -> str:
        """The same without the spaces; what is broken at the end of a line is whole."""
        return solid(self.said())

    def boxes(self, page: int = 0) -> dict[tuple[float, float], list[Box]]:
        """The outlines on a page by their size, those that are there most often first."""
        found: dict[tuple[float, float], list[Box]] = {}
        for each in self.pages[page].get_objects(filter=[FPDF_PAGEOBJ_PATH], max_depth=20):
            left, bottom, right, top = each.get_bounds()
            found.setdefault((round(right - left, 1), round(top - bottom, 1)), []).append((left, bottom, right, top))
        return dict(sorted(found.items(), key=lambda pair: -len(pair[1])))

    def counts(self, page: int = 0) -> Counter[int]:
        """How many outlines of one size there are: how often each number occurs."""
        return Counter(len(boxes) for boxes in self.boxes(page).values())

    def picture(self, page: int = 0, scale: float = 2.0) -> NDArray[np.uint8]:
        """As it comes out of the printer: rows, columns, red-green-blue."""
        drawn: Any = self.pages[page].render(scale=scale, rev_byteorder=True).to_numpy()
        return np.asarray(drawn[:, :, :3], np.uint8)


def solid(said: str) -> str:
    hyphens = ("\ufffe", "\u00ad", "\x02", "-\r\n")
    for hyphen in hyphens:
        said = said.replace(hyphen, "")
    return "".join(said.split())
