"""Positions as pictures: well-formed, complete, by day and by night, and with no more in them than the seat may see."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as Xml
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from setups import Setup, every_plain_setup, turns
from spieltisch import SPECTATOR, Trouble, new, registry
from spieltisch.games.brilliant import paper
from spieltisch.games.brilliant.view import Cell
from spieltisch.kernel import generator
from spieltisch.referee import Table
from spieltisch.speech import Say
from spieltisch.svg import depict, hue, mix

LONGEST = 40  # decisions


@cache
def midgame(game: str, players: int, variant: str | None = None, decisions: int = LONGEST) -> Table:
    table, luck = new(game, players, variant, seed=5), random.Random(2)
    for seat in turns(table, luck, decisions):
        table.act(seat, luck.choice(table.game.legal(table.rows, seat).tolist()))
    return table


def marked(svg: str, kind: str) -> Counter[str]:
    """What the parts of a picture say about themselves."""
    found = (element.get(f"data-{kind}") for element in Xml.fromstring(svg).iter())
    return Counter(value for value in found if value is not None)


@every_plain_setup
def test_every_position_has_a_picture_for_everybody(setup: Setup) -> None:
    table, luck = setup.table(seed=3), random.Random(3)
    for seat in turns(table, luck, 12):
        table.act(seat, luck.choice(table.game.legal(table.rows, seat).tolist()))
    for seat in (*range(setup.players), SPECTATOR):
        root = Xml.fromstring(table.svg(seat))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root[0].text == setup.rules.texts("en")["name"]
        assert not re.search(r"\b(None|nan|Ink)\b", table.svg(seat))


def test_every_tile_lies_on_the_board() -> None:
    table = midgame("genial", 2, decisions=10)
    laid = {event.move.split("@")[1].split("-")[0] for event in table.log if "@" in event.move}
    assert len(laid) == 10
    drawn = marked(table.svg(0), "tile")
    assert sum(drawn.values()) == 10
    view = table.view(0)
    covered = [cell for cell in view.cells if cell.colour and not cell.start_symbol]
    assert len(covered) == 20
    assert set(drawn) <= {cell.name for cell in covered}


def test_every_marker_stands_on_a_track() -> None:
    for variant, count in (("base", 12), ("duel", 6)):
        assert sum(marked(midgame("genial", 2, variant, 10).svg(0), "marker").values()) == count


def test_every_mark_is_on_a_sheet_and_every_die_on_the_tray() -> None:
    table = midgame("genial_dice", 3)
    view = table.view(0)
    assert sum(marked(table.svg(0), "mark").values()) == sum(player.sheet.marks for player in view.players) > 10
    assert marked(table.svg(0), "die") == Counter("".join(player.dice for player in view.players))


def test_every_piece_and_chip_and_the_card_are_on_the_board() -> None:
    table = midgame("high_score", 3)
    view, svg = table.view(0), table.svg(0)
    fields = [turn.field if turn else 0 for turn in view.history[-1].turns]
    assert set(marked(svg, "piece")) == {f"{seat}:{field}" for seat, field in enumerate(fields)}
    assert set(marked(svg, "card")) == {str(view.history[-1].card.number)}
    chips = Counter(turn.chip for played in view.history for turn in played.turns if turn and turn.chip)
    assert marked(svg, "chip") == chips
    assert sum(marked(svg, "die").values()) == 7


def test_every_number_is_on_its_sheet() -> None:
    table = midgame("brilliant", 3)
    view = table.view(0)
    written = Counter(
        f"{cell.name}={number}"
        for player in view.players
        for cell, number in zip(view.sheet.cells, player.numbers, strict=True)
        if number is not None
    )
    assert marked(table.svg(0), "written") == written
    assert sum(written.values()) > 10


def test_a_choice_that_the_others_may_not_see_is_drawn_for_whoever_made_it() -> None:
    table = new("brilliant", 2, seed=5)
    while len(table.waiting) != 2 or "write" not in table.view(0).phase:
        table.act(table.waiting[0], int(table.game.legal(table.rows, table.waiting[0])[0]))
    seen = {seat: table.svg(seat) for seat in (1, SPECTATOR)}
    table.act(
        0,
        next(
            a for a in map(int, table.game.legal(table.rows, 0)) if "=" in str(table.game.shown_move(table.rows, 0, a))
        ),
    )
    assert len(marked(table.svg(0), "chosen")) == 1
    for seat, before in seen.items():
        after = table.svg(seat)
        assert not marked(after, "chosen")
        assert marked(after, "written") == marked(before, "written")


@pytest.mark.parametrize("game", ["genial", "brilliant"])
def test_a_picture_is_the_same_whatever_the_seat_may_not_know(game: str) -> None:
    table = midgame(game, 2)
    rules, say = table.game, Say("en", table.game)
    for seat in (0, 1):
        imagined = rules.hidden(table.rows, seat)
        rules.engine.imagine(imagined, seat, generator(9))
        assert depict(rules, rules.view(imagined, seat), say) == table.svg(seat)


def test_a_rack_is_open_to_its_owner_alone() -> None:
    table = midgame("genial", 2, decisions=4)
    assert table.svg(0) != table.svg(1)
    hidden = table.svg(SPECTATOR)
    symbols = len(re.findall("<path", hidden))
    assert len(re.findall("<path", table.svg(0))) == symbols + 12  # two on each of six tiles
    assert table._repr_svg_() == hidden


def test_light_and_dark_are_in_the_same_picture() -> None:
    table = midgame("genial_dice", 3)
    both, light, dark = (table.svg(0, theme=theme) for theme in ("auto", "light", "dark"))
    day, night = both.split("@media (prefers-color-scheme:dark)")
    assert "{fill:#f5efe4}" in day
    assert "{fill:#1c1a18}" in night
    assert "{fill:#f5efe4}" in light and "#1c1a18" not in light
    assert "{fill:#1c1a18}" in dark and "#f5efe4" not in dark


@pytest.mark.parametrize(
    ("one", "share", "other", "mixed"),
    [
        ("#fffaf0", 0.52, "#c8352b", "eca191"),
        ("#e9bd20", 0.6, "#37322b", "9d8234"),
        ("#13110f", 0.68, "#f0b04a", "513e24"),
        ("#7d4a9e", 0.52, "#000000", "2f193e"),
    ],
)
def test_colours_are_mixed_as_the_browser_mixes_them(one: str, share: float, other: str, mixed: str) -> None:
    """What Chromium makes of `color-mix(in oklab, ...)`."""
    assert mix(hue(one), share, hue(other)).light == mixed


def test_the_outline_of_an_area_goes_round_its_holes() -> None:
    ring = [Cell("", row, column, "A", False) for row in range(3) for column in range(3) if (row, column) != (1, 1)]
    outline = paper.outline(ring, 1.6, 7)
    assert outline.count("Z") == 2
    assert outline.count("Q") == 8
    apart = [Cell("", 0, 0, "A", False), Cell("", 1, 1, "A", False)]  # they touch at a corner only
    assert paper.outline(apart, 1.6, 7).count("Z") == 2
    assert [len(piece) for piece in paper.pieces(apart)] == [1, 1]


def test_names_are_no_markup() -> None:
    table = new("genial", 2, seed=1, names=("<b>&\x00", "a very long name that no panel has room for"))
    texts = [element.text or "" for element in Xml.fromstring(table.svg()).iter()]
    assert "<b>&" in texts
    assert "a very long name that n…" in texts
    assert "Player 1" in new("genial", 2, seed=1).svg()
    assert "Spieler 1" in new("genial", 2, seed=1, language="de").svg()


def test_a_game_from_outside_is_described_line_by_line() -> None:
    table = new("pig", 2, seed=1)
    assert not table.game.has("svg")
    said = " ".join(element.text or "" for element in Xml.fromstring(table.svg(0)).iter())
    assert "Player 1" in said
    assert "points" in said


def test_a_picture_for_nobody_is_refused() -> None:
    table = new("pig", 2, seed=1)
    with pytest.raises(Trouble, match="seats are 0 to 1, not 7"):
        table.svg(7)
    with pytest.raises(Trouble, match="auto, light, dark, not 'pink'"):
        table.svg(theme="pink")


def test_no_shape_is_drawn_twice_over() -> None:
    """Paths of symbols stand in look.py alone; what the page draws is made from it."""
    web = Path(__file__).parents[1] / "web" / "src"
    sources = {file: file.read_text(encoding="utf-8") for file in web.rglob("*") if file.suffix in (".ts", ".svelte")}
    drop = registry.game("genial").module("svg").pen.look.SHAPES["r"]
    assert [file.name for file, text in sources.items() if drop in text] == ["look.ts"]
