"""Positions as pictures: well-formed, complete, by day and by night, and with no more in them than the seat may see."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as Xml
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from setups import Setup, every_plain_setup, turns
from spieltisch import SPECTATOR, Trouble, new, registry
from spieltisch.games.brilliant import paper
from spieltisch.games.brilliant.view import Cell
from spieltisch.games.genial_dice.events import RowGain
from spieltisch.games.genial_dice.view import Matching
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


def finished(game: str, players: int, variant: str | None = None, **options: str) -> Table:
    table, luck = new(game, players, variant, seed=5, **options), random.Random(2)
    for seat in turns(table, luck, 2000):
        table.act(seat, luck.choice(table.game.legal(table.rows, seat).tolist()))
    assert table.outcome
    return table


def test_the_rope_of_the_duel_shows_who_holds_which_marker() -> None:
    table = finished("genial", 2, "duel")
    view = table.view(0)
    assert any(marker.side is not None for marker in view.duel_track)
    held = replace(
        view, duel_track=tuple(replace(marker, duel_marker_of=k % 2) for k, marker in enumerate(view.duel_track))
    )
    medal = registry.game("genial").module("artwork").MEDAL
    assert depict(table.game, held, Say("en", table.game)).count(medal) == 6


def test_a_tile_of_which_one_half_is_known_is_a_single_hexagon() -> None:
    view = midgame("genial", 2, decisions=4).view(0)
    rules = registry.game("genial")
    known = replace(view, lies=(0,) * len(view.lies), last=None)
    assert sum(marked(depict(rules, known, Say("en", rules)), "tile").values()) == 8


def test_the_end_of_a_game_names_the_winner() -> None:
    table = finished("genial_dice", 2)
    assert "★ winner · 7 points" in table.svg(0)
    paper = finished("brilliant", 2).svg()
    assert "★" in paper


def test_dice_in_a_joker_say_so_and_missing_ones_too() -> None:
    view = midgame("genial_dice", 3).view(0)
    rules, say = registry.game("genial_dice"), Say("en", registry.game("genial_dice"))
    turn = view.players[0]
    used = replace(view, turn=0, used=(1,), matches=(), gains=(RowGain("r", 1, 2), RowGain("g", 0, 1)), opens=(2,))
    svg = depict(rules, used, say)
    assert svg.count(">J<") == 1
    assert ("+1" in svg, "−2" in svg, "−1" in svg) == (True, True, True)
    nothing = replace(view, turn=None, matches=(), players=(replace(turn, dice=""), *view.players[1:]))
    assert "no dice yet" in depict(rules, nothing, say)
    assert "no dice yet" not in svg


def test_matching_dice_of_two_behind_are_joined_by_an_arc() -> None:
    view = midgame("genial_dice", 3).view(0)
    rules = registry.game("genial_dice")
    before = depict(rules, replace(view, turn=1, matches=()), Say("en", rules))
    after = depict(rules, replace(view, turn=1, matches=(Matching(0, 2, (0, 1)),)), Say("en", rules))
    assert after.count("<path") == before.count("<path") + 4


def test_every_card_has_its_pictures() -> None:
    table = midgame("high_score", 3, decisions=6)
    view, rules, say = table.view(0), table.game, Say("en", table.game)
    seen = set()
    for scoring in rules.module("artwork").PICTURES:
        for way, swirl in (("full", "-3"), ("free", "frozen"), ("aside", "choice"), ("aside", "2")):
            card = replace(view.history[-1].card, scoring=scoring, way=way, swirl=swirl)
            shown = replace(view, history=(*view.history[:-1], replace(view.history[-1], card=card)))
            svg = depict(rules, shown, say)
            Xml.fromstring(svg)
            assert say(f"way_{way}").split()[0] in svg
            seen.add(svg)
    assert len(seen) == 4 * len(rules.module("artwork").PICTURES)


def test_pieces_pushed_down_beyond_the_track_and_on_one_field_say_so() -> None:
    table = midgame("high_score", 3)
    view, rules, say = table.view(0), table.game, Say("en", table.game)
    turn = next(turn for played in view.history for turn in played.turns if turn)
    reckoning = replace(turn.reckoning, result=40)
    turns = tuple(replace(turn, seat=seat, field=field, reckoning=reckoning) for seat, field in enumerate((7, 37, 22)))
    shown = replace(view, history=(*view.history[:-1], replace(view.history[-1], turns=turns)))
    svg = depict(rules, shown, say)
    assert set(marked(svg, "piece")) == {"0:7", "1:37", "2:22"}
    assert "+30" in svg
    assert svg.count("line-through") == 3
    lying = replace(shown, rolls_made=0, previous=0, dice_lying=(), dice_aside=(), dice_frozen=())
    assert sum(marked(depict(rules, lying, say), "die").values()) == 7  # until somebody rolls again
    assert "= 40" in depict(rules, lying, say)
    assert not marked(depict(rules, replace(lying, history=(), previous=None), say), "card")
    frozen = replace(view, rolls_made=1, dice_lying=("1",), dice_aside=("2", "3"), dice_frozen=("*",), stands_now=None)
    assert sum(marked(depict(rules, frozen, say), "die").values()) == 4


def test_a_sheet_with_links_and_one_field_for_a_colour() -> None:
    table = new("brilliant", 1, "solo", seed=5, sheet="level-4")
    view: Any = table.view(0)
    assert view.sheet.links
    cells = {cell.name: cell for cell in view.sheet.cells}
    d, _ = paper.bow(*(cells[name] for name in view.sheet.links[0]))
    assert table.svg(0).count(d) == 2


def test_what_is_fresh_and_what_can_be_struck_stand_out() -> None:
    view = midgame("brilliant", 2).view(0)
    rules, say = registry.game("brilliant"), Say("en", registry.game("brilliant"))
    place = next(k for k, number in enumerate(view.players[0].numbers) if number is not None)
    player = replace(
        view.players[0], fresh=view.sheet.cells[place].name, earned=(view.sheet.areas[0].values[0], *[None] * 20)
    )
    shown = replace(view, players=(player, view.players[1]), possible_strikes=(view.sheet.areas[1].name,), possible=())
    svg, plain = depict(rules, shown, say), depict(rules, replace(view, possible=()), say)
    assert svg.count('stroke-dasharray="4 3"') == plain.count('stroke-dasharray="4 3"') + 1
    assert rules.module("artwork").RING in svg
    few = tuple("25" if k == place + 1 else "" for k in range(len(view.sheet.cells)))
    many = tuple("2" for _ in view.sheet.cells)
    assert depict(rules, replace(view, possible=few), say) != depict(rules, replace(view, possible=many), say)


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
    """Paths of symbols stand in artwork.py alone; what the page draws is made from it."""
    web = Path(__file__).parents[1] / "web" / "src"
    sources = {file: file.read_text(encoding="utf-8") for file in web.rglob("*") if file.suffix in (".ts", ".svelte")}
    drop = registry.game("genial").module("svg").pen.artwork.SHAPES["r"]
    assert [file.name for file, text in sources.items() if drop in text] == ["artwork.ts"]
