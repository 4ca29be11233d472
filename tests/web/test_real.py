"""The companion at a real table: what dice, tiles and cards show is tapped on a phone, and the page does the rest."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from spieltisch import Table, bots, new
from spieltisch.kernel import CHANCE, generator
from trying import once
from web.conftest import Browse
from web.house import House, Opened
from web.measuring import complaints, moved, places
from web.test_lobby import DICE, box

PHONE: dict[str, Any] = {"width": 360, "height": 740, "touch": True}
COLOURS = {"r": "red", "g": "green", "b": "blue", "o": "orange", "y": "yellow", "p": "purple"}


def panel(page: Page, event: int | None = None) -> Locator:
    """Where what has come is tapped; with a number, once that event is awaited."""
    return page.locator(".real" if event is None else f'.real[data-event="{event}"]')


@dataclass
class Phone:
    """A phone on a real table; for each thing that came, how many dice, halves or cards it shows, and how many taps or
    keys it took."""

    page: Page
    spent: list[tuple[int, int]] = field(default_factory=list)
    again: int = 0  # taps that said that somebody rolls again

    def tap(self, event: int, *names: str) -> None:
        for name in names:
            panel(self.page, event).get_by_role("button", name=re.compile(f"^{name}", re.IGNORECASE)).last.tap()
        self.spent.append((len(names), len(names)))

    def dice(self, event: int, move: str) -> None:
        self._faces(event, move, [COLOURS[letter] for letter in move])

    def pair(self, event: int, move: str) -> None:
        self._faces(event, move.split(), [f"Die: {number}" for number in move.split()])

    def card_or_dice(self, event: int, move: str) -> None:
        if move.startswith("card"):
            self.tap(event, rf"{move.split()[1]}\. ")
        else:
            self._faces(event, move.split(), ["Swirl" if face == "*" else face for face in move.split()])

    def _faces(self, event: int, keys: Sequence[str], names: list[str]) -> None:
        """After a few rolls they are typed, which is quicker."""
        if len(self.spent) < 8:
            self.tap(event, *names)
            return
        panel(self.page, event).locator(".faces button").first.focus()
        for key in keys:
            self.page.keyboard.press(key)
        self.spent.append((len(keys), len(names)))

    def tile(self, event: int, move: str) -> None:
        """After a few tiles nobody reads the names of the halves any more."""
        if len(self.spent) < 8:
            self.tap(event, *(f"{COLOURS[letter]}," for letter in move))
            return
        for letter in move:
            panel(self.page, event).locator(".colours button").nth([*COLOURS].index(letter)).click()
        self.spent.append((len(move), 2))


def recorded(game: str, players: int, variant: str, seed: int, options: dict[str, str]) -> Table:
    """A game that was played at random; among two by who takes what brings most at once, and so not a long one."""
    table = new(game, players, variant, seed=seed, names=["Anna", "Ben"][:players], **options)
    bot, luck = bots.anybody("random" if players == 1 else "greedy"), generator(seed)
    while table.waiting:
        seat = table.waiting[0]
        table.act(seat, bot.choose(table.game, table.game.hidden(table.rows, seat), seat, luck))
    return table


def until(arrived: Callable[[], bool]) -> None:
    """What was tapped is on its way for a moment."""
    end = time.monotonic() + 20
    while not arrived():
        assert time.monotonic() < end, "What was tapped does not arrive."
        time.sleep(0.01)


def until_there_are(opened: Opened, events: int) -> None:
    until(lambda: opened.scene()["events"] >= events)


@pytest.mark.parametrize(
    ("game", "players", "variant", "seed", "options", "enter"),
    once(
        [
            ("high_score", 2, "base", 4, {"start": "1"}, Phone.card_or_dice),
            ("genial", 1, "solo", 1, {}, Phone.tile),
            ("genial_dice", 2, "base", 8, {"start": "1"}, Phone.dice),
            ("brilliant", 1, "solo", 1, {}, Phone.pair),
        ]
    ),
)
def test_a_whole_recorded_game_entered_on_a_phone_ends_as_it_did(
    house: House, browse: Browse, game: str, players: int, variant: str, seed: int, options: dict[str, str], enter: Any
) -> None:
    played = recorded(game, players, variant, seed, options)
    opened = house.open(game, *played.names, variant=variant, options=options, dice="real")
    page = browse(**PHONE, sits=(opened, tuple(range(players))))
    phone = Phone(page)
    page.goto(opened.page)
    expect(page.locator(".screen")).to_be_visible()
    for number, event in enumerate(played.log):
        if event.seat != CHANCE:
            until_there_are(opened, number)
            if event.move == "roll" and phone.again < 2:
                page.get_by_role("button", name=re.compile("^Roll")).tap()
                phone.again += 1
            else:
                opened.play(event.seat, event.move)
        elif len(played.game.legal(played.before(number), CHANCE)) > 1:
            enter(phone, number, event.move)
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    ending = opened.scene(0)["ending"]
    assert played.outcome is not None
    assert (tuple(ending["places"]), tuple(ending["points"])) == (played.outcome.places, played.outcome.points)
    rolled = {shown for _, shown in phone.spent}
    assert rolled >= {"genial": {2}, "genial_dice": {4}, "brilliant": {2}, "high_score": {1, 2, 7}}[game]
    assert all(taps == shown for taps, shown in phone.spent), "as many taps as dice, halves or cards"
    assert phone.again or game not in ("genial_dice", "high_score"), "and one more to say that one rolls again"


class Line:
    """Between a page and the house; it can be cut."""

    def __init__(self, page: Page) -> None:
        self.cut = False
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/socket$"), self.connect)

    def connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        if self.cut:
            socket.close(code=1001)
        else:
            socket.connect_to_server()

    def breaks(self) -> None:
        self.cut = True
        self.sockets[-1].close(code=1001)


def test_from_the_lobby_a_slip_is_seen_through_and_corrected(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    page = browse(**PHONE, breaks=True)
    line = Line(page)
    page.goto(f"{house.url}/real/genial_dice")
    expect(page.get_by_label("Who sits in seat 2?")).to_have_value("beside")  # around a box sit people
    page.get_by_role("button", name="Start").click()
    phone = Phone(page)
    expect(panel(page, 0).get_by_text("Tap the 4 dice")).to_be_visible()  # what to do stands where it is done
    phone.tap(0, "red", "red", "green")
    phone.tap(0, "Remove red")
    phone.tap(0, "blue", "blue")
    expect(panel(page, 1)).to_be_visible()
    phone.tap(1, "orange", "orange", "yellow")
    line.breaks()
    phone.tap(1, "yellow")  # without a line it waits, and arrives once
    expect(page.get_by_text("Waiting for the line")).to_be_visible()
    line.cut = False
    stop = page.get_by_role("button", name="Stop").or_(page.get_by_role("button", name=re.compile("^Score"))).first
    expect(stop).to_be_enabled()
    expect(page.get_by_text("Waiting for the line")).to_have_count(0)
    table = page.url.rsplit("/", 1)[1]
    assert house.get(f"tables/{table}")["scene"]["events"] == 2
    stop.click()
    chips = page.get_by_role("list", name="At the table").get_by_role("listitem")
    expect(chips.first).to_contain_text("Player 1")
    assert page.get_by_text("You", exact=True).count() == page.get_by_text("You (").count() == 0, "two at one phone"
    page.get_by_role("button", name="Correct an entry").click()
    sheet = page.get_by_role("dialog", name="Correct an entry")
    slips = sheet.get_by_role("group", name="Which entry was wrong?").get_by_role("button")
    expect(slips).to_have_count(3)  # two rolls, and what was done with one of them
    correct = sheet.get_by_role("button", name="Correct", exact=True)
    expect(correct).to_be_disabled()
    slips.nth(1).click()
    expect(sheet).to_contain_text("Tap a wrong die to remove it")
    for colour in ("purple", "purple", "green", "red"):  # a new roll in the place of the whole one
        sheet.get_by_role("button", name=colour, exact=True).click()
    expect(sheet).to_contain_text(re.compile("still fits|no longer fit"))
    axe(page)
    assert correct.evaluate("button => button.getBoundingClientRect().bottom <= innerHeight"), "it is in sight"
    correct.click()
    expect(sheet).to_have_count(0)

    def corrected() -> bool:
        first = house.get(f"tables/{table}")["scene"]["view"]["players"][0]
        return sorted(first["dice"]) == [*"gppr"]

    until(corrected)
    page.goto(house.url)
    box(page, DICE)
    expect(page.get_by_role("switch", name="With the real box")).not_to_be_checked()
    expect(page.get_by_label("Who sits in seat 2?")).to_have_value("level1")


def test_two_phones_at_one_real_table_see_the_same_and_nobody_enters_anothers_tile(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    opened = house.open("genial", "Anna", "Ben", options={"start": "1"}, dice="real")
    anna, ben = browse(**PHONE), browse(**PHONE, language="de", theme="dark")
    for seat, page in enumerate((anna, ben)):
        page.goto(opened.link(seat))
    middle = browse(width=1180, height=820, language="it", sits=(opened, (0, 1)))
    middle.goto(f"{house.url}/real/board/{opened.table}")
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
    opened.play(0, "rr@c4-c5")
    for page in (anna, ben, middle):
        expect(page.locator('[data-tile="rr"]').or_(page.locator("[data-tile]"))).to_have_count(1)
    assert middle.locator(".rack, .hand.shown").count() == 0, "with all keys in its memory it is told no secret"
    axe(middle)
    turned = middle.locator(".turned")
    expect(turned).to_have_attribute("data-turn", "0")
    middle.get_by_role("button", name="Gira il tabellone").click()
    expect(turned).to_have_attribute("data-turn", "1")
    middle.get_by_role("button", name="Giralo verso chi è di turno").click()
    expect(turned).to_have_attribute("data-turn", "0")
    panel(anna, 13).get_by_role("button", name=re.compile("^Blue")).tap()
    panel(anna, 13).get_by_role("button", name=re.compile("^Blue")).tap()
    expect(turned).to_have_attribute("data-turn", "2")  # Ben is on, and sits opposite


def test_racks_stay_secret_and_what_is_laid_is_tapped(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    page = browse(**PHONE)
    page.goto(f"{house.url}/real/genial")
    expect(page.get_by_role("switch", name="Hidden things stay secret")).to_be_checked()
    page.get_by_role("button", name="Start").click()
    halves = page.get_by_role("group", name=re.compile("half of the tile"))
    expect(page.get_by_role("status")).to_contain_text("Player 1: Lay your first tile")
    axe(page)
    for _ in range(2):
        halves.get_by_role("button", name=re.compile("^Red, ")).tap()
    page.locator('[data-cell="c4"]').tap()
    page.get_by_role("button", name="Lay", exact=True).tap()
    refilled = page.get_by_role("button", name="Refilled")
    expect(page.get_by_role("status")).to_contain_text("show and exchange them all")
    page.get_by_role("button", name="Exchanged").tap()
    expect(page.get_by_role("status")).to_contain_text(
        "Player 2: Lay your first tile"
    )  # nothing to hide: no handing over
    reds = halves.get_by_role("button", name=re.compile("^Red, "))
    expect(reds).to_contain_text("34")
    reds.tap()
    expect(reds.locator("small")).to_have_text("4")  # of five red doubles
    reds.tap()
    page.get_by_role("button", name="Choose another tile").tap()
    expect(reds).to_contain_text("34")
    for _ in range(2):
        reds.tap()
    page.locator('[data-cell="h4"]').tap()
    page.get_by_role("button", name="Lay", exact=True).tap()
    refilled.tap()
    expect(page.get_by_role("status")).to_contain_text("Player 1: Lay a tile")
    table = page.url.rsplit("/", 1)[1]
    log = [line["text"] for line in house.get(f"tables/{table}")["scene"]["log"]]
    assert len(log) == 3 and "Player 1 shows the rack and exchanges it" in log[1]
    page.get_by_role("button", name="Correct an entry").tap()
    sheet = page.get_by_role("dialog", name="Correct an entry")
    sheet.get_by_role("button", name=re.compile("Player 1 lays red-red")).tap()
    expect(sheet).to_have_count(0)  # it is laid anew on the board, as it was before
    expect(page.get_by_role("status")).to_contain_text("Make this move again, the way it really was")
    expect(page.locator("[data-tile]")).to_have_count(0)
    reds.tap()
    halves.get_by_role("button", name=re.compile("^Green, ")).tap()
    page.locator('[data-cell="d3"]').tap()
    page.get_by_role("button", name="Lay", exact=True).tap()
    expect(sheet).to_contain_text("Everything that came after it still fits")
    sheet.get_by_role("button", name="Correct", exact=True).tap()
    expect(page.locator("[data-tile]")).to_have_count(2)
    expect(page.get_by_role("status")).to_contain_text("Player 1: Lay a tile")
    log = [line["text"] for line in house.get(f"tables/{table}")["scene"]["log"]]
    assert len(log) == 3 and "red-green" in log[0]
    page.get_by_role("button", name="Call in the coach").tap()  # it does not know the rack, so it is told
    sheet = page.get_by_role("dialog", name="What do you hold?")
    for left, name in zip(range(6, 0, -1), ("rr", "gg", "gg", "bb", "bb", "oo"), strict=True):
        expect(sheet.get_by_role("status")).to_have_text(f"{left} more")
        for half in name:
            sheet.get_by_role("button", name=re.compile(f"^{COLOURS[half]}, ", re.IGNORECASE)).tap()
        if left == 4:
            sheet.get_by_role("button", name="Red-Red: take it away").tap()
            expect(sheet.get_by_role("status")).to_have_text("4 more")
            axe(page)
            for _ in range(2):
                sheet.get_by_role("button", name=re.compile("^Red, ")).tap()
    expect(sheet).to_have_count(0)
    page.get_by_role("button", name="Play this").tap()
    expect(page.locator("[data-tile]")).to_have_count(3)


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
    page.get_by_label("Due tracciati").check()  # as in solo and team games
    more.hover()
    page.mouse.down()  # held, it goes on
    expect(page.get_by_label("Rosso", exact=True)).to_have_text("18+18")
    page.mouse.up()
    page.get_by_label("Due tracciati").uncheck()
    expect(page.get_by_label("Rosso", exact=True)).to_have_text("18")
    page.goto(f"{house.url}/real/genial")  # for a table there has to be a house
    expect(page.get_by_role("heading", name="Il tavolo per ora non risponde")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("button", name="Si comincia")).to_be_visible()  # by itself


def test_a_sheet_is_written_without_a_house_and_knows_its_areas(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    page = browse(width=360, height=740, anew=True, breaks=True)
    ours = house.get("games/brilliant/content/level-1")["tables"]
    kept = house.post("content", {"text": json.dumps(ours | {"title": "Grandma's sheet"})}, "k" * 40)
    page.goto(f"{house.url}/real/brilliant/pad")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    expect(page.get_by_role("button", name="Sheet 4")).to_be_visible()
    own = page.get_by_role("button", name="Grandma's sheet")
    own.click()
    expect(own).to_have_attribute("aria-pressed", "true")
    house.http.delete(f"content/{kept['name']}", headers={"Authorization": f"Bearer {'k' * 40}"})  # the pad has it
    axe(page)
    page.context.set_offline(True)
    page.reload()

    def write(entries: str) -> None:
        for number, cell in (entry.split("@") for entry in entries.split()):
            page.locator(f'[data-cell="{cell}"]').click()
            chooser = page.get_by_role("group", name=f"Which number in {cell}?")
            if chooser.count():  # where only one fits, it is written at once
                chooser.get_by_role("button", name=f"{number} in {cell}").click()

    write("1@b1 2@f1 3@e3 4@c4 5@a5 6@d5")
    assert page.get_by_role("button", name="Sheet 4").count() == 0, "it is chosen"
    write("2@e1 2@d1 2@c1")
    total = page.get_by_text("Points: 5")
    expect(total).to_be_visible()
    page.locator('[data-cell="c1"]').click()
    page.get_by_role("button", name="Erase the 2 in c1").click()
    expect(page.get_by_text("Points: 0")).to_be_visible()
    write("2@c1")
    page.reload()
    expect(total).to_be_visible()
    remembered = page.evaluate("JSON.parse(localStorage['spieltisch.pads']).brilliant[0]")
    assert remembered["content"]["title"] == "Grandma's sheet"


def test_the_lot_says_what_its_answers_mean_and_all_cards_are_in_sight(house: House, browse: Browse) -> None:
    page = browse(width=1024, height=768)
    page.goto(f"{house.url}/real/high_score")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".felt")).to_be_hidden()  # nobody has dice yet
    page.get_by_role("group", name="Draw lots: who starts?").get_by_role("button", name="Player 2").click()
    cards = panel(page, 1).get_by_role("listitem").get_by_role("button")
    expect(cards).to_have_count(21)
    expect(cards.last).to_be_in_viewport(ratio=1)
    cards.first.click()
    expect(page.get_by_role("region", name="Player 2’s dice")).to_be_visible()


SEEN = ((740, 360), (820, 1180), (1280, 800), (360, 740))  # on the last one what has come is tapped
NO_GOAL = """() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.goal { display: none !important }') // after the first decision it goes
    document.adoptedStyleSheets.push(sheet)
}"""


@pytest.mark.parametrize(
    ("game", "players", "variant", "options"),
    [
        ("brilliant", 1, "solo", {}),
        ("genial", 1, "solo", {}),
        ("genial_dice", 3, "base", {"start": "1"}),
        ("high_score", 2, "base", {"start": "1"}),
    ],
)
def test_nothing_moves_from_step_to_step_of_a_turn(
    house: House, browse: Browse, game: str, players: int, variant: str, options: dict[str, str]
) -> None:
    names = ("Anneliese", "Friederike", "Maximilian")
    opened = house.open(game, *names[:players], variant=variant, options=options, dice="real")
    page = browse(**PHONE, language="de", sits=(opened, tuple(range(players))))
    page.goto(opened.page)
    expect(page.locator(".screen")).to_be_visible()
    page.evaluate(NO_GOAL)
    chance, stood, found = random.Random(game), dict[tuple[int, int], dict[str, list[float]]](), list[str]()
    steps: list[bool] = []
    while steps.count(True) < 3 or steps.count(False) < 3:
        scene = opened.scene()
        event, phase, awaited = scene["events"], scene["view"]["phase"], scene["real"]["awaited"]
        asked = [seat for seat, each in enumerate(scene["seats"]) if each["decides"]]
        if awaited:
            expect(panel(page, event).get_by_role("button").first).to_be_visible()
        else:
            expect(page.locator(".real")).to_be_hidden()
            expect(page.locator(".screen button:enabled").first).to_be_visible()
        if not phase.startswith("start"):
            steps.append(bool(awaited))
            for size in SEEN:
                page.set_viewport_size({"width": size[0], "height": size[1]})
                wrong = complaints(page)  # it waits until all has its place in the new size
                wrong = [] if phase == "card" else wrong  # twenty cards are more than a phone shows at once
                gone = moved(stood.setdefault(size, places(page)), places(page))
                found += [f"{game} {phase} at {size}: {each}" for each in (*wrong, *gone)]
        if not awaited:
            opened.play(asked[0], chance.choice(opened.moves(asked[0])))
        elif page.locator(".real .faces, .real .colours").count():
            taps = page.locator(".real .lying > *").count() or 2
            for _ in range(taps):
                panel(page, event).locator(".faces button, .colours button").nth(chance.randrange(6)).tap()
        else:
            panel(page, event).get_by_role("button").first.tap()
        until_there_are(opened, event + 1)
    assert not found, "\n".join(found)
