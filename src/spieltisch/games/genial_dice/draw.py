"""Dice and paper sheets in the terminal. Letter and shape tell the same as the colour."""

from rich.align import Align
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from spieltisch.games.genial_dice.events import RowGain
from spieltisch.games.genial_dice.view import Player, Row, Sheet, View
from spieltisch.speech import Say

COLOURS = {"r": "#d64545", "g": "#3c9d4e", "b": "#3b7dd8", "o": "#e8862e", "y": "#cfa90c", "p": "#9257c2"}
SHAPES = {"r": "✹", "g": "●", "b": "✶", "o": "◆", "y": "☼", "p": "○"}
MARKED, FRESH, FREE, LOCKED = "■", "▣", "□", "·"


def draw(view: View, say: Say) -> RenderableType:
    table = Table.grid(expand=True, padding=0)
    for _ in view.players:
        table.add_column(ratio=1)
    table.add_row(*(_player(view, player, say) for player in view.players))
    legend = f"{MARKED} {say('marked')}   {FRESH} {say('fresh')}   {FREE} {say('free')}   {LOCKED} {say('locked')}"
    return Group(table, Align.center(Text(legend, style="dim")), Padding(_status(view, say), (1, 1, 0, 1)))


def _player(view: View, player: Player, say: Say) -> Panel:
    active = player.seat == view.turn and view.phase != "over"
    winner = player.seat == view.winner
    name = say("you", name=say.seat(player.seat)) if player.seat == view.you else say.seat(player.seat)
    mark = "▶ " if active else "★ " if winner else ""
    used = view.used if active else ()
    body = Group(
        Align.center(_dice(player.dice, used) if player.dice else Text(f"\n{say('no_dice')}\n", style="dim")),
        Text(),
        Align.center(_sheet(player.sheet, spaced=len(view.players) == 2)),
    )
    points = "" if view.points is None else f" · {say('points', n=view.points[player.seat])}"
    return Panel(
        body,
        title=Text(f"{mark}{name}", style="bold" if active or winner else ""),
        subtitle=f"{player.sheet.marks}/{player.sheet.fields}{points}",
        border_style="bold" if active or winner else "dim",
    )


def _dice(dice: str, used: tuple[int, ...]) -> Text:
    """Each die as a little box; a J in its edge when it is used as a joker."""
    lines: list[list[tuple[str, str]]] = [[], [], []]
    for place, die in enumerate(dice):
        joker = place in used
        edge = "╰ J ╯" if joker else "╰───╯"
        style = f"{COLOURS[die]}{' dim' if joker else ' bold'}"
        for line, part in zip(lines, ("╭───╮", f"│{die} {SHAPES[die]}│", edge), strict=True):
            line.append((part, style))
    text = Text()
    for number, line in enumerate(lines):
        text.append("\n" if number else "")
        for k, (part, style) in enumerate(line):
            text.append(" " if k else "").append(part, style=style)
    return text


def _sheet(sheet: Sheet, *, spaced: bool) -> Text:
    return Text("\n").join(_row(sheet, row, spaced=spaced) for row in sheet.rows)


def _row(sheet: Sheet, row: Row, *, spaced: bool) -> Text:
    gap = " " if spaced else ""
    text = Text(f"{row.colour} {SHAPES[row.colour]} {gap}", style=COLOURS[row.colour])
    field = 0
    for number, size in enumerate(sheet.sections):
        if number:
            text.append(f"{gap}│{gap}", style="dim")
        cells = [_cell(row, field + k, is_open=number < sheet.open_sections) for k in range(size)]
        text.append(gap.join(cells))
        field += size
    return text


def _cell(row: Row, field: int, *, is_open: bool) -> str:
    if field < row.marks:
        return FRESH if field >= row.marks - row.fresh else MARKED
    return FREE if is_open else LOCKED


def _status(view: View, say: Say) -> Text:
    lines = []
    if view.turn is not None and view.phase in ("decide", "mark"):
        head = say("status", name=say.seat(view.turn), rolls=view.rolls_made, all=view.rolls_made + view.rolls_left)
        lines.append(Text(head))
        lines.append(Text(say("now")).append(" ").append_text(_gains(view.gains, say)))
    if view.possible_jokers:
        jokers = "   ".join(f"{joker.dice} → {joker.marks}" for joker in view.possible_jokers)
        lines.append(Text(f"{say('jokers')} {jokers}"))
    if view.winner is not None:
        lines.append(Text(say("wins", name=say.seat(view.winner))))
    return Text("\n").join(lines)


def _gains(gains: tuple[RowGain, ...], say: Say) -> Text:
    """`g +2   y +1 (2 lost)`, or a word for nothing."""
    if not gains:
        return Text(say("nothing"))
    texts = []
    for gain in gains:
        lost = f" ({say('lost', n=gain.lost)})" if gain.lost else ""
        texts.append(Text(f"{gain.colour} {SHAPES[gain.colour]} +{gain.marked}{lost}", style=COLOURS[gain.colour]))
    return Text("   ").join(texts)
