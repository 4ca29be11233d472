"""What can be printed of High Score: the table of rounds, and the cards of a deck to cut out, with backs or without."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch import blanks
from spieltisch import svg as pen
from spieltisch.contract import Content
from spieltisch.games.high_score import artwork
from spieltisch.games.high_score.events import Card
from spieltisch.games.high_score.rules import ROUNDS
from spieltisch.games.high_score.svg import chip_picture, scoring_picture, swirl_name, swirl_picture, way_picture
from spieltisch.games.high_score.view import View
from spieltisch.speech import Say
from spieltisch.svg import INKS, Picture, mix

THINGS = {"pad": 2, "cards": 9, "duplex": 9}
PLAYERS = 5
COLUMN, ROW = 92.0, 36.0
CARD = (252.0, 352.0)  # as large as playing cards, nine on a sheet of A4
ROUND = 14  # its corners
BAND, PART = 38, 101  # the head of a card; each of its three parts
TINT = mix(INKS["accent"], 0.13, INKS["sheet"])


def printed(thing: str, say: Say, options: Mapping[str, str], content: Content) -> list[Picture]:
    if thing in ("cards", "duplex"):
        own, back = content.data["source"] == "own", _back(say) if thing == "duplex" else None
        return [_card(_read(number, card), say, back, own=own) for number, card in _numbered(content)]
    return [_table(say)]


def points(view: View) -> tuple[int, ...]:
    return tuple(player.points for player in view.players)


# The table of rounds


def _table(say: Say) -> Picture:
    """For each round and player the field reached and the chip earned, which is ringed; below, chips and points."""
    first = 60.0
    wide = first + PLAYERS * COLUMN
    drawn = [blanks.head(say, wide, name=False), blanks.line(say("pad_day"), wide * 0.72, 15, wide)]
    y = 30.0
    drawn.append(pen.text(0, y + 21, say("pad_round"), 11, blanks.GUIDE, anchor="start"))
    for player in range(PLAYERS):
        drawn.append(blanks.field(first + player * COLUMN, y, COLUMN - 4, 30))
        drawn.append(pen.text(first + player * COLUMN + 4, y + 9, say("pad_name"), 7.5, blanks.GUIDE, anchor="start"))
    y += 36
    for number in range(1, ROUNDS + 1):
        drawn.append(pen.text(22, y + 22, number, 17, weight=700))
        for player in range(PLAYERS):
            drawn.append(pen.group(_cell(), first + player * COLUMN, y))
        y += ROW
    y += 6
    for metal, worth in artwork.POINTS.items():
        drawn += [chip_picture(metal, 13, y + 12, 11), pen.text(30, y + 16, f"× {worth}", 12, anchor="start")]
        for player in range(PLAYERS):
            drawn.append(blanks.field(first + player * COLUMN, y, COLUMN - 4, 24))
        y += 27
    drawn.append(pen.text(0, y + 21, say("pad_points"), 12, weight=700, anchor="start"))
    for player in range(PLAYERS):
        drawn.append(pen.rect(first + player * COLUMN, y, COLUMN - 4, 32, 3, INKS["sheet"], INKS["ink"], 1.8))
    note, high = blanks.small_print(say("pad_chips"), 0, y + 38, wide)
    return Picture(wide - 4, y + 42 + high, "".join([*drawn, note]))


def _cell() -> list[str]:
    drawn = [blanks.field(0, 0, COLUMN - 4, ROW - 4)]
    for k, worth in enumerate(artwork.POINTS.values()):
        x = COLUMN - 48 + k * 16
        drawn.append(pen.circle(x, ROW / 2 - 2, 7, INKS["sheet"], blanks.FIELD, 0.8))
        drawn.append(pen.text(x, ROW / 2 + 1.6, worth, 9.5, blanks.GUIDE))
    return drawn


# The cards


def _numbered(content: Content) -> list[tuple[int, Mapping[str, object]]]:
    return list(enumerate(content.data["card"], 1))


def _read(number: int, card: Mapping[str, object]) -> Card:
    return Card(number, str(card["way"]), str(card["scoring"]), str(card["swirl"]), "")


def _card(card: Card, say: Say, back: Picture | None, *, own: bool) -> Picture:
    """How to roll, what counts, what the swirl is worth: each as a picture, in words, and in a sentence."""
    wide, high = CARD
    drawn = [
        pen.rect(1, 1, wide - 2, high - 2, ROUND, INKS["sheet"], INKS["ink"], 1.6),
        pen.path(f"M1 {BAND}V{ROUND}q0 -13 13 -13H{wide - ROUND}q13 0 13 13V{BAND}Z", INKS["accent"]),
        pen.text(16, 25, say.game_name(), 17, INKS["accent-ink"], weight=700, anchor="start"),
        pen.text(wide - 16, 25, f"№ {card.number}", 17, INKS["accent-ink"], weight=700, anchor="end"),
    ]
    parts = [
        (say(f"way_{card.way}"), way_picture(card.way), say(f"way_{card.way}_means"), 0.0),
        (say(f"scoring_{card.scoring}"), scoring_picture(card.scoring), say(f"scoring_{card.scoring}_means"), 0.0),
        (swirl_name(card, say), swirl_picture(card.swirl), _swirl_means(card, say), 8.0),
    ]
    for k, (name, picture, means, shift) in enumerate(parts):
        top = BAND + k * PART
        drawn.append(pen.rect(8, top + 5, wide - 16, 52, 8, TINT))
        drawn.append(pen.group(picture, 66 + shift, top + 31, scale=1.35))
        rows = blanks.wrapped(name, wide - 144, 16, bold=True)
        for line, row in enumerate(rows):
            middle = top + 36.5 + (line - (len(rows) - 1) / 2) * 18
            drawn.append(pen.text(132, middle, row, 16, weight=700, anchor="start"))
        drawn.append(blanks.small_print(means, 14, top + 58, wide - 28, 11.8, INKS["ink"])[0])
    if own:
        drawn.append(pen.text(wide / 2, high - 7, say("own_deck"), 7.5, blanks.GUIDE))
    return Picture(wide, high, "".join(drawn), cut=True, back=back)


def _back(say: Say) -> Picture:
    """The same both ways up: swirls, and the name of the game twice."""
    wide, high = CARD
    drawn = [
        pen.rect(1, 1, wide - 2, high - 2, ROUND, INKS["sheet"], INKS["ink"], 1.6),
        pen.rect(11, 11, wide - 22, high - 22, 8, TINT, INKS["accent"], 2),
    ]
    faint = mix(INKS["accent"], 0.42, INKS["sheet"])
    for row in range(9):
        for column in range(6):
            x, y = wide / 2 + (column - 2.5) * 38, high / 2 + (row - 4) * 36
            if abs(row - 4) > 1:
                swirl = [
                    pen.path(artwork.SWIRL, stroke=faint, width=3, stroke_linecap="round"),
                    pen.circle(*artwork.SEED, faint),
                ]
                drawn.append(pen.group(swirl, x, y, turn=180 if row > 4 else 0))
    drawn.append(pen.rect(11, high / 2 - 42, wide - 22, 84, 0, INKS["accent"]))
    title = [pen.text(0, -13, say.game_name(), 26, INKS["accent-ink"], weight=700)]
    drawn += [pen.group(title, wide / 2, high / 2, turn=turn) for turn in (0, 180)]
    return Picture(wide, high, "".join(drawn), cut=True)


def _swirl_means(card: Card, say: Say) -> str:
    if card.swirl in ("frozen", "choice"):
        return say(f"swirl_{card.swirl}_means")
    value = int(card.swirl)
    kind = "zero" if not value else "positive" if value > 0 else "negative"
    return say(f"swirl_{kind}_means", value=card.swirl.replace("-", "−"))
