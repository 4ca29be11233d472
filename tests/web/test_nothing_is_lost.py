"""Close the lid, lose the line, kill the process: the table is there, and every move is there once."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

from playwright.sync_api import Page, WebSocketRoute, expect

from web.conftest import Browse
from web.house import House

ROLL = "Roll again"
LOST = "The connection is gone."
OTHER_LOG = "This table’s log is no longer the one that this browser has seen"


def sentences(page: Page) -> list[str]:
    """The log as this page shows it, from the beginning."""
    return list(reversed(page.get_by_role("region", name="Log").get_by_role("listitem").all_inner_texts()))


def test_a_broken_line_mends_itself_and_what_was_missed_is_there(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "Ben")
    sockets: list[WebSocketRoute] = []
    page = browse(breaks=True)

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket(re.compile("/socket$"), connect)
    page.goto(opened.link(0))
    opened.be_ready(1)
    expect(page.get_by_role("button", name=ROLL)).to_be_enabled()
    sockets[-1].close(code=1001)
    opened.play(0, "roll")
    expect(page.get_by_text(LOST)).to_have_count(0)
    log = page.get_by_role("region", name="Log").get_by_role("listitem")
    expect(log).to_have_count(len(opened.scene(0)["log"]))
    expect(log.first).to_contain_text("rolls again")
    assert len(sockets) >= 2


def test_a_line_that_died_silently_is_noticed(house: House, page: Page) -> None:
    opened = house.open("genial_dice", "Anna", "greedy")
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) > 1:
            socket.connect_to_server()
            return
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(text) if "whole" in str(text)[:20] else None)

    page.route_web_socket(re.compile("/socket$"), connect)
    page.clock.install()
    opened.be_ready(0)
    page.goto(opened.link(0))
    expect(page.get_by_role("button", name=ROLL)).to_be_enabled()
    page.get_by_role("button", name=ROLL).click()  # the answer never comes
    page.clock.run_for(40_000)
    expect(page.get_by_role("region", name="Log").get_by_role("listitem").first).to_contain_text("rolls again")
    assert len(sockets) == 2
    assert sum("rolls again" in line for line in sentences(page)) == 1


def test_loading_again_finds_the_same_table(house: House, page: Page) -> None:
    opened = house.open("genial_dice", "Anna", "greedy")
    page.goto(opened.link(0))
    page.get_by_role("button", name=ROLL).click()
    expect(page.get_by_role("region", name="Log").get_by_role("listitem").first).to_contain_text("rolls again")
    before = sentences(page)
    page.reload()
    expect(page.get_by_role("button", name=re.compile("^(Stop|Score)")).first).to_be_enabled()
    assert sentences(page) == before


def test_the_server_is_killed_in_the_middle_and_the_game_goes_on(own_house: House, browse: Browse) -> None:
    opened = own_house.open("genial_dice", "Anna", "Ben")
    anna, ben = browse(breaks=True), browse(breaks=True)
    anna.goto(opened.link(0))
    ben.goto(opened.link(1))
    expect(anna.get_by_role("button", name=ROLL)).to_be_enabled()
    before = sentences(anna)

    own_house.kill()
    expect(anna.get_by_text(LOST)).to_be_visible()
    anna.get_by_role("button", name=ROLL).click()  # it waits for the server
    expect(anna.get_by_role("button", name=ROLL)).to_be_disabled()
    own_house.start()
    expect(anna.get_by_text(LOST)).to_have_count(0)
    expect(ben.get_by_text(LOST)).to_have_count(0)
    log = anna.get_by_role("region", name="Log").get_by_role("listitem")
    expect(log).to_have_count(len(before) + 1)
    assert sentences(anna)[:-1] == before

    own_house.kill()  # between the moves
    own_house.start()
    for page in (anna, ben):
        expect(page.get_by_text(LOST)).to_have_count(0)
    anna.get_by_role("button", name=ROLL).click()
    expect(log.filter(has_text="rolls again")).to_have_count(2)  # so the server has it, and all that follows
    for page in (anna, ben):
        expect(page.get_by_role("region", name="Log").get_by_role("listitem")).to_have_count(len(opened.scene()["log"]))
    assert sentences(anna) == sentences(ben)
    rolls = [line for line in sentences(anna) if "rolls again" in line]
    assert len(rolls) == 2


def test_while_the_server_is_away_there_is_a_friendly_page(
    own_house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    page = browse(breaks=True, language="it", anew=True)
    page.goto(own_house.url)
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    expect(page.get_by_role("heading", name="Spieltisch")).to_be_visible()
    own_house.kill()
    page.reload()
    expect(page.get_by_role("heading", name="Il tavolo per ora non risponde")).to_be_visible()
    axe(page)
    own_house.start()
    expect(page.get_by_role("heading", name="Spieltisch")).to_be_visible()


def on_disk(house: House, statement: str, table: str) -> None:
    """Behind the server's back."""
    house.kill()
    with closing(sqlite3.connect(house.data / "tables.sqlite")) as disk, disk:
        assert disk.execute(statement, (table,)).rowcount == 1
    house.start()


def test_a_page_that_was_open_while_the_house_was_brought_up_to_date_is_fetched_anew(
    house: House, browse: Browse
) -> None:
    """Its parts have other names by now."""
    page = browse(breaks=True)
    page.goto(house.url)
    box = page.get_by_role("main").get_by_role("list").get_by_role("button").first
    expect(box).to_be_visible()
    parts = re.compile("/assets/SetupForm")
    page.route(parts, lambda route: route.fulfill(status=404))
    with page.expect_navigation():
        box.click()
    expect(box).to_be_visible()
    box.click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("not answering")
    page.unroute(parts)
    page.reload()
    box.click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()


def test_who_has_seen_more_than_the_log_says_now_is_told_and_told_again(own_house: House, browse: Browse) -> None:
    opened = own_house.open("genial_dice", "Anna", "Ben")
    page = browse(breaks=True)
    page.goto(opened.link(0))
    opened.be_ready(1)
    expect(page.get_by_role("button", name=ROLL)).to_be_enabled()
    opened.play(0, "roll")
    expect(page.get_by_role("region", name="Log").get_by_role("listitem").first).to_contain_text("rolls again")
    own_house.kill()
    own_house.start()
    expect(page.get_by_text(LOST)).to_have_count(0)
    expect(page.get_by_text(OTHER_LOG)).to_have_count(0)
    last = "(SELECT max(number) FROM entries AS all_of_it WHERE all_of_it.table_id = entries.table_id)"
    on_disk(own_house, f"DELETE FROM entries WHERE table_id = ? AND number = {last}", opened.table)
    expect(page.get_by_text(OTHER_LOG)).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name=ROLL)).to_be_enabled()
    expect(page.get_by_text(OTHER_LOG)).to_be_visible()


def test_a_damaged_table_is_named_in_the_lobby_and_at_its_address(own_house: House, browse: Browse) -> None:
    bad, good = (own_house.open("genial_dice", "Anna", "greedy") for _ in range(2))
    page = browse(breaks=True)
    for opened in (bad, good):
        page.goto(opened.link(0))
        expect(page.get_by_role("button", name=ROLL)).to_be_enabled()
    on_disk(own_house, "DELETE FROM entries WHERE table_id = ? AND number = 1", bad.table)
    page.goto(own_house.url)
    mine = page.get_by_role("region", name="My tables").get_by_role("listitem")
    expect(mine).to_have_count(2)
    expect(mine.last).to_contain_text(f"The log of table {bad.table} is damaged")
    page.goto(f"{own_house.url}/t/{bad.table}")
    expect(page.get_by_text("is damaged")).to_be_visible()
