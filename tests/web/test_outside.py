"""A game from an installed package in the browser: on the plain screen, or on the one that it brings."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from outside import installed
from trying import once, thorough
from web.conftest import Browse, Theme
from web.house import House

OWN_SCREEN = """
export function mount(target, props) {
  const said = document.createElement('p')
  const roll = document.createElement('button')
  roll.textContent = 'Throw!'
  const draw = ({ view, names, active, play }) => {
    said.textContent = `${names[view.turn]} risks ${view.at_stake}`
    roll.disabled = !active
    roll.onclick = () => play('roll')
  }
  target.append(said, roll)
  draw(props)
  return { update: draw, destroy: () => target.replaceChildren() }
}
"""


@pytest.fixture
def house_with(client: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], House]]:
    """A house where the package of the example has this screen.js."""
    houses = []

    def served(screen: str) -> House:
        folder = shutil.copytree(installed(), tmp_path / "with_screen")
        (folder / "spieltisch_pig" / "screen.js").write_text(screen)
        monkeypatch.setenv("PYTHONPATH", str(folder), prepend=":")
        houses.append(House(client, tmp_path / "data"))
        return houses[0]

    yield served
    for each in houses:
        each.stop()


def test_it_stands_on_the_shelf_and_two_clicks_lead_to_the_first_move(house: House, page: Page) -> None:
    page.goto(house.url)
    page.get_by_role("button", name=re.compile("^Pig")).click()
    page.get_by_role("button", name="Start").click()
    roll = page.get_by_role("button", name="Roll", exact=True)
    expect(roll).to_be_enabled()
    expect(page.get_by_role("button", name="Hold")).to_have_count(0)  # nothing is at stake yet
    roll.click()
    expect(page.get_by_role("region", name="Log").get_by_role("listitem").last).to_contain_text("rolls a")


@thorough
def test_a_whole_game_is_played_by_two_people_at_one_screen(house: House, browse: Browse) -> None:
    opened = house.open("pig", "Anna", "Ben")
    opened.be_ready(0, 1)
    page = browse(sits=(opened, (0, 1)))
    page.goto(opened.page)
    stake = page.get_by_role("definition").nth(1)
    while (scene := opened.scene())["stage"] != "over":
        at_stake = scene["view"]["at_stake"]
        expect(stake).to_have_text(str(at_stake))
        if at_stake:
            roll, hold = (page.get_by_role("button", name=name, exact=True).bounding_box() for name in ("Roll", "Hold"))
            assert roll
            assert hold
            assert roll["y"] == hold["y"], "moves stand beside each other"
        missing = 100 - scene["view"]["players"][scene["view"]["turn"]]["points"]
        page.get_by_role("button", name="Hold" if at_stake >= min(25, missing) else "Roll", exact=True).click()
        expect(page.get_by_role("region", name="Log").get_by_role("listitem")).not_to_have_count(len(scene["log"]))
    expect(page.get_by_text(re.compile("has 1[0-9][0-9] points and wins")).first).to_be_visible()


def test_the_view_is_read_with_names_and_labels_in_every_language(house: House, browse: Browse) -> None:
    opened = house.open("pig", "Anna", "Ben")
    opened.be_ready(0, 1)
    for language, label, move in (
        ("en", "at stake", "Roll"),
        ("de", "auf dem Spiel", "Würfeln"),
        ("it", "in gioco", "Lanciare"),
    ):
        page = browse(language=language, sits=(opened, (0,)))
        page.goto(opened.page)
        expect(page.get_by_role("term").filter(has_text=label)).to_be_visible()
        expect(page.get_by_role("rowheader", name="Ben")).to_be_visible()
        expect(page.get_by_role("button", name=move, exact=True)).to_be_enabled()


def test_who_looks_at_a_move_is_told_what_it_brings(house: House, page: Page) -> None:
    opened = house.open("pig", "Anna", "Ben")
    opened.be_ready(0, 1)
    page.goto(opened.link(0))
    page.get_by_role("button", name="Roll", exact=True).focus()
    expect(page.get_by_text("The next roll is added")).to_be_visible()


def test_what_a_move_would_bring_is_no_news_once_it_is_made(house: House, page: Page) -> None:
    """The question is held up until the move is made, and then asks for something that is refused."""
    held: list[str] = []
    answered: list[str] = []
    played: list[str] = []

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def send(message: str | bytes) -> None:
            asked = json.loads(message)
            if asked["do"] == "preview" and not played:
                held.append(json.dumps({**asked, "move": "fly"}))
                return
            server.send(message)
            if asked["do"] == "play":
                played.append(asked["id"])
                for question in held:
                    server.send(question)

        def receive(message: str | bytes) -> None:
            answered.extend(each for each in held if json.loads(each)["id"] == json.loads(message).get("id"))
            socket.send(message)

        socket.on_message(send)
        server.on_message(receive)

    opened = house.open("pig", "Anna", "Ben")
    opened.be_ready(0, 1)
    page.route_web_socket(re.compile("/socket$"), between)
    page.goto(opened.link(0))
    page.get_by_role("button", name="Roll", exact=True).hover()
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.get_by_role("region", name="Log").get_by_role("listitem").last).to_contain_text("rolls a")
    assert held
    end = time.monotonic() + 20
    while len(answered) < len(held):
        assert time.monotonic() < end, f"Of {held} only {answered} were answered."
        page.wait_for_timeout(20)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_who_is_not_on_turn_sees_the_table_and_no_moves(house: House, page: Page) -> None:
    opened = house.open("pig", "Anna", "Ben")
    opened.be_ready(0, 1)
    page.goto(opened.link(1))
    expect(page.get_by_role("rowheader", name="Anna")).to_be_visible()
    expect(page.get_by_role("button", name="Roll", exact=True)).to_have_count(0)


def test_the_game_is_replayed_on_the_same_screen(house: House, page: Page) -> None:
    opened = house.open("pig", "Anna", "Ben")
    opened.be_ready(0, 1)
    opened.play_on(0, 1)
    page.goto(f"{opened.page}/replay?at=3")
    expect(page.get_by_role("rowheader", name="Anna")).to_be_visible()


@pytest.mark.parametrize(("width", "theme"), once([(360, "light"), (360, "dark"), (1280, "dark")]))
def test_the_plain_screen_fits_and_is_accessible(
    house: House, browse: Browse, axe: Callable[[Page], None], width: int, theme: Theme
) -> None:
    opened = house.open("pig", "Anna", "greedy")
    opened.be_ready(0)
    page = browse(width=width, height=740, theme=theme, sits=(opened, (0,)))
    page.goto(opened.page)
    roll = page.get_by_role("button", name="Roll", exact=True)
    expect(roll).to_be_enabled()
    roll.focus()
    expect(page.get_by_text("The next roll is added")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(page)


def test_a_package_may_bring_its_own_screen(house_with: Callable[[str], House], page: Page) -> None:
    house = house_with(OWN_SCREEN)
    opened = house.open("pig", "Anna", "Ben")
    opened.be_ready(0, 1)
    page.goto(opened.link(0))
    expect(page.get_by_text("Anna risks 0")).to_be_visible()
    page.get_by_role("button", name="Throw!").click()
    expect(page.get_by_text(re.compile("Anna risks [2-6]|Ben risks 0"))).to_be_visible()
    expect(page.get_by_role("button", name="Roll", exact=True)).to_have_count(0)
    answer = house.http.get("games/pig/screen.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_without_one_there_is_nothing_at_its_address(house: House) -> None:
    assert house.http.get("games/pig/screen.js").status_code == 404
    assert not house.get("house")["games"][-1]["screen"]


def test_where_its_screen_cannot_be_loaded_the_plain_one_is_there(
    house_with: Callable[[str], House], browse: Browse
) -> None:
    opened = house_with("export const nothing = 0").open("pig", "Anna", "Ben")
    opened.be_ready(0, 1)
    page = browse(sits=(opened, (0,)))
    page.goto(opened.page)
    expect(page.get_by_role("button", name="Roll", exact=True)).to_be_enabled()
