"""Every size is somebody's table: what a move needs is seen on every screen, and nothing is cut off.

Each variant is measured with its largest number of players in all languages, with the other numbers in German, which
has the longest words; in the middle of a game and with a move half made, because that is when things grow.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from spieltisch import games, registry
from trying import once
from web.coaching import coach_with
from web.conftest import Browse
from web.house import House, Opened
from web.measuring import SIZES, complaints, moved, places

NAMES = ("Anneliese", "Friederike", "Maximilian", "Constantin", "Bernadette", "Wilhelmine")
LANGUAGES = {"de": "Deutsch", "en": "English", "it": "Italiano"}
TABLES = [
    (game, variant, players)
    for game in sorted(registry.ours())
    for variant, counts in registry.game(game).variants.items()
    for players in counts
]
LARGEST = [(game, "base", max(registry.game(game).variants["base"])) for game in sorted(registry.ours())]
LAPTOPS = ((1280, 800), (1440, 900))  # here the log would cost the board room
PATIENCE = 30_000  # milliseconds: a whole game goes by
LONG = "Anneliese legt Rot-Gelb auf k10 und k11: 5 Punkte für Rot und 7 Punkte für Gelb."
WHY = "Bringt Gelb, eine deiner niedrigsten Farben, von 3 auf 10 und nimmt Friederike einen Platz."
REASON = {"text": WHY, "paragraph": ""}
LONGER = {"genial_dice": {"sheet": "3+3+3"}, "brilliant": {"sheet": "level-4"}}  # the largest sheets


def lay_a_tile(page: Page) -> None:
    page.locator(".rack button:enabled").first.click()
    page.locator('[data-cell][aria-disabled="false"]').first.click()
    expect(page.locator(".promise li").first).to_be_visible()


def hold_a_joker(page: Page) -> None:
    if page.locator("button.chip").count():
        page.locator("button.chip").first.click()


def choose_dice(page: Page) -> None:
    for die in page.locator("[data-die]").all()[:2]:
        die.click()


def choose_a_cell(page: Page) -> None:
    page.locator('[data-cell][aria-disabled="false"]').first.click()
    if page.locator("[data-number]").count():
        page.locator("[data-number]").first.click()
    expect(page.locator('[data-do="cancel"]')).to_be_visible()


HALF_MADE: dict[str, Callable[[Page], None]] = {
    "genial": lay_a_tile,
    "genial_dice": hold_a_joker,
    "high_score": choose_dice,
    "brilliant": choose_a_cell,
}


def in_the_middle(
    house: House, game: str, variant: str, players: int, options: dict[str, str] | None = None, *, coach: bool = False
) -> Opened:
    """Everybody has moved a few times, and the first seat has a choice."""
    at = house.open(game, *NAMES[:players], variant=variant, options=options, coach=coach)
    at.be_ready(*range(players))
    return to_the_middle(at, random.Random(f"{game} {variant} {players}"), players)


def to_the_middle(at: Opened, chance: random.Random, players: int) -> Opened:
    moves = 0
    while True:
        scene = at.scene(0)
        deciding = [seat for seat in range(players) if scene["seats"][seat]["decides"]]
        starting = scene["view"]["phase"] in ("start_stars", "start_free")
        if moves >= 3 * players and deciding[0] == 0 and not starting and len(at.moves(0)) > 1:
            return at
        at.play(deciding[0], chance.choice(at.moves(deciding[0])))
        moves += 1


def fold_out(page: Page) -> None:
    """The log beside the board, where it stands folded away."""
    page.set_viewport_size({"width": LAPTOPS[0][0], "height": LAPTOPS[0][1]})
    page.locator('[data-tab="log"]').click()
    expect(page.locator("aside .fold")).to_be_focused()


def who_decides(at: Opened) -> int:
    return next(seat for seat, each in enumerate(at.scene()["seats"]) if each["decides"])


def watch_everybody_move(at: Opened, page: Page, chance: random.Random) -> None:
    """Until the first seat decides again, and the page has shown it."""
    page.evaluate("document.querySelector('.ask .button')?.setAttribute('data-before', '')")
    others = False
    while (seat := who_decides(at)) or not others:
        others = others or seat != 0
        at.play(seat, chance.choice(at.moves(seat)))
    expect(page.locator(".ask .button:not([data-before])", has_text="Nochmal zeigen")).to_be_visible(timeout=PATIENCE)


def measured(page: Page, case: str, size: tuple[int, int]) -> list[str]:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    return [f"{case} at {width}x{height}: {found}" for found in complaints(page)]


@pytest.mark.parametrize(("game", "variant", "players"), once(TABLES, *LARGEST))
def test_what_a_move_needs_is_seen_on_every_screen(
    house: House, browse: Browse, game: str, variant: str, players: int
) -> None:
    most = players == max(registry.game(game).variants[variant])
    at = in_the_middle(house, game, variant, players, LONGER.get(game) if most else None)
    page = browse(language="de")
    page.goto(at.link(0))
    expect(page.locator(".screen")).to_be_visible()
    found: list[str] = []
    for language in LANGUAGES if most else ("de",):
        if language != "de":
            page.evaluate("() => document.querySelector('#settings').showPopover()")
            page.get_by_role("radio", name=LANGUAGES[language]).check()
            page.evaluate("() => document.querySelector('#settings').hidePopover()")
            expect(page.locator(f'html[lang="{language}"]')).to_have_count(1)
        else:
            HALF_MADE[game](page)
        for size in SIZES:
            found += measured(page, f"{game}, {variant}, {players} players, {language}", size)
    fold_out(page)
    for size in LAPTOPS:
        found += measured(page, f"{game}, {variant}, {players} players, with the log", size)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", once(sorted(registry.ours()), "high_score"))
def test_the_first_turn_with_its_goal_and_the_replay_fit_on_every_screen(
    house: House, browse: Browse, game: str
) -> None:
    players = max(registry.game(game).variants["base"])
    at = house.open(game, *NAMES[:players])
    at.be_ready(*range(players))
    page = browse(language="de")
    page.goto(at.link(0))
    expect(page.locator(".screen")).to_be_visible()
    expect(page.locator(".goal")).to_be_visible()
    found = [each for size in SIZES for each in measured(page, f"the first turn of {game}", size)]
    to_the_middle(at, random.Random(game), players)
    page.goto(f"{at.page}/replay?at=18")
    expect(page.locator(".screen")).to_be_visible()
    found += [each for size in SIZES for each in measured(page, f"the replay of {game}", size)]
    assert not found, "\n".join(found)


IN_ITS_PLACE = """() => {
    const [says, AIR] = [document.querySelector('.advice .said'), 3]
    const [said, place] = [says, says.closest('.advice')].map(each => each.getBoundingClientRect())
    const letters = parseFloat(getComputedStyle(says).fontSize)
    return said.top >= place.top + AIR && said.bottom <= place.bottom - AIR && letters >= (innerWidth < 1280 ? 12 : 13)
}"""


@pytest.mark.parametrize("game", once(sorted(registry.ours()), "genial"))
def test_the_advice_of_the_coach_the_ending_and_what_spectators_see_fit_on_every_screen(
    house: House, browse: Browse, game: str
) -> None:
    at = in_the_middle(house, game, "base", 2, coach=True)
    page, spectator = browse(language="de"), browse(language="de")
    advice = {"text": LONG, "share": 0.5, "points": 40, "reason": REASON, "equal": True}
    moves = [{"move": {"kind": f"one of {number}"}, **advice} for number in range(3)]
    coach_with(page, lambda _: (moves, False))
    page.goto(at.link(0))
    expect(page.locator(".screen")).to_be_visible()
    before = {}
    for size in SIZES:
        measured(page, game, size)
        before[size] = places(page)
    page.get_by_role("button", name="Coach fragen").click()
    expect(page.get_by_text(LONG).first).to_be_visible()
    found: list[str] = []
    for size in SIZES:
        found += measured(page, f"the coach at {game}", size)
        found += [f"the coach at {game}, {size}: {each}" for each in moved(before[size], places(page))]
        if size[0] >= 1024:
            expect(page.locator("nav.bar")).to_be_visible()
        if size[0] in range(1024, 1920):
            found += [] if page.evaluate(IN_ITS_PLACE) else [f"{size}: what the coach says has too little room"]
    page.get_by_role("button", name="Schließen").first.click()
    spectator.goto(at.page)
    expect(spectator.locator(".screen")).to_be_visible()
    found += [each for size in SIZES for each in measured(spectator, f"watching {game}", size)]
    at.play_on(0, 1)
    for each, case in ((page, "the end of"), (spectator, "watching the end of")):
        expect(each.get_by_role("dialog", name="Die Partie ist zu Ende")).to_be_visible(timeout=PATIENCE)
        each.keyboard.press("Escape")
        lies = each.locator("main").text_content()
        found += [found for size in SIZES for found in measured(each, f"{case} {game}", size)]
        assert each.locator("main").text_content() == lies, f"{case} {game} was told before it was seen"
    assert not found, "\n".join(found)


STANDS = """() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.goal { display: none !important }') // after some turns it goes
    document.adoptedStyleSheets.push(sheet)
    window.stood = {}
    const watch = () => {
        const {left, top, width} = document.querySelector('.fit').getBoundingClientRect()
        const asks = document.querySelector('.ask').textContent.trim()
        window.stood[[left, top, width].map(Math.round).join(' ')] ??= asks
        requestAnimationFrame(watch)
    }
    watch()
}"""
PHONE, LAPTOP = (360, 740), (1280, 800)
WATCHED = [(game, size) for game in sorted(registry.ours()) for size in (PHONE, LAPTOP)]


@pytest.mark.parametrize(("game", "size"), once(WATCHED, ("high_score", PHONE), ("high_score", LAPTOP)))
def test_the_board_stays_where_it_is_while_turns_go_by(
    house: House, browse: Browse, game: str, size: tuple[int, int]
) -> None:
    at, chance = house.open(game, *NAMES[:2]), random.Random(game)
    at.be_ready(0, 1)
    while at.scene()["view"]["phase"].startswith("start"):
        at.play(seat := who_decides(at), chance.choice(at.moves(seat)))
    page = browse(language="de", motion=True, width=size[0], height=size[1])
    page.goto(at.link(0))
    expect(page.locator(".screen")).to_be_visible()
    page.evaluate(STANDS)
    for _ in range(2):
        watch_everybody_move(at, page, chance)
    stood = page.evaluate("() => window.stood")
    assert len(stood) == 1, stood


QUESTION = """async (words) => {
    if (words === '') await Promise.all([...Array(9)].map((_, k) => new Promise(done => setTimeout(done, 30 * k))))
    const asks = document.querySelector('.ask p')
    const [before, sizes] = [asks.textContent, asks.className]
    asks.textContent = words
    asks.classList.toggle('many', words.length > 60)
    asks.classList.toggle('most', words.length > 80)
    const {left, top, width} = document.querySelector('.fit').getBoundingClientRect()
    asks.textContent = before
    asks.className = sizes
    return [left, top, width].map(Math.round)
}"""


def questions(game: str) -> list[str]:
    """All that this game may ask, in all languages."""
    found: list[str] = []
    for language in LANGUAGES:
        texts = Path(*games.__path__) / game / "texts" / f"{language}.toml"
        said = tomllib.loads(texts.read_text(encoding="utf-8"))["say"]
        found += [words for key, words in said.items() if key.startswith("ask_")]
    return found


@pytest.mark.parametrize("game", once(sorted(registry.ours()), "genial"))
def test_whatever_is_asked_the_board_stays_where_it_is(house: House, browse: Browse, game: str) -> None:
    at = in_the_middle(house, game, "base", 2)
    page = browse(language="de")
    page.goto(at.link(0))
    expect(page.locator(".screen")).to_be_visible()
    at.play(0, at.moves(0)[0])
    to_the_middle(at, random.Random(game), 2)
    expect(page.get_by_role("button", name="Nochmal zeigen")).to_be_visible()
    found: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        stands = page.evaluate(QUESTION, "")
        moves = [words for words in questions(game) if page.evaluate(QUESTION, words) != stands]
        found += [f"{width}x{height}: {words}" for words in moves]
    assert not found, "\n".join(found)


def test_a_large_screen_is_used(house: House, browse: Browse) -> None:
    """A television is looked at from further away: writing, buttons and the board grow."""
    at = in_the_middle(house, "genial", "base", 2)
    page = browse()
    page.goto(at.link(0))
    board = page.get_by_role("group", name="Board")
    for width, height, letters in ((1920, 1080, 19.9), (2560, 1440, 26.6), (3840, 2160, 39.9)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("() => parseFloat(getComputedStyle(document.body).fontSize)") >= letters
        box = board.bounding_box()
        assert box
        assert box["height"] >= 0.7 * height
        tile, cell = page.locator(".rack .tile").first.bounding_box(), page.locator("[data-cell]").first.bounding_box()
        assert tile
        assert cell
        assert tile["width"] >= 1.3 * cell["width"]  # two halves: nearly as large in the hand as on the board


REACHED = """button => {
    const {left, top, width, height} = button.getBoundingClientRect()
    const at = y => button.contains(document.elementFromPoint(left + width / 2, top + height / 2 + y))
    return at(-20) && at(20)
}"""


@pytest.mark.parametrize(("width", "height"), SIZES[:2])
def test_a_name_is_as_high_as_a_finger(house: House, browse: Browse, width: int, height: int) -> None:
    at = in_the_middle(house, "genial", "base", 2)
    page = browse(width=width, height=height, touch=True)
    page.goto(at.link(0))
    name = page.get_by_role("list", name="At the table").get_by_role("button").first
    expect(name).to_be_visible()
    assert name.evaluate(REACHED)


@pytest.mark.parametrize("real", [False, True])
def test_a_button_on_a_lying_phone_is_as_large_as_a_finger_or_not_there(
    house: House, browse: Browse, real: bool
) -> None:
    at = house.open("genial", "Anneliese", "Friederike", dice="real" if real else "checkable")
    at.be_ready(0, 1)
    page = browse(width=740, height=360, touch=True)
    page.goto(at.page)
    expect(page.locator(".screen")).to_be_visible()
    share = page.locator(".share").first
    if real:
        box = share.bounding_box()
        assert box
        assert box["width"] >= 40
        assert box["height"] >= 40
        assert box["y"] + box["height"] <= 360
    else:
        expect(share).to_be_hidden()  # the address of the page is the same link


def test_two_sheets_share_a_large_screen(house: House, browse: Browse) -> None:
    """That of a single opponent lies below the dice, where there is room, and one's own has its column for itself."""
    at = in_the_middle(house, "genial_dice", "base", 2)
    page = browse()
    page.goto(at.link(0))
    for width, height in ((1280, 800), (1920, 1080), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        own, other = (page.locator(".paper").nth(number).bounding_box() for number in range(2))
        assert own
        assert other
        assert own["width"] >= 0.45 * width
        assert other["width"] >= 0.22 * width
        assert not complaints(page)
