"""The pad of a sheet: the paper itself, its score fields, the rules of its colours, the row of the solo game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import numpy as np

from spieltisch import artwork as house
from spieltisch import blanks
from spieltisch import svg as pen
from spieltisch.contract import Content
from spieltisch.games.brilliant import artwork, rules
from spieltisch.games.brilliant.content import ColourRule
from spieltisch.games.brilliant.svg import hatchings, paint, paper_of, sign
from spieltisch.games.brilliant.view import Area, Box, Sheet, View, view
from spieltisch.kernel import SPECTATOR, Unpacked, new
from spieltisch.speech import Say
from spieltisch.svg import INKS, Picture, mix

THINGS = {"pad": 2}
FIELD = (140.0, 33.0)  # a score field
GAP = 14
SOLO = 1  # the variant, as in data/game.toml


def printed(thing: str, say: Say, options: Mapping[str, str], content: Content) -> list[Picture]:
    seen = _blank(content)
    sheet = seen.sheet
    left = sheet.columns * artwork.SIZE + 20
    right = 2 * FIELD[0] + 6
    wide = left + GAP + right
    level = say("sheet_level", level=sheet.level) if sheet.level else ""
    drawn = [hatchings(sheet), blanks.head(say, wide, right=level)]
    drawn.append(pen.group([paper_of(seen, seen.players[0], small=False)], 0, blanks.HEAD))
    below = blanks.HEAD + sheet.rows * artwork.SIZE + 20
    x, y = left + GAP, blanks.HEAD
    for k, area in enumerate(sheet.areas):
        row, column = divmod(k, 2)
        at = x + column * (FIELD[0] + 6), y + row * (FIELD[1] + 4)
        drawn.append(pen.group(_score_field(area), *at))
    y += (len(sheet.areas) + 1) // 2 * (FIELD[1] + 4) + 8
    demands = list(dict.fromkeys(area.rule for area in sheet.areas))
    for number, rule in enumerate(demands):
        row, column = divmod(number, 2)
        drawn.append(_rule(rule, say, x + column * (FIELD[0] + 6), y + row * 17))
    y += (len(demands) + 1) // 2 * 17 + 2
    for mark, key in _marks(sheet):
        said, high = blanks.small_print(say(key), x + 20, y - 1, right - 20, 10.5)
        drawn += [pen.group(mark, x + 8, y + 7), said]
        y += high + 3
    y += 8
    drawn.append(_targets(say, x, y, right))
    below = max(below, y + 54)
    scale = wide / (20 * len(seen.boxes))
    drawn.append(pen.text(0, below + 19, say("pad_solo"), 11, blanks.GUIDE, anchor="start"))
    drawn.append(pen.group(_boxes(seen.boxes), 0, below + 24, scale=scale))
    return [Picture(wide, below + 26 + 32 * scale, "".join(drawn))]


def points(seen: View) -> tuple[int, ...]:
    return tuple(player.points for player in seen.players)


def _blank(content: Content) -> View:
    """The sheet before anybody has written: alone, because then the row of boxes is there."""
    state = cast(rules.State, Unpacked(new(rules.State)))
    rules.setup(state, 1, SOLO, np.zeros(2, np.int64), content.numbers)
    return view(state, SPECTATOR)


def _score_field(area: Area) -> list[str]:
    """Which area, what it demands, how large it is; three values to ring or to strike."""
    drawn = [
        blanks.field(0, 0, *FIELD, r=7),
        pen.rect(5, 7, 34, 19, 5, mix(paint(area), 0.3, INKS["sheet"]), mix(paint(area), 0.78, INKS["ink"])),
        pen.text(15, 21, area.name, 13, weight=700),
        sign(area.rule, 29, 16.5, 5.4, INKS["ink"]),
    ]
    if area.whole_colour:
        drawn.append(pen.group(_everywhere(), 120, 10, scale=0.7))
    for number, value in enumerate(area.values):
        x = 57 + 25 * number
        drawn.append(pen.circle(x, 16.5, 11, INKS["sheet"], INKS["line"], 0.9, stroke_dasharray="2 2"))
        drawn.append(pen.text(x, 21.8, value, 15, weight=700 if number == 0 else 400))
    return drawn


def _rule(rule: ColourRule, say: Say, x: float, y: float) -> str:
    said = say(f"rule_{rule}")
    return sign(rule, x + 8, y + 8, 5.4, INKS["ink"]) + pen.text(x + 20, y + 12, said, 11, anchor="start")


def _marks(sheet: Sheet) -> list[tuple[list[str], str]]:
    """The marks on a sheet that are neither colours nor numbers, and the sentence for each."""
    star = [pen.path(house.SHAPES["y"], stroke=INKS["ink"], width=1.4, stroke_linejoin="round")]
    thread = [pen.circle(x, 0, 3, INKS["ink"]) for x in (-6, 6)] + [pen.path("M-6 0H6", stroke=INKS["ink"], width=1.6)]
    found = [([pen.group(star, scale=0.75)], "pad_star")]
    if sheet.links:
        found.append((thread, "pad_link"))
    if any(area.whole_colour for area in sheet.areas):
        found.append(([pen.group(_everywhere(), -7, -7, scale=0.7)], "pad_whole_colour"))
    return found


def _everywhere() -> list[str]:
    squares, thread = artwork.EVERYWHERE
    return [pen.path(squares, stroke=INKS["ink"], width=2), pen.path(thread, stroke=INKS["ink"], width=3)]


def _targets(say: Say, x: float, y: float, wide: float) -> str:
    """§6 How many points win, by players; and a field for one's own."""
    counts = {str(players): int(rules.TARGETS[players]) for players in (2, 3, 4)} | {"5–6": int(rules.TARGETS[5])}
    listed = " · ".join(f"{players}: {target}" for players, target in counts.items())
    return "".join(
        [
            pen.text(x, y + 12, say("pad_target"), 11, blanks.GUIDE, anchor="start"),
            pen.text(x, y + 29, listed, 12, weight=700, anchor="start"),
            pen.text(x + wide - 56, y + 22, say("pad_points"), 11, blanks.GUIDE, anchor="end"),
            blanks.field(x + wide - 50, y + 2, 50, 30),
        ]
    )


def _boxes(boxes: tuple[Box, ...]) -> list[str]:
    """§7 Two ticks to a box; below some of them the sign."""
    drawn = []
    for k, box in enumerate(boxes):
        parts = [blanks.field(1.5, 1.5, 17, 19)]
        if box.sign:
            parts.append(pen.path(artwork.BOX_SIGN, INKS["ink"]))
        drawn.append(pen.group(parts, 20 * k))
    return drawn
