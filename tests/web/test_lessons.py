"""Lessons in a real browser: whoever does nothing but what they are told finishes every one of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from spieltisch import lessons, registry
from spieltisch.lessons import Lesson, LessonStep
from spieltisch.speech import LANGUAGES, Say, house_texts
from web.conftest import Browse
from web.house import House

ALL = [lesson for name in registry.ours() for lesson in lessons.lessons(name)]
TURNS = 6  # until a tile lies as it did
NAMES = {"r": "red", "g": "green", "b": "blue", "o": "orange", "y": "yellow", "p": "purple"}


@dataclass(frozen=True)
class Learner:
    """Knows of a step what it says, and makes the move that it asks for by clicking as people do."""

    page: Page
    lesson: Lesson
    language: str

    def web(self, key: str) -> str:
        return str(house_texts(self.language)["web"][key])

    def button(self, key: str) -> Locator:
        """The button of the game with this text, whatever figures stand in it."""
        said = re.split(r"\{\w+\}", str(self.lesson.game.texts(self.language)["say"][key]))
        pattern = re.compile(f"^{'.+'.join(map(re.escape, said))}")
        return self.page.get_by_role("main").get_by_role("button", name=pattern)

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
        PLAYED[self.lesson.game.name](self, step, move or self.written(step))


def roll_or_mark(learner: Learner, step: LessonStep, move: str) -> None:
    page = learner.page
    if move == "roll":
        learner.button("roll_again").click()
    elif move in ("stop", "score"):
        learner.button("stop").or_(learner.button("score_now")).click()
    else:
        dice, colour = move.removeprefix("joker ").split("=")
        say = Say(learner.language, learner.lesson.game)
        size = {"size": len(dice), "used": say(f"colour_{dice[0]}"), "n": len(dice) - 1}
        page.get_by_role("button", name=say("joker_choice", **size), exact=True).click()
        page.locator(".layout .choose").nth("rgboyp".index(colour)).click()
        learner.button("use_joker").click()


def throw(learner: Learner, step: LessonStep, move: str) -> None:
    if move in ("stop", "roll"):
        learner.button("stop_at" if move == "stop" else "roll_all").click()
        return
    free = learner.page.locator('[data-die][aria-pressed="false"]')
    for face in move.split()[1:]:
        free.and_(learner.page.get_by_role("button", name=re.compile(rf"^{face}\b"))).first.click()
    learner.page.locator(".buttons .main").click()


def write(learner: Learner, step: LessonStep, move: str) -> None:
    page = learner.page
    if move == "pass":
        page.locator('[data-do="pass"]').click()
        return
    if move.startswith("strike "):
        page.locator(f'[data-area="{move[7]}"]').click()
        page.locator('[data-do="strike"]').click()
        return
    number, cell = move.split("@")
    page.locator(f'[data-cell="{cell}"]').click()
    if page.locator("[data-number]").count():
        page.locator(f'[data-number="{number}"]').click()
    if not learner.lesson.position(step).view(step.seat).phase.startswith("start"):
        page.locator('[data-do="write"]').click()


def lay(learner: Learner, step: LessonStep, move: str) -> None:
    page = learner.page
    if "@" not in move:
        learner.button({"pass": "decline"}.get(move, move)).click()
        return
    tile, cells = move.split("@")
    first, second = cells.split("-")
    say = Say(learner.language, learner.lesson.game)
    one, other = (say(NAMES[colour]) for colour in tile)
    if len(learner.lesson.position(step).view(step.seat).racks[step.seat].tiles) > 1:
        named = re.escape(say("rack_tile", number=0, one=one, other=other)).replace("0", r"\d")
        page.get_by_role("button", name=re.compile(f"^{named}$")).first.click()
    page.locator(f'[data-cell="{first}"]').click()
    wanted = say("cell_ghost", cell=second, colour=other)
    for _ in range(TURNS):
        if page.locator(f'[data-cell="{second}"]').get_attribute("aria-label") == wanted:
            break
        learner.button("rotate").click()
    learner.button("lay").click()


PLAYED = {"brilliant": write, "genial": lay, "genial_dice": roll_or_mark, "high_score": throw}


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
