"""The clock in the browser: chosen before the game, seen on the seats, kind when it is up."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from web.conftest import Browse
from web.house import House

TWO_MINUTES: dict[str, Any] = {"per": "move", "seconds": 120}


def test_a_clock_is_chosen_before_the_game_and_remembered(house: House, page: Page) -> None:
    page.goto(house.url)
    box = page.get_by_role("button", name=re.compile("^High Score"))
    box.click()
    page.get_by_text("More options").click()
    page.get_by_label("Clock").select_option("15 minutes per game + 10 sec per move")
    expect(page.get_by_text("Nobody loses by the clock.")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    mine = page.get_by_role("list", name="At the table").get_by_role("timer")
    expect(mine).to_have_count(1)  # the computer has none
    expect(mine).to_have_attribute("aria-label", re.compile(r"Time left: 1[45]:\d\d"))
    page.goto(house.url)
    box.click()
    page.get_by_text("More options").click()
    expect(page.get_by_label("Clock")).to_have_value("game 900 10")


def test_time_runs_warns_and_when_it_is_up_the_others_may_say_so(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    opened = house.open("genial_dice", "Anna", "Ben", options={"start": "1"}, clock=TWO_MINUTES)
    anna, ben = browse(sits=(opened, (0,))), browse(width=360, height=740, language="de", sits=(opened, (1,)))
    for page in (anna, ben):
        page.clock.install()
        page.goto(opened.page)
    time_of = anna.get_by_role("list", name="At the table").get_by_role("timer")
    expect(time_of).to_have_count(2)
    expect(time_of.nth(0)).to_have_attribute("aria-label", re.compile(r"Time left: (2:00|1:5\d)"))
    expect(time_of.nth(1)).to_have_text("2:00")
    for page in (anna, ben):
        page.clock.fast_forward(110_000)
    expect(time_of.nth(0)).to_contain_text(re.compile(r"!0:\d\d"))  # not by colour alone
    expect(anna.get_by_text("Your time is nearly up.")).to_have_count(1)
    axe(anna)
    for page in (anna, ben):
        page.clock.fast_forward(20_000)
    expect(anna.get_by_role("status").filter(has_text="Your time is up. You can still move")).to_be_visible()
    expect(anna.get_by_role("button", name="Let the computer move")).to_have_count(0)
    expect(ben.get_by_text("Die Zeit von Anna ist um.")).to_be_visible()
    axe(ben)
    ben.get_by_role("button", name="Den Computer ziehen lassen").click()
    expect(ben.get_by_text("Anna hat noch Zeit.")).to_be_visible()  # only the time of the house counts
    # Her machine shows another time than the house: whoever comes is told that of the house.
    anna.reload()
    expect(time_of.nth(0)).to_have_attribute("aria-label", re.compile(r"Time left: 1:\d\d"))
    expect(anna.get_by_text("Your time is up.")).to_have_count(0)


def test_alone_with_the_computer_nobody_is_hurried(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "greedy", options={"start": "1"}, clock=TWO_MINUTES)
    page = browse(sits=(opened, (0,)))
    page.clock.install()
    page.goto(opened.page)
    expect(page.get_by_role("timer")).to_have_count(1)
    page.clock.fast_forward(140_000)
    expect(page.get_by_text("Your time is up. Nobody here minds")).to_be_visible()
