"""Tiles are tiles: one body for two cells, a board that answers, and cells that light up when somebody names them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from web.conftest import Browse
from web.house import House, Opened

WOULD_LIE = '[aria-label*="would lie here"]'


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def tile(page: Page, number: int) -> Locator:
    return page.get_by_role("button", name=re.compile(rf"^Tile {number}:"))


@pytest.fixture(scope="module")
def begun(house: House) -> Opened:
    """Anna and Ben have laid three tiles each, and it is Anna's turn."""
    at = house.open("genial", "Anna", "Ben")
    at.be_ready(0, 1)
    for turn in range(6):
        at.play(turn % 2, at.moves(turn % 2)[7 * turn])
        while at.scene()["view"]["may_exchange"]:
            at.play(turn % 2, "keep")
    return at


@pytest.fixture
def board(begun: Opened, page: Page) -> Page:
    page.goto(begun.link(0))
    expect(page.get_by_text("Choose a tile.")).to_be_visible()
    return page


def laid(at: Opened) -> set[frozenset[str]]:
    """The pairs of cells of the tiles that were laid, as the log tells them."""
    cells = [re.findall(r"\b[a-o]\d+\b", line["text"]) for line in at.scene()["log"]]
    return {frozenset(pair) for pair in cells if len(pair) == 2}


def pinned(page: Page) -> list[str]:
    """The two cells on which the tile in the hand lies for a try."""
    return [str(each.get_attribute("data-cell")) for each in page.locator(WOULD_LIE).all()]


def neighbours(at: Opened, *names: str) -> set[str]:
    spots = {each["name"]: (each["q"], each["r"]) for each in at.scene()["view"]["cells"]}
    around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    beside = {(spots[name][0] + q, spots[name][1] + r) for name in names for q, r in around}
    return {name for name, spot in spots.items() if spot in beside} - set(names)


def test_every_tile_is_one_body_over_its_two_cells(begun: Opened, board: Page) -> None:
    tiles = laid(begun)
    assert len(tiles) == 6
    expect(board.locator("[data-tile]")).to_have_count(6)
    expect(board.locator("[data-tile] .body")).to_have_count(6)
    expect(board.locator("[data-tile] .face")).to_have_count(12)
    for drawn in board.locator("[data-tile]").all():
        first = str(drawn.get_attribute("data-tile"))
        (pair,) = (each for each in tiles if first in each)
        body, inside = drawn.locator(".body").bounding_box(), [cell(board, name).bounding_box() for name in pair]
        assert body
        for box in inside:
            assert box
            assert body["x"] < box["x"] + box["width"] / 2 < body["x"] + body["width"]
            assert body["y"] < box["y"] + box["height"] / 2 < body["y"] + body["height"]


def test_the_cells_that_the_log_names_light_up(begun: Opened, board: Page) -> None:
    lines = board.get_by_role("region", name="Log").get_by_role("button")
    lit = board.locator(".named")
    expect(lit).to_have_count(0)
    lines.nth(1).hover()
    expect(lit).to_have_count(2)
    named = re.findall(r"\b[a-o]\d+\b", lines.nth(1).inner_text())
    middle = [each.bounding_box() for each in lit.all()]
    for name, box in zip(named, middle, strict=True):
        there = cell(board, name).bounding_box()
        assert box
        assert there
        assert abs(box["x"] + box["width"] / 2 - there["x"] - there["width"] / 2) < 1
    board.mouse.move(5, 5)
    expect(lit).to_have_count(0)
    lines.nth(0).focus()
    expect(lit).to_have_count(2)


def test_a_cell_where_the_tile_may_not_lie_answers_why(begun: Opened, board: Page) -> None:
    covered = sorted(next(iter(laid(begun))))[0]
    tile(board, 1).click()
    cell(board, covered).click(force=True)
    alert = board.get_by_role("alert")
    expect(alert).to_contain_text(re.compile(rf"{covered}.*(Red|Green|Blue|Orange|Yellow|Purple)"))
    expect(alert.get_by_role("button", name=re.compile("§4"))).to_be_visible()
    expect(board.locator(".barred")).to_have_count(1)
    cell(board, "c3").focus()
    board.keyboard.press("Enter")
    expect(alert).to_contain_text(re.compile("c3.*start symbol|start symbol.*c3"))
    expect(alert.get_by_role("button", name=re.compile("§2"))).to_be_visible()


def test_a_click_beside_a_tile_that_was_put_down_does_not_lay_it(begun: Opened, board: Page) -> None:
    before = begun.scene()["events"]
    tile(board, 1).click()
    board.locator('[data-cell][aria-disabled="false"]').nth(20).click()
    expect(board.locator(WOULD_LIE)).to_have_count(2)
    lies = pinned(board)
    covered = sorted(next(iter(laid(begun))))[0]
    cell(board, covered).click(force=True)
    expect(board.get_by_role("alert")).to_be_visible()
    assert pinned(board) == lies, "where it may not lie, it stays where it is"
    for number in range(3):
        cell(board, sorted(neighbours(begun, *pinned(board)))[number]).click(force=True)
        expect(board.locator(WOULD_LIE)).to_have_count(2)
    ground = board.locator(".ground").bounding_box()
    assert ground
    board.mouse.click(ground["x"] + 4, ground["y"] + 4)
    expect(board.locator(WOULD_LIE)).to_have_count(2)
    assert begun.scene()["events"] == before


def test_the_edge_of_the_board_bears_letters_and_numbers(board: Page) -> None:
    texts = board.locator(".coordinate").all_text_contents()
    assert {text for text in texts if text.isalpha()} == set("cdefghijklm")
    assert sorted(int(text) for text in texts if text.isdigit()) == sorted([*range(3, 14)] * 2)


def test_the_rack_and_the_two_sides_of_a_duel_say_whose_they_are(house: House, browse: Browse) -> None:
    duel = house.open("genial", "Anna", "Ben", variant="duel")
    duel.be_ready(0, 1)
    page = browse(sits=(duel, (1,)))
    page.goto(duel.page)
    expect(page.locator(".whole .name")).to_have_text("Ben")
    own, other = page.locator(".sides .side").all()
    expect(own).to_contain_text("Ben")
    expect(other).to_contain_text("Anna")
    grounds = page.locator(".track .side").evaluate_all("sides => sides.map((side) => getComputedStyle(side).fill)")
    assert len(set(grounds)) == 2
    left, right = own.bounding_box(), other.bounding_box()
    assert left
    assert right
    assert left["x"] + left["width"] <= right["x"] + 1
    hand = other.locator(".hand").bounding_box()
    assert hand
    assert hand["x"] + hand["width"] <= right["x"] + right["width"] + 1


@pytest.fixture
def phone(begun: Opened, browse: Browse) -> Iterator[Page]:
    page = browse(width=360, height=740, touch=True, motion=True)
    page.goto(begun.link(0))
    expect(page.get_by_text("Choose a tile.")).to_be_visible()
    yield page


def test_the_board_grows_under_two_fingers_and_by_buttons(phone: Page, axe: Callable[[Page], None]) -> None:
    def width() -> float:
        box = cell(phone, "h8").bounding_box()
        assert box
        return box["width"]

    small = width()
    box = phone.locator(".board").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = phone.context.new_cdp_session(phone)

    def touch(kind: str, *spread: float) -> None:
        points = [{"x": x + by, "y": y, "id": number} for number, by in enumerate(spread)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", -30, 30)
    for spread in (45, 60, 75):
        touch("touchMove", -spread, spread)
    touch("touchEnd")
    assert width() > 1.8 * small
    assert phone.evaluate("visualViewport.scale") == 1, "the page itself stays"
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    axe(phone)
    tile(phone, 1).tap()
    spot = phone.locator('[data-cell="h8"]')
    spot.tap(force=True)
    expect(phone.locator(WOULD_LIE).or_(phone.get_by_role("alert")).first).to_be_visible()
    phone.get_by_role("button", name="Whole board").tap()
    assert width() == pytest.approx(small, abs=0.5)
    phone.get_by_role("button", name="Enlarge the board").tap()
    assert width() == pytest.approx(1.5 * small, abs=0.5)
