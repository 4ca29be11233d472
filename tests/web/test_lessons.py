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
from trying import once
from web.conftest import PATIENCE, Browse
from web.hands import NAMES, TURNS, Hands, press
from web.house import House

MOST_STOPS = 60  # keys until something must be reached
# Answers when the card says all of it: there are hundreds of such looks, and `expect` waits from one to the next.
READS = """([patience, ...texts]) => new Promise((resolve) => {
  const said = () => document.querySelector('section.card')?.textContent.replace(/\\s+/g, ' ') ?? ''
  const answer = (result) => (watching.disconnect(), clearTimeout(end), resolve(result))
  const look = () => texts.every((text) => said().includes(text)) && answer(true)
  const watching = new MutationObserver(look)
  const end = setTimeout(() => answer(false), patience)
  watching.observe(document.body, { subtree: true, childList: true, characterData: true })
  look()
})"""


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

    def button(self, key: str) -> Locator:
        return self.hands.button(key)

    def card(self) -> Locator:
        return self.page.locator("section.card")

    def reads(self, *texts: str) -> None:
        if not self.page.evaluate(READS, [PATIENCE, *texts]):
            for text in texts:
                expect(self.card()).to_contain_text(text, timeout=1)

    def sees(self, step: LessonStep) -> None:
        self.reads(*(self.lesson.said(step, key, self.language) for key in ("say", "task")))

    def written(self, step: LessonStep) -> str:
        return self.lesson.game.write(self.lesson.position(step).rows, step.seat, self.lesson.example(step))

    def is_told(self, step: LessonStep, answer: str) -> None:
        self.reads(self.lesson.said(step, answer, self.language))

    def go_on(self, to: int = 0) -> None:
        """To the next step; at the end to a game, or to the next lesson."""
        press(self.card().locator("a.button").nth(to))

    def does(self, step: LessonStep, move: str = "") -> None:
        self.hands.make(self.lesson.position(step), step.seat, move or self.written(step))


def finishes(learner: Learner, looks: Callable[[Page], None] = lambda page: None) -> None:
    """Looks at the page twice: when it first asks, and after its last answer; in between its cards are the same."""
    learner.sees(learner.lesson.steps[0])
    looks(learner.page)
    for number, step in enumerate(learner.lesson.steps):
        learner.sees(step)
        learner.does(step)
        learner.is_told(step, "right")
        if number + 1 < len(learner.lesson.steps):
            learner.go_on()
    looks(learner.page)
    expect(learner.page.locator("nav .done")).to_have_count(len(learner.lesson.steps))


@pytest.mark.parametrize(
    ("name", "language"),
    once([(name, each) for name in registry.ours() for each in LANGUAGES], ("genial_dice", "de"), ("high_score", "it")),
)
def test_a_bot_that_does_what_it_is_told_finishes_every_lesson_on_a_phone(
    house: House, browse: Browse, axe: Callable[[Page], None], name: str, language: str
) -> None:
    page, every = browse(width=360, height=740, language=language), lessons.lessons(name)
    page.goto(f"{house.url}/learn/{name}/{every[0].name}")
    for lesson in every:
        learner = Learner(page, lesson, language)
        finishes(learner, *([axe] if language == "de" else []))  # it is the same page in every language
        learner.go_on(to=int(lesson is not every[-1]))
    expect(page.get_by_role("dialog").locator("button[type=submit]")).to_be_visible()
    expect(page.get_by_role("dialog").get_by_role("link", name=learner.web("lessons"))).to_be_visible()


class Typist(Learner):
    """Does the same by keyboard alone."""

    def go_on(self, to: int = 0) -> None:
        expect(self.card().locator("a.button").first).to_be_focused()
        self.press(*["Tab"] * to, "Enter")

    def does(self, step: LessonStep, move: str = "") -> None:
        self.page.locator("main :is(button, [role=button]):is(:enabled, [aria-disabled])").first.wait_for()
        TYPED[self.lesson.game.name](self, step, move or self.written(step))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def reach(self, target: Locator) -> None:
        """With the tab key."""
        expect(target).to_be_visible()
        for _ in range(MOST_STOPS):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.press("Tab")
        raise AssertionError(f"The tab key does not lead to {target}.")

    def walk(self, cell: str, rows: str, up: str, down: str) -> None:
        """With the arrow keys from the cell that has the focus: first to the row, then along it."""
        for _ in range(MOST_STOPS):
            here = str(self.page.evaluate("document.activeElement.dataset.cell"))
            (row, number), (to_row, to_number) = (_place(each, rows) for each in (here, cell))
            if here == cell:
                return
            if row != to_row:
                self.press(up if row > to_row else down)
            else:
                self.press("ArrowLeft" if number > to_number else "ArrowRight")
        raise AssertionError(f"The arrow keys do not lead to {cell}.")


def _place(cell: str, rows: str) -> tuple[int, int]:
    """Row and place in it: the letter is the row of a hexagonal board, and the column of a square one."""
    letter, number = ord(cell[0]), int(cell[1:])
    return (letter, number) if rows == "letters" else (number, letter)


def type_dice(typist: Typist, step: LessonStep, move: str) -> None:
    if move in KEYS:
        typist.press(KEYS[move])
        return
    dice, colour = move.removeprefix("joker ").split("=")
    typist.press("1", *map(str, range(3, len(dice) + 1)), colour, "Enter")


def type_throw(typist: Typist, step: LessonStep, move: str) -> None:
    if move in KEYS:
        typist.press(KEYS[move])
    else:
        typist.press(*move.split()[1:], "r")


def type_number(typist: Typist, step: LessonStep, move: str) -> None:
    page = typist.page
    if move.startswith("strike "):
        typist.reach(page.locator(f'[data-area="{move[7]}"]'))
        typist.press("Enter", "Enter")
        return
    number, cell = move.split("@")
    typist.reach(page.locator('[data-cell][tabindex="0"]'))
    typist.walk(cell, "numbers", "ArrowUp", "ArrowDown")
    typist.press(number, number)


def type_tile(typist: Typist, step: LessonStep, move: str) -> None:
    page = typist.page
    if "@" not in move:
        typist.reach(typist.button({"pass": "decline"}.get(move, move)))
        typist.press("Enter")
        return
    tile, cells = move.split("@")
    first, second = cells.split("-")
    say = Say(typist.language, typist.lesson.game)
    one, other = (say(NAMES[colour]) for colour in tile)
    named = re.escape(say("rack_tile", number=0, one=one, other=other)).replace("0", r"(\d)")
    slot = page.get_by_role("button", name=re.compile(f"^{named}$")).first.get_attribute("aria-label") or ""
    typist.press(re.sub(r"\D", "", slot))
    typist.walk(first, "letters", "ArrowUp", "ArrowDown")
    wanted = say("cell_ghost", cell=second, colour=other)
    for _ in range(TURNS):
        if page.locator(f'[data-cell="{second}"]').get_attribute("aria-label") == wanted:
            break
        typist.press("r")
    typist.press("Enter")


KEYS = {"roll": "r", "stop": "s", "score": "s"}
TYPED = {"brilliant": type_number, "genial": type_tile, "genial_dice": type_dice, "high_score": type_throw}


@pytest.mark.parametrize("name", once(registry.ours(), "high_score"))
def test_every_lesson_with_the_keyboard_alone(house: House, page: Page, name: str) -> None:
    every = lessons.lessons(name)
    page.goto(f"{house.url}/learn/{name}/{every[0].name}")
    for lesson in every:
        learner = Typist(page, lesson, "en")
        finishes(learner)
        learner.go_on(to=int(lesson is not every[-1]))
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
    move = Say("en", table.game).action(table.rows, step.seat, lesson.example(step))
    expect(page.get_by_text(f"Try this: {move}")).to_be_visible()
    learner.button("lay").click()
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
    page.goto(f"{house.url}/learn/brilliant/first/write")  # a 6 beside a 4, or a 4 beside a 6
    for cell, sentence in (("a1", "must go directly next to a"), ("b1", "is full")):
        page.locator(f'[data-cell="{cell}"]').click(force=True)
        expect(learner.card()).to_contain_text(sentence)


def test_what_an_answer_names_can_be_seen_on_a_phone(house: House, browse: Browse) -> None:
    page = browse(width=360, height=740)
    learner = Learner(page, lessons.lesson("genial", "first"), "en")
    page.goto(f"{house.url}/learn/genial/first/start")
    learner.does(learner.lesson.step("start"))
    expect(learner.card()).to_contain_text("Blue on h12: 1 point")
    expect(page.locator(".board .named")).to_have_count(2)
    expect(page.locator(".coordinate", has_text="h").first).to_be_visible()
    learner = Learner(page, lessons.lesson("genial", "solo"), "en")
    page.goto(f"{house.url}/learn/genial/solo/over")
    learner.does(learner.lesson.step("over"))
    expect(page.locator("tr.mine")).to_contain_text("18+0")


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
    page.get_by_role("dialog").get_by_role("link", name="Go on learning").click()
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
