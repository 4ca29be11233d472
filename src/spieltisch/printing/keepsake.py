"""A finished game to keep: the last position, names, day, and how the points came, from its record."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import groupby

from spieltisch import artwork
from spieltisch import svg as pen
from spieltisch.kernel import CHANCE, SPECTATOR
from spieltisch.outcome import by_place
from spieltisch.printing.paper import MARGIN, paper_of
from spieltisch.printing.things import Printout, around
from spieltisch.printing.typesetting import on_paper, pdf
from spieltisch.referee import Table
from spieltisch.speech import Say
from spieltisch.svg import INKS, Picture, described
from spieltisch.tables.importing import checked

WIDE, HIGH = 560.0, 150.0  # of the curve
LEFT = 26.0  # for the numbers beside it
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)  # between two of them


def keepsake(record: str, how: Printout, day: date) -> bytes:
    """From the text of a record, which is checked first: whole, by the rules, and over."""
    table = checked(record, how.language)
    outcome = table.outcome
    assert outcome is not None
    game, sheet, say = table.game, paper_of(how.paper), _say(table, how.language)
    seen = table.view(SPECTATOR)
    last: Picture = game.picturing.svg(seen, say) if game.has("svg") else described(seen, say)
    title = f"{say.game_name()} – {say('print_keepsake')}"
    data = {
        **around(game, how),
        "title": title,
        "width": sheet.width,
        "height": sheet.height,
        "margin": MARGIN + 4,
        "size": 11 * sheet.part**0.5,
        "name": say.game_name(),
        "about": " · ".join([say.variant(table.variant), day_said(day, say)]),
        "players": [
            {
                "place": f"{outcome.places[seat] + 1}." if table.players > 1 else "",
                "mark": on_paper(Picture(20, 20, pen.seat_mark(seat, 10, 10, 10)), black=how.black),
                "name": say.seat(seat),
                "points": say("print_points", n=outcome.points[seat]),
                "won": outcome.places[seat] == 0,
            }
            for seat in by_place(range(table.players), outcome.places)
        ],
        "ended": [say(reason.key, **reason.values) for reason in game.ended(table.rows)],
        "picture": {"svg": on_paper(last, black=how.black), "width": last.width, "height": last.height},
        "curve": None,
    }
    if game.has("pads"):
        key = f"pad_curve_{table.variant}"
        named = say(key if say.knows(key) else "pad_curve")
        data["curve"] = {"title": named, "svg": on_paper(curve(table), black=how.black)}
    return pdf("keepsake", data)


def day_said(day: date, say: Say) -> str:
    return say("print_date", day=day.day, month=say("print_months").split()[day.month - 1], year=day.year)


def _say(table: Table, language: str) -> Say:
    """Seats that nobody has named are called as everywhere."""
    numbers = [str(seat + 1) for seat in range(table.players)]
    return Say(language, table.game, () if list(table.names) == numbers else tuple(table.names))


def curve(table: Table) -> Picture:
    """The points of each side after each decision; sides are told apart by their dashes and marks as well."""
    sides = table.game.sides(table.rows)
    stops = [0, *(k for k, event in enumerate(table.log, 1) if event.seat != CHANCE), len(table.log)]
    counted = [_points(table, stop) for stop in stops]
    most, least = max(max(row) for row in counted), min(0, *(min(row) for row in counted))
    step = next((step for step in STEPS if (most - least) / step <= 6), STEPS[-1])
    high = max(step, -(-most // step) * step)

    def at(k: int, value: int) -> tuple[float, float]:
        across = WIDE - LEFT - 18
        return LEFT + across * k / max(1, len(stops) - 1), HIGH - 10 - (HIGH - 20) * (value - least) / (high - least)

    drawn = []
    for value in range(least - least % step, high + 1, step):
        y = at(0, value)[1]
        drawn.append(pen.path(f"M{LEFT} {pen.number(y)}H{WIDE}", stroke=INKS["line"], width=0.6))
        drawn.append(pen.text(LEFT - 5, y + 3.4, value, 10, INKS["soft"], anchor="end"))
    for number, seats in enumerate(sides):
        seat = seats[0]
        values = [row[seat] for row in counted]
        dashes = artwork.SEATS[seat % len(artwork.SEATS)][3] or None
        d = _steps([at(k, value) for k, value in enumerate(values)])
        drawn.append(pen.path(d, stroke=pen.seat_ink(seat), width=2, stroke_dasharray=dashes, **pen.ROUND))
        x, y = at(len(stops) - 1, values[-1])
        same = sum(counted[-1][other[0]] == values[-1] for other in sides[:number])  # beside those who stand there
        drawn.append(pen.seat_mark(seat, x + 9 - 13 * same, y, 5.5))
    return Picture(WIDE, HIGH, "".join(drawn))


def _points(table: Table, events: int) -> Sequence[int]:
    rows = table.before(events) if events < len(table.log) else table.rows
    return table.game.printing.points(table.game.view(rows, SPECTATOR))


def _steps(points: Sequence[tuple[float, float]]) -> str:
    """Along, then up: points come at once."""
    (x, y), *others = points
    parts = [f"M{pen.number(x)} {pen.number(y)}"]
    for level, together in groupby(others, key=lambda point: point[1]):
        reached = list(together)
        if level != y:
            parts.append(f"H{pen.number(reached[0][0])}V{pen.number(level)}")
            y = level
        parts.append(f"H{pen.number(reached[-1][0])}")
    return "".join(parts)
