"""The dice game in a real browser: rolling, jokers and marks by clicking, tapping and typing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from trying import once
from web.coaching import coach_with, with_coach
from web.conftest import Browse
from web.house import House, Opened
from web.measuring import moved, places


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}"))


def enabled(page: Page) -> Locator:
    """What may be pressed to go on; empty while somebody else plays."""
    return page.locator(".buttons button:enabled")


def jokers(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Joker of "))


def rows(page: Page) -> Locator:
    """The rows of the own sheet while a joker is in the hand."""
    return page.get_by_role("button", name=re.compile("^Joker for "))


def own_sheet(page: Page) -> Locator:
    return page.get_by_role("region", name=re.compile("^Sheet of You"))


def over(page: Page) -> Locator:
    return page.get_by_role("heading", name="The game is over")


def view(at: Opened) -> dict[str, Any]:
    seen: dict[str, Any] = at.scene(0)["view"]
    return seen


def my_turn(at: Opened, page: Page) -> dict[str, Any]:
    """Waits until the page lets the first seat decide, and says what that seat sees."""
    expect(enabled(page).first).to_be_visible()
    return view(at)


def use_the_best_joker(page: Page) -> None:
    """The largest joker, for a row that takes most of its marks."""
    jokers(page).last.click()
    expect(rows(page)).to_have_count(6)
    worth = [int(number) for number in own_sheet(page).locator(".worth").all_text_contents()]
    rows(page).nth(worth.index(max(worth))).click()
    button(page, "Use as a joker").click()


def take_a_step(page: Page, *, rolling: bool = False) -> None:
    """One decision: roll or not, and every joker that there is."""
    if jokers(page).count():
        use_the_best_joker(page)
    elif rolling and button(page, "Roll again").count():
        button(page, "Roll again").click()
    else:
        enabled(page).last.click()


def until_a_joker_is_possible(at: Opened, page: Page, *, by_keyboard: bool = False) -> dict[str, Any]:
    """Plays on until the first seat has stopped with equal dice."""
    for _ in range(60):
        seen = my_turn(at, page)
        if seen["may_score"]:
            return seen
        if by_keyboard:
            page.keyboard.press("r" if seen["stopping_scores"] else "s")
        else:
            button(page, "Roll again" if seen["stopping_scores"] else "Stop").click()
    raise AssertionError("In sixty rolls there were no equal dice.")


def test_a_whole_game_against_a_bot_by_clicking(house: House, page: Page) -> None:
    at = house.open("genial_dice", "Anna", "greedy")
    page.goto(at.link(0))
    steps = 0
    while True:
        expect(enabled(page).or_(over(page)).first).to_be_visible()
        if over(page).count():
            break
        take_a_step(page, rolling=steps % 3 == 0)
        steps += 1
    seen = view(at)
    assert seen["phase"] == "over"
    winner = seen["players"][seen["winner"]]["sheet"]
    assert winner["marks"] == winner["fields"] == 42
    expect(page.locator(".paper.winner")).to_contain_text("7 points")
    expect(page.locator(".paper.winner .mark:not(.ghost)")).to_have_count(42)
    expect(page.locator(".buttons")).to_have_count(0)


@pytest.mark.parametrize(
    ("players", "options"),
    once(
        [
            (4, {"sheet": "3+3+3", "start_rule": "yes", "start": "2"}),
            (2, {"four_of_a_kind": "4"}),
            (2, {"start": "lot"}),
            (3, {}),
            (3, {"start_rule": "yes"}),
            (4, {}),
        ]
    ),
    ids=lambda each: "-".join(f"{name}={value}" for name, value in each.items()) if isinstance(each, dict) else each,
)
def test_every_number_of_players_and_every_option(
    house: House, page: Page, players: int, options: dict[str, str]
) -> None:
    at = house.open("genial_dice", "Anna", *["greedy", "random", "greedy"][: players - 1], options=options)
    page.goto(at.link(0))
    marks = -1
    for _ in range(3):
        seen = my_turn(at, page)
        marks = max(marks, seen["players"][0]["sheet"]["marks"])
        take_a_step(page)
    seen = my_turn(at, page)
    assert seen["players"][0]["sheet"]["marks"] >= marks
    sheets = page.get_by_role("region", name=re.compile("^Sheet of "))
    expect(sheets).to_have_count(players)
    fields = 9 if options.get("sheet") == "3+3+3" else 7
    expect(own_sheet(page).locator(".box")).to_have_count(6 * fields)
    dice = page.get_by_role("group", name=re.compile("^Dice of "))
    expect(dice).to_have_count(players)
    for group, player in zip(dice.all(), seen["players"], strict=True):
        expect(group.get_by_role("img")).to_have_count(len(player["dice"]))


def test_who_has_not_rolled_yet_shows_no_dice(house: House, page: Page) -> None:
    at = house.open("genial_dice", "Anna", "random", "random", options={"start_rule": "yes"})
    page.goto(at.link(0))
    my_turn(at, page)
    expect(page.get_by_text("no dice yet")).to_have_count(2)
    expect(page.locator(".thread")).to_have_count(0)


def test_a_line_for_every_match_and_a_ghost_for_every_mark(house: House, page: Page) -> None:
    at = house.open("genial_dice", "Anna", "greedy", "greedy")
    page.goto(at.link(0))
    for _ in range(4):
        seen = my_turn(at, page)
        lines = sum(len(match["dice"]) for match in seen["matches"])
        marks = sum(gain["marked"] for gain in seen["gains"])
        page.mouse.move(0, 0)  # over "Roll again" what would be lost fades
        expect(page.locator(".thread")).to_have_count(lines)
        expect(own_sheet(page).locator(".mark.ghost")).to_have_count(marks)
        take_a_step(page)


def test_a_joker_is_shown_on_the_sheet_before_it_is_used(house: House, page: Page) -> None:
    at = house.open("genial_dice", "Anna", "greedy")
    page.goto(at.link(0))
    seen = until_a_joker_is_possible(at, page)
    joker = seen["possible_jokers"][0]
    plain = sum(gain["marked"] for gain in seen["gains"])
    expect(own_sheet(page).locator(".mark.ghost")).to_have_count(plain)
    expect(page.get_by_text("First use a joker:")).to_be_visible()
    expect(page.locator(".buttons .main")).to_have_count(0)  # scoring is no louder than a joker
    page.get_by_role("button", name=re.compile("use for a joker")).first.click()
    expect(page.locator(".spot.picked")).to_have_count(2)
    expect(button(page, "Use as a joker")).to_be_disabled()
    for number, entered in enumerate(joker["entered"]):
        rows(page).nth(number).click()
        expect(own_sheet(page).locator(".mark.ghost")).to_have_count(entered)
    expect(button(page, "Use as a joker")).to_contain_text("× purple")
    button(page, "Put the dice back").click()
    expect(page.locator(".spot.picked")).to_have_count(0)
    expect(own_sheet(page).locator(".mark.ghost")).to_have_count(plain)
    assert view(at) == seen


def test_the_end_of_a_row_says_what_that_row_gets_by_the_joker_and_the_button_what_the_turn_brings(
    house: House, page: Page
) -> None:
    at = house.open("genial_dice", "Anna", "greedy")
    page.goto(at.link(0))
    seen = until_a_joker_is_possible(at, page)
    joker = seen["possible_jokers"][0]
    jokers(page).first.click()
    expect(rows(page)).to_have_count(6)
    expect(button(page, "Use as a joker")).to_contain_text("choose a row first")
    ends = own_sheet(page).locator(".worth").all_text_contents()
    assert ends == [f"+{marks}" if marks else "0" for marks in joker["brings"]]
    for number, (brings, entered) in enumerate(zip(joker["brings"], joker["entered"], strict=True)):
        row = rows(page).nth(number)
        expect(row).to_have_accessible_name(re.compile(rf"{brings} in this row, {entered} marks? in the whole turn"))
        row.click()
        expect(button(page, "Use as a joker")).to_contain_text(re.compile(rf"{brings} × .*, \+{entered} this turn"))


def test_only_the_dice_that_are_rolled_tumble(house: House, page: Page) -> None:
    at = house.open("genial_dice", "Anna", "greedy")
    page.goto(at.link(0))
    my_turn(at, page)
    own = page.get_by_role("group", name=re.compile("^Dice of Anna")).get_by_role("img")
    others = page.get_by_role("group", name=re.compile("^Dice of (?!Anna)")).get_by_role("img")
    before = [each.first.element_handle() for each in (own, others)]
    button(page, "Roll again").click()
    expect(page.locator(".rolls .made")).to_have_count(2)
    assert [each.evaluate("die => die.isConnected") for each in before] == [False, True]


def test_the_joker_that_the_coach_would_use_is_taken_in_the_hand(house: House, page: Page) -> None:
    at = with_coach(house, "genial_dice")
    at.be_ready(0)
    joker = {"kind": "joker", "dice": "", "colour": "y"}
    reason = {"text": "A joker.", "paragraph": ""}
    told = {"move": joker, "text": "", "share": 0.5, "points": 7.0, "reason": reason, "equal": False}
    coach_with(page, lambda question: ([told], True))
    page.goto(at.link(0))
    joker["dice"] = until_a_joker_is_possible(at, page)["possible_jokers"][-1]["dice"]
    page.get_by_role("button", name="Ask the coach").click()
    expect(page.locator(".spot.picked")).to_have_count(len(joker["dice"]))
    expect(button(page, "Use as a joker")).to_contain_text("× yellow")


def test_why_scoring_would_bring_so_much(house: House, page: Page) -> None:
    at = house.open("genial_dice", "Anna", "greedy")
    page.goto(at.link(0))
    until_a_joker_is_possible(at, page)
    why = page.get_by_role("button", name="Why?", exact=True).first
    why.click()
    expect(page.locator(".reasons li").first).to_contain_text(re.compile("§[345]"))
    why.click()
    expect(page.locator(".reasons")).to_have_count(0)


def test_turns_with_the_keyboard_alone(house: House, page: Page) -> None:
    at = house.open("genial_dice", "Anna", "greedy")
    page.goto(at.link(0))
    seen = until_a_joker_is_possible(at, page, by_keyboard=True)
    joker = seen["possible_jokers"][0]["dice"]
    place = seen["players"][0]["dice"].index(joker[0]) + 1
    page.keyboard.press(str(place))
    expect(page.locator(".spot.picked")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".spot.picked")).to_have_count(0)
    jokers(page).first.focus()
    page.keyboard.press("Enter")
    expect(rows(page).first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(rows(page).nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(button(page, "Use as a joker")).to_be_focused()
    expect(button(page, "Use as a joker")).to_contain_text("× green")
    page.keyboard.press("o")
    expect(button(page, "Use as a joker")).to_contain_text("× orange")
    before = at.scene(0)["events"]
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(0)
    my_turn(at, page)
    assert at.scene(0)["events"] > before


def test_a_phone_shows_all_that_is_needed_without_scrolling(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    at = house.open("genial_dice", "Anna", "greedy", "greedy", "greedy")
    page = browse(width=360, height=740, touch=True, theme="dark", language="de")
    page.goto(at.link(0))
    expect(enabled(page).first).to_be_visible()
    roll = page.get_by_role("button", name=re.compile("^Neu würfeln"))
    bar = page.locator("nav.bar").bounding_box()
    assert bar
    for needed in (roll, page.locator(".own .paper"), page.locator(".screen .tray").first):
        box = needed.bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= bar["y"]
        assert box["width"] <= 360
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    axe(page)
    roll.tap()
    expect(page.get_by_text(re.compile("noch 1 Wurf|Werten")).first).to_be_visible()


def test_on_a_phone_every_phase_has_the_same_sizes(house: House, browse: Browse) -> None:
    at = house.open("genial_dice", "Anna", "greedy")
    page = browse(width=360, height=740)
    page.goto(at.link(0))
    my_turn(at, page)
    enabled(page).last.click()  # then the goal no longer stands above the sheet
    phases: dict[str, dict[str, list[float]]] = {}
    for _ in range(40):
        seen = my_turn(at, page)
        if seen["may_roll"]:
            phases["rolled"] = places(page)
        if jokers(page).count():
            phases["joker possible"] = places(page)
            jokers(page).first.click()
            expect(rows(page)).to_have_count(6)
            phases["joker in the hand"] = places(page)
            rows(page).first.click()
            phases["row chosen"] = places(page)
            button(page, "Put the dice back").click()
            if "rolled" in phases:
                break
        button(page, "Roll again" if seen["may_roll"] and seen["stopping_scores"] else "Stop|Score").first.click()
    assert len(phases) == 4
    assert not [each for phase in phases.values() for each in moved(phases["rolled"], phase)]


def test_spectators_see_everything_and_may_do_nothing(
    house: House, browse: Browse, axe: Callable[[Page], None]
) -> None:
    at = house.open("genial_dice", "Anna", "greedy", "greedy")
    page = browse()
    page.goto(at.link(0))
    my_turn(at, page)
    watching = browse()
    watching.goto(at.page)
    expect(watching.get_by_role("region", name=re.compile("^Sheet of "))).to_have_count(3)
    expect(watching.get_by_text("Anna · roll 1 of 3")).to_be_visible()
    expect(watching.locator(".buttons")).to_have_count(0)
    watching.keyboard.press("r")
    axe(watching)
    axe(page)
    assert view(at)["rolls_made"] == 1


WATCH = """() => {
    window.seen = []
    const note = () => window.seen.push([
        document.querySelector('.status')?.textContent ?? '',
        document.querySelector('.dice[role=group]:not([aria-label*=Anna])').ariaLabel,
    ])
    const everything = {subtree: true, childList: true, attributes: true}
    new MutationObserver(note).observe(document.querySelector('.screen'), everything)
}"""


def test_the_marks_are_seen_before_the_next_player_rolls(house: House, browse: Browse) -> None:
    """With motion, the end of a turn is shown beside the dice that brought it."""
    at = house.open("genial_dice", "Anna", "greedy")
    page = browse(motion=True)
    page.goto(at.link(0))
    last = "Stop"
    if not my_turn(at, page)["stopping_scores"]:  # jokers may come first
        button(page, "Stop").click()
        last = "Score"
    expect(button(page, last)).to_be_visible()
    model = page.get_by_role("group", name=re.compile("^Dice of (?!Anna)")).get_attribute("aria-label")
    page.evaluate(WATCH)
    button(page, last).click()
    my_turn(at, page)
    shown = [label for status, label in page.evaluate("window.seen") if status.startswith("Anna marks")]
    assert shown
    assert shown[0] == model


def test_two_people_in_front_of_one_screen_each_have_their_own_sheet_in_hand(house: House, browse: Browse) -> None:
    at = house.open("genial_dice", "Anna", "Ben")
    page = browse(sits=(at, (0, 1)))
    page.goto(at.page)
    for name in ("Anna", "Ben", "Anna"):
        sheet = page.locator(f'.own.paper[aria-label="Sheet of {name}"]')
        expect(sheet).to_be_visible()
        while sheet.count():
            expect(enabled(page).first).to_be_visible()
            enabled(page).last.click()
            expect(enabled(page).first).to_be_visible()


def test_marks_grow_with_the_letters_beside_them(house: House, browse: Browse) -> None:
    opened = house.open("genial_dice", "Anna", "greedy")
    page = browse(width=2560, height=1440)
    page.goto(opened.link(0))
    expect(page.get_by_role("region", name="Sheet of You (Anna)")).to_be_visible()
    beside = page.locator(":is(h2, .log, aside li):has(> .seat-mark, .who > .seat-mark), .icon:has(.seat-mark)")
    shares = beside.evaluate_all(
        """all => all.map((at) => at.querySelector('.seat-mark').getBoundingClientRect().height
            / parseFloat(getComputedStyle(at).fontSize))"""
    )
    assert len(shares) > 2
    assert min(shares) > 0.9
