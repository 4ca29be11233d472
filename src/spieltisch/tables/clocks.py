"""Time to think: what a log says about it. Nobody loses by the clock; the others may let the computer make that move.

What counts is in the entries: each move says how much of its time it has used (docs/decisions/0017).
"""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field

from spieltisch.contract import Reason, Refused
from spieltisch.tables import entries
from spieltisch.tables.entries import ClockSet, Entry

HURRIED = "level2"  # the bot that moves for whoever has run out of time
BREATH = 10_000  # milliseconds for a move that everybody has, even if the time for the game is used up
LAG = 1.0  # seconds beyond the end before anybody may say so: the way over the line takes time too


@dataclass
class Clocks:
    """The fold of one log."""

    chosen: ClockSet | None
    seats: InitVar[int]
    called: set[int] = field(default_factory=set)  # whose time was up, until the computer has moved for them
    since: list[float] = field(init=False)  # no turn of a seat began before that
    _spent: list[int] = field(init=False)  # milliseconds of the game
    _moves: list[int] = field(init=False)  # that have added an increment
    _last: list[int] = field(init=False)  # milliseconds for the last move, with what was taken back before it
    _taken_back: list[int] = field(init=False)  # milliseconds for the move that is to be made again

    def __post_init__(self, seats: int) -> None:
        self.since = [0.0] * seats
        self._spent, self._moves, self._last, self._taken_back = ([0] * seats for _ in range(4))

    def note(self, entry: Entry, at: float) -> None:
        match entry:
            case entries.MoveMade() if entry.seat >= 0:
                seat, used = entry.seat, entry.used or 0
                self._spent[seat] += used
                self._moves[seat] += 1
                self._last[seat], self._taken_back[seat] = self._taken_back[seat] + used, 0
                self.called.discard(seat)
            case entries.Undone():
                seat = entry.seat
                self._moves[seat] = max(0, self._moves[seat] - 1)
                self._taken_back[seat], self._last[seat] = self._taken_back[seat] + self._last[seat], 0
                self.since = [at] * len(self.since)
                self.called.clear()
            case entries.SeatTaken() | entries.Returned():
                self.since[entry.seat] = at
                self.called.discard(entry.seat)
            case entries.Replaced() | entries.SeatLeft():
                self.called.discard(entry.seat)
            case entries.TimeCalled():
                self.called.add(entry.seat)

    def allowance(self, seat: int) -> int:
        """Milliseconds that the seat has for a turn. Whoever takes a move back does not get its time back."""
        assert self.chosen is not None
        whole = self.chosen.seconds * 1000
        if self.chosen.per == "move":
            return max(0, whole - self._taken_back[seat])
        return max(BREATH, whole + self.chosen.increment * 1000 * self._moves[seat] - self._spent[seat])


def must_be_up(name: str, left: float) -> None:
    """So many seconds are left to whoever has this name."""
    if left > -LAG:
        raise Refused(Reason("time_is_not_up", values={"name": name}))
