"""One's own cards and sheets in a real browser: entered by clicking, saved, checked, balanced, shared, played."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from spieltisch import registry
from spieltisch.content.document import Document, read
from trying import thorough
from web.conftest import Browse
from web.house import House

SEVEN = Path(__file__).parent.parent / "games" / "brilliant" / "seven.toml"
OURS = registry.game("high_score").content({"deck": "deck"}).data


def kept(house: House, name: str) -> Document:
    return read((house.data / "content" / f"{name}.toml").read_text(encoding="utf-8"))


def save(page: Page) -> None:
    """What it says afterwards is there, and goes away."""
    expect(page.get_by_text("Everything fits.")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    saved = page.get_by_role("dialog", name="Saved")
    expect(saved.get_by_role("link", name="Play with it now")).to_be_visible()
    expect(page).to_have_url(re.compile("/content/edit/"))
    saved.get_by_role("button", name="Go on editing").click()


def choose(page: Page, part: str, value: str) -> None:
    page.locator(f'[data-part="{part}"][value="{value}"]').check()


def test_whoever_chooses_a_sheet_sees_it_also_one_of_their_own(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    own = {**tomllib.loads(SEVEN.read_text(encoding="utf-8")), "format": 1, "game": "brilliant", "title": "Aunt Erna’s"}
    keys = {"Authorization": f"Bearer {'e' * 40}"}
    text = json.dumps({name: value for name, value in own.items() if name not in ("level", "own")})
    name = house.http.post("content?lang=en", json={"text": text}, headers=keys).json()["name"]
    page = browse(width=360, height=740)
    page.goto(f"{house.url}/?game=brilliant")
    sheets = page.get_by_role("group", name="Sheet")
    expect(sheets.get_by_role("radio")).to_have_count(5)
    drawn = sheets.locator("label:has(svg)")
    expect(drawn).to_have_count(5)
    cells = [
        drawn.nth(k).locator(".patch").evaluate_all("all => all.map((each) => each.getAttribute('d')).join()")
        for k in range(4)
    ]
    assert all(cells) and len(set(cells)) == 4  # each is another one
    sheets.get_by_role("radio", name="Sheet 1: gentle").focus()
    page.keyboard.press("ArrowRight")
    expect(sheets.get_by_role("radio", name="Sheet 2: lively")).to_be_checked()
    axe(page)
    sheets.get_by_role("radio", name="Aunt Erna’s").check()
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("/t/"))
    opened = house.get(f"tables/{page.url.rsplit('/', 1)[1]}")["scene"]
    assert opened["options"]["sheet"] == name
    house.http.delete(f"content/{name}", headers=keys).raise_for_status()


@thorough
def test_a_deck_of_21_cards_is_entered_by_clicking_saved_balanced_and_played(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    page = browse(width=360, height=740)
    page.goto(house.url)
    page.get_by_role("link", name="Own cards and sheets").click()
    page.get_by_role("link", name="High Score").click()
    page.get_by_role("button", name="Add a card").click()
    card_of = page.get_by_role("dialog")
    before = {"way": "full", "scoring": "sum", "swirl": 0}
    for number, card in enumerate(OURS["card"]):
        if number:
            card_of.get_by_role("button", name="Another").click()  # begins as the one before
        for part in ("way", "scoring"):
            if card[part] != before[part]:
                choose(page, part, card[part])
        if isinstance(card["swirl"], str):
            choose(page, "swirl", card["swirl"])
        elif card["swirl"] != before["swirl"]:
            if isinstance(before["swirl"], str):
                choose(page, "swirl", "number")
            page.get_by_label("Value of the swirl").fill(str(card["swirl"]))
        before = card
    page.get_by_label("Value of the swirl").fill("11")
    wrong = "Card 21: the swirl is a whole number from −10 to 10, frozen or choice, not 11."
    expect(page.get_by_text(wrong)).to_have_count(2)  # at its place, and below
    axe(page)
    card_of.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="Add a card")).to_be_focused()  # where it began
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_disabled()

    page.reload()  # nothing is lost, and it says so
    expect(page.get_by_text("This is your draft of “untitled”")).to_be_visible()
    expect(page.locator("[data-card]")).to_have_count(21)
    page.get_by_role("button", name="Begin anew").click()
    expect(page.locator("[data-card]")).to_have_count(0)
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    page.locator('[data-card="21"]').click()
    expect(card_of.get_by_role("heading", name="Card 21 of 21")).to_be_visible()
    page.get_by_label("Value of the swirl").fill("10")
    page.keyboard.press("Escape")
    expect(page.locator('[data-card="21"]')).to_be_focused()
    expect(page.get_by_text("Everything fits.")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    asked = page.get_by_role("dialog", name="What shall it be called?")
    asked.get_by_label("Title").fill("The box")
    asked.get_by_role("button", name="Save").click()
    saved = page.get_by_role("dialog", name="Saved")
    expect(saved.get_by_text("“The box” is now kept in this house")).to_be_visible()
    assert kept(house, "the-box") == Document("high_score", "The box", {"source": "box", "card": OURS["card"]})
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Let them play").click()
    expect(page.get_by_text("games of 2 players")).to_be_visible(timeout=60_000)
    lengths = page.get_by_role("table", name="Moves and rolls")
    expect(lengths.get_by_role("rowheader")).to_have_text(["The box", "our 21 cards"])

    page.get_by_role("link", name="Play with it").click()
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("/t/"))
    table = page.url.rsplit("/", 1)[1]
    record = house.get(f"tables/{table}/record")
    assert (record["options"]["deck"], record["content"]["data"]["source"]) == ("the-box", "box")


@thorough
def test_a_sheet_of_49_cells_is_drawn_by_dragging_shared_by_link_and_played(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    wanted: dict[str, Any] = tomllib.loads(SEVEN.read_text(encoding="utf-8"))
    rows = [line.split() for line in wanted["grid"].splitlines() if line.strip()]
    page = browse(width=1280, height=800)
    page.goto(f"{house.url}/content/new/brilliant")
    expect(page.locator('[data-cell="a1"]')).to_have_attribute("aria-label", "a1: area A, red")  # there is one already
    page.get_by_text("Begin with a copy of").click()
    page.get_by_role("button", name="nothing", exact=True).click()
    page.get_by_label("Title").fill("Seven by seven")
    for letter, facts in wanted["areas"].items():
        page.locator('[data-do="area"]').click()
        for row, line in enumerate(rows):
            for first, last in runs(line, letter):
                drag(page, f"{'abcdefg'[first]}{row + 1}", f"{'abcdefg'[last]}{row + 1}")
        area = page.locator(f'fieldset[data-area="{letter}"]')
        area.locator(f'[value="{facts["colour"]}"]').check(force=True)
        for order, value in zip(("First", "Second", "All others"), facts["values"], strict=True):
            area.get_by_label(order).fill(str(value))
        if facts.get("whole_colour"):
            area.get_by_label("Stands for all cells of this colour").check()
    expect(page.get_by_text("There are 0 star cells in 0 areas; there must be 6 in 6 areas.")).to_be_visible()
    page.locator('[data-do="star"]').click()
    for row, line in enumerate(rows):
        for column, token in enumerate(line):
            if token.endswith("*"):
                page.locator(f'[data-cell="{"abcdefg"[column]}{row + 1}"]').click()
    for one, other in wanted.get("links", []):
        page.locator('[data-do="link"]').click()
        page.locator(f'[data-cell="{one}"]').click()
        page.locator(f'[data-cell="{other}"]').click()
    save(page)
    found = kept(house, "seven-by-seven")
    assert [line.split() for line in found.data["grid"].splitlines()] == rows
    for letter, facts in wanted["areas"].items():
        assert found.data["areas"][letter]["colour"] == facts["colour"]
        assert found.data["areas"][letter]["values"] == facts["values"]

    page.get_by_role("button", name="Let them play").click()
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_role("dialog").get_by_role("textbox").input_value()
    assert read(link) == found
    other = browse(width=360, height=740, language="de")
    other.goto(link)
    expect(other.get_by_role("heading", name="Das wurde dir geschickt")).to_be_visible()
    assert "#" not in other.url
    axe(other)
    other.get_by_role("button", name="Hier aufheben").click()
    expect(other.get_by_label("Titel")).to_have_value("Seven by seven")
    assert kept(house, "seven-by-seven-2") == found

    other.get_by_role("link", name="Jetzt damit spielen").click()
    other.get_by_role("button", name="Los").click()
    expect(other.locator("[data-cell]")).to_have_count(49)

    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("Alone one gets")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("table", name="Points alone").get_by_role("rowheader")).to_have_count(5)  # it, and our four
    expect(page.locator('fieldset[data-area="A"]')).to_contain_text("of the players complete it")
    axe(page)


def runs(line: list[str], letter: str) -> list[tuple[int, int]]:
    """Where this letter stands side by side in a row."""
    found: list[tuple[int, int]] = []
    for column, token in enumerate(line):
        if token[0] == letter:
            found = (
                [*found[:-1], (found[-1][0], column)]
                if found and found[-1][1] == column - 1
                else [*found, (column, column)]
            )
    return found


def drag(page: Page, first: str, last: str) -> None:
    page.locator(f'[data-cell="{first}"]').hover()
    page.mouse.down()
    page.locator(f'[data-cell="{last}"]').hover()
    page.mouse.up()


def test_options_are_chosen_under_one_name_and_a_cell_is_drawn_with_the_keyboard(house: House, page: Page) -> None:
    page.goto(f"{house.url}/content/new/genial_dice")
    page.get_by_label("Title").fill("Long rows")
    page.locator('input[name="sheet"][value="3+3+3"]').check(force=True)
    save(page)
    page.get_by_role("link", name="Play with it").click()
    page.get_by_text("More options").click()
    expect(page.locator('select:has(option[value="3+3+3"])')).to_have_value("3+3+3")
    page.goto(f"{house.url}/content/new/brilliant")
    expect(page.get_by_text("Everything fits.")).to_be_visible()  # it could be played as it is
    page.locator('[data-do="erase"]').press("Enter")
    page.locator('[data-cell="a1"]').focus()
    for key in ("Enter", "ArrowRight", " ", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator('[data-cell="b1"]')).to_have_attribute("aria-label", "b1: empty")
    expect(page.locator('[data-cell="b2"]')).to_be_focused()
    expect(page.locator('[data-cell="b2"]')).to_have_attribute("aria-label", "b2: area A, red")
    page.keyboard.press("Control+z")
    expect(page.locator('[data-cell="b1"]')).to_have_attribute("aria-label", "b1: area A, red, star")


def test_what_is_brought_and_does_not_fit_is_only_said_and_a_draft_that_is_none_is_not_shown(
    house: House, page: Page
) -> None:
    page.goto(f"{house.url}/content")
    bring = page.get_by_role("button", name="Open a file or a link")
    for text in ("card = [", "#c=AAAA"):
        bring.click()
        page.get_by_label("Or paste the link or the text here").fill(text)
        page.get_by_role("button", name="Look at it").click()
        expect(page.get_by_text("One thing does not fit yet")).to_be_visible()
        expect(page.get_by_role("button", name="Keep it here")).to_have_count(0)
        page.get_by_role("button", name="Close").click()
    bring.click()
    page.locator('input[type="file"]').set_input_files({"name": "a.toml", "mimeType": "", "buffer": b"x" * 40_000})
    expect(page.get_by_text("This file is too large.")).to_be_visible()
    page.evaluate("""() => localStorage.setItem('spieltisch.drafts', '{"brilliant/": {"text": "{}", "at": 1}}')""")
    page.goto(f"{house.url}/content/new/brilliant")
    expect(page.get_by_text("Everything fits.")).to_be_visible()
