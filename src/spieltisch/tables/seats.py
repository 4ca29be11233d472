"""Who sits at a table, and who may do what: all that its log says without the game being played."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from spieltisch.contract import Trouble
from spieltisch.tables import entries, keys
from spieltisch.tables.entries import Entry, Opening

Stage = Literal["gathering", "playing", "over"]
PERSON = "person"  # somebody who holds the key of the seat
OPEN = "open"  # a seat that waits for someone with its link


@dataclass
class Chair:
    """A seat and whoever sits on it."""

    who: str  # person, open, or the name of a bot
    name: str
    key: str = ""  # hash; whoever has the key is the person of this seat, even if a bot plays for them
    invite: str = ""  # hash
    sat_with: str = ""  # hash of the invitation with which whoever sits here came
    contribution: str | None = None  # to the dice; None: not yet
    coach: bool = False  # may ask the coach

    @property
    def ready(self) -> bool:
        return self.who not in (PERSON, OPEN) or self.contribution is not None


@dataclass
class UndoWish:
    seat: int
    events: int | None  # back to so many; None: to before the seat's last decision
    agreed: list[int] = field(default_factory=list)


class Seating:
    def __init__(self, name: str, opened: Opening, at: float) -> None:
        self.name = name
        self.opened = opened
        self.version = 1  # how many entries its log has
        self.updated = at
        self.chairs = [Chair(seat.who, seat.name, seat.key, seat.invite, coach=seat.coach) for seat in opened.seats]
        self.begun = False
        self.over = False
        self.events = self.given
        self.wish: UndoWish | None = None
        self.follows: str | None = None
        self._done: set[tuple[int, str]] = set()  # by which seat, and the id; sent again it is not done again

    @property
    def people(self) -> list[int]:
        """The seats that persons play themselves."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.who == PERSON]

    @property
    def given(self) -> int:
        """So many events come from another table."""
        return len(self.opened.branch.events) if self.opened.branch else 0

    @property
    def unfinished(self) -> bool:
        """Whether there is something to go on with here: this game, or the next one of the match."""
        return not self.over or (self.follows is None and len(self.opened.results) + 1 < self.opened.games)

    def contributions(self) -> tuple[str, ...]:
        return tuple(chair.contribution or "" for chair in self.chairs)

    def held_by(self, given: Sequence[str]) -> tuple[frozenset[int], bool]:
        """The seats that these keys open, and whether one of them is the host's."""
        hashes = [keys.hashed(key) for key in given]
        seats = frozenset(
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.key and any(hmac.compare_digest(chair.key, each) for each in hashes)
        )
        return seats, any(hmac.compare_digest(self.opened.host, each) for each in hashes)

    def house_keys(self, house: str) -> dict[int, str]:
        """By seat, the keys that follow from this house's key and still open something here; HOST among them."""
        origin = self.opened.origin or self.name
        made = {seat: keys.seat_key(house, origin, seat) for seat in range(keys.HOST, len(self.chairs))}
        known = {keys.HOST: self.opened.host} | {seat: chair.key for seat, chair in enumerate(self.chairs)}
        return {seat: key for seat, key in made.items() if hmac.compare_digest(known[seat], keys.hashed(key))}

    def still_to_agree(self) -> list[int]:
        if self.wish is None:
            return []
        return [seat for seat in self.people if seat != self.wish.seat and seat not in self.wish.agreed]

    def is_done(self, seat: int, wish_id: str | None) -> bool:
        """Whether this has been asked for with the same id before, and done."""
        return wish_id is not None and (seat, wish_id) in self._done

    def must_exist(self, seat: int) -> None:
        if seat >= len(self.chairs):
            raise Trouble(f"There are the seats 0 to {len(self.chairs) - 1}, not {seat}.")

    def is_bot(self, seat: int) -> bool:
        return seat >= 0 and self.chairs[seat].who not in (PERSON, OPEN)

    def note(self, entry: Entry, at: float) -> None:
        """The entry is on disk and true."""
        self.version += 1
        self.updated = at
        if isinstance(entry, entries.MoveMade | entries.UndoWished | entries.Undone) and entry.id is not None:
            self._done.add((entry.seat, entry.id))
        match entry:
            case entries.SeatTaken():
                chair = self.chairs[entry.seat]
                chair.who, chair.name, chair.key, chair.invite = PERSON, entry.name, entry.key, ""
                chair.sat_with = entry.invite
                if not self.begun:
                    chair.contribution = entry.contribution
            case entries.Readied():
                self.chairs[entry.seat].contribution = entry.contribution
            case entries.Began():
                self.begun, self.over = True, entry.over
                self.events += len(entry.chance)
            case entries.MoveMade():
                self.events += 1 + len(entry.chance)
                self.over, self.wish = entry.over, None
            case entries.UndoWished():
                self.wish = UndoWish(entry.seat, entry.events)
            case entries.UndoAnswered(yes=True) if self.wish is not None:
                self.wish.agreed.append(entry.seat)
            case entries.UndoAnswered():
                self.wish = None
            case entries.Undone():
                self.events = entry.events + len(entry.again)
                self.over, self.wish = False, None
            case entries.Replaced():
                self.chairs[entry.seat].who = entry.bot
                self.wish = None
            case entries.Returned():
                self.chairs[entry.seat].who = PERSON
            case entries.LinkMade():
                self.chairs[entry.seat].invite = entry.invite
            case entries.Followed():
                self.follows, self.wish = entry.table, None


def distinct(name: str, others: Iterable[str]) -> str:
    names = [name, *(f"{name} {number}" for number in range(2, 8))]
    return next(name for name in names if name not in others)
