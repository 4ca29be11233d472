"""The paper sheets in a real browser: numbers by clicking and typing, alone and with others, on desk and phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from trying import once
from web.conftest import Browse
from web.house import House, Opened
from web.measuring import complaints

STARS = 6
PATIENCE = 30_000  # milliseconds: five opponents write thirty start numbers

# Of what an element is drawn in with the card behind it.
CONTRAST = """element => {
    const light = colour => {
        const pen = new OffscreenCanvas(1, 1).getContext('2d')
        pen.fillStyle = colour
        pen.fillRect(0, 0, 1, 1)
        const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map(each => (each / 255) ** 2.2)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const {color} = getComputedStyle(element)
    const card = getComputedStyle(document.documentElement).getPropertyValue('--card')
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = card
    const [one, other] = [light(color), light(getComputedStyle(probe).color)].sort((a, b) => b - a)
    probe.remove()
    return (one + 0.05) / (other + 0.05)
}"""


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def lit(page: Page) -> Locator:
    """The cells in which a number may be written now."""
    return page.locator('[data-cell][aria-disabled="false"]')


def strikable(page: Page) -> Locator:
    return page.locator('[data-area][aria-disabled="false"]')


def button(page: Page, what: str) -> Locator:
    return page.locator(f'[data-do="{what}"]')


def over(page: Page) -> Locator:
    return page.get_by_role("heading", name="The game is over")


def view(at: Opened, seat: int | None = 0) -> dict[str, Any]:
    found: dict[str, Any] = at.scene(seat)["view"]
    return found


def choosing(at: Opened) -> list[int]:
    return [player["seat"] for player in view(at)["players"] if player["doing"] == "chooses"]


def numbers(at: Opened, seat: int = 0) -> dict[str, int]:
    seen = view(at)
    pairs = zip(seen["sheet"]["cells"], seen["players"][seat]["numbers"], strict=True)
    return {cell["name"]: number for cell, number in pairs if number is not None}


def asked(page: Page) -> bool:
    """Waits until there is something to decide; false when the game is over."""
    expect(lit(page).or_(strikable(page)).or_(over(page)).first).to_be_visible(timeout=PATIENCE)
    return over(page).count() == 0


def write_start_numbers(page: Page) -> None:
    for number in range(1, STARS + 1):
        place = lit(page).filter(visible=True).first
        expect(place).to_have_attribute("aria-label", re.compile(f"possible: {number}\\."))
        place.click()


def begun(at: Opened) -> Opened:
    """The first seat's start numbers stand already: only the tests that are about them write them by clicking."""
    at.be_ready(0)
    for _ in range(STARS):
        at.play(0, at.moves(0)[0])
    return at


def decide(page: Page, turn: int = 0) -> str:
    """One decision by clicking: a strike, or a cell, its number if there are two, and the button."""
    if strikable(page).count():
        strikable(page).nth(turn % strikable(page).count()).click()
        button(page, "strike").click()
        expect(button(page, "strike")).to_have_count(0)
        return "strike"
    place = lit(page).nth(turn * 5 % lit(page).count())
    name = str(place.get_attribute("data-cell"))
    place.click()
    if page.locator("[data-number]").count():
        page.locator("[data-number]").nth(turn % 2).click()
    button(page, "write").click()
    expect(button(page, "write")).to_have_count(0)
    return name


def test_a_whole_game_against_a_bot_by_clicking(house: House, page: Page) -> None:
    at = house.open("brilliant", "Anna", "greedy")
    page.goto(at.link(0))
    write_start_numbers(page)
    turns = 0
    while asked(page):
        decide(page, turns)
        turns += 1
    seen = view(at)
    assert turns >= 8
    assert seen["phase"] == "over"
    assert max(player["points"] for player in seen["players"]) >= 26 or seen["ended_by"] != "§6"
    assert len(numbers(at)) == STARS + turns
    expect(lit(page)).to_have_count(0)
    expect(page.get_by_text(f"{seen['players'][0]['points']} of 26 points")).to_be_visible()


@pytest.mark.parametrize("sheet", once(["level-1", "level-2", "level-3", "level-4"]))
def test_every_sheet_alone(house: House, page: Page, sheet: str) -> None:
    at = begun(house.open("brilliant", "Anna", variant="solo", options={"sheet": sheet}))
    page.goto(at.link(0))
    for turn in range(3):
        while asked(page) and decide(page, turn) == "strike":  # rolls that fit nowhere are ticked as well
            pass
    seen = view(at)
    assert seen["rolls"] >= 3
    assert len(numbers(at)) == STARS + 3
    expect(page.get_by_role("img", name=re.compile(r"^\d+ of 44 rolls ticked$"))).to_be_visible()
    for area in seen["sheet"]["areas"]:
        expect(page.locator(f'[data-area="{area["name"]}"]')).to_have_count(1)


@pytest.mark.parametrize("others", once([2, 3, 4, 5], 5))
def test_every_number_of_players(house: House, page: Page, others: int) -> None:
    at = begun(house.open("brilliant", "Anna", *["random"] * others, options={"sheet": f"level-{others - 1}"}))
    page.goto(at.link(0))
    for turn in range(2):
        assert asked(page)
        decide(page, turn)
    sheets = page.get_by_role("button", name=re.compile("^Show .*sheet large"))
    expect(sheets).to_have_count(others)
    for width, height, least in ((1024, 768, 80), (1280, 800, 95), (1920, 1080, 130)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        for sheet in sheets.all():
            expect(sheet.locator(".name")).to_be_visible()
            wide = sheet.locator(".drawing").evaluate("each => each.clientWidth")
            assert wide >= least, f"a sheet is {wide} wide at {width}x{height}"
    page.emulate_media(contrast="more")
    expect(page.locator('html[data-contrast="more"]')).to_have_count(1)
    for sign in page.locator(".large .watermark").all():
        assert sign.evaluate(CONTRAST) >= 4.5


def test_start_numbers_in_any_six_areas(house: House, page: Page) -> None:
    at = house.open("brilliant", "Anna", variant="solo", options={"numbers": "free"})
    page.goto(at.link(0))
    expect(lit(page).first).to_be_visible()
    expect(lit(page)).to_have_count(len(view(at)["sheet"]["cells"]))
    cell(page, "d4").click()
    expect(cell(page, "d4")).to_have_attribute("aria-label", re.compile("chosen: 1"))
    assert numbers(at) == {}
    cell(page, "d4").click()
    expect(cell(page, "d4")).to_have_attribute("aria-label", re.compile("^d4, 1\\."))
    assert numbers(at) == {"d4": 1}
    expect(cell(page, "e4")).to_have_attribute("aria-disabled", "true")  # the area has its start number


def test_a_choice_is_shown_before_it_is_made(house: House, page: Page) -> None:
    at = begun(house.open("brilliant", "Anna", "random"))
    page.goto(at.link(0))
    assert asked(page)
    place = lit(page).first
    name, before = str(place.get_attribute("data-cell")), numbers(at)
    place.click()
    if page.locator("[data-number]").count():
        at_cell, chooser = place.bounding_box(), page.locator(".chooser").bounding_box()
        assert at_cell
        assert chooser
        assert chooser["x"] <= at_cell["x"] + at_cell["width"] / 2 <= chooser["x"] + chooser["width"]
        page.locator("[data-number]").first.click()
    note = page.locator(".note")
    expect(note).to_contain_text(f"in {name}: area")
    assert numbers(at) == before
    button(page, "cancel").click()
    expect(button(page, "write")).to_have_count(0)
    expect(button(page, "pass")).to_be_visible()
    assert numbers(at) == before
    button(page, "pass").click()
    expect(page.get_by_role("region", name="Log").get_by_text("Anna writes nothing.")).to_be_visible()
    assert numbers(at) == before


def test_a_second_tap_writes(house: House, page: Page) -> None:
    at = begun(house.open("brilliant", "Anna", variant="solo"))
    page.goto(at.link(0))
    for _ in range(3):
        assert asked(page)
        one = page.locator('[data-cell][aria-disabled="false"]').filter(visible=True).first
        name = str(one.get_attribute("data-cell"))
        one.click()
        if page.locator("[data-number]").count():
            page.locator("[data-number]").first.click()
        expect(button(page, "write")).to_be_visible()
        cell(page, name).click()
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile(rf"^{name}, \d\."))


def test_an_area_that_is_tapped_on_a_phone_says_its_rule(house: House, browse: Browse) -> None:
    at = begun(house.open("brilliant", "Anna", variant="solo"))
    page = browse(width=360, height=740, touch=True)
    page.goto(at.link(0))
    for area in view(at)["sheet"]["areas"]:
        field = page.locator(f'[data-area="{area["name"]}"]')
        field.tap(force=True)  # it does nothing else now
        rule = field.locator(".rule").text_content()
        assert rule
        expect(page.locator(".bubble")).to_contain_text(re.compile(rf"^Area {area['name']}, \w+: {rule}\. Full, "))


def test_a_strike_is_chosen_among_the_score_fields(house: House, page: Page) -> None:
    at = begun(house.open("brilliant", "Anna", variant="solo"))
    while view(at)["phase"] != "strike":  # the first sign comes with the eighth roll
        at.play(0, "pass")
    page.goto(at.link(0))
    assert asked(page)
    field = page.locator('[data-area="D"]')
    values = view(at)["sheet"]["areas"][3]["values"]
    expect(lit(page)).to_have_count(0)
    field.click()
    expect(page.locator(".note")).to_contain_text(f"Area D is then worth {values[1]} at most.")
    expect(button(page, "strike")).to_have_text(f"Strike the {values[0]}")
    assert view(at)["sheet"]["areas"][3]["struck"] == 0
    field.click()
    expect(strikable(page)).to_have_count(0)
    assert view(at)["sheet"]["areas"][3]["struck"] == 1
    expect(field).to_contain_text(f"Open: {values[1]} points.")


def test_a_choice_waits_for_the_others_and_nobody_sees_it(house: House, browse: Browse) -> None:
    at = house.open("brilliant", "Anna", "Bob")
    anna, bob = browse(), browse()
    anna.goto(at.link(0))
    bob.goto(at.link(1))
    write_start_numbers(anna)
    expect(bob.get_by_text("6 of 6 start numbers")).to_be_visible()
    assert set(view(at, 1)["players"][0]["numbers"]) == {None}
    write_start_numbers(bob)
    expect(anna.get_by_role("region", name="Log").get_by_text("Bob’s start numbers: ")).to_be_visible()
    while (waiting := choosing(at)) != [0, 1]:  # until a roll that both can use
        written = len(numbers(at)) + len(numbers(at, 1))
        assert asked((anna, bob)[waiting[0]])
        decide((anna, bob)[waiting[0]])
        assert len(numbers(at)) + len(numbers(at, 1)) == written + 1
    assert asked(anna)
    assert asked(bob)
    name = decide(anna)
    expect(anna.get_by_text("Your choice:")).to_be_visible()
    expect(cell(anna, name)).to_have_attribute("aria-label", re.compile("chosen"))
    expect(bob.get_by_text("has chosen")).to_be_visible()
    expect(bob.get_by_text(re.compile(f"Anna writes a . in {name}"))).to_have_count(0)
    decide(bob)
    expect(bob.get_by_text(re.compile(f"Anna writes a . in {name}")).first).to_be_visible()


def test_a_turn_with_the_keyboard_alone(house: House, page: Page) -> None:
    at = house.open("brilliant", "Anna", variant="solo")
    page.goto(at.link(0))
    expect(lit(page)).to_have_count(STARS)
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.cell !== undefined"):
            break
    expect(cell(page, "b1")).to_be_focused()  # the first star
    for number in range(1, STARS + 1):
        page.keyboard.press("Enter" if number % 2 else str(number))
        if number % 2 == 0:
            page.keyboard.press("Enter")
        stands = f'[aria-label*=", {number}."]:not([aria-label*="possible"])'  # the dice have fallen after the last
        expect(page.locator(f"[data-cell]{stands}")).to_have_count(1)
        page.keyboard.press("PageDown")
    assert len(numbers(at)) == STARS
    assert asked(page)
    page.keyboard.press("PageDown")
    focused = page.locator("[data-cell]:focus")
    name = str(focused.get_attribute("data-cell"))
    expect(focused).to_have_attribute("aria-disabled", "false")
    seen = view(at)
    place = [each["name"] for each in seen["sheet"]["cells"]].index(name)
    number = seen["possible"][place][0]
    page.keyboard.press(number)
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile(f"chosen: {number}"))
    page.keyboard.press("Escape")
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("possible"))
    page.keyboard.press(number)
    expect(button(page, "write")).to_be_visible()
    page.keyboard.press("Enter")
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile(f"^{name}, {number}\\."))
    assert numbers(at)[name] == int(number)
    row, column = int(name[1:]), name[0]
    page.keyboard.press("ArrowDown" if row < 7 else "ArrowUp")
    expect(cell(page, f"{column}{row + (1 if row < 7 else -1)}")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator("[data-cell]:focus")).to_have_attribute("data-cell", re.compile("^a"))


def test_sheet_dice_and_button_fit_on_a_phone(house: House, browse: Browse, axe: Callable[[Page], None]) -> None:
    at = begun(house.open("brilliant", "Anna", "random", options={"sheet": "level-4"}))
    page = browse(width=360, height=740, touch=True, theme="dark")
    page.goto(at.link(0))
    assert asked(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    sheet = page.get_by_role("group", name="Your sheet").bounding_box()
    assert sheet is not None
    assert 0 <= sheet["x"] <= 360 - sheet["width"]
    assert sheet["width"] / 8 >= 38  # a cell is as wide as a finger
    lit(page).first.tap()
    if page.locator("[data-number]").count():
        page.locator("[data-number]").first.tap()
    expect(button(page, "write")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("img", name=re.compile("^Die: ")).first).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("group", name="Your sheet")).to_be_in_viewport(ratio=1)
    axe(page)
    button(page, "write").tap()
    expect(button(page, "write")).to_have_count(0)


def test_the_rule_of_an_area_in_words(house: House, page: Page, axe: Callable[[Page], None]) -> None:
    at = house.open("brilliant", "Anna", "random")
    page.goto(at.link(0))
    words = page.locator("p.words")
    page.locator('[data-area="C"]').hover()
    expect(words).to_contain_text("Area C, purple: at most two numbers.")
    page.locator('[data-area="B"]').focus()
    page.mouse.move(0, 0)
    expect(words).to_contain_text("Area B, blue: all equal.")
    cell(page, "a2").hover()
    expect(words).to_contain_text("Area A, red: all different. 0 of 5 cells filled.")
    axe(page)


def test_the_sheet_of_another_large_and_back(house: House, page: Page) -> None:
    at = begun(house.open("brilliant", "Anna", "random"))
    page.goto(at.link(0))
    assert asked(page)
    page.get_by_role("button", name=re.compile("^Show .*sheet large")).click()
    expect(lit(page)).to_have_count(0)
    shown = page.get_by_role("img", name=re.compile(", [a-g][1-7] [1-6]"))
    expect(shown).to_be_visible()
    assert len(re.findall(r"[a-g][1-7] [1-6]", str(shown.get_attribute("aria-label")))) >= STARS
    button(page, "back").click()
    expect(lit(page).first).to_be_visible()


def test_whoever_watches_has_nothing_to_press(house: House, browse: Browse) -> None:
    at = begun(house.open("brilliant", "Anna", "random"))
    anna, watcher = browse(), browse(language="de")
    anna.goto(at.link(0))
    watcher.goto(at.page)
    assert asked(anna)
    expect(watcher.get_by_text("Blatt von Anna", exact=True)).to_be_visible()
    expect(watcher.get_by_role("img", name=re.compile("^Würfel: ")).first).to_be_visible()
    expect(watcher.locator("[data-cell]")).to_have_count(0)
    expect(watcher.locator("[data-do]")).to_have_count(0)


def test_before_a_number_is_written_everything_speaks_of_the_area_as_it_would_be(house: House, page: Page) -> None:
    at = begun(house.open("brilliant", "Anna", "greedy"))
    page.goto(at.link(0))
    said = 0
    expect(lit(page).first).to_be_visible(timeout=PATIENCE)
    for place in range(lit(page).count()):
        lit(page).nth(place).click()
        if page.locator("[data-number]").count():
            page.locator("[data-number]").first.click()
        promise = page.locator(".note p")
        expect(promise).to_contain_text(re.compile("then has|complete"))
        words = promise.text_content() or ""
        expect(promise.locator(".takes").filter(visible=True)).to_have_count(0)  # it is said once
        area = page.locator(".fields .lit")
        if then := re.search(r"then has (\d) of (\d)", words):
            said += 1
            expect(page.locator(".beside .words")).to_contain_text(f"{then[1]} of {then[2]} cells filled.")
            expect(area.locator(".hidden-text")).to_contain_text(f"{then[1]} of {then[2]} cells filled.")
            expect(area.locator(".progress")).to_have_text(f"{then[1]}/{then[2]}")
        if takes := re.search(r"Still possible: ([\d, ]+)\.", words):
            expect(page.locator(".beside .words")).to_contain_text(f"Still possible: {takes[1]}.")
        button(page, "cancel").click()
    assert said > 0


WRITTEN = """() => {
    const size = text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a
    const lines = element => element.getClientRects().length
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('.standing .points'))
    return {
        values: Math.min(...[...document.querySelectorAll('.value text')].map(size)),
        letters: Math.min(...[...document.querySelectorAll('.tab text')].map(size)),
        cells: document.querySelector('[data-cell]').getBoundingClientRect().width,
        points: new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size,
    }
}"""


@pytest.mark.parametrize("language", once(["de", "en", "it"], "de"))
def test_with_four_at_an_upright_phone_all_can_be_read(house: House, browse: Browse, language: str) -> None:
    at = house.open("brilliant", "Spieler 1", "greedy", "greedy", "greedy")
    begun(at)
    page = browse(width=360, height=740, language=language)
    page.goto(at.link(0))
    expect(lit(page).first).to_be_visible(timeout=PATIENCE)
    found = page.evaluate(WRITTEN)
    assert found["values"] >= 12.5
    assert found["letters"] >= 10
    assert found["cells"] >= 39
    assert found["points"] == 1
    whose, facts = (page.locator(f".standing .{each}").bounding_box() for each in ("whose", "rivals"))
    assert whose
    assert facts
    assert whose["x"] + whose["width"] + 8 <= facts["x"]
    chips = [each.bounding_box() for each in page.get_by_role("list").first.get_by_role("listitem").all()]
    assert len({chip["y"] for chip in chips if chip}) == 1


def test_of_four_others_one_can_read_the_sheets(house: House, browse: Browse) -> None:
    opened = house.open("brilliant", "Anna", "Ben", "Clara", "David", "Emma", options={"sheet": "level-4"})
    opened.be_ready(*range(5))
    page = browse(width=1280, height=800)
    page.goto(opened.link(0))
    sheets = page.locator(".others-place .drawing")
    expect(sheets).to_have_count(4)
    for sheet in sheets.all():
        box = sheet.bounding_box()
        assert box
        assert box["width"] >= 140
    assert not complaints(page)
