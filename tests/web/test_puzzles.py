"""Puzzles in a real browser: a wrong answer, a right one, what each move is worth, ratings that move, and the next."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from spieltisch import registry
from spieltisch.puzzles import training
from spieltisch.puzzles.puzzle import Puzzle, cards, named, shipped
from spieltisch.puzzles.training import Progress
from spieltisch.speech import Say, house_texts
from trying import once
from web.conftest import Browse
from web.hands import Hands
from web.house import House


@dataclass(frozen=True)
class Solver:
    page: Page
    house: House
    game: str
    language: str = "en"

    def opens(self, puzzle: Puzzle, wish: str = "") -> None:
        self.page.goto(f"{self.house.url}/puzzles/{self.game}/{puzzle.name}{wish}")

    def shown(self) -> Puzzle:
        """The one in the address."""
        self.page.wait_for_url(re.compile(rf"/puzzles/{self.game}/[0-9a-f]{{10}}"))
        return named(self.game, re.findall(r"/([0-9a-f]{10})(?:\?|$)", self.page.url)[0])

    def plays(self, puzzle: Puzzle, place: int) -> None:
        table = puzzle.table(self.game)
        hands = Hands(self.page, table.game, self.language)
        hands.make(table, puzzle.seat, table.moves(puzzle.seat)[place])

    def legal(self, puzzle: Puzzle) -> list[tuple[Any, int, int]]:
        """Every legal action, with the position and the seat."""
        table = puzzle.table(self.game)
        return [(table.rows, puzzle.seat, each) for each in table.game.legal(table.rows, puzzle.seat).tolist()]

    def card(self) -> Locator:
        return self.page.locator("section.card")

    def web(self, key: str) -> str:
        return str(house_texts(self.language)["web"][key])

    def next(self) -> Locator:
        return self.card().get_by_role("button", name=self.web("puzzle_next"))

    def kept(self) -> Any:
        """What the browser remembers of this game."""
        return json.loads(self.page.evaluate("localStorage.getItem('spieltisch.puzzles')"))[self.game]


def easy_to_play(game: str) -> Puzzle:
    """With few moves, so that it is quickly replayed; one of them is clearly wrong."""
    return min(shipped(game), key=lambda each: (len(each.losses) < 3, len(each.losses), len(each.events)))


@pytest.mark.parametrize(
    ("game", "language"), once([("brilliant", "it"), ("genial", "de"), ("genial_dice", "en"), ("high_score", "it")])
)
def test_a_wrong_answer_a_right_one_and_the_next_on_a_phone(
    house: House, browse: Browse, axe: Callable[[Page], None], game: str, language: str
) -> None:
    page = browse(width=360, height=740, language=language, theme="dark" if language == "it" else "light")
    solver, puzzle = Solver(page, house, game, language), easy_to_play(game)
    say = Say(language, registry.game(game))
    solver.opens(puzzle)
    expect(solver.card()).to_contain_text(solver.web("puzzle_asks"))
    expect(solver.card()).not_to_contain_text(say(f"theme_{puzzle.theme}"))
    asked, room = solver.card().locator(".ask").bounding_box(), solver.card().bounding_box()
    assert asked and room and asked["width"] > 0.9 * room["width"]
    axe(page)

    solver.plays(puzzle, puzzle.tempting)
    expect(solver.card().locator("p.verdict")).to_have_text(solver.web("puzzle_missed"))
    expect(solver.card()).to_contain_text(say(f"theme_{puzzle.theme}"))
    rows = solver.card().locator("ol button")
    expect(rows).to_have_count(len({*puzzle.levels, puzzle.tempting, puzzle.best}))
    expect(rows.filter(has_text=solver.web("puzzle_mine"))).to_have_attribute("aria-pressed", "true")
    for verdict in ("played", "better"):  # on the board, which nothing covers, and in words
        expect(page.locator(f'main [data-verdict="{verdict}"]').first).to_be_in_viewport()
    told, legal = solver.card().locator("dt"), [say.action(*each) for each in solver.legal(puzzle)]
    expect(told).to_contain_text([legal[puzzle.tempting], legal[puzzle.best]])
    expect(solver.card().locator("dd").first).to_contain_text(solver.web("puzzle_but").split("{")[0])
    axe(page)
    lost = training.answer(Progress(), puzzle, training.grade(puzzle, puzzle.tempting))
    assert solver.kept()["player"] == training.numbers(lost.player)
    expect(solver.card()).to_contain_text(solver.web("rating_settles"))

    page.reload()  # who has seen the answer is not rated again
    solver.plays(puzzle, puzzle.best)
    expect(solver.card().locator("p.verdict")).to_have_text(solver.web("puzzle_right"))
    expect(solver.card()).to_contain_text(solver.web("rating_stays").split("{")[0])
    assert solver.kept()["player"] == training.numbers(lost.player)
    assert solver.kept()["tried"][puzzle.name][1:3] == [2, 1]

    solver.next().click()
    expect(page).not_to_have_url(re.compile(puzzle.name))
    other = solver.shown()
    expect(solver.card()).to_contain_text(solver.web("puzzle_asks"))
    assert other.name != puzzle.name
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto(f"{house.url}/mine")  # what was practised is there, too
    practised = page.get_by_role("region", name=solver.web("practised"))
    expect(practised.get_by_role("link", name=say.game_name())).to_contain_text(solver.web("rating_provisional"))


FREE = """() => {
  const told = document.querySelector('details.told').getBoundingClientRect()
  const marks = [...document.querySelectorAll('main [data-verdict]')].map((each) => each.getBoundingClientRect())
  return marks.length > 0 && marks.every(({ top, bottom }) => bottom <= told.top || top >= told.bottom)
}"""
WIDEST = (
    "() => Math.max(...[...document.querySelectorAll('main svg')].map((each) => each.getBoundingClientRect().width))"
)


@pytest.mark.parametrize("language", once(["de", "en", "it"]))
def test_on_a_phone_the_board_is_as_large_beside_the_answer_as_it_was_before(
    house: House, browse: Browse, language: str
) -> None:
    """Just then both moves are drawn on it and compared."""
    page = browse(width=360, height=740, language=language)
    solver = Solver(page, house, "genial", language)
    puzzle = easy_to_play("genial")
    solver.opens(puzzle)
    expect(solver.card()).to_contain_text(solver.web("puzzle_asks"))
    before = page.evaluate(WIDEST)
    solver.plays(puzzle, puzzle.tempting)
    expect(solver.next()).to_be_in_viewport()
    expect(page.locator("main [data-verdict]").first).to_be_in_viewport()
    assert page.evaluate(WIDEST) > 0.9 * before
    why = solver.card().locator("details.told")
    why.locator("summary").first.click()  # put away, it covers nothing
    expect(solver.card().locator("dl")).to_be_hidden()


@pytest.mark.parametrize("game", once(["brilliant", "genial", "genial_dice", "high_score"]))
def test_on_a_phone_nothing_covers_what_is_compared(house: House, browse: Browse, game: str) -> None:
    page = browse(width=360, height=740, language="de")
    solver, puzzle = Solver(page, house, game, "de"), easy_to_play(game)
    solver.opens(puzzle)
    solver.plays(puzzle, puzzle.tempting)
    expect(page.locator("main [data-verdict]").first).to_be_in_viewport()
    page.wait_for_function(FREE)


def test_one_sees_what_a_move_would_have_done_and_what_the_rules_forbid(house: House, page: Page) -> None:
    solver, puzzle = Solver(page, house, "genial"), easy_to_play("genial")
    solver.opens(puzzle)
    solver.plays(puzzle, puzzle.best)
    rows = solver.card().locator("ol button")
    expect(page.locator('main [data-verdict="better"]')).to_have_count(1)
    expect(page.locator('main [data-verdict="played"]')).to_have_count(0)
    rows.last.click()
    expect(page.locator('main [data-verdict="played"]')).to_have_count(1)
    expect(page.locator('main [data-verdict="better"]')).to_have_count(1)
    solver.card().locator("dd button").first.click()
    expect(page.get_by_role("dialog").locator("[data-paragraph]").first).to_be_visible()


def test_a_theme_is_practised_and_the_page_of_themes_shows_how_one_fares(
    house: House, page: Page, axe: Callable[[Page], None]
) -> None:
    solver, say = Solver(page, house, "high_score"), Say("en", registry.game("high_score"))
    page.goto(f"{house.url}/learn/high_score")
    page.get_by_role("link", name="Puzzles").click()
    axe(page)
    page.get_by_role("link", name=say("theme_swirl")).click()
    puzzle = solver.shown()
    assert puzzle.theme == "swirl"
    assert "?theme=swirl" in page.url
    expect(solver.card()).to_contain_text(say("theme_swirl"))  # whoever has chosen it knows it
    solver.plays(puzzle, puzzle.tempting)
    solver.next().click()
    expect(page).not_to_have_url(re.compile(puzzle.name))
    assert solver.shown().theme == "swirl"
    page.get_by_role("link", name="Themes").click()
    expect(page.get_by_role("main")).to_contain_text("1 puzzle answered")
    first = page.get_by_role("main").get_by_role("listitem").first
    expect(first).to_contain_text(say("theme_swirl"))
    expect(first).to_contain_text("1 tried, 0% solved")
    axe(page)
    page.goto(house.url)
    page.get_by_role("main").get_by_role("link", name="Puzzles", exact=True).click()
    page.get_by_role("link", name="High Score").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("High Score")
    for place in ("high_score?theme=nothing", "high_score/0000000000"):
        page.goto(f"{house.url}/puzzles/{place}")
        expect(page.get_by_role("link").last).to_have_attribute("href", "/")


KEYS = {"roll": "r", "stop": "s"}


def test_a_right_answer_goes_on_by_itself_a_wrong_one_stays_and_who_wants_may_stay_too(
    house: House, page: Page
) -> None:
    solver = Solver(page, house, "genial_dice")
    page.goto(f"{house.url}/puzzles/genial_dice")
    page.get_by_role("switch", name="With a clock").check()
    page.get_by_role("link", name="Ten cards").click()

    def answer(*, right: bool) -> Puzzle:
        puzzle = solver.shown()
        expect(page.locator("main .buttons button:enabled").first).to_be_visible()
        place = puzzle.best if right else next(k for k, good in enumerate(puzzle.accepted) if not good)
        page.keyboard.press(KEYS[puzzle.table("genial_dice").moves(puzzle.seat)[place]])
        return puzzle

    expect(page.get_by_role("timer", name="Thinking time")).to_be_visible()
    first = answer(right=True)
    expect(page).not_to_have_url(re.compile(first.name))  # nobody has pressed anything
    second = answer(right=True)
    page.get_by_role("button", name="Stay here").click()
    expect(solver.card().locator("ol button")).to_have_count(2)
    page.wait_for_timeout(2_000)
    assert second.name in page.url
    solver.card().get_by_role("button", name="Next").click()
    expect(page).not_to_have_url(re.compile(second.name))
    third = answer(right=False)
    page.wait_for_timeout(2_000)
    assert third.name in page.url


def test_ten_quick_decisions_with_the_keyboard_alone(house: House, page: Page) -> None:
    solver = Solver(page, house, "genial_dice")
    page.goto(f"{house.url}/puzzles/genial_dice")
    page.get_by_role("switch", name="Go on by itself").press("Space")
    page.get_by_role("link", name="Ten cards").press("Enter")
    right, seen = 0, set()
    for number in range(10):
        puzzle = solver.shown()
        assert puzzle in cards("genial_dice")
        seen.add(puzzle.name)
        expect(solver.card()).to_contain_text(f"{number + 1} of 10")
        expect(page.locator("main .buttons button:enabled").first).to_be_visible()
        place = number % 2
        right += puzzle.accepted[place]
        page.keyboard.press(KEYS[puzzle.table("genial_dice").moves(puzzle.seat)[place]])
        expect(solver.card().locator("ol button")).to_have_count(2)
        onward = solver.card().locator(".buttons button")
        expect(onward).to_be_focused()
        if number < 9:
            page.keyboard.press("Enter")
            expect(page).not_to_have_url(re.compile(puzzle.name))
    expect(solver.card()).to_contain_text(f"{right} of 10 right;")
    assert len(seen) == 10
    page.keyboard.press("Enter")
    expect(solver.card()).to_contain_text("1 of 10")
    assert solver.kept()["answered"] == 10
