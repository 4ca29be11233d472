"""The table in the terminal. Letter and shape always stand beside the colour; upper case is a printed start symbol."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

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


def draw(view: View, say: Say) -> RenderableType:
    return Group(
        _board(view),
        Text(),
        _duel_track(view, say) if view.duel_track else _tracks(view, say),
        Text(),
        _hands(view, say),
    )


def _symbol(colour: str, *, printed: bool = False) -> str:
    return (colour.upper() if printed else colour) + SHAPES[colour]


def _painted(colour: str) -> str:
    return f"bold {INK[colour]} on {PAINT[colour]}"


def _board(view: View) -> Text:
    rows: dict[str, list[Cell]] = {}
    for cell in view.cells:
        rows.setdefault(cell.row, []).append(cell)
    widest = max(len(row) for row in rows.values())
    newest = (view.last.first, view.last.second) if view.last else ()
    board = Text(no_wrap=True)
    for letter, row in rows.items():
        indent = MARGIN + (widest - len(row)) * CELL // 2
        board.append(" " * indent + letter + " ", style="bold")
        for cell in row:
            _put(board, cell, last=cell.name in newest)
        board.append(f" {letter}\n", style="bold")
    board.right_crop(1)
    return board


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


def _tracks(view: View, say: Say) -> Table:
    """One row for each colour, one column for each track; the lowest markers are marked."""
    room = sum(2 if track.double else 1 for track in view.tracks)
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    for _ in view.tracks:
        table.add_column(no_wrap=True)
    table.add_row("", *(_track_title(view, track, say) for track in view.tracks))
    for number in range(len(SHAPES)):
        colour = view.tracks[0].markers[number].colour
        bars = (_bar(track, track.markers[number], short=room > 3) for track in view.tracks)
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
    for rack in view.racks:
        if rack.tiles is not None:
            table.add_row(" " * MARGIN + _owner(view, rack, say), _tiles(rack.tiles, numbered=rack.seat == view.seat))
    if view.shown:
        table.add_row(" " * MARGIN + say("shown"), _tiles(view.shown))
    table.add_row(" " * MARGIN + say("bag"), Text(_facts(view, say), style="dim"))
    return table


def _owner(view: View, rack: Rack, say: Say) -> str:
    return say("your_rack") if rack.seat == view.seat else say.seat(rack.seat)


def _tiles(tiles: tuple[str, ...], *, numbered: bool = False) -> Text:
    line = Text()
    for number, tile in enumerate(tiles, start=1):
        line.append(f"{number}" if numbered else "", style="dim")
        first, second = tile[0], tile[1]
        line.append(f" {_symbol(first)} ", style=_painted(first))
        line.append(f"{_symbol(second)} ", style=_painted(second))
        line.append("  ")
    return line


def _facts(view: View, say: Say) -> str:
    facts = [say("tiles", n=view.bag_size)]
    facts += [say("rack_of", name=say.seat(rack.seat), n=rack.size) for rack in view.racks if rack.tiles is None]
    if view.bonus_turns:
        facts.append(say("bonus_left", n=view.bonus_turns))
    if view.first_tile:
        facts.append(say("free_symbols", symbols=" ".join(_symbol(s, printed=True) for s in view.free_symbols)))
    return " · ".join(facts)
