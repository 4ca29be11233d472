"""A table in memory: the fold of its log. Nothing here waits, talks or writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from spieltisch import registry
from spieltisch.contract import NO_CONTENT, Reason, Refused, Trouble
from spieltisch.dice import ByHand, Checkable, Dice, Real, Seeded, commitment
from spieltisch.kernel import CHANCE, Rows
from spieltisch.records import DiceRecord, Record
from spieltisch.referee import Step, Table
from spieltisch.tables import entries
from spieltisch.tables.entries import Entry, Opening
from spieltisch.tables.seats import Seating, Stage, UndoWish
from spieltisch.verify import draws


class LiveTable(Seating):
    def __init__(self, name: str, opened: Opening, at: float) -> None:
        super().__init__(name, opened, at)
        game = registry.game(opened.game)
        content = game.content_from(opened.content) if opened.content else NO_CONTENT
        self.playthrough = Table(game, len(self.chairs), opened.variant, opened.options, content, ByHand())
        self.commitment = commitment(opened.secret) if opened.dice == "checkable" else ""
        self.born: list[int] = []  # for each event the version that brought it
        self.rewinds: list[tuple[int, int]] = []  # version, and how many events it left
        self._news = [0] * len(self.chairs)  # for each seat the version that last changed what it has seen happen
        self._asked: tuple[Rows | None, list[int]] = (None, [])
        self._name_all()
        if opened.branch is not None:
            self.playthrough.commit(self.playthrough.retrace(opened.branch.events))
            self.playthrough.given = self.given
            self.born += [self.version] * self.given

    # What it is

    @property
    def stage(self) -> Stage:
        if not self.begun:
            return "gathering"
        return "playing" if self._waiting() else "over"

    @property
    def results(self) -> tuple[tuple[int, ...], ...]:
        """The points of the match's games that are over."""
        outcome = self.playthrough.outcome if self.stage == "over" else None
        return self.opened.results + ((outcome.points,) if outcome else ())

    def deciding(self) -> list[int]:
        """The seats that may act now; CHANCE where somebody has to type what real dice show."""
        return self._waiting() if self.begun else []

    def _waiting(self) -> list[int]:
        """Asked of the rules once for each state."""
        rows = self.playthrough.rows
        if self._asked[0] is not rows:
            self._asked = (rows, self.playthrough.waiting)
        return self._asked[1]

    def thinking(self) -> list[int]:
        """The seats of bots that may act now; they wait while people talk about taking something back."""
        return [] if isinstance(self.wish, UndoWish) else [seat for seat in self.deciding() if self.is_bot(seat)]

    def must_be_playing(self) -> None:
        if self.stage != "playing":
            raise Refused(Reason("game_is_over" if self.begun else "game_has_not_begun"))

    def must_decide(self, seat: int) -> None:
        self.must_be_playing()
        if seat not in self.deciding():
            names = ", ".join(self.chairs[each].name for each in self.deciding() if each != CHANCE)
            raise Refused(Reason("not_your_turn", values={"seats": names}))

    def must_be_known(self, seat: int, version: int | None) -> None:
        """Refuses what was decided on an older version, if the seat has seen something happen since.

        What others chose unseen does not count: the seat could not know of it.
        """
        if version is not None and self._news[seat] > version:
            raise Refused(Reason("look_once_more"))

    # Dice and records

    def settled_dice(self) -> Dice:
        """Those of this table, once everybody has added to them."""
        match self.opened.dice:
            case "checkable":
                return Checkable(self.opened.secret, self.name, self.contributions())
            case "seeded":
                return Seeded(self.opened.seed)
            case "real":
                return Real()

    @property
    def published(self) -> str | None:
        """The secret behind the dice, once it can do no harm."""
        return self.opened.secret if self.commitment and self.stage == "over" else None

    def draws(self) -> tuple[tuple[int, int], ...]:
        """Tickets and the one drawn, for every chance event that checkable dice have decided here."""
        dice = self.settled_dice()
        return draws(self.playthrough, dice, self.given) if isinstance(dice, Checkable) else ()

    def record(self, *seats: int) -> Record:
        """The playthrough as a file, if it tells whoever looks through these seats nothing that they may not know.

        Without seats it is for somebody to whom the whole table belongs.
        """
        if self.stage != "over":
            seen = zip(*(self.playthrough.seen_log(seat) for seat in seats), strict=True)
            if any(all(event.move == "?" for event in views) for views in seen):
                raise Refused(Reason("record_tells_secrets"))
        record = self.playthrough.record()
        if not self.commitment:
            return record
        dice = DiceRecord(self.name, self.commitment, self.contributions(), self.published, self.given)
        return replace(record, dice=dice)

    # The fold

    def take(self, entry: Entry, at: float, step: Step | None = None) -> None:
        """The entry is on disk: from now on it is true. What has been worked out for it need not be again."""
        before, shown = len(self.playthrough.log), self.playthrough.shown
        seats = range(len(self.chairs))
        if isinstance(entry, entries.Began):
            self.playthrough.commit(step or self.playthrough.retrace(_by_chance(entry.chance)))
            self.playthrough.dice = self.settled_dice()
        elif isinstance(entry, entries.MoveMade):
            moves = [(entry.seat, entry.move), *_by_chance(entry.chance)]
            self.playthrough.commit(step or self.playthrough.retrace(moves))
        elif isinstance(entry, entries.Undone):
            known = [self.playthrough.known(seat) for seat in seats]
            self.playthrough.rewind(entry.events)
            self.playthrough.commit(self.playthrough.retrace(entry.again))
            self.rewinds.append((self.version + 1, entry.events))
            del self.born[entry.events :]
            self._learned(seat for seat in seats if self.playthrough.known(seat) != known[seat])
        fresh, revealed = range(before, len(self.playthrough.log)), self.playthrough.shown != shown
        self._learned(seat for seat in seats if revealed or any(self.playthrough.saw(seat, each) for each in fresh))
        self.note(entry, at)
        self.born += [self.version] * (len(self.playthrough.log) - len(self.born))
        if isinstance(entry, entries.SeatTaken | entries.SeatLeft | entries.Returned):
            self._name_all()

    def first_news(self, since: int) -> int:
        """The first event that somebody who knew this version does not know."""
        known = sum(1 for version in self.born if version <= since)
        return min([known, *(events for version, events in self.rewinds if version > since)])

    def _learned(self, seats: Iterable[int]) -> None:
        """With the entry that is being taken these have seen something happen."""
        for seat in seats:
            self._news[seat] = self.version + 1

    def _name_all(self) -> None:
        self.playthrough.names = [chair.name for chair in self.chairs]


def read(name: str, kept: Sequence[tuple[float, str]]) -> LiveTable:
    """A table from its log."""
    opened = entries.read(kept[0][1])
    if not isinstance(opened, Opening):
        raise Trouble(f"The log of table {name} is damaged: it does not begin with its opening.")
    table = LiveTable(name, opened, kept[0][0])
    for at, body in kept[1:]:
        table.take(entries.read(body), at)
    return table


def _by_chance(moves: Sequence[str]) -> list[tuple[int, str]]:
    return [(CHANCE, move) for move in moves]
