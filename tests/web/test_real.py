"""The companion at a real table: what dice, tiles and cards show is tapped on a phone, and the page does the rest."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from spieltisch import Table, new
from spieltisch.kernel import CHANCE
from web.conftest import Browse
from web.house import House, Opened

PHONE: dict[str, Any] = {"width": 360, "height": 740, "touch": True}
COLOURS = {"r": "red", "g": "green", "b": "blue", "o": "orange", "y": "yellow", "p": "purple"}


def panel(page: Page, event: int | None = None) -> Locator:
    """Where what has come is tapped; with a number, once that event is awaited."""
    return page.locator(".real" if event is None else f'.real[data-event="{event}"]')


@dataclass
class Phone:
    """A phone on a real table, and how often it was tapped for each thing that came."""

    page: Page
    taps: list[int] = field(default_factory=list)

    def tap(self, event: int, *names: str) -> None:
        for name in names:
            panel(self.page, event).get_by_role("button", name=re.compile(f"^{name}", re.IGNORECASE)).last.tap()
        self.taps.append(len(names))

    def dice(self, event: int, move: str) -> None:
        """After a few rolls they are typed, which is quicker."""
        if len(self.taps) < 8:
            self.tap(event, *(COLOURS[letter] for letter in move))
        else:
            self.type(event, *move)

    def type(self, event: int, *faces: str) -> None:
        panel(self.page, event).locator(".faces button").first.focus()
        for face in faces:
            self.page.keyboard.press(face)

    def tile(self, event: int, move: str) -> None:
        self.tap(event, *(f"{COLOURS[letter]}," for letter in move))

    def pair(self, event: int, move: str) -> None:
        self.tap(event, *(f"Die: {number}" for number in move.split()))

    def card_or_dice(self, event: int, move: str) -> None:
        """Cards are tapped; the dice are typed, for whoever has a keyboard."""
        if move.startswith("card"):
            self.tap(event, rf"{move.split()[1]}\. ")
        else:
            self.type(event, *move.split())


def recorded(game: str, players: int, variant: str, seed: int, options: dict[str, str]) -> Table:
    """A game that was played at random."""
    table = new(game, players, variant, seed=seed, names=["Anna", "Ben"][:players], **options)
    rules, luck = table.game.engine, random.Random(seed)
    while table.waiting:
        seat = table.waiting[0]
        table.act(seat, int(rules.pick(table.rows, seat, luck.randrange(int(rules.tickets(table.rows, seat))))))
    return table


def until_there_are(opened: Opened, events: int) -> None:
    """What was tapped has arrived."""
    end = time.monotonic() + 10
    while opened.scene()["events"] < events:
        assert time.monotonic() < end, "What was tapped does not arrive."
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("game", "players", "variant", "options", "enter"),
    [
        ("genial", 1, "solo", {}, Phone.tile),
        ("genial_dice", 2, "base", {"start": "1"}, Phone.dice),
        ("high_score", 2, "base", {"start": "1"}, Phone.card_or_dice),
        ("brilliant", 1, "solo", {}, Phone.pair),
    ],
)
def test_a_whole_recorded_game_entered_on_a_phone_ends_as_it_did(
    house: House, browse: Browse, game: str, players: int, variant: str, options: dict[str, str], enter: Any
) -> None:
    played = recorded(game, players, variant, 1, options)
    opened = house.open(game, *played.names, variant=variant, options=options, dice="real")
    page = browse(**PHONE, sits=(opened, tuple(range(players))))
    phone = Phone(page)
    page.goto(opened.page)
    expect(panel(page)).to_be_visible()
    for number, event in enumerate(played.log):
        if event.seat != CHANCE:
            until_there_are(opened, number)
            opened.play(event.seat, event.move)
        elif len(played.game.legal(played.before(number), CHANCE)) > 1:
            enter(phone, number, event.move)
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    ending = opened.scene(0)["ending"]
    assert played.outcome is not None
    assert (tuple(ending["places"]), tuple(ending["points"])) == (played.outcome.places, played.outcome.points)
    dice = {"genial": 2, "genial_dice": 4, "brilliant": 2, "high_score": 1}[game]
    assert set(phone.taps) == {dice}, "as many taps as dice or halves; to say that one rolls again is one more"


def test_from_the_lobby_a_slip_is_seen_through_and_corrected(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    page = browse(**PHONE)
    page.goto(f"{house.url}/real/genial_dice")
    expect(page.get_by_role("switch", name="With the real box")).to_be_checked()
    page.get_by_label("Who sits in seat 2?").select_option("beside")
    page.get_by_role("button", name="Start").click()
    phone = Phone(page)
    expect(panel(page, 0)).to_be_visible()
    axe(page)
    phone.tap(0, "red", "red", "green")
    phone.tap(0, "Take away red")
    phone.tap(0, "blue", "blue")
    expect(panel(page, 1)).to_be_visible()
    phone.tap(1, "orange", "orange", "yellow", "yellow")
    page.get_by_role("button", name="Stop").or_(page.get_by_role("button", name=re.compile("^Score"))).first.click()
    page.get_by_role("button", name="Correct the last entry").click()
    sheet = page.get_by_role("dialog", name="Correct a slip")
    slips = sheet.get_by_role("group", name="Which entry was wrong?").get_by_role("button")
    expect(slips).to_have_count(2)
    for _ in range(4):
        sheet.get_by_role("button", name="Take away").first.click()
    for colour in ("purple", "purple", "green", "red"):
        sheet.get_by_role("button", name=colour, exact=True).click()
    expect(sheet).to_contain_text(re.compile("still fit"))
    axe(page)
    sheet.get_by_role("button", name="Correct", exact=True).click()
    expect(sheet).to_have_count(0)
    table = page.url.rsplit("/", 1)[1]
    dice = [player["dice"] for player in house.get(f"tables/{table}")["scene"]["view"]["players"]]
    assert "".join(sorted(dice[0])) == "gppr"


def test_two_phones_at_one_real_table_see_the_same_and_nobody_enters_anothers_tile(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    opened = house.open("genial", "Anna", "Ben", options={"start": "1"}, dice="real")
    anna, ben = browse(**PHONE), browse(**PHONE, language="de", theme="dark")
    for seat, page in enumerate((anna, ben)):
        page.goto(opened.link(seat))
    expect(ben.get_by_role("status").get_by_text("Am Zug: Anna.")).to_be_visible()
    phone = Phone(anna)
    for event, tile in enumerate(("rr", "rg", "gg", "bb", "oo", "yy")):
        assert panel(ben).get_by_role("button").count() == 0
        phone.tile(event, tile)
    expect(ben.locator(".real .colours")).to_be_visible()
    axe(ben)
    assert panel(anna).locator(".colours").count() == 0
    for count in ben.locator(".real .colours small").all_text_contents():
        assert count == "35", "what Anna has drawn may still be in the bag, as far as Ben knows"
    for event in range(6, 12):
        for half in (5, 4):
            panel(ben, event).locator(".colours button").nth(half).tap()
    expect(anna.get_by_text("Lay your first tile", exact=False).first).to_be_visible()
    assert opened.scene(1)["log"] == opened.scene(0)["log"]


def test_a_pad_needs_no_house_once_it_has_been_opened(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    page = browse(width=360, height=740, anew=True, breaks=True, language="it")
    page.goto(f"{house.url}/real/genial/pad")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # from now on what is read is kept
    more = page.get_by_role("button", name="Rosso: uno in più")
    expect(more).to_be_visible()
    axe(page)
    page.context.set_offline(True)
    page.reload()
    for _ in range(3):
        more.click()
    page.reload()
    expect(page.get_by_label("Rosso", exact=True)).to_have_text("3")
