"""A position in the terminal, drawn, with the question what to do: in puzzles and in the deal of the day."""

from __future__ import annotations

from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from spieltisch.contract import Refused
from spieltisch.fitting import Forms
from spieltisch.referee import Table
from spieltisch.speech import Say
from spieltisch.terminal.dialogue import EDGES, Dialogue
from spieltisch.terminal.drawing import draw
from spieltisch.terminal.screen import SHORT_LIST
from spieltisch.terminal.words import command, word_for

AROUND = 6  # lines besides the drawing


class PositionAsked:
    WORDS: tuple[str, ...] = ("list", "quit")  # commands that are understood; those that nobody answers end the asking

    def __init__(self, dialogue: Dialogue, say: Say, at: Table, seat: int) -> None:
        self.dialogue = dialogue
        self.say = say
        self.at = at
        self.seat = seat
        self.legal = [int(action) for action in at.game.legal(at.rows, seat)]

    def draw(self, title: str, asks: str = "") -> None:
        console = self.dialogue.console
        self.dialogue.show()
        console.print(Rule(Text(title, style="bold"), style="dim"))
        view = self.at.view(self.seat)
        drawn = draw(self.at.game, view, self.say)
        if isinstance(drawn, Forms) and console.is_terminal:
            drawn = drawn.fitting(console, console.width - EDGES, console.height - AROUND)
        self.dialogue.show(drawn)
        self.dialogue.show(f"{self.say.ask(view)} {asks}".rstrip(), style="bold")
        if len(self.legal) <= SHORT_LIST:
            self.list_moves()
        else:
            example = self.moved(len(self.legal) // 2)
            self.dialogue.tell("how_to_move", n=len(self.legal), move=example, style="dim")
        self.dialogue.show("  ".join(word_for(self.dialogue.language, name) for name in self.WORDS), style="dim")

    def moved(self, place: int) -> str:
        """A legal move as it is shown."""
        return self.say.move(self.at.game.write(self.at.rows, self.seat, self.legal[place]))

    def list_moves(self) -> None:
        """As they are typed; where there are few, with what would be said of them at the table."""
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for place, action in enumerate(self.legal):
            told = self.at.game.told(self.at.rows, self.seat, action) if len(self.legal) <= SHORT_LIST else None
            sentence = self.say(told.key, **told.values) if told else ""
            grid.add_row(Text(f"{place + 1:>3}", style="bold"), self.moved(place), Text(sentence, style="dim"))
        self.dialogue.show(grid)

    def does(self, meant: str) -> bool:
        """Whether a command is answered here."""
        if meant == "list":
            self.list_moves()
        return meant == "list"

    def ask(self, prompt: str = "") -> int | str:
        """The place of the move that was chosen, or the command that ends the asking."""
        while True:
            typed = self.dialogue.line(prompt)
            meant = command(self.dialogue.language, typed.partition(" ")[0]) if typed else ""
            if meant in self.WORDS:
                if not self.does(meant):
                    return meant
            elif typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(self.legal):
                return int(typed) - 1
            elif typed:
                try:
                    action = self.at.parse(self.seat, self.say.meant(typed))
                    self.at.check(self.seat, action)
                    return self.legal.index(action)
                except Refused as refused:
                    self.dialogue.show(str(refused))
