"""Others move: each move is seen, at a pace one chooses, and nothing is told before it is seen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from trying import once
from web.conftest import Browse
from web.house import House, Opened

WATCH = """(places) => {
    window.told = []
    // a die that is chosen moves too, by a transition
    const tumbles = (each) => each instanceof CSSAnimation && each.effect.target?.closest('.die')
    const rolls = () => document.getAnimations().some((each) => each.playState === 'running' && tumbles(each))
    const watch = () => {
        for (const place of places) {
            const text = document.querySelector(place)?.textContent.trim() ?? ''
            const last = window.told.findLast((each) => each.place === place)
            if (last?.text !== text) window.told.push({ place, text, rolls: rolls(), first: last === undefined })
        }
        requestAnimationFrame(watch)
    }
    watch()
}"""


def told_since(page: Page) -> list[dict[str, Any]]:
    """What has changed in these places, and whether dice were rolling then."""
    told: list[dict[str, Any]] = page.evaluate("() => window.told.filter((each) => !each.first && each.text !== '')")
    return told


def at_pace(page: Page, pace: str) -> None:
    kept = f"{{language: 'en', theme: 'light', pace: '{pace}'}}"
    page.add_init_script(f"if (origin !== 'null') localStorage.setItem('spieltisch.settings', JSON.stringify({kept}))")


def test_no_sum_no_question_and_no_line_of_the_log_before_the_dice_lie(house: House, browse: Browse) -> None:
    opened = house.open("high_score", "Anna", "Ben", options={"start": "1"})
    opened.be_ready(1)
    page = browse(motion=True)
    page.goto(opened.link(0))
    button = page.locator(".hand .buttons :is(.main, .wide)").first
    button.wait_for()
    page.wait_for_function("() => !document.getAnimations().some((each) => each.effect.target?.closest('.die'))")
    page.evaluate(WATCH, [".standing", "[role=status]", "[aria-label=Log] li", ".buttons [aria-keyshortcuts=S]"])
    before = page.get_by_role("region", name="Log").get_by_role("listitem").count()
    if page.locator("[data-die]").count() > 0:
        page.locator("[data-die]").first.click()
    button.click()
    page.wait_for_function("() => window.told.filter(({ place }) => place.includes('Log')).length > 1")
    assert page.get_by_role("region", name="Log").get_by_role("listitem").count() > before
    told = told_since(page)
    assert {each["place"] for each in told} >= {".standing", "[aria-label=Log] li"}
    assert [each for each in told if each["rolls"]] == []


def test_moves_of_others_come_one_after_the_other_and_can_be_hurried_and_seen_again(
    house: House, browse: Browse
) -> None:
    opened = house.open("genial", "Anna", "Ben", "Cleo", "Dora", options={"start": "1"})
    opened.be_ready(0, 1, 2, 3)
    page = browse(motion=True)
    at_pace(page, "calm")
    page.goto(opened.link(0))
    lines = page.get_by_role("region", name="Log").get_by_role("listitem")
    laid = page.locator("[data-since]")
    expect(page.get_by_text("Lay your first tile")).to_be_visible()
    for seat in range(4):
        opened.play(seat, opened.moves(seat)[0])
    expect(page.get_by_role("status").first).to_have_text("Waiting for Ben.")
    expect(lines).to_have_count(1)  # three more have been laid, and are not told yet
    page.get_by_role("button", name="Faster").click()
    expect(page.get_by_role("status").first).to_have_text("Lay a tile on two neighbouring free cells.")
    expect(lines).to_have_count(4)
    expect(laid).to_have_count(3)  # what the others have laid stays marked
    page.get_by_role("button", name="Show again").click()
    expect(laid).to_have_count(0)
    page.get_by_role("button", name="Faster").click()
    expect(laid).to_have_count(3)
    expect(page.get_by_role("button", name="Show again")).to_be_visible()
    page.reload()
    expect(laid).to_have_count(3)  # whoever comes back sees it, too
    opened.play(0, opened.moves(0)[0])
    expect(laid).to_have_count(0)


ON_TURN = {  # where the board says whose turn it is
    "genial": ".scores .person:has(.pip.turn) .name",
    "genial_dice": ".mat.on-turn .who",
    "high_score": "tbody tr.turn th span",
}
MOMENTS = """(board) => {
    window.moments = []
    const names = (place) => [...document.querySelectorAll(place)].map((each) => each.textContent.trim()).join()
    const watch = () => {
        const chips = names('[aria-label="At the table"] .decides .name')
        const now = { chips, board: names(board), says: names('.ask p') }
        if (JSON.stringify(now) !== JSON.stringify(window.moments.at(-1))) window.moments.push(now)
        requestAnimationFrame(watch)
    }
    watch()
}"""


@pytest.mark.parametrize("game", once(sorted(ON_TURN)))
def test_the_question_the_chips_and_the_board_speak_of_the_same_moment(house: House, browse: Browse, game: str) -> None:
    names = ("Anna", "Ben", "Cleo")
    opened = house.open(game, *names, options={"start": "1"})
    opened.be_ready(0, 1, 2)
    page = browse(motion=True)
    page.goto(opened.link(0))
    expect(page.locator(ON_TURN[game])).to_have_text("Anna")
    page.evaluate(MOMENTS, ON_TURN[game])
    while not opened.scene(0)["seats"][2]["decides"]:  # two turns
        opened.play_on(0, 1, events=opened.scene(0)["events"] + 1)
    expect(page.locator(".ask p")).to_have_text("Waiting for Cleo.", timeout=PATIENCE)
    page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    moments = page.evaluate("() => window.moments")
    assert {each["board"] for each in moments} == set(names)
    assert [each for each in moments if each["chips"] != each["board"]] == []
    for each in moments:
        named = [name for name in names[1:] if name in each["says"]]
        assert named == ([] if each["chips"] == "Anna" else [each["chips"]]), each


PATIENCE = 20_000  # milliseconds: a round is shown, turn by turn
FLOWN = """() => {
    window.flown = []
    const seen = (node) => node.matches?.('.flight') && window.flown.push(node.textContent.trim())
    new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach(seen)))
        .observe(document.body, { childList: true, subtree: true })
}"""


def test_chips_fly_from_the_pieces_to_the_points(house: House, browse: Browse) -> None:
    opened = house.open("high_score", "Anna", "Ben")
    opened.be_ready(0, 1)

    def somebody_stands(view: Any) -> bool:
        """On the track in this round, and will get a chip."""
        return any(turn and turn["field"] for turn in view["history"][view["round"] - 1]["turns"])

    while not somebody_stands((scene := opened.scene(0))["view"]):  # each picture takes its time to be shown
        opened.play_on(0, 1, events=scene["events"] + 1)
    number = scene["view"]["round"]
    page = browse(motion=True)
    page.goto(opened.link(0))
    expect(page.locator(".screen")).to_be_visible()
    page.evaluate(FLOWN)
    while (scene := opened.scene(0))["view"]["round"] == number and scene["stage"] == "playing":
        opened.play_on(0, 1, events=scene["events"] + 1)
    page.wait_for_function("() => window.flown.length > 0", timeout=PATIENCE)
    assert re.fullmatch(r"\+\d", page.evaluate("window.flown[0]"))


def test_the_same_mark_stands_for_a_seat_everywhere(house: House, page: Page) -> None:
    opened = house.open("high_score", "Anna", "level1", "level1", options={"start": "1"})
    opened.be_ready(0)
    play_a_turn(opened)
    page.goto(opened.link(0))
    expect(page.get_by_role("list", name="At the table").get_by_role("listitem")).to_have_text(
        [re.compile("Anna"), re.compile("Lino.*Newcomer"), re.compile("Mira.*Newcomer")]
    )
    expect(page.locator("table tbody .piece")).to_have_count(3)
    shapes = {
        place: page.locator(f"{place} :is(.seat-mark path, .piece .body)").evaluate_all(
            "(drawn) => drawn.map((each) => each.getAttribute('d'))"
        )
        for place in ("[aria-label='At the table']", "table tbody", ".board")
    }
    chips, rounds, board = shapes.values()
    assert len(set(chips)) == 3
    assert chips == rounds
    assert set(board) == set(chips)


def play_a_turn(opened: Opened) -> None:
    """The first seat plays until it is somebody else's turn."""
    while opened.scene(0)["seats"][0]["decides"]:
        opened.play(0, opened.moves(0)[0])
