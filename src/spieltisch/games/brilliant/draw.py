"""Sheets in the terminal. Lines and letters part the areas, and signs say what a colour means: paint is not needed."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from spieltisch.fitting import Form, Forms
from spieltisch.games.brilliant.content import COLUMNS
from spieltisch.games.brilliant.moves import Write, written
from spieltisch.games.brilliant.view import Area, Cell, Player, Sheet, View
from spieltisch.speech import LONGEST_NAME, Say
from spieltisch.wording import Written

PAINT = {
    "red": "#d64545",
    "yellow": "#f0cf3a",
    "blue": "#3b7dd8",
    "grey": "#8a9099",
    "purple": "#8e55c0",
    "orange": "#f08a2e",
    "green": "#3f9c50",
}
INK = {
    "red": "#ffffff",
    "yellow": "#2b2400",
    "blue": "#ffffff",
    "grey": "#101214",
    "purple": "#ffffff",
    "orange": "#2b1200",
    "green": "#03170a",
}
LIT = "bold #101010 on #ffffff"
SIGNS = {"different": "≠", "equal": "=", "two_numbers": "2", "one_half": "½", "anything": "*"}
EMPTY, STAR, SIGN = "·", "★", "▲"
TICKS = ("·", "╱", "╳")
CORNERS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"  # by the lines that meet: 1 from above, 2 right, 4 below, 8 left
WIDTH = 78  # columns of a usual terminal, less its edges
MARGIN = 3  # for the numbers of the rows

Areas = dict[tuple[int, int], Area]  # by row and column


def draw(view: View, say: Say) -> Forms:
    """One sheet large and the others beside or below it; on lower screens their results only, then all words beside
    the sheet, and at last a closer sheet."""
    shown = view.players[view.you or 0]
    beside = [_with_others(view, shown, say, many) for many in (5, 3, 2)] if len(view.players) > 1 else []
    return Forms(
        *beside,
        Form(WIDTH, lambda: _with_others_below(view, shown, say)),
        Form(WIDTH, lambda: _with_results(view, shown, say)),
        Form(WIDTH, lambda: _boxed(view, shown, say)),
        Form(WIDTH, lambda: _boxed(view, shown, say, is_open=True)),
        Form(WIDTH, lambda: _close(view, shown, say)),
    )


def _large(view: View, shown: Player, say: Say) -> list[RenderableType]:
    """All of one sheet, explained."""
    boxes: list[RenderableType] = [_boxes(view, say)] if view.boxes else []
    return [_title(view, shown, say), Text(), _sheet(view, shown, say), *boxes, _legend(view, say)]


def _sheet(view: View, shown: Player, say: Say) -> Table:
    sheet = Table.grid(padding=(0, 3, 0, 0))
    sheet.add_column(no_wrap=True)
    sheet.add_column()
    sheet.add_row(_grid(view, shown), Group(*_beside(view, shown, say)))
    return sheet


def _after(view: View, say: Say) -> list[RenderableType]:
    status = _status(view, say)
    return [Padding(Text("\n").join(status), (1, 0, 0, 0))] if status else []


def _with_others_below(view: View, shown: Player, say: Say) -> RenderableType:
    parts = [*_large(view, shown, say), *_others(view, shown, say), *_after(view, say)]
    return Padding(Group(*parts), (0, 0, 0, 1))


def _with_others(view: View, shown: Player, say: Say, many: int) -> Form:
    """The others' sheets to the right, so many in a row."""
    others = [player for player in view.players if player is not shown]
    room = max(2 * view.sheet.columns - 1, LONGEST_NAME + 2)

    def drawn() -> RenderableType:
        table = Table.grid(padding=(0, 2, 1, 0))
        for k in range(0, len(others), many):
            table.add_row(*(_small(view, player, room, 2, say) for player in others[k : k + many]))
        parts = Table.grid(padding=(0, 3, 0, 0))
        parts.add_column(width=WIDTH)
        parts.add_column(no_wrap=True)
        parts.add_row(Group(*_large(view, shown, say), *_after(view, say)), table)
        return parts

    return Form(WIDTH + 3 + (room + 2) * min(many, len(others)), drawn)


def _with_results(view: View, shown: Player, say: Say) -> RenderableType:
    parts = [_title(view, shown, say), _sheet(view, shown, say), *_short_boxes(view), *_results(view, shown, say)]
    return Group(*parts, *_status(view, say))


def _boxed(view: View, shown: Player, say: Say, *, is_open: bool = False) -> RenderableType:
    """No higher than the sheet itself, which may be open below: all the rest stands beside it."""
    together = Table.grid(padding=(0, 3, 0, 0))
    together.add_column(no_wrap=True)
    together.add_column()
    results = _results(view, shown, say, areas=False, many=2)
    said = (_title(view, shown, say), *_dice_in_line(view, say), _close_areas(view, shown), *_notes(view, say))
    sheet = _grid(view, shown)
    if is_open:
        sheet = Text("\n").join(sheet.split("\n")[:-1])
    together.add_row(sheet, Group(*said, *_short_boxes(view), *results, *_status(view, say)))
    return together


def _close(view: View, shown: Player, say: Say) -> RenderableType:
    """Without lines around the areas: each cell has the letter of its area instead."""
    cells, areas = _close_grid(view, shown), _close_areas(view, shown)
    together = Table.grid(padding=(0, 3, 0, 0))
    together.add_column(no_wrap=True)
    together.add_column()
    together.add_row(cells, Group(*_dice_in_line(view, say), areas, *_notes(view, say)))
    results = _results(view, shown, say, areas=False, many=3)
    return Group(_title(view, shown, say), together, *_short_boxes(view), *results, *_status(view, say))


def _close_grid(view: View, shown: Player) -> Text:
    sheet, at = view.sheet, _area_at(view.sheet)
    cells = {(cell.row, cell.column): cell for cell in sheet.cells}
    numbers = {cell.name: number for cell, number in zip(sheet.cells, shown.numbers, strict=True)}
    lines = [Text("   " + "".join(f" {COLUMNS[column]}  " for column in range(sheet.columns)), style="dim")]
    for row in range(sheet.rows):
        line = Text.assemble((f"{row + 1:>2} ", "dim"))
        for column in range(sheet.columns):
            cell = cells.get((row, column))
            if cell is None:
                line.append("    ")
                continue
            text, style = _cell(view, shown, cell, numbers[cell.name], at)
            line.append(cell.area, style=f"{_paint(at[row, column])} dim").append(text, style=style)
        lines.append(line)
    return Text("\n", no_wrap=True).join(lines)


def _close_areas(view: View, shown: Player) -> Table:
    """In two columns if there is room: `A≠ (5) 3  1  2/6`."""
    texts = []
    for number, area in enumerate(view.sheet.areas):
        earned, lit = shown.earned[number], area.name in view.possible_strikes
        text = Text().append(f"{area.name}{SIGNS[area.rule]}", style=_paint(area))
        text.append("?" if lit else " ", style="bold")
        for k, value in enumerate(area.values):
            sign, style = f" {value} ", "bold" if k == area.struck and earned is None else "dim"
            if value == earned:
                sign, style = f"[{value}]", "bold green"
            elif k < area.struck:
                sign, style = f"({value})", "dim strike"
            text.append(sign, style=style)
        progress = "✓" if shown.filled[number] == area.cells else f"{shown.filled[number]}/{area.cells}"
        texts.append(text.append(f"{progress:>4}", style="dim"))
    columns = 2 if 4 * view.sheet.columns + 6 + 2 * max(text.cell_len for text in texts) + 2 <= WIDTH else 1
    height = -(-len(texts) // columns)
    table = Table.grid(padding=(0, 2, 0, 0))
    for k in range(height):
        table.add_row(*(texts[n] for n in range(k, len(texts), height)))
    return table


def _dice_in_line(view: View, say: Say) -> list[Text]:
    if view.low is None:
        return []
    return [Text(f"{say('roll_number', n=view.rolls)}  ").append(f"[{view.low}] [{view.high}]", style="bold")]


def _results(view: View, shown: Player, say: Say, *, areas: bool = True, many: int = 2) -> list[RenderableType]:
    """What the others have, a few beside each other; with the areas that they have completed."""
    texts = []
    for player in view.players:
        if player is not shown:
            waits = " …" if player.doing == "chooses" else ""
            text = Text(f"{say.seat(player.seat)}{waits}", style="bold")
            text.append(f" {say('points', n=player.points)}", style="not bold")
            texts.append(text.append(f"  {_complete(view, player)}", style="not bold dim") if areas else text)
    table = Table.grid(padding=(0, 3, 0, 0))
    for k in range(0, len(texts), many):
        table.add_row(*texts[k : k + many])
    return [table] if texts else []


def _complete(view: View, player: Player) -> str:
    """The areas that somebody has completed, with what they brought."""
    return " ".join(f"{area.name}{value}" for area, value in zip(view.sheet.areas, player.earned, strict=True) if value)


def _short_boxes(view: View) -> list[Text]:
    """The row that counts the rolls of a solo game, a sign behind the boxes that have one."""
    if not view.boxes:
        return []
    return [Text(" ".join(f"{TICKS[box.ticks]}{SIGN if box.sign else ''}" for box in view.boxes))]


def _title(view: View, shown: Player, say: Say) -> Text:
    name = say.you(shown.seat) if shown.seat == view.you else say.seat(shown.seat)
    title = Text(f"{name}: {say('points', n=shown.points)}", style="bold")
    facts = [say("sheet_level", level=view.sheet.level)] if view.sheet.level else []
    facts += [say("own_sheet")] if view.sheet.own else []
    facts.append(say("rolls_left", n=view.rolls_left) if view.target is None else say("target", n=view.target))
    return title.append(f"   {' · '.join(facts)}", style="not bold dim")


def _area_at(sheet: Sheet) -> Areas:
    areas = {area.name: area for area in sheet.areas}
    return {(cell.row, cell.column): areas[cell.area] for cell in sheet.cells}


def _grid(view: View, shown: Player) -> Text:
    """The large sheet: a line of borders, a line of cells, and so on."""
    sheet, at = view.sheet, _area_at(view.sheet)
    cells = {(cell.row, cell.column): cell for cell in sheet.cells}
    numbers = {cell.name: number for cell, number in zip(sheet.cells, shown.numbers, strict=True)}
    letters = "".join(f"  {COLUMNS[column]} " for column in range(sheet.columns))
    lines = [Text(f"{'':{MARGIN}}{letters}", style="dim")]
    for row in range(sheet.rows + 1):
        lines.append(_border(at, row, sheet.columns))
        if row < sheet.rows:
            line = Text.assemble((f"{row + 1:>{MARGIN - 1}} ", "dim"))
            for column in range(sheet.columns + 1):
                here, left = at.get((row, column)), at.get((row, column - 1))
                line.append("┃" if here != left else " ", style=_paint(here) if here == left else "")
                if column < sheet.columns:
                    cell = cells.get((row, column))
                    line.append(*(_cell(view, shown, cell, numbers[cell.name], at) if cell else ("   ", "")))
            lines.append(line)
    return Text("\n").join(lines)


def _border(at: Areas, row: int, columns: int) -> Text:
    """The line above a row; over the first cell of each piece of an area stands the letter of the area."""
    line = Text(" " * MARGIN)
    for column in range(columns + 1):
        above, here = at.get((row - 1, column)), at.get((row, column))
        above_left, left = at.get((row - 1, column - 1)), at.get((row, column - 1))
        meeting = (above != above_left) + 2 * (above != here) + 4 * (here != left) + 8 * (above_left != left)
        line.append(CORNERS[meeting], style="" if meeting else _paint(here))
        if column < columns:
            if above == here:
                line.append("   ", style=_paint(here))
            elif here and _begins(at, row, column):
                line.append("━").append(here.name, style="bold").append("━")
            else:
                line.append("━━━")
    return line


def _begins(at: Areas, row: int, column: int) -> bool:
    """Whether no cell of the same piece is further up or, in this row, further left."""
    piece, edge = {(row, column)}, [(row, column)]
    while edge:
        r, c = edge.pop()
        for beside in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            if beside not in piece and at.get(beside) == at[row, column]:
                piece.add(beside)
                edge.append(beside)
    return min(piece) == (row, column)


def _paint(area: Area | None) -> str:
    return f"{INK[area.colour]} on {PAINT[area.colour]}" if area else ""


def _cell(view: View, shown: Player, cell: Cell, number: int | None, at: Areas) -> tuple[str, str]:
    """Three columns and their style: a number, the numbers possible now, a star or a dot."""
    paint = _paint(at[cell.row, cell.column])
    mine = shown.seat == view.you
    if mine and isinstance(view.your_choice, Write) and view.your_choice.cell == cell.name:
        return f"‹{view.your_choice.number}›", LIT
    if number:
        return (f"‹{number}›", LIT) if shown.fresh == cell.name else (f" {number} ", f"bold {paint}")
    possible = view.possible[view.sheet.cells.index(cell)] if mine else ""
    if possible:
        return f"{possible[0]:>2}?" if len(possible) == 1 else "?".join(possible), LIT
    return f" {STAR if cell.star else EMPTY} ", paint


def _beside(view: View, shown: Player, say: Say) -> list[RenderableType]:
    """To the right of the sheet: the dice, then the areas with their values."""
    parts: list[RenderableType] = []
    if view.low is not None:
        count = Text(f"\n{say('roll_number', n=view.rolls)}")
        dice = Table.grid(padding=(0, 2, 0, 0))
        dice.add_row(Text(f"╭───╮ ╭───╮\n│ {view.low} │ │ {view.high} │\n╰───╯ ╰───╯", style="bold"), count)
        parts.append(dice)
    areas = Table.grid()
    for number, area in enumerate(view.sheet.areas):
        areas.add_row(*_area(view, shown, area, number, say))
    return [*parts, areas, *_notes(view, say)]


def _notes(view: View, say: Say) -> list[RenderableType]:
    """What is peculiar to this sheet."""
    notes: list[RenderableType] = [
        Text(say("whole_colour", area=area.name, colour=say(f"colour_{area.colour}")), style="dim")
        for area in view.sheet.areas
        if area.whole_colour
    ]
    links = ", ".join(f"{one}–{other}" for one, other in view.sheet.links)
    return [*notes, Text(say("links", cells=links), style="dim")] if links else notes


def _area(view: View, shown: Player, area: Area, number: int, say: Say) -> tuple[Text, ...]:
    """`A ≠ red (5) 3 1 2/6`: struck values in brackets, the one that was earned in square ones."""
    earned = shown.earned[number]
    values = Text()
    for k, value in enumerate(area.values):
        if value == earned:
            values.append(f"{f'[{value}]':>4}", style="bold green")
        elif k < area.struck:
            values.append(f"{f'({value})':>4}", style="dim strike")
        else:
            values.append(f"{value:>3} ", style="bold" if k == area.struck and earned is None else "dim")
    lit = area.name in view.possible_strikes
    name = Text(f"{area.name}{'?' if lit else ' '}", style="bold reverse" if lit else "bold")
    colour = Text(f" {SIGNS[area.rule]} {say(f'colour_{area.colour}')} ", style=_paint(area), no_wrap=True)
    progress = "✓" if shown.filled[number] == area.cells else f"{shown.filled[number]}/{area.cells}"
    return name, colour, values, Text(f"{progress:>4}", style="dim")


def _boxes(view: View, say: Say) -> Text:
    """The row that counts the rolls of a solo game, and below it the solo signs."""
    text = Text(" " * MARGIN).append(" ".join(f"{TICKS[box.ticks]:^2}" for box in view.boxes), style="bold")
    text.append("\n" + " " * MARGIN + " ".join(f"{SIGN if box.sign else '':^2}" for box in view.boxes))
    return text.append(f"\n{'':{MARGIN}}{SIGN} {say('solo_sign')}", style="dim")


def _legend(view: View, say: Say) -> Padding:
    rules = [f"{SIGNS[rule]} {say(f'rule_{rule}')}" for rule in SIGNS if any(a.rule == rule for a in view.sheet.areas)]
    marks = [f"{STAR} {say('star_cell')}", f"2? {say('possible')}", f"(5) {say('struck')}", f"[5] {say('earned')}"]
    return Padding(Text("\n".join(_lines(rules) + _lines(marks)), style="dim"), (1, 0, 0, 0))


def _lines(items: list[str]) -> list[str]:
    """The items in as few lines as hold them, none of them broken."""
    lines = [items[0]]
    for item in items[1:]:
        if len(lines[-1]) + 3 + len(item) < WIDTH:
            lines[-1] += f"   {item}"
        else:
            lines.append(item)
    return lines


def _others(view: View, shown: Player, say: Say) -> list[RenderableType]:
    others = [player for player in view.players if player is not shown]
    if not others:
        return []
    width = (WIDTH - 1) // len(others) - 2
    step = 2 if 2 * view.sheet.columns - 1 <= width else 1
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_row(*(_small(view, player, width, step, say) for player in others))
    return [Text(), table]


def _small(view: View, player: Player, width: int, step: int, say: Say) -> Text:
    """Another's sheet, one or two columns for a cell, with points and the areas that are complete."""
    at = _area_at(view.sheet)
    cells = {(cell.row, cell.column): (cell, n) for cell, n in zip(view.sheet.cells, player.numbers, strict=True)}
    text = Text(say.seat(player.seat)[: width - 2], style="bold").append(" …" if player.doing == "chooses" else "")
    text.append(f"\n{say('points', n=player.points)}", style="not bold")
    for row in range(view.sheet.rows):
        text.append("\n")
        for column in range(view.sheet.columns):
            cell, number = cells.get((row, column), (None, None))
            fresh = cell is not None and player.fresh == cell.name
            sign = str(number) if number else EMPTY if cell else " "
            here = at.get((row, column))
            text.append(sign, style=LIT if fresh else f"{'bold ' if number else 'not bold '}{_paint(here)}")
            if step == 2 and column + 1 < view.sheet.columns:
                text.append(" ", style=_paint(here) if at.get((row, column + 1)) == here else "")
    return text.append(f"\n{_complete(view, player)}", style="not bold dim")


def _status(view: View, say: Say) -> list[Text]:
    lines = []
    if view.your_choice is not None:
        lines.append(Text(say("your_choice", move=Written(written(view.your_choice)))))
    choosing = [
        say("yourself") if player.seat == view.you else say.seat(player.seat)
        for player in view.players
        if player.doing == "chooses"
    ]
    if len(view.players) > 1 and choosing:
        lines.append(Text(say("waiting_for", names=", ".join(choosing))))
    if len(view.players) > 1 and view.winners:
        lines.append(Text(say("winners", n=len(view.winners), names=", ".join(map(say.seat, view.winners)))))
    return lines
