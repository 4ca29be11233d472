"""The pad of the dice game: a sheet for one player and one game."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch import artwork as house
from spieltisch import blanks
from spieltisch import svg as pen
from spieltisch.contract import Content
from spieltisch.games.genial_dice import artwork
from spieltisch.games.genial_dice.moves import LETTERS
from spieltisch.games.genial_dice.svg import fields
from spieltisch.games.genial_dice.view import View
from spieltisch.speech import Say
from spieltisch.svg import INKS, Picture, mix

THINGS = {"pad": 4}
STEP = artwork.ROW + 3
JOKERS = {2: 1, 3: 2}  # equal dice and their marks; the four are an option


def printed(thing: str, say: Say, options: Mapping[str, str], content: Content) -> list[Picture]:
    sections = tuple(map(int, options["sheet"].split("+")))
    places, end = fields(sections)
    wide = end + 4
    drawn = [blanks.head(say, wide), pen.group(_brackets(sections), 0, blanks.HEAD)]
    top = blanks.HEAD + 24
    for number, letter in enumerate(LETTERS):
        drawn.append(pen.group(_row(letter, places), 0, top + number * STEP))
    y = top + len(LETTERS) * STEP + 8
    drawn.append(pen.group(_jokers(say, int(options["four_of_a_kind"]), wide), 0, y))
    note, high = blanks.small_print(say("pad_opens"), 0, y + 26, wide)
    drawn.append(note)
    y += 32 + high
    drawn.append(_match(say, y, wide, sum(sections)))
    return [Picture(wide, y + 26, "".join(drawn))]


def points(view: View) -> tuple[int, ...]:
    return tuple(player.sheet.marks for player in view.players)


def _brackets(sections: tuple[int, ...]) -> list[str]:
    """Over each section its fields; a lock over those that are closed at first."""
    drawn, first = [], 1
    places, _ = fields(sections)
    for section, size in enumerate(sections):
        own = [x for x, other in places if other == section]
        left, right = own[0], own[-1] + artwork.CELL
        d = f"M{left} 20v-4a3 3 0 0 1 3-3H{right - 3}a3 3 0 0 1 3 3v4"
        drawn.append(pen.path(d, stroke=blanks.FIELD, width=1.1))
        said = f"{first}–{first + size - 1}" if size > 1 else str(first)
        middle = (left + right) / 2
        drawn.append(pen.text(middle if not section else middle + 6, 9, said, 11, blanks.GUIDE))
        if section:
            lock = [
                pen.path(artwork.SHACKLE, stroke=INKS["ink"], width=1.7),
                pen.rect(-4.6, -1.4, 9.2, 6.8, 1.6, INKS["ink"]),
            ]
            drawn.append(pen.group(lock, middle - 6 - blanks.letters(said, 11) / 2, 5, scale=0.9))
        first += size
    return drawn


def _row(letter: str, places: list[tuple[float, int]]) -> list[str]:
    """The symbol in front in its colour, and in each field so faintly that a cross can be seen on it."""
    drawn = [pen.symbol(letter, 16, artwork.ROW / 2, 11, stroke=INKS["ink"], width=0.8, stroke_linejoin="round")]
    faint = mix(INKS[letter], 0.45, INKS["sheet"])
    for x, _ in places:
        drawn.append(blanks.field(x, 2, artwork.CELL, artwork.HIGH, r=5))
        symbol = pen.path(house.SHAPES[letter], fill=None, stroke=faint, width=1.3, stroke_linejoin="round")
        drawn.append(pen.group([symbol], x + artwork.CELL / 2, 2 + artwork.HIGH / 2, scale=0.85))
    return drawn


def _jokers(say: Say, four: int, wide: float) -> list[str]:
    """Equal dice, and the marks that they bring as a joker."""
    drawn = [pen.text(0, 14, say("pad_joker"), 12, weight=700, anchor="start")]
    x = blanks.letters(say("pad_joker"), 12) + 14
    step = (wide - x) / 3
    for k, (dice, marks) in enumerate({**JOKERS, 4: four}.items()):
        at = x + k * step
        for die in range(dice):
            drawn.append(pen.rect(at + die * 11, 5, 9, 9, 2, INKS["sheet"], INKS["ink"], 1))
        drawn.append(pen.text(at + dice * 11 + 3, 14, f"→ {marks}", 13, weight=700, anchor="start"))
    return drawn


def _match(say: Say, y: float, wide: float, most: int) -> str:
    """§7 Points of a match: a full sheet counts as much as a row is long, any other its shortest row."""
    said = say("pad_match", n=most)
    drawn = [pen.text(0, y + 15, said, 11, blanks.GUIDE, anchor="start")]
    drawn.append(blanks.field(wide - 40, y, 40, 22))
    return "".join(drawn)
