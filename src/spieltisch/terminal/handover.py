"""Several people at one screen: nobody sees what only another may know."""

from __future__ import annotations

from spieltisch.files import own_command
from spieltisch.terminal.dialogue import forget
from spieltisch.terminal.screen import Screen
from spieltisch.terminal.words import command


class Left(Exception):
    """The people have left the table; it is saved."""


class HandOver(Screen):
    def has_secrets(self) -> bool:
        """Whether two people at the table see different things now."""
        seen = {self.table.game.hidden(self.table.rows, seat).tobytes() for seat in self.people}
        return len(seen) > 1

    def hand_over(self, seat: int) -> None:
        """Between two people, if one could see what only the other may know: an empty screen first."""
        if self.looking == seat:
            return
        game, rows = self.table.game, self.table.rows
        mine = game.hidden(rows, seat).tobytes()
        others = [self.looking] if self.looking is not None else [s for s in self.people if s != seat]
        if any(game.hidden(rows, other).tobytes() != mine for other in others):
            name = self.table.names[seat]
            if self.looking is not None:
                self.farewell(self.looking, name)
            self.dialogue.clear()
            forget()
            self.dialogue.show()
            self.pause("are_you_alone", name)
        self.looking = seat

    def farewell(self, seat: int, name: str) -> None:
        """Who has just moved sees what came of it before the screen is emptied."""
        self.dialogue.show()
        for line in (*self.news(seat), *self.changes_of_seats(seat)):
            self.dialogue.show(line.text)
        self.pause("hand_over", name)

    def pause(self, key: str, name: str) -> None:
        self.dialogue.tell(key, name=name, style="bold")
        if command(self.dialogue.language, self.dialogue.line()) == "quit":
            self.leave()

    def leave(self) -> None:
        self.dialogue.show()
        self.dialogue.show(self.parting("goodbye"))
        raise Left

    def parting(self, key: str) -> str:
        """How to come back."""
        return self.dialogue.say(key, command=f"{own_command()} resume {self.live.name}")
