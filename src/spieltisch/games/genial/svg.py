"""Board, racks and tracks as a picture, drawn as in the browser."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from textwrap import wrap

from spieltisch import svg as pen
from spieltisch.games.genial import artwork
from spieltisch.games.genial.board import DIRECTIONS
from spieltisch.games.genial.view import Cell, Rack, Track, View
from spieltisch.speech import Say
from spieltisch.svg import BLACK, INKS, WHITE, Ink, Picture, mix

SIDE = 10
WIDTH = SIDE * sqrt(3)
STEP = SIDE * 1.5
CORNERS = [pi / 3 * corner - pi / 2 for corner in range(6)]  # clockwise from the top
PLATE = mix(mix(INKS["well"], 0.68, INKS["glow"]), 0.88, INKS["ink"])
RIM = mix(PLATE, 0.45, BLACK)
WOOD = mix(mix(INKS["well"], 0.55, INKS["glow"]), 0.78, INKS["ink"])
EDGE = 6
GAP = 6
SMALL_ROW, LARGE_ROW = 11.6, 15.4


def svg(view: View, say: Say) -> Picture:
    radius = max(cell.q for cell in view.cells)
    half_x, half_y = WIDTH * radius + 16, STEP * radius + 14.4
    mine = view.racks[view.seat] if 0 <= view.seat < view.players else None
    left = [pen.group(_board(view, radius), EDGE + half_x, EDGE + half_y)]
    height = 2 * half_y
    if mine is not None:
        left.append(pen.group([_rack(mine, 2 * half_x)], EDGE, EDGE + height + GAP))
        height += GAP + 44
    panels = _panels(view, say)
    tall = sum(high for _, high in panels) + GAP * (len(panels) - 1)
    scale = min(1.0, height / tall)
    wide = max(_wide(view), 1) * scale
    right, y = [], EDGE + (height - tall * scale) / 2
    for drawn, high in panels:
        right.append(pen.group([drawn], EDGE + 2 * half_x + GAP, y, scale=scale))
        y += (high + GAP) * scale
    said = wrap(say("bag_holds", n=view.bag_size), 12)  # a corner of the plate leaves no room for more
    bag = [pen.text(EDGE + 2, EDGE + 8 + 8 * k, line, 7, INKS["soft"], anchor="start") for k, line in enumerate(said)]
    return Picture(2 * EDGE + 2 * half_x + GAP + wide, 2 * EDGE + height, "".join([*left, *right, *bag]), 1.6)


# The board


def _centre(q: int, r: int) -> tuple[float, float]:
    return WIDTH * (q + r / 2), STEP * r


def _corner(angle: float, radius: float, x: float = 0) -> str:
    return f"{pen.number(x + radius * cos(angle))},{pen.number(radius * sin(angle))}"


def hexagon(radius: float) -> str:
    return " ".join(_corner(angle, radius) for angle in CORNERS)


def two_hexagons(radius: float, x: float = 0) -> str:
    """A tile in one piece, from the middle of its first half at x to the right."""
    corners = [(4, x), (5, x), (0, x), (1, x), *((k, x + WIDTH) for k in (5, 0, 1, 2, 3, 4)), (2, x), (3, x)]
    return " ".join(_corner(CORNERS[k], radius, at) for k, at in corners)


def _board(view: View, radius: int) -> list[str]:
    plate = hexagon(WIDTH * radius + artwork.MARGIN)
    shade = mix(PLATE, 0.72, BLACK)
    drawn = [
        pen.group([pen.polygon(plate, shade, shade, 3)], 0, 1.6, turn=30),
        pen.group([pen.polygon(plate, PLATE, PLATE, 3)], turn=30),
        pen.group(
            [pen.polygon(hexagon(WIDTH * radius + 13), stroke=mix(PLATE, 0.7, WHITE), width=0.5, opacity=0.7)], turn=30
        ),
    ]
    drawn += _coordinates(view.cells)
    for cell in view.cells:
        x, y = _centre(cell.q, cell.r)
        if cell.colour is None:
            ground = mix(PLATE, 0.52, INKS["card"])
            drawn.append(pen.group([pen.polygon(hexagon(artwork.HOLLOW), ground, ground, 1.2)], x, y))
        elif cell.start_symbol:
            tint = INKS[cell.colour]
            printed = pen.polygon(hexagon(artwork.HOLLOW), mix(tint, 0.84, PLATE), mix(tint, 0.55, BLACK))
            drawn.append(pen.group([printed, pen.symbol(cell.colour, 0, 0, 5.6, INKS["tile"])], x, y))
    return drawn + _lying(view)


def _coordinates(cells: tuple[Cell, ...]) -> list[str]:
    """The letters and numbers at the edge, where the row or the line of a number ends."""
    spots = {(cell.q, cell.r) for cell in cells}
    ink = mix(PLATE, 0.18, INKS["ink"])
    found = []
    for cell in cells:
        sides = [(3, cell.row, True), (5, str(cell.number), cell.r <= 0), (1, str(cell.number), cell.r >= 0)]
        for way, said, there in sides:
            q, r = cell.q + DIRECTIONS[way][0], cell.r + DIRECTIONS[way][1]
            if there and (q, r) not in spots:
                (x0, y0), (x1, y1) = _centre(cell.q, cell.r), _centre(q, r)
                found.append(pen.text(x0 + (x1 - x0) * 0.64, y0 + (y1 - y0) * 0.64 + 1.5, said, 4.2, ink, weight=600))
    return found


def _lying(view: View) -> list[str]:
    """Every tile once; the last one at the end, so that its rim is over all others."""
    by_spot = {(cell.q, cell.r): cell for cell in view.cells}
    found: list[tuple[bool, str]] = []
    for place, cell in enumerate(view.cells):
        if cell.colour is None or cell.start_symbol:
            continue
        way = view.lies[place].bit_length() - 1  # no tile is known: -1
        if way > 2:  # told of its other half
            continue
        last = view.last is not None and cell.name in view.last
        other = None if way < 0 else by_spot[cell.q + DIRECTIONS[way][0], cell.r + DIRECTIONS[way][1]]
        colours = cell.colour + ((other.colour or "") if other else "")
        foot = mix(PLATE, 0.4, BLACK)
        points = two_hexagons(artwork.BODY) if other else hexagon(artwork.BODY)
        drawn = [
            pen.group([pen.polygon(points, foot, foot, 3)], 0, 1.5, turn=60 * max(0, way)),
            tile(colours, max(0, way), rim=INKS["ink"] if last else RIM, width=5 if last else 3),
        ]
        found.append((last, pen.group(drawn, *_centre(cell.q, cell.r), data_tile=cell.name)))
    return [drawn for _, drawn in sorted(found, key=lambda each: each[0])]


def tile(
    colours: str | None, turn: int = 0, *, rim: Ink = INKS["grey"], width: float = 3.4, centred: bool = False
) -> str:
    """One body with one rim, the second half in the direction `turn` from the first. None lies face down."""
    begin = -WIDTH / 2 if centred else 0.0
    halves = 1 if colours is not None and len(colours) == 1 else 2
    body = two_hexagons(artwork.BODY, begin) if halves == 2 else hexagon(artwork.BODY)
    drawn = [pen.polygon(body, rim, rim, width), pen.polygon(body, INKS["tile"], INKS["tile"], 1.8)]
    for half in range(halves):
        shown = (
            pen.polygon(hexagon(artwork.BACK), INKS["well"], INKS["line"]) if colours is None else _piece(colours[half])
        )
        drawn.append(pen.group([pen.group([shown], turn=-60 * turn)], begin + half * WIDTH))
    return pen.group(drawn, turn=60 * turn)


def _piece(colour: str) -> str:
    """What one half of a tile shows: its colour, inlaid, with its symbol."""
    tint = INKS[colour]
    face = pen.polygon(hexagon(artwork.FACE), mix(INKS["tile"], 0.52, tint), mix(tint, 0.6, INKS["tile"]), 1.2)
    deep = mix(tint, 0.52, BLACK)
    return face + pen.symbol(colour, 0, 0, artwork.SYMBOL, stroke=deep, width=0.87, stroke_linejoin="round")


def _rack(rack: Rack, wide: float) -> str:
    slots = max(rack.full, rack.size, 1)
    pitch = min(42.0, (wide - 8) / slots)
    left = (wide - slots * pitch) / 2
    dark = mix(WOOD, 0.55, BLACK)
    drawn = [
        pen.rect(left - 4, 20, slots * pitch + 8, 22, 5, dark),
        pen.rect(left - 4, 20, slots * pitch + 8, 17, 5, WOOD),
    ]
    for k, colours in enumerate(rack.tiles or (None,) * rack.size):
        drawn.append(pen.group([tile(colours, centred=True)], left + (k + 0.5) * pitch, 20, scale=pitch / 42))
    return "".join(drawn)


# Who stands where


def _wide(view: View) -> float:
    if view.duel_track:
        return 2 * artwork.DUEL_START + 2 * artwork.DUEL_TOP * artwork.DUEL_PITCH + 12
    double = any(track.double for track in view.tracks)
    return 12 + artwork.LEFT + (2 * artwork.TOP * artwork.PITCH_DOUBLE if double else artwork.TOP * artwork.PITCH) + 27


def _panels(view: View, say: Say) -> list[tuple[str, float]]:
    """Everybody's tracks, the own one first and larger; each with its height."""
    wide = _wide(view)
    if view.duel_track:
        first = view.seat if 0 <= view.seat < view.players else 0
        names = "".join(
            _person(view, seat, say, 6 + k * wide / 2, 10, wide / 2 - 12) for k, seat in enumerate((first, 1 - first))
        )
        high: float = 10 + 6 * artwork.DUEL_ROW
        ground = pen.panel(0, 0, wide, high + 28)
        return [(ground + names + pen.group(_ropes(view, first), 6, 22), high + 28)]
    tracks = list(view.tracks)
    own = next((k for k, track in enumerate(tracks) if view.seat in track.seats), 0)
    found: list[tuple[str, float]] = []
    for track in tracks[own:] + tracks[:own]:
        large = view.seat in track.seats
        high = 9 + 6 * LARGE_ROW if large else 1 + 6 * SMALL_ROW
        people = [_person(view, seat, say, 6, 10 + 15 * k, wide - 12) for k, seat in enumerate(track.seats)]
        head = 5 + 15 * len(track.seats)
        ground = pen.panel(0, 0, wide, high + head + 6, lit=view.turn in track.seats)
        found.append((ground + "".join(people) + pen.group(_track(track, large=large), 6, head + 1), high + head + 6))
    return found


def _person(view: View, seat: int, say: Say, x: float, y: float, room: float) -> str:
    """The name, and for all but the viewer the rack beside it: backs, or the tiles where they lie open."""
    name, turn = say.seat(seat), view.turn == seat
    drawn = [pen.heading(seat, name, x, y, 10, turn=turn)]
    if seat != view.seat:
        begin = x + 10 * (1.6 + 0.95 * turn) + pen.width_of(name, 10)
        rack = view.racks[seat]
        tiles = rack.tiles if rack.tiles is not None else (None,) * rack.size
        pitch = min(16.0, (x + room - begin) / max(1, len(tiles)))
        drawn += [
            pen.group([tile(each, centred=True)], begin + (k + 0.5) * pitch, y, scale=pitch / 40)
            for k, each in enumerate(tiles)
        ]
    return "".join(drawn)


def _groove(x: float, y: float, wide: float, thick: float) -> str:
    return pen.rect(x, y - thick / 2, wide, thick, thick / 2, INKS["well"])


def _pawn(colour: str, x: float, y: float, *, large: bool) -> str:
    drawn = [pen.circle(0, 0, 6.6 if large else 5.3, INKS["card"], INKS["grey"], 0.8)]
    return pen.group([*drawn, pen.symbol(colour, 0, 0, 5.1 if large else 4)], x, y, data_marker=colour)


def _track(track: Track, *, large: bool) -> list[str]:
    """Six rows from 0 to 18; a double track goes on with 0 to 18 on its right. The lowest markers are flagged."""
    row, top, thick = (LARGE_ROW, 9.0, 8.4) if large else (SMALL_ROW, 1.0, 6.8)
    fields, pitch = (2 * artwork.TOP, artwork.PITCH_DOUBLE) if track.double else (artwork.TOP, artwork.PITCH)
    right = artwork.LEFT + fields * pitch
    signs = (
        [(0, "0"), (9, "9"), (18, "18 · 0"), (27, "9"), (36, "18")]
        if track.double
        else [(0, "0"), (6, "6"), (12, "12"), (18, "18")]
    )
    drawn = [pen.text(artwork.LEFT + at * pitch, 6, said, 5.6, INKS["soft"]) for at, said in signs if large]
    differ = not all(marker.lowest for marker in track.markers)
    for k, marker in enumerate(track.markers):
        y, tint = top + (k + 0.5) * row, INKS[marker.colour]
        drawn += [
            pen.symbol(marker.colour, 6, y, 6 if large else 4.8),
            _groove(artwork.LEFT - 5, y, right - artwork.LEFT + 10, thick),
            pen.rect(
                artwork.LEFT - 5,
                y - thick / 2,
                marker.position * pitch + 8,
                thick,
                thick / 2,
                mix(tint, 0.55, INKS["well"]),
            ),
        ]
        for at in range(fields + 1):
            big = at % artwork.TOP == 0
            drawn.append(pen.circle(artwork.LEFT + at * pitch, y, 1.5 if big else 0.8, INKS["soft"], opacity=0.55))
        drawn.append(_pawn(marker.colour, artwork.LEFT + marker.position * pitch, y, large=large))
        flagged = marker.lowest and differ
        if flagged:
            d = f"M{pen.number(right + 7.5)} {pen.number(y)}l4.6 -4.8h14v9.6h-14z"
            drawn.append(pen.path(d, INKS["ink"], INKS["ink"], 1.4, stroke_linejoin="round"))
        ink, weight = (INKS["paper"], 700) if flagged else (INKS["ink"], 600)
        drawn.append(pen.text(right + 19, y + 3.4, marker.position, 10 if large else 9.4, ink, weight=weight))
    return drawn


def _ropes(view: View, left: int) -> list[str]:
    """Six ropes from 9 to 0 to 9; a duel marker hangs at the end of whoever holds it."""
    middle = artwork.DUEL_START + artwork.DUEL_TOP * artwork.DUEL_PITCH
    end = artwork.DUEL_START + 2 * artwork.DUEL_TOP * artwork.DUEL_PITCH
    whole, high = end + artwork.DUEL_START, 10 + 6 * artwork.DUEL_ROW
    drawn = []
    for seat, own in ((left, True), (1 - left, False)):
        ground = mix(INKS["card"], 0.7 if own else 0.84, pen.seat_ink(seat))
        d = f"M{middle} 0H6Q0 0 0 6V{high - 6}Q0 {high} 6 {high}H{middle}Z"
        side = pen.path(d, ground)
        drawn.append(side if own else pen.tag("g", side, transform=f"translate({whole}) scale(-1 1)"))
        drawn.append(pen.seat_mark(seat, 13 if own else whole - 13, 7, 5.2))
    for k, field in enumerate((9, 6, 3, 0, 3, 6, 9)):
        drawn.append(pen.text(artwork.DUEL_START + 3 * k * artwork.DUEL_PITCH, 6, field, 5.6, INKS["soft"]))
    for k, marker in enumerate(view.duel_track):
        y, tint = 9 + (k + 0.5) * artwork.DUEL_ROW, INKS[marker.colour]
        way = 0 if marker.side is None else -1 if marker.side == left else 1
        x = middle + way * marker.field * artwork.DUEL_PITCH
        drawn += [
            _groove(artwork.DUEL_START - 6, y, end - artwork.DUEL_START + 12, 8.4),
            pen.rect(min(middle, x), y - 4.2, abs(x - middle), 8.4, 0, mix(tint, 0.55, INKS["well"])),
        ]
        for field in range(2 * artwork.DUEL_TOP + 1):
            r = 1.6 if field == artwork.DUEL_TOP else 0.8
            drawn.append(pen.circle(artwork.DUEL_START + field * artwork.DUEL_PITCH, y, r, INKS["soft"], opacity=0.55))
        if marker.side is not None:
            at = artwork.DUEL_START - 12.4 if marker.side == left else end + 12.4
            drawn.append(pen.text(at, y + 3.5, marker.field, 10, weight=700))
        if marker.duel_marker_of is not None:
            medal = pen.path(artwork.MEDAL, INKS["card"], INKS["glow"], 1.4, stroke_linejoin="round")
            hung = [medal, pen.symbol(marker.colour, 0, -1, 4.2)]
            drawn.append(pen.group(hung, 8 if marker.duel_marker_of == left else whole - 8, y))
        drawn.append(_pawn(marker.colour, x, y, large=True))
    return [*drawn, pen.path(f"M{middle} 0V{high}", stroke=INKS["ink"], width=1.2)]
