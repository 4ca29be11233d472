"""The first page: choose a box, say who sits where, begin; what this browser remembers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from spieltisch import registry
from trying import once
from web.conftest import Browse, Theme
from web.house import House

DICE = "Einfach Genial – The Dice Game"


def box(page: Page, title: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{re.escape(title)}( |$)")).first.click()


def test_two_clicks_lead_to_the_first_move(house: House, page: Page) -> None:
    page.goto(house.url)
    box(page, DICE)
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Roll the dice").click()
    roll = page.get_by_role("button", name="Roll again")
    expect(roll).to_be_enabled()
    expect(page).to_have_title(re.compile("^Your turn"))
    roll.click()
    expect(page.get_by_role("region", name="Log").get_by_role("listitem").first).to_contain_text("rolls again")


def test_all_boxes_stand_on_the_shelf(house: House, page: Page) -> None:
    page.goto(house.url)
    boxes = page.get_by_role("main").get_by_role("list").get_by_role("button")
    expect(boxes).to_have_count(len(registry.names()))
    expect(boxes.locator(".lid svg")).to_have_count(len(registry.names()))


def test_the_rooms_have_titles_of_one_size_and_one_width(house: House, page: Page) -> None:
    page.goto(house.url)
    expect(page.locator('main a[href$="/learn"]')).to_have_count(1)  # a newcomer is led there once
    measured = set()
    for room in ("learn", "learn/high_score", "puzzles", "puzzles/high_score", "daily", "mine", "real"):
        page.goto(f"{house.url}/{room}")
        title = page.get_by_role("main").get_by_role("heading", level=1)
        expect(title).to_be_visible()
        size = title.evaluate("each => getComputedStyle(each).fontSize")
        measured.add((size, page.get_by_role("main").evaluate("each => each.clientWidth")))
        if room.endswith("high_score"):  # and a way back to all games
            expect(title.get_by_role("link")).to_have_attribute("href", re.compile(f"/{room.partition('/')[0]}$"))
    assert len(measured) == 1, measured


def test_my_name_is_remembered_and_stands_on_the_table(house: House, page: Page) -> None:
    page.goto(house.url)
    box(page, DICE)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("list", name="At the table").get_by_role("listitem").first).to_contain_text("Ada")
    page.goto(house.url)
    box(page, "Brilliant")
    expect(page.get_by_label("Your name")).to_have_value("Ada")


def top(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["y"]


def test_on_a_phone_the_goal_and_the_choices_come_before_how_a_game_is_played(house: House, browse: Browse) -> None:
    page = browse(width=360, height=740)
    page.goto(house.url)
    box(page, "Einfach Genial")
    how, variant = page.get_by_role("region", name="How to play"), page.get_by_role("group", name="Variant")
    goal, start = page.get_by_text("In the end only your weakest colour counts").first, top(page.locator(".start"))
    assert top(goal) < top(variant) < top(page.get_by_role("group", name="Who sits where?")) < start - 80
    assert top(how) > start
    page.get_by_role("radio", name="Solo").check()
    expect(page.locator(".what")).to_have_text("Solo")  # nobody needs to hear it twice


def test_a_variant_brings_its_own_seats_and_options(house: House, page: Page) -> None:
    page.goto(house.url)
    box(page, "Einfach Genial")
    page.get_by_role("radio", name="4", exact=True).check()
    expect(page.get_by_label(re.compile("^Who sits in seat"))).to_have_count(4)
    page.get_by_role("radio", name="Duel").check()
    expect(page.get_by_label(re.compile("^Who sits in seat"))).to_have_count(2)
    page.get_by_role("radio", name="Solo").check()
    expect(page.get_by_label(re.compile("^Who sits in seat"))).to_have_count(1)
    page.get_by_role("radio", name="Team game").check()
    page.get_by_text("More options").click()
    page.get_by_label(re.compile("^Open talk|^Team")).select_option("yes")
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("/t/"))
    opened = house.get(f"tables/{page.url.rsplit('/', 1)[1]}")["scene"]
    assert (opened["variant"], opened["options"]["open_talk"]) == ("team", "yes")


def test_what_start_begins_is_said_where_there_was_a_choice(house: House, page: Page) -> None:
    for title, said in (
        (DICE, "2 at the table · level 1, Newcomer"),
        ("Brilliant", "Base game · 2 at the table · level 1, Newcomer"),
    ):
        page.goto(house.url)
        box(page, title)
        expect(page.locator("form .what")).to_have_text(said)


def test_only_one_seat_is_mine(house: House, page: Page) -> None:
    page.goto(house.url)
    box(page, DICE)
    page.get_by_label("Who sits in seat 2?").select_option("me")
    expect(page.get_by_label("Who sits in seat 1?")).not_to_have_value("me")
    expect(page.get_by_label("Your name")).to_have_count(1)


def test_whoever_has_no_seat_is_told_that_they_will_watch(house: House, page: Page) -> None:
    page.goto(house.url)
    box(page, DICE)
    said = page.locator("form .what")
    page.get_by_label("Who sits in seat 2?").select_option("me")
    expect(said).not_to_contain_text("watching")
    page.get_by_label("Who sits in seat 2?").select_option("open")
    expect(said).to_have_text("2 at the table · level 1, Newcomer · You are watching")


def test_nothing_shines_through_beside_the_title_of_a_sheet(house: House, browse: Browse) -> None:
    page = browse(width=740, height=360)
    page.goto(house.url)
    box(page, "Brilliant")
    sheet, title = page.get_by_role("dialog"), page.get_by_role("dialog").locator("header").first
    sheet.evaluate("(sheet) => sheet.scrollBy(0, 300)")
    edges = "(part) => [part.getBoundingClientRect().left, part.getBoundingClientRect().right].map(Math.round)"
    left, right = sheet.evaluate(edges)
    assert title.evaluate(edges) == [left + 1, right - 1]


def test_several_games_in_a_row_are_a_match(house: House, page: Page) -> None:
    page.goto(house.url)
    box(page, DICE)
    page.get_by_text("More options").click()
    page.get_by_label(re.compile("^Games in a row")).fill("3")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Game 1 of 3")).to_be_visible()


def test_my_tables_lead_back_and_can_be_forgotten(house: House, page: Page) -> None:
    page.goto(house.url)
    box(page, DICE)
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.get_by_role("button", name="Roll again")).to_be_enabled()
    table = page.url
    page.get_by_role("link", name="To the boxes").click()
    mine = page.get_by_role("region", name="My tables")
    expect(mine.get_by_role("listitem")).to_have_count(1)
    expect(mine).to_contain_text("Your turn")
    mine.get_by_role("link").click()
    expect(page).to_have_url(table)
    expect(page.get_by_role("button", name="Roll again")).to_be_enabled()
    page.go_back()
    page.get_by_role("button", name=f"Forget this table: {DICE}").click()
    expect(mine).to_contain_text("cannot get back to your seat")
    page.get_by_role("button", name="Forget", exact=True).click()
    expect(mine).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="Spieltisch")).to_be_visible()
    expect(mine).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "words"), [("de", "Regal voller Schachteln"), ("en", "shelf of boxes"), ("it", "scaffale di scatole")]
)
def test_the_browser_chooses_the_first_language(house: House, browse: Browse, language: str, words: str) -> None:
    page = browse(language=language)
    page.goto(house.url)
    expect(page.get_by_role("main")).to_contain_text(words)
    expect(page.locator("html")).to_have_attribute("lang", language)


# Every colour of what is printed on the boxes.
PRINTED = """() => [...document.querySelectorAll('button .lid svg *')].map((each) => {
  const { fill, stroke } = getComputedStyle(each)
  return fill + stroke
})"""


def test_language_and_colours_can_be_chosen_and_are_remembered(house: House, page: Page) -> None:
    page.goto(house.url)
    expect(page.locator("button .lid svg")).to_have_count(len(registry.names()))
    printed = page.evaluate(PRINTED)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Italiano").check()
    page.get_by_role("radio", name="Scuro").check()
    page.get_by_role("switch", name="Meno movimento").check()
    expect(page.get_by_role("main")).to_contain_text("scaffale di scatole")
    page.reload()
    expect(page.get_by_role("main")).to_contain_text("scaffale di scatole")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-motion", "less")
    assert page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor") == "rgb(28, 26, 24)"
    expect(page.locator("button .lid svg")).to_have_count(len(registry.names()))
    assert page.evaluate(PRINTED) == printed, "a box looks the same by day and by night"


def test_sound_is_off_until_somebody_wants_it(house: House, page: Page) -> None:
    page.goto(house.url)
    page.get_by_role("button", name="Settings").click()
    switch = page.get_by_role("switch", name="Sounds")
    expect(switch).not_to_be_checked()
    switch.check()
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(switch).to_be_checked()


def test_an_address_that_leads_nowhere_says_so(house: House, browse: Browse, axe: Callable[[Page], None]) -> None:
    page = browse(breaks=True)  # Chromium logs the answer 404
    page.goto(f"{house.url}/t/no-such-table")
    expect(page.get_by_role("heading", level=1)).to_have_text("This table cannot be reached")
    axe(page)
    page.get_by_role("main").get_by_role("link", name="To the boxes").click()
    expect(page.get_by_role("heading", name="Spieltisch")).to_be_visible()


@pytest.mark.parametrize("theme", once(["light", "dark"]))
def test_everybody_can_use_the_lobby(house: House, browse: Browse, axe: Callable[[Page], None], theme: Theme) -> None:
    page = browse(theme=theme, width=360, height=740)
    page.goto(house.url)
    expect(page.get_by_role("main").get_by_role("list").get_by_role("button")).to_have_count(len(registry.names()))
    axe(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Settings").click()
    axe(page)
    page.keyboard.press("Escape")
    box(page, "Einfach Genial")
    page.get_by_role("radio", name="4", exact=True).check()
    page.get_by_text("More options").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    axe(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_tables_of_the_house_are_mine_in_the_browser_that_has_its_key(house: House, page: Page) -> None:
    key = (house.data / "house.key").read_text()
    seats = [{"who": "person", "name": "Anna"}, {"who": "random"}]
    wanted = {"game": "genial_dice", "variant": "base", "seats": seats}
    opened = house.http.post("tables", json=wanted, headers={"Authorization": f"Bearer {key}"}).json()
    page.goto(house.url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    lessons = '{"genial/base":["first"]}'
    page.evaluate(f"localStorage.setItem('spieltisch.learned', '{lessons}')")
    page.goto(f"{house.url}/#house={key}")  # in a tab that is open already
    mine = page.get_by_role("region", name="My tables")
    link = mine.locator(f"a[href='/t/{opened['table']}']")
    expect(link).to_contain_text("Anna")
    assert key not in page.url
    link.click()
    expect(page.get_by_role("button", name="Roll again")).to_be_enabled()
    page.goto(house.url)
    page.get_by_role("button", name=f"Forget this table: {DICE}").click()
    page.get_by_role("button", name="Forget", exact=True).click()
    expect(link).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(link).to_have_count(0)
    assert page.evaluate("localStorage.getItem('spieltisch.learned')") == lessons  # what was learned stays learned
