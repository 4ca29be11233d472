"""A table in memory: the fold of its log. Nothing here waits, talks or writes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from spieltisch import registry
from spieltisch.contract import NO_CONTENT, Content, Reason, Refused, Trouble, who
from spieltisch.dice import ByHand, Checkable, Real, Seeded, commitment, terms
from spieltisch.kernel import CHANCE, Rows
from spieltisch.records import DiceRecord, Record
from spieltisch.referee import Step, Table
from spieltisch.tables import entries
from spieltisch.tables.chain import Chain, StoredEntry
from spieltisch.tables.entries import Entry, Opening
from spieltisch.tables.seats import Seating, Stage, UndoWish
from spieltisch.verify import draws

MOST_ENTRIES = 20_000  # in one log; then it is only played to the end
TO_THE_END = (
    entries.SeatTaken
    | entries.Readied
    | entries.Began
    | entries.MoveMade
    | entries.TimeCalled
    | entries.WishAnswered
    | entries.Returned
    | entries.Followed
)


class LiveTable(Seating):
    def __init__(self, name: str, opened: Opening, at: float) -> None:
        super().__init__(name, opened, at)
        game = registry.game(opened.game)
        content = game.content_from(opened.content) if opened.content else NO_CONTENT
        kind = (len(self.chairs), opened.variant, opened.options)
        self.playthrough = Table(game, *kind, content, ByHand(), discreet=opened.discreet)
        self.terms = terms_of(name, opened)
        self.commitment = commitment(opened.secret, self.terms) if opened.dice == "checkable" else ""
        self.chain = Chain(name, opened.secret)  # whoever reads or writes the log keeps it up
        self.born: list[int] = []  # for each event the version that brought it
        self.rewinds: list[tuple[int, int]] = []  # version, and how many events it left: always more than before
        self._news = [0] * len(self.chairs)  # for each seat the version that last changed what it has seen happen
        self._turns: tuple[int, dict[int, float]] = (0, {})  # version, and whose time runs since when
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
        return [] if isinstance(self.wish, UndoWish) else [each for each in self.deciding() if self.bot_at(each)]

    def on_the_clock(self) -> dict[int, float]:
        """The people whose time runs, and since when: from the entry that gave them the turn."""
        if self.opened.clock is None or self.stage != "playing":
            return {}
        if self._turns[0] != self.version:
            people = [seat for seat in self.deciding() if seat in self.people and seat not in self.clocks.called]
            self._turns = (self.version, {seat: self._turn_began(seat) for seat in people})
        return self._turns[1]

    def _turn_began(self, seat: int) -> float:
        """Others may have acted since, where several decide at once."""
        playthrough, first = self.playthrough, len(self.playthrough.log)
        while first > self.given and playthrough.log[first - 1].seat != seat:
            if seat not in playthrough.game.waiting(playthrough.before(first - 1)):
                break
            first -= 1
        version = self.born[first - 1] if first > self.given else self.began
        return max(self.times[version - 1], self.clocks.since[seat])

    def must_be_playing(self) -> None:
        if self.stage != "playing":
            raise Refused(Reason("game_is_over" if self.begun else "game_has_not_begun"))

    def must_decide(self, seat: int) -> None:
        self.must_be_playing()
        self.must_be_seated(seat)
        if seat not in self.deciding():
            names = tuple(who(each) for each in self.deciding() if each != CHANCE)
            raise Refused(Reason("not_your_turn", values={"seats": names}))

    def must_fit(self, entry: Entry) -> None:
        """A log has an end. Beyond it a game can be finished, but nobody begins anything that could go on for ever."""
        agreed = isinstance(entry, entries.Undone | entries.Replaced | entries.SeatLeft) and self.overdue
        if self.version >= MOST_ENTRIES and not agreed and not isinstance(entry, TO_THE_END):
            raise Refused(Reason("log_is_full"))

    def must_be_known(self, seat: int, version: int | None) -> None:
        """Refuses what was decided on an older version, if the seat has seen something happen since.

        What others chose unseen does not count: the seat could not know of it.
        """
        if version is not None and self._news[seat] > version:
            raise Refused(Reason("look_once_more"))

    # Dice and records

    def settled_dice(self) -> Checkable | Seeded | Real:
        """Those of this table, once everybody has added to them."""
        match self.opened.dice:
            case "checkable":
                return Checkable(self.opened.secret, self.name, self.contributions(), self.terms)
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
        if self.stage != "over" and not self.opened.discreet:
            seen = zip(*(self.playthrough.seen_log(seat) for seat in seats), strict=True)
            if any(all(event.move == "?" for event in views) for views in seen):
                raise Refused(Reason("record_tells_secrets"))
        record = replace(self.playthrough.record(), real=self.opened.dice == "real")
        if not self.commitment:
            return record
        made_of = (self.name, self.commitment, self.contributions(), self.published, self.given)
        return replace(record, dice=DiceRecord(*made_of, self.opened.construction))

    # The fold

    def take(self, entry: Entry, at: float, step: Step | None = None) -> None:
        """The entry is on disk: from now on it is true. What has been worked out for it need not be again."""
        before, shown, seats = len(self.playthrough.log), self.playthrough.shown, range(len(self.chairs))
        known = [self.playthrough.known(seat) for seat in seats] if isinstance(entry, entries.Undone) else []
        if isinstance(entry, entries.Undone):
            self.playthrough.rewind(entry.events)
        self.playthrough.commit(step or self.playthrough.retrace(moves_in(entry)))
        fresh, revealed = range(before, len(self.playthrough.log)), self.playthrough.shown != shown
        for seat in seats:
            undone = bool(known) and self.playthrough.known(seat) != known[seat]
            if undone or revealed or any(self.playthrough.saw(seat, each) for each in fresh):
                self._news[seat] = self.version + 1
        self.learn(entry, at)

    def learn(self, entry: Entry, at: float) -> None:
        """All that an entry says except what is played."""
        if isinstance(entry, entries.Undone):
            while self.rewinds and self.rewinds[-1][1] >= entry.events:
                self.rewinds.pop()  # who missed that one has missed this one too, which went further back
            self.rewinds.append((self.version + 1, entry.events))
            del self.born[entry.events :]
        self.note(entry, at)
        self.born += [self.version] * (self.events - len(self.born))
        if isinstance(entry, entries.Began):
            self.playthrough.dice = self.settled_dice()
        elif isinstance(entry, entries.SeatTaken | entries.SeatLeft | entries.Returned):
            self._name_all()

    def first_news(self, since: int) -> int:
        """The first event that somebody who knew this version does not know."""
        known = bisect_right(self.born, since)
        return min([known, *(events for version, events in self.rewinds if version > since)])

    def remember(self) -> None:
        """Who has seen what, once the log has been read. What was taken back counts as seen by all."""
        rewound = self.rewinds[-1][0] if self.rewinds else 0
        for seat in range(len(self.chairs)):
            seen = (number for number in reversed(range(len(self.born))) if self.playthrough.saw(seat, number))
            self._news[seat] = max(rewound, next((self.born[number] for number in seen), 0))

    def _name_all(self) -> None:
        self.playthrough.names = [chair.name for chair in self.chairs]


def terms_of(name: str, opened: Opening) -> str:
    """What the dice of this table are bound to; those of tables from before are bound to nothing."""
    if opened.construction == 1:
        return ""
    content = Content("", NO_CONTENT.numbers, opened.content).hash
    given = opened.branch.events if opened.branch else ()
    return terms(name, opened.game, opened.variant, len(opened.seats), opened.options, content, given)


class Reading:
    """A table from its log, in small steps. What was taken back is not played: that takes as long as the game itself,
    not as long as its log."""

    def __init__(self, name: str, first: StoredEntry) -> None:
        opened = entries.read(first.body)
        if not isinstance(opened, Opening):
            raise Trouble("The log of table {name} is damaged: it does not begin with its opening.", name=name)
        self.table = LiveTable(name, opened, first.at)
        self.table.chain.accept(first)
        self._moves: list[tuple[int, str]] = []  # that remain, after those that are given

    def learn(self, kept: Iterable[StoredEntry]) -> Iterator[None]:
        """One step for each entry, which must follow from those before it."""
        table = self.table
        for row in kept:
            table.chain.accept(row)
            entry = entries.read(row.body)
            if isinstance(entry, entries.Undone):
                if not table.given <= entry.events <= table.events:
                    raise Trouble(
                        "The log of table {name} is damaged: it takes back what has not happened.", name=table.name
                    )
                del self._moves[entry.events - table.given :]
            self._moves += moves_in(entry)
            table.learn(entry, row.at)
            yield

    def play(self) -> Iterator[None]:
        """One step for each event that remains."""
        playthrough = self.table.playthrough
        for move in self._moves:
            playthrough.commit(playthrough.retrace([move]))
            yield
        self.table.remember()


def read(name: str, kept: Sequence[StoredEntry]) -> LiveTable:
    """A table from its log, at once."""
    reading = Reading(name, kept[0])
    for steps in (reading.learn(kept[1:]), reading.play()):
        for _ in steps:
            pass
    return reading.table


def moves_in(entry: Entry) -> list[tuple[int, str]]:
    """What an entry adds to the playthrough."""
    match entry:
        case entries.Began():
            return [(CHANCE, move) for move in entry.chance]
        case entries.MoveMade():
            return [(entry.seat, entry.move), *((CHANCE, move) for move in entry.chance)]
        case entries.Undone():
            return list(entry.again)
        case _:
            return []
