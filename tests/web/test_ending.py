"""When a game is over: who has won and why, the dice, the record, the next game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Browse, Theme
from web.house import House, Opened


def test_the_end_says_who_has_won_and_why(over: Opened, page: Page) -> None:
    page.goto(over.link(0))
    ending = page.get_by_role("region", name="The game is over")
    scene = over.scene(0)
    winner = scene["seats"][scene["ending"]["places"].index(0)]["name"]
    expect(ending.get_by_role("listitem").first).to_contain_text(winner)
    for reason in scene["ending"]["reasons"]:
        expect(ending).to_contain_text(reason["text"])
    expect(page).to_have_title(re.compile("^The game is over"))
    ending.get_by_role("button", name=re.compile("^Open rule")).first.click()
    expect(page.get_by_role("region", name="Rules").locator("section:focus")).to_be_visible()


def test_anyone_can_check_the_dice(over: Opened, page: Page) -> None:
    page.goto(over.link(0))
    page.get_by_role("button", name="Check the dice").click()
    draws = len(over.scene(0)["dice"]["draws"])
    expect(page.get_by_text(f"all {draws} chance events follow")).to_be_visible()


def test_a_browser_that_was_there_notices_changed_dice(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "greedy")
    page = browse()
    page.goto(opened.link(0))
    expect(page.get_by_role("button", name="Roll again")).to_be_enabled()
    page.evaluate(
        """(table) => {
            const tables = JSON.parse(localStorage.getItem('spieltisch.tables'))
            tables[table].dice.contributions[0] = 'f'.repeat(64)
            localStorage.setItem('spieltisch.tables', JSON.stringify(tables))
        }""",
        opened.table,
    )
    opened.play_on(0)
    page.reload()
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_text("what this browser added has been changed")).to_be_visible()


def test_the_record_can_be_downloaded(over: Opened, page: Page, tmp_path: Path) -> None:
    page.goto(over.link(0))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    file = tmp_path / "record.json"
    download.value.save_as(file)
    record = json.loads(file.read_text(encoding="utf-8"))
    assert record["game"] == "genial_dice"


def test_a_rematch_is_followed_by_all(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "Ben", games=2)
    opened.be_ready(0, 1)
    opened.play_on(0, 1)
    anna, ben = browse(), browse()
    anna.goto(opened.link(0))
    ben.goto(opened.link(1))
    anna.get_by_role("button", name="Next game").click()
    expect(anna.get_by_role("heading", name="About to start")).to_be_visible()
    assert opened.table not in anna.url
    ben.get_by_role("button", name="On to the next game").click()
    expect(ben.get_by_role("button", name="Roll again")).to_be_enabled()
    expect(anna.get_by_text("Game 2 of 2")).to_be_visible()
    expect(anna.get_by_role("status")).to_contain_text("Ben")
    assert ben.url == anna.url
    anna.get_by_role("link", name="To the boxes").click()
    expect(anna.get_by_role("region", name="My tables").get_by_role("listitem")).to_have_count(1)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_read_the_end(over: Opened, browse: Browse, axe: Callable[[Page], None], theme: Theme) -> None:
    page = browse(theme=theme, width=360, height=740)
    page.goto(over.link(0))
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_text("All honest")).to_be_visible()
    axe(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
