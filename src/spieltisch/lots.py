"""The lot that says who begins, as a move of chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Start:
    """The lot falls on a seat."""

    seat: int
    kind: Literal["start"] = "start"

    def __str__(self) -> str:
        return f"start {self.seat + 1}"
