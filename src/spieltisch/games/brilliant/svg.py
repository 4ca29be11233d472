"""The sheets of all players with what they have written, the dice and the score fields, drawn as in the browser."""

from __future__ import annotations

from typing import Any

from spieltisch import artwork as house
from spieltisch import svg as pen
from spieltisch.games.brilliant import artwork, paper
from spieltisch.games.brilliant.artwork import SIZE
from spieltisch.games.brilliant.moves import Write
from spieltisch.games.brilliant.view import Area, Cell, Player, Sheet, View
from spieltisch.speech import Say
from spieltisch.svg import INKS, Ink, Picture, mix

EDGE = 10
GAP = 12
FIELD = (136.0, 34.0)  # a score field
QUIET = 20  # from so many possible cells on the numbers in them would only be noise


def svg(view: View, say: Say) -> Picture:
    first = view.players[view.you or 0]
    others = [player for player in view.players if player is not first]
    sheet = view.sheet
    wide, high = sheet.columns * SIZE + 20, sheet.rows * SIZE + 20
    drawn = [hatchings(sheet)]
    drawn.append(pen.group([_head(view, first, say)], EDGE, EDGE + 16))
    drawn.append(pen.group([paper_of(view, first, small=False)], EDGE, EDGE + 34))
    x = EDGE + wide + GAP
    drawn += [pen.group(_fields(view, first), x, EDGE + 34)]
    right = 2 * FIELD[0] + 6
    rows = (len(sheet.areas) + 1) // 2
    below = EDGE + 34 + rows * (FIELD[1] + 5) + 4
    if view.low is not None and view.high is not None:
        dice = [pen.die(k * 54, 0, 46, _pips(n), data_die=n) for k, n in enumerate((view.low, view.high))]
        drawn.append(pen.group(dice, x, below))
    goal = say("rolls_left", n=view.rolls_left or 0) if view.target is None else say("target", n=view.target)
    drawn.append(pen.text(x + right, below + 28, goal, 14, INKS["soft"], anchor="end"))
    left_end: float = EDGE + 34 + high
    if view.boxes:
        scale = (wide + GAP + right) / (20 * len(view.boxes))
        drawn.append(pen.group(_boxes(view), EDGE, max(left_end, below + 46) + GAP, scale=min(1.6, scale)))
        left_end = max(left_end, below + 46) + GAP + 32 * min(1.6, scale)
    height = max(left_end, below + 46)
    if others:
        abreast = min(len(others), 3)
        scale = min(0.62, (wide + GAP + right - (abreast - 1) * GAP) / abreast / wide)
        for k, player in enumerate(others):
            row, column = divmod(k, abreast)
            small = [
                pen.group([_head(view, player, say)], 0, 14),
                pen.group([paper_of(view, player, small=True)], 0, 32),
            ]
            in_row = min(abreast, len(others) - row * abreast)
            spare = wide + GAP + right - in_row * wide * scale - (in_row - 1) * GAP
            at_x = EDGE + spare / 2 + column * (wide * scale + GAP)
            drawn.append(pen.group(small, at_x, height + GAP + row * ((high + 44) * scale), scale=scale))
        height += GAP + ((len(others) - 1) // abreast + 1) * (high + 44) * scale - 12 * scale
    return Picture(2 * EDGE + wide + GAP + right, height + EDGE, "".join(drawn), 1.15)


def _head(view: View, player: Player, say: Say) -> str:
    name = say.seat(player.seat)
    chooses = player.doing == "chooses" and view.phase != "over"
    won = "★ " if player.seat in view.winners else ""
    points = f"{won}{player.points}" + ("" if view.target is None else f" / {view.target}")
    at = 17 * (1.8 + 0.95 * chooses) + pen.width_of(name, 17) + 14
    number = pen.text(at, 6, points, 16, weight=700, anchor="start", data_points=player.points)
    return pen.heading(player.seat, name, 0, 0, 17, turn=chooses) + number


# The paper


def paint(area: Area) -> Ink:
    return INKS[artwork.PAINT[area.colour]]


def hatchings(sheet: Sheet) -> str:
    """Patterns; what they are called says what they are, so that pictures on one page can share them."""
    patterns = []
    for colour in dict.fromkeys(area.colour for area in sheet.areas):
        ink = mix(INKS[artwork.PAINT[colour]], 0.42, INKS["card"])
        dots = colour == "yellow"
        stroke = pen.path(artwork.HATCHING[colour], stroke=ink, width=2.4 if dots else 0.9, **pen.ROUND)
        name = f"hatching-{colour}"
        patterns.append(pen.tag("pattern", stroke, id=name, width=12, height=12, patternUnits="userSpaceOnUse"))
    return pen.tag("defs", *patterns)


def paper_of(view: View, player: Player, *, small: bool) -> str:
    sheet = view.sheet
    left, right = (4, 4) if small else (15, 5)
    wide, high = sheet.columns * SIZE + left + right, sheet.rows * SIZE + left + right
    areas = {area.name: area for area in sheet.areas}
    drawn = [
        pen.rect(-left, -left, wide, high, 6, INKS["sheet"], INKS["line"]),
        *([] if small else _names(sheet)),
        *(_patch(sheet, area, done=player.earned[k] is not None, small=small) for k, area in enumerate(sheet.areas)),
    ]
    for cell in sheet.cells:
        x, y = paper.middle(cell)
        drawn.append(pen.rect(x - 16, y - 16, 32, 32, 6, INKS["card"], fill_opacity=0.45 if small else 0.72))
    drawn += _links(sheet, areas)
    possible = view.possible if player.seat == view.you else ()
    choice = view.your_choice if player.seat == view.you and isinstance(view.your_choice, Write) else None
    quiet = sum(numbers != "" for numbers in possible) > QUIET
    for place, cell in enumerate(sheet.cells):
        may = possible[place] if possible else ""
        chosen = choice.number if choice is not None and choice.cell == cell.name else None
        drawn += _square(cell, place, areas[cell.area], player, may, chosen, small=small, quiet=quiet)
    if not small:
        for area in sheet.areas:
            ink = mix(paint(area), 0.78, INKS["ink"])
            for piece in paper.pieces([cell for cell in sheet.cells if cell.area == area.name]):
                tab = [
                    pen.rect(-6.4, -5.6, 12.8, 11.2, 3.4, ink),
                    pen.text(0, 3.1, area.name, 8.6, INKS["card"], weight=700),
                ]
                drawn.append(pen.group(tab, piece[0].column * SIZE + 9, piece[0].row * SIZE + 3.4))
    return pen.group(drawn, left, left, data_sheet=player.seat)


def _names(sheet: Sheet) -> list[str]:
    columns = [pen.text((c + 0.5) * SIZE, -4, chr(97 + c), 9, INKS["soft"]) for c in range(sheet.columns)]
    return columns + [pen.text(-8, (r + 0.5) * SIZE + 3.5, r + 1, 9, INKS["soft"]) for r in range(sheet.rows)]


def _patch(sheet: Sheet, area: Area, *, done: bool, small: bool) -> str:
    d = paper.outline([cell for cell in sheet.cells if cell.area == area.name], 1.6, 7)
    ground = mix(paint(area), 0.52 if done else 0.26, INKS["card"])
    return (
        pen.path(d, ground, fill_rule="evenodd")
        + pen.tag("path", d=d, fill_=f"url(#hatching-{area.colour})", fill_rule="evenodd")
        + pen.path(d, stroke=mix(paint(area), 0.78, INKS["ink"]), width=1.8 if small else 1.5)
    )


def _links(sheet: Sheet, areas: dict[str, Area]) -> list[str]:
    by_name = {cell.name: cell for cell in sheet.cells}
    drawn = []
    for one, other in sheet.links:
        d, ends = paper.bow(by_name[one], by_name[other])
        ink = mix(paint(areas[by_name[one].area]), 0.75, INKS["ink"])
        drawn.append(pen.path(d, stroke=INKS["card"], width=6, stroke_linecap="round"))
        drawn.append(pen.path(d, stroke=ink, width=2.6, stroke_linecap="round"))
        drawn += [pen.circle(x, y, 3, ink) for x, y in ends]
    return drawn


def _square(
    cell: Cell, place: int, area: Area, player: Player, may: str, chosen: int | None, *, small: bool, quiet: bool
) -> list[str]:
    """What stands in one cell: a number, one that is chosen, those that may come, or what is printed."""
    x, y = paper.middle(cell)
    scale, written = 1.15 if small else 0.95, player.numbers[place]
    if written is not None:
        fresh = []
        if player.fresh == cell.name:
            fresh = [pen.circle(x, y, 16, INKS["glow"], INKS["glow"], 1.6, fill_opacity=0.34)]
        return [*fresh, _numeral(written, x, y, place, scale, INKS["pencil"], data_written=f"{cell.name}={written}")]
    if chosen is not None:
        ground = mix(INKS["glow"], 0.3, INKS["card"])
        box = pen.rect(x - 16, y - 16, 32, 32, 6, ground, INKS["accent"], 2.2, stroke_dasharray="3 3")
        return [box, _numeral(chosen, x, y, place, scale, INKS["accent"], data_chosen=f"{cell.name}={chosen}")]
    drawn = []
    if may:
        faint = {"stroke_dasharray": "2 3", "fill_opacity": 0.6} if quiet else {"stroke_dasharray": "4 2.6"}
        drawn.append(pen.rect(x - 16, y - 16, 32, 32, 6, INKS["card"], INKS["accent"], 1.2 if quiet else 1.8, **faint))
    if cell.star:
        star = pen.path(house.SHAPES["y"], stroke=INKS["soft"], width=1.6, stroke_linejoin="round")
        drawn.append(pen.group([star], x, y))
    elif not small and (quiet or not may):
        drawn.append(sign(area.rule, x, y, 5.5, mix(paint(area), 0.6, INKS["card"])))
    for k, digit in enumerate("" if quiet else may):
        at = x if len(may) == 1 else x + k * 13 - 6.5
        drawn.append(_numeral(int(digit), at, y, place + k, 0.62 if len(may) == 1 else 0.5, INKS["accent"]))
    return drawn


def _numeral(number: int, x: float, y: float, place: int, scale: float, ink: Ink, **more: Any) -> str:
    """A number written by hand; the place makes each a little different."""
    luck = place * 7919 % 101
    stroke = pen.path(artwork.STROKES[number], stroke=ink, width=3.3, **pen.ROUND)
    at = x + luck % 5 * 0.5 - 1, y + luck % 7 * 0.35 - 1
    return pen.group([pen.group([stroke], -10, -14)], *at, turn=luck % 13 - 6, scale=scale, **more)


def sign(rule: str, x: float, y: float, r: float, ink: Ink) -> str:
    strokes, filled = artwork.SIGNS[rule]
    drawn = [pen.path(strokes, stroke=ink, width=2.2, **pen.ROUND)]
    if filled:
        drawn.append(pen.path(filled, ink, ink, 2.2, **pen.ROUND))
    return pen.group(drawn, x, y, scale=r / 10)


# Beside it


def _fields(view: View, player: Player) -> list[str]:
    """The three falling values of each area: struck ones are crossed out, the one earned is ringed."""
    drawn = []
    for k, area in enumerate(view.sheet.areas):
        row, column = divmod(k, 2)
        earned, strikable = player.earned[k], player.seat == view.you and area.name in view.possible_strikes
        ground = mix(paint(area), 0.18, INKS["card"]) if earned is not None else INKS["card"]
        edge, width = (INKS["glow"], 2.0) if strikable else (INKS["line"], 1.0)
        dashes = "4 3" if strikable else None
        field = [
            pen.rect(0, 0, *FIELD, 8, ground, edge, width, stroke_dasharray=dashes),
            pen.rect(5, 8, 32, 18, 5, mix(paint(area), 0.3, INKS["card"])),
            pen.text(14, 21.6, area.name, 13, weight=700),
            sign(area.rule, 27, 17, 5.4, INKS["ink"]),
        ]
        if area.whole_colour:
            squares, thread = artwork.EVERYWHERE
            marks = [pen.path(squares, stroke=INKS["ink"], width=2), pen.path(thread, stroke=INKS["ink"], width=3)]
            field.append(pen.group(marks, 30, 1, scale=0.5))
        field += [
            pen.group(_value(area, number, earned), 50 + 21 * number, 16 + (number - 1) * 2) for number in range(3)
        ]
        if earned is not None:
            tick = pen.path(artwork.DONE, stroke=INKS["good"], width=3, stroke_linecap="round")
            field.append(pen.group([tick], 110, 8, scale=0.75))
        else:
            field.append(pen.text(FIELD[0] - 6, 21, f"{player.filled[k]}/{area.cells}", 11, INKS["soft"], anchor="end"))
        drawn.append(pen.group(field, column * (FIELD[0] + 6), row * (FIELD[1] + 5), data_area=area.name))
    return drawn


def _value(area: Area, number: int, earned: int | None) -> list[str]:
    value = area.values[number]
    mine, struck = value == earned, number < area.struck and value != earned
    open_now = number == area.struck and earned is None
    ink, weight = (INKS["ink"], 700) if mine or open_now else (INKS["soft"], 400)
    drawn = [pen.text(0, 5.4, value, 16, ink, weight=weight, font_family=pen.SERIF)]
    if mine:
        ring = pen.path(artwork.RING, stroke=INKS["good"], width=2.4, stroke_linecap="round")
        drawn.append(pen.group([ring], scale=0.82))
    if struck:
        cross = pen.path(artwork.STRUCK, stroke=INKS["ink"], width=2, stroke_linecap="round")
        drawn.append(pen.group([cross], scale=0.9))
    return drawn


def _pips(number: int) -> list[str]:
    return [pen.circle(x * 9.4, y * 9.4 - 0.5, 3.4, INKS["ink"]) for x, y in artwork.PIPS[number]]


def _boxes(view: View) -> list[str]:
    """The row that counts the rolls of a solo game: two ticks to a box, and the sign below some of them."""
    drawn = []
    for k, box in enumerate(view.boxes):
        now = box.ticks == 1
        parts = [pen.rect(1.5, 1.5, 17, 19, 3, INKS["card"], INKS["glow" if now else "line"], 2 if now else 1)]
        parts += [pen.path(d, stroke=INKS["ink"], width=2, stroke_linecap="round") for d in artwork.TICKS[: box.ticks]]
        if box.sign:
            parts.append(pen.path(artwork.BOX_SIGN, INKS["line" if box.ticks > 1 else "accent"]))
        drawn.append(pen.group(parts, 20 * k))
    return drawn
