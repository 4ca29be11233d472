"""A table once more: slider, keys, a link to each position, and nobody sees what they may not know."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from trying import once
from web.conftest import Browse, Theme
from web.house import House, Opened


def at(page: Page, event: int) -> None:
    expect(page.get_by_role("slider", name="Position")).to_have_value(str(event))
    expect(page).to_have_url(re.compile(rf"/replay\?at={event}$"))


def test_slider_keys_and_buttons_lead_through_the_game(over: Opened, page: Page) -> None:
    scene = over.scene(0)
    stops = [line["event"] + 1 for line in scene["log"]]
    page.goto(over.link(0))
    page.get_by_role("button", name="Result").click()
    page.get_by_role("link", name="Replay").click()
    at(page, 0)
    expect(page.get_by_text("The beginning of the game.")).to_be_visible()
    page.keyboard.press("ArrowRight")
    at(page, stops[0])
    expect(page.get_by_text(scene["log"][0]["text"])).to_be_visible()
    page.get_by_role("button", name="One step forward").click()
    at(page, stops[1])
    page.keyboard.press("Shift+ArrowRight")
    at(page, stops[1] + 1)
    page.keyboard.press("ArrowLeft")
    at(page, stops[1])
    page.keyboard.press("End")
    at(page, scene["events"])
    page.get_by_role("slider", name="Position").fill("7")
    at(page, 7)
    page.keyboard.press("Home")
    at(page, 0)


def test_every_position_has_a_link(over: Opened, page: Page) -> None:
    page.goto(f"{over.page}/replay?at=9")
    at(page, 9)
    page.get_by_role("button", name="Link to this position").click()
    link = page.get_by_label("Link to this position", exact=True).and_(page.locator("input"))
    expect(link).to_have_value(f"{over.page}/replay?at=9")


def test_it_runs_by_itself(over: Opened, page: Page) -> None:
    last = over.scene()["events"]
    page.goto(f"{over.page}/replay?at={last - 3}")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("slider", name="Position")).to_have_value(str(last))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_when_it_is_over_one_may_look_with_all_eyes(over: Opened, page: Page) -> None:
    page.goto(f"{over.page}/replay?at=3")
    expect(page.get_by_label("Through the eyes of").get_by_role("option")).to_have_text(["everybody", "Anna", "Lino"])


def test_a_running_game_is_replayed_with_ones_own_eyes_only(house: House, browse: Browse) -> None:
    opened = house.open("genial", "Anna", "Ben")
    opened.be_ready(0, 1)
    page, stranger = browse(), browse()
    page.goto(f"{opened.page}/replay?at=12#{opened.key(0)}")
    expect(page.get_by_label("Through the eyes of").get_by_role("option")).to_have_text(["everybody", "Anna"])
    expect(page.get_by_label(re.compile("^Tile 1: "))).to_have_count(1)
    stranger.goto(f"{opened.page}/replay?at=12")
    at(stranger, 12)
    expect(stranger.get_by_label("Through the eyes of")).to_have_count(0)
    expect(stranger.get_by_label(re.compile("^Tile 1: "))).to_have_count(0)


@pytest.mark.parametrize("theme", once(["light", "dark"]))
def test_everybody_can_use_the_replay(over: Opened, browse: Browse, axe: Callable[[Page], None], theme: Theme) -> None:
    page = browse(theme=theme, width=360, height=740)
    page.goto(f"{over.page}/replay?at=20")
    expect(page.get_by_role("slider", name="Position")).to_be_visible()
    expect(page.get_by_role("main").locator("svg").first).to_be_visible()
    axe(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
