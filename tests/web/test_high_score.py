"""High Score in a real browser: rolling, choosing, setting aside and stopping by clicking, tapping and typing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from trying import once
from web.conftest import Browse
from web.house import House, Opened

BOTS = ("greedy", "random", "greedy", "random")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}"))


def dice(page: Page) -> Locator:
    """The dice that may be chosen."""
    return page.locator("[data-die]")


def ready(page: Page) -> Locator:
    """What decides: stop, roll, or what is done with the chosen dice. Nothing while a move is on its way."""
    return page.locator(".buttons [aria-disabled=false]")


def main(page: Page) -> Locator:
    return page.locator(".buttons :is(.main, .wide)")


def over(page: Page) -> Locator:
    return page.get_by_role("heading", name="The game is over")


def my_turn(page: Page) -> bool:
    """Waits until the page lets the first seat decide, not at the ends of turns; False when the game is over."""
    go_on = page.locator(".go-on")
    while True:
        expect(ready(page).or_(go_on).or_(over(page)).first).to_be_visible()
        page.evaluate("document.querySelector('.go-on')?.click()")
        seen = [bool(each.count()) for each in (go_on, ready(page), over(page))]  # what was there may be gone by now
        if not seen[0] and any(seen):
            return seen[1]


def view(at: Opened) -> dict[str, Any]:
    seen: dict[str, Any] = at.scene(0)["view"]
    return seen


def take_a_step(page: Page, *, rolling: bool = False) -> None:
    """One decision: stop or set all aside, or else roll on."""
    stop, choosing = button(page, "Stop at"), dice(page).count() > 0
    if stop.count() and not rolling:
        stop.click()
    elif choosing and rolling:
        dice(page).first.click()
        main(page).click()
    elif choosing:
        button(page, "Choose all").click()
        main(page).click()
    else:
        main(page).click()


def at_a_card(house: House, page: Page, form: str, *others: str) -> tuple[Opened, dict[str, Any]]:
    """A table whose first card is like this and whose first player may choose from all seven dice."""
    for _ in range(60):
        at = house.open("high_score", "Anna", *(others or ("greedy",)), options={"start": "1"})
        at.be_ready(*(seat["seat"] for seat in at.seats if seat["key"]))
        seen = view(at)
        if re.match(form, seen["history"][0]["card"]["form"]) and len(seen["dice_lying"]) == 7:
            page.goto(at.link(0))
            assert my_turn(page)
            return at, seen
    raise AssertionError(f"None of sixty tables began with a card {form}.")


def test_a_whole_game_against_a_bot_by_clicking(house: House, page: Page) -> None:
    at = house.open("high_score", "Anna", "greedy")
    page.goto(at.link(0))
    steps = 0
    while my_turn(page):
        take_a_step(page, rolling=steps % 3 == 0)
        steps += 1
    seen = view(at)
    assert seen["phase"] == "over"
    assert [turn is not None for played in seen["history"] for turn in played["turns"]] == [True] * 14
    expect(page.locator("td.points")).to_have_text([str(player["points"]) for player in seen["players"]])
    last = seen["history"][6]["turns"]
    expect(page.locator(".board .piece:not(.ghost)")).to_have_count(2)
    placed = sum(turn["field"] > 0 for turn in last)
    expect(page.locator(".board .ghost")).to_have_count(placed)  # whose points these are, while the piece is elsewhere
    told = page.get_by_role("region", name="Track").get_by_role("listitem").all_text_contents()
    for turn, line in zip(last, told, strict=True):
        assert f"field {turn['field']}" in line if turn["field"] else "not on the track" in line
    pushed = sum(0 < turn["field"] < turn["reckoning"]["result"] for turn in last)
    expect(page.locator(".board .from")).to_have_count(pushed)
    expect(page.locator(".buttons button")).to_have_count(0)


def test_the_replay_shows_each_card_before_its_dice_and_has_no_controls(house: House, page: Page) -> None:
    at = house.open("high_score", "Anna", "greedy", options={"start": "1"})
    at.be_ready(0)
    at.play_on(0, events=12)
    page.goto(f"{at.page}/replay?at=1#{at.key(0)}")
    expect(page.get_by_text("7 dice are about to be rolled.")).to_be_visible()
    expect(page.locator(".place")).to_have_count(0)
    first = at.scene(0)["view"]["history"][0]
    expect(page.locator(".challenge .band")).to_contain_text(f"№ {first['card']['number']}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".place")).to_have_count(7)
    page.keyboard.press("End")
    expect(page.locator(".place")).to_have_count(7)
    page.keyboard.press("Home")
    expect(page.locator(".place")).to_have_count(0)
    expect(page.locator(".screen .buttons button")).to_have_count(0)


@pytest.mark.parametrize("players", once([3, 4, 5], 4))
def test_every_number_of_players(house: House, page: Page, players: int) -> None:
    at = house.open("high_score", "Anna", *BOTS[: players - 1], options={"start": "1"})
    page.goto(at.link(0))
    turns = 0
    while turns < 2:
        assert my_turn(page)
        take_a_step(page)
        assert my_turn(page)
        turns = sum(played["turns"][0] is not None for played in view(at)["history"])
    expect(page.locator("tbody tr")).to_have_count(players)
    expect(page.locator(".board .plate")).to_have_count(players)
    expect(page.locator(".place")).to_have_count(7)


def test_what_would_be_rolled_and_what_would_stay_is_shown_before(house: House, page: Page) -> None:
    at, seen = at_a_card(house, page, "free")
    result = seen["stands_now"]["result"]
    expect(button(page, "Stop at")).to_have_text(re.compile(rf"\b{abs(result)}$"))
    expect(button(page, "Choose dice")).to_be_disabled()
    expect(page.locator(".hand-place .main")).to_have_count(0)  # what is only told is not the strongest button
    dice(page).nth(2).click()
    dice(page).nth(5).click()
    expect(page.locator(".die.rolls")).to_have_count(2)
    expect(page.get_by_text(re.compile("^What stays brings"))).to_be_visible()
    chosen = [seen["dice_lying"][2], seen["dice_lying"][5]]
    kept = list(seen["dice_lying"])
    for face in chosen:
        kept.remove(face)
    dice(page).nth(2).click()
    expect(page.locator(".die.rolls")).to_have_count(1)
    dice(page).nth(2).click()
    button(page, "Roll 2 dice").click()
    assert my_turn(page)
    now = view(at)
    assert now["rolls_made"] == 2
    events = house.get(f"tables/{at.table}/events?since=0", at.key(0))["events"]
    (rolled,) = [event["data"] for event in events if event["kind"] == "rolled" and event["data"]["roll"] == 2]
    assert rolled["kept"] == kept
    left = list(now["dice_lying"]) + list(now["dice_frozen"])
    for face in rolled["dice"]:
        left.remove(face)
    assert sorted(left) == sorted(kept)
    expect(page.get_by_text("roll 2 of 3")).to_be_visible()


def test_dice_that_are_set_aside_lie_in_the_tray(house: House, page: Page) -> None:
    at, _ = at_a_card(house, page, "aside .* -?[0-9]")
    dice(page).nth(0).click()
    dice(page).nth(6).click()
    expect(page.locator(".die.rolls")).to_have_count(5)
    button(page, "Set 2 aside, roll 5").click()
    expect(page.locator(".die.aside")).to_have_count(2)
    expect(dice(page)).to_have_count(5)
    assert len(view(at)["dice_aside"]) == 2
    button(page, "Choose all").click()
    expect(button(page, "Finish with")).to_be_visible()
    expect(page.locator(".mover .ghost")).to_have_count(1 if view(at)["field_now"] else 0)
    button(page, "Finish with").click()
    assert my_turn(page)
    assert view(at)["history"][0]["turns"][0] is not None


def test_only_dice_that_are_rolled_tumble(house: House, browse: Browse) -> None:
    page = browse(motion=True)
    at_a_card(house, page, "free")
    page.wait_for_timeout(900)
    page.evaluate(
        """() => { window.tumbled = new Set()
        addEventListener('animationstart', (event) => {
            const die = event.target.closest('.place')
            if (die) window.tumbled.add([...document.querySelectorAll('.place')].indexOf(die))
        }) }"""
    )
    dice(page).nth(1).click()
    dice(page).nth(4).click()
    button(page, "Roll 2 dice").click()
    expect(page.get_by_text("roll 2 of 3")).to_be_visible()
    page.wait_for_function("() => window.tumbled.size >= 2")
    page.wait_for_timeout(300)
    assert page.evaluate("() => [...window.tumbled].sort()") == [1, 4]


def test_the_end_of_a_turn_is_seen_before_the_next_dice_fall(house: House, page: Page) -> None:
    _, seen = at_a_card(house, page, "free", "Ben")
    button(page, "Stop at").click()
    expect(page.locator(".go-on")).to_be_visible()
    expect(page.get_by_role("region", name="Anna’s dice")).to_be_visible()
    expect(page.locator(".place [role=img]")).to_have_count(7)
    expect(page.locator(".standing b")).to_have_text(str(seen["stands_now"]["result"]).replace("-", "−"))
    page.locator(".go-on").click()
    expect(page.get_by_role("region", name="Ben’s dice")).to_be_visible()


OFFERED = """(name) => {
    window.offered = new Set()
    const words = (each) => each.textContent.trim()
    const watch = () => {
        const turn = document.querySelector('.felt[aria-label^="' + name + '"]') !== null
        const rolls = document.getAnimations().some((each) => each.effect.target?.closest('.die'))
        const pressed = [...document.querySelectorAll('.buttons button:not(.go-on)')].map(words)
        if (turn) window.offered.add(`${rolls ? 'dice roll' : 'dice lie'}: ${pressed.join()}`)
        requestAnimationFrame(watch)
    }
    watch()
}"""


def test_in_the_turn_of_another_there_is_nothing_to_press(house: House, browse: Browse) -> None:
    page = browse(motion=True)
    at, _ = at_a_card(house, page, "free", "Ben")
    page.evaluate(OFFERED, "Ben")
    button(page, "Stop at").click()
    while not at.scene()["seats"][0]["decides"]:
        at.play(1, at.moves(1)[-1])
    assert my_turn(page)
    assert set(page.evaluate("[...window.offered]")) == {"dice roll: ", "dice lie: "}


def test_a_turn_with_the_keyboard_alone(house: House, page: Page) -> None:
    at, seen = at_a_card(house, page, "free")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.die") is not None:
            break
    expect(dice(page).first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(dice(page).nth(1)).to_be_focused()
    page.keyboard.press("Space")
    expect(dice(page).nth(1)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("End")
    expect(dice(page).nth(6)).to_be_focused()
    page.keyboard.press(seen["dice_lying"][6])
    expect(page.locator("[data-die][aria-pressed=true]")).to_have_count(2)
    page.keyboard.press("r")
    expect(page.get_by_text("roll 2 of 3")).to_be_visible()
    assert my_turn(page)
    expect(page.locator("[data-die]:focus")).to_have_count(1)
    page.keyboard.press("s")
    expect(page.locator(".go-on:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    assert view(at)["history"][0]["turns"][0] is not None
    for _ in range(30):  # the bot's turn, and its end
        expect(page.locator(".hand button:focus")).to_have_count(1)
        if not page.locator(".go-on").count():
            break
        page.keyboard.press("Enter")
    expect(ready(page).first).to_be_visible()


def test_a_phone_shows_all_that_is_needed_without_scrolling(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    page = browse(width=360, height=740, touch=True, theme="dark", language="de")
    at_a_card(house, page, "(full|free|aside)", "greedy", "greedy", "greedy", "greedy")
    for needed in (page.locator(".board"), page.locator(".place").nth(6), page.locator(".standing"), main(page)):
        box = needed.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 740
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    axe(page)


def test_the_card_and_the_rounds_at_length(house: House, page: Page, axe: Callable[[Page], None]) -> None:
    at, seen = at_a_card(house, page, "free")
    axe(page)
    button(page, "Stop at").click()
    my_turn(page)
    button(page, "Look at round 1").click()
    sheet = page.get_by_role("dialog", name="Round 1")
    expect(sheet).to_contain_text("Three free rolls")
    example = view(at)["history"][0]["example"]
    expect(sheet.get_by_text("These dice, for example, make")).to_contain_text(str(example["result"]).replace("-", "−"))
    expect(sheet.locator(".example").get_by_role("img")).to_have_count(7)
    letters = "each => parseFloat(getComputedStyle(each).fontSize)"
    assert sheet.locator(".means").first.evaluate(letters) < sheet.get_by_role("heading").evaluate(letters)
    expect(sheet.get_by_role("listitem").first).to_contain_text("Anna")
    expect(sheet.get_by_role("listitem").first.get_by_role("img")).to_have_count(7)
    axe(page)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert view(at)["history"][0]["turns"][0]["reckoning"]["result"] == seen["stands_now"]["result"]


def test_spectators_see_the_same_and_have_no_controls(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    page = browse()
    at, _ = at_a_card(house, page, "free")
    watching = browse()
    watching.goto(at.page)
    expect(watching.get_by_role("region", name="Anna’s dice")).to_be_visible()
    expect(watching.get_by_text("roll 1 of 3")).to_be_visible()
    expect(watching.locator(".buttons button")).to_have_count(0)
    expect(dice(watching)).to_have_count(0)
    axe(watching)
    assert watching.locator(".standing").inner_text() == page.locator(".standing").inner_text()
