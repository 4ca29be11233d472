"""At the table: people come by link, talk with their hands, take back, vanish and return."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from spieltisch.tables.stand_ins import LONG
from trying import once
from web.conftest import Browse, Theme
from web.house import House, Opened

ROLL = "Roll again"
COLOURS = {"r": "red", "g": "green", "b": "blue", "o": "orange", "y": "yellow", "p": "purple"}
WATCH_RACKS = """
    window.racksSeen = []
    new MutationObserver(() => {
      const labels = [...document.querySelectorAll('[aria-label^="Tile "]')].map((each) => each.ariaLabel.toLowerCase())
      const tiles = labels.filter((each) => / and /.test(each)).map((each) => each.replace(/^tile [0-9]: /, '')).sort()
      if (tiles.length > 0 && JSON.stringify(tiles) !== JSON.stringify(racksSeen.at(-1))) racksSeen.push(tiles)
    }).observe(document, { subtree: true, childList: true, attributes: true })
"""
WATCH_THE_LOG = """
    window.logGrew = []
    let lines = 0
    new MutationObserver(() => {
      const now = document.querySelectorAll('aside li').length
      if (now !== lines) logGrew.push([now, performance.now()])
      lines = now
    }).observe(document, { subtree: true, childList: true })
"""


def chips(page: Page) -> Locator:
    return page.get_by_role("list", name="At the table").get_by_role("listitem")


def newest(page: Page) -> Locator:
    return page.get_by_role("region", name="Log").get_by_role("listitem").first


def events(page: Page, house: House) -> int:
    count: int = house.get(f"tables/{page.url.rsplit('/', 1)[1]}")["scene"]["events"]
    return count


def test_a_friend_comes_by_link_and_both_see_every_move(house: House, browse: Browse) -> None:
    host, friend = browse(), browse(width=360, height=740, language="de")
    host.goto(house.url)
    host.get_by_role("button", name=re.compile("^Einfach Genial – The Dice Game")).click()
    host.get_by_label("Your name").fill("Anna")
    host.get_by_label("Who sits in seat 2?").select_option("open")
    host.get_by_role("button", name="Start").click()
    expect(host.get_by_role("heading", name="About to start")).to_be_visible()
    expect(host.get_by_text("This link opens only on this machine.")).to_be_visible()
    expect(
        host.get_by_text(re.compile(rf"-m spieltisch serve --data .+ --host 0.0.0.0 --port {house.port}$"))
    ).to_be_visible()
    link = host.get_by_label("Invitation to seat 2", exact=True).input_value()

    friend.goto(link)
    expect(friend.get_by_role("heading", level=1)).to_contain_text("Du bist eingeladen")
    assert "#" not in friend.url
    friend.reload()  # the invitation is out of the address, but not lost
    friend.get_by_label("Dein Name").fill("Ben")
    friend.get_by_role("button", name="Hinsetzen").click()
    expect(friend.get_by_role("status")).to_contain_text("Anna")
    expect(chips(host).nth(1)).to_contain_text("Ben")

    host.get_by_role("button", name=ROLL).click()
    expect(newest(host)).to_contain_text("Anna rolls again")
    host.get_by_role("button", name=re.compile("^(Stop|Score)")).first.click()
    friend.get_by_role("button", name="Verlauf").click()
    expect(friend.get_by_role("region", name="Verlauf")).to_contain_text("Anna")

    late = browse(breaks=True)  # Chromium logs the answer 4xx
    late.goto(link)
    late.get_by_label("Your name").press("Enter")
    expect(late.get_by_role("alert")).to_have_text("Your name is still missing.")
    late.get_by_label("Your name").fill("Cleo")
    late.get_by_role("button", name="Sit down").click()
    expect(late.get_by_role("alert")).to_be_visible()
    late.get_by_role("button", name="Just watch").click()
    expect(late.get_by_text("You are watching")).to_be_visible()


def test_whoever_only_watches_can_do_nothing(house: House, page: Page) -> None:
    opened = house.open("genial", "random", "random")
    page.goto(opened.page)
    expect(page.get_by_text("You are watching")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    expect(page.get_by_role("button", name="Gestures")).to_have_count(0)
    expect(chips(page).get_by_role("button")).to_have_count(0)
    expect(newest(page)).to_contain_text(re.compile("Lino|Mira"))


def test_a_refusal_is_a_sentence_and_its_paragraph_opens_the_rules(house: House, page: Page) -> None:
    opened = house.open("genial_dice", "Anna", "greedy")

    def change(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forward(text: str | bytes) -> None:
            message = json.loads(text)
            server.send(json.dumps(message | {"move": "score"}) if message["do"] == "play" else text)

        socket.on_message(forward)

    page.route_web_socket(re.compile("/socket$"), change)
    page.goto(opened.link(0))
    page.get_by_role("button", name=ROLL).click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("Decide first")
    refusal.get_by_role("button", name=re.compile("^Open rule")).click()
    asked = page.get_by_role("region", name="Rules").locator("section:focus")
    expect(asked).to_be_visible()
    refusal.get_by_role("button", name="Close").click()
    expect(refusal).to_have_count(0)
    expect(page.get_by_role("button", name=ROLL)).to_be_enabled()
    assert events(page, house) == opened.scene(0)["events"]


def test_a_line_of_the_log_says_why(house: House, page: Page) -> None:
    opened = house.open("genial", "greedy", "greedy")
    page.goto(opened.page)
    line = page.get_by_role("region", name="Log").get_by_role("button", name=re.compile("lays"))
    line.first.click()
    expect(page.locator(".why p").first).to_be_visible()


def test_the_rules_can_be_read_by_paragraph(house: House, page: Page) -> None:
    page.goto(house.open("genial", "Anna", "greedy").link(0))
    page.get_by_role("button", name="Rules").click()
    rules = page.get_by_role("region", name="Rules")
    expect(rules.get_by_role("heading", name=re.compile("^§1 "))).to_be_visible()
    expect(rules.get_by_role("heading", name="House rulings")).to_be_attached()


def test_the_language_changes_in_the_middle_of_a_game(house: House, page: Page) -> None:
    page.goto(house.open("genial_dice", "Anna", "greedy").link(0))
    page.get_by_role("button", name=ROLL).click()
    expect(newest(page)).to_contain_text("rolls again")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Deutsch").check()
    expect(page.get_by_role("button", name="Neu würfeln")).to_be_enabled()
    expect(page.get_by_role("region", name="Verlauf").get_by_role("listitem").first).to_contain_text("würfelt")
    expect(page).to_have_title(re.compile("^Du bist dran"))
    page.get_by_role("radio", name="Italiano").check()
    expect(page).to_have_title(re.compile("^Tocca a te"))
    expect(page.get_by_role("region", name="Cronaca").get_by_role("listitem").first).to_contain_text("Anna")


def test_gestures_are_seen_by_all(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "Ben")
    anna, ben = browse(), browse()
    anna.goto(opened.link(0))
    ben.goto(opened.link(1))
    expect(anna.get_by_role("button", name=ROLL)).to_be_enabled()
    ben.get_by_role("button", name="Gestures").click()
    ben.get_by_role("button", name="Applause").click()
    expect(chips(anna).nth(1).get_by_role("img", name="Applause")).to_be_visible()
    expect(chips(ben).nth(1).get_by_role("img", name="Applause")).to_be_visible()


def test_what_has_revealed_something_is_taken_back_by_consent(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "Ben")
    anna, ben = browse(), browse()
    anna.goto(opened.link(0))
    ben.goto(opened.link(1))
    expect(anna.get_by_role("button", name="Undo")).to_be_disabled()
    before = opened.scene()["events"]
    anna.get_by_role("button", name=ROLL).click()
    expect(newest(anna)).to_contain_text("rolls again")
    anna.get_by_role("button", name="Undo").click()
    expect(anna.get_by_text("Asked: Ben")).to_be_visible()
    ben.get_by_role("button", name="I’d rather not").click()
    expect(anna.get_by_text("Asked: Ben")).to_have_count(0)
    expect(anna.get_by_text("Ben would rather not, so the move stands.")).to_be_visible()
    expect(ben.get_by_role("alert")).to_have_count(0)
    assert opened.scene()["events"] > before
    anna.get_by_role("button", name="Undo").click()
    ben.get_by_role("button", name="That’s fine").click()
    expect(newest(anna)).not_to_contain_text("again")
    expect(anna.get_by_role("button", name="Undo")).to_be_disabled()
    assert opened.scene()["events"] == before


def test_alone_against_the_computer_one_takes_back_at_once(house: House, page: Page) -> None:
    opened = house.open("genial_dice", "Anna", "greedy")
    page.goto(opened.link(0))
    page.get_by_role("button", name=ROLL).click()
    expect(newest(page)).to_contain_text("rolls again")
    page.get_by_role("button", name="Undo").click()
    expect(newest(page)).not_to_contain_text("again")


def test_nobody_is_replaced_at_once_but_everybody_may_let_the_computer_play_and_come_back(
    house: House, browse: Browse
) -> None:
    opened = house.open("genial_dice", "Anna", "Ben")
    host = browse(sits=(opened, (0,)), host=True)
    ben = browse()
    ben.goto(opened.link(1))
    host.goto(opened.page)
    expect(host.get_by_role("button", name=ROLL)).to_be_enabled()
    chips(host).nth(1).get_by_role("button").click()
    expect(host.get_by_text("Ben is here. After three minutes’ absence the computer may stand in.")).to_be_visible()
    expect(host.get_by_role("button", name="Let it play")).to_have_count(0)
    host.get_by_role("button", name="Close").click()
    chips(ben).nth(1).get_by_role("button").click()
    stand_in = ben.get_by_label("Let the computer play on for me")
    expect(stand_in).to_have_value("level3")
    stand_in.select_option("level1")
    ben.get_by_role("button", name="Let it play").click()
    expect(chips(host).nth(1)).to_contain_text("the computer is standing in")
    expect(newest(host)).to_have_text("The computer now plays for Ben, who may return at any time.")
    ben.close()

    back = browse()
    back.goto(opened.link(1))
    expect(back.get_by_text("The computer is standing in for you.")).to_be_visible()
    back.get_by_role("button", name="Play myself again").click()
    expect(chips(host).nth(1)).not_to_contain_text("standing in")
    expect(back.get_by_text("The computer is standing in for you.")).to_have_count(0)
    assert opened.scene()["seats"][1]["who"] == "person"


def test_who_gives_up_the_seat_leaves_it_to_whom_the_host_invites(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "Ben")
    host = browse(sits=(opened, (0,)), host=True)
    ben = browse()
    ben.goto(opened.link(1))
    host.goto(opened.page)
    chips(ben).nth(1).get_by_role("button").click()
    ben.get_by_role("button", name="Give up my seat").click()
    expect(ben.get_by_text("Really give up your seat?")).to_be_visible()
    assert opened.scene()["seats"][1]["who"] == "person"
    ben.get_by_role("button", name="Give up my seat").click()
    expect(newest(host)).to_have_text("Ben has given up the seat.")
    expect(ben.get_by_role("main").get_by_text("You have given up your seat.")).to_be_visible()
    chips(host).nth(1).get_by_role("button").click()
    host.get_by_role("button", name="New invitation").click()
    guest = browse()
    guest.goto(host.get_by_label("Invitation to seat 2", exact=True).input_value())
    guest.get_by_label("Your name").fill("Dora")
    guest.get_by_role("button", name="Sit down").click()
    expect(chips(guest).nth(1)).to_contain_text("Dora")
    expect(ben.get_by_text("You are watching")).to_be_visible()
    expect(ben.get_by_role("button", name="Play after all")).to_have_count(0)


@pytest.mark.parametrize("theme", once(["light", "dark"]))
def test_who_has_given_up_the_seat_is_not_asked_to_play_and_may_play_after_all(
    house: House, browse: Browse, axe: Callable[[Page], None], theme: Theme
) -> None:
    opened = house.open("genial_dice", "Anna", "Ben")
    anna, ben = browse(width=360, height=740, theme=theme), browse()
    anna.goto(opened.link(0))
    ben.goto(opened.link(1))
    expect(anna.get_by_role("button", name=ROLL)).to_be_enabled()
    chips(anna).nth(0).get_by_role("button").click()
    anna.get_by_role("button", name="Give up my seat").click()
    anna.get_by_role("button", name="Keep my seat").click()
    anna.get_by_role("button", name="Give up my seat").click()
    anna.get_by_role("button", name="Give up my seat").click()
    for page in (anna, ben):
        expect(page.get_by_text("Anna’s seat is free.", exact=True)).to_be_visible()
        expect(page).to_have_title(re.compile("^Anna’s seat is free."))
    expect(anna.get_by_role("button", name=ROLL)).to_have_count(0)
    axe(anna)
    assert anna.evaluate("() => document.documentElement.scrollWidth") <= 360
    anna.get_by_role("button", name="Play after all").click()
    expect(anna.get_by_role("button", name=ROLL)).to_be_enabled()
    expect(ben.get_by_text("Anna’s seat is free.")).to_have_count(0)


def test_who_is_away_is_said_to_be_away_and_when_the_computer_may_stand_in(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "Ben")
    anna, ben = browse(), browse(sits=(opened, (1,)), host=True)
    anna.goto(opened.link(0))
    ben.goto(opened.page)
    expect(anna.get_by_role("button", name=ROLL)).to_be_enabled()
    anna.close()
    expect(ben.get_by_text("Waiting for Anna. Anna is away.")).to_be_visible()
    expect(chips(ben).nth(0).get_by_text("away", exact=True).first).to_be_visible()
    assert LONG == 3 * 60
    chips(ben).nth(0).get_by_role("button").click()
    expect(ben.get_by_text("Anna is away. After three minutes’ absence the computer may stand in.")).to_be_visible()
    expect(ben.get_by_text("The others are asked")).to_have_count(0)
    expect(ben.get_by_label("Let the computer play for Anna")).to_have_value("level3")
    guest = browse()
    guest.goto(opened.page)
    chips(guest).nth(0).get_by_role("button").click()
    expect(guest.get_by_text("Anna is away. After three minutes’ absence")).to_be_visible()
    expect(guest.get_by_role("button", name="Let it play")).to_have_count(0)
    ben.clock.install()
    ben.get_by_role("button", name="Let it play").click()
    expect(ben.get_by_role("alert")).to_contain_text("this can be done in 3 min")
    ben.clock.fast_forward(11_000)
    expect(ben.get_by_role("alert")).to_have_count(0)


def test_the_host_asks_for_somebody_else_where_there_is_somebody_to_be_asked(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "Ben", "Cleo")
    host = browse(sits=(opened, (0,)), host=True)
    host.goto(opened.page)
    host.get_by_role("button", name="Use the computer instead").first.click()
    expect(host.get_by_role("button", name="Let somebody else play")).to_be_visible()
    expect(host.get_by_text("The others are asked whether that is fine with them.")).to_be_visible()


def test_the_host_does_not_wait_for_those_who_never_come(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "open", "open")
    host = browse(sits=(opened, (0,)), host=True)
    host.goto(opened.page)
    expect(host.get_by_text("still free").first).to_be_visible()
    for _ in range(2):
        host.get_by_role("button", name="Use the computer instead").first.click()
        host.get_by_role("button", name="Let it play").click()
    expect(host.get_by_role("button", name=ROLL)).to_be_enabled()


def test_the_host_invites_somebody_else_to_the_seat_of_a_bot(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "greedy")
    host = browse(sits=(opened, (0,)), host=True)
    host.goto(opened.page)
    expect(host.get_by_role("button", name=ROLL)).to_be_enabled()
    chips(host).nth(1).get_by_role("button").click()
    host.get_by_role("button", name="New invitation").click()
    link = host.get_by_label("Invitation to seat 2", exact=True).input_value()
    guest = browse()
    guest.goto(link)
    guest.get_by_label("Your name").fill("Dora")
    guest.get_by_role("button", name="Sit down").click()
    expect(chips(guest).nth(1)).to_contain_text("Dora")
    expect(chips(host).nth(1)).to_contain_text("Dora")


def test_my_seat_moves_to_another_device(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "greedy")
    desk, phone = browse(), browse(width=360, height=740)
    desk.goto(opened.link(0))
    chips(desk).nth(0).get_by_role("button").click()
    desk.get_by_role("button", name="Go on playing on another device").click()
    phone.goto(desk.get_by_label("Your seat", exact=True).input_value())
    assert "#" not in phone.url
    phone.get_by_role("button", name=ROLL).click()
    expect(newest(desk)).to_contain_text("rolls again")


def rack(opened: Opened, seat: int) -> list[str]:
    """The tiles of a seat as its screen names them."""
    tiles = opened.scene(seat)["view"]["racks"][seat]["tiles"]
    return sorted(f"{COLOURS[first]} and {COLOURS[second]}" for first, second in tiles)


def test_the_seats_of_one_screen_change_hands_covered(house: House, browse: Browse) -> None:
    opened = house.open("genial", "Anna", "Ben")
    page = browse(sits=(opened, (0, 1)))
    page.add_init_script(WATCH_RACKS)
    page.goto(opened.page)
    log = page.get_by_role("region", name="Log")
    expect(page.get_by_role("heading", name="Anna, it is your turn")).to_be_visible()
    expect(log).to_have_count(0)
    assert page.evaluate("() => racksSeen") == []
    page.get_by_role("button", name="I am Anna").click()
    expect(log).to_be_visible()
    expect(page.get_by_label(re.compile("^Tile 1: "))).to_be_visible()
    assert page.evaluate("() => racksSeen") == [rack(opened, 0)]

    opened.play(0, opened.moves(0)[0])
    expect(page.get_by_role("heading", name="Ben, it is your turn")).to_be_visible()
    expect(log).to_have_count(0)
    assert rack(opened, 1) not in page.evaluate("() => racksSeen")
    page.get_by_role("button", name="Back to Anna").click()
    expect(log).to_be_visible()
    assert rack(opened, 1) not in page.evaluate("() => racksSeen")
    chips(page).nth(1).get_by_role("button").click()
    page.get_by_role("button", name="Through Ben’s eyes").click()
    expect(chips(page).nth(1)).to_have_class(re.compile("looking"))
    expect(page.get_by_label(re.compile("^Tile 1: "))).to_be_visible()
    assert page.evaluate("() => racksSeen.at(-1)") == rack(opened, 1)


def test_without_secrets_one_screen_changes_seats_at_once(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "Ben")
    page = browse(sits=(opened, (0, 1)))
    page.goto(opened.page)
    expect(page.get_by_role("status")).to_be_visible()
    page.get_by_role("button", name=re.compile("^(Stop|Score)")).first.click()
    for _ in range(6):
        if opened.scene()["seats"][1]["decides"]:
            break
        page.get_by_role("button", name=re.compile("^(Stop|Score)")).first.click()
        page.wait_for_timeout(100)
    expect(page.get_by_role("button", name=ROLL)).to_be_enabled()
    page.get_by_role("button", name=ROLL).click()
    expect(newest(page)).to_contain_text("Ben rolls again")


def test_a_link_that_leads_no_other_device_says_so_until_it_does(own_house: House, browse: Browse) -> None:
    opened = own_house.open("genial_dice", "Anna", "open", "open")
    page = browse(sits=(opened, (0,)), host=True, width=740, height=360, breaks=True)
    page.goto(opened.page)
    card = page.get_by_role("listitem").filter(has_text="Seat 2")
    link = card.get_by_label("Invitation to seat 2", exact=True)
    expect(link).to_be_in_viewport()  # on a lying phone, too
    expect(card.get_by_text("This link opens only on this machine.")).to_be_visible()
    expect(page.get_by_text("This link opens only on this machine.")).to_have_count(1)
    expect(page.get_by_role("img", name=re.compile("^QR code"))).to_have_count(0)  # nobody could open it
    page.wait_for_load_state("networkidle")
    own_house.kill()
    expect(page.get_by_text(re.compile("connection", re.IGNORECASE)).first).to_be_visible()
    own_house.options = ("--name", "table.example.org")
    own_house.start()
    expect(card.get_by_role("img", name="QR code: Invitation to seat 2")).to_be_visible()
    expect(link).to_have_value(re.compile(r"^http://table\.example\.org:"))
    expect(page.get_by_text("This link opens only on this machine.")).to_have_count(0)


def test_moves_of_others_are_seen_one_after_the_other(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "Ben")
    opened.be_ready(0, 1)
    page = browse(motion=True)
    page.add_init_script(WATCH_THE_LOG)
    page.goto(opened.page)
    expect(newest(page)).to_contain_text("Anna rolls")
    opened.play(0, "roll")
    opened.play(0, "roll")
    expect(page.get_by_role("region", name="Log").get_by_role("listitem")).to_have_count(len(opened.scene()["log"]))
    (before, _), *grown = page.evaluate("() => logGrew")
    assert [lines for lines, _ in grown] == list(range(before + 1, len(opened.scene()["log"]) + 1))  # line by line
    times = [at for _, at in grown]
    assert all(later - sooner > 300 for sooner, later in pairwise(times))  # 700 unless the machine is slow to draw


@pytest.mark.parametrize("theme", once(["light", "dark"]))
def test_everybody_can_use_the_table(house: House, browse: Browse, axe: Callable[[Page], None], theme: Theme) -> None:
    opened = house.open("genial", "Anna", "open", "open")
    page = browse(sits=(opened, (0,)), host=True, theme=theme, width=360, height=740)
    page.goto(opened.page)
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    axe(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    guest = browse(theme=theme)
    guest.goto(opened.invitation(1))
    expect(guest.get_by_label("Your name")).to_be_visible()
    axe(guest)

    opened = house.open("genial_dice", "Anna", "Ben")
    page = browse(sits=(opened, (0, 1)), host=True, theme=theme, width=360, height=740)
    page.goto(opened.page)
    page.get_by_role("button", name=ROLL).click()
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    axe(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="That’s fine")).to_be_visible()
    page.get_by_role("button", name="Log").click()
    axe(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("heading", name=re.compile("^§1 "))).to_be_visible()
    axe(page)
    page.keyboard.press("Escape")
    chips(page).nth(1).get_by_role("button").click()
    expect(page.get_by_role("button", name="Through Ben’s eyes")).to_be_visible()
    axe(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360

    opened = house.open("genial", "Anna", "Ben")
    page = browse(sits=(opened, (0, 1)), theme=theme)
    page.goto(opened.page)
    expect(page.get_by_role("button", name="I am Anna")).to_be_visible()
    axe(page)


def test_below_the_rules_stands_what_can_be_printed(
    house: House, page: Page, tmp_path: Path, axe: Callable[[Page], None]
) -> None:
    page.goto(house.open("genial", "Anna", "greedy").link(0))
    page.get_by_role("button", name="Rules").click()
    paper = page.get_by_role("region", name="On paper")
    paper.get_by_role("combobox", name="Paper").select_option("A5")
    for name in ("score pad", "board for the duel", "the rules in short"):
        expect(paper.get_by_role("link", name=name)).to_be_visible()
    axe(page)
    with page.expect_download() as download:
        paper.get_by_role("link", name="board for the duel").click()
    assert download.value.suggested_filename == "genial-duel.pdf"
    download.value.save_as(tmp_path / "duel.pdf")
    assert (tmp_path / "duel.pdf").read_bytes().startswith(b"%PDF")
