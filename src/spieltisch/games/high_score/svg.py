"""Track, card, dice and rounds as a picture, drawn as in the browser."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from spieltisch import svg as pen
from spieltisch.games.high_score import artwork
from spieltisch.games.high_score.events import Card, Reckoning, Turn, signed
from spieltisch.games.high_score.view import Round, View
from spieltisch.speech import Say
from spieltisch.svg import INKS, Ink, Picture, hue

EDGE = 10
GAP = 12
UNIT = 4.6  # of the picture for a tenth of a field
BOARD = (artwork.COLUMNS * 10 + 2, artwork.ROWS * 10 + 2)
DIE = 48
SMALL = 12  # a die in the picture of a scoring


def svg(view: View, say: Say) -> Picture:
    wide, high = BOARD[0] * UNIT, BOARD[1] * UNIT
    drawn = [pen.rect(EDGE, EDGE, wide, high, 12, INKS["well"])]
    drawn.append(pen.group(_board(view, say), EDGE + UNIT, EDGE + UNIT, scale=UNIT))
    y = EDGE + high + GAP
    drawn.append(pen.group(_dice(view, wide), EDGE, y))
    y += DIE + 26 + GAP
    rows = 34 + 34 * len(view.players)
    drawn.append(pen.group(_rounds(view, say, wide, rows), EDGE, y))
    return Picture(2 * EDGE + wide, y + rows + EDGE, "".join(drawn), 1.4)


# The board


def on_board(position: int, fields: int) -> tuple[int, int]:
    """The field on which a piece stands, and what its marker adds."""
    field = (position - 1) % fields + 1
    return field, position - field


def middle_of(field: int) -> tuple[float, float]:
    """The middle of a field, in tenths of a field's width."""
    step, right, down = field - 1, artwork.COLUMNS - 1, artwork.ROWS - 1
    if step <= right:
        column, row = step, 0
    elif step <= right + down:
        column, row = right, step - right
    elif step <= 2 * right + down:
        column, row = 2 * right + down - step, down
    else:
        column, row = 0, 2 * (right + down) - step
    return column * 10 + 5, row * 10 + 5


def _board(view: View, say: Say) -> list[str]:
    drawn = []
    for field in range(1, view.track + 1):
        x, y = middle_of(field)
        ten, five = field % 10 == 0, field % 10 == 5
        ground, edge = INKS["paper" if ten or five else "card"], INKS["accent" if ten else "line"]
        drawn.append(pen.rect(x - 4.6, y - 4.6, 9.2, 9.2, 2, ground, edge, 0.6 if ten else 0.3))
        drawn.append(pen.text(x, y + 1.2, field, 3.5, INKS["soft"], weight=600))
    share = 80 / len(view.players)
    homes = {player.seat: (10 + share * player.seat + 0.8 + min(0.3 * share, 7), 54.6) for player in view.players}
    for player in view.players:
        (x, y), turn = homes[player.seat], player.seat == view.turn
        edge, width = (INKS["accent"], 0.9) if turn else (INKS["line"], 0.3)
        drawn += [
            pen.rect(10 + share * player.seat + 0.8, 50, share - 1.6, 9.2, 3, INKS["card"], edge, width),
            pen.circle(x, y, 3.4, stroke=INKS["line"], width=0.5, stroke_dasharray="1 0.8"),
            pen.text(
                x + 6.6,
                y + 1.7,
                player.points,
                4.6,
                weight=700,
                font_family=pen.SERIF,
                text_decoration="underline" if player.leads and player.points else None,
            ),
        ]
    if view.history:
        drawn.append(_card(view, view.history[-1], say))
    return drawn + _pieces(view, homes)


def _pieces(view: View, homes: dict[int, tuple[float, float]]) -> list[str]:
    """Those of this round; pieces on the same field (7 and 37) stand side by side, those not placed wait."""
    turns: tuple[Turn | None, ...] = view.history[-1].turns if view.history else (None,) * len(view.players)
    crowd: dict[int, int] = {}
    drawn = []
    for seat, turn in enumerate(turns):
        if turn is None or turn.field == 0:
            drawn.append(pen.group([_piece(seat)], *homes[seat], scale=0.3, data_piece=f"{seat}:0"))
            continue
        field, marker = on_board(turn.field, view.track)
        before = crowd.get(field, 0)
        crowd[field] = before + 1
        x, y = middle_of(field)
        parts = [_piece(seat)]
        if marker:
            flag = [
                pen.rect(-8, -5, 16, 9, 2.4, INKS["ink"]),
                pen.text(0, 1.9, f"+{marker}", 7, INKS["paper"], weight=700),
            ]
            parts.append(pen.group(flag, 0, -9))
        if turn.field < turn.reckoning.result:  # pushed down
            came = on_board(turn.reckoning.result, view.track)[0]
            sign = [
                pen.rect(-7, -5, 14, 9, 2.4, INKS["card"], INKS["ink"]),
                pen.text(0, 1.9, came, 7, INKS["soft"], weight=700, text_decoration="line-through"),
            ]
            parts.append(pen.group(sign, 0, 10))
        at = (x + before * 2.4, y + before * 1.6)
        drawn.append(pen.group(parts, *at, scale=0.4, data_piece=f"{seat}:{turn.field}"))
    return drawn


def _piece(seat: int) -> str:
    foot = pen.group([pen.seat_mark(seat, 0, 1.3, 10, stroke=INKS["ink"], width=1)], opacity=0.35)
    return foot + pen.seat_mark(seat, 0, 0, 10, stroke=INKS["ink"], width=1)


# The card


def _card(view: View, turned: Round, say: Say) -> str:
    card, wide, high = turned.card, 78.0, 38.6
    drawn = [
        pen.rect(0, 0, wide, high, 2.6, INKS["card"], INKS["line"], 0.3),
        pen.path(f"M0 6.4V2.6A2.6 2.6 0 0 1 2.6 0H{wide - 2.6}A2.6 2.6 0 0 1 {wide} 2.6V6.4Z", INKS["accent"]),
    ]
    title = say("round", round=turned.number, rounds=view.rounds)
    band: dict[str, Any] = {"weight": 600, "font_family": pen.SERIF}
    drawn.append(pen.text(3, 4.5, title, 3.6, INKS["accent-ink"], anchor="start", **band))
    number = f"№ {card.number}"
    drawn.append(pen.text(wide - 3, 4.5, number, 3.6, INKS["accent-ink"], anchor="end", **band))
    parts = [
        (say(f"way_{card.way}"), way_picture(card.way)),
        (say(f"scoring_{card.scoring}"), scoring_picture(card.scoring)),
        (swirl_name(card, say), swirl_picture(card.swirl)),
    ]
    for k, (name, picture) in enumerate(parts):
        x = wide * (k + 0.5) / 3
        shift = 1.6 if k == 2 else 0  # the swirl is drawn to the right of the middle
        drawn.append(pen.group(picture, x + shift, 17, scale=0.31))
        for line, said in enumerate(wrap(name, 14)[:3]):
            drawn.append(pen.text(x, 29 + 3.5 * line, said, 3.1, weight=600, font_family=pen.SERIF))
        if k:
            d = f"M{pen.number(wide * k / 3)} 7V{pen.number(high - 1)}"
            drawn.append(pen.path(d, stroke=INKS["line"], width=0.3, stroke_dasharray="1 0.8"))
    return pen.group(drawn, 11, 10.8, data_card=card.number)


def swirl_name(card: Card, say: Say) -> str:
    if card.swirl in ("frozen", "choice"):
        return say(f"swirl_{card.swirl}")
    return say("swirl_is", value=signed(card.swirl))


def way_picture(way: str) -> list[str]:
    """All in the turning arrow, some of them, or one after the other into the tray."""
    arrow: dict[str, Any] = {"stroke": INKS["accent"], "width": 2.2, **pen.ROUND}
    if way == "aside":
        return [
            *(pen.rect(x, y, 11, 11, 2.6, INKS["paper"], INKS["ink"], 1.3) for x, y in artwork.BESIDE_THE_TRAY),
            pen.path(artwork.INTO_THE_TRAY, **arrow),
            pen.rect(13, -3, 11, 11, 2.6, INKS["accent"], INKS["ink"], 1.3),
            pen.path(artwork.TRAY, **{**arrow, "stroke": INKS["ink"]}),
        ]
    dice = [
        pen.rect(x, y, 10, 10, 2.4, INKS["accent" if way == "full" or k in (0, 3) else "paper"], INKS["ink"], 1.3)
        for k, (x, y) in enumerate(artwork.IN_THE_ARROW)
    ]
    rolls = pen.text(24, 6.5, f"{4 if way == 'full' else 3}×", 17, weight=700)
    return [pen.path(artwork.TURNING, **arrow), *dice, rolls]


def scoring_picture(scoring: str) -> list[str]:
    """Above, dice that count; below, what happens to the rest. Bars join what counts together."""
    above, rest, minus = artwork.PICTURES[scoring]
    gap = 8 if scoring == "sum" else 2.5 if len(above) > 2 else 5
    x = -(len("".join(above)) * (SMALL + 1) - len(above) + (len(above) - 1) * gap) / 2
    high = -15 if rest else -7
    drawn = []
    for k, faces in enumerate(above):
        y = 4.5 - k * 6.6 if scoring in artwork.STAIRS else high
        width = len(faces) * (SMALL + 1) - 1
        drawn += [_small_die(face, x + n * (SMALL + 1), y, INKS["good"]) for n, face in enumerate(faces)]
        if len(faces) > 1:
            d = f"M{pen.number(x)} {pen.number(y + SMALL + 2.2)}v1.2h{width}v-1.2"
            drawn.append(pen.path(d, stroke=INKS["good"], width=1.4))
        if note := artwork.NOTES.get(scoring):
            drawn.append(pen.text(x + width + 10, y + 10.5, note, 11, INKS["good"], weight=700))
        if scoring == "sum" and k:
            d = f"M{pen.number(x - 4)} {pen.number(y + 4)}v5M{pen.number(x - 6.5)} {pen.number(y + 6.5)}h5"
            drawn.append(pen.path(d, stroke=INKS["good"], width=1.4))
        x += width + gap
    if rest:
        left = -(len(rest) * (SMALL + 1)) / 2 + 4
        if minus:
            d = f"M{pen.number(left - 11)} 10.5h7"
            drawn.append(pen.path(d, stroke=INKS["bad"], width=2.2, stroke_linecap="round"))
        else:
            drawn.append(pen.text(left - 7, 14.4, "0", 9.6, INKS["soft"], weight=700))
        ink, dashes = (INKS["bad"], "2.2 1.4") if minus else (INKS["grey"], "1 1.6")
        drawn += [_small_die(face, left + n * (SMALL + 1), 4, ink, dashes) for n, face in enumerate(rest)]
    return drawn


def _small_die(face: str, x: float, y: float, edge: Ink, dashes: str | None = None) -> str:
    body = pen.rect(x, y, SMALL, SMALL, 3, INKS["paper"], edge, 1.3, stroke_dasharray=dashes)
    return body + pen.text(x + SMALL / 2, y + 9.4, face, 9.6, weight=700)


def swirl_picture(swirl: str) -> list[str]:
    """A number, a crystal of ice, or a choice; and a sign, coloured, whether that mostly helps (§7)."""
    helps = swirl == "choice" or (swirl != "frozen" and int(swirl) > 0)
    die = [pen.rect(-17, -17, 34, 34, 7.5, INKS["paper"], INKS["ink"], 1.5), *_face("*")]
    drawn = [
        pen.path(artwork.HELPS if helps else artwork.HURTS, INKS["good" if helps else "bad"]),
        pen.group(die, -17, 0, scale=0.82),
    ]
    if swirl == "frozen":
        ice: dict[str, Any] = {"stroke": INKS["b"], "width": 1.8, **pen.ROUND}
        arms = [pen.group([pen.path(artwork.ICE, **ice)], turn=turn) for turn in (0, 60, 120)]
        return [*drawn, pen.group(arms, 12), pen.text(30, 5.5, "0", 16, weight=700)]
    if swirl == "choice":
        return [*drawn, pen.text(17, 5, "0–6", 16, weight=700)]
    return [*drawn, pen.text(17, 7.5, signed(swirl), 21, weight=700)]


# The dice


def _face(face: str) -> list[str]:
    if face != "*":
        return [pen.circle(x, y - 0.5, 3.5, INKS["ink"]) for x, y in artwork.PIPS[face]]
    x, y, r = artwork.SEED
    swirl = [
        pen.path(artwork.SWIRL, stroke=INKS["accent"], width=3.4, stroke_linecap="round"),
        pen.circle(x, y, r, INKS["accent"]),
    ]
    return [pen.group(swirl, 0, -0.5)]


def _dice(view: View, wide: float) -> list[str]:
    """Those that lie there, then those that stand for good and the frozen; under each what it brings."""
    turn = view.last_turn if view.rolls_made == 0 else None
    reckoning: Reckoning | None
    if turn is not None and view.history and view.history[-1].turns[turn.seat] is turn:
        groups, reckoning = [(_faces_of(turn.reckoning), "lying")], turn.reckoning
    else:
        groups = [
            (list(view.dice_lying), "lying"),
            (list(view.dice_aside), "aside"),
            (list(view.dice_frozen), "frozen"),
        ]
        reckoning = view.stands_now
    left = _values(reckoning)
    drawn, x = [], 4.0
    for faces, place in groups:
        for face in sorted(faces, key="12345*".index):
            kind, value = _taken(left, face)
            opacity = 0.62 if kind == "ignored" else None
            drawn.append(pen.die(x, 0, DIE, _face(face), opacity=opacity, data_die=face))
            if place == "frozen":
                drawn.append(pen.rect(x, -0.5, DIE, DIE, 11, stroke=INKS["b"], width=2))
            if kind:
                plus = (kind == "counted") == (value >= 0)
                tag = "0" if kind == "ignored" else f"{'+' if plus else '−'}{abs(value)}"
                ink = {"counted": INKS["good"], "subtracted": INKS["bad"]}.get(kind, INKS["soft"])
                drawn.append(pen.text(x + DIE / 2, DIE + 16, tag, 14, ink, weight=700))
            x += DIE + 6
        x += 14 if faces else 0
    if reckoning is not None:
        result = f"= {signed(reckoning.result)}"
        drawn.append(pen.text(wide - 4, DIE / 2 + 8, result, 22, weight=700, anchor="end"))
    return drawn


def _faces_of(reckoning: Reckoning) -> list[str]:
    dice = [die for term in reckoning.counted for die in term] + [*reckoning.subtracted, *reckoning.ignored]
    return [face for face, _ in dice]


def _values(reckoning: Reckoning | None) -> list[tuple[str, str, int]]:
    """What each die brings: its face, the part it plays, and its value."""
    if reckoning is None:
        return []
    parts = [("counted", die) for term in reckoning.counted for die in term]
    parts += [("subtracted", die) for die in reckoning.subtracted] + [("ignored", die) for die in reckoning.ignored]
    return [(face, kind, value) for kind, (face, value) in parts]


def _taken(left: list[tuple[str, str, int]], face: str) -> tuple[str, int]:
    for k, (shown, kind, value) in enumerate(left):
        if shown == face:
            del left[k]
            return kind, value
    return "", 0


# The rounds


def _rounds(view: View, say: Say, wide: float, high: float) -> list[str]:
    """Where each piece stood and the chip it earned; results that were not placed in brackets."""
    drawn = [pen.panel(0, 0, wide, high)]
    first, last = wide * 0.26, wide * 0.12
    column = (wide - first - last) / view.rounds
    for k in range(view.rounds):
        now = k + 1 == view.round and view.phase != "over"
        ink, weight = (INKS["accent"], 700) if now else (INKS["soft"], 400)
        drawn.append(pen.text(first + (k + 0.5) * column, 21, k + 1, 13, ink, weight=weight))
    drawn.append(pen.text(wide - last / 2, 21, say("points"), 12, INKS["soft"]))
    for player in view.players:
        y = 34 + 34 * player.seat
        drawn.append(pen.path(f"M6 {y}H{pen.number(wide - 6)}", stroke=INKS["line"], width=0.8))
        drawn.append(pen.heading(player.seat, say.seat(player.seat), 8, y + 17, 14, turn=player.seat == view.turn))
        for k, played in enumerate(view.history):
            drawn.append(_stood(played.turns[player.seat], first + (k + 0.5) * column, y + 17))
        leads = player.leads and player.points > 0
        ink, line = (INKS["accent"], "underline") if leads else (INKS["ink"], None)
        drawn.append(
            pen.text(
                wide - last / 2, y + 23, player.points, 18, ink, weight=700, font_family=pen.SERIF, text_decoration=line
            )
        )
    return drawn


def _stood(turn: Turn | None, x: float, y: float) -> str:
    if turn is None:
        return pen.text(x, y + 5, "·", 14, INKS["soft"])
    if not turn.field:
        return pen.text(x, y + 5, f"({signed(turn.reckoning.result)})", 13, INKS["soft"])
    if turn.chip is None:
        return pen.text(x, y + 5, turn.field, 14)
    return pen.text(x - 1, y + 5, turn.field, 14, anchor="end") + chip_picture(turn.chip, x + 9, y, 9)


def chip_picture(chip: str, x: float, y: float, r: float) -> str:
    metal, rim = (hue(colour) for colour in artwork.METALS[chip])
    drawn = [
        pen.circle(0, 0, 11, metal, rim, 1.4),
        pen.circle(0, 0, 8, stroke=rim, width=0.9, stroke_dasharray="1.6 1.5"),
        pen.text(0, 4.4, artwork.POINTS[chip], 12, hue(artwork.ON_METAL), weight=700),
    ]
    return pen.group(drawn, x, y, scale=r / 12, data_chip=chip)
