"""The review on the board: both moves are drawn, it grows while it is made, and records from elsewhere can come."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from spieltisch.coach.review import Decision, Review, Total, costly
from spieltisch.kernel import CHANCE
from spieltisch.records import Record
from spieltisch.referee import replay
from spieltisch.server.reviewing import written
from trying import once
from web.conftest import Browse
from web.house import House, Opened
from web.measuring import complaints

GOLDEN = Path(__file__).parent.parent / "golden"
NAMES = ["genial-base-2", "genial_dice-base-2", "high_score-base-2", "brilliant-base-2"]


@dataclass(frozen=True)
class Reviewed:
    """A game from tests/golden, brought into the house, and what a coach might have said about it."""

    opened: Opened
    decisions: tuple[Decision, ...]


def record(name: str) -> str:
    return (GOLDEN / f"{name}.json").read_text(encoding="utf-8")


def decisions(name: str) -> tuple[Decision, ...]:
    """Whenever there was something to choose, another possible move would have been better."""
    table = replay(Record.from_json(record(name)))
    even, found = (1_000_000 // table.players,) * table.players, []
    for number, event in enumerate(table.log):
        rows, seat = table.before(number), event.seat
        legal = [] if seat == CHANCE else list(table.game.legal(rows, seat))
        others = [int(action) for action in legal if action != event.action]
        if others:
            best = others[7 * number % len(others)]
            written, values = table.game.write(rows, seat, best), (even, even, (0,) * len(even))
            reasons = table.game.brings(rows, seat, best), table.game.brings(rows, seat, event.action)
            found.append(Decision(number, seat, event.move, written, 60_000 + number, *values, *reasons))
    return tuple(found)


def reviewed(house: House, name: str) -> Reviewed:
    answer = house.post("records", {"record": record(name)})
    opened = Opened(house, answer["table"], answer["host"], tuple(answer["seats"]))
    found = decisions(name)
    totals = tuple(Total(seat, 500_000, 500_000, 0, 0, 0, 0, 0, 1.0, 1, 0) for seat in range(len(answer["seats"])))
    keep_review(house, opened.table, Review("share", (0,) * len(totals), totals, found, costly(found)))
    return Reviewed(opened, found)


def keep_review(house: House, table: str, review: Review) -> None:
    """As if the coach had made it."""
    with sqlite3.connect(house.data / "tables.sqlite", timeout=20) as database:
        database.execute("INSERT INTO reviews VALUES (?, ?, ?)", (table, time.time(), written(review)))
    database.close()


@pytest.mark.parametrize("name", once(NAMES))
def test_both_moves_are_drawn_on_the_board_and_named_above_it(
    house: House, page: Page, axe: Callable[[Page], None], name: str
) -> None:
    of = reviewed(house, name)
    decision = of.decisions[len(of.decisions) // 3]
    page.goto(f"{of.opened.page}/replay?at={decision.event}&review#{of.opened.key(decision.seat)}")
    legend = page.locator("main dl").filter(has_text="Better")
    expect(legend).to_contain_text(re.compile("Played.+Better.+", re.DOTALL))
    marks = page.locator("main [data-verdict]")
    expect(marks).not_to_have_count(2)  # those of the legend
    drawn = marks.evaluate_all("all => all.filter((mark) => !mark.closest('dl')).map((mark) => mark.dataset.verdict)")
    assert set(drawn) == {"played", "better"}
    axe(page)
    expect(legend).to_contain_text(re.compile(r"\S\s· \d+ percentage points? less chance to win"))
    for width, height in ((1024, 768), (820, 1180)):  # the review stands beside or below the board, not over it
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("complementary", name="Review")).to_be_visible()
    page.get_by_role("button", name="Review with the coach").click()
    page.set_viewport_size({"width": 360, "height": 740})
    expect(legend).to_be_visible()  # it stays when the review is put away
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    page.keyboard.press("End")
    expect(marks).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "share"), once([("genial-base-2", 0.6), ("brilliant-base-2", 0.5), ("high_score-base-3", 0.55)])
)
def test_beside_the_review_the_board_has_most_room(house: House, browse: Browse, name: str, share: float) -> None:
    of = reviewed(house, name)
    event = of.decisions[len(of.decisions) // 3].event
    page = browse(width=1024, height=768, language="de")
    page.goto(f"{of.opened.page}/replay?at={event}&review#{of.opened.key(0)}")
    expect(page.locator("main dl[aria-live]")).to_be_visible()
    expect(page.locator(".fit [data-needed]")).to_be_visible()
    found: list[str] = []
    for width, height in ((1024, 768), (820, 1180), (1180, 820), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}x{height}: {each}" for each in complaints(page)]
        board, room = page.locator(".fit").bounding_box(), page.locator(".screen").bounding_box()
        assert board and room
        if board["width"] < share * room["width"]:
            found.append(f"{width}x{height}: the board has {board['width']} of {room['width']}")
        expect(page.get_by_role("heading", name="Deine teuersten Züge")).to_be_in_viewport(ratio=1)
    assert not found, "\n".join(found)


def test_below_a_tall_board_the_review_takes_what_is_free_and_partners_have_one_curve(
    house: House, browse: Browse
) -> None:
    of = reviewed(house, "genial-team-4")
    page = browse(width=820, height=1180, language="de")
    page.goto(f"{of.opened.page}/replay?review#{of.opened.key(0)}")
    aside = page.get_by_role("complementary", name="Analyse")
    expect(aside.locator("figcaption .who")).to_have_text([re.compile("1 und 3"), re.compile("2 und 4")])
    expect(aside.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile("1 und 3 .+ 2 und 4 [^,]+$"))
    expect(aside.locator("figure > svg .band")).to_have_count(2)
    for whole in (aside.locator("figcaption"), aside.locator("ol > li").first):
        expect(whole).to_be_in_viewport(ratio=1)
    free = "() => document.querySelector('.screen').clientHeight - document.querySelector('.fit').clientHeight"
    assert page.evaluate(free) < 90  # beside the board


def test_a_sheet_that_opens_by_itself_has_no_ring_around_its_cross(house: House, browse: Browse) -> None:
    of = reviewed(house, "genial-base-2")
    page = browse(width=360, height=740, touch=True)
    page.goto(f"{of.opened.page}/replay?review#{of.opened.key(0)}")
    expect(page.get_by_role("heading", name="Review", exact=True)).to_be_focused()
    expect(page.locator("button:focus-visible")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_on_a_phone_numbers_names_and_marks_keep_off_each_other(house: House, browse: Browse) -> None:
    of = reviewed(house, "high_score-base-5")
    page = browse(width=360, height=740)
    page.goto(f"{of.opened.page}/replay?at=9999#{of.opened.key(0)}")
    expect(page.locator("td .stood")).not_to_have_count(0)
    tight = """() => [...document.querySelectorAll('td .stood')].flatMap((number) => {
      const [cell, chip] = [number.closest('td'), number.closest('td').querySelector('svg') ?? number]
      const [room, from, to] = [cell, number, chip].map((part) => part.getBoundingClientRect())
      return from.left - room.left < 2 || room.right - to.right < 2 ? [cell.innerText] : []
    })"""
    assert page.evaluate(tight) == []
    field = page.get_by_label("Through the eyes of")
    assert field.evaluate("(field) => parseFloat(getComputedStyle(field).paddingRight)") >= 17  # the arrow and a gap


def test_beside_the_review_the_scale_of_a_duel_can_be_read(house: House, browse: Browse) -> None:
    of = reviewed(house, "genial-duel-2")
    page = browse(width=1440, height=900)
    page.goto(f"{of.opened.page}/replay?at={of.decisions[3].event}&review#{of.opened.key(0)}")
    numbers = page.locator(".track .sign")
    expect(numbers).to_have_count(7)
    for width, height in ((1024, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        letters = "(all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a)"
        assert min(numbers.evaluate_all(letters)) > 9.5
        assert not complaints(page)


def test_ones_own_costly_moves_come_first_and_the_others_are_folded_away(house: House, page: Page) -> None:
    of = reviewed(house, "genial-base-2")
    review = house.get(f"tables/{of.opened.table}/review")["review"]
    for seat in (0, 1):
        page.goto(f"{of.opened.page}/replay?review#{of.opened.key(seat)}")
        aside = page.get_by_role("complementary", name="Review")
        expect(aside.get_by_role("heading", name="Your most costly moves")).to_be_visible()
        mine = [each for each in review["costly"] if each["seat"] == seat]
        cards = aside.locator("ol > li:visible")
        expect(cards).to_have_count(3)
        for place, each in enumerate(mine):
            expect(cards.nth(place)).to_contain_text(each["played"])
            told = [each[which]["text"] for which in ("brought", "better") if each[which]]
            expect(cards.nth(place).locator(".why")).to_have_text(told)  # and no echo of the move
        expect(aside.locator("svg .costly")).to_have_count(3)
        aside.get_by_text("The others’ most costly moves (3)").click()
        expect(cards).to_have_count(6)
        expect(aside.locator("svg .costly")).to_have_count(6)
        theirs = [each for each in review["costly"] if each["seat"] != seat]
        told = [theirs[0][which]["text"] for which in ("brought", "better") if theirs[0][which]]
        expect(cards.nth(3).locator(".why")).to_have_text(told)
        expect(aside.locator(".whose:visible")).to_have_text("“You” is whoever made the move.")
        page.evaluate("() => localStorage.clear()")
        page.goto("about:blank")


def test_whoever_only_watches_is_told_why_too(house: House, page: Page) -> None:
    of = reviewed(house, "high_score-base-2")
    review = house.get(f"tables/{of.opened.table}/review")["review"]
    page.goto(f"{of.opened.page}/replay?review")
    aside = page.get_by_role("complementary", name="Review")
    told = [each[which]["text"] for each in review["costly"][:3] for which in ("brought", "better") if each[which]]
    assert told
    expect(aside.locator(".why:visible")).to_have_text(told)
    expect(aside).to_contain_text("“You” is whoever made the move.")


def test_luck_and_decisions_are_said_in_a_sentence_and_counted_below_a_fold(house: House, page: Page) -> None:
    of = reviewed(house, "genial_dice-base-2")
    whole = house.get(f"tables/{of.opened.table}/review")["review"]
    mine, theirs = whole["totals"]
    mine = {**mine, "luck": 40_000, "own": -2_320_000, "others": 2_780_000, "lost": 400_000, "result": 1_000_000}
    theirs = {**theirs, "luck": -40_000, "own": -2_780_000, "others": 2_320_000, "lost": 2_300_000, "result": 0}
    totals = [{**each, "error": 50_000, "decisions": 30} for each in (mine, theirs)]
    answer = {"asked": True, "progress": 1, "before": 0, "rough": False, "review": {**whole, "totals": totals}}
    page.route("**/review?lang=*", lambda route: route.fulfill(json=answer))
    page.goto(f"{of.opened.page}/replay?review#{of.opened.key(0)}")
    section = page.get_by_role("region", name="Luck and decisions")
    names = [seat["name"] for seat in house.get(f"tables/{of.opened.table}")["scene"]["seats"]]
    expect(section).to_contain_text(f"Luck hardly mattered. You decided better than {names[1]}.")
    expect(section.get_by_role("table")).to_have_count(0)
    section.get_by_text("In numbers").click()
    expect(section.get_by_role("table")).to_have_count(2)
    expect(section).to_contain_text("own moves −2.3 wins and the others’ moves +2.8")
    shares = [int(n) for n in re.findall(r"(\d+)%", section.inner_text())]
    assert shares and max(shares) <= 100  # no part of a chance is more than the whole


def test_a_review_grows_while_it_is_made(house: House, page: Page) -> None:
    of = reviewed(house, "genial_dice-base-2")
    whole = house.get(f"tables/{of.opened.table}/review")["review"]
    known = [0, 0, 2, 5]

    def growing(route: Route) -> None:
        if not known:
            route.continue_()
            return
        count = known.pop(0)
        part = {**whole, "totals": [], "decisions": whole["decisions"], "curve": whole["curve"][1:]}
        found = {**part, "costly": []} if count else None
        route.fulfill(json={"asked": True, "progress": count / 10, "before": 0, "review": found})

    page.route("**/review?lang=*", growing)
    page.goto(f"{of.opened.page}/replay?at={whole['decisions'][6]['event']}&review#{of.opened.key(0)}")
    expect(page.get_by_role("progressbar", name="The coach is going through the game: 20%")).to_be_visible()
    expect(page.get_by_role("slider", name="Chance of winning")).to_have_attribute("aria-valuetext", re.compile("%"))
    expect(page.get_by_text("None so far.")).to_be_visible()
    expect(page.get_by_role("heading", name="Luck and decisions")).to_have_count(0)
    expect(page.get_by_role("heading", name="Luck and decisions")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)


def test_a_record_is_brought_by_file_or_pasted_and_refused_in_one_sentence(
    house: House, browse: Browse, axe: Callable[[Page], None], tmp_path: Path
) -> None:
    page = browse(breaks=True)  # the browser complains of what is refused
    page.goto(house.url)
    page.get_by_role("button", name="Open a record").click()
    sheet = page.get_by_role("dialog", name="Open a record")
    paste = sheet.get_by_label("or paste its text here")
    bring = sheet.get_by_role("button", name="Open", exact=True)
    expect(bring).to_be_disabled()
    paste.fill("Dear Anna")
    bring.click()
    expect(sheet.get_by_role("alert")).to_have_text("This is not a whole record: the file is damaged or incomplete.")
    axe(page)
    forged: dict[str, Any] = json.loads(record("genial-base-2"))
    forged["log"][0][1] = "\u001b]0;owned\u0007"
    paste.fill(json.dumps(forged))
    bring.click()
    expect(sheet.get_by_role("alert")).to_contain_text("Event 1 of the record")
    file = tmp_path / "game.json"
    file.write_text(record("genial-base-2"), encoding="utf-8")
    sheet.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("heading", name="Replay")).to_be_visible()
    expect(page.get_by_role("slider", name="Position", exact=True)).to_have_attribute("max", "94")
    expect(page.get_by_role("progressbar")).to_be_visible()  # the coach has begun


def test_where_areas_would_be_one_tall_column_the_others_sheets_keep_their_room(house: House, browse: Browse) -> None:
    of = reviewed(house, "brilliant-base-3")
    event = of.decisions[len(of.decisions) // 3].event
    page = browse(width=1440, height=900)
    page.goto(f"{of.opened.page}/replay?at={event}&review#{of.opened.key(0)}")
    for sheet in page.locator(".sheets .drawing").all():
        expect(sheet).to_be_in_viewport(ratio=1)
    hand = page.locator(".hand")
    expect(hand).to_be_in_viewport(ratio=1)
    assert page.locator(".sheets .drawing").count() == 2
    whose, facts = hand.locator(".whose").bounding_box(), hand.locator(".facts").bounding_box()
    assert whose and facts
    assert whose["x"] + whose["width"] < facts["x"] - 4  # words do not run into each other
    found = complaints(page)
    assert not found, "\n".join(found)
