"""Puzzles in the terminal: a position, a move, and then what each move is worth and why."""

from __future__ import annotations

from pathlib import Path
from random import Random

from rich.table import Table as Grid
from rich.text import Text

from spieltisch.contract import Trouble
from spieltisch.game import Game
from spieltisch.lessons import company
from spieltisch.puzzles import training
from spieltisch.puzzles.puzzle import SCALE, THEME, Puzzle, cards, shipped
from spieltisch.puzzles.worth import worth
from spieltisch.referee import Table
from spieltisch.speech import Say
from spieltisch.terminal.asking import PositionAsked
from spieltisch.terminal.coaching import Figures
from spieltisch.terminal.dialogue import Away, Dialogue

SHOWN = 5  # moves whose worth is shown, besides the one that was tried
BAR = 30  # characters for what is certain


def solve(
    dialogue: Dialogue, game: Game, folder: Path, theme: str | None, quick: int = 0, luck: Random | None = None
) -> None:
    """One puzzle after the other, until somebody has enough; or so many quick ones with two moves, like flash cards."""
    say = Say(dialogue.language, game)
    there = cards(game.name) if quick else shipped(game.name)
    puzzles = [each for each in there if theme in (None, each.theme)]
    if not puzzles:
        themes = ", ".join(sorted({each.theme for each in there}))
        raise Trouble(dialogue.say("no_such_puzzles" if themes else "no_puzzles", game=say.game_name(), themes=themes))
    progress, luck = training.load(folder, game.name), luck or Random()
    lost: list[int] = []
    while not quick or len(lost) < quick:
        puzzle = training.choose(progress, puzzles, luck)
        asking = PuzzleAsked(dialogue, puzzle, puzzle.table(game.name, dialogue.language))
        asking.show(progress)
        try:
            place = asking.ask()
        except Away:
            break
        if isinstance(place, str):
            break
        before = progress
        progress = training.answer(progress, puzzle, training.grade(puzzle, place))
        training.save(folder, game.name, progress)
        lost.append(0 if puzzle.accepted[place] else puzzle.losses[place])
        if quick:
            asking.draw_odds(place)
        else:
            asking.tell(place)
        asking.tell_ratings(before, progress)
    if quick and lost:
        mean = Figures(dialogue, puzzles[0].unit).loss(sum(lost) * 1_000_000 // SCALE // len(lost))
        dialogue.tell("cards_end", right=lost.count(0), all=len(lost), loss=mean, style="bold")
    dialogue.tell("puzzles_end", rating=round(progress.player.rating), n=progress.answered)


class PuzzleAsked(PositionAsked):
    WORDS = ("list", "hint", "quit")

    def __init__(self, dialogue: Dialogue, puzzle: Puzzle, at: Table) -> None:
        say = Say(dialogue.language, at.game, company(puzzle.players, puzzle.seat))
        super().__init__(dialogue, say, at, puzzle.seat)
        self.puzzle = puzzle
        self.figures = Figures(dialogue, puzzle.unit)

    def show(self, progress: training.Progress) -> None:
        puzzle = self.puzzle
        rating = round(progress.rating_of(puzzle).rating)
        title = f"{self.say.game_name()} · {self.dialogue.say('puzzle_title', name=puzzle.name, rating=rating)}"
        self.draw(title, self.dialogue.say("puzzle_asks"))

    def does(self, meant: str) -> bool:
        if meant == "hint":
            self.dialogue.tell("puzzle_theme", theme=self.say(THEME + self.puzzle.theme))
        return meant == "hint" or super().does(meant)

    def tell(self, place: int) -> None:
        """Whether it was best, and what each move is worth."""
        puzzle = self.puzzle
        self.verdict(place)
        self.dialogue.tell("puzzle_theme", theme=self.say(THEME + puzzle.theme))
        self.dialogue.show(self.worths(place))
        levels = self.dialogue.say("puzzle_levels", n=len(puzzle.levels) - puzzle.missed, all=len(puzzle.levels))
        self.dialogue.show(f"{self.dialogue.say(training.how_measured(puzzle), n=puzzle.worlds)} {levels}", style="dim")

    def verdict(self, place: int) -> None:
        puzzle = self.puzzle
        loss = self.figures.loss(puzzle.losses[place] * 1_000_000 // SCALE)
        right = "puzzle_right" if puzzle.losses[place] == 0 else "puzzle_as_good"
        key = right if puzzle.accepted[place] else "puzzle_wrong"
        self.dialogue.show()
        self.dialogue.tell(key, loss=loss, best=self.moved(puzzle.best), style="bold")

    def draw_odds(self, place: int) -> None:
        """Both moves with a bar as long as their chance to win, or what they bring compared with the best."""
        puzzle = self.puzzle
        whole = SCALE if puzzle.players > 1 else max(puzzle.worth, 1)
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for k in range(len(puzzle.losses)):
            bar = "█" * max(0, round(BAR * puzzle.value(k) / whole))
            mark = "✓" if puzzle.accepted[k] else "✗"
            grid.add_row(Text(mark), self.answered(k, place), bar, self.worth(k))
        self.verdict(place)
        self.dialogue.show(grid)

    def worths(self, place: int) -> Grid:
        """The best moves, the tempting one and the one that was tried, with what they bring."""
        puzzle, said = self.puzzle, self.dialogue.say
        order = sorted(range(len(self.legal)), key=lambda k: (puzzle.losses[k], k))
        shown = [k for k in order if k in {*order[:SHOWN], place, puzzle.tempting}]
        grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, header_style="dim")
        for title in ("", said("column_move"), said("column_win" if puzzle.players > 1 else "column_points")):
            grid.add_column(title, justify="left" if title != said("column_win") else "right", no_wrap=True)
        grid.add_column(said("column_brings"))
        for k in shown:
            mark = "✓" if puzzle.accepted[k] else "✗"
            reason = self.at.game.brings(self.at.rows, puzzle.seat, self.legal[k])
            grid.add_row(Text(mark), self.answered(k, place), self.worth(k), self.say.reason(reason))
        return grid

    def answered(self, place: int, own: int) -> Text:
        """A move among those that are valued; one's own is marked."""
        moved = self.moved(place)
        return Text(f"{moved} ({self.dialogue.say('puzzle_mine')})", style="bold") if place == own else Text(moved)

    def worth(self, place: int) -> str:
        """With what it may be off, where that could be seen."""
        figures = self.figures
        value, error = (each * 1_000_000 // SCALE for each in worth(self.at, self.puzzle, place))
        return f"{figures.value(value)} ± {figures.value(error)}" if figures.rounded(error) else figures.value(value)

    def tell_ratings(self, before: training.Progress, after: training.Progress) -> None:
        own = [round(each.player.rating) for each in (before, after)]
        its = [round(each.rating_of(self.puzzle).rating) for each in (before, after)]
        key = "puzzle_again" if self.puzzle.name in before.tried else "puzzle_ratings"
        self.dialogue.tell(key, before=own[0], after=own[1], was=its[0], now=its[1], style="dim")
