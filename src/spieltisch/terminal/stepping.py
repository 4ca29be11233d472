"""Stepping through a record that the referee has checked."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.rule import Rule
from rich.text import Text

from spieltisch.contract import Trouble
from spieltisch.fitting import Forms, Lines
from spieltisch.kernel import CHANCE, SPECTATOR, Rows, among
from spieltisch.referee import Event, Table
from spieltisch.speech import Say, tidy_name
from spieltisch.terminal.dialogue import EDGES, Away, Dialogue
from spieltisch.terminal.drawing import draw
from spieltisch.terminal.news import UNSEEN
from spieltisch.terminal.words import command

AROUND = 4  # lines: the title, what happened, what can be typed, and the prompt


class Stepping:
    def __init__(self, table: Table, dialogue: Dialogue, seat: int = SPECTATOR) -> None:
        self.table = table
        self.dialogue = dialogue
        self.seat = seat
        self.say = Say(dialogue.language, table.game, tuple(tidy_name(name) for name in table.names))

    @property
    def last(self) -> int:
        return len(self.table.log)

    def rows(self, number: int) -> Rows:
        return self.table.rows if number == self.last else self.table.before(number)

    def show(self, number: int) -> None:
        """The table after so many events."""
        game, console = self.table.game, self.dialogue.console
        title = Text(
            f"{self.say.game_name()} · {self.say.variant(self.table.variant)} · {number}/{self.last}", style="bold"
        )
        console.print(Rule(title, style="dim"))
        if number:
            self.dialogue.show(self.event(number, number), style="bold")
        over = number == self.last and self.table.outcome is not None
        reasons = [Text(self.say.reason(reason)) for reason in game.ended(self.table.rows)] if over else []
        below = Lines(console, Group(*reasons), console.width - EDGES)
        drawn = draw(game, game.view(self.rows(number), self.seat), self.say)
        if isinstance(drawn, Forms) and console.is_terminal:
            drawn = drawn.fitting(console, console.width - EDGES, console.height - AROUND - below.height)
        self.dialogue.show(drawn)
        if reasons:
            self.dialogue.show(below)

    def event(self, number: int, shown: int) -> str:
        """An event as it is known when the table is shown after so many events."""
        event = self.seen(number, shown)
        who = self.dialogue.say("luck") if event.seat == CHANCE else self.say.names[event.seat]
        return f"{number}  {who}  {self.say.move(event.move)}"

    def seen(self, number: int, shown: int) -> Event:
        """What was hidden shows from its reveal on; without a seat, a game that is over lies open."""
        event, before, rules = self.table.log[number - 1], self.table.before(number - 1), self.table.game.engine
        if (
            (self.seat == SPECTATOR and self.table.outcome is not None)
            or among(self.seat, rules.witnesses(before, event.seat, event.action))
            or rules.reveals(before) < rules.reveals(self.rows(shown))
        ):
            return event
        return Event(event.seat, -1, UNSEEN)

    def all(self) -> None:
        for number in range(self.last + 1):
            self.show(number)
            self.dialogue.show()

    def at(self, number: int) -> None:
        if not 0 <= number <= self.last:
            raise Trouble(self.dialogue.say("no_such_event", number=number, first=0, last=self.last))
        self.show(number)

    def walk(self) -> None:
        """Enter goes on to the next decision; a number goes there."""
        stops = self.stops()
        number = stops[0]
        self.dialogue.clear()
        self.show(number)
        while True:
            self.dialogue.tell("how_to_step", style="dim")
            try:
                answer = self.dialogue.line(f"{number}/{self.last} ")
            except Away:
                return
            meant = command(self.dialogue.language, answer.partition(" ")[0]) if answer else ""
            if meant == "quit" or (not answer and number == self.last):
                return
            if meant == "log":
                for event in range(1, self.last + 1):
                    self.dialogue.show(self.event(event, number))
                continue
            if answer.isascii() and answer.isdigit() and int(answer) <= self.last:
                number = int(answer)
            elif answer in ("-", "b") or meant == "undo":
                number = max((stop for stop in stops if stop < number), default=0)
            elif not answer:
                number = next(stop for stop in stops if stop > number)
            else:
                self.dialogue.tell("no_such_event", number=answer[:20], first=0, last=self.last)
                continue
            self.dialogue.clear()
            self.show(number)

    def stops(self) -> Sequence[int]:
        """After each decision, with the luck before the next one still to come; the draw for all is one step."""
        log = self.table.log
        found = [
            k for k in range(1, self.last + 1) if k == self.last or log[k].seat != CHANCE or log[k - 1].seat != CHANCE
        ]
        return found if found and found[0] > 0 and log[0].seat == CHANCE else [0, *found]
