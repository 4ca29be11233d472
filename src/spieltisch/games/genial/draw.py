"""The table in the terminal. Letter and shape always stand beside the colour; upper case is a printed start symbol."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from spieltisch.fitting import Form, Forms, width_of
from spieltisch.games.genial.rules import DUEL_TOP, TOP
from spieltisch.games.genial.view import Cell, Marker, Rack, Track, TugOfWar, View
from spieltisch.speech import Say

SHAPES = {"r": "✹", "g": "●", "b": "✶", "o": "◆", "y": "☼", "p": "○"}  # one column wide, and in every common font
PAINT = {"r": "#e5484d", "g": "#46a758", "b": "#4f8ff7", "o": "#f5842a", "y": "#f2cf1d", "p": "#a96bd6"}
INK = {"r": "#ffffff", "g": "#06230d", "b": "#ffffff", "o": "#2b1200", "y": "#2b2400", "p": "#ffffff"}
DEEP = {"r": "#8f1d21", "g": "#1f5c2c", "b": "#1d4a9e", "o": "#9a4a0c", "y": "#7d6800", "p": "#5d2f85"}  # printed
CELL = 4  # columns of a cell; the next row is half a cell further
MARGIN = 2
LOWEST = "◄"
DUEL_MARKER = "★"
HERE = "►"
INSET = MARGIN + 7  # of the duel track
PIECES = "①②③④"
NARROW = 78  # columns of a usual terminal, less its edges
GAP = 3
SIDE_BY_SIDE = 3  # tiles in a line beside the board


def draw(view: View, say: Say) -> Forms:
    """Scores and rack beside the board, below it, or in its corners."""
    *beside, stacked = (_beside(view, say, *wanted) for wanted in ((4, False), (4, True), (2, True), (1, True)))
    below, corners = partial(_below, view, say), partial(_in_the_corners, view, say)
    return Forms(*beside, Form(NARROW, below), stacked, Form(NARROW, corners))


def _below(view: View, say: Say) -> RenderableType:
    short = sum(2 if track.double else 1 for track in view.tracks) > 3
    return Group(_board(view), Text(), _scores(view, say, 4, short=short), Text(), _hands(view, say))


def _beside(view: View, say: Say, many: int, short: bool) -> Form:
    """With so many tracks in a row."""
    scores, rack = _scores(view, say, many, short=short), _rack_lines(view, say, SIDE_BY_SIDE)
    room = max(width_of(scores), width_of(rack))

    def drawn() -> RenderableType:
        parts = Table.grid(padding=(0, GAP, 0, 0))
        parts.add_column(no_wrap=True)
        parts.add_column(width=room)
        parts.add_row(_board(view), Group(scores, Text(), rack, _facts_line(view, say)))
        return parts

    return Form(_board_width(view) + GAP + room, drawn)


def _board_width(view: View) -> int:
    widest = max(Counter(cell.row for cell in view.cells).values())
    return MARGIN + CELL * widest + 4  # with the letters of the row


def _scores(view: View, say: Say, many: int, *, short: bool) -> RenderableType:
    """At most so many tracks in a row."""
    if view.duel_track:
        return _duel_track(view, say)
    rows = [view.tracks[k : k + many] for k in range(0, len(view.tracks), many)]
    return Group(*(_tracks(view, row, say, short=short) for row in rows))


def _symbol(colour: str, *, printed: bool = False) -> str:
    return (colour.upper() if printed else colour) + SHAPES[colour]


def _painted(colour: str) -> str:
    return f"bold {INK[colour]} on {PAINT[colour]}"


def _board(view: View) -> Text:
    return Text("\n", no_wrap=True).join(_rows(view, MARGIN))


def _rows(view: View, margin: int) -> list[Text]:
    rows: dict[str, list[Cell]] = {}
    for cell in view.cells:
        rows.setdefault(cell.row, []).append(cell)
    widest = max(len(row) for row in rows.values())
    newest = (view.last.first, view.last.second) if view.last else ()
    lines = []
    for letter, row in rows.items():
        indent = margin + (widest - len(row)) * CELL // 2
        line = Text(" " * indent, no_wrap=True).append(f"{letter} ", style="bold")
        for cell in row:
            _put(line, cell, last=cell.name in newest)
        lines.append(line.append(f" {letter}", style="bold"))
    return lines


def _put(board: Text, cell: Cell, *, last: bool) -> None:
    """A free cell shows its number, so that row letter and number together are its name."""
    if cell.colour is None:
        board.append(f"{cell.number:^{CELL}}", style="dim")
    elif cell.start_symbol:
        board.append(f" {_symbol(cell.colour, printed=True)} ", style=f"bold #ffffff on {DEEP[cell.colour]}")
    elif last:
        board.append(f"[{_symbol(cell.colour)}]", style=f"underline {_painted(cell.colour)}")
    else:
        board.append(f" {_symbol(cell.colour)} ", style=_painted(cell.colour))


def _tracks(view: View, tracks: Sequence[Track], say: Say, *, short: bool) -> Table:
    """One row for each colour, one column for each track; the lowest markers are marked."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    for _ in tracks:
        table.add_column(no_wrap=True)
    table.add_row("", *(_track_title(view, track, say) for track in tracks))
    for number in range(len(SHAPES)):
        colour = tracks[0].markers[number].colour
        bars = (_bar(track, track.markers[number], short=short) for track in tracks)
        table.add_row(_label(colour), *bars)
    return table


def _label(colour: str) -> Text:
    return Text(" " * (MARGIN - 1)).append(f" {_symbol(colour)} ", style=_painted(colour))


def _track_title(view: View, track: Track, say: Say) -> Text:
    first, *others = (say.seat(seat) for seat in track.seats)
    name = say("team", one=first, other=others[0]) if others else first
    return _named(name, turn=view.turn in track.seats)


def _named(name: str, *, turn: bool) -> Text:
    return Text(f"{HERE} {name}" if turn else name, style="bold" if turn else "")


def _bar(track: Track, marker: Marker, *, short: bool) -> Text:
    """A line up to the marker; short ones have two points in one column."""
    bar = Text()
    for side in ("left", "right") if track.double else ("left",):
        full = TOP if side == "left" and marker.side == "right" else marker.field if side == marker.side else 0
        bar.append("│" if side == "right" else "")
        drawn = "━" * (full // 2) + "╸" * (full % 2) if short else "━" * full
        bar.append(drawn, style=f"bold {PAINT[marker.colour]}")
        bar.append("·" * ((TOP // 2 if short else TOP) - len(drawn)), style="dim")
    bar.append(f" {marker.position:>2}", style="bold" if marker.lowest else "")
    bar.append(f" {LOWEST}" if marker.lowest else "  ", style="bold")
    return bar


def _duel_track(view: View, say: Say) -> Group:
    """Seat 1 pulls to the left, seat 2 to the right; a duel marker lies at its holder's end."""
    scale = [*range(DUEL_TOP, 0, -1), *range(DUEL_TOP + 1)]
    left, right = (_named(say.seat(seat), turn=view.turn == seat) for seat in (0, 1))
    width = 2 * len(scale) - 1
    title = Text(" " * INSET).append(left)
    title.append(" " * (width - len(left) - len(right))).append(right)
    lines = [title, Text(" " * INSET + " ".join(map(str, scale)), style="dim")]
    lines += [_tug_of_war(marker) for marker in view.duel_track]
    if any(marker.duel_marker_of is not None for marker in view.duel_track):
        lines.append(Text(" " * INSET + f"{DUEL_MARKER} {say('duel_marker')}", style="dim"))
    return Group(*lines)


def _tug_of_war(marker: TugOfWar) -> Text:
    at = DUEL_TOP + (0 if marker.side is None else marker.field if marker.side else -marker.field)
    line = _label(marker.colour)
    line.append(f"  {DUEL_MARKER if marker.duel_marker_of == 0 else ' '} ", style="bold")
    for column in range(2 * DUEL_TOP + 1):
        if column == at:
            line.append(SHAPES[marker.colour], style=_painted(marker.colour))
        else:
            line.append("│" if column == DUEL_TOP else "·", style="dim")
        line.append(" ")
    line.append(f"{DUEL_MARKER if marker.duel_marker_of == 1 else ' '}", style="bold")
    return line


def _hands(view: View, say: Say) -> Table:
    """Racks as far as they are open, what was shown, and what is in the bag."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for title, tiles, numbered in _open_tiles(view, say):
        table.add_row(" " * MARGIN + title, _tiles(tiles, numbered=numbered))
    table.add_row(" " * MARGIN + say("bag"), Text(_facts(view, say), style="dim"))
    return table


def _open_tiles(view: View, say: Say) -> list[tuple[str, tuple[str, ...], bool]]:
    """Whose tiles, which, and whether they can be named by number: the own rack first."""
    racks = sorted((rack for rack in view.racks if rack.tiles is not None), key=lambda rack: rack.seat != view.seat)
    found = [(_owner(view, rack, say), rack.tiles or (), rack.seat == view.seat) for rack in racks]
    return [*found, (say("shown"), view.shown, False)] if view.shown else found


def _owner(view: View, rack: Rack, say: Say) -> str:
    return say("your_rack") if rack.seat == view.seat else say.seat(rack.seat)


def _rack_lines(view: View, say: Say, many: int) -> Text:
    """The same tiles in a narrow column."""
    lines = []
    for title, tiles, numbered in _open_tiles(view, say):
        lines.append(Text(" " * MARGIN + title))
        for k in range(0, len(tiles), many):
            lines.append(Text(" " * MARGIN).append(_tiles(tiles[k : k + many], numbered=numbered, first=k + 1)))
    return Text("\n").join(lines)


def _tiles(tiles: Sequence[str], *, numbered: bool = False, first: int = 1) -> Text:
    line = Text()
    for number, tile in enumerate(tiles, start=first):
        line.append(f"{number}" if numbered else "", style="dim")
        one, other = tile[0], tile[1]
        line.append(f" {_symbol(one)} ", style=_painted(one))
        line.append(f"{_symbol(other)} ", style=_painted(other))
        line.append("  ")
    return line


def _facts_line(view: View, say: Say) -> Padding:
    return Padding(Text(f"{say('bag')}  {_facts(view, say)}", style="dim"), (0, 0, 0, MARGIN))


def _facts(view: View, say: Say, *, racks: bool = True) -> str:
    facts = [say("tiles", n=view.bag_size)]
    if racks:
        facts += [say("rack_of", name=say.seat(rack.seat), n=rack.size) for rack in view.racks if rack.tiles is None]
    if view.bonus_turns:
        facts.append(say("bonus_left", n=view.bonus_turns))
    if view.first_tile:
        facts.append(say("free_symbols", symbols=" ".join(_symbol(s, printed=True) for s in view.free_symbols)))
    return " · ".join(facts)


# For low screens: the corners beside the hexagon hold what stands below it elsewhere


def _in_the_corners(view: View, say: Say) -> Group:
    rows = _rows(view, margin=0)
    above, below = _short_scores(view), _short_players(view, say)
    open_tiles = _open_tiles(view, say)
    rack = open_tiles.pop(0)[1] if open_tiles and open_tiles[0][2] else ()
    room = len(rows) - len(above) - len(below)
    many = next(many for many in (2, SIDE_BY_SIDE, len(rack)) if -(-len(rack) // many) <= room) if rack else 1
    tiles = [_short_tiles(rack[k : k + many], first=k + 1) for k in range(0, len(rack), many)]
    beside = [*above, *[Text()] * (room - len(tiles)), *tiles, *below]
    column = NARROW - max(line.cell_len for line in beside)
    lines = []
    for row, line in zip(rows, beside, strict=True):
        start = max(row.cell_len + 1, min(column, NARROW - line.cell_len))
        lines.append(row.append(" " * (start - row.cell_len)).append(line))
    for title, others, _ in open_tiles:
        lines.append(Text(f"{title}  ").append(_tiles(others)))
    if view.turn is not None:
        lines.append(Text(f"{say('bag')}  {_facts(view, say, racks=False)}", style="dim"))
    return Group(*lines)


def _short_scores(view: View) -> list[Text]:
    """Numbers only, a column for each track or, in the duel, for each side."""
    sides = [track.seats for track in view.tracks] or [(0,), (1,)]
    title = Text("   ")
    for seats in sides:
        numbers = "".join(PIECES[seat] for seat in seats)
        title.append(f"{numbers:>2} ", style="bold" if view.turn in seats else "")
    if view.duel_track:
        return [title, *map(_short_tug, view.duel_track)]
    colours = [marker.colour for marker in view.tracks[0].markers]
    return [title, *(_short_markers(colour, [t.markers[k] for t in view.tracks]) for k, colour in enumerate(colours))]


def _short_markers(colour: str, markers: Sequence[Marker]) -> Text:
    line = Text().append(_symbol(colour), style=_painted(colour)).append(" ")
    for marker in markers:
        line.append(f"{marker.position:>2}{LOWEST if marker.lowest else ' '}", style="bold" if marker.lowest else "")
    return line


def _short_tug(marker: TugOfWar) -> Text:
    line = Text().append(_symbol(marker.colour), style=_painted(marker.colour)).append(" ")
    for seat in (0, 1):
        there = "·" if marker.side == 1 - seat else str(marker.field)
        line.append(f"{there:>2}{DUEL_MARKER if marker.duel_marker_of == seat else ' '}")
    return line


def _short_tiles(tiles: Sequence[str], *, first: int) -> Text:
    line = Text()
    for number, tile in enumerate(tiles, start=first):
        line.append(f"{number}", style="dim")
        for colour in tile:
            line.append(_symbol(colour), style=_painted(colour))
        line.append(" ")
    return line


def _short_players(view: View, say: Say) -> list[Text]:
    lines = []
    for rack in view.racks:
        here = rack.seat == view.turn
        name = Text(f"{HERE if here else ' '}{PIECES[rack.seat]} {say.seat(rack.seat)}", style="bold" if here else "")
        lines.append(name.append(f" {rack.size}" if rack.size != rack.full else "", style="not bold dim"))
    return lines
