"""My games: what a browser has played, how well apart from luck, and all of it as a file for another house."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from spieltisch.coach.review import Decision, Review, Total, costly
from spieltisch.records import Record
from spieltisch.referee import Table, replay
from web.conftest import Browse
from web.house import House, Opened, remembering
from web.test_review import keep_review

WIDTH, HEIGHT = 360, 740  # of a phone
DICE = "Einfach Genial – The Dice Game"


def judged(table: Table) -> Review:
    """What a coach might say: seat 0 won by luck, and rolled once too often."""
    event = next(k for k, each in enumerate(table.log) if each.seat == 0 and each.move == "roll")
    even, nothing = (500_000, 500_000), (0, 0)
    rows = table.before(event)
    better, brought = (table.game.brings(rows, 0, table.game.parse(rows, 0, move)) for move in ("stop", "roll"))
    decision = Decision(event, 0, "roll", "stop", 90_000, even, even, nothing, better, brought)
    result = [1_000_000 if place == 0 else 0 for place in table.outcome.places] if table.outcome else []
    totals = tuple(
        Total(seat, won, 500_000, won - 400_000, -100_000, 0, -100_000, 90_000, 0.9, 10, 20_000)
        for seat, won in enumerate(result)
    )
    return Review("share", nothing, totals, (decision,), costly([decision]))


def at_the_end(house: House, page: Page, *others: str) -> Opened:
    """Somebody plays to the end, and sees it."""
    opened = house.open("genial_dice", "Anna", *others)
    opened.be_ready(0)
    opened.play_on(0, events=12)
    page.goto(opened.link(0))
    expect(page.locator(".screen")).to_be_visible()
    opened.play_on(0)
    expect(page.get_by_role("dialog", name="The game is over")).to_be_visible()
    page.keyboard.press("Escape")
    return opened


def test_a_game_alone_has_points_and_nobody_has_won_it(house: House, page: Page) -> None:
    opened = house.open("brilliant", "Anna", variant="solo")
    opened.be_ready(0)
    page.goto(opened.link(0))
    expect(page.locator(".screen")).to_be_visible()
    opened.play_on(0)
    expect(page.get_by_role("dialog", name="The game is over")).to_be_visible()
    page.goto(f"{house.url}/mine")
    titles = page.get_by_role("table").get_by_role("columnheader")
    expect(titles).to_have_text(["Played", "Alone"])
    expect(page.get_by_role("table").get_by_role("cell").last).to_have_text(re.compile(r"^\d+ points?$"))


def test_a_game_is_remembered_reviewed_practised_and_taken_to_another_house(
    house: House, own_house: House, browse: Browse, axe: Callable[[Page], None], tmp_path: Path
) -> None:
    page = browse()
    page.goto(f"{house.url}/mine")
    expect(page.get_by_text("No game finished yet.")).to_be_visible()
    opened = at_the_end(house, page, "greedy")
    page.get_by_role("link", name="To the boxes").click()
    page.get_by_role("main").get_by_role("link", name="My games").click()
    listed = page.get_by_role("region", name="1 game").get_by_role("listitem")
    expect(listed).to_have_count(1)
    expect(listed).to_contain_text(re.compile(f"{DICE}.*(Won|Lost|Shared).* against Greedy", re.DOTALL))
    expect(page.get_by_text("Go through a game with the coach")).to_be_visible()
    expect(page.get_by_role("heading", name="Form without luck")).to_have_count(0)
    expect(page.get_by_role("columnheader", name="Loss per decision")).to_have_count(0)  # only the coach knows it
    first, then = page.get_by_role("region").filter(has=page.get_by_role("heading", level=2)).all()[:2]
    expect(first.get_by_role("heading")).to_have_text("1 game")  # what was played comes before what follows from it
    expect(then.get_by_role("heading", level=2)).to_have_text("Results")

    # The coach goes through it.
    text = json.dumps(house.get(f"tables/{opened.table}/record"))
    keep_review(house, opened.table, judged(replay(Record.from_json(text))))
    listed.get_by_role("button", name=re.compile("^Review with the coach")).click()
    expect(page.get_by_text("Theme: Stop or roll")).to_be_visible()
    step = page.get_by_role("link", name=re.compile("^Try it: §"))
    expect(step).to_have_attribute("href", re.compile("^/learn/genial_dice/"))
    practise = page.get_by_role("link", name=re.compile("^Practise this"))
    expect(practise).to_have_attribute("href", "/puzzles/genial_dice?theme=stop_or_roll")
    page.go_back()
    expect(page.get_by_text(re.compile("Your one game so far: −10% through the moves played, [+−]"))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Form without luck"))).to_be_visible()
    mistakes = page.get_by_role("region", name="Favourite mistakes")
    expect(mistakes).to_contain_text(re.compile("Stop or roll.*once, 9 percentage points", re.DOTALL))
    practise.click()
    page.wait_for_url(re.compile(r"/puzzles/genial_dice/[0-9a-f]{10}\?theme=stop_or_roll"))
    page.go_back()
    expect(page.get_by_role("table", name="By game").get_by_role("row").last).to_contain_text("0.9%")
    expect(page.get_by_role("table", name="By opponent").get_by_role("row").last).to_contain_text("Greedy")
    axe(page)
    page.get_by_label("Opponent").select_option("Greedy")
    expect(listed).to_have_count(1)

    # It travels as one file.
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "profile.json"
    download.value.save_as(file)
    assert opened.key(0) not in file.read_text(encoding="utf-8")
    other = browse(language="de", width=WIDTH, height=HEIGHT)
    other.goto(f"{own_house.url}/mine")
    bring = other.locator("input[type=file]")
    damaged = tmp_path / "damaged.json"
    damaged.write_text(file.read_text(encoding="utf-8").replace("greedy", "gredy", 1), encoding="utf-8")
    bring.set_input_files(damaged)
    expect(other.get_by_role("alert")).to_have_text("Diese Datei ist beschädigt. Es hat sich nichts geändert.")
    assert other.evaluate("localStorage.getItem('spieltisch.games')") in (None, "[]")
    bring.set_input_files(file)
    expect(other.get_by_role("status")).to_have_text("Übernommen, mit 1 neuen Partie.")
    bring.set_input_files(file)
    expect(other.get_by_role("status")).to_have_text(
        "Übernommen. Neue Partien waren nicht dabei; Lektionen, Aufgaben und Ergebnisse sind jetzt auch hier."
    )
    expect(other.get_by_role("region", name="Lieblingsfehler")).to_contain_text("Aufhören oder weiterwürfeln")
    axe(other)
    assert other.evaluate("document.documentElement.scrollWidth") <= WIDTH
    other.get_by_role("button", name=re.compile("^Partie ansehen")).click()
    slider = other.get_by_role("slider", name="Stellung", exact=True)
    expect(slider).to_have_attribute("max", str(opened.scene()["events"]))
    other.goto(f"{own_house.url}/mine")  # it lies here now, and is still one game
    expect(other.get_by_role("region", name="1 Partie").get_by_role("listitem")).to_have_count(1)
    other.get_by_role("button", name=re.compile("^Aus meinen Partien nehmen")).click()
    other.get_by_role("button", name="Vergessen", exact=True).click()
    expect(other.get_by_text("Noch keine Partie zu Ende gespielt.")).to_be_visible()


def test_games_that_ended_while_nobody_looked_are_found_and_a_record_of_others_is_none_of_mine(
    house: House, over: Opened, browse: Browse, axe: Callable[[Page], None]
) -> None:
    answer = house.post("records", {"record": json.dumps(house.get(f"tables/{over.table}/record"))})
    brought = Opened(house, answer["table"], answer["host"], tuple(answer["seats"]))
    page = browse(theme="dark", sits=(brought, (0, 1)), width=WIDTH, height=HEIGHT)
    page.goto(f"{house.url}/mine")
    expect(page.get_by_text("No game finished yet.")).to_be_visible()
    page.goto(brought.page)
    expect(page.get_by_role("button", name="Result")).to_be_visible()
    page.evaluate(remembering(over, 0))
    page.goto(f"{house.url}/mine")
    expect(page.get_by_role("region", name="1 game").get_by_role("listitem")).to_have_count(1)
    axe(page)
