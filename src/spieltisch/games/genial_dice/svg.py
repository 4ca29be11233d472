"""Dice on the tray and paper sheets as a picture, drawn as in the browser."""

from __future__ import annotations

from typing import NamedTuple

from spieltisch import svg as pen
from spieltisch.games.genial_dice import artwork
from spieltisch.games.genial_dice.events import RowGain
from spieltisch.games.genial_dice.view import Player, Row, Sheet, View
from spieltisch.speech import Say
from spieltisch.svg import BLACK, INKS, Picture, mix

EDGE = 10
GAP = 12
DIE = 46
FRONT_DIE = 56
MAT = 34  # what a mat has above or below its dice, for a name
TRAY = 244


class Spot(NamedTuple):
    """Where a die lies: its upper left corner, how large it is, and whether it lies in front."""

    x: float
    y: float
    size: float
    front: bool


def svg(view: View, say: Say) -> Picture:
    front = view.you if view.you is not None else view.turn or 0
    order = [view.players[(front + k) % len(view.players)] for k in range(len(view.players))]
    wide, high = _size(order[0].sheet)
    across = 2 * wide + GAP
    drawn = [pen.group(_tray(view, order, say, across), EDGE, EDGE)]
    for k, player in enumerate(order):
        row, column = divmod(k, 2)
        x = EDGE + column * (wide + GAP) if len(order) % 2 == 0 or k < len(order) - 1 else EDGE + (across - wide) / 2
        drawn.append(pen.group(_paper(view, player, say), x, EDGE + TRAY + GAP + row * (high + GAP)))
    rows = (len(order) + 1) // 2
    return Picture(2 * EDGE + across, 2 * EDGE + TRAY + rows * (high + GAP), "".join(drawn), 1.1)


# The tray


def _tray(view: View, order: list[Player], say: Say, wide: float) -> list[str]:
    """Those of one seat in front, those of the others behind, and lines from those on turn to what they match."""
    drawn = [
        pen.rect(0, 0, wide, TRAY, 14, mix(INKS["g"], 0.2, INKS["well"]), mix(INKS["accent"], 0.42, INKS["well"]), 5)
    ]
    spots: dict[int, list[Spot]] = {}
    behind = len(order) - 1
    share = (wide - 20) / max(1, behind)
    for k, player in enumerate(order):
        size = FRONT_DIE if k == 0 else DIE
        middle = wide / 2 if k == 0 else 10 + (k - 0.5) * share
        most = max(4, len(player.dice))
        mat_wide = min(most * (size + 6) + 16, wide - 20 if k == 0 else share - 8)
        y = TRAY - 10 - size - MAT - 8 if k == 0 else 10
        on_turn = player.seat == view.turn and view.phase != "over"
        drawn.append(
            pen.rect(
                middle - mat_wide / 2,
                y,
                mat_wide,
                size + MAT + 8,
                12,
                INKS["card"],
                INKS["glow"] if on_turn else None,
                2,
                fill_opacity=0.4 if on_turn else 0.16,
            )
        )
        drawn.append(_name_on_mat(view, player, say, middle, y + size + 25 if k == 0 else y + 17, on_turn=on_turn))
        left = middle - (len(player.dice) * (size + 6) - 6) / 2
        top = y + 8 if k == 0 else y + MAT
        spots[player.seat] = [Spot(left + d * (size + 6), top, size, k == 0) for d in range(len(player.dice))]
        if not player.dice:
            drawn.append(pen.text(middle, top + size / 2, say("no_dice"), 13, INKS["soft"], font_style="italic"))
    drawn += _lines(view, spots)
    for player in order:
        for d, spot in enumerate(spots[player.seat]):
            used = player.seat == view.turn and d in view.used
            face = [pen.symbol(player.dice[d], 0, -0.5, 12.5)]
            drawn.append(pen.die(*spot[:3], face, opacity=0.62 if used else None, data_die=player.dice[d]))
            if used:
                badge = [pen.circle(0, 0, 9, INKS["ink"])]
                badge.append(pen.text(0, 4.5, "J", 13, INKS["card"], weight=700, font_style="italic"))
                drawn.append(pen.group(badge, spot.x + spot.size - 4, spot.y + spot.size - 4))
    return drawn


def _name_on_mat(view: View, player: Player, say: Say, middle: float, y: float, *, on_turn: bool) -> str:
    name = say.seat(player.seat)
    rolls = view.rolls_made + view.rolls_left if on_turn and view.rolls_made else 0
    wide = 26 + pen.width_of(name, 14) + 14 * rolls + (13 if on_turn else 0)
    drawn = [pen.heading(player.seat, name, middle - wide / 2, y, 14, turn=on_turn)]
    for roll in range(rolls):
        x = middle + wide / 2 - 14 * (rolls - roll) + 6
        made = roll < view.rolls_made
        drawn.append(pen.rect(x, y - 5, 10, 10, 3, INKS["ink"] if made else None, INKS["ink"], 1.5))
    return "".join(drawn)


def _lines(view: View, spots: dict[int, list[Spot]]) -> list[str]:
    if view.turn is None:
        return []
    drawn = []
    for match in view.matches:
        one = spots[view.turn][match.die]
        colour = view.players[view.turn].dice[match.die]
        for die in match.dice:
            d = _line(one, spots[match.seat][die])
            drawn.append(pen.path(d, stroke=BLACK, width=6, stroke_linecap="round", opacity=0.7))
            drawn.append(pen.path(d, stroke=INKS[colour], width=3.4, stroke_linecap="round"))
    return drawn


def _line(one: Spot, other: Spot) -> str:
    """Down from those behind, up from those in front, and an arc among those behind."""
    ends = [(spot.x + spot.size / 2, spot.y + (0 if spot.front else spot.size), spot.front) for spot in (one, other)]
    (x1, y1, up1), (x2, y2, up2) = ends
    bend = abs(y2 - y1) * 0.5 if up1 or up2 else 34
    c1, c2 = (y - bend if up else y + bend for _, y, up in ends)
    numbers = map(pen.number, (x1, y1, x1, c1, x2, c2, x2, y2))
    return "M{} {}C{} {} {} {} {} {}".format(*numbers)


# The sheets


def fields(sections: tuple[int, ...]) -> tuple[list[tuple[float, int]], float]:
    """Where each field begins and its section, and where the last one ends."""
    places: list[tuple[float, int]] = []
    x: float = artwork.HEAD
    for section, size in enumerate(sections):
        places += [(x + k * (artwork.CELL + artwork.GAP), section) for k in range(size)]
        x += size * (artwork.CELL + artwork.GAP) + artwork.BETWEEN - artwork.GAP
    return places, x - artwork.BETWEEN


def _size(sheet: Sheet) -> tuple[float, float]:
    return fields(sheet.sections)[1] + artwork.TAIL + 24, 66 + len(sheet.rows) * (artwork.ROW + 2)


def _paper(view: View, player: Player, say: Say) -> list[str]:
    sheet, on_turn = player.sheet, player.seat == view.turn and view.phase != "over"
    wide, high = _size(sheet)
    lit = on_turn or player.seat == view.winner
    drawn = [pen.rect(0, 0, wide, high, 5, INKS["sheet"], INKS["glow" if lit else "line"], 2 if lit else 1)]
    for line in range(28, int(high), 28):
        drawn.append(pen.path(f"M2 {line}H{pen.number(wide - 2)}", stroke=INKS["b"], width=1, opacity=0.09))
    drawn.append(pen.heading(player.seat, say.seat(player.seat), 12, 20, 17, turn=on_turn))
    count = f"{sheet.marks} / {sheet.fields}"
    if view.points is not None:
        count = f"{say('points', n=view.points[player.seat])} · {count}"
    if player.seat == view.winner:
        count = f"★ {say('winner')} · {count}"
    drawn.append(pen.text(wide - 14, 25, count, 14, weight=600, anchor="end"))
    gains = {gain.colour: gain for gain in view.gains} if on_turn else {}
    opens = view.opens if on_turn else ()
    drawn.append(pen.group(_locks(sheet, opens), 12, 36))
    open_now = sheet.open_sections + len(opens)
    for number, row in enumerate(sheet.rows):
        drawn.append(
            pen.group(_row(sheet, number, row, gains.get(row.colour), open_now), 12, 52 + number * (artwork.ROW + 2))
        )
    return drawn


def _locks(sheet: Sheet, opens: tuple[int, ...]) -> list[str]:
    drawn = []
    places, _ = fields(sheet.sections)
    for section in range(len(sheet.sections)):
        own = [x for x, other in places if other == section]
        left, right = own[0], own[-1] + artwork.CELL
        d = f"M{left} 15v-4a3 3 0 0 1 3-3H{right - 3}a3 3 0 0 1 3 3v4"
        drawn.append(pen.path(d, stroke=INKS["line"], width=1.3))
        if section < sheet.open_sections:
            continue
        ink = INKS["accent" if section in opens else "soft"]
        shackle = pen.path(artwork.SHACKLE, stroke=ink, width=1.7)
        if section in opens:
            shackle = pen.group([shackle], 3, -3, turn=24)
        lock = [pen.circle(0, 0, 9.5, INKS["card"]), shackle, pen.rect(-4.6, -1.4, 9.2, 6.8, 1.6, ink)]
        drawn.append(pen.group(lock, (left + right) / 2, 8))
    return drawn


def _row(sheet: Sheet, number: int, row: Row, gain: RowGain | None, open_now: int) -> list[str]:
    """Fields with the symbol printed in them, crosses, and ghosts of crosses that could come."""
    places, end = fields(sheet.sections)
    ghosts = gain.marked if gain else 0
    drawn = [pen.symbol(row.colour, 16, artwork.ROW / 2, 11)]
    for field, (x, section) in enumerate(places):
        closed, marked = section >= open_now, field < row.marks
        fresh, ghost = row.marks - row.fresh <= field < row.marks, row.marks <= field < row.marks + ghosts
        fill, stroke = mix(INKS["card"], 0.6, INKS["paper"]), mix(INKS["ink"], 0.38, INKS["line"])
        if closed:
            fill, stroke = INKS["well"], INKS["line"]
        if fresh:
            fill, stroke = mix(INKS["glow"], 0.3, INKS["card"]), INKS["glow"]
        if ghost:
            fill, stroke = mix(INKS["accent"], 0.1, INKS["card"]), INKS["accent"]
        dashes = "3 3" if closed else None
        drawn.append(
            pen.rect(x, 2, artwork.CELL, artwork.HIGH, 6, fill, stroke, 1.8 if ghost else 1.2, stroke_dasharray=dashes)
        )
        middle, y = x + artwork.CELL / 2, 2 + artwork.HIGH / 2
        drawn.append(pen.group([pen.symbol(row.colour, middle, y, 8.5)], opacity=0.16 if closed else 0.5))
        if closed:
            hatch = pen.path(artwork.HATCH, stroke=INKS["soft"], width=1.3, stroke_linecap="round", opacity=0.5)
            drawn.append(pen.group([hatch], x))
        if marked or ghost:
            cross = artwork.CROSSES[(number * 3 + field) * 7 % len(artwork.CROSSES)]
            ink, width = (INKS["pencil"], 3.3) if marked else (INKS["accent"], 2)
            strokes = [pen.path(d, stroke=ink, width=width, stroke_linecap="round") for d in cross]
            mark = f"{row.colour}{field + 1}" if marked else None
            drawn.append(pen.group(strokes, middle, y, opacity=None if marked else 0.6, data_mark=mark))
    if gain and gain.marked:
        drawn.append(pen.text(end + 20, 14 if gain.lost else 21, f"+{gain.marked}", 15, INKS["accent"], weight=700))
    if gain and gain.lost:
        drawn.append(pen.text(end + 20, 28 if gain.marked else 21, f"−{gain.lost}", 13, INKS["bad"], weight=700))
    return drawn
