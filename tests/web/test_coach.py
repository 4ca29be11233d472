"""The coach in the browser: advice for whoever has it, the review of a game, and playing on from a position."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from server.serving import eventually
from spieltisch.coach.review import Decision, Review, Total
from spieltisch.contract import Reason
from spieltisch.server.reviewing import written
from trying import once
from web.coaching import coach_with, with_coach
from web.conftest import Browse, Theme
from web.house import House, Opened
from web.measuring import complaints, moved, places


def coached_by(page: Page, moves: list[str]) -> list[str]:
    """Instead of the coach: would lay these, and has only a rough idea of it the first time. What it was asked."""
    asked: list[str] = []

    def advice(question: str) -> tuple[list[dict[str, Any]], bool]:
        asked.append(question)
        told: list[dict[str, Any]] = [
            {
                "move": dict(zip(("kind", "tile", "first", "second"), ("lay", *re.split("[@-]", move)), strict=True)),
                "text": f"Anna plays {move}.",
                "share": 0.62 - place / 10,
                "points": 7.4,
                "reason": {"text": f"Reason {place + 1}.", "paragraph": ""},
                "equal": place == 1,
            }
            for place, move in enumerate(moves)
        ]
        return told, len(asked) > 1

    coach_with(page, advice)
    return asked


def test_whoever_opens_a_table_may_bring_the_coach_and_everybody_sees_it(house: House, page: Page) -> None:
    page.goto(house.url)
    page.get_by_role("button", name="Brilliant").click()
    page.get_by_text("More options").click()
    page.get_by_role("switch", name="Play with the coach").check()
    page.get_by_role("button", name="Start").click()
    anna = page.get_by_role("list", name="At the table").get_by_role("listitem").first
    expect(anna).to_contain_text("plays with the coach")
    expect(page.get_by_role("button", name="Ask the coach")).to_be_enabled()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Deutsch").check()  # it has the longest words
    gestures, beside = page.get_by_role("button", name="Gesten").bounding_box(), page.locator("aside").bounding_box()
    assert gestures and beside
    assert gestures["x"] + gestures["width"] <= beside["x"] + beside["width"]
    page.get_by_role("radio", name="English").check()
    plain = house.open("brilliant", "Anna", "greedy")
    page.goto(plain.link(0))
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.get_by_role("button", name="Ask the coach")).to_have_count(0)


@pytest.mark.parametrize("theme", once(["light", "dark"]))
def test_the_coach_has_a_rough_idea_until_it_is_ready_and_its_moves_are_drawn(
    house: House, browse: Browse, axe: Callable[[Page], None], theme: Theme
) -> None:
    opened = with_coach(house)
    opened.be_ready(0)
    end = time.monotonic() + 20
    while not opened.scene()["seats"][0]["decides"] and time.monotonic() < end:
        time.sleep(0.05)
    moves = opened.moves(0)
    page = browse(theme=theme, width=360, height=740) if theme == "dark" else browse(theme=theme)
    coached_by(page, [moves[0], moves[-1]])
    page.goto(opened.link(0))
    page.get_by_role("button", name="Ask the coach").click()
    coach = page.get_by_role("region", name="The coach recommends")
    if theme == "dark":  # on a phone whoever wants to know why asks
        coach.get_by_role("button", name="Why?").click()
    expect(coach.get_by_text("Rough", exact=True)).to_be_visible()
    expect(coach.locator(".figures")).to_contain_text("~60% chance of winning")
    expect(coach.get_by_text("Rough", exact=True)).to_have_count(0)  # it has been asked again
    expect(coach.get_by_text("Reason 1.")).to_be_visible()
    expect(coach.locator(".figures")).to_contain_text("62% chance of winning")
    expect(coach.get_by_text("≈ just as good")).to_have_count(0)
    expect(page.get_by_role("button", name="Lay", exact=True)).to_be_enabled()
    axe(page)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    expect(coach.get_by_text("Chance of winning", exact=True)).to_be_visible()  # of what the figures are figures
    coach.get_by_role("button", name=re.compile("^2 ≈ 52% chance of winning: Anna plays")).click()
    expect(coach.get_by_text("Reason 2.")).to_be_visible()
    expect(coach.get_by_text("≈ just as good, as far as can be measured")).to_be_visible()
    coach.get_by_role("button", name="Play this").click()
    expect(coach).to_have_count(0)
    eventually(lambda: moves[-1] in json.dumps(opened.house.get(f"tables/{opened.table}/events", opened.key(0))))


def test_the_reasons_leave_the_board_in_sight_that_they_speak_about(house: House, browse: Browse) -> None:
    opened = with_coach(house)
    opened.be_ready(0)
    once_true = time.monotonic() + 20
    while not opened.scene()["seats"][0]["decides"] and time.monotonic() < once_true:
        time.sleep(0.05)
    page = browse(width=1280, height=800, language="de")
    coached_by(page, opened.moves(0)[:2])
    page.goto(opened.link(0))
    page.get_by_role("button", name="Coach fragen").click()
    why = page.get_by_role("button", name="Warum?")
    why.click()
    reasons, button, board = (
        page.locator(".rest.open").bounding_box(),
        why.bounding_box(),
        page.locator(".fit").bounding_box(),
    )
    assert reasons and button and board
    assert button["y"] + button["height"] <= reasons["y"] < button["y"] + button["height"] + 16
    assert reasons["y"] + reasons["height"] < board["y"] + 16  # at most its edge


# After a game


@pytest.fixture(scope="module")
def over(house: House) -> Opened:
    opened = house.open("genial_dice", "Anna", "greedy")
    opened.be_ready(0)
    opened.play_on(0)
    review(house, opened)
    return opened


def review(house: House, opened: Opened) -> None:
    """What the coach might have said about it lies in the database."""
    record = house.get(f"tables/{opened.table}/record")
    first = next(k for k, (seat, _) in enumerate(record["log"]) if seat == 0)
    won = 1_000_000 if record["outcome"]["places"][0] == 0 else 0
    move, other = record["log"][first][1], "stop" if record["log"][first][1] == "roll" else "roll"
    costly = Decision(
        event=first,
        seat=0,
        move=move,
        best=other,
        loss=123_456,
        before=(523_456, 476_544),
        after=(400_000, 600_000),
        luck=(won - 400_000, 400_000 - won),
        better=Reason("thinks", values={"name": "Anna"}),
    )
    luck = won - 500_000 + 123_456
    found = Review(
        "share",
        (23_456, -23_456),
        (
            Total(0, won, 500_000, luck, -123_456, 0, -123_456, 123_456, 0.875, 8, 1000),
            Total(1, 1_000_000 - won, 500_000, -luck, 0, 123_456, 123_456, 0, 1.0, 9, 1000),
        ),
        (costly,),
        (costly,),
    )
    with sqlite3.connect(house.data / "tables.sqlite", timeout=20) as database:
        database.execute("INSERT INTO reviews VALUES (?, ?, ?)", (opened.table, time.time(), written(found)))
    database.close()


def test_the_review_shows_the_game_and_leads_to_its_positions(
    over: Opened, page: Page, axe: Callable[[Page], None]
) -> None:
    asked: list[str] = []

    def once(route: Route) -> None:
        """The first question is answered as if nobody had asked before, the second as if it were under way."""
        asked.append(route.request.method)
        if len(asked) > 2:
            route.continue_()
        else:
            route.fulfill(json={"asked": len(asked) == 2, "progress": 0.4, "before": 0, "review": None})

    page.route("**/review?lang=*", once)
    page.goto(over.link(0))
    page.get_by_role("link", name="Review with the coach").click()
    expect(page.get_by_role("progressbar", name="The coach is going through the game: 40%")).to_be_visible()
    curve = page.get_by_role("slider", name="Chance of winning")
    last = over.scene()["events"]
    expect(curve).to_have_attribute("aria-valuenow", str(last))
    assert asked == ["GET", "POST", "GET"]
    page.get_by_role("button", name="Show the position").click()
    event = int(curve.get_attribute("aria-valuenow") or -1)
    assert 0 < event < last
    expect(page).to_have_url(re.compile(rf"\?at={event}&review$"))
    expect(page.get_by_text("Anna’s decision here: 12 percentage points less chance to win.")).to_be_visible()
    axe(page)
    expect(curve).to_have_attribute("aria-valuetext", re.compile(r"^At position \d+: Anna 52%, Lino 48%$"))
    curve.focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(curve).to_have_attribute("aria-valuenow", str(event + 1))
    expect(curve).to_have_attribute("aria-valuetext", re.compile(r"^At position \d+: Anna 40%, Lino 60%$"))
    box = curve.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 4, box["y"] + 50)
    expect(page.get_by_role("slider", name="Position", exact=True)).to_have_value(str(last))


@pytest.mark.parametrize("theme", once(["light", "dark"]))
def test_what_the_review_shows_adds_up_and_everybody_can_read_it(
    over: Opened, browse: Browse, axe: Callable[[Page], None], theme: Theme
) -> None:
    page = browse(theme=theme, width=360, height=740)
    page.goto(f"{over.page}/replay?at=5&review")
    page.get_by_text("In numbers").click()
    expect(page.get_by_text("is known to about ±1 percentage point.")).to_be_visible()
    tables = page.get_by_role("dialog", name="Review").get_by_role("table")
    expect(tables).to_have_count(2)
    for table in tables.all():
        shown = [cell.replace("−", "-").replace("±", "") for cell in table.locator(".value").all_inner_texts()]
        even, *changes, result = [int(cell.removesuffix("%")) for cell in shown]
        assert even + sum(changes) == result
        assert (even, result) in ((50, 100), (50, 0))
    axe(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Show the position").click()
    expect(page.get_by_role("dialog", name="Review")).to_have_count(0)
    axe(page)


def test_from_a_position_one_can_play_on(over: Opened, page: Page, axe: Callable[[Page], None]) -> None:
    page.goto(f"{over.page}/replay?at=12")
    page.get_by_role("button", name="Play on from here").click()
    sheet = page.get_by_role("dialog", name="Play on from here")
    expect(sheet.get_by_label("In the other seats")).to_have_value("greedy")
    sheet.get_by_label("Your seat").select_option("Lino")
    sheet.get_by_label("In the other seats").select_option("level1")
    axe(page)
    sheet.get_by_role("button", name="Play on", exact=True).click()
    expect(page.get_by_text("A branch of another game, from position 12 on.")).to_be_visible()
    chips = page.get_by_role("list", name="At the table").get_by_role("listitem")
    expect(chips.nth(0)).to_contain_text("computer")
    expect(chips.nth(1)).to_contain_text("you")
    expect(page.get_by_role("button", name="Ask the coach")).to_be_enabled()
    axe(page)
    page.get_by_role("link", name="To the original").click()
    expect(page).to_have_url(f"{over.page}/replay?at=12")


def test_in_practice_a_move_that_cost_much_may_be_tried_again_and_no_tool_makes_room_for_it(
    house: House, browse: Browse
) -> None:
    opened = with_coach(house, "genial_dice")
    told = {"ready": True, "costly": True, "loss": 120_000, "unit": "share", "theme": "stop_or_roll"}
    page = browse(width=360, height=740)
    page.route("**/cost", lambda route: route.fulfill(json=told))
    page.goto(opened.link(0))
    roll, tools = page.get_by_role("button", name="Roll again"), page.locator("nav.bar")
    expect(roll).to_be_enabled()
    before, stood = opened.scene()["events"], tools.bounding_box()
    roll.click()
    offer = page.get_by_text("Stop or roll Chance of winning down by about 12 percentage points.")
    expect(offer).to_be_visible()
    assert tools.bounding_box() == stood
    page.get_by_role("button", name="Undo").click(trial=True)
    page.get_by_role("button", name="Try again").click()
    expect(offer).to_have_count(0)
    eventually(lambda: opened.scene()["events"] == before)
    expect(roll).to_be_enabled()
    roll.click()
    expect(offer).to_be_visible()
    page.locator(".paper.own").click()  # whoever goes on with the game has answered
    expect(offer).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    eventually(lambda: opened.scene()["events"] == before)
    told["costly"] = False
    expect(roll).to_be_enabled()
    with page.expect_response("**/cost"):
        roll.click()
    expect(offer).to_have_count(0)


UNDER = """mark => {
    const range = document.createRange()
    range.selectNodeContents(mark.parentElement.querySelector('.name'))
    return range.getBoundingClientRect().right - mark.getBoundingClientRect().left
}"""


def test_on_a_lying_phone_no_name_lies_below_the_mark_of_the_coach_and_the_board_is_large(
    house: House, browse: Browse
) -> None:
    for players, names in ((2, 2), (5, 1)):
        who = ("Anneliese", "Friederike", "Maximilian", "Constantin", "Bernadette")[:players]
        opened = house.open("high_score", *who, coach=True)
        opened.be_ready(*range(players))
        page = browse(width=740, height=360, language="de")
        page.goto(opened.link(0))
        expect(page.locator(".fit")).to_be_visible()
        marks = page.locator("ul[aria-label='Am Tisch'] .coach")
        expect(marks).to_have_count(players)
        for mark in marks.all()[:names]:
            assert mark.evaluate(UNDER) <= 1
        board = page.locator(".fit").bounding_box()
        assert board
        assert board["width"] >= 300


@pytest.mark.parametrize("language", once(["de", "en", "it"]))
def test_what_a_move_cost_is_read_on_a_phone_and_hides_no_name(house: House, browse: Browse, language: str) -> None:
    opened = with_coach(house, "genial_dice")
    told = {"ready": True, "costly": True, "loss": 120_000, "unit": "share", "theme": "stop_or_roll"}
    page = browse(width=360, height=740, language=language)
    page.route("**/cost", lambda route: route.fulfill(json=told))
    page.goto(opened.link(0))
    page.get_by_role("button", name=re.compile("^(Neu würfeln|Roll again|Lancia di nuovo)")).click()
    offer = page.locator(".retry")
    expect(offer).to_be_visible()
    strip, names = offer.bounding_box(), page.locator(".seats button").first.bounding_box()
    assert strip and names
    assert strip["y"] + strip["height"] <= names["y"]
    inside = offer.locator("p, .button").evaluate_all("all => all.map(each => each.getBoundingClientRect())")
    assert all(each["top"] >= 2 and each["bottom"] <= strip["height"] - 2 for each in inside)
    assert offer.locator("p").evaluate("p => parseFloat(getComputedStyle(p).fontSize)") >= 13.5
    assert not complaints(page)


@pytest.mark.parametrize("game", once(["genial", "genial_dice"]))
def test_what_a_move_cost_covers_nothing_of_the_game_on_a_lying_phone(house: House, browse: Browse, game: str) -> None:
    opened = with_coach(house, game)
    told = {"ready": True, "costly": True, "loss": 120_000, "unit": "share", "theme": "stop_or_roll"}
    page = browse(width=740, height=360, language="de")
    page.route("**/cost", lambda route: route.fulfill(json=told))
    page.goto(opened.link(0))
    expect(page.locator(".screen")).to_be_visible()
    if game == "genial":
        page.locator(".rack button:enabled").first.click()
        page.locator('[data-cell][aria-disabled="false"]').first.click()
        page.get_by_role("button", name="Legen").click()
    else:
        page.get_by_role("button", name=re.compile("^Neu würfeln")).click()
    offer = page.locator(".retry")
    expect(offer).to_be_visible()
    strip, question, screen = (page.locator(each).bounding_box() for each in (".retry", ".ask[data-needed]", "main"))
    assert strip and question and screen
    assert strip["y"] >= 0
    assert strip["x"] + strip["width"] <= question["x"]
    assert max(each["y"] + each["height"] for each in (strip, question)) <= screen["y"]
    assert not complaints(page)
    stood = places(page)
    page.get_by_role("button", name="Schließen").first.click()
    expect(offer).to_have_count(0)
    expect(page.get_by_role("list", name="Am Tisch")).to_be_visible()
    assert not moved(stood, places(page))
