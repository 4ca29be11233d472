"""One table: what its log says. Nothing here waits or talks; hall.py does.

A change is proposed (it is checked and carried out in memory), written to disk, and then taken as true. If it cannot be
written, the table is read from its log again.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from spieltisch import bots, registry
from spieltisch.contract import NO_CONTENT, Reason, Refused, Trouble
from spieltisch.dice import ByHand, Checkable, commitment
from spieltisch.kernel import CHANCE, Rows
from spieltisch.match import Match, new_match
from spieltisch.records import DiceRecord, Record
from spieltisch.referee import Table
from spieltisch.server import entries
from spieltisch.server.entries import Entry, Opened, SeatSet, hashed, new_secret
from spieltisch.server.shapes import BranchWanted, OpenTable, SeatKey, TableOpened
from spieltisch.server.wire import OPEN, PERSON, Stage
from spieltisch.speech import tidy_name
from spieltisch.verify import draws


@dataclass
class Chair:
    """A seat and whoever sits on it."""

    who: str  # person, open, or the name of a bot
    name: str
    key: str = ""  # hash; whoever has the key is the person of this seat, even if a bot plays for them
    invite: str = ""  # hash
    contribution: str | None = None  # to the dice; None: not yet
    coach: bool = False  # may ask the coach

    @property
    def ready(self) -> bool:
        return self.who not in (PERSON, OPEN) or self.contribution is not None


@dataclass
class UndoWish:
    seat: int
    agreed: list[int] = field(default_factory=list)


class LiveTable:
    def __init__(self, name: str, opened: Opened, at: float) -> None:
        self.name = name
        self.opened = opened
        self.version = 1  # how many entries its log has
        self.updated = at
        self.chairs = [Chair(seat.who, seat.name, seat.key, seat.invite, coach=seat.coach) for seat in opened.seats]
        game = registry.game(opened.game)
        content = game.content_from(opened.content) if opened.content else NO_CONTENT
        self.playthrough = Table(game, len(self.chairs), opened.variant, opened.options, content, ByHand())
        self.commitment = commitment(opened.secret)
        self.dice: Checkable | None = None  # once all have added to them
        self.wish: UndoWish | None = None
        self.follows: str | None = None
        self.born: list[int] = []  # for each event the version that brought it
        self.rewinds: list[tuple[int, int]] = []  # version, and how many events it left
        self._done: set[tuple[int, str]] = set()  # by which seat, and the id; sent again it is not done again
        self._asked: tuple[Rows | None, list[int]] = (None, [])
        self._name_all()
        if opened.branch is not None:
            self._replay(opened.branch.events)
            self.born += [self.version] * self.given

    # What it is

    @property
    def stage(self) -> Stage:
        if self.dice is None:
            return "gathering"
        return "playing" if self._waiting() else "over"

    @property
    def people(self) -> list[int]:
        """The seats that persons play themselves."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.who == PERSON]

    @property
    def results(self) -> tuple[tuple[int, ...], ...]:
        """The points of the match's games that are over."""
        outcome = self.playthrough.outcome if self.stage == "over" else None
        return self.opened.results + ((outcome.points,) if outcome else ())

    @property
    def given(self) -> int:
        """So many events come from another table."""
        return len(self.opened.branch.events) if self.opened.branch else 0

    def deciding(self) -> list[int]:
        return self._waiting() if self.stage == "playing" else []

    def _waiting(self) -> list[int]:
        """Asked of the rules once for each state."""
        rows = self.playthrough.rows
        if self._asked[0] is not rows:
            self._asked = (rows, self.playthrough.waiting)
        return self._asked[1]

    def thinking(self) -> list[int]:
        """The seats of bots that may act now; they wait while people talk about taking something back."""
        if self.wish is not None:
            return []
        return [seat for seat in self.deciding() if seat != CHANCE and self.chairs[seat].who in bots.NAMES]

    def held_by(self, keys: Sequence[str]) -> tuple[frozenset[int], bool]:
        """The seats that these keys open, and whether one of them is the host's."""
        hashes = [hashed(key) for key in keys]
        seats = frozenset(
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.key and any(hmac.compare_digest(chair.key, each) for each in hashes)
        )
        return seats, any(hmac.compare_digest(self.opened.host, each) for each in hashes)

    def draws(self) -> tuple[tuple[int, int], ...]:
        """Tickets and the one drawn, for every chance event of its own."""
        assert self.dice is not None
        return draws(self.playthrough, self.dice, self.given)

    def contributions(self) -> tuple[str, ...]:
        return tuple(chair.contribution or "" for chair in self.chairs)

    def record(self, seat: int) -> Record:
        """The playthrough as a file, if it tells this seat nothing that it may not know."""
        over = self.stage == "over"
        if not over and any(event.move == "?" for event in self.playthrough.seen_log(seat)):
            raise Refused(Reason("record_tells_secrets"))
        secret = self.opened.secret if over else None
        dice = DiceRecord(self.name, self.commitment, self.contributions(), secret, self.given)
        return replace(self.playthrough.record(), dice=dice)

    def branched(self, event: int, seat: int, keys: Sequence[str]) -> entries.Branch:
        """What a table is given that goes on from a position of this one, where somebody takes this seat.

        While it is played only those may do so who see through all its eyes anyway.
        """
        log = self.playthrough.log
        if self.stage != "over" and len(self.held_by(keys)[0]) < len(self.chairs):
            raise Refused(Reason("branch_tells_secrets"))
        if not 0 <= event <= len(log):
            raise Refused(Reason("no_such_position", values={"number": event, "last": len(log)}))
        if not self.playthrough.game.waiting(self.playthrough.before(event)):
            raise Refused(Reason("nothing_to_play_on"))
        self._must_exist(seat)
        return entries.Branch(self.name, tuple((each.seat, each.move) for each in log[:event]))

    # What can be done

    def sit(self, invite: str, name: str, contribution: str) -> tuple[entries.Sat, str]:
        """Takes the seat of an invitation; the second value is its new key."""
        wanted = hashed(invite)
        seat = next((k for k, chair in enumerate(self.chairs) if chair.invite and chair.invite == wanted), None)
        if seat is None:
            raise Refused(Reason("invitation_lapsed"))
        key = new_secret()
        others = [chair.name for k, chair in enumerate(self.chairs) if k != seat]
        return entries.Sat(
            "sat", seat, distinct(tidy_name(name) or str(seat + 1), others), hashed(key), contribution
        ), key

    def ready(self, seat: int, contribution: str) -> entries.Readied | None:
        if self.stage != "gathering" or self.chairs[seat].ready:
            return None
        return entries.Readied("readied", seat, contribution)

    def begin(self) -> entries.Began | None:
        """Once everybody is ready the dice are settled and the first of them fall."""
        if self.dice is not None or not all(chair.ready for chair in self.chairs):
            return None
        self.dice = Checkable(self.opened.secret, self.name, self.contributions())
        return entries.Began("began", self._let_chance_act())

    def play(self, seat: int, move: Any, move_id: str | None = None) -> entries.Played | None:
        """None: it has been played already."""
        if move_id is not None and (seat, move_id) in self._done:
            return None
        self._must_be_playing()
        return self.act(seat, self.playthrough.parse(seat, move), move_id)

    def act(self, seat: int, action: int, move_id: str | None = None) -> entries.Played:
        self._must_be_playing()
        self.playthrough.act(seat, action)
        written = self.playthrough.log[-1].move
        return entries.Played("played", seat, written, self._let_chance_act(), move_id)

    def undo(self, seat: int, undo_id: str) -> entries.Undone | entries.UndoWished | None:
        """Takes back the seat's last decision, at once if that is free, or asks the other people.

        When the game is over the secret of the dice is out, and what is done is done. None: this has been done already.
        """
        if (seat, undo_id) in self._done:
            return None
        self._must_be_playing()
        log = self.playthrough.log
        mine = self.last_decision(seat)
        if mine is None:
            raise Refused(Reason("nothing_to_undo"))
        later = range(mine + 1, len(log))
        free = len(log) - mine <= self.playthrough.free_undo()
        if free and all(log[number].seat != CHANCE and not self.playthrough.saw(seat, number) for number in later):
            return self._take_back(mine, [(log[number].seat, log[number].move) for number in later], seat, undo_id)
        if free or not [other for other in self.people if other != seat]:
            return self._take_back(mine, [], seat, undo_id)
        if self.wish is not None:
            raise Refused(Reason("undo_is_being_asked"))
        return entries.UndoWished("undo_wished", seat, undo_id)

    def agree(self, seat: int, *, yes: bool) -> entries.UndoAnswered:
        if self.wish is None or seat not in self.still_to_agree():
            raise Refused(Reason("nothing_to_agree"))
        return entries.UndoAnswered("undo_answered", seat, yes)

    def carry_out_wish(self) -> entries.Undone | None:
        """When all have agreed."""
        if self.wish is None or self.still_to_agree():
            return None
        mine = self.last_decision(self.wish.seat)
        assert mine is not None
        return self._take_back(mine, [], self.wish.seat)

    def last_decision(self, seat: int) -> int | None:
        """Of this seat at this table; what is given is not theirs to take back."""
        log = self.playthrough.log
        return next((number for number in reversed(range(self.given, len(log))) if log[number].seat == seat), None)

    def still_to_agree(self) -> list[int]:
        if self.wish is None:
            return []
        return [seat for seat in self.people if seat != self.wish.seat and seat not in self.wish.agreed]

    def replace(self, seat: int, bot: str) -> entries.Replaced:
        self._must_exist(seat)
        bots.named(bot)
        return entries.Replaced("replaced", seat, bot)

    def come_back(self, seat: int) -> entries.Returned | None:
        chair = self.chairs[seat]
        return entries.Returned("returned", seat) if chair.key and chair.who != PERSON else None

    def invite(self, seat: int) -> tuple[entries.Invited, str]:
        self._must_exist(seat)
        if self.chairs[seat].who == PERSON:
            raise Refused(Reason("seat_is_taken"))
        invite = new_secret()
        return entries.Invited("invited", seat, hashed(invite)), invite

    def rematch(self) -> Opened:
        """The next game of the match, or the same again; the start goes one seat further.

        From a position of another table it is played on once more, from there.
        """
        if self.stage != "over":
            raise Refused(Reason("game_is_not_over"))
        opened, results = self.opened, self.results
        first, games = opened.first_options, opened.games
        if len(results) < games:
            options = Match(opened.game, opened.variant, len(self.chairs), games, first, results).next_options()
        else:
            options = opened.options if opened.branch else _rotated(opened, len(self.chairs), results[-1])
            first, results = options, ()
        return Opened(
            kind="opened",
            game=opened.game,
            variant=opened.variant,
            options=options,
            content=opened.content,
            seats=tuple(SeatSet(each.who, each.name, each.key, each.invite, each.coach) for each in self.chairs),
            host=opened.host,
            secret=secrets.token_hex(32),
            games=games,
            results=results,
            first_options=first,
            branch=opened.branch,
        )

    # What the log says

    def take(self, entry: Entry, at: float, *, carried_out: bool) -> None:
        """The entry is on disk and true. If it was proposed here, its moves have been carried out already."""
        if not carried_out:
            self._carry_out(entry)
        self.version += 1
        self.updated = at
        events = len(self.playthrough.log)
        if isinstance(entry, entries.Undone):
            self.rewinds.append((self.version, entry.events))
            del self.born[entry.events :]
        self.born += [self.version] * (events - len(self.born))
        self._remember(entry)

    def first_news(self, since: int) -> int:
        """The first event that somebody who knew this version does not know."""
        known = sum(1 for version in self.born if version <= since)
        return min([known, *(events for version, events in self.rewinds if version > since)])

    def _carry_out(self, entry: Entry) -> None:
        if isinstance(entry, entries.Began):
            self.dice = Checkable(self.opened.secret, self.name, self.contributions())
            self._replay([(CHANCE, move) for move in entry.chance])
        elif isinstance(entry, entries.Played):
            self._replay([(entry.seat, entry.move), *((CHANCE, move) for move in entry.chance)])
        elif isinstance(entry, entries.Undone):
            self.playthrough.rewind(entry.events)
            self._replay(entry.again)

    def _replay(self, moves: Sequence[tuple[int, str]]) -> None:
        for seat, move in moves:
            self.playthrough.act(seat, self.playthrough.parse(seat, move))

    def _remember(self, entry: Entry) -> None:
        """What an entry says beyond the moves at the game."""
        if isinstance(entry, entries.Played | entries.UndoWished | entries.Undone) and entry.id is not None:
            self._done.add((entry.seat, entry.id))
        match entry:
            case entries.Sat():
                chair = self.chairs[entry.seat]
                chair.who, chair.name, chair.key, chair.invite = PERSON, entry.name, entry.key, ""
                if self.dice is None:
                    chair.contribution = entry.contribution
                self._name_all()
            case entries.Readied():
                self.chairs[entry.seat].contribution = entry.contribution
            case entries.Played():
                self.wish = None
            case entries.UndoWished():
                self.wish = UndoWish(entry.seat)
            case entries.UndoAnswered(yes=True) if self.wish is not None:
                self.wish.agreed.append(entry.seat)
            case entries.UndoAnswered() | entries.Undone():
                self.wish = None
            case entries.Replaced():
                self.chairs[entry.seat].who = entry.bot
                self.wish = None
            case entries.Returned():
                self.chairs[entry.seat].who = PERSON
            case entries.Invited():
                self.chairs[entry.seat].invite = entry.invite
            case entries.Followed():
                self.follows = entry.table

    def _take_back(
        self, events: int, again: Sequence[tuple[int, str]], seat: int, undo_id: str | None = None
    ) -> entries.Undone:
        self.playthrough.rewind(events)
        self._replay(again)
        return entries.Undone("undone", seat, events, tuple(again), undo_id)

    def _let_chance_act(self) -> tuple[str, ...]:
        """Dice, bag and deck act until a seat has to decide."""
        assert self.dice is not None
        playthrough, rules, begin = self.playthrough, self.playthrough.game.engine, len(self.playthrough.log)
        number = sum(1 for event in playthrough.log[self.given :] if event.seat == CHANCE)
        while playthrough.waiting == [CHANCE]:
            ticket = self.dice.draw(number, int(rules.tickets(playthrough.rows, CHANCE)))
            playthrough.act(CHANCE, int(rules.pick(playthrough.rows, CHANCE, ticket)))
            number += 1
        return tuple(event.move for event in playthrough.log[begin:])

    def _must_be_playing(self) -> None:
        if self.stage != "playing":
            raise Refused(Reason("game_has_not_begun" if self.stage == "gathering" else "game_is_over"))

    def must_decide(self, seat: int) -> None:
        self._must_be_playing()
        if seat not in self.deciding():
            names = ", ".join(self.chairs[each].name for each in self.deciding())
            raise Refused(Reason("not_your_turn", values={"seats": names}))

    def _must_exist(self, seat: int) -> None:
        if seat >= len(self.chairs):
            raise Trouble(f"There are the seats 0 to {len(self.chairs) - 1}, not {seat}.")

    def _name_all(self) -> None:
        self.playthrough.names = [chair.name for chair in self.chairs]


def read(name: str, kept: Sequence[tuple[float, str]]) -> LiveTable:
    """A table from its log."""
    opened = entries.read(kept[0][1])
    assert isinstance(opened, Opened)
    table = LiveTable(name, opened, kept[0][0])
    for at, body in kept[1:]:
        table.take(entries.read(body), at, carried_out=False)
    return table


def open_table(wanted: OpenTable, default_names: Sequence[str]) -> tuple[Opened, TableOpened]:
    """The first entry of a new table, and the keys that go to the host; they are not kept anywhere else."""
    game = registry.game(wanted.game)
    players = len(wanted.seats)
    chosen = game.chosen(wanted.variant, players, wanted.options)
    for option in game.options_of(wanted.variant):
        if option.kind == "file" and chosen[option.name] not in game.contents():
            raise Trouble(f"Option {option.name} is one of {', '.join(game.contents())}, not {chosen[option.name]!r}.")
    host, name, secret = new_secret(), secrets.token_urlsafe(12), secrets.token_hex(32)
    if wanted.games > 1:  # where the first start is by lot, the lot falls once for the whole match
        chosen = dict(new_match(game.name, wanted.variant, players, wanted.games, seed=secret, options=chosen).options)
    seats, keys, names = [], [], list[str]()
    for number, seat in enumerate(wanted.seats):
        if seat.who not in (PERSON, OPEN):
            bots.named(seat.who)
        key = new_secret() if seat.who == PERSON else None
        invite = new_secret() if seat.who == OPEN else None
        names.append(distinct(tidy_name(seat.name) or default_names[number], names))
        coach = seat.coach and seat.who in (PERSON, OPEN)
        seats.append(SeatSet(seat.who, names[-1], hashed(key) if key else "", hashed(invite) if invite else "", coach))
        keys.append(SeatKey(number, key, invite))
    opened = Opened(
        kind="opened",
        game=game.name,
        variant=wanted.variant,
        options=chosen,
        content=dict(game.content(chosen).data),
        seats=tuple(seats),
        host=hashed(host),
        secret=secret,
        games=wanted.games,
        results=(),
        first_options=chosen,
    )
    return opened, TableOpened(name, host, commitment(secret), tuple(keys))


def open_branch(table: LiveTable, wanted: BranchWanted, bot_name: str) -> tuple[Opened, TableOpened]:
    """A table that goes on from a position of this one: you on one seat, bots on the others, dice of its own."""
    branch = table.branched(wanted.event, wanted.seat, wanted.keys)
    bots.named(wanted.bot)
    host, key, name, secret = new_secret(), new_secret(), secrets.token_urlsafe(12), secrets.token_hex(32)
    names, seats = [tidy_name(wanted.name) or table.chairs[wanted.seat].name], list[SeatSet]()
    for number, chair in enumerate(table.chairs):
        if number == wanted.seat:
            seats.append(SeatSet(PERSON, names[0], hashed(key), coach=wanted.coach))
        else:  # the log goes on speaking of the people who played
            names.append(distinct(chair.name if chair.key else bot_name, names))
            seats.append(SeatSet(wanted.bot, names[-1]))
    opened = replace(
        table.opened,
        seats=tuple(seats),
        host=hashed(host),
        secret=secret,
        games=1,
        results=(),
        first_options=table.opened.options,
        branch=branch,
    )
    keys = tuple(SeatKey(number, key if number == wanted.seat else None, None) for number in range(len(seats)))
    return opened, TableOpened(name, host, commitment(secret), keys)


def distinct(name: str, others: Sequence[str]) -> str:
    names = [name, *(f"{name} {number}" for number in range(2, 8))]
    return next(name for name in names if name not in others)


def _rotated(opened: Opened, players: int, points: tuple[int, ...]) -> dict[str, str]:
    """A lot stays a lot; a seat that began is followed by the next."""
    if any(opened.options[option.name] == "lot" for option in registry.game(opened.game).options_of(opened.variant)):
        return dict(opened.options)
    return Match(opened.game, opened.variant, players, 2, opened.options, (points,)).next_options()
