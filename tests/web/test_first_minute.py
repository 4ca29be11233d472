"""The first minute: what a newcomer sees, presses and may ask, from the shelf to the first move."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from web import test_brilliant, test_genial, test_high_score
from web.conftest import Browse
from web.house import House
from web.test_lobby import DICE, box

GAMES = {"brilliant": "Brilliant", "genial": "Einfach Genial", "genial_dice": DICE, "high_score": "High Score"}


def test_each_box_says_for_how_many_it_is_how_long_it_takes_and_how_it_is_played(house: House, page: Page) -> None:
    page.goto(house.url)
    boxes = page.get_by_role("main").get_by_role("list").get_by_role("button")
    for title, players in zip(GAMES.values(), ("1–6", "1–4", "2–4", "2–5"), strict=True):
        facts = boxes.filter(has_text=title if title != "Einfach Genial" else "double hexagons")
        expect(facts).to_contain_text(re.compile(rf"{players} players\s*about \d+–\d+ min"))
        facts.click()
        how = page.get_by_role("dialog").get_by_role("region", name="How to play").get_by_role("listitem")
        expect(how).to_have_count(3)
        expect(how.locator(".picture > svg")).to_have_count(3)
        page.keyboard.press("Escape")
    box(page, "Einfach Genial")
    first = page.get_by_role("region", name="How to play").get_by_role("listitem").first
    expect(first).to_contain_text("In the end only your weakest colour counts")
    drawn = first.locator("svg").inner_html()
    page.get_by_role("radio", name="Duel").check()
    expect(first).to_contain_text("more markers on their own side")
    assert first.locator("svg").inner_html() != drawn, "the variant has a picture of its own goal"


def test_more_options_open_where_one_sees_them(house: House, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(house.url)
    box(page, DICE)
    page.get_by_text("More options").click()
    expect(page.get_by_label("Games in a row")).to_be_in_viewport()
    page.goto(f"{house.url}/?game=brilliant")
    expect(page.get_by_role("group", name="Sheet", exact=True)).to_be_in_viewport(ratio=1)  # it is not among them


COUNTED = "addEventListener('click', () => { sessionStorage.clicks = 1 + Number(sessionStorage.clicks ?? 0) }, true)"
FEWEST = {"brilliant": 3, "genial": 5, "genial_dice": 3, "high_score": 3}  # a tile is taken, put down and laid
SOON = 15.0  # seconds


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_makes_the_first_move_soon_and_with_few_presses(house: House, page: Page, game: str) -> None:
    page.add_init_script(COUNTED)
    since = time.monotonic()
    page.goto(house.url)
    box(page, GAMES[game])
    page.get_by_role("button", name="Start").click()
    if game == "genial":
        test_genial.lay(page)
    elif game == "brilliant":
        test_brilliant.lit(page).first.click()
    else:
        first = page.get_by_role("button", name="Roll the dice")
        expect(first.or_(test_high_score.ready(page)).or_(page.locator(".go-on")).first).to_be_visible()
        if first.count():  # the lot may fall on the other
            first.click()
            expect(test_high_score.ready(page).or_(page.get_by_role("button", name="Roll again")).first).to_be_visible()
    if game in ("genial", "brilliant"):
        expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    assert time.monotonic() - since < SOON
    assert int(page.evaluate("sessionStorage.clicks")) <= FEWEST[game]


def test_the_first_roll_is_made_by_the_player_and_nothing_tells_of_it_before(
    house: House, page: Page, axe: Callable[[Page], None]
) -> None:
    page.goto(house.url)
    box(page, DICE)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Start").click()
    roll = page.get_by_role("button", name="Roll the dice")
    expect(roll).to_be_focused()
    expect(page.get_by_text("Your turn: roll the dice.")).to_be_visible()
    mine, log = page.get_by_role("group", name=re.compile("Ada")), page.get_by_role("region", name="Log")
    expect(mine.get_by_role("img")).to_have_count(0)
    expect(log).to_contain_text("Before the first turn")
    expect(log).not_to_contain_text("Ada rolls")
    page.get_by_role("button", name="Call in the coach").click(force=True)  # not yet, and it says why
    expect(page.locator(".bubble")).to_have_text("The coach helps as soon as you have something to decide.")
    axe(page)
    roll.press("Enter")
    expect(mine.get_by_role("img")).to_have_count(4)
    expect(log).to_contain_text("Ada rolls")
    expect(page.get_by_role("button", name="Roll again")).to_be_enabled()
    page.reload()  # whoever comes back has rolled already
    expect(page.get_by_role("button", name="Roll again")).to_be_enabled()


def test_start_is_in_sight_on_every_screen_and_nothing_is_wider_than_it(house: House, browse: Browse) -> None:
    page = browse(language="de")  # it has the longest words
    page.goto(house.url)
    boxes = page.get_by_role("main").get_by_role("list").get_by_role("button")
    for number in range(len(GAMES)):
        boxes.nth(number).click()
        start = page.get_by_role("dialog").locator("button[type=submit]")
        for width, height in ((360, 740), (740, 360), (820, 1180), (1024, 768), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            expect(start).to_be_in_viewport(ratio=1)
            assert page.get_by_role("dialog").evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.keyboard.press("Escape")


def test_the_usual_opponent_is_gentle_and_levels_are_six_steps_with_a_word_each(house: House, page: Page) -> None:
    page.goto(house.url)
    box(page, "Einfach Genial")
    expect(page.get_by_label("Who sits in seat 2?")).to_have_value("level1")
    steps = page.get_by_role("group", name="How strong is the computer?").get_by_role("radio")
    expect(steps).to_have_count(6)
    expect(steps.first).to_be_checked()
    page.get_by_role("radio", name="3", exact=True).check()
    page.get_by_role("radio", name=re.compile("^Attentive, level 4")).check()
    expect(page.get_by_text("Attentive – level 4: thinks about what comes next")).to_be_visible()
    for seat in (2, 3):
        expect(page.get_by_label(f"Who sits in seat {seat}?")).to_have_value("level4")
    page.get_by_label("Who sits in seat 3?").select_option("level6")
    expect(page.get_by_text("They do not all play at the same level.")).to_be_visible()
    expect(page.get_by_role("option", name="Greedy")).to_have_count(0)
    page.get_by_text("More options").click()
    page.get_by_role("switch", name="Offer simple programs too").check()
    page.get_by_label("Who sits in seat 2?").select_option("greedy")
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("/t/"))
    seats = house.get(f"tables/{page.url.rsplit('/', 1)[1]}")["scene"]["seats"]
    assert [seat["who"] for seat in seats] == ["person", "greedy", "level6"]


def test_the_rules_are_read_before_the_game_and_nothing_chosen_is_lost(
    house: House, page: Page, axe: Callable[[Page], None]
) -> None:
    page.goto(house.url)
    box(page, "High Score")
    page.get_by_role("radio", name="4", exact=True).check()
    page.get_by_role("button", name="Read all the rules").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("listitem").first).to_contain_text("Collect the most points in seven rounds")
    expect(sheet.locator("section .picture svg.drawing").first).to_be_attached()
    sheet.get_by_role("navigation", name="Contents").get_by_role("button", name=re.compile("^§8")).click()
    scoring = sheet.locator("section", has_text="§8 Scoring")
    expect(scoring).to_be_focused()
    expect(scoring).to_be_in_viewport()
    assert scoring.locator("p").count() == 11  # each way of scoring by itself
    axe(page)
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("radio", name="4", exact=True)).to_be_checked()


def test_the_goal_stands_on_the_table_in_the_first_turns_of_whoever_plays(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "Ben")
    opened.be_ready(0, 1)
    page, onlooker = browse(), browse()
    page.goto(opened.link(0))
    goal = page.get_by_text("The first full sheet wins.")
    expect(goal).to_be_visible()
    onlooker.goto(opened.page)
    expect(onlooker.get_by_text("You are watching")).to_be_visible()
    expect(onlooker.get_by_text("The first full sheet wins.")).to_have_count(0)
    phone = browse(width=360, height=740, touch=True)
    phone.goto(opened.link(0))
    bubble, line = (phone.locator(each, has_text="The first full sheet wins.") for each in (".bubble", ".goal"))
    expect(line).to_be_visible()
    phone.set_viewport_size({"width": 740, "height": 360})
    expect(line).to_be_visible()
    expect(bubble).to_be_hidden()  # it covers nothing
    while f"{opened.scene(0)['log']}".count("'seat': 0") == 0:
        opened.play_on(0, events=opened.scene(0)["events"] + 1)
    expect(line).to_have_count(0)  # after the first decision no line is spared for it
    phone.locator(".question").tap()
    expect(phone.locator(".bubble", has_text="sheet")).to_be_visible()
    opened.play_on(0, 1, events=60)
    expect(goal).to_have_count(0)


def test_everything_drawn_can_be_asked_by_hand_by_keyboard_and_by_ear(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    opened = house.open("genial_dice", "Anna", "random")
    page = browse(touch=True)
    page.goto(opened.link(0))
    sheet = page.get_by_role("region", name="Sheet of You (Anna)")
    answer = page.get_by_text(re.compile("^Locked: the middle section opens when every colour has a mark"))
    lock = sheet.get_by_role("img", name=re.compile("^Locked: the middle section"))  # a screen reader hears it
    expect(answer).to_be_hidden()
    lock.hover()
    expect(answer).to_be_visible()
    axe(page)
    page.mouse.move(1, 1)
    expect(answer).to_be_hidden()
    lock.tap()
    expect(answer).to_be_visible()
    page.touchscreen.tap(300, 5)
    expect(answer).to_be_hidden()
    page.keyboard.press("Tab")
    lock.focus()
    expect(answer).to_be_visible()
    page.keyboard.press("Escape")
    expect(answer).to_be_hidden()


def test_in_practice_one_press_calls_in_the_coach(house: House, page: Page) -> None:
    opened = house.open("genial_dice", "Anna", "random")
    page.goto(opened.link(0))
    page.get_by_role("button", name="Call in the coach").click()
    expect(page.get_by_role("list", name="At the table").get_by_role("listitem").first).to_contain_text(
        "plays with the coach"
    )
    expect(page.get_by_role("region", name="Log")).to_contain_text("From now on Anna plays with the coach.")
    expect(
        page.get_by_role("region", name=re.compile("coach", re.IGNORECASE)).get_by_role("button").first
    ).to_be_visible()
    with_ben = house.open("genial_dice", "Anna", "Ben")
    with_ben.be_ready(1)
    page.goto(with_ben.link(0))
    expect(page.get_by_role("button", name="Roll again")).to_be_enabled()
    expect(page.get_by_role("button", name=re.compile("coach", re.IGNORECASE))).to_have_count(0)
