"""Who sits at a table, and who may do what: all that its log says without the game being played."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Literal

from spieltisch.contract import Reason, Refused, Trouble
from spieltisch.quoting import look
from spieltisch.tables import entries, keys
from spieltisch.tables.clocks import HURRIED, Clocks
from spieltisch.tables.entries import Entry, Opening

Stage = Literal["gathering", "playing", "over"]
PERSON = "person"  # somebody who holds the key of the seat
OPEN = "open"  # a seat that waits for someone with its link
CHANGES_OF_SEATS = entries.Replaced | entries.SeatLeft | entries.Returned | entries.SeatTaken
BOT_NAMES = ("Lino", "Mira", "Nelo", "Pia", "Rocco", "Tilda")  # no two begin alike, and every language can say them
MOST_NOTICES = 100  # that are remembered; all of them stand in the log


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
    earlier: list[tuple[str, str]] = field(default_factory=list)  # hash and name: for whom whoever sits here stands in
    left: bool = False  # whoever has the key has given up the seat, and may return until somebody else has taken it

    @property
    def held(self) -> bool:
        """Whether this is somebody's seat, even if they are away: nobody else decides about it alone."""
        return self.key != "" and not self.left

    @property
    def ready(self) -> bool:
        return self.who not in (PERSON, OPEN) or self.contribution is not None


@dataclass
class UndoWish:
    number: int  # the version that brought it: an answer says which wish it means
    seat: int
    events: int | None  # back to so many; None: to before the seat's last decision
    again: tuple[tuple[int, str], ...] = ()  # what happens then, if it is a correction
    over: bool = False
    agreed: list[int] = field(default_factory=list)


@dataclass
class StandInWish:
    """That a bot plays for somebody who is away, or that another person takes the seat."""

    number: int
    seat: int
    bot: str  # empty: a person
    asked: tuple[int, ...]
    agreed: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Notice:
    """Something that all shall know, beside the game."""

    version: int  # that brought it
    events: int  # after so many
    reason: Reason


class Seating:
    def __init__(self, name: str, opened: Opening, at: float) -> None:
        self.name = name
        self.opened = opened
        self.version = 1  # how many entries its log has
        self.updated = at
        self.chairs = [
            Chair(
                seat.who,
                seat.name,
                seat.key,
                seat.invite,
                coach=seat.coach,
                earlier=list(seat.earlier),
                left=seat.left,
            )
            for seat in opened.seats
        ]
        self.begun = False
        self.began = 0  # the version with which the game began
        self.over = False
        self.events = self.given
        self.wish: UndoWish | StandInWish | None = None
        self.notices: list[Notice] = []
        self.follows: str | None = None
        self.chat = opened.chat
        self.clocks = Clocks(opened.clock, len(self.chairs))
        self.times = [at]  # of every entry
        self.listed = False  # the host lets in whoever comes, until the game begins
        self._done: set[tuple[int, str, str]] = set()  # seat, its key, and the id; sent again it is not done again

    @property
    def people(self) -> list[int]:
        """The seats that persons play themselves."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.who == PERSON]

    @property
    def holders(self) -> list[int]:
        """The seats that are somebody's, even if a bot plays for them."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.held]

    @property
    def free(self) -> int:
        """How many seats wait for whoever comes."""
        waits = self.listed and not self.begun
        return sum(chair.who == OPEN for chair in self.chairs) if waits else 0

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
        """The seats that these keys open, and whether one of them is the host's. Who has given up a seat looks on."""
        hashes = {keys.hashed(key) for key in given}  # how long it takes to compare hashes tells nothing of a key
        seats = frozenset(seat for seat, chair in enumerate(self.chairs) if chair.held and chair.key in hashes)
        return seats, self.opened.host in hashes

    @property
    def of_host(self) -> frozenset[int]:
        """The seats whose keys were handed out to whoever opened the table, and still are the keys of those seats."""
        given = [seat.key if seat.of_host or not self.opened.origin else "" for seat in self.opened.seats]
        return frozenset(seat for seat, chair in enumerate(self.chairs) if chair.key and chair.key == given[seat])

    def may_return(self, given: Sequence[str]) -> dict[int, str]:
        """By seat, the hash of that of these keys with which its holder may return to where another stands in; empty
        where they had given up the seat, and nobody has taken it."""
        hashes = {keys.hashed(key) for key in given}
        found = {seat: [key for key, _ in chair.earlier if key in hashes] for seat, chair in enumerate(self.chairs)}
        given_up = {seat: "" for seat, chair in enumerate(self.chairs) if chair.left and chair.key in hashes}
        return {seat: earlier[0] for seat, earlier in found.items() if earlier} | given_up

    def house_keys(self, house: str) -> dict[int, str]:
        """By seat, the keys that follow from this house's key and still open something here; HOST among them."""
        origin = self.opened.origin or self.name
        made = {seat: keys.seat_key(house, origin, seat) for seat in range(keys.HOST, len(self.chairs))}
        known = {keys.HOST: self.opened.host} | {seat: chair.key for seat, chair in enumerate(self.chairs)}
        return {seat: key for seat, key in made.items() if hmac.compare_digest(known[seat], keys.hashed(key))}

    def still_to_agree(self) -> list[int]:
        """To the wish of the moment: every other seat that is somebody's, or those that the host has to ask."""
        if self.wish is None:
            return []
        asked = self.wish.asked if isinstance(self.wish, StandInWish) else self.holders
        return [seat for seat in asked if seat != self.wish.seat and seat not in self.wish.agreed]

    @property
    def overdue(self) -> bool:
        """Whether all is there for the game to begin, or all have agreed to a wish, and yet the disk has refused it."""
        if not self.begun and all(chair.ready for chair in self.chairs):
            return True
        return self.wish is not None and not self.still_to_agree()

    def is_done(self, seat: int, wish_id: str | None) -> bool:
        """Whether this has been asked for with the same id before, and done."""
        return wish_id is not None and (seat, self.chairs[seat].key, wish_id) in self._done

    def must_exist(self, seat: int) -> None:
        if seat >= len(self.chairs):
            raise Trouble("There are the seats 0 to {last}, not {seat}.", last=len(self.chairs) - 1, seat=seat)

    def must_be_seated(self, seat: int) -> None:
        """Where a bot stands in, or the seat is open for somebody else, its person returns before playing on."""
        if self.chairs[seat].who != PERSON:
            raise Refused(Reason("return_first"))

    def is_bot(self, seat: int) -> bool:
        return seat >= 0 and self.chairs[seat].who not in (PERSON, OPEN)

    def bot_at(self, seat: int) -> str | None:
        """Which bot moves here: the one that sits there, or one for somebody whose time was up."""
        if seat in self.clocks.called:
            return HURRIED
        return self.chairs[seat].who if self.is_bot(seat) else None

    def note(self, entry: Entry, at: float) -> None:
        """The entry is on disk and true."""
        self.version += 1
        self._tell(self._told(entry))
        self.updated = at
        self.times.append(at)
        self.clocks.note(entry, at)
        if isinstance(entry, entries.MoveMade | entries.UndoWished | entries.Undone) and entry.id is not None:
            seat = entry.seat if not isinstance(entry, entries.MoveMade) or entry.by is None else entry.by
            self._done.add((seat, self.chairs[seat].key, entry.id))
        self._let_the_wish_lapse(entry)
        match entry:
            case entries.SeatTaken():
                chair = self.chairs[entry.seat]
                if chair.held:
                    chair.earlier.append((chair.key, chair.name))
                chair.who, chair.name, chair.key, chair.invite = PERSON, entry.name, entry.key, ""
                chair.sat_with, chair.left = entry.invite, False
                if not self.begun:
                    chair.contribution = entry.contribution
            case entries.Readied():
                self.chairs[entry.seat].contribution = entry.contribution
            case entries.Began():
                self.begun, self.began, self.over = True, self.version, entry.over
                self.events += len(entry.chance)
            case entries.MoveMade():
                self.events += 1 + len(entry.chance)
                self.over = entry.over
            case entries.CoachCalled():
                self.chairs[entry.seat].coach = True
            case entries.UndoWished():
                self.wish = UndoWish(self.version, entry.seat, entry.events, entry.again, entry.over)
            case entries.StandInWished():
                self.wish = StandInWish(self.version, entry.seat, entry.bot, entry.asked)
            case entries.WishAnswered(yes=True) if self.wish is not None:
                self.wish.agreed.append(entry.seat)
            case entries.WishAnswered() | entries.WishWithdrawn():
                self.wish = None
            case entries.Undone():
                self.events = entry.events + len(entry.again)
                self.over = entry.over
            case entries.Replaced():
                self.chairs[entry.seat].who = entry.bot
            case entries.SeatLeft():
                self._leave(self.chairs[entry.seat], own_word=entry.own_word)
            case entries.Returned():
                self._return(self.chairs[entry.seat], entry.key)
            case entries.HostSettled():
                self.chat = self.chat if entry.chat is None else entry.chat
                self.listed = self.listed if entry.listed is None else entry.listed
            case entries.LinkMade():
                self.chairs[entry.seat].invite = entry.invite
            case entries.Followed():
                self.follows, self.wish = entry.table, None

    def _let_the_wish_lapse(self, entry: Entry) -> None:
        """One to take back, when somebody plays, takes back, goes or comes; one about a seat only when something
        happens there, or to somebody who was asked: then all are told, for nobody has answered it."""
        wish, moved = self.wish, isinstance(entry, entries.MoveMade | entries.Undone)
        if isinstance(wish, UndoWish):
            taken = isinstance(entry, entries.SeatTaken)  # whoever sits down is asked as well
            self.wish = None if moved or (isinstance(entry, CHANGES_OF_SEATS) and not taken) else wish
        elif isinstance(wish, StandInWish) and isinstance(entry, CHANGES_OF_SEATS):
            if entry.seat in wish.asked:
                self._tell(Reason("stand_in_refused", values={"name": self._name(wish.seat)}))
            if entry.seat in (wish.seat, *wish.asked):
                self.wish = None

    def _tell(self, reason: Reason | None) -> None:
        if reason is not None:
            self.notices.append(Notice(self.version, self.events, reason))
            del self.notices[:-MOST_NOTICES]

    def _leave(self, chair: Chair, *, own_word: bool) -> None:
        chair.who = OPEN
        if own_word and chair.earlier:  # who only stood in leaves the seat to whom it belongs
            chair.key, chair.name = chair.earlier.pop()
        else:
            chair.left = own_word
        if not self.begun:
            chair.contribution = None

    def _return(self, chair: Chair, key: str) -> None:
        """Invitations to the seat lapse, and so do the keys of those who stood in."""
        chair.who, chair.left, chair.invite = PERSON, False, ""
        if key:
            number = [earlier for earlier, _ in chair.earlier].index(key)
            chair.key, chair.name = chair.earlier[number]
            del chair.earlier[number:]

    def _told(self, entry: Entry) -> Reason | None:
        """What all are told of an entry about who sits where, before it is true."""
        if isinstance(entry, entries.WishWithdrawn) or (isinstance(entry, entries.WishAnswered) and not entry.yes):
            no = isinstance(self.wish, StandInWish)
            return Reason("stand_in_refused", values={"name": self._name(self.wish.seat)}) if no and self.wish else None
        if isinstance(entry, entries.TimeCalled):
            return Reason("time_was_up", values={"name": self._name(entry.seat)})
        if isinstance(entry, entries.Undone) and entry.again and self.opened.dice == "real":
            return Reason("was_corrected", values={"name": self._name(entry.seat)})
        if not isinstance(entry, entries.StandInWished | entries.CoachCalled | CHANGES_OF_SEATS):
            return None
        chair = self.chairs[entry.seat]
        values = {"name": chair.name}
        match entry:
            case entries.StandInWished():
                return Reason("bot_is_wished" if entry.bot else "stand_in_is_wished", values=values)
            case entries.CoachCalled():
                return Reason("coach_was_called", values=values)
            case entries.Replaced():
                return Reason("bot_stands_in", values=values) if chair.held else None
            case entries.SeatLeft():
                return Reason("seat_was_left" if entry.own_word else "seat_may_be_given", values=values)
            case entries.Returned():
                earlier = dict(chair.earlier).get(entry.key, chair.name)
                return Reason("has_returned", values={"name": earlier})
            case entries.SeatTaken() if chair.held:
                return Reason("somebody_stands_in", values={"name": entry.name, "other": chair.name})
        return None

    def _name(self, seat: int) -> str:
        return self.chairs[seat].name


def distinct(name: str, others: Iterable[str]) -> str:
    """A name that nobody at the table takes for another's, also not in letters that only look the same."""
    names, taken = chain([name], (f"{name} {number}" for number in count(2))), set(map(look, others))
    return next(name for name in names if look(name) not in taken)


def bot_names(others: Iterable[str]) -> Iterator[str]:
    """Names for bots that nobody at the table takes for one of these; how they play stands beside them."""
    taken = set(map(look, others))
    return chain((name for name in BOT_NAMES if look(name) not in taken), (f"Bot {number}" for number in count(1)))
