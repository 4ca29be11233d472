"""The deal of the day in two real browsers at two houses that have nothing in common but the date."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

from playwright.sync_api import Page, expect

from spieltisch.daily.result import read
from spieltisch.records import Record
from spieltisch.referee import replay
from trying import thorough
from web.conftest import Browse
from web.house import House
from web.test_mine import judged
from web.test_review import keep_review

GAME = "genial_dice"
TEN = 10
# Answers the rest with the first legal move each time, as somebody in a hurry would.
QUICKLY = """async ([day, game, form]) => {
  const kept = JSON.parse(localStorage.getItem('spieltisch.daily') ?? '{}')
  const name = `${day}/${game}/${form}`
  const begun = kept.begun?.[name] ?? []
  const headers = { 'Content-Type': 'application/json' }
  for (let over = false; !over; ) {
    const at = form === 'ten' ? begun.length + 1 : begun.map(({ answer }) => answer).join('-') || 'start'
    const { moves } = await (await fetch(`/api/daily/${name}/${at}/moves`)).json()
    const body = JSON.stringify({ move: moves[0] })
    const told = await (await fetch(`/api/daily/${name}/${at}`, { method: 'POST', headers, body })).json()
    begun.push({ answer: told.answer, move: moves[0], said: told.said })
    over = form === 'ten' ? begun.length === 10 : told.position.over
  }
  localStorage.setItem('spieltisch.daily', JSON.stringify({ ...kept, begun: { ...kept.begun, [name]: begun } }))
}"""


# Where the coach has gone through a deal.
LIES = """([name, table]) => {
  const kept = JSON.parse(localStorage.getItem('spieltisch.daily'))
  kept.done[name].table = table
  localStorage.setItem('spieltisch.daily', JSON.stringify(kept))
}"""


ACCENT = """() => {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.background = 'var(--accent)'
  return getComputedStyle(probe).backgroundColor
}"""


def choose(page: Page, words: str) -> None:
    page.get_by_role("main").get_by_role("button", name=re.compile(words)).first.click()


def choose_language(page: Page, settings: str, language: str) -> None:
    page.get_by_role("button", name=settings).click()
    page.get_by_role("radio", name=language).check()
    page.keyboard.press("Escape")


def code_of(page: Page, label: str) -> str:
    code = page.get_by_label(label)
    expect(code).to_have_value(re.compile("^daily1"))
    return code.input_value()


def paste(page: Page, code: str, label: str, button: str) -> None:
    page.get_by_label(label).fill(code)
    page.get_by_role("button", name=button).click()


@thorough
def test_two_people_at_two_houses_play_the_same_deal_and_compare(
    house: House, own_house: House, browse: Browse, axe: Callable[[Page], None], tmp_path: Path
) -> None:
    day = date.today().isoformat()
    anna = browse(width=360, height=740, language="de")
    anna.goto(f"{house.url}/daily")
    expect(anna.get_by_text("Spiel heute eine, dann beginnt eine Serie.")).to_be_visible()
    axe(anna)

    # Ten decisions by tapping; what was answered can be changed, and is still there when the page is opened again.
    expect(anna.get_by_role("link", name=re.compile("^Fang hier an: .* · Zehn Entscheidungen$"))).to_be_visible()
    anna.get_by_role("region", name="Würfelspiel").get_by_role("link", name="Zehn Entscheidungen").click()
    steps = anna.get_by_role("navigation", name="Zehn Entscheidungen")
    words = anna.locator("section.card").first
    for number in range(1, TEN + 1):
        expect(steps.locator("[aria-current]")).to_have_text(str(number))
        choose(anna, "^(Neu würfeln|Werten)")
        expect(words).to_contain_text("Deine Antwort: ")
        if number == 1:
            axe(anna)
        if number < TEN:
            words.get_by_role("link", name="Weiter").click()
    anna.goto(f"{house.url}/daily")
    anna.get_by_role("link", name=re.compile("^Mach hier weiter: .*Würfelspiel")).click()
    expect(steps.get_by_role("link", name=re.compile("beantwortet$"))).to_have_count(TEN)
    assert any(rolls(anna, k) for k in range(1, TEN + 1))
    expect(words).to_contain_text("Deine Antwort: Neu würfeln")
    choose(anna, "^Aufhören")
    expect(words).to_contain_text("Deine Antwort: Aufhören")
    choose_language(anna, "Einstellungen", "Italiano")
    expect(words).to_contain_text("La tua risposta: Fermati")
    choose_language(anna, "Impostazioni", "Deutsch")
    expect(words).to_contain_text("Deine Antwort: Aufhören")
    anna.get_by_role("button", name="Abgeben").click()

    # The result: lines and a picture that give nothing away, and a code.
    result = re.compile(
        rf"^\d+ von {TEN} richtig, im Schnitt [\d,]+ Prozentpunkte Siegchance je Entscheidung verschenkt$"
    )
    expect(anna.get_by_text(result).first).to_be_visible()
    expect(anna.locator("pre")).to_have_text(re.compile(rf"[●◐○]{{{TEN}}} \d+ von {TEN} richtig"))
    axe(anna)
    anna.get_by_label("Dein Name").fill("Anna")
    with anna.expect_download() as downloading:
        anna.get_by_role("button", name="Bild").click()
    downloading.value.save_as(tmp_path / "result.png")
    assert (tmp_path / "result.png").read_bytes().startswith(b"\x89PNG")
    expect(anna.get_by_label("Code deines Ergebnisses")).to_have_value(re.compile("."))
    anna.get_by_role("link", name="Entscheidung 1 noch einmal ansehen").click()
    expect(words).to_contain_text("Deine Antwort: ")
    expect(anna.get_by_role("main").get_by_role("button", name=re.compile("^(Neu würfeln|Werten)"))).to_be_disabled()
    words.get_by_role("link", name="Zum Ergebnis").click()
    hers = code_of(anna, "Code deines Ergebnisses")
    assert (read(hers).name, read(hers).day, len(hers) < 600) == ("Anna", day, True)

    # Ben elsewhere: a forged code is refused with a sentence, the true one is checked; he plays too and sees both.
    ben = browse(language="en", theme="dark", breaks=True)
    ben.goto(f"{own_house.url}/daily")
    begin, text, key, signature = hers.split(".")
    forged = ".".join([begin, text, key, ("B" if signature[0] == "A" else "A") + signature[1:]])
    paste(ben, forged, "Paste the code of a friend here", "Check and compare")
    expect(ben.get_by_role("alert")).to_have_text(
        "The signature does not fit: something in this result has been changed."
    )
    paste(ben, hers, "Paste the code of a friend here", "Check and compare")
    expect(ben.get_by_text("Genuine: played again, Anna’s answers give exactly this result.")).to_be_visible()
    ben.evaluate(QUICKLY, [day, GAME, "ten"])
    ben.reload()
    ben.goto(f"{own_house.url}/daily/{day}/{GAME}/ten")
    ben.get_by_role("button", name="Hand in").click()
    both = ben.get_by_role("table")
    expect(both.get_by_role("columnheader")).to_have_text(["You", "Anna"])
    expect(both.get_by_role("row")).to_have_count(TEN + 2)
    axe(ben)
    ben.get_by_label("Your name").fill("Ben")
    expect(ben.get_by_label("Code of your result")).not_to_have_value("")
    his = code_of(ben, "Code of your result")
    assert read(his).key != read(hers).key

    # And back: Anna's house checks Ben's.
    paste(anna, his, "Code eines Freundes hier einfügen", "Prüfen und vergleichen")
    expect(anna.get_by_role("table").get_by_role("columnheader")).to_have_text(["Du", "Ben"])
    paste(anna, hers, "Code eines Freundes hier einfügen", "Prüfen und vergleichen")
    expect(anna.get_by_role("alert")).to_have_text("Das ist dein eigener Code.")
    anna.goto(f"{house.url}/daily")
    expect(anna.get_by_text("Ein Tag bisher: Komm morgen wieder")).to_be_visible()
    expect(anna.get_by_role("link", name=re.compile("Würfelspiel · Zehn Entscheidungen"))).to_be_visible()


def test_after_an_answer_the_way_on_is_the_strongest_button(house: House, browse: Browse) -> None:
    page = browse(width=360, height=740)
    possible = page.get_by_role("main").get_by_role("button", name=re.compile(r"possible: \d\."))
    for number in range(1, TEN + 1):
        page.goto(f"{house.url}/daily/{date.today().isoformat()}/brilliant/ten/{number}")
        expect(page.locator("main [data-cell]")).not_to_have_count(0)
        if possible.count():
            break
    possible.first.click()
    page.get_by_role("main").get_by_role("button", name=re.compile(r"^Write \d")).click()
    words = page.locator("section.card").first
    expect(words).to_contain_text("Your answer: ")
    expect(page.locator(".button.main:visible")).to_have_text(["Next", re.compile("^Write")])
    way_on, write = page.locator(".button.main:visible").evaluate_all(
        "all => all.map((button) => getComputedStyle(button).backgroundColor)"
    )
    assert (way_on, write) == (page.evaluate(ACCENT), "rgba(0, 0, 0, 0)")
    expect(words.get_by_role("link", name="Next")).to_be_focused()


def rolls(page: Page, number: int) -> bool:
    """Whether one may roll again or stop at this decision."""
    page.locator("nav ol a").nth(number - 1).click()
    expect(page.locator("nav ol [aria-current]")).to_have_text(str(number))
    button = page.get_by_role("main").get_by_role("button", name=re.compile("^(Neu würfeln|Werten)")).first
    expect(button).to_be_enabled()
    return button.inner_text().startswith("Neu würfeln")


def test_a_whole_game_against_a_level_goes_on_where_it_was_left_and_ends_in_a_result(
    house: House, browse: Browse
) -> None:
    page = browse()
    page.goto(f"{house.url}/daily")
    page.get_by_role("region", name="The Dice Game").get_by_role(
        "link", name=re.compile("Against the computer")
    ).click()
    words = page.locator("section.card").first
    expect(words).to_be_visible()
    for _ in range(3):
        before = page.evaluate("localStorage.getItem('spieltisch.daily')")
        choose(page, "^(Roll again|Score|Stop)")
        page.wait_for_function("before => localStorage.getItem('spieltisch.daily') !== before", arg=before)
    page.goto(f"{house.url}/daily")
    page.get_by_role("link", name=re.compile("Begun: go on")).click()
    expect(words).to_be_visible()
    answers = page.evaluate("Object.values(JSON.parse(localStorage.getItem('spieltisch.daily')).begun)[0].length")
    assert answers == 3
    page.evaluate(QUICKLY, [date.today().isoformat(), GAME, "level"])
    page.reload()
    page.get_by_role("button", name="Hand in").click()
    expect(page.get_by_text(re.compile(r"^(Won|Lost|Drawn), \d+ : \d+$"))).to_be_visible()

    # Luck apart from decisions: the coach is asked once, and has it still when the page is opened again.
    luck = page.get_by_role("region", name="Luck and decisions")
    luck.get_by_role("button", name="Luck and decisions: ask the coach").click()
    every = luck.get_by_role("link", name="Look at every decision")
    expect(every).to_be_visible()
    table = str(every.get_attribute("href"))
    page.reload()
    expect(every).to_have_attribute("href", table)
    expect(luck.get_by_role("button")).to_have_count(0)
    every.click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+/replay"))

    # When the coach is done, it stands on the page of the result.
    name = f"{date.today().isoformat()}/{GAME}/level"
    answers = page.evaluate("(name) => JSON.parse(localStorage.getItem('spieltisch.daily')).done[name].answers", name)
    record = house.post(f"daily/{name}", {"answers": answers})["record"]
    reviewed = house.post("records", {"record": record})["table"]
    keep_review(house, reviewed, judged(replay(Record.from_json(record))))
    page.evaluate(LIES, [name, reviewed])
    page.goto(f"{house.url}/daily/{name}")
    expect(luck.get_by_role("table").first.get_by_role("row", name=re.compile("^Luck"))).to_be_visible()
