"""How it looks and sounds: fonts, themes, dice, sounds for those who want them, and a word where nothing is."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from web.conftest import Browse
from web.house import House, remembering

MOST_FONT_BYTES = 60_000
HEARD = """
    window.heard = []
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...at) { heard.push(this.frequency.value); return start.apply(this, at) }
"""


def test_both_fonts_come_from_the_house_and_are_small(house: House, browse: Browse, client: Path) -> None:
    page = browse(anew=True)
    fonts = list((client / "assets").glob("*.woff2"))
    assert len(fonts) == 2
    assert sum(font.stat().st_size for font in fonts) < MOST_FONT_BYTES
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(house.url)
    expect(page.get_by_role("heading", name="Spieltisch")).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => null)")
    assert page.evaluate("[...document.fonts].map((font) => font.status)") == ["loaded", "loaded"]
    assert all(url.startswith(house.url) for url in asked)
    answer = page.request.get(next(url for url in asked if url.endswith(".woff2")))
    assert answer.headers["content-type"] == "font/woff2"
    assert "immutable" in answer.headers["cache-control"]
    widths = """(digits) => [...digits].map((digit) => {
        const pen = document.createElement('canvas').getContext('2d')
        pen.font = '600 40px "Spieltisch Serif"'
        return pen.measureText(digit).width
    })"""
    assert len(set(page.evaluate(widths, "0123456789"))) == 1, "figures stand under each other"


@pytest.mark.parametrize("by", ["the settings", "the system"])
def test_strong_contrasts_for_whoever_wants_them(
    house: House, browse: Browse, axe: Callable[[Page], None], by: str
) -> None:
    opened = house.open("genial", "Anna", "random")
    page = browse(theme="dark" if by == "the system" else "light")
    if by == "the system":
        page.emulate_media(contrast="more")
    page.goto(opened.link(0))
    expect(page.get_by_text("Choose a tile.")).to_be_visible()
    if by == "the settings":
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("radio", name="High contrast").check(force=True)
        axe(page)
        page.keyboard.press("Escape")
    ink, paper = (
        ("rgb(255, 255, 255)", "rgb(0, 0, 0)") if by == "the system" else ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
    )
    root = "(name) => getComputedStyle(document.documentElement)[name]"
    assert (page.evaluate(root, "color"), page.evaluate(root, "backgroundColor")) == (ink, paper)
    axe(page)


def test_a_die_tumbles_over_other_faces_and_lies_on_the_one_that_was_rolled(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "greedy")
    page = browse(motion=True)
    page.goto(opened.link(0))
    again = page.get_by_role("button", name="Roll again")
    expect(again).to_be_enabled()
    expect(page.locator(".passing")).to_have_count(0)  # they lie
    slow = page.context.new_cdp_session(page)
    slow.send("Animation.enable")
    slow.send("Animation.setPlaybackRate", {"playbackRate": 0.02})
    again.click()
    expect(page.locator(".passing")).to_have_count(16)  # four dice with four sides each
    shown = """dice => dice.map((die) => {
        return new Set([...die.querySelectorAll('.symbol')].map((each) => each.getAttribute('d'))).size
    })"""
    assert all(faces >= 3 for faces in page.locator(".die:has(.passing)").evaluate_all(shown))
    moving = page.evaluate(
        "document.getAnimations().flatMap((each) => each.effect.getKeyframes().flatMap(Object.keys))"
    )
    assert {"transform"} <= set(moving)
    slow.send("Animation.setPlaybackRate", {"playbackRate": 20})
    expect(page.locator(".passing")).to_have_count(0)


def test_who_wants_no_motion_sees_no_die_in_the_air(house: House, page: Page) -> None:
    opened = house.open("genial_dice", "Anna", "greedy")
    page.goto(opened.link(0))
    page.get_by_role("button", name="Roll again").click()
    expect(page.get_by_role("region", name="Log").get_by_role("listitem").first).to_contain_text("Anna rolls")
    expect(page.locator(".passing")).to_have_count(0)


def test_sounds_are_offered_once_and_heard_only_by_whoever_said_yes(house: House, browse: Browse) -> None:
    page = browse(anew=True)
    page.add_init_script(HEARD)
    page.goto(house.url)
    offer = page.get_by_role("complementary", name="Sounds")
    expect(offer).to_be_visible()
    assert page.evaluate("heard") == []
    offer.get_by_role("button", name="Yes, with sounds").click()
    expect(offer).to_have_count(0)
    assert page.evaluate("heard.length") > 0
    page.reload()
    expect(page.get_by_role("heading", name="Spieltisch")).to_be_visible()
    expect(offer).to_have_count(0)
    opened = house.open("genial", "Anna", "Ben")
    page.goto(opened.link(0))
    opened.be_ready(1)
    expect(page.get_by_text("Choose a tile.")).to_be_visible()
    page.get_by_role("heading", level=1).click()  # before a touch no browser lets a page be heard
    before = page.evaluate("heard.length")
    opened.play(0, opened.moves(0)[0])
    expect(page.locator("[data-tile]")).to_have_count(1)
    assert page.evaluate("heard.length") > before  # the tile
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("slider", name="How loud").fill("0")
    silent = page.evaluate("heard.length")
    opened.play(1, opened.moves(1)[0])
    expect(page.locator("[data-tile]")).to_have_count(2)
    assert page.evaluate("heard.length") == silent


def test_who_says_no_is_not_asked_again_and_hears_nothing(house: House, page: Page) -> None:
    page.add_init_script(HEARD)
    page.goto(house.url)
    page.get_by_role("button", name="No, quietly").click()
    page.reload()
    expect(page.get_by_role("heading", name="Spieltisch")).to_be_visible()
    expect(page.get_by_role("complementary", name="Sounds")).to_have_count(0)
    assert page.evaluate("heard") == []


def test_the_question_mark_lists_the_keys_of_the_house_and_of_the_game(
    house: House, page: Page, axe: Callable[[Page], None]
) -> None:
    opened = house.open("high_score", "Anna", "greedy")
    page.goto(opened.link(0))
    expect(page.get_by_role("region", name="Track")).to_be_visible()  # whatever the card asks
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys).to_contain_text("choose a die with this face")
    expect(keys).to_contain_text("closes what is open")
    axe(page)
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(keys).to_be_visible()


@pytest.mark.parametrize(
    ("language", "title", "home"),
    [
        ("de", "Hier ist nichts", "Zu den Schachteln"),
        ("en", "There is nothing here", "To the boxes"),
        ("it", "Qui non c’è nulla", "Alle scatole"),
    ],
)
def test_an_unknown_address_gets_a_page_and_a_way_home(
    house: House, browse: Browse, language: str, title: str, home: str
) -> None:
    page = browse(language=language, breaks=True)  # Chromium logs the answer 404
    answer = page.goto(f"{house.url}/nowhere/at?all=1")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_text("/nowhere/at", exact=True)).to_be_visible()
    page.evaluate(remembering(house.open("genial", "Anna", "greedy"), 0))
    page.goto(f"{house.url}/t/table/nothing")
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.locator("main ~ .tables").get_by_role("link").first).to_contain_text("Anna")  # one's own
    page.get_by_role("link", name=home).last.click()
    expect(page.get_by_role("heading", name="Spieltisch")).to_be_visible()


def _lay_out_a_tile(page: Page, link: str) -> None:
    page.clock.install()
    page.goto(link)
    page.clock.run_for(100)
    expect(page.get_by_text("Choose a tile.")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Tile 1:")).click()
    page.locator('[data-cell][aria-disabled="false"]').first.click()


def test_a_move_made_without_a_line_says_at_once_that_it_waits_and_is_played_when_the_line_is_back(
    house: House, browse: Browse
) -> None:
    opened = house.open("genial", "Anna", "Ben")
    opened.be_ready(1)
    cut = False
    sockets: list[WebSocketRoute] = []
    page = browse(breaks=True)

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if cut:
            socket.close(code=1001)
        else:
            socket.connect_to_server()

    page.route_web_socket(re.compile("/socket$"), connect)
    _lay_out_a_tile(page, opened.link(0))
    cut = True
    sockets[-1].close(code=1001)
    waits = page.get_by_text("Waiting for the line")
    expect(waits).to_have_count(0)
    page.get_by_role("button", name="Lay", exact=True).click()
    expect(waits).to_be_visible()  # the clock of the page stands still: it is said at once
    expect(page.locator(".ghost.waiting")).to_be_visible()
    assert not opened.scene()["view"]["last"]
    cut = False
    page.clock.run_for(8000)
    expect(page.locator("[data-tile]")).to_have_count(1)
    expect(waits).to_have_count(0)
    assert len(opened.scene()["view"]["last"]) == 2


def test_an_answer_that_does_not_come_is_said_too(house: House, page: Page) -> None:
    opened = house.open("genial", "Anna", "Ben")
    opened.be_ready(0, 1)

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(text) if "whole" in str(text)[:20] else None)

    page.route_web_socket(re.compile("/socket$"), connect)
    _lay_out_a_tile(page, opened.link(0))
    page.get_by_role("button", name="Lay", exact=True).click()
    waits = page.get_by_text("Waiting for the line")
    expect(waits).to_have_count(0)
    page.clock.run_for(1600)
    expect(waits).to_be_visible()
