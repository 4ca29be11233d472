"""What the coach says, on the screen: advice at the table, and the review of a game with its curve."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from spieltisch import bots
from spieltisch.bots.search import Budget
from spieltisch.coach import review
from spieltisch.coach.advice import Advice
from spieltisch.coach.pace import Pace
from spieltisch.coach.review import MILLION, Decision, Review, Total
from spieltisch.compiling import advise_once
from spieltisch.contract import Trouble
from spieltisch.files import own_command
from spieltisch.game import Game
from spieltisch.kernel import CHANCE
from spieltisch.modes import mode
from spieltisch.puzzles.mistakes import has_puzzles, step_for, theme_of
from spieltisch.puzzles.puzzle import THEME
from spieltisch.referee import Table
from spieltisch.speech import Say, house_texts, tidy_name
from spieltisch.tables.seats import PERSON
from spieltisch.terminal.desk import Prepared
from spieltisch.terminal.dialogue import Dialogue
from spieltisch.terminal.saved import prepared

ADVICE = Budget(playouts=2000, width=12)
WITHOUT_COMPILING = Budget(playouts=6, width=3)  # where rules are not compiled a playout takes long
PATIENCE = 30.0  # seconds for a review
BLOCKS = " ▁▂▃▄▅▆▇█"
CURVE_HEIGHT = 4  # lines
CURVE_WIDTH = 64  # columns at most


_READY: dict[str, Game] = {}  # games on compiled rules: looking ahead needs them, while tables go on as they are


def is_ready(game: Game) -> bool:
    return game.engine.compiled or game.name in _READY or mode() == "0"


def ready(game: Game) -> Game:
    """The game as the coach needs it. What has never been needed before is compiled when it is first called."""
    if not is_ready(game):
        own = replace(game)
        own.__dict__["engine"] = game.compiled  # cached_property looks there first
        _READY[game.name] = own
    return game if game.engine.compiled else _READY.get(game.name, game)


def budget_for(game: Game, wanted: Budget) -> Budget:
    return wanted if game.engine.compiled else WITHOUT_COMPILING


def reviewed(table: Table, playouts: int | None, progress: Callable[[int, int], None]) -> tuple[Review, int]:
    """With as many playouts for each decision as were asked for, or as many as a person may wait for; and how many."""
    if table.game.engine.compiled and playouts is None:
        advise_once(table.game)
        pace = Pace(PATIENCE)
        review.review(table, pace.look)
        pace.looked()
        return review.review(table, pace.judge, progress), pace.fewest
    budget = budget_for(table.game, replace(review.USUAL, playouts=playouts or review.USUAL.playouts))
    return review.review(table, budget, progress), budget.playouts


class Figures:
    """Numbers as they are written in a language: shares as `+12%` or `+12 %`, points as `3.5` or `3,5`."""

    def __init__(self, dialogue: Dialogue, unit: str) -> None:
        self.dialogue = dialogue
        self.unit = unit

    def number(self, value: float, decimals: int, *, signed: bool = False) -> str:
        """With a real minus sign; nothing has none."""
        text = f"{round(value, decimals) + 0.0:{'+' if signed and round(value, decimals) else ''}.{decimals}f}"
        return text.replace("-", "−").replace(".", self.dialogue.say("decimal_mark"))

    def percent(self, share: float, decimals: int = 0, *, signed: bool = False) -> str:
        return self.dialogue.say("percent", n=self.number(100 * share, decimals, signed=signed))

    def rounded(self, millionths: int) -> int:
        """To what a table shows: to whole per cents, or to tenths of points."""
        grain = MILLION // 100 if self.unit == "share" else MILLION // 10
        return round(millionths / grain) * grain

    def value(self, millionths: int, *, signed: bool = False) -> str:
        if self.unit == "share":
            return self.percent(millionths / MILLION, signed=signed)
        return self.number(millionths / MILLION, 1, signed=signed)

    def loss(self, millionths: int) -> str:
        """With one decimal, and said as what it is."""
        if self.unit == "share":
            return self.percent(millionths / MILLION, 1)
        return self.dialogue.say("points", n=self.number(millionths / MILLION, 1))


def _grid(*titles: str, left: Sequence[int] = (0,)) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, header_style="dim")
    for number, title in enumerate(titles):
        grid.add_column(title, justify="left" if number in left else "right", no_wrap=number < len(titles) - 1)
    return grid


# At the table


def advice(dialogue: Dialogue, say: Say, advised: Sequence[Advice], numbers: Sequence[int], *, alone: bool) -> None:
    """The recommended moves with their numbers, which can be typed."""
    said, figures = dialogue.say, Figures(dialogue, "points" if alone else "share")
    chance = [] if alone else [said("column_win")]
    titles = ["", said("column_move"), *chance, said("column_points"), said("column_brings")]
    grid = _grid(*titles, left=(0, 1, len(titles) - 1))
    for number, each in zip(numbers, advised, strict=True):
        grid.add_row(
            Text(f"{number}{'≈' if each.equal else ''}", style="bold"),
            say.move(each.move),
            *([] if alone else [figures.percent(each.share)]),
            figures.number(each.points, 1),
            say.reason(each.reason),
        )
    dialogue.tell("coach_advises", style="bold")
    dialogue.show(grid)
    if any(each.equal for each in advised):
        dialogue.tell("coach_equal", style="dim")


# After a game


def branch(dialogue: Dialogue, table: Table, number: int, bot: str) -> Prepared:
    """Back before event `number`, counted from 1: who decides next is played by the person, the others by bots."""
    bots.anybody(bot)
    review.branch(table, number - 1)
    decides = next((event.seat for event in table.log[number - 1 :] if event.seat != CHANCE), None)
    if decides is None:
        raise Trouble(dialogue.say("branch_needs_decision", number=number))
    who = tuple(PERSON if seat == decides else bot for seat in range(table.players))
    key = "branch_begins_alone" if table.players == 1 else "branch_begins"
    name, opponents = tidy_name(table.names[decides]), dialogue.say(f"bot_{bot}")
    dialogue.tell(key, number=number, name=name, bot=opponents, style="bold")
    return prepared(table, who, number - 1, coach=True, language=dialogue.language)


class Report:
    """A review on the screen."""

    def __init__(self, found: Review, table: Table, dialogue: Dialogue) -> None:
        self.review = found
        self.table = table
        self.dialogue = dialogue
        self.say = Say(dialogue.language, table.game, tuple(tidy_name(name) for name in table.names))
        self.figures = Figures(dialogue, found.unit)
        self.named = house_texts(dialogue.language)["web"]

    def show(self, name: str, playouts: int) -> None:
        """Everything; `name` is how the record is called on the command line."""
        said = self.dialogue.say
        game = f"{self.say.game_name()} · {self.say.variant(self.table.variant)}"
        self.dialogue.console.print(Rule(Text(said("review_of", game=game), style="bold"), style="dim"))
        self.dialogue.show()
        self.dialogue.show(self.totals())
        self.dialogue.show()
        alone = self.table.players == 1
        self.dialogue.tell("review_adds_up_alone" if alone else "review_adds_up", style="dim")
        self.dialogue.show()
        self.dialogue.tell("curve_of_points" if alone else "curve_of_share", style="bold")
        for total in self.review.totals:
            self.curve(total)
        self.dialogue.show()
        self.costly(name)
        self.dialogue.show()
        error = self.figures.value(max(total.error for total in self.review.totals))
        self.dialogue.tell("review_is_estimate", n=playouts, error=error, style="dim")

    def totals(self) -> Grid:
        """A column for each player that adds up as it stands, from above: what rounding leaves over is luck.

        The names are those of the page.
        """
        alone, said = self.table.players == 1, self.dialogue.say
        grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, header_style="bold")
        grid.add_column("", no_wrap=True)
        for total in self.review.totals:
            grid.add_column(self.say.seat(total.seat), justify="right", overflow="fold")
        rows = [self._steps(total) for total in self.review.totals]
        for number, (name, style, signed) in enumerate(
            (
                (self.named["on_average" if alone else "fair_share"], "", False),
                (self.named["luck"], "", True),
                (self.named["decisions"], "", True),
                *(() if alone else ((f"  {said('decisions_own')}", "dim", True),)),
                *(() if alone else ((f"  {said('decisions_others')}", "dim", True),)),
                (self.named["result"], "bold", False),
                (said("decisions_lost"), "dim", False),
            )
        ):
            grid.add_row(name, *(self.figures.value(row[number], signed=signed) for row in rows), style=style)
        accuracies = (said("percent", n=round(100 * total.accuracy)) for total in self.review.totals)
        grid.add_row(self.named["accuracy"], *accuracies)
        return grid

    def _steps(self, total: Total) -> list[int]:
        """From the fair share to the result, as they are shown; then what was lost."""
        result, even, own, others = map(self.figures.rounded, (total.result, total.even, total.own, total.others))
        split = [] if self.table.players == 1 else [own, others]
        return [even, result - even - own - others, own + others, *split, result, total.lost]

    def curve(self, total: Total) -> None:
        """One player's curve, with the numbers of the costly moves below the place where they were made."""
        seat = total.seat
        values = [total.even]
        places: dict[int, int] = {}  # event -> where in the values it was decided
        for decision in self.review.decisions:
            values += [decision.before[seat], decision.after[seat]]
            places[decision.event] = len(values) - 1
        values.append(total.result)
        low, high = (0, MILLION) if self.review.unit == "share" else _round_range(values)
        labels = [self.figures.value(high), self.figures.value(low)]
        margin = max(map(len, labels))
        columns = averaged(values, min(len(values), CURVE_WIDTH, self.dialogue.console.width - margin - 6))
        rows = drawn([(value - low) / (high - low) for value in columns], CURVE_HEIGHT)
        self.dialogue.show(self.say.seat(seat), style="bold")
        for number, row in enumerate(rows):
            label = labels[0] if number == 0 else labels[1] if number == len(rows) - 1 else ""
            self.dialogue.show(f"{label:>{margin}} ┤{row}")
        marks = [" "] * len(columns)
        for number, decision in enumerate(self.review.costly, start=1):
            if decision.seat == seat:
                marks[places[decision.event] * len(columns) // len(values)] = str(number)
        start, end = self.dialogue.say("curve_start"), self.dialogue.say("curve_end")
        self.dialogue.show(f"{'':>{margin}} └{''.join(marks).replace(' ', '─')}")
        self.dialogue.show(f"{'':>{margin}}  {start}{end:>{max(len(end) + 1, len(columns) - len(start))}}", style="dim")

    def costly(self, name: str) -> None:
        if not self.review.costly:
            self.dialogue.show(self.named["nothing_costly"], style="bold")
            return
        self.dialogue.show(self.named["costly_moves"], style="bold")
        lines = Grid.grid(padding=(0, 2, 0, 0))
        for number, decision in enumerate(self.review.costly, start=1):
            move, better, played = self.told(decision)
            lines.add_row(Text(str(number), style="bold"), Text(move))
            lines.add_row("", Text(better))
            lines.add_row("", Text(played, style="dim"))
            for practice in self.practice(decision):
                lines.add_row("", Text(practice, style="dim"))
        self.dialogue.show(lines)
        command = f"{own_command()} coach {name} --branch {self.review.costly[0].event + 1}"
        self.dialogue.show()
        self.dialogue.tell("play_on_from", command=command, style="dim")

    def told(self, decision: Decision) -> list[str]:
        said = self.dialogue.say
        assert decision.better is not None
        assert decision.brought is not None
        return [
            said(
                "costly_move",
                number=decision.event + 1,
                name=self.say.seat(decision.seat),
                move=self.say.move(decision.move),
                loss=self.figures.loss(decision.loss),
            ),
            said("costly_better", move=self.say.move(decision.best), reason=self.say.reason(decision.better)),
            said("costly_played", reason=self.say.reason(decision.brought)),
        ]

    def practice(self, decision: Decision) -> Iterator[str]:
        """What it was about, and where that is shown and can be practised."""
        game, theme, shown = self.table.game.name, theme_of(self.table, decision), step_for(self.table, decision)
        if theme:
            yield self.dialogue.say("puzzle_theme", theme=self.say(THEME + theme))
        if theme and has_puzzles(game, theme):
            yield self.dialogue.say("costly_puzzles", command=f"{own_command()} puzzle {game} --theme {theme}")
        if shown:
            yield self.dialogue.say("costly_lesson", command=f"{own_command()} learn {game} {shown[0].name}")


def averaged(values: Sequence[int], columns: int) -> list[float]:
    """As many values as there are columns, each the mean of those that fall together."""
    edges = [k * len(values) // columns for k in range(columns + 1)]
    return [sum(values[a:b]) / (b - a) for a, b in pairwise(edges)]


def drawn(shares: Sequence[float], height: int) -> list[str]:
    """An area under a curve, from eighths of blocks, the highest line first; nothing is still a thin line."""
    full = len(BLOCKS) - 1
    eighths = [max(1, min(height * full, round(share * height * full))) for share in shares]
    return [
        "".join(BLOCKS[max(0, min(full, each - full * line))] for each in eighths) for line in reversed(range(height))
    ]


def _round_range(values: Sequence[int]) -> tuple[int, int]:
    """Whole points below and above all of them."""
    low = min(values) // MILLION * MILLION
    return low, max(-(-max(values) // MILLION) * MILLION, low + MILLION)
