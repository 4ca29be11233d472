"""Lessons in a real browser: whoever does nothing but what they are told finishes every one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from spieltisch import lessons, registry
from spieltisch.lessons import Lesson, LessonStep
from spieltisch.speech import LANGUAGES, house_texts
from web.conftest import Browse
from web.hands import Hands
from web.house import House

ALL = [lesson for name in registry.ours() for lesson in lessons.lessons(name)]


@dataclass(frozen=True)
class Learner:
    """Knows of a step what it says, and makes the move that it asks for by clicking as people do."""

    page: Page
    lesson: Lesson
    language: str

    def web(self, key: str) -> str:
        return str(house_texts(self.language)["web"][key])

    @property
    def hands(self) -> Hands:
        return Hands(self.page, self.lesson.game, self.language)

    def card(self) -> Locator:
        return self.page.locator("section.card")

    def sees(self, step: LessonStep) -> None:
        for key in ("say", "task"):
            expect(self.card()).to_contain_text(self.lesson.said(step, key, self.language))

    def written(self, step: LessonStep) -> str:
        return self.lesson.game.write(self.lesson.position(step).rows, step.seat, self.lesson.example(step))

    def is_told(self, step: LessonStep, answer: str) -> None:
        expect(self.card()).to_contain_text(self.lesson.said(step, answer, self.language))

    def go_on(self) -> None:
        self.card().get_by_role("link").first.click()

    def does(self, step: LessonStep, move: str = "") -> None:
        self.hands.make(self.lesson.position(step), step.seat, move or self.written(step))


FIRST = [(lessons.lessons(name)[0], language) for name in registry.ours() for language in LANGUAGES]
OTHERS = [
    (lesson, LANGUAGES[number % 3])
    for number, lesson in enumerate(ALL)
    if lesson is not lessons.lessons(lesson.game.name)[0]
]


@pytest.mark.parametrize(
    ("lesson", "language"),
    [*FIRST, *OTHERS],
    ids=lambda each: each if isinstance(each, str) else f"{each.game.name}-{each.name}",
)
def test_a_bot_that_does_what_it_is_told_finishes_the_lesson_on_a_phone(
    house: House, browse: Browse, axe: Callable[[Page], None], lesson: Lesson, language: str
) -> None:
    page = browse(width=360, height=740, language=language)
    learner = Learner(page, lesson, language)
    page.goto(f"{house.url}/learn/{lesson.game.name}/{lesson.name}")
    for number, step in enumerate(lesson.steps):
        learner.sees(step)
        if number == 0 and language == "de":
            axe(page)
        learner.does(step)
        learner.is_told(step, "right")
        if number + 1 < len(lesson.steps):
            learner.go_on()
    expect(page.locator("nav .done")).to_have_count(len(lesson.steps))
    if language == "de":
        axe(page)
    learner.go_on()
    expect(page.get_by_role("dialog").locator("button[type=submit]")).to_be_visible()
    expect(page.get_by_role("dialog").get_by_role("link", name=learner.web("lessons"))).to_be_visible()


KEYS = {"roll": "r", "stop": "s", "score": "s"}


def test_a_lesson_with_the_keyboard_alone(house: House, page: Page) -> None:
    lesson = lessons.lesson("genial_dice", "first")
    learner = Learner(page, lesson, "en")
    page.goto(f"{house.url}/learn/genial_dice/first")
    for number, step in enumerate(lesson.steps):
        learner.sees(step)
        expect(page.locator(".buttons button:enabled").first).to_be_visible()
        move = learner.written(step)
        if move in KEYS:
            page.keyboard.press(KEYS[move])
        else:
            dice, colour = move.removeprefix("joker ").split("=")
            for key in ("1", *map(str, range(3, len(dice) + 1)), colour, "Enter"):
                page.keyboard.press(key)
        learner.is_told(step, "right")
        if number + 1 < len(lesson.steps):
            expect(learner.card().get_by_role("link")).to_be_focused()
            page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").locator("button[type=submit]")).to_be_focused()


def test_a_wrong_try_is_answered_and_whoever_is_stuck_is_shown_the_way(house: House, page: Page) -> None:
    lesson = lessons.lesson("genial", "first")
    learner, step = Learner(page, lesson, "en"), lesson.step("again")
    page.goto(f"{house.url}/learn/genial/first/again")
    learner.sees(step)
    learner.does(step, "pass")
    learner.is_told(step, "pass")
    learner.is_told(step, "task")
    page.get_by_role("button", name="Show me").click()
    table = lesson.position(step)
    move = table.game.write(table.rows, step.seat, lesson.example(step))
    expect(page.get_by_text(f"Try this: {move}")).to_be_visible()
    learner.hands.button("lay").click()
    learner.is_told(step, "right")
    page.get_by_role("link", name="Back").click()
    learner.sees(lesson.step("bonus"))
    page.go_back()
    learner.sees(step)


def test_what_the_rules_forbid_they_refuse_in_their_own_words(house: House, page: Page) -> None:
    lesson = lessons.lesson("genial", "first")
    learner, step = Learner(page, lesson, "en"), lesson.step("start")
    page.goto(f"{house.url}/learn/genial/first/start")
    learner.sees(step)
    page.locator(".rack button").first.click()
    page.locator('[data-cell="h8"]').click(force=True)  # it does not look as if one could
    expect(learner.card()).to_contain_text("touch no start symbol")
    learner.card().get_by_role("button", name="§5").click()
    expect(page.locator('[data-paragraph="§5"]')).to_be_in_viewport()
    page.get_by_role("dialog").get_by_role("link", name="Try it: §7").click()
    learner.sees(lesson.step("bonus"))
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_newcomer_is_offered_a_lesson_and_goes_on_with_it_later(house: House, page: Page) -> None:
    lesson = lessons.lesson("brilliant", "first")
    learner = Learner(page, lesson, "en")
    page.goto(house.url)
    page.get_by_role("button", name="Brilliant").click()
    page.get_by_role("link", name="Learn it by playing").click()
    learner.sees(lesson.steps[0])
    learner.does(lesson.steps[0])
    learner.is_told(lesson.steps[0], "right")
    page.get_by_role("link", name="To the boxes").click()
    page.get_by_role("button", name="Brilliant").click()
    page.get_by_role("link", name="Go on learning").click()
    learner.sees(lesson.steps[1])
    page.reload()
    learner.sees(lesson.steps[1])


def test_all_lessons_of_a_game_are_listed_and_what_is_not_there_says_so(
    house: House, page: Page, axe: Callable[[Page], None]
) -> None:
    page.goto(f"{house.url}/learn/genial")
    for lesson in lessons.lessons("genial"):
        expect(page.get_by_role("main").get_by_role("link", name=lesson.texts("en")["title"])).to_be_visible()
    axe(page)
    for place in ("genial/last", "genial/first/last"):
        page.goto(f"{house.url}/learn/{place}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("link").last).to_have_attribute("href", "/")
