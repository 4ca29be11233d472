"""Dice and paper sheets in the terminal. Letter and shape tell the same as the colour."""

from rich.align import Align
from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from spieltisch.fitting import Form, Forms
from spieltisch.games.genial_dice.events import RowGain
from spieltisch.games.genial_dice.view import Player, Row, Sheet, View
from spieltisch.speech import Say

COLOURS = {"r": "#d64545", "g": "#3c9d4e", "b": "#3b7dd8", "o": "#e8862e", "y": "#cfa90c", "p": "#9257c2"}
SHAPES = {"r": "✹", "g": "●", "b": "✶", "o": "◆", "y": "☼", "p": "○"}
MARKED, FRESH, FREE, LOCKED = "■", "▣", "□", "·"


NARROW = 78  # columns of a usual terminal, less its edges
SPACED = 30  # columns of a sheet whose fields do not touch
WIDEST = 48
MANY = 4  # players whose sheets leave room for a name and no more


def draw(view: View, say: Say) -> Forms:
    """Sheets in frames, with the dice as boxes; on low screens without frames, and the dice in one line."""
    return Forms(
        Form(SPACED * len(view.players), lambda: _framed(view, say, spaced=True)),
        Form(NARROW, lambda: _framed(view, say, spaced=False)),
        Form(NARROW, lambda: _short(view, say)),
    )


def _framed(view: View, say: Say, *, spaced: bool) -> RenderableType:
    table = _columns(view, [_player(view, player, say, spaced=spaced) for player in view.players])
    legend = f"{MARKED} {say('marked')}   {FRESH} {say('fresh')}   {FREE} {say('free')}   {LOCKED} {say('locked')}"
    parts = Group(table, Align.center(Text(legend, style="dim")), Padding(_status(view, say), (1, 1, 0, 1)))
    return Constrain(parts, WIDEST * len(view.players))


def _columns(view: View, players: list[RenderableType]) -> Table:
    table = Table.grid(expand=True, padding=0)
    for _ in players:
        table.add_column(ratio=1)
    table.add_row(*players)
    return table


def _short(view: View, say: Say) -> RenderableType:
    players: list[RenderableType] = []
    for player in view.players:
        used = view.used if _is_active(view, player) else ()
        dice = _dice_in_line(player.dice, used) if player.dice else Text(say("no_dice"), style="dim")
        dice.append(f"  {player.sheet.marks}/{player.sheet.fields}", style="not bold dim")
        players.append(Group(_title(view, player, say), dice, _sheet(player.sheet, spaced=len(view.players) == 2)))
    return Group(_columns(view, players), _status(view, say))


def _is_active(view: View, player: Player) -> bool:
    return player.seat == view.turn and view.phase != "over"


def _title(view: View, player: Player, say: Say) -> Text:
    active, winner = _is_active(view, player), player.seat == view.winner
    you = player.seat == view.you and len(view.players) < MANY
    name = say.you(player.seat) if you else say.seat(player.seat)
    mark = "▶ " if active else "★ " if winner else ""
    return Text(f"{mark}{name}", style="bold" if active or winner else "")


def _player(view: View, player: Player, say: Say, *, spaced: bool) -> Panel:
    active, winner = _is_active(view, player), player.seat == view.winner
    used = view.used if active else ()
    body = Group(
        Align.center(_dice(player.dice, used) if player.dice else Text(f"\n{say('no_dice')}\n", style="dim")),
        Text(),
        Align.center(_sheet(player.sheet, spaced=spaced)),
    )
    points = "" if view.points is None else f" · {say('points', n=view.points[player.seat])}"
    return Panel(
        body,
        title=_title(view, player, say),
        subtitle=f"{player.sheet.marks}/{player.sheet.fields}{points}",
        border_style="bold" if active or winner else "dim",
    )


def _dice_in_line(dice: str, used: tuple[int, ...]) -> Text:
    """In square brackets; in round ones those that are used as jokers."""
    line = Text()
    for place, die in enumerate(dice):
        left, right = "()" if place in used else "[]"
        style = f"{COLOURS[die]}{' dim' if place in used else ' bold'}"
        line.append(" " if place else "").append(f"{left}{die}{SHAPES[die]}{right}", style=style)
    return line


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
        name = say.you(view.turn) if view.turn == view.you else say.seat(view.turn)
        head = say("status", name=name, rolls=view.rolls_made, all=view.rolls_made + view.rolls_left)
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
