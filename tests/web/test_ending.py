"""When a game is over: who has won and why, the dice, the record, the next game."""

from __future__ import annotations

import base64
import json
import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from trying import once
from web.conftest import Browse, Theme
from web.house import House, Opened


def result(page: Page) -> Locator:
    """All that there is to say about the end; it is a tap away."""
    page.get_by_role("button", name="Result").click()
    return page.get_by_role("dialog", name="The game is over")


def decides(scene: dict[str, Any]) -> bool:
    """Something that counted made the difference."""
    return any(part["decides"] for side in scene["ending"]["decided"] for part in side["parts"])


def test_the_end_says_who_has_won_and_why(over: Opened, page: Page) -> None:
    page.goto(over.link(0))
    ending = result(page)
    scene = over.scene(0)
    winner = scene["seats"][scene["ending"]["places"].index(0)]["name"]
    expect(ending.get_by_role("listitem").first).to_contain_text(winner)
    for reason in scene["ending"]["reasons"]:
        expect(ending).to_contain_text(reason["text"])
    expect(page).to_have_title(re.compile("^The game is over"))
    page.set_viewport_size({"width": 1280, "height": 800})  # the rules are a drawer over the board
    page.route("**/lessons*", lambda route: route.fulfill(body=route.fetch().body()))  # and some of it comes later
    ending.get_by_role("button", name=re.compile("^Open rule")).first.click()
    asked = page.get_by_role("dialog", name="Rules").locator("section:focus")
    expect(asked).to_be_in_viewport()
    page.wait_for_timeout(500)
    lies = asked.evaluate("at => at.getBoundingClientRect().top - at.closest('dialog').getBoundingClientRect().top")
    assert lies == pytest.approx(64, abs=8)  # right under the head
    page.keyboard.press("Escape")
    expect(ending.get_by_role("heading", name="The game is over")).to_be_visible()


def test_anyone_can_check_the_dice(over: Opened, page: Page) -> None:
    page.goto(over.link(0))
    result(page).get_by_role("button", name="Was it fair?").click()
    draws = len(over.scene(0)["dice"]["draws"])
    expect(page.get_by_text(f"all {draws} chance events follow")).to_be_visible()


def test_a_browser_that_was_there_notices_changed_dice(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "greedy")
    page = browse()
    page.goto(opened.link(0))
    expect(page.get_by_role("button", name="Roll again")).to_be_enabled()
    page.evaluate(
        """(table) => {
            const tables = JSON.parse(localStorage.getItem('spieltisch.tables'))
            tables[table].dice.contributions[0] = 'f'.repeat(64)
            localStorage.setItem('spieltisch.tables', JSON.stringify(tables))
        }""",
        opened.table,
    )
    opened.play_on(0)
    page.reload()
    result(page).get_by_role("button", name="Was it fair?").click()
    expect(page.get_by_text("what this browser added has been changed")).to_be_visible()


def test_the_record_can_be_downloaded(over: Opened, page: Page, tmp_path: Path) -> None:
    page.goto(over.link(0))
    with page.expect_download() as download:
        result(page).get_by_role("link", name="Download the record").click()
    file = tmp_path / "record.json"
    download.value.save_as(file)
    record = json.loads(file.read_text(encoding="utf-8"))
    assert record["game"] == "genial_dice"
    with page.expect_download() as download:
        page.get_by_role("dialog").get_by_role("link", name="A page to keep").click()
    download.value.save_as(tmp_path / "page.pdf")
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")


def test_a_rematch_is_followed_by_all(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "Ben", games=2)
    opened.be_ready(0, 1)
    opened.play_on(0, 1)
    anna, ben = browse(), browse()
    anna.goto(opened.link(0))
    ben.goto(opened.link(1))
    anna.get_by_role("button", name="Next game").click()
    expect(anna.get_by_role("heading", name="Waiting for Ben")).to_be_visible()
    assert opened.table not in anna.url
    ben.get_by_role("button", name="On to the next game").click()
    expect(ben.get_by_role("button", name="Roll again")).to_be_enabled()
    expect(anna.get_by_text("Game 2 of 2")).to_be_visible()
    expect(anna.get_by_role("status")).to_contain_text("Ben")
    assert ben.url == anna.url
    anna.get_by_role("link", name="To the boxes").click()
    expect(anna.get_by_role("region", name="My tables").get_by_role("listitem")).to_have_count(1)
    finished = anna.get_by_role("region", name="Finished games").get_by_role("listitem")
    expect(finished).to_have_count(1)
    finished.get_by_role("link", name=re.compile("^Replay")).click()
    expect(anna).to_have_url(f"{opened.page}/replay?at=0")


@pytest.mark.parametrize("theme", once(["light", "dark"]))
def test_everybody_can_read_the_end(over: Opened, browse: Browse, axe: Callable[[Page], None], theme: Theme) -> None:
    page = browse(theme=theme, width=360, height=740)
    page.goto(over.link(0))
    for words in ("Play again", "Review"):
        box = page.locator(".bar").get_by_text(words).bounding_box()
        assert box
        assert box["width"] > 30  # not read out alone
    ending = result(page)
    expect(ending.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)  # however much there is to read
    assert ending.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    ending.get_by_role("button", name="Was it fair?").click()
    expect(page.get_by_text("All fair:")).to_be_visible()
    axe(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_the_moment_comes_once_and_leaves_the_board_where_it_was(house: House, browse: Browse) -> None:
    opened = house.open("high_score", "Anna", "Ben")
    opened.be_ready(0, 1)
    while (scene := opened.scene(0))["view"]["round"] < scene["view"]["rounds"]:
        opened.play_on(0, 1, events=scene["events"] + 1)
    page = browse()
    page.goto(opened.link(0))
    board = page.locator("[data-picture]")
    page.evaluate("document.fonts.ready.then(() => null)")
    expect(page.locator(".goal")).to_have_count(0)
    before = board.bounding_box()
    opened.play_on(0, 1)
    moment = page.get_by_role("dialog", name="The game is over")
    expect(moment).to_be_visible()
    scene = opened.scene(0)
    places = scene["ending"]["places"]
    won = places[0] == 0
    expect(moment).to_contain_text(
        "You share the win" if places[1] == 0 == places[0] else "You have won!" if won else "Ben has won"
    )
    if not won:  # kind words, unless they would be mockery
        mine, theirs = scene["ending"]["points"]
        kind = moment.get_by_text(re.compile("So close!|Good game!"))
        expect(kind).to_have_count(0 if theirs - mine > theirs / 2 else 1)
    expect(moment.get_by_role("list")).to_contain_text("Anna")
    expect(moment.get_by_text("Framed: what made the difference.")).to_have_count(1 if decides(scene) else 0)
    page.keyboard.press("Escape")
    expect(moment).to_have_count(0)
    assert board.bounding_box() == pytest.approx(before, abs=1)
    page.reload()
    expect(page.get_by_role("button", name="Result")).to_be_visible()
    expect(moment).to_have_count(0)


def test_the_final_position_becomes_a_picture_in_the_browser(over: Opened, page: Page, tmp_path: Path) -> None:
    page.goto(over.link(0))
    expect(page.get_by_role("region", name=re.compile("^Sheet of You"))).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
    with page.expect_download() as download:
        page.get_by_role("button", name="The final position as a picture").click()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_have_count(1)
    assert asked == []
    file = tmp_path / "picture.png"
    download.value.save_as(file)
    content = file.read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", content[16:24])
    assert width > 1000
    assert height > 500
    colours = page.evaluate(
        """async (png) => {
            const image = new Image()
            image.src = 'data:image/png;base64,' + png
            await image.decode()
            const canvas = new OffscreenCanvas(image.width, image.height)
            canvas.getContext('2d').drawImage(image, 0, 0)
            const { data } = canvas.getContext('2d').getImageData(0, 0, image.width, image.height)
            const seen = new Set()
            for (let at = 0; at < data.length; at += 4 * 97) seen.add(data.slice(at, at + 3).join(' '))
            return [...seen]
        }""",
        base64.b64encode(content).decode(),
    )
    assert "200 53 43" in colours  # the red of the rows and dice: drawings came with their styles
    assert len(colours) > 50


WRITTEN = """() => {
    window.painted = []
    const write = CanvasRenderingContext2D.prototype.fillText
    CanvasRenderingContext2D.prototype.fillText = function (...given) {
        painted.push(given[0])
        write.apply(this, given)
    }
    const { set, get } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')
    const src = { get, set(address) { painted.push(decodeURIComponent(address)); set.call(this, address) } }
    Object.defineProperty(HTMLImageElement.prototype, 'src', src)
}"""


@pytest.mark.parametrize("game", once(["high_score", "genial_dice", "brilliant"]))
def test_the_picture_says_what_the_page_says_and_says_it_to_everybody(house: House, page: Page, game: str) -> None:
    opened = house.open(game, "Anna", "Ben")
    opened.be_ready(0, 1)
    opened.play_on(0, 1)
    page.add_init_script(f"({WRITTEN})()")
    page.goto(opened.link(0))
    expect(page.locator("[data-picture]")).to_be_visible()
    with page.expect_download():
        page.get_by_role("button", name="The final position as a picture").click()
    painted: list[str] = page.evaluate("painted")
    words = [each for each in painted if not each.startswith("data:")]
    if game == "high_score":
        assert "№" in words
        drawn = "".join(each for each in painted if each.startswith("data:"))
        for line, seen in (("underline", "svg .leads"), ("line-through", "svg .from text")):
            assert (f"text-decoration-line: {line}" in drawn) == (page.locator(seen).count() > 0)
    else:
        assert not [each for each in words if each.startswith("You")]
        assert {"Anna’s sheet", "Anna's sheet", "Anna"} & set(words)


def test_no_sign_means_two_things_at_the_end(over: Opened, browse: Browse) -> None:
    page = browse(width=1024, height=768)  # where only signs fit
    page.goto(over.link(0))
    expect(page.get_by_role("button", name="The final position as a picture")).to_be_visible()
    signs = "all => all.filter((each) => each.checkVisibility()).map((each) => each.innerHTML)"
    seen = page.locator("header button svg, .over .bar :is(button, a) svg").evaluate_all(signs)
    assert len(seen) > 5
    assert len(seen) == len(set(seen))


def test_alone_there_are_stars_against_what_the_levels_score_and_ones_own_best(house: House, page: Page) -> None:
    opened = house.open("brilliant", "Anna", variant="solo")
    opened.be_ready(0)
    opened.play_on(0)
    page.goto(opened.link(0))
    points = opened.scene(0)["ending"]["points"][0]
    reached = sum(points >= average for average in (27.2, 32.6, 34.2, 36.6, 37.4, 41.1))
    ending = result(page)
    expect(ending).to_contain_text(f"{points} points")
    expect(ending.get_by_role("img", name=f"{reached} of 6 stars")).to_be_visible()
    expect(ending).to_contain_text("Your first result.")
    expect(page.get_by_role("button", name="Gestures")).to_have_count(0)  # nobody would see them
    for before, said in ((0, "Your best result so far!"), (63, "Your best here: 63")):
        page.evaluate(
            """(points) => {
                const [what] = Object.keys(JSON.parse(localStorage.getItem('spieltisch.best')))
                localStorage.setItem('spieltisch.best', JSON.stringify({ [what]: { points, table: 'another' } }))
            }""",
            before,
        )
        page.reload()
        expect(result(page)).to_contain_text(said)
    page.goto(f"{house.url}/daily")  # sheet by sheet, each has a best of its own
    sheets = page.get_by_role("listitem").filter(has=page.get_by_role("button", name=re.compile("^Play: ")))
    expect(sheets).to_contain_text(["Your best here: 63", *["Not played yet"] * 4])
    expect(sheets.first.get_by_role("img", name="6 of 6 stars")).to_be_visible()
    sheets.nth(1).get_by_role("button").click()
    page.wait_for_url(re.compile(r"/t/[\w-]+$"))
    expect(page.locator(".screen")).to_be_visible()
    assert house.get(f"tables/{page.url.split('/')[-1]}")["scene"]["options"]["sheet"] == "level-2"


def test_what_counted_for_a_team_stands_in_one_line_and_nothing_is_cut_off(house: House, browse: Browse) -> None:
    opened = house.open("genial", "Anneliese", "Friederike", "Maximilian", "Constantin", variant="team")
    opened.be_ready(0, 1, 2, 3)
    opened.play_on(0, 1, 2, 3)
    page = browse(width=1440, height=900, language="de")
    page.goto(opened.link(0))
    page.get_by_role("button", name="Ergebnis").click()
    ending = page.get_by_role("dialog", name="Die Partie ist zu Ende")
    sides = ending.get_by_role("listitem")
    expect(sides).to_have_count(2)
    for side in sides.all():
        tops = side.locator(".part").evaluate_all("parts => parts.map(part => part.getBoundingClientRect().top)")
        assert len(tops) == 6
        assert len(set(tops)) == 1
    assert ending.evaluate("dialog => dialog.scrollHeight <= dialog.clientHeight")


TIDY = """() => {
    const AIR = 1
    const says = document.querySelector('.over .bar p')
    const words = new Range()
    words.selectNodeContents(says)
    const buttons = Array.from(document.querySelectorAll('.over .bar .button, .seats button'))
    const named = each => [each.getBoundingClientRect(), each.ariaLabel ?? each.textContent.trim()]
    const boxes = [[words.getBoundingClientRect(), says.textContent.trim()], ...buttons.map(named)]
        .filter(([{width}]) => width > 0)
    const game = document.querySelector('main').getBoundingClientRect()
    const found = boxes.filter(([{top}]) => top < 0).map(([, name]) => `cut off: ${name}`)
    found.push(...boxes.filter(([{bottom}]) => bottom > game.top).map(([, name]) => `over the game: ${name}`))
    const meet = (one, two) => one.left < two.right && two.left < one.right
        && one.top < two.bottom + AIR && two.top < one.bottom + AIR
    for (const [one, name] of boxes)
        for (const [two, other] of boxes)
            if (name < other && meet(one, two)) found.push(`${name} bites ${other}`)
    return found
}"""


@pytest.mark.parametrize(("game", "variant", "players"), once([("high_score", "base", 5), ("genial", "team", 4)]))
def test_on_a_phone_what_comes_next_bites_neither_what_was_said_nor_the_names(
    house: House, browse: Browse, game: str, variant: str, players: int
) -> None:
    opened = house.open(game, *NAMES[:players], variant=variant)
    seats = range(players)
    opened.be_ready(*seats)
    opened.play_on(*seats)
    found: list[str] = []
    for language in ("de", "it"):
        for at, who in ((opened.link(0), "player"), (opened.page, "onlooker")):
            page = browse(language=language)
            page.goto(at)
            expect(page.locator(".over .bar p")).to_be_visible()
            for width, height in ((360, 740), (740, 360)):
                page.set_viewport_size({"width": width, "height": height})
                found += [f"{width}x{height}, {language}, {who}: {each}" for each in page.evaluate(TIDY)]
    assert not found, "\n".join(found)


CROWDS = [("high_score", "base", 5), ("genial", "team", 4), ("brilliant", "base", 6)]
NAMES = ("Anneliese", "Friederike", "Maximilian", "Constantin", "Bernadette", "Wilhelmine")


@pytest.mark.parametrize(("game", "variant", "players"), once(CROWDS, CROWDS[0], CROWDS[1]))
def test_of_the_largest_company_a_phone_shows_the_result_at_one_look(
    house: House, browse: Browse, game: str, variant: str, players: int
) -> None:
    opened = house.open(game, *NAMES[:players], variant=variant)
    seats = range(players)
    opened.be_ready(*seats)
    opened.play_on(*seats)
    page = browse(width=360, height=740, language="de")
    page.goto(opened.link(0))
    says = page.locator(".bar p")
    expect(says).to_be_visible()
    assert says.evaluate("says => says.offsetHeight / parseFloat(getComputedStyle(says).lineHeight)") < 2.5
    if game == "high_score":
        for row in page.locator(".others-place tbody tr").all():
            expect(row).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Ergebnis").click()
    ending = page.get_by_role("dialog", name="Die Partie ist zu Ende")
    sides = ending.get_by_role("listitem")
    expect(sides).to_have_count(2 if variant == "team" else players)
    expect(sides.locator(".part").first).to_be_visible()
    again = ending.get_by_role("button", name="Noch eine Partie").bounding_box()
    assert again
    for side in sides.all():
        for what in (side, *side.locator(".part").all()):
            box = what.bounding_box()
            assert box
            assert box["y"] + box["height"] <= again["y"]
            assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
    assert ending.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    if game == "high_score":  # a lying one too, but for a long sentence about equal points
        page.set_viewport_size({"width": 740, "height": 360})
        again = ending.get_by_role("button", name="Noch eine Partie").bounding_box()
        third = sides.nth(2).bounding_box()
        assert again and third
        assert third["y"] + third["height"] <= again["y"]
