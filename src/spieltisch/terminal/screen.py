"""What is on the screen: the table as a seat sees it, what has happened, and what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.columns import Columns
from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from spieltisch.contract import Reason
from spieltisch.kernel import CHANCE, SPECTATOR, Rows, Unpacked, among
from spieltisch.referee import Event
from spieltisch.speech import Say
from spieltisch.tables.live import LiveTable
from spieltisch.terminal.dialogue import Dialogue
from spieltisch.terminal.drawing import draw
from spieltisch.terminal.menu import Offer
from spieltisch.terminal.words import word_for

SHORT_LIST = 12  # so many moves are shown without being asked for
NEWS = 8  # events that are told when a turn begins
UNSEEN = "?"  # how the referee writes what a seat did not see
HINTS = ("list", "hint", "why", "undo", "quit")


def grid() -> Grid:
    return Grid.grid(padding=(0, 2, 0, 0))


class Screen:
    """The screen of one table; it changes nothing there."""

    def __init__(self, live: LiveTable, house: str, dialogue: Dialogue) -> None:
        self.live = live
        self.house = house  # its key: who sits here are those whose keys follow from it
        self.table = table = live.playthrough
        self.dialogue = dialogue
        table.language = dialogue.language
        self.looking: int | None = None  # the person whose secrets are on the screen
        self.told = [0] * table.players  # how much of the log each seat has been told
        self.heard: dict[int, int] = {}  # by seat, the version up to which it has been told who sits where
        self.offered: list[Offer] = []  # the list that a number refers to
        self.notices: list[str] = []  # to be read with the next drawing

    @property
    def say(self) -> Say:
        return Say(self.dialogue.language, self.table.game, tuple(self.table.names))

    @property
    def people(self) -> list[int]:
        """The seats of those who play at this screen."""
        ours = self.ours
        return [seat for seat in self.live.people if seat in ours]

    @property
    def ours(self) -> set[int]:
        """The seats that belong to those at this screen, even if a bot plays for them."""
        return {seat for seat in self.live.house_keys(self.house) if seat >= 0}

    @property
    def has_coach(self) -> bool:
        return any(self.live.chairs[seat].coach for seat in self.people)

    def draw(self, seat: int) -> None:
        """The table as the seat sees it, what has happened since its last look, and what is asked of it now."""
        game, rows = self.table.game, self.table.rows
        view = game.view(rows, seat)
        drawn = draw(game, view, self.say)
        self.dialogue.clear()
        self.dialogue.console.print(self.title())
        self.news(seat)
        self.dialogue.show(drawn)
        self.dialogue.show()
        self.offered = []
        for notice in self.notices:
            self.dialogue.show(notice, style="bold")
        self.notices = []
        if self.table.waiting:
            self.question(seat, view)

    def title(self) -> RenderableType:
        title = f"{self.say.game_name()} · {self.say.variant(self.table.variant)}"
        return Rule(Text(title, style="bold"), style="dim", characters="─")

    def news(self, seat: int) -> None:
        """What the seat has not been told yet; with its own moves, where their points came from."""
        log = self.table.seen_log(seat)
        told = self.told[seat] if seat < self.table.players else max(0, len(log) - NEWS)
        lines = grid()
        for first, moves in self.groups(log, told)[-NEWS:]:
            seen = [move for move in moves if move != UNSEEN]
            if seen:
                lines.add_row(Text(self.who(log[first]), style="dim"), Text(" · ".join(seen)))
            if log[first].seat == seat:
                for reason in self.table.game.scored(self.table.before(first), seat, log[first].action):
                    lines.add_row("", Text(self.say.reason(reason), style="dim"))
        if seat < self.table.players:
            self.told[seat] = len(log)
        if lines.row_count:
            self.dialogue.show(lines)
            self.dialogue.show()
        self.changes_of_seats(seat)

    def changes_of_seats(self, seat: int) -> None:
        """Who goes, comes back, or stands in for somebody: what the seat has not been told yet."""
        news = [notice for notice in self.live.notices if notice.version > self.heard.get(seat, 0)][-NEWS:]
        for notice in news:
            self.dialogue.show(self.say.reason(notice.reason), style="bold")
        if news:
            self.dialogue.show()
        self.heard[seat] = self.live.version

    def groups(self, log: Sequence[Event], start: int = 0) -> list[tuple[int, list[str]]]:
        """Events one by one, but what luck did in a row together: the number of the first, and the moves."""
        found: list[tuple[int, list[str]]] = []
        for k in range(start, len(log)):
            if k > start and log[k].seat == log[k - 1].seat == CHANCE:
                found[-1][1].append(log[k].move)
            else:
                found.append((k, [log[k].move]))
        return found

    def who(self, event: Event) -> str:
        return self.dialogue.say("luck") if event.seat == CHANCE else self.table.names[event.seat]

    def question(self, seat: int, view: Any) -> None:
        """One sentence that says what is asked of whom, and the moves if they are few."""
        by_luck = self.table.waiting == [CHANCE]
        asked = self.say.ask(view)
        if by_luck:
            owner, _ = self.whose_chance()
            name = self.dialogue.say("everybody") if owner is None else self.table.names[owner]
            self.dialogue.show(f"{name}: {asked}", style="bold")
            self.dialogue.tell("type_chance", example=self.example(CHANCE), style="dim")
            return
        if seat == SPECTATOR:  # nobody at this screen is asked
            return
        self.dialogue.show(f"{self.table.names[seat]}: {asked}", style="bold")
        count = len(self.table.game.legal(self.table.rows, seat))
        if count <= SHORT_LIST:
            self.offer([Offer(move, (move,)) for move in self.written(seat)])
        else:
            self.dialogue.tell("how_to_move", n=count, move=self.example(seat), style="dim")
        hints = (*HINTS[:-1], "coach", HINTS[-1]) if self.has_coach else HINTS
        words = "  ".join(["?", *(word_for(self.dialogue.language, name) for name in hints)])
        self.dialogue.show(words, style="dim")

    def offer(self, entries: Sequence[Offer]) -> None:
        """A numbered list; the numbers can be typed."""
        self.offered = list(entries)
        shown = []
        for number, entry in enumerate(entries, start=1):
            text = Text(f"{number:>2} ", style="bold").append(entry.text, style="not bold")
            shown.append(text if entry.is_move else text.append(f"… {len(entry.moves)}", style="not bold dim"))
        self.dialogue.show(Columns(shown, padding=(0, 3), column_first=True))

    def reasons(self, reasons: Sequence[Reason]) -> None:
        for reason in reasons:
            self.dialogue.show(self.say.reason(reason))
        if not reasons:
            self.dialogue.tell("scores_nothing")

    def viewer(self) -> int:
        """Whose eyes are on the screen when nobody is asked to move."""
        if len(self.people) == 1:
            return self.people[0]
        return SPECTATOR if self.looking is None else self.looking

    def whose_chance(self) -> tuple[int | None, bool]:
        """The seat for which luck is about to act, and whether others may not see what comes."""
        game, rows = self.table.game, self.table.rows
        first = int(game.legal(rows, CHANCE)[0])
        return game.roller(rows), not among(SPECTATOR, game.engine.witnesses(rows, CHANCE, first))

    def known(self, seat: int) -> Rows:
        """What the seat may know. Luck knows what is in the bag, but whoever types what it brings does not."""
        game, rows = self.table.game, self.table.rows
        if seat != CHANCE:
            return game.hidden(rows, seat)
        owner, private = self.whose_chance()
        return game.hidden(rows, owner if owner in self.people and private else SPECTATOR)

    def written(self, seat: int) -> list[str]:
        """All moves that the person asked can take for legal; the state is opened once for all of them."""
        game, rows = self.table.game, self.known(seat)
        state, write = Unpacked(rows), game.module("moves").write
        return [write(state, seat, int(action)) for action in game.legal(rows, seat)]

    def example(self, seat: int) -> str:
        game, rows = self.table.game, self.known(seat)
        actions = game.legal(rows, seat)
        return game.write(rows, seat, int(actions[len(actions) // 2]))
