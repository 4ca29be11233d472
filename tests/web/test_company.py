"""Strangers find each other in the lobby, people at one table talk, whoever looks elsewhere learns of their turn."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from web.conftest import Browse
from web.house import House, remembering

NOTICED = """
    Object.defineProperty(document, 'hidden', {get: () => window.away === true, configurable: true});
    window.told = [];
    window.asked = 0;
    window.Notification = class {
        static permission = 'default';
        static requestPermission() {
            window.asked += 1;
            return Promise.resolve((Notification.permission = window.refuse ? 'denied' : 'granted'));
        }
        constructor(title, {body, tag}) { window.told.push([title, body, tag]); }
        close() {}
    };
    ServiceWorkerRegistration.prototype.showNotification = async (title, {body, tag}) => {
        window.told.push([title, body, tag]);
    };
"""


def icon(page: Page) -> str:
    return str(page.locator('link[rel="icon"]').get_attribute("href"))


def test_a_listed_table_says_who_is_a_person_what_the_clock_is_and_where_one_joins(
    house: House, browse: Browse
) -> None:
    clock = {"per": "game", "seconds": 900, "increment": 10}
    plain, full = house.open("genial_dice", "Anna", "open"), house.open("genial", "Ben", "greedy", "open", clock=clock)
    for opened in (plain, full):
        host = browse(sits=(opened, (0,)), host=True)
        host.goto(opened.page)
        host.get_by_role("switch", name="Let in whoever comes").check()
    page = browse(width=1280, height=800)
    page.goto(house.url)
    section = page.get_by_role("region", name="Looking for players")
    card = section.get_by_role("listitem").filter(has_text="Ben")
    expect(card).to_contain_text(re.compile("Ben.*, computer.*1 seat free"))
    expect(card).to_contain_text("15 minutes per game + 10 sec per move")
    other = section.get_by_role("listitem").filter(has_text="Anna")
    expect(other).not_to_contain_text("computer")
    boxes = [each.get_by_role("button").bounding_box() for each in (card, other)]
    assert boxes[0] is not None and boxes[1] is not None
    assert abs(boxes[0]["y"] - boxes[1]["y"]) < 1  # side by side, on one line


def test_a_stranger_finds_a_table_sits_down_with_one_click_and_they_talk(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    opened = house.open("genial_dice", "Anna", "open")
    host = browse(sits=(opened, (0,)), host=True)
    host.goto(opened.page)
    host.get_by_role("switch", name="Let in whoever comes").check()
    stranger = browse(width=360, height=740, language="de")
    stranger.goto(house.url)
    section = stranger.get_by_role("region", name="Mitspieler gesucht")
    expect(section.get_by_role("listitem")).to_contain_text("Anna")
    shows = stranger.get_by_role("button", name="Ein Tisch sucht Mitspieler")
    expect(shows).to_be_in_viewport()  # the list lies below the boxes
    shows.click()
    expect(section.get_by_role("button", name=re.compile("^Mitspielen"))).to_be_in_viewport()
    expect(section).to_contain_text("1 Platz frei")
    axe(stranger)
    section.get_by_label("Dein Name").fill("Cleo")
    section.get_by_role("button", name=re.compile("^Mitspielen: .*Anna")).click()
    expect(stranger).to_have_url(opened.page)
    expect(stranger.get_by_role("list", name="Am Tisch")).to_contain_text("Cleo")
    # The host has seen her come, and the game has begun.
    expect(host.get_by_role("list", name="At the table")).to_contain_text("Cleo")
    assert opened.table not in [each["table"] for each in house.get("listed")["tables"]]

    # They talk. What looks like a script is a text, and a link is refused.
    host.get_by_role("button", name="Chat").click()
    sheet = host.get_by_role("dialog", name="Chat")
    sheet.get_by_label("Say something").fill("<b>Hello</b>, Cleo")
    sheet.get_by_label("Say something").press("Enter")
    expect(sheet.get_by_role("listitem")).to_contain_text("<b>Hello</b>, Cleo")
    sheet.get_by_label("Say something").fill("see example.com")
    sheet.get_by_role("button", name="Send").click()
    expect(sheet.get_by_role("alert")).to_have_text("Links are not passed on here. Please say it without one.")
    expect(sheet.get_by_label("Say something")).to_have_value("see example.com")
    axe(host)
    expect(stranger.get_by_role("button", name="Chat 1 neue Nachricht")).to_be_visible()
    expect(stranger.locator("[aria-live=polite]").get_by_text("<b>Hello</b>, Cleo")).to_be_visible()
    stranger.get_by_role("button", name="Chat").click()
    expect(stranger.get_by_role("dialog", name="Chat").get_by_role("listitem")).to_have_count(1)
    axe(stranger)
    stranger.keyboard.press("Escape")
    expect(stranger.get_by_role("button", name=re.compile("neue Nachricht"))).to_have_count(0)

    # She may not want to hear it, and the host may end it for all.
    stranger.get_by_role("button", name="Einstellungen").click()
    stranger.get_by_role("switch", name="Chat anzeigen").uncheck()
    stranger.keyboard.press("Escape")
    sheet.get_by_label("Say something").fill("Anybody there?")
    sheet.get_by_role("button", name="Send").click()
    expect(sheet.get_by_role("listitem")).to_have_count(2)
    expect(stranger.get_by_text("Anybody there?")).to_have_count(0)
    stranger.get_by_role("button", name="Chat").click()
    expect(stranger.get_by_role("dialog", name="Chat")).to_contain_text("Du hast den Chat für dich ausgeschaltet.")
    sheet.get_by_role("switch", name="Chat at this table").uncheck()
    expect(stranger.get_by_role("dialog", name="Chat")).to_contain_text("gibt es keinen Chat")
    expect(sheet.get_by_label("Say something")).to_have_count(0)


def test_a_line_of_the_chat_lies_neither_on_the_question_nor_on_the_log(house: House, browse: Browse) -> None:
    opened = house.open("genial", "Anna", "Ben")
    opened.be_ready(0, 1)
    anna, ben = browse(width=1280, height=800), browse(width=1440, height=900)
    anna.goto(opened.link(0))
    ben.goto(opened.link(1))
    ben.get_by_role("button", name="Log").click()
    anna.get_by_role("button", name="Chat").click()
    anna.get_by_role("textbox").fill("Hello! This is a somewhat longer sentence, so that one sees how it breaks.")
    anna.get_by_role("button", name="Send").click()
    line = ben.locator(".glimpse p")
    expect(line).to_be_visible()
    covered = line.evaluate("""(line) => {
        const box = line.getBoundingClientRect()
        const over = (each) => {
            const {left, right, top, bottom} = each.getBoundingClientRect()
            return left < box.right && right > box.left && top < box.bottom && bottom > box.top
        }
        const needed = document.querySelectorAll('.question, aside, nav.bar button, [data-picture]')
        return [...needed].filter(over).map((each) => each.className)
    }""")
    assert covered == []


def test_where_all_sit_at_one_screen_there_is_nothing_to_write(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "Ben")
    page = browse(sits=(opened, (0, 1)), host=True)
    page.goto(opened.page)
    expect(page.get_by_role("button", name="Gestures")).to_be_visible()
    expect(page.get_by_role("button", name="Chat")).to_have_count(0)


def test_whoever_looks_elsewhere_learns_that_it_is_their_turn(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "Ben", options={"start": "2"})
    other = house.open("genial_dice", "Anna", "greedy", options={"start": "1"})
    opened.be_ready(0, 1)
    page = browse(sits=(opened, (0,)), anew=True)
    page.add_init_script(NOTICED)
    page.goto(opened.page)
    expect(page).to_have_title(re.compile("^To play: Ben"))
    assert icon(page) == "/icon.svg"

    # Nobody is asked for leave before they want it; if the browser forbids it, it is off again and says so.
    assert page.evaluate("asked") == 0
    page.get_by_role("button", name="Settings").click()
    tell = page.get_by_role("switch", name="Tell me when it is my turn")
    page.evaluate("refuse = true")
    tell.click()
    expect(page.get_by_text("does not let this page send notifications")).to_be_visible()
    expect(tell).not_to_be_checked()
    page.evaluate("refuse = false")
    tell.click()
    expect(tell).to_be_checked()
    page.keyboard.press("Escape")

    page.evaluate("away = true")
    while opened.scene()["seats"][1]["decides"]:
        opened.play(1, "stop" if "stop" in opened.moves(1) else opened.moves(1)[0])
    expect(page).to_have_title(re.compile("^Your turn"))
    page.wait_for_function("told.length === 1")
    assert page.evaluate("told[0]") == ["Your turn", "Einfach Genial – The Dice Game", opened.table]
    assert icon(page) == "/icon-turn.svg"

    # Another table of this browser waits as well: the tab counts it, and the way to the lobby says so.
    other.be_ready(0)
    page.evaluate(remembering(other, 0))
    page.evaluate("away = false")
    page.reload()
    expect(page).to_have_title(re.compile(r"^\(1\) Your turn"))
    page.get_by_role("link", name="To the boxes. Another table is waiting for you").click()
    expect(page).to_have_title("(2) Spieltisch")


def left(at: Locator) -> float:
    box = at.bounding_box()
    assert box is not None
    return box["x"]


def test_the_lobby_tells_what_is_played_here(own_house: House, browse: Browse, axe: Callable[[Page], None]) -> None:
    opened = own_house.open("genial_dice", "Anna", "greedy")
    opened.be_ready(0)
    opened.play_on(0)
    page = browse(language="it")
    nothing = {"finished": 0, "games": [], "levels": []}
    page.route("**/api/statistics", lambda route: route.fulfill(json=nothing))
    with page.expect_response("**/api/statistics"):
        page.goto(own_house.url)
    expect(page.get_by_text("Che cosa si gioca qui")).to_have_count(0)
    page.unroute("**/api/statistics")
    page.reload()
    title = page.get_by_text("Che cosa si gioca qui")
    stood = left(title)
    title.click()
    played = page.get_by_role("listitem").filter(has_text=re.compile(r"\d+ partit[ae] · di solito"))
    expect(played.filter(has_text="Il gioco di dadi")).to_contain_text("per lo più in 2")
    assert left(title) == stood  # what is opened stands where it stood

    # How people fared is told of those levels that they have met more than a few times.
    levels = [{"bot": f"level{n}", "games": 9, "met": met, "behind": 0.25} for n, met in ((1, 4), (2, 8))]
    page.route("**/api/statistics", lambda route: route.fulfill(json={"finished": 9, "games": [], "levels": levels}))
    page.reload()
    page.get_by_text("Che cosa si gioca qui").click()
    expect(page.get_by_text("Le persone sono arrivate davanti nel 25% di 8 incontri.")).to_be_visible()
    expect(page.get_by_text("Le persone sono arrivate davanti")).to_have_count(1)
    axe(page)
