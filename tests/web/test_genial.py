"""The tile game in a real browser: tiles by clicking, dragging and typing, on a desk and on a phone."""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from games.genial.drawing import position
from kit import arrange
from spieltisch import Table
from spieltisch.server.values import kind_of, move_of
from trying import once
from web.conftest import Browse
from web.house import House, Opened

VARIANTS = [
    ("base", ("Anna", "random")),
    ("base", ("Anna", "random", "random")),
    ("base", ("Anna", "random", "random", "random")),
    ("solo", ("Anna",)),
    ("team", ("Anna", "random", "random", "random")),
    ("duel", ("Anna", "random")),
]


def tile(page: Page, number: int) -> Locator:
    return page.get_by_role("button", name=re.compile(rf"^Tile {number}:"))


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def lay_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Lay", exact=True)


def possible(page: Page) -> Locator:
    """The cells on which the tile in the hand may lie."""
    return page.locator('[data-cell][aria-disabled="false"]')


def lightness(page: Page, drawn: str) -> float:
    """Of what fills it, from 0 to 1."""
    said: str = page.locator(drawn).first.evaluate(
        "at => { const probe = document.createElement('i'); at.ownerDocument.body.append(probe);"
        " probe.style.color = `color-mix(in oklab, ${getComputedStyle(at).fill}, transparent 0%)`;"
        " const said = getComputedStyle(probe).color; probe.remove(); return said }"
    )
    return float(re.findall(r"[\d.]+", said)[0])


def free_cells(page: Page) -> Locator:
    return page.locator('[data-cell][aria-label$=": free"]')


def my_turn(page: Page) -> Locator:
    return page.get_by_text("Choose a tile.").or_(page.get_by_text("Now choose a cell.")).first


def lay(page: Page, number: int = 1, place: int = 0) -> None:
    """Tile, cell, and the button."""
    expect(my_turn(page)).to_be_visible()
    if page.get_by_text("Choose a tile.").count():
        tile(page, number).click()
    possible(page).nth(place).click()
    lay_button(page).click()


def events(at: Opened) -> int:
    return int(at.scene(0)["events"])


def test_a_whole_game_against_a_bot_by_clicking(house: House, page: Page) -> None:
    at = house.open("genial", "Anna", "random")
    page.goto(at.link(0))
    over = page.get_by_role("heading", name=re.compile("game is over|Game over", re.IGNORECASE))
    exchange = page.get_by_role("button", name=re.compile("^Exchange"))
    turns = 0
    while True:
        expect(my_turn(page).or_(exchange).or_(over).first).to_be_visible()
        if over.count():
            break
        if exchange.count():
            exchange.click()
            expect(exchange).to_have_count(0)
            continue
        before = free_cells(page).count()
        page.get_by_role("button", name=re.compile(r"^Tile \d:"), disabled=False).first.click()
        cells = possible(page)
        cells.nth(turns * 7 % cells.count()).click()
        if turns < 4:
            expect(page.locator(".promise li").first).to_be_visible()  # points, or that there are none
        lay_button(page).click()
        expect(free_cells(page)).not_to_have_count(before)
        turns += 1
    scene = at.scene(0)
    assert scene["stage"] == "over"
    assert turns >= 10
    assert not any(scene["view"]["ways"]) or "wins at once" in page.content()
    expect(lay_button(page)).to_have_count(0)


@pytest.mark.parametrize(
    ("variant", "who"),
    once(VARIANTS, *VARIANTS[-2:]),
    ids=lambda each: "-".join(each) if isinstance(each, tuple) else each,
)
def test_every_variant_can_be_played(house: House, page: Page, variant: str, who: tuple[str, ...]) -> None:
    at = house.open("genial", *who, variant=variant)
    page.goto(at.link(0))
    for turn in range(2):
        expect(my_turn(page)).to_be_visible()
        before = free_cells(page).count()
        lay(page, place=5 * turn)
        expect(free_cells(page)).not_to_have_count(before)
    scores = page.get_by_role("region", name="Scores")
    expect(scores.get_by_role("img", name=re.compile("Red.*Purple")).first).to_be_visible()
    for seat in at.scene(0)["seats"]:
        expect(scores).to_contain_text(seat["name"])


def test_a_turn_with_the_keyboard_alone(house: House, page: Page) -> None:
    at = house.open("genial", "Anna", "random")
    page.goto(at.link(0))
    expect(my_turn(page)).to_be_visible()
    page.keyboard.press("2")
    expect(tile(page, 2)).to_have_attribute("aria-pressed", "true")
    expect(cell(page, "h8")).to_be_focused()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(cell(page, "h12")).to_be_focused()
    expect(cell(page, "h12")).to_have_attribute("aria-label", re.compile("would lie here"))
    lying = page.locator('[aria-label*="would lie here"]')
    expect(lying).to_have_count(2)
    other = lying.nth(1).get_attribute("data-cell")
    page.keyboard.press("r")
    expect(cell(page, str(other))).not_to_have_attribute("aria-label", re.compile("would lie here"))
    expect(lying).to_have_count(2)
    expect(page.locator(".promise li").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(lying).to_have_count(0)
    page.keyboard.press("1")
    expect(lying).to_have_count(2)
    page.keyboard.press("Enter")
    expect(cell(page, "h12")).to_have_attribute(
        "aria-label", re.compile(r"^h12: (Red|Green|Blue|Orange|Yellow|Purple)")
    )


def test_arrows_walk_up_and_down_in_a_straight_line(house: House, page: Page) -> None:
    at = house.open("genial", "Anna", "random")
    page.goto(at.link(0))
    expect(my_turn(page)).to_be_visible()
    cell(page, "h8").focus()
    walked = []
    for key in ("ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
        walked.append(page.evaluate("document.activeElement.dataset.cell"))
    assert walked[1][0] == "f"
    assert walked[3] == "h8"
    assert walked[4:] == ["h7", "h8"]


def test_a_tile_can_be_dragged_onto_the_board_and_snaps(house: House, page: Page) -> None:
    at = house.open("genial", "Anna", "random")
    page.goto(at.link(0))
    expect(my_turn(page)).to_be_visible()
    start, end = tile(page, 3).bounding_box(), cell(page, "h11").bounding_box()
    assert start and end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + 10, steps=3)
    expect(page.locator(".carried")).to_be_visible()
    page.mouse.move(end["x"] + end["width"] + 6, end["y"] + end["height"] / 2 + 5, steps=4)
    expect(cell(page, "h11")).to_have_attribute("aria-label", re.compile("would lie here"))
    expect(cell(page, "h12")).to_have_attribute("aria-label", re.compile("would lie here"))
    page.mouse.up()
    expect(page.locator(".carried")).to_have_count(0)
    before = events(at)
    cell(page, "h12").click()  # the tile that lies there for a try: that lays it
    expect(cell(page, "h11")).not_to_have_attribute("aria-label", re.compile("free|would"))
    assert events(at) > before


def test_a_tile_dropped_beside_the_board_goes_back(house: House, page: Page) -> None:
    at = house.open("genial", "Anna", "random")
    page.goto(at.link(0))
    expect(my_turn(page)).to_be_visible()
    start = tile(page, 1).bounding_box()
    assert start
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(start["x"] + 120, start["y"] + 60, steps=3)
    page.mouse.up()
    expect(page.locator('[aria-label*="would lie here"]')).to_have_count(0)
    expect(lay_button(page)).to_be_disabled()


def test_the_first_tile_is_offered_only_beside_start_symbols(house: House, page: Page) -> None:
    at = house.open("genial", "Anna", "random")
    page.goto(at.link(0))
    expect(my_turn(page)).to_be_visible()
    tile(page, 1).click()
    expect(cell(page, "c4")).to_have_attribute("aria-disabled", "false")
    expect(cell(page, "h8")).to_have_attribute("aria-disabled", "true")
    expect(cell(page, "c3")).to_have_attribute("aria-disabled", "true")
    cell(page, "h8").click(force=True)
    expect(lay_button(page)).to_be_disabled()
    for theme, contrast in itertools.product(("light", "dark"), ("normal", "more")):
        page.evaluate(
            "to => Object.assign(document.documentElement.dataset, to)", {"theme": theme, "contrast": contrast}
        )
        assert lightness(page, ".hollow.open") > lightness(page, ".hollow:not(.open)") + 0.06, (theme, contrast)


def test_points_and_the_lines_that_count_are_shown_before_the_tile_is_laid(house: House, page: Page) -> None:
    """Somewhere beside the start symbol of a colour on the rack there is a point to be had."""
    at = house.open("genial", "Anna", "random")
    page.goto(at.link(0))
    expect(my_turn(page)).to_be_visible()
    beside_symbol = {"r": "c4", "g": "c7", "b": "h12", "o": "m7", "y": "m4", "p": "h4"}
    beside = beside_symbol[at.scene(0)["view"]["racks"][0]["tiles"][0][0]]
    tile(page, 1).click()
    cell(page, beside).click()
    expect(page.locator(".promise strong").first).to_have_text(re.compile(r"\+[1-9]"))
    expect(page.locator(".lit").first).to_be_visible()
    assert page.locator(".pawn.hollow").count() >= 1
    page.get_by_text("Why?").first.click()
    expect(page.get_by_text(re.compile(rf"on {beside}: 1 point"))).to_be_visible()


def test_a_phone_has_board_rack_and_buttons_in_reach(house: House, browse: Browse, axe: Callable[[Page], None]) -> None:
    at = house.open("genial", "Anna", "random")
    page = browse(width=360, height=740, touch=True, theme="dark", language="de")
    page.goto(at.link(0))
    expect(page.get_by_text("Wähl einen Stein.")).to_be_visible()
    stone = page.get_by_role("button", name=re.compile("^Stein 4:"))
    stone.tap()
    stone.tap()  # turns it
    possible(page).nth(3).tap()
    button = page.get_by_role("button", name="Legen", exact=True)
    expect(button).to_be_enabled()
    box = button.bounding_box()
    assert box
    assert box["y"] + box["height"] < 740 - 60
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    axe(page)
    ghost = page.locator('[aria-label*="Hier läge"]').first
    name = str(ghost.get_attribute("data-cell"))
    ghost.tap()
    expect(cell(page, name)).not_to_have_attribute("aria-label", re.compile("frei|läge"))


def test_a_click_after_a_key_is_not_lost_on_a_phone(house: House, browse: Browse) -> None:
    """What the keyboard shows goes away when the mouse is pressed; nothing may move under the mouse by that."""
    at = house.open("genial", "Anna", "greedy")
    page = browse(width=360, height=740)
    page.goto(at.link(0))
    expect(my_turn(page)).to_be_visible()
    page.keyboard.press("1")
    for arrow in ("ArrowRight", "ArrowLeft"):
        page.keyboard.press(arrow)
    wanted = possible(page).last
    name, box = wanted.get_attribute("data-cell"), wanted.bounding_box()
    assert name and box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 0.2 * box["height"])
    page.mouse.down()
    page.mouse.up()
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("would lie here"))
    expect(lay_button(page)).to_be_enabled()


def test_spectators_see_the_board_and_no_controls(house: House, browse: Browse, axe: Callable[[Page], None]) -> None:
    at = house.open("genial", "Anna", "random")
    page = browse()
    page.goto(at.link(0))
    lay(page)
    watching = browse()
    watching.goto(at.page)
    expect(watching.get_by_role("group", name="Board")).to_be_visible()
    expect(watching.get_by_role("button", name=re.compile("^Tile"))).to_have_count(0)
    expect(lay_button(watching)).to_have_count(0)
    axe(watching)
    axe(page)


def test_the_replay_shows_the_rack_of_who_looks_and_no_controls(house: House, page: Page) -> None:
    at = house.open("genial", "Anna", "random")
    page.goto(at.link(0))
    lay(page)
    page.goto(f"{at.page}/replay?at=12")  # everybody has drawn, and Anna is to lay
    expect(page.get_by_role("group", name="Board")).to_be_visible()
    expect(tile(page, 1)).to_be_visible()
    tile(page, 1).click(force=True)
    expect(possible(page)).to_have_count(0)
    expect(lay_button(page)).to_have_count(0)


# Positions put on the table: what the server says of the game is replaced by what the rules say of the position.


def put_on_the_table(page: Page, house: House, at: Table) -> None:
    names = ["Anna", *["random"] * (at.players - 1)]
    opened = house.open("genial", *names, variant=at.variant)

    def seen() -> Any:
        return dataclasses.asdict(at.view(0))

    def between(browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def from_server(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "whole" and message["scene"]["view"] is not None:
                message["scene"]["view"] = seen()
            elif message["type"] == "change" and "view" in message["patch"]:
                message["patch"]["view"] = [seen()]
            browser.send(json.dumps(message))

        def from_browser(text: str | bytes) -> None:
            message = json.loads(text)
            if message["do"] == "preview":
                action = at.parse(0, move_of(at.game, message["move"]))
                picture = dataclasses.asdict(at.game.preview(at.rows, 0, action))
                answer = {"type": "previewed", "id": message["id"], "sentences": [], "picture": picture}
            elif message["do"] == "play":
                action = at.parse(0, move_of(at.game, message["move"]))
                event = at.game.happened(at.rows, 0, action)
                happened = {"number": 0, "seat": 0, "kind": kind_of(type(event)), "data": dataclasses.asdict(event)}
                at.act(0, action)
                answer = {
                    "type": "change",
                    "version": 99,
                    "patch": {"view": [seen()]},
                    "events": [happened],
                    "rewound": None,
                    "done": message["id"],
                }
            else:
                server.send(text)
                return
            browser.send(json.dumps(answer))

        server.on_message(from_server)
        browser.on_message(from_browser)

    page.route_web_socket(re.compile("/socket$"), between)
    page.goto(opened.link(0))


def test_the_shout_and_the_bonus_turn(house: House, page: Page) -> None:
    at = position(2, symbols="r h7", racks=["rg bo yy"], tracks=["17 0 0 0 0 0"])
    put_on_the_table(page, house, at)
    expect(page.get_by_role("button", name="Pass", exact=True)).to_have_count(0)
    tile(page, 1).click()
    cell(page, "h8").click()
    expect(page.locator(".promise")).to_contain_text("Bonus turn")
    expect(page.locator(".lit")).to_have_count(1)
    lay_button(page).click()
    expect(page.get_by_text("Ingenious!")).to_be_visible()
    expect(page.get_by_text("1 bonus turn left")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Anna: Red 18, Green 0 .lowest."))).to_be_visible()
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.get_by_text("1 bonus turn left")).to_have_count(0)
    assert at.log[-1].move == "pass"


@pytest.mark.parametrize(("answer", "move"), [("Exchange 2 tiles", "exchange"), ("Keep", "keep")])
def test_the_exchange_shows_which_tiles_would_go(house: House, page: Page, answer: str, move: str) -> None:
    at = position(2, racks=["gg gb bo"], tracks=["0 1 1 1 1 0"]).play("gg@h8-h9")
    put_on_the_table(page, house, at)
    expect(page.get_by_role("button", name=re.compile("would be exchanged"))).to_have_count(2)
    page.get_by_role("button", name=answer, exact=True).click()
    expect(page.get_by_role("button", name="Keep", exact=True)).to_have_count(0)
    assert at.log[-1].move == move


def test_in_the_duel_only_some_tiles_go_and_everybody_sees_who_pulls_what(house: House, page: Page) -> None:
    at = arrange(position(2, "duel", racks=["bb rg gg oo"], tracks=["9 0 0 0 0 -2"]), duel_markers=[1, 0, 0, 0, 0, 2])
    put_on_the_table(page, house, at.play("bb@h8-h9"))
    expect(tile(page, 1)).to_have_accessible_name(re.compile("would be exchanged"))
    expect(page.get_by_role("button", name=re.compile("would be exchanged"))).to_have_count(1)
    expect(page.get_by_role("button", name="Exchange 1 tile", exact=True)).to_be_visible()
    rope = page.get_by_role("img", name=re.compile("Red: 9 for Anna, duel marker with Anna"))
    expect(rope).to_have_accessible_name(re.compile("Purple: 2 for .*, duel marker with (?!Anna)"))
    assert rope.evaluate("rope => rope.querySelector('.net ~ [data-marker]') !== null")  # the middle lies under markers


def test_tiles_keep_their_places_on_the_rack_when_one_is_laid(house: House, page: Page) -> None:
    at = position(2, racks=["rr gb oy pp yy"])
    put_on_the_table(page, house, at)
    expect(tile(page, 3)).to_have_accessible_name("Tile 3: Orange and Yellow")
    tile(page, 1).click()
    cell(page, "h8").click()
    lay_button(page).click()
    expect(tile(page, 1)).to_have_accessible_name("Tile 1: none")
    expect(tile(page, 3)).to_have_accessible_name("Tile 3: Orange and Yellow")


@pytest.mark.parametrize("theme", once(["light", "dark"]))
def test_double_tracks_flag_the_lowest_colour(
    house: House, browse: Browse, theme: Any, axe: Callable[[Page], None]
) -> None:
    page = browse(theme=theme)
    put_on_the_table(page, house, position(4, "team", tracks=["0 17 18 19 35 36", "9 9 9 9 9 8"]))
    own = page.get_by_role("img", name=re.compile(r"Red 0 \(lowest\), Green 17, Blue 18, Orange 19"))
    expect(own).to_be_visible()
    expect(own.locator(".flag")).to_have_count(1)
    theirs = page.get_by_role("img", name=re.compile(r"Yellow 9, Purple 8 \(lowest\)"))
    expect(theirs).to_be_visible()
    marks = [at.locator(".flag").evaluate("flag => getComputedStyle(flag).fill") for at in (own, theirs)]
    assert marks[0] == marks[1]  # the weakest colour has one mark everywhere
    widths = page.locator(".person .pip").evaluate_all("all => all.map((pip) => pip.clientWidth)")
    assert len(widths) == 4
    assert min(widths) > 0  # the turn goes round, and no head needs another line for its mark
    axe(page)


def test_the_bag_lies_on_no_cell_of_a_board_that_is_drawn_larger(house: House, browse: Browse) -> None:
    opened = house.open("genial", "Anna", "Ben")
    opened.be_ready(0, 1)
    page = browse(width=360, height=740, touch=True)
    page.goto(opened.link(0))
    bag = page.locator(".bag")
    expect(bag).to_have_css("opacity", "1")
    page.get_by_role("button", name="Enlarge the board").click()
    expect(bag).to_have_css("opacity", "0")
    expect(bag).to_contain_text("Bag: ")  # it is still read out
