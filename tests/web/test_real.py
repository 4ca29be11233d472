"""The companion at a real table: what dice, tiles and cards show is tapped on a phone, and the page does the rest."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from spieltisch import Table, bots, new
from spieltisch.kernel import CHANCE, generator
from web.conftest import Browse
from web.house import House

PHONE = {"width": 360, "height": 740}
COLOURS = {"r": "Red", "g": "Green", "b": "Blue", "o": "Orange", "y": "Yellow", "p": "Purple"}


def panel(page: Page, event: int | None = None) -> Locator:
    """Where what has come is tapped; with a number, once that event is awaited."""
    return page.locator(".real" if event is None else f'.real[data-event="{event}"]')


@dataclass
class Phone:
    """A phone on a real table, and how often it was tapped."""

    page: Page
    taps: list[int] = field(default_factory=list)

    def tap(self, *names: str | re.Pattern[str], event: int) -> None:
        here = panel(self.page, event)
        for name in names:
            here.get_by_role("button", name=name, exact=isinstance(name, str)).click()
        self.taps.append(len(names))


def recorded(game: str, players: int, variant: str, seed: int, **options: str) -> Table:
    """A game that computers have played among themselves."""
    table = new(game, players, variant, seed=seed, names=["Anna", "Ben", "Cara", "Dora"][:players], **options)
    bot, luck = bots.anybody("greedy"), generator(seed)
    while table.waiting:
        seat = table.waiting[0]
        table.act(seat, bot.choose(table.game, table.game.hidden(table.rows, seat), seat, luck))
    return table


def dice(phone: Phone, event: int, move: str) -> None:
    phone.tap(*(COLOURS[letter] for letter in move), event=event)


def tile(phone: Phone, event: int, move: str) -> None:
    phone.tap(*(re.compile(f"^{COLOURS[letter]},") for letter in move), event=event)


def pair(phone: Phone, event: int, move: str) -> None:
    phone.tap(*(f"Die {number}" for number in move.split()), event=event)


def card_or_dice(phone: Phone, event: int, move: str) -> None:
    """The dice by keyboard: who does not tap types."""
    if move.startswith("card"):
        phone.tap(re.compile(rf"^{move.split()[1]}\. "), event=event)
        return
    here = panel(phone.page, event)
    here.get_by_role("button", name="1", exact=True).focus()
    for face in move.split():
        phone.page.keyboard.press(face)


@pytest.mark.parametrize(
    ("game", "players", "variant", "seed", "options", "enter"),
    [
        ("genial", 1, "solo", 1, {}, tile),
        ("genial_dice", 4, "base", 1, {"start": "1"}, dice),
        ("high_score", 2, "base", 1, {"start": "1"}, card_or_dice),
        ("brilliant", 1, "solo", 1, {}, pair),
    ],
)
def test_a_whole_recorded_game_entered_on_a_phone_ends_as_it_did(
    house: House, browse: Browse, game: str, players: int, variant: str, seed: int, options: Any, enter: Any
) -> None:
    played = recorded(game, players, variant, seed, **options)
    opened = house.open(game, *played.names, variant=variant, options=options, dice="real")
    page = browse(**PHONE, touch=True, sits=(opened, tuple(range(players))))
    phone = Phone(page)
    page.goto(opened.page)
    expect(panel(page)).to_be_visible()
    for number, event in enumerate(played.log):
        if event.seat != CHANCE:
            opened.play(event.seat, event.move)
        elif len(played.game.legal(played.before(number), CHANCE)) > 1:
            enter(phone, number, event.move)
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    ending = opened.scene(0)["ending"]
    assert played.outcome is not None
    assert (tuple(ending["places"]), tuple(ending["points"])) == (played.outcome.places, played.outcome.points)
    most = {"genial": 2, "genial_dice": played.players and 2, "brilliant": 2, "high_score": 1}[game]
    assert phone.taps and max(phone.taps) <= most, "no more taps than dice or halves; to roll again is one more"


def test_from_the_lobby_to_a_roll_a_slip_and_back_in_three_languages(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    page = browse(**PHONE, touch=True)
    page.goto(house.url)
    page.get_by_role("button", name=re.compile("Einfach Genial Würfelspiel|dice", re.I)).first.click()
    page.get_by_role("switch", name="With the real box").click()
    page.get_by_role("button", name="Start").click()
    expect(panel(page)).to_be_visible()
    axe(page)


def test_two_phones_at_one_real_table_see_the_same_and_nobody_enters_anothers_tile(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    opened = house.open("genial", "Anna", "Ben", options={"start": "1"}, dice="real")
    anna, ben = (browse(**PHONE, language=language, touch=True) for language in ("en", "en"))
    for seat, page in enumerate((anna, ben)):
        page.goto(opened.link(seat))
    expect(panel(anna, 0)).to_be_visible()
    expect(ben.get_by_text("Waiting for Anna.").first).to_be_visible()
    assert panel(ben).get_by_role("button").count() == 0
    axe(anna)
