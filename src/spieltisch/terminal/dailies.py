"""The deal of the day in the terminal: what there is, ten decisions or a whole game, and the results of friends."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TypeVar

from rich.table import Table as Grid
from rich.text import Text

from spieltisch.daily import keeping, result
from spieltisch.daily.deal import AGAINST_LEVEL, MINE, TEN, TEN_DECISIONS, Deal, Graded, TenDecisions, WholeGame, deals
from spieltisch.lessons import company
from spieltisch.puzzles.puzzle import SCALE
from spieltisch.referee import Table
from spieltisch.speech import Say
from spieltisch.terminal.asking import PositionAsked
from spieltisch.terminal.coaching import Figures
from spieltisch.terminal.dialogue import Away, Dialogue

MARKS = {1.0: "●", 0.5: "◐", 0.0: "○"}
MILLION = 1_000_000

A = TypeVar("A", bound=PositionAsked)


class _Paused(Exception):
    """Somebody has enough for now."""


class DealAsked(PositionAsked):
    WORDS = ("list", "undo", "quit")


class Daily:
    """Somebody at the deals of the day; `today` is what their calendar says, `until` the last day that can be dealt."""

    def __init__(self, dialogue: Dialogue, folder: Path, today: date, until: date) -> None:
        self.dialogue = dialogue
        self.folder = folder
        self.today = today
        self.until = until
        self.book = keeping.load(folder)

    def overview(self, day: date) -> None:
        """All deals of a day, with own results."""
        grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, show_header=False)
        for dealt in deals(day, self.until):
            own = self.book.of(dealt)
            shown = "" if own is None else self.brief(dealt, dealt.graded(own.answers))
            grid.add_row(dealt.game.name, dealt.form, self.titled(dealt), Text(shown, style="bold"))
        self.dialogue.tell("daily_of", day=day.isoformat(), style="bold")
        self.dialogue.show(grid)
        streak = self.book.streak(self.today)
        self.dialogue.tell("daily_streak" if streak else "daily_no_streak", n=streak, style="dim")

    def play(self, dealt: Deal, name: str) -> None:
        """One try that counts; whoever has had it sees the result again."""
        if self.book.of(dealt) is None:
            try:
                answers = self.decide(dealt) if isinstance(dealt, TenDecisions) else self.play_whole(dealt)
            except (_Paused, Away):
                self.dialogue.tell("daily_left")
                return
            self.book = self.book.handed_in(dealt, answers, self.today)
            keeping.save(self.folder, self.book)
        self.tell(dealt, name)

    def decide(self, dealt: TenDecisions) -> tuple[int, ...]:
        """Ten answers; each can be changed until they are handed in."""
        answers: list[int | None] = [None] * TEN
        number = 0
        while True:
            while number < TEN:
                table, seat = dealt.position(str(number + 1))
                asking = self.at(DealAsked, table, seat)
                asking.draw(f"{self.named(dealt)} · {self.dialogue.say('daily_decision', n=number + 1, all=TEN)}")
                if (own := answers[number]) is not None:
                    self.dialogue.tell("daily_your_answer", move=asking.moved(own))
                said = asking.ask(f"{number + 1}/{TEN} ")
                if said == "quit":
                    raise _Paused
                if isinstance(said, int):
                    answers[number] = said
                number = max(0, number - 1) if said == "undo" else number + 1
            self.dialogue.tell("daily_hand_in", n=TEN)
            typed = self.dialogue.line()
            if not typed:
                return tuple(answer for answer in answers if answer is not None)
            if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= TEN:
                number = int(typed) - 1

    def play_whole(self, dealt: Deal) -> tuple[int, ...]:
        """Move by move; what is decided is decided, and what was begun goes on."""
        assert isinstance(dealt, WholeGame)
        answers = self.book.answers(dealt)
        while (table := dealt.played(answers)).waiting:
            asking = self.at(PositionAsked, table, MINE)
            asking.draw(f"{self.named(dealt)} · {self.titled(dealt)}")
            said = asking.ask()
            if isinstance(said, str):
                raise _Paused
            answers = (*answers, said)
            self.book = self.book.going_on(dealt, answers)
            keeping.save(self.folder, self.book)
        return answers

    def tell(self, dealt: Deal, name: str) -> None:
        """The result, lines to share that give nothing away, and the code for friends."""
        own = self.book.of(dealt)
        assert own is not None
        graded = dealt.graded(own.answers)
        self.dialogue.show()
        if isinstance(dealt, TenDecisions):
            self.dialogue.show(self.decisions(dealt, [("", own.answers, graded)]))
        self.dialogue.show(f"Spieltisch · {self.named(dealt)} · {dealt.day.isoformat()}", style="bold")
        self.dialogue.show(f"{self.titled(dealt)}: {self.brief(dealt, graded)}", style="bold")
        self.dialogue.tell("daily_streak", n=self.book.streak(self.today), style="dim")
        self.dialogue.tell("daily_code_for_friends", style="dim")
        signed = result.code(result.answered(dealt, name, own.answers), self.book.secret)
        self.dialogue.console.print(signed, soft_wrap=True, highlight=False, markup=False)

    def check(self, code: str) -> None:
        """A friend's result; compared with one's own where there is one."""
        found, dealt, graded = result.verify(code, self.until)
        self.dialogue.tell("daily_genuine", name=found.name, style="bold green")
        self.dialogue.show(f"{dealt.day.isoformat()} · {self.named(dealt)} · {self.titled(dealt)}")
        own = self.book.of(dealt)
        mine = dealt.graded(own.answers) if own else None
        self.dialogue.show(f"{found.name}: {self.brief(dealt, graded)}", style="bold")
        if own is None or mine is None:
            self.dialogue.tell("daily_play_first")
            return
        you = self.dialogue.say("daily_you")
        self.dialogue.show(f"{you}: {self.brief(dealt, mine)}", style="bold")
        if isinstance(dealt, TenDecisions):
            columns = [(you, own.answers, mine), (found.name, found.answers, graded)]
            self.dialogue.show(self.decisions(dealt, columns))

    def named(self, dealt: Deal) -> str:
        return Say(self.dialogue.language, dealt.game).game_name()

    def at(self, kind: type[A], table: Table, seat: int) -> A:
        language = self.dialogue.language
        return kind(self.dialogue, Say(language, table.game, company(table.players, seat)), table, seat)

    def titled(self, dealt: Deal) -> str:
        if dealt.form == TEN_DECISIONS:
            return self.dialogue.say("daily_ten")
        return self.dialogue.say("daily_against" if dealt.form == AGAINST_LEVEL else "daily_alone")

    def brief(self, dealt: Deal, graded: Graded) -> str:
        if graded.grades:
            marks = "".join(MARKS[grade] for grade in graded.grades)
            loss = self.lost(dealt, sum(graded.losses) // TEN)
            return f"{marks} {self.dialogue.say('daily_right', n=graded.grades.count(1.0), all=TEN, loss=loss)}"
        if len(graded.points) == 1:
            return self.dialogue.say("points", n=graded.points[0])
        return " : ".join(map(str, graded.points))

    def lost(self, dealt: Deal, thousandths: int) -> str:
        assert isinstance(dealt, TenDecisions)
        return Figures(self.dialogue, dealt.puzzles[0].unit).loss(thousandths * MILLION // SCALE)

    def decisions(self, dealt: TenDecisions, columns: Sequence[tuple[str, Sequence[int], Graded]]) -> Grid:
        """Each decision: what everybody answered and lost, and what was best."""
        grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, header_style="dim")
        for title in ("", *(name for name, _, _ in columns), self.dialogue.say("daily_best")):
            grid.add_column(title)
        for number, puzzle in enumerate(dealt.puzzles):
            table, seat = dealt.position(str(number + 1))
            asked = self.at(PositionAsked, table, seat)
            cells = []
            for _, answers, graded in columns:
                loss = graded.losses[number]
                behind = f" −{self.lost(dealt, loss)}" if loss else ""
                cells.append(Text(f"{MARKS[graded.grades[number]]} {asked.moved(answers[number])}{behind}"))
            grid.add_row(str(number + 1), *cells, Text(asked.moved(puzzle.best)))
        return grid
