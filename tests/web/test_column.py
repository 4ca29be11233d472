"""Log and rules beside the board: they stand there where they cost it nothing, and can be folded away."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from web.conftest import Browse
from web.house import House


def test_the_log_is_folded_away_where_it_costs_the_board_room_and_this_is_remembered(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    opened = house.open("genial", "Anna", "Ben")
    opened.be_ready(0, 1)
    page = browse(width=1280, height=800)
    page.goto(opened.link(0))
    log, fold = page.get_by_role("button", name="Log"), page.get_by_role("button", name="Fold this column away")
    column, board = page.get_by_role("complementary", name="Beside the board"), page.locator(".fit")
    expect(log).to_have_attribute("aria-expanded", "false")
    expect(column).to_have_count(0)
    folded = board.bounding_box()
    undo = page.get_by_role("button", name="Undo")
    stood = undo.bounding_box()
    log.press("Enter")
    expect(page.get_by_role("region", name="Log")).to_be_visible()
    expect(fold).to_be_focused()
    expect(fold).to_have_attribute("aria-expanded", "true")
    assert undo.bounding_box() == stood  # no tool moves when the column takes the place of others
    axe(page)
    unfolded = board.bounding_box()
    assert folded
    assert unfolded
    assert folded["width"] > 1.2 * unfolded["width"]
    page.reload()
    expect(column).to_be_visible()
    fold.press("Enter")
    expect(column).to_have_count(0)
    expect(log).to_be_focused()
    page.set_viewport_size({"width": 1920, "height": 1080})  # the same window, elsewhere
    page.reload()
    expect(log).to_be_visible()
    expect(column).to_have_count(0)
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(log).not_to_have_attribute("aria-expanded", "false")
    log.click()
    expect(page.get_by_role("dialog", name="Log")).to_be_visible()


def test_a_broad_window_shows_the_log_until_somebody_folds_it_away(house: House, browse: Browse) -> None:
    opened = house.open("genial", "Anna", "Ben")
    opened.be_ready(0, 1)
    page = browse(width=1600, height=900)
    page.goto(opened.link(0))
    expect(page.get_by_role("region", name="Log")).to_be_visible()
    page.get_by_role("button", name="Fold this column away").click()
    expect(page.get_by_role("region", name="Log")).to_have_count(0)
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("region", name="Rules")).to_be_visible()
