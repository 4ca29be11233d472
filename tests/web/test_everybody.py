"""Everybody can play: with the keyboard alone, and without a large download."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from spieltisch import registry
from spieltisch.server.files import ROOMS
from trying import once
from web.conftest import Browse
from web.house import House

MOST_BYTES = 150_000


NAME = """() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) return ''
    return focused.ariaLabel ?? (focused.labels?.[0] ?? focused).innerText
}"""


def tab_to(page: Page, name: str) -> None:
    """Presses Tab until something whose name begins like this has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(NAME).strip().startswith(name):
            return
    raise AssertionError(f"The keyboard does not lead to {name!r}.")


def enter(page: Page, name: str) -> None:
    tab_to(page, name)
    page.keyboard.press("Enter")


def test_from_the_lobby_to_a_move_with_the_keyboard_alone(house: House, page: Page) -> None:
    page.goto(house.url)
    expect(page.get_by_role("main").get_by_role("list").get_by_role("button")).to_have_count(len(registry.names()))
    enter(page, "Einfach Genial – The Dice Game")
    expect(page.get_by_role("dialog")).to_be_visible()
    tab_to(page, "Your name")
    page.keyboard.type("Ada")
    enter(page, "Start")
    first = page.get_by_role("button", name="Roll the dice")  # of whoever starts
    expect(first.or_(page.get_by_role("button", name="Roll again"))).to_be_enabled()
    if first.count():
        enter(page, "Roll the dice")
    expect(page.get_by_role("button", name="Roll again")).to_be_enabled()
    enter(page, "Roll again")
    log = page.get_by_role("region", name="Log").get_by_role("listitem")
    expect(log.first).to_contain_text("Ada rolls again")
    enter(page, "Undo")
    expect(log.first).not_to_contain_text("again")
    enter(page, "Gestures")
    enter(page, "Bravo!")
    expect(page.get_by_role("img", name="Bravo!")).to_be_visible()
    enter(page, "Ada")
    expect(page.get_by_role("dialog", name="Ada")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Ada")).to_have_count(0)


@pytest.mark.parametrize("wish", ["of the system", "in the settings"])
def test_who_wants_less_motion_sees_every_change_at_once(house: House, browse: Browse, wish: str) -> None:
    page = browse(motion=wish == "in the settings")
    page.goto(house.url)
    button = page.get_by_role("button", name="Settings")
    if wish == "in the settings":
        button.click()
        page.get_by_role("switch", name="Less motion").check()
    shown = button.evaluate("button => { button.disabled = true; return getComputedStyle(button).opacity }")
    assert shown == "0.4"


def loaded_by(page: Page, house: House) -> set[str]:
    """What the page asks the house for from now on."""
    loaded: set[str] = set()
    page.on("request", lambda request: loaded.add(request.url.removeprefix(f"{house.url}/")))
    return loaded


@pytest.mark.parametrize("game", once(registry.names(), "genial"))
def test_what_one_loads_for_a_game_is_small(house: House, browse: Browse, client: Path, game: str) -> None:
    """From the lobby to the end of a game and its replay; what other games draw stays on the shelf."""
    page = browse(anew=True)
    loaded = loaded_by(page, house)
    page.goto(house.url)
    expect(page.get_by_role("main").get_by_role("list").get_by_role("button")).to_have_count(len(registry.names()))
    opened = house.open(game, "Anna", "random")
    page.goto(opened.link(0))
    expect(page.get_by_role("region", name="Log")).to_be_visible()
    page.goto(f"{opened.page}/replay")
    expect(page.get_by_role("slider")).to_be_visible()
    files = [client / name for name in loaded if name.endswith((".js", ".css"))]
    sizes = {file.name: len(gzip.compress(file.read_bytes())) for file in files}
    assert len(sizes) > 8
    assert sum(sizes.values()) < MOST_BYTES, sizes


def test_what_one_loads_for_a_room_is_small(house: House, browse: Browse, client: Path) -> None:
    for room in ROOMS:
        page = browse(anew=True)
        loaded = loaded_by(page, house)
        page.goto(f"{house.url}/{room}")
        expect(page.get_by_role("main").get_by_role("heading").first).to_be_visible()
        files = [client / name for name in loaded if name.endswith((".js", ".css"))]
        sizes = {file.name: len(gzip.compress(file.read_bytes())) for file in files}
        assert len(sizes) > 2
        assert sum(sizes.values()) < MOST_BYTES, sizes


def test_the_first_page_is_small(client: Path) -> None:
    files = [file for file in (client / "assets").iterdir() if file.suffix in (".js", ".css")]
    sizes = {file.name: len(gzip.compress(file.read_bytes())) for file in files}
    page = (client / "index.html").read_text(encoding="utf-8")
    first = {name: size for name, size in sizes.items() if name in page}
    assert len(first) >= 2
    assert sum(first.values()) < MOST_BYTES, first


def test_it_can_be_installed(client: Path) -> None:
    manifest = json.loads((client / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert (client / icon["src"].lstrip("/")).stat().st_size > 500
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
