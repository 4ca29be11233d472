"""The referee holds one playthrough: checks, applies, asks the dice, keeps the log, undoes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, cast, overload

from spieltisch import discreet, registry
from spieltisch.choices import Chosen, settled
from spieltisch.contract import NO_CONTENT, Content, Outcome, Reason, Refused, Trouble, View, who
from spieltisch.dice import ByHand, Dice, Real, source_of
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, EVERYBODY, NOBODY, SPECTATOR, Rows, among, members, only, twin
from spieltisch.quoting import quoted, whole
from spieltisch.records import Record, Unreadable, told
from spieltisch.speech import LANGUAGES, Say
from spieltisch.steps import Effect as Effect
from spieltisch.steps import Event as Event
from spieltisch.steps import Step as Step

ONLY_CHANCE = only(CHANCE)
LONGEST_MOVE = 100  # letters, as it is written
RECENT = 16  # states that are kept; of the older ones every sixteenth


if TYPE_CHECKING:
    from typing_extensions import TypeVar as WithDefault

    V = WithDefault("V", bound=View, default=Any)  # a table of any game, where nobody says which
else:
    V = TypeVar("V")


class Table(Generic[V]):
    """One playthrough of one game, changed by every move. `new` makes one."""

    def __init__(
        self,
        game: Game,
        players: int,
        variant: str,
        options: Mapping[str, str],
        content: Content,
        dice: Dice,
        *,
        names: Sequence[str] = (),
        language: str = "en",
        discreet: bool = False,
    ) -> None:
        self.game = game
        self.players = players
        self.variant = variant
        self.options = dict(options)
        self.content = content
        self.discreet = discreet  # nobody tells what only one seat sees: see discreet.py
        self.dice = dice  # others can take their place: they draw what comes from then on
        self.given = 0  # so many events come from elsewhere: these dice count only their own
        self._numbers = [f"{seat + 1}" for seat in range(players)]  # the names of those who have none
        self.names = list(names) or self._numbers.copy()
        self.language = language
        self.log: list[Event] = []
        self._states: dict[int, Rows] = {0: game.start(players, variant, options, content)}  # after so many events
        self._seen_by: list[int] = []  # for each event the set of seats that saw it happen
        self._reveals = [int(game.engine.reveals(self._states[0]))]  # how much has been shown, after so many events
        self._drawn = [0]  # how often chance has acted, after so many events
        self.commit(self.roll())

    @property
    def rows(self) -> Rows:
        """The true state. Only referees and tests may look."""
        return self._states[len(self.log)]

    def before(self, event: int) -> Rows:
        """The true state before an event of the log, counted from 0; after the last event with their number."""
        rows, later = twin(self._state(event)), self.log[event : event + 1]
        return self._told(rows, later[0].seat, later[0].action) if later else rows

    def rows_for(self, seat: int, action: int) -> Rows:
        """The true state, with what an action of this seat needs."""
        return self._told(self.rows, seat, action)

    @property
    def waiting(self) -> list[int]:
        """The seats that may act now; nobody when it is over."""
        return self.game.waiting(self.rows)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.rows, self.players)

    def moves(self, seat: int | None = None) -> list[str]:
        """All legal moves of the seat (or of the first that may act), written; none for a seat that may not act."""
        if seat not in (None, CHANCE):
            self._check_viewer(seat)
        seat = next(iter(self.waiting), None) if seat is None else seat
        if seat is None or seat not in self.waiting:
            return []
        return [self.game.write(self.rows, seat, int(action)) for action in self.game.legal(self.rows, seat)]

    def view(self, seat: int = SPECTATOR) -> V:
        """What this seat sees; without a seat what everybody sees."""
        self._check_viewer(seat)
        return cast(V, self.game.view(self.rows, seat))

    def svg(self, seat: int = SPECTATOR, *, theme: str = "auto") -> str:
        """What this seat sees, as a picture in SVG; `theme` is light, dark, or what the reader's system says (auto)."""
        from spieltisch.svg import depict

        named = () if self.names == self._numbers else tuple(self.names)
        return depict(self.game, self.view(seat), Say(self.language, self.game, named), theme)

    def __repr__(self) -> str:
        return f"<Table {self.game.name} {self.variant} for {self.players}: {len(self.log)} events, {self.waiting} act>"

    def _repr_svg_(self) -> str:
        """What a notebook shows: no more than everybody sees."""
        return self.svg()

    def play(self, *moves: str, seat: int | None = None) -> Self:
        """Plays written moves one after the other, each for the seat or for the first that may act.

        It changes this table and returns it; where a move is refused, those before it have been played.
        """
        for move in moves:
            actor = self._actor(seat)
            self.act(actor, self.parse(actor, move))
        return self

    def parse(self, seat: int, move: Any) -> int:
        """The action of a move, written or as a value of the game's own type."""
        return self._parse(self.rows, seat, move)

    def act(self, seat: int, action: int) -> None:
        """Plays an action and the chance that follows; if either is refused, nothing has changed."""
        self.commit(self.prepare(seat, action))

    def prepare(self, seat: int, action: int) -> Step:
        """What an action and the chance that follows would bring; nothing changes."""
        return self._step([self._effect(self.rows, seat, action)], self.dice)

    def roll(self, dice: Dice | None = None) -> Step:
        """What chance would bring now, with these dice or with those of the table; nothing changes."""
        return self._step([], dice or self.dice)

    def retrace(self, moves: Iterable[tuple[int, str]]) -> Step:
        """What exactly these moves would bring, chance among them; no dice are asked, and nothing changes."""
        effects: list[Effect] = []
        for seat, move in moves:
            rows = effects[-1].rows if effects else self.rows
            effects.append(self._effect(rows, seat, self._parse(rows, seat, move)))
        return Step(len(self.log), tuple(effects))

    def commit(self, step: Step) -> None:
        """Makes true what has been worked out for this position."""
        if step.after != len(self.log):
            raise ValueError(f"The step follows {step.after} events, but there are {len(self.log)}.")
        for effect in step.effects:
            self.log.append(effect.event)
            self._seen_by.append(effect.seen_by)
            self._drawn.append(self._drawn[-1] + (effect.event.seat == CHANCE))
            self._reveals.append(effect.reveals)
            self._states[len(self.log)] = effect.rows
            if (old := len(self.log) - RECENT) % RECENT:
                self._states.pop(old, None)

    def rewind(self, events: int) -> None:
        """Back to the first so many events."""
        kept = {number: rows for number, rows in self._states.items() if number <= events}
        self._states = kept | {events: self._state(events)}
        del self.log[events:], self._seen_by[events:], self._reveals[events + 1 :], self._drawn[events + 1 :]

    def forked(self, events: int, dice: Dice) -> Self:
        """A table of its own with the first so many events: what happens there changes nothing here."""
        fork = copy(self)
        fork.log, fork._seen_by = self.log.copy(), self._seen_by.copy()
        fork._reveals, fork._drawn, fork.dice = self._reveals.copy(), self._drawn.copy(), dice
        fork.rewind(events)
        return fork

    def check(self, seat: int, action: int) -> None:
        """Raises Refused if the seat may not do this now."""
        self._check(self.rows_for(seat, action), seat, action)

    def seen_log(self, seat: int = SPECTATOR) -> list[Event]:
        """The log as this seat may know it: what it did not see is written `?`."""
        self._check_viewer(seat)
        return [
            event if self.saw(seat, number) else Event(event.seat, -1, "?") for number, event in enumerate(self.log)
        ]

    def saw(self, seat: int, event: int) -> bool:
        """Whether the seat saw this event of the log happen, or has been shown it since."""
        if among(seat, self._seen_by[event]):
            return True
        return self._reveals[event] < self.shown

    def known(self, seat: int) -> list[Event]:
        """What this seat has seen happen, and nothing in the place of what it has not."""
        return [event for number, event in enumerate(self.log) if self.saw(seat, number)]

    def seen_by_all(self, event: int) -> bool:
        """Whether everybody saw this event of the log happen."""
        return self._seen_by[event] == EVERYBODY

    def come_to_light(self, seat: int, since: int) -> list[int]:
        """The events before number `since` that the seat did not see happen and has been shown only after that."""
        if self._reveals[since] == self.shown:
            return []
        found, number = [], since
        while number > 0 and self._reveals[number - 1] == self._reveals[since]:
            number -= 1
            if not among(seat, self._seen_by[number]):
                found.append(number)
        return found[::-1]

    @property
    def shown(self) -> int:
        """How often hidden choices have been shown to all."""
        return self._reveals[-1]

    def free_undo(self) -> int:
        """How many events can be taken back without asking anybody: those that revealed nothing to anybody."""
        count = 0
        while count < len(self.log) and not self._revealed(len(self.log) - 1 - count):
            count += 1
        return count

    def undo(self, *, consent: bool = False) -> Event:
        """Takes back the last decision of a player and all chance after it; beyond a revelation only with consent."""
        last = max((k for k, event in enumerate(self.log) if event.seat != CHANCE), default=None)
        if last is None:
            raise self._refused(Reason("nothing_to_undo"))
        if len(self.log) - last > self.free_undo() and not consent:
            raise self._refused(Reason("undo_needs_consent"))
        undone = self.log[last]
        self.rewind(last)
        return undone

    def record(self) -> Record:
        """The playthrough as a file of its own; it replays without the dice."""
        return Record(
            game=self.game.name,
            variant=self.variant,
            players=self.players,
            options=self.options,
            content=self.content.hash,
            content_data=self.content.data,
            seats=tuple(self.names),
            log=tuple((event.seat, event.move) for event in self.log),
            outcome=self.outcome,
        )

    def _check_viewer(self, seat: int) -> None:
        if not 0 <= whole(seat, "A seat") < self.players and seat != SPECTATOR:
            raise Trouble(f"The seats are 0 to {self.players - 1}, not {seat}.")

    def _actor(self, seat: int | None) -> int:
        if not self.waiting:
            raise self._refused(Reason("game_is_over"))
        return self.waiting[0] if seat is None else whole(seat, "A seat")

    def _parse(self, rows: Rows, seat: int, move: Any) -> int:
        if isinstance(move, str) and len(move) > LONGEST_MOVE:
            raise self._refused(Reason("move_too_long", values={"n": len(move)}))
        if move == discreet.UNSEEN and self._unseen(rows, seat):
            return int(self.game.engine.pick(rows, CHANCE, 0))  # whatever it is
        try:
            return self.game.read_move(rows, seat, move)
        except Refused as refused:
            raise self._refused(refused.reason) from None

    def _check(self, rows: Rows, seat: int, action: int) -> None:
        waiting = self.game.engine.waiting(rows)
        if not waiting:
            raise self._refused(Reason("game_is_over"))
        if seat not in members(waiting):  # which may be any number: it comes from outside
            names = tuple("?" if each == CHANCE else who(each) for each in members(waiting))
            raise self._refused(Reason("not_your_turn", values={"seats": names}))
        if self.game.engine.refusal(rows, seat, action):
            raise self._refused(self.game.refused(rows, seat, action))

    def _unseen(self, rows: Rows, seat: int) -> bool:
        """Whether this is chance that the table is not told."""
        return self.discreet and seat == CHANCE and discreet.is_private(self.game, rows)

    def _told(self, rows: Rows, seat: int, action: int) -> Rows:
        return discreet.told(self.game, rows, seat, action) if self.discreet else rows

    def _apply(self, rows: Rows, seat: int, action: int) -> None:
        self.game.engine.apply(rows, seat, action)
        if self.discreet:
            self.game.engine.hide(rows, SPECTATOR)

    def _effect(self, rows: Rows, seat: int, action: int) -> Effect:
        unseen, rows = self._unseen(rows, seat), self._told(rows, seat, action)
        self._check(rows, seat, action)
        rules, written = self.game.engine, self.game.write(rows, seat, action)
        event = Event(seat, action, discreet.UNSEEN if unseen else written)
        seen_by, rows = NOBODY if unseen else int(rules.witnesses(rows, seat, action)), twin(rows)
        self._apply(rows, seat, action)
        return Effect(event, seen_by, rows, int(rules.reveals(rows)))

    def _step(self, effects: list[Effect], dice: Dice) -> Step:
        """These effects and the chance after them: the only place where dice, bag and deck act by themselves."""
        rules, rows = self.game.engine, effects[-1].rows if effects else self.rows
        number = self._drawn[-1] - self._drawn[self.given] + sum(effect.event.seat == CHANCE for effect in effects)
        while rules.waiting(rows) == ONLY_CHANCE:
            drawn = dice.draw(number, rules.tickets(rows, CHANCE))
            if drawn is None and isinstance(dice, Real):
                known = self._unseen(rows, CHANCE) or len(self.game.legal(rows, CHANCE)) == 1
                drawn = 0 if known else None
            if drawn is None:
                break
            action = self._parse(rows, CHANCE, drawn) if isinstance(drawn, str) else rules.pick(rows, CHANCE, drawn)
            effects.append(self._effect(rows, CHANCE, int(action)))
            rows = effects[-1].rows
            number += 1
        return Step(len(self.log), tuple(effects))

    def _state(self, events: int) -> Rows:
        """The state after so many events: kept, or made again from the last one kept before it."""
        if (known := self._states.get(events)) is not None:
            return known
        kept = max(number for number in self._states if number < events)
        rows = twin(self._states[kept])
        for event in self.log[kept:events]:
            rows = self._told(rows, event.seat, event.action)
            self._apply(rows, event.seat, event.action)
        return rows

    def _revealed(self, k: int) -> bool:
        """Whether event k told anybody something new: chance that somebody saw, a hidden choice that was shown,
        or a move whose possibility or effect others could not have known."""
        before, after, event = self._state(k), self._state(k + 1), self.log[k]
        if self._reveals[k + 1] > self._reveals[k]:
            return True
        witnesses = self._seen_by[k]
        if event.seat == CHANCE:
            return bool(witnesses) and len(self.game.legal(before, CHANCE)) > 1
        return any(
            self._surprised(other, before, event, after)
            for other in members(witnesses)
            if other not in (event.seat, CHANCE)
        )

    def _surprised(self, other: int, before: Rows, event: Event, after: Rows) -> bool:
        """Whether what this seat knew before, and the move, would not have led it to what it knows now."""
        expected = self._told(self.game.hidden(before, other), event.seat, event.action)
        if self.game.engine.refusal(expected, event.seat, event.action):
            return True
        self._apply(expected, event.seat, event.action)
        return self.game.hidden(expected, other).tobytes() != self.game.hidden(after, other).tobytes()

    def _refused(self, reason: Reason) -> Refused:
        return Refused(reason, Say(self.language, self.game, tuple(self.names)).reason(reason))


@overload
def new(
    game: str,
    players: int | None = None,
    variant: str | None = None,
    *,
    view: type[V],
    seed: int | str | None = None,
    dice: Dice | Sequence[str] | None = None,
    names: Sequence[str] = (),
    language: str = "en",
    **options: Chosen,
) -> Table[V]: ...
@overload
def new(
    game: str,
    players: int | None = None,
    variant: str | None = None,
    *,
    seed: int | str | None = None,
    dice: Dice | Sequence[str] | None = None,
    names: Sequence[str] = (),
    language: str = "en",
    **options: Chosen,
) -> Table[View]: ...
def new(
    game: str,
    players: int | None = None,
    variant: str | None = None,
    *,
    view: object = None,
    seed: int | str | None = None,
    dice: Dice | Sequence[str] | None = None,
    names: Sequence[str] = (),
    language: str = "en",
    **options: Chosen,
) -> Table:
    """A new table. Chance comes from `seed`, a whole number or a word, from a list of outcomes or from another source
    given as `dice`.

    `view` is the `View` of the game's view.py, so that tools know what `table.view()` gives; it changes nothing else.
    """
    found = registry.game(game)
    if view not in (None, found.module("view").View):
        raise Trouble(f"The view of {game} is {found.package}.view.View, not {view}.")
    if language not in LANGUAGES:
        raise Trouble(f"The languages are {', '.join(LANGUAGES)}, not {quoted(language)}.")
    kind = found.kind(variant, players, settled(options))
    if names and len(names) != kind.players:
        raise Trouble(f"There are {kind.players} seats but {len(names)} names.")
    content, luck = found.content(kind.options), source_of(dice, seed)
    return Table(found, kind.players, kind.variant, kind.options, content, luck, names=names, language=language)


def replay(record: Record, *, language: str = "en") -> Table:
    """The table of a record, every move checked by the rules; a tampered record is refused with the event at fault."""
    game = registry.game(told(record).game)
    options = game.chosen(record.variant, record.players, record.options)
    if len(record.seats) != record.players:
        raise Unreadable("record_names", language, players=record.players, names=len(record.seats))
    content = game.content_from(record.content_data) if record.content_data else NO_CONTENT
    if content.hash != record.content:
        raise Unreadable("record_content", language)
    table = Table(
        game,
        record.players,
        record.variant,
        options,
        content,
        ByHand(),
        names=record.seats,
        language=language,
        discreet=discreet.was_kept(record),
    )
    for number, (seat, move) in enumerate(record.log, start=1):
        try:
            action = table.parse(seat, move) if seat in table.waiting else -1
            table.act(seat, action)
        except Refused as refused:
            values = {"number": number, "move": quoted(move), "why": str(refused)}
            raise Unreadable("record_event_impossible", language, **values) from None
        if table.log[-1].move != move:
            right = quoted(table.log[-1].move)
            raise Unreadable("record_event_written", language, number=number, move=quoted(move), right=right)
    claimed = record.outcome
    if claimed and table.outcome and not claimed.ending:  # an older record
        claimed = replace(claimed, ending=table.outcome.ending)
    if table.outcome != claimed:
        raise Unreadable("record_outcome", language)
    return table
