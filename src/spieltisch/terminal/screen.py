"""What is on the screen: the table as a seat sees it, what has happened, and what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from rich.columns import Columns
from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from spieltisch.contract import Reason
from spieltisch.fitting import Forms, Lines
from spieltisch.kernel import CHANCE, SPECTATOR, Rows, Unpacked, among
from spieltisch.referee import Event
from spieltisch.speech import Say
from spieltisch.tables.live import LiveTable
from spieltisch.terminal import news
from spieltisch.terminal.dialogue import EDGES, Dialogue
from spieltisch.terminal.drawing import draw
from spieltisch.terminal.menu import Offer
from spieltisch.terminal.news import Line
from spieltisch.terminal.words import word_for
from spieltisch.wording import Written

SHORT_LIST = 12  # so many moves are shown without being asked for
NEWS = 8  # changes of seats that are told when a turn begins
MOST_NEWS = 24  # lines, where the screen has no height
LEAST_NEWS = 3  # lines that are kept free for what has happened
LOW = 30  # lines; below that the screen says things shortly
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

    def draw(self, seat: int, *ending: RenderableType) -> None:
        """The table as the seat sees it, what has happened since its last look, and what is asked of it now.

        All of it stands on the screen at once, with the prompt below: the drawing and the news take the room there is.
        """
        view = self.table.game.view(self.table.rows, seat)
        drawn = draw(self.table.game, view, self.say)
        lines = [*self.news(seat), *self.changes_of_seats(seat)]
        self.offered = []
        rest: list[RenderableType] = [Text(notice, style="bold") for notice in self.notices]
        self.notices = []
        rest += [*(self.question(seat, view) if self.table.waiting else ()), *ending]
        self.dialogue.clear()
        self.dialogue.console.print(self.title())
        for part in self.arranged(lines, drawn, rest):
            self.dialogue.show(part)

    def arranged(
        self, lines: Sequence[Line], drawn: RenderableType, rest: Sequence[RenderableType]
    ) -> list[RenderableType]:
        """In the height of the screen: empty lines between the parts give way first, then news, then the drawing."""
        console, width = self.dialogue.console, self.dialogue.console.width - EDGES
        inked = partial(Lines, console, width=width)
        told = [(inked(line.text), line.needed) for line in lines]
        more = inked(Text(self.dialogue.say("more_news", word=word_for(self.dialogue.language, "log")), style="dim"))
        below = [inked(part) for part in rest]
        if not console.is_terminal:
            shown = news.shortened(told, MOST_NEWS, more)
            return [*shown, *([Text()] if shown else []), drawn, Text(), *below]
        room = console.height - 2 - news.height(below)  # less the title and the prompt
        kept = min(LEAST_NEWS, news.height(line for line, needed in told if needed))
        table = drawn.fitting(console, width, room - kept) if isinstance(drawn, Forms) else inked(drawn)
        left = max(0, room - table.height)
        shown = news.shortened(told, left, more)
        gaps = left - news.height(shown)
        after_news = [Text()] if shown and gaps > 0 else []
        after_table = [Text()] if gaps > len(after_news) else []
        return [*shown, *after_news, table, *after_table, *below]

    def title(self) -> RenderableType:
        title = f"{self.say.game_name()} · {self.say.variant(self.table.variant)}"
        return Rule(Text(title, style="bold"), style="dim", characters="─")

    def news(self, seat: int) -> list[Line]:
        """What the seat has not been told yet; who looks on is told the last few things."""
        told = self.told[seat] if seat < self.table.players else max(0, len(self.table.log) - NEWS)
        lines = news.since(self.table, seat, told, self.say)
        if seat < self.table.players:
            self.told[seat] = len(self.table.log)
        return lines

    def changes_of_seats(self, seat: int) -> list[Line]:
        """Who goes, comes back, or stands in for somebody: what the seat has not been told yet."""
        notices = [notice for notice in self.live.notices if notice.version > self.heard.get(seat, 0)][-NEWS:]
        self.heard[seat] = self.live.version
        return [Line(Text(self.say.reason(notice.reason), style="bold")) for notice in notices]

    def groups(self, log: Sequence[Event], start: int = 0) -> list[tuple[int, list[str]]]:
        """Events one by one, but what luck did in a row together: the number of the first, and the moves."""
        found: list[tuple[int, list[str]]] = []
        for k in range(start, len(log)):
            if k > start and log[k].seat == log[k - 1].seat == CHANCE:
                found[-1][1].append(self.say.move(log[k].move))
            else:
                found.append((k, [self.say.move(log[k].move)]))
        return found

    def who(self, event: Event) -> str:
        return self.dialogue.say("luck") if event.seat == CHANCE else self.table.names[event.seat]

    def question(self, seat: int, view: Any) -> list[RenderableType]:
        """One sentence that says what is asked of whom, and the moves if they are few."""
        if self.table.waiting == [CHANCE]:
            return [Text(self.asked_of_chance(view), style="bold")]
        if seat == SPECTATOR:  # nobody at this screen is asked
            return []
        alone = self.people == [seat] and self.say.is_nameless(seat)  # and so knows who is asked
        among = "" if alone else f"{self.table.names[seat]}: "
        asked: list[RenderableType] = [Text(f"{among}{self.say.ask(view)}", style="bold")]
        hints = (*HINTS[:-1], "coach", HINTS[-1]) if self.has_coach else HINTS
        words = "  ".join(["?", *(word_for(self.dialogue.language, name) for name in hints)])
        count, low = len(self.table.game.legal(self.table.rows, seat)), self.is_low
        if count <= SHORT_LIST:
            asked.append(self.offer([Offer(self.say.move(move), (move,)) for move in self.written(seat)]))
        elif low:
            words = f"{self.dialogue.say('such_as', n=count, move=self.say.move(self.example(seat)))}   {words}"
        else:
            example = self.say.move(self.example(seat))
            asked.append(Text(self.dialogue.say("how_to_move", n=count, move=example), style="dim"))
        return [*asked, Text(words, style="dim")]

    @property
    def is_low(self) -> bool:
        return self.dialogue.console.is_terminal and self.dialogue.console.height < LOW

    def asked_of_chance(self, view: Any) -> str:
        """Whose dice, tiles or cards they are, and what is to be typed."""
        owner, _ = self.whose_chance()
        name = self.dialogue.say("everybody") if owner is None else self.table.names[owner]
        example = Written(self.example(CHANCE))
        if self.say.knows(f"type_{view.phase}"):
            return f"{name}: {self.say.ask(view, 'type', example=example)}"
        return f"{name}: {self.say.ask(view)} {self.say('type_chance', example=example)}"

    def offer(self, entries: Sequence[Offer]) -> RenderableType:
        """A numbered list; the numbers can be typed."""
        self.offered = list(entries)
        shown = []
        for number, entry in enumerate(entries, start=1):
            text = Text(f"{number:>2} ", style="bold").append(entry.text, style="not bold")
            shown.append(text if entry.is_move else text.append(f"… {len(entry.moves)}", style="not bold dim"))
        return Columns(shown, padding=(0, 3), column_first=True)

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
