"""What can be printed of the tile game: score tracks to tick off, one for each way of playing."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch import blanks
from spieltisch import svg as pen
from spieltisch.contract import Content
from spieltisch.games.genial import artwork
from spieltisch.games.genial.moves import LETTERS
from spieltisch.games.genial.view import View
from spieltisch.speech import Say
from spieltisch.svg import INKS, Picture, mix

THINGS = {"pad": 4, "solo": 3, "team": 2, "duel": 2}
FIELD, ROW = 21.0, 25.0
SMALL = 15.0  # a field of a double track
BETWEEN = 8.0  # its two halves
START = 30.0  # where the first field is
EDGED = FIELD - 1.4  # a field without what lies between two


def printed(thing: str, say: Say, options: Mapping[str, str], content: Content) -> list[Picture]:
    if thing == "duel":
        return [_duel(say)]
    if thing == "team":
        return [_teams(say)]
    return [_single(say) if thing == "pad" else _solo(say)]


def points(view: View) -> tuple[int, ...]:
    """By seat: the lowest marker, or in the duel the markers on one's own side."""
    if view.duel_track:
        return tuple(sum(marker.side == seat for marker in view.duel_track) for seat in range(view.players))
    lowest = {seat: min(m.position for m in track.markers) for track in view.tracks for seat in track.seats}
    return tuple(lowest[seat] for seat in range(view.players))


def _single(say: Say) -> Picture:
    wide = START + (artwork.TOP + 1) * FIELD
    drawn = [blanks.head(say, wide), pen.group(_track(FIELD, double=False), 0, blanks.HEAD)]
    y = blanks.HEAD + 6 * ROW
    note, high = blanks.small_print(say("pad_lowest"), 0, y + 2, wide)
    return Picture(wide, y + 6 + high, "".join([*drawn, note]))


def _solo(say: Say) -> Picture:
    wide = _double_width()
    drawn = [blanks.head(say, wide, right=say.variant("solo")), pen.group(_track(SMALL, double=True), 0, blanks.HEAD)]
    y = blanks.HEAD + 6 * ROW
    drawn.append(pen.text(wide - 56, y + 25, say("pad_result"), 12, weight=700, anchor="end"))
    drawn.append(blanks.field(wide - 50, y + 6, 50, 28))
    note, high = blanks.small_print(say("pad_double"), 0, y + 6, wide - 150)
    return Picture(wide, y + 6 + max(28, high), "".join([*drawn, note]))


def _teams(say: Say) -> Picture:
    wide = _double_width()
    drawn = [blanks.head(say, wide, right=say.variant("team"), name=False)]
    drawn.append(blanks.line(say("pad_day"), wide * 0.66, 36, wide))
    y = 30.0
    for team in (1, 2):
        drawn.append(blanks.line(say("pad_team", number=team), 0, y + 6 if team == 1 else y + 14, wide * 0.62))
        y += 18 if team == 1 else 26
        drawn.append(pen.group(_track(SMALL, double=True), 0, y))
        y += 6 * ROW + 4
    note, high = blanks.small_print(say("pad_double"), 0, y, wide)
    return Picture(wide, y + 4 + high, "".join([*drawn, note]))


def _double_width() -> float:
    return START + 2 * (artwork.TOP + 1) * SMALL + BETWEEN


def _track(size: float, *, double: bool) -> list[str]:
    """A row of fields for each colour, its symbol in front; 0 is where the marker begins, 18 where it wants to go."""
    drawn = []
    for k, letter in enumerate(LETTERS):
        y = k * ROW
        drawn.append(_symbol(letter, 13, y + ROW / 2, 10))
        for half in range(2 if double else 1):
            begin = START + half * ((artwork.TOP + 1) * size + BETWEEN)
            for at in range(artwork.TOP + 1):
                drawn.append(_field(letter, at, begin + at * size, y, size))
    return drawn


def _field(letter: str, at: int, x: float, y: float, size: float, ends: tuple[int, int] = (0, artwork.TOP)) -> str:
    special = at in ends
    fill = mix(INKS[letter], 0.22, INKS["sheet"]) if special else INKS["sheet"]
    text = pen.text(
        x + size / 2 - 0.6, y + ROW / 2 + 3.2, at, 9 if size > SMALL else 8, INKS["ink"] if special else blanks.GUIDE
    )
    return blanks.field(x, y + 2.5, size - 1.4, ROW - 5, fill=fill, r=2.5) + text


def _symbol(letter: str, x: float, y: float, r: float) -> str:
    return pen.symbol(letter, x, y, r, stroke=INKS["ink"], width=0.8, stroke_linejoin="round")


def _duel(say: Say) -> Picture:
    """§12 From nine over nought to nine, with a place at both ends to note who holds the duel marker. It lies between
    two who sit opposite each other: each has the own side on the left and reads it upright."""
    end, fields = 42.0, 2 * artwork.DUEL_TOP + 1
    wide = 2 * end + fields * FIELD
    own, high = _duel_side(say, wide)
    top = high + 8
    drawn = [pen.group(own, wide, high, turn=180), pen.group(own, 0, top + 6 * ROW + 8)]
    for k, letter in enumerate(LETTERS):
        y = top + k * ROW
        for field in range(fields):
            at, x = abs(field - artwork.DUEL_TOP), end + field * FIELD
            one = _field(letter, at, -EDGED / 2, -ROW / 2, FIELD, (0, artwork.DUEL_TOP))
            drawn.append(pen.group([one], x + EDGED / 2, y + ROW / 2, turn=180 if field > artwork.DUEL_TOP else 0))
        medal = [
            pen.group([pen.path(artwork.MEDAL, INKS["sheet"], blanks.FIELD, 1.2)], scale=1.5),
            _symbol(letter, 0, -1.5, 6),
        ]
        drawn += [pen.group(medal, 15, y + ROW / 2), pen.group(medal, wide - 15, y + ROW / 2, turn=180)]
    return Picture(wide, 2 * top + 6 * ROW, "".join(drawn))


def _duel_side(say: Say, wide: float) -> tuple[list[str], float]:
    """What one of the two reads: an arrow to the own side, a line for the name, and what counts; and how high it is."""
    arrow = pen.path("M22 10H2M9 3L2 10L9 17", stroke=INKS["ink"], width=2, **pen.ROUND)
    title = pen.text(wide, 14, f"{say.game_name()} · {say.variant('duel')}", 12, blanks.GUIDE, anchor="end")
    note, high = blanks.small_print(say("pad_duel"), 0, 20, wide)
    return [arrow, blanks.line(say("pad_name"), 30, 14, wide * 0.5), title, note], 24 + high
