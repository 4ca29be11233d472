"""What a game provides whose people need not tell the house what is hidden: discreet.py referees it."""

from __future__ import annotations

from typing import Protocol, TypeVar

S_contra = TypeVar("S_contra", contravariant=True)


class Discreet(Protocol[S_contra]):
    """rules.py of a game that can be refereed although its people tell nobody what is hidden."""

    def reveal(self, state: S_contra, seat: int, action: int) -> None:
        """Gives the seat what this action plays, if nobody has seen it. The state is one hidden for a spectator."""

    def untold(self, state: S_contra, seat: int) -> int:
        """How many things this seat still has to tell the coach; 0: all is told, or the coach cannot help."""

    def tell(self, state: S_contra, seat: int, action: int) -> None:
        """Gives the seat what this action of chance brings, and what it has had all along."""
