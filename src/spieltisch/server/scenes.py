"""What one client sees of a table: the only door through which anything of it goes out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from spieltisch.bots import averages_alone
from spieltisch.coach.advice import Advice
from spieltisch.contract import Reason
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, SPECTATOR, Rows
from spieltisch.server.chance import DiceProof, RealShown
from spieltisch.server.company import ClockShown
from spieltisch.server.hours import Hours
from spieltisch.server.patching import Grown
from spieltisch.server.shapes import (
    EventSeen,
    EventsSince,
    ListedTable,
    Position,
    Summary,
)
from spieltisch.server.showing import called, real_shown, wished
from spieltisch.server.values import kind_of
from spieltisch.server.wire import (
    AdvisedMove,
    Branched,
    EndingShown,
    Happened,
    LogLine,
    MatchScore,
    NoticeShown,
    Scene,
    Seat,
    Sentence,
    WishShown,
)
from spieltisch.speech import Say, names_in
from spieltisch.tables import real
from spieltisch.tables.live import LiveTable
from spieltisch.tables.seats import PERSON, UndoWish
from spieltisch.tables.undo import last_decision


@dataclass(frozen=True)
class Eyes:
    """Who looks: which seats they hold, through which of them, and in which language."""

    seats: frozenset[int]
    host: bool
    looking: int  # SPECTATOR: through none
    language: str
    may_return: frozenset[int] = frozenset()  # to seats at which others stand in for them, or that they have given up

    @property
    def at_table(self) -> bool:
        """Who only looks on is not."""
        return self.host or bool(self.seats)


@dataclass(frozen=True)
class Occurrence:
    """One event, made once: for those who saw it, and for all others; neither where the game has no events."""

    seen: Happened | None
    unseen: Happened | None


@dataclass(frozen=True)
class News:
    """What a client does not know yet."""

    events: tuple[Happened, ...]
    rewound: int | None  # so many of the events that it knew are left


NOTHING_NEW = News((), None)
MOST_SEATS = 500  # that are remembered, as they were shown


class Scenes:
    """The scenes of one table. Whoever looks with the same eyes gets the same object until something changes."""

    def __init__(self, table: LiveTable, limits: Callable[[Game, str, str], bool], hours: Hours) -> None:
        self.table = table
        self.hours = hours
        self.queue = 0  # how many thoughts come before that of the bot whose turn it is
        self._limits = limits  # whether a bot would look ahead in a variant of a game, and cannot yet
        self._scenes: dict[Eyes, Scene] = {}
        self._same: dict[str, Any] | None = None  # the fields of scenes that do not depend on who looks
        self._says: dict[str, Say] = {}  # by language
        self._match: tuple[tuple[tuple[int, ...], ...], MatchScore] | None = None  # by games that are over
        self._views: dict[int, Any] = {}  # by the seat that looks
        self._seats: dict[tuple[Any, ...], Seat] = {}  # by all that they say: who has not changed is the same object
        self._news: dict[tuple[int, int], News] = {}  # by the seat that looks and the version it knows
        self._occurred: list[Occurrence] = []
        self._lines: dict[str, list[LogLine | None]] = {}  # by language, one for each event, whoever may see it
        self._told: dict[tuple[int, str], tuple[int, int, list[LogLine]]] = {}
        self._notices: dict[str, dict[tuple[int, str], NoticeShown]] = {}  # by language; version, and what is said
        self._endings: dict[str, EndingShown] = {}
        self._proof: tuple[tuple[bool, tuple[str, ...]], DiceProof] | None = None

    def something_changed(self, *, rewound_to: int | None = None) -> None:
        self._scenes.clear()
        self._same = None
        self._views.clear()
        self._news.clear()
        if rewound_to is not None:
            del self._occurred[rewound_to:]
            self._endings.clear()
            self._proof = None
            self._told.clear()
            for lines in self._lines.values():
                del lines[rewound_to:]

    def scene(self, eyes: Eyes, here: frozenset[int]) -> Scene:
        if (scene := self._scenes.get(eyes)) is None:
            scene = self._scenes[eyes] = self._made(eyes, here)
        return scene

    def news(self, looking: int, since: int, known: int) -> News:
        """What has happened or come to light since a version with so many events, for the eyes of a seat."""
        if since == self.table.version:
            return NOTHING_NEW
        if (looking, since) not in self._news:
            playthrough, first = self.table.playthrough, self.table.first_news(since)
            occurred, numbers = self._all_occurred(), [*range(first, len(playthrough.log))]
            numbers[:0] = playthrough.come_to_light(looking, first)
            seen = [_shown(occurred[number], seen=playthrough.saw(looking, number)) for number in numbers]
            events = tuple([each for each in seen if each is not None])
            self._news[looking, since] = News(events, first if first < known else None)
        return self._news[looking, since]

    def happened(self, seat: int, number: int) -> Happened | None:
        """An event as this seat may know it."""
        return _shown(self._all_occurred()[number], seen=self.table.playthrough.saw(seat, number))

    def _all_occurred(self) -> list[Occurrence]:
        """Every event is made once, not once for each client."""
        playthrough, game = self.table.playthrough, self.table.playthrough.game
        for number in range(len(self._occurred), len(playthrough.log)):
            event, rows = playthrough.log[number], playthrough.before(number)
            seen = game.happened(rows, event.seat, event.action)
            unseen = None if playthrough.seen_by_all(number) else game.unseen(rows, event.seat)
            self._occurred.append(Occurrence(_wrapped(number, event.seat, seen), _wrapped(number, event.seat, unseen)))
        return self._occurred

    def say(self, language: str) -> Say:
        names, say = names_in(language, tuple(self.table.playthrough.names)), self._says.get(language)
        if say is None or say.names != names:
            say = self._says[language] = Say(language, self.table.playthrough.game, names)
        return say

    def _made(self, eyes: Eyes, here: frozenset[int]) -> Scene:
        common, say, deciding = self._common(), self.say(eyes.language), self.table.deciding()
        stage = common["stage"]
        view = None if stage == "gathering" else self._view(eyes.looking)
        return Scene(
            **common,
            seats=tuple(self._seat(seat, eyes, here, deciding) for seat in range(len(self.table.chairs))),
            looking=None if eyes.looking == SPECTATOR else eyes.looking,
            host=eyes.host,
            secrets=stage == "playing" and self._differ(eyes.seats),
            view=view,
            ask=self._ask(view, eyes, say, deciding),
            log=self._log(eyes),
            may_undo=self._may_undo(eyes),
            wish=self._wish(eyes, say),
            notices=self._all_notices(say),
            ending=self._ending(say) if stage == "over" else None,
            real=self._real(eyes, say),
        )

    def _real(self, eyes: Eyes, say: Say) -> RealShown | None:
        """What may be corrected through these eyes: with every seat of theirs, if those see the same."""
        if self.table.opened.dice != "real":
            return None
        looking = [eyes.looking] if eyes.looking in eyes.seats else []
        others = [] if not looking or self._differ(eyes.seats) else sorted(eyes.seats - {eyes.looking})
        return real_shown(self.table, [*looking, *others], say, self._all_lines(eyes.language))

    def _common(self) -> dict[str, Any]:
        """What is the same for all eyes."""
        if self._same is None:
            table, playthrough, branch = self.table, self.table.playthrough, self.table.opened.branch
            if self._match is None or self._match[0] != table.results:
                points = tuple(sum(points[seat] for points in table.results) for seat in range(len(table.chairs)))
                score = MatchScore(len(table.opened.results) + 1, table.opened.games, points)
                self._match = (table.results, score)
            self._same = {
                "table": table.name,
                "game": playthrough.game.name,
                "variant": playthrough.variant,
                "options": playthrough.options,
                "stage": table.stage,
                "events": len(playthrough.log),
                "match": self._match[1],
                "follows": table.follows,
                "branch": Branched(branch.table, table.given) if branch and branch.table else None,
                "dice": self._dice(),
                "chat": table.chat,
                "listed": table.free > 0,
                "clock": self._clock(),
            }
        return self._same

    def _view(self, seat: int) -> Any:
        """Made once for a seat, whoever looks through it; where nothing is hidden, once for all."""
        if seat not in self._views:
            playthrough, known = self.table.playthrough, next(iter(self._views.values()), None)
            same = None if known is None else playthrough.game.seen_from(known, seat)
            self._views[seat] = playthrough.view(seat) if same is None else same
        return self._views[seat]

    def _seat(self, seat: int, eyes: Eyes, here: frozenset[int], deciding: list[int]) -> Seat:
        chair, playthrough = self.table.chairs[seat], self.table.playthrough
        shown = (
            self.say(eyes.language).seat(seat),
            chair.who,
            chair.held,
            chair.ready,
            seat in here,
            seat in eyes.seats,
            seat in eyes.may_return,
            seat in deciding,
            chair.coach,
            self.table.is_bot(seat) and self._limits(playthrough.game, chair.who, playthrough.variant),
        )
        if (found := self._seats.get(shown)) is None:
            if len(self._seats) >= MOST_SEATS:
                self._seats.clear()
            found = self._seats[shown] = Seat(*shown)
        return found

    def _differ(self, seats: Iterable[int]) -> bool:
        """Whether these seats see different things now."""
        game, rows = self.table.playthrough.game, self.table.playthrough.rows
        seats = list(seats)
        return len(seats) > 1 and len({game.hidden(rows, seat).tobytes() for seat in seats}) > 1

    def _ask(self, view: Any, eyes: Eyes, say: Say, deciding: list[int]) -> str:
        if view is None:
            return say("people_gather")
        if eyes.looking in deciding or not deciding:
            return say.ask(view)
        names = tuple(say.seat(seat) for seat in deciding if seat != CHANCE)
        if (awaited := real.awaited(self.table)) is not None:
            if eyes.seats.intersection(awaited.by):
                name = "" if awaited.roller is None else say.seat(awaited.roller)
                return say.ask(view, "show" if say.knows(f"show_{view.phase}") else "ask", name=name)
            names = tuple(say.seat(seat) for seat in called(awaited))
        return say("waits_in_queue", names=names, n=self.queue) if self.queue else say("waits_for", names=names)

    def _log(self, eyes: Eyes) -> Grown[LogLine]:
        """Goes on from what was there, unless more has been shown since: then older events may have come to light."""
        lines, playthrough = self._all_lines(eyes.language), self.table.playthrough
        known, shown, told = self._told.get((eyes.looking, eyes.language), (0, -1, []))
        if shown != playthrough.shown:
            known, told = 0, []
        told += [line for line in lines[known:] if line is not None and playthrough.saw(eyes.looking, line.event)]
        self._told[eyes.looking, eyes.language] = (len(lines), playthrough.shown, told)
        return Grown(told)

    def _all_lines(self, language: str) -> list[LogLine | None]:
        """The sentence of every event; each is said once."""
        playthrough, say = self.table.playthrough, self.say(language)
        lines, game, occurred = self._lines.setdefault(language, []), playthrough.game, self._all_occurred()
        for number in range(len(lines), len(playthrough.log)):
            event, seen = playthrough.log[number], occurred[number].seen
            if seen is not None:
                told = game.told_of(seen.data, event.seat)
            else:
                told = game.told(playthrough.before(number), event.seat, event.action)
            lines.append(None if told is None else LogLine(number, event.seat, say.reason(told)))
        return lines

    def _all_notices(self, say: Say) -> tuple[NoticeShown, ...]:
        """Each is said once in a language, not once for each pair of eyes."""
        if not self.table.notices:
            return ()
        said = self._notices.get(say.language, {})
        self._notices[say.language] = {
            key: said.get(key) or NoticeShown(each.events, say.reason(each.reason))
            for each in self.table.notices
            for key in [(each.version, each.reason.key)]
        }
        return tuple(self._notices[say.language].values())

    def _may_undo(self, eyes: Eyes) -> bool:
        table = self.table
        mine = eyes.looking in eyes.seats and table.chairs[eyes.looking].who == PERSON
        if not mine or table.stage != "playing" or table.wish:
            return False
        return last_decision(table, eyes.looking) is not None

    def _wish(self, eyes: Eyes, say: Say) -> WishShown | None:
        wish = self.table.wish
        if wish is None:
            return None
        needed = tuple(self.table.still_to_agree())
        if isinstance(wish, UndoWish):
            lines = self._all_lines(say.language)
            text, mine = wished(self.table, wish, eyes.looking, say, lines), wish.seat in eyes.seats
            return WishShown(wish.number, "undo", wish.seat, text, tuple(wish.agreed), needed, mine or eyes.host)
        text = say("bot_is_wished" if wish.bot else "stand_in_is_wished", name=say.seat(wish.seat))
        return WishShown(wish.number, "stand_in", wish.seat, text, tuple(wish.agreed), needed, eyes.host)

    def _clock(self) -> ClockShown | None:
        """As it stays until somebody does something: whoever looks counts by themselves."""
        chosen, clocks = self.table.opened.clock, self.table.clocks
        if chosen is None:
            return None
        runs, seats = self.table.on_the_clock(), range(len(self.table.chairs))
        left = {seat: 0 if seat in clocks.called else clocks.allowance(seat) for seat in self.table.people}
        ends = {seat: int(self.hours.ends(since, left[seat] / 1000) * 1000) for seat, since in runs.items()}
        return ClockShown(
            per=chosen.per,
            seconds=chosen.seconds,
            increment=chosen.increment,
            left=tuple(left.get(seat) for seat in seats),
            ends=tuple(ends.get(seat) for seat in seats),
        )

    def _ending(self, say: Say) -> EndingShown:
        if say.language not in self._endings:
            playthrough = self.table.playthrough
            outcome = playthrough.outcome
            assert outcome is not None
            game, rows = playthrough.game, playthrough.rows
            self._endings[say.language] = EndingShown(
                outcome.places,
                outcome.points,
                sentences(say, game.ended(rows)),
                game.decided(rows),
                averages_alone(game, playthrough.options) if len(outcome.places) == 1 else (),
            )
        return self._endings[say.language]

    def _dice(self) -> DiceProof:
        """Changes only when somebody adds to the dice, when the game ends and when something is taken back."""
        table, over = self.table, self.table.stage == "over"
        made = (over, table.contributions())
        if self._proof is None or self._proof[0] != made:
            proof = DiceProof(
                table=table.name,
                terms=table.terms,
                commitment=table.commitment,
                contributions=table.contributions(),
                secret=table.published,
                draws=table.draws() if over else (),
            )
            self._proof = (made, proof)
        return self._proof[1]

    # Answers to questions

    def lost(self, seat: int, language: str, first: int) -> tuple[str, ...]:
        """In words what this seat has seen happen from an event on."""
        lines = self._all_lines(language)[first:]
        return tuple(line.text for line in lines if line is not None and self.table.playthrough.saw(seat, line.event))

    def position(self, seat: int, language: str, event: int) -> Position:
        """The table after so many events, as this seat sees it."""
        playthrough, say = self.table.playthrough, self.say(language)
        view = playthrough.game.view(playthrough.before(event), seat)
        line = self._all_lines(language)[event - 1] if event else None
        seen = line is not None and playthrough.saw(seat, event - 1)
        happened = self.happened(seat, event - 1) if event else None
        return Position(event, len(playthrough.log), view, say.ask(view), line if seen else None, happened)

    def events(self, seat: int, language: str, since: int) -> EventsSince:
        """What this seat saw happen since a version."""
        table, lines = self.table, self._all_lines(language)
        first, seen = table.first_news(since), table.playthrough.seen_log(seat)
        told = []
        for number in range(first, len(seen)):
            line = lines[number]
            text = line.text if line is not None and seen[number].move != "?" else ""
            happened = self.happened(seat, number)
            kind, data = (happened.kind, happened.data) if happened else (None, None)
            told.append(EventSeen(number, seen[number].seat, seen[number].move, text, kind, data))
        return EventsSince(table.version, first, tuple(told), tuple(table.deciding()), table.stage == "over")

    def why(self, eyes: Eyes, event: int | None) -> tuple[Sentence, ...]:
        """Why an event scored what it scored, or why the game is over."""
        playthrough, say = self.table.playthrough, self.say(eyes.language)
        if event is None:
            return self._ending(say).reasons if self.table.stage == "over" else ()
        if event >= len(playthrough.log) or not playthrough.saw(eyes.looking, event):
            return ()
        happened = playthrough.log[event]
        reasons = playthrough.game.scored(playthrough.before(event), happened.seat, happened.action)
        return sentences(say, reasons)

    def advice(self, rows: Rows, seat: int, advice: Iterable[Advice], language: str) -> tuple[AdvisedMove, ...]:
        """What the coach would do in this state, as the buttons of the table say it."""
        say, game = self.say(language), self.table.playthrough.game
        seen, told = game.hidden(rows, seat), []
        for each in advice:
            reason = sentences(say, [each.reason])[0]
            move = game.shown_move(seen, seat, each.action)
            told.append(
                AdvisedMove(move, say.action(rows, seat, each.action), each.share, each.points, reason, each.equal)
            )
        return tuple(told)

    def listed(self, language: str) -> ListedTable:
        """What anybody who looks for company is told of a table that waits for them."""
        table, names = self.table, self.say(language).names
        return ListedTable(
            table=table.name,
            game=table.playthrough.game.name,
            variant=table.playthrough.variant,
            names=tuple(names[seat] for seat, chair in enumerate(table.chairs) if chair.who == PERSON),
            bots=tuple(chair.name for seat, chair in enumerate(table.chairs) if table.is_bot(seat)),
            free=table.free,
            games=table.opened.games,
            clock=table.opened.clock,
            since=table.updated,
        )

    def summary(self, language: str) -> Summary:
        table = self.table
        outcome = table.playthrough.outcome if table.stage == "over" else None
        return Summary(
            table=table.name,
            game=table.playthrough.game.name,
            variant=table.playthrough.variant,
            stage=table.stage,
            names=self.say(language).names,
            waiting=called(awaited) if (awaited := real.awaited(table)) else tuple(table.deciding()),
            winners=tuple(outcome.winners) if outcome else (),
            updated=table.updated,
            follows=table.follows,
            branch=table.opened.branch is not None,
        )


def _shown(occurrence: Occurrence, *, seen: bool) -> Happened | None:
    return occurrence.seen if seen else occurrence.unseen


def _wrapped(number: int, seat: int, event: Any) -> Happened | None:
    return None if event is None else Happened(number, seat, kind_of(type(event)), event)


def sentences(say: Say, reasons: Iterable[Reason]) -> tuple[Sentence, ...]:
    return tuple(Sentence(say(reason.key, **reason.values), reason.paragraph) for reason in reasons)
