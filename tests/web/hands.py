"""Hands of somebody who plays in the browser: a move is made by clicking as people do."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

from spieltisch.game import Game
from spieltisch.referee import Table
from spieltisch.speech import Say

TURNS = 6  # until a tile lies as it did
# Where a finger would go, if nothing lies above it.
SPOT = """(element) => {
  if (element.matches(':disabled')) return null
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const { x, y, width, height } = element.getBoundingClientRect()
  const spot = [x + width / 2, y + height / 2]
  return element.contains(document.elementFromPoint(...spot)) ? spot : null
}"""
NAMES = {"r": "red", "g": "green", "b": "blue", "o": "orange", "y": "yellow", "p": "purple"}


def press(target: Locator) -> None:
    """At once where that can be done; Playwright, which waits until nothing is in the way, takes four times as long."""
    spot: list[float] | None = target.evaluate(SPOT)
    if spot is None:
        target.click()
    else:
        target.page.mouse.click(*spot)


@dataclass(frozen=True)
class Hands:
    page: Page
    game: Game
    language: str

    def button(self, key: str) -> Locator:
        """The button of the game with this text, whatever figures stand in it."""
        said = re.split(r"\{\w+\}", str(self.game.texts(self.language)["say"][key]))
        pattern = re.compile(f"^{'.+'.join(map(re.escape, said))}")
        return self.page.get_by_role("main").get_by_role("button", name=pattern)

    def make(self, table: Table, seat: int, move: str) -> None:
        PLAYED[self.game.name](self, table, seat, move)


def roll_or_mark(hands: Hands, table: Table, seat: int, move: str) -> None:
    page = hands.page
    if move == "roll":
        press(hands.button("roll_again"))
    elif move in ("stop", "score"):
        press(hands.button("stop").or_(hands.button("score_now")))
    else:
        dice, colour = move.removeprefix("joker ").split("=")
        say = Say(hands.language, hands.game)
        size = {"size": len(dice), "used": say(f"colour_{dice[0]}"), "n": len(dice) - 1}
        press(page.get_by_role("button", name=say("joker_choice", **size), exact=True))
        press(page.locator(".layout .choose").nth("rgboyp".index(colour)))
        press(hands.button("use_joker"))


def throw(hands: Hands, table: Table, seat: int, move: str) -> None:
    if move in ("stop", "roll"):
        press(hands.button("stop_at" if move == "stop" else "roll_all"))
        return
    free = hands.page.locator('[data-die][aria-pressed="false"]')
    swirl = str(hands.game.texts(hands.language)["say"]["swirl"])
    for face in move.split()[1:]:
        named = re.compile(rf"^{swirl if face == '*' else face}\b", re.IGNORECASE)
        press(free.and_(hands.page.get_by_role("button", name=named)).first)
    press(hands.page.locator(".buttons .main"))


def write(hands: Hands, table: Table, seat: int, move: str) -> None:
    page = hands.page
    if move == "pass":
        press(page.locator('[data-do="pass"]'))
        return
    if move.startswith("strike "):
        press(page.locator(f'[data-area="{move[7]}"]'))
        press(page.locator('[data-do="strike"]'))
        return
    number, cell = move.split("@")
    press(page.locator(f'[data-cell="{cell}"]'))
    if page.locator("[data-number]").count():
        press(page.locator(f'[data-number="{number}"]'))
    if not table.view(seat).phase.startswith("start"):
        press(page.locator('[data-do="write"]'))


def lay(hands: Hands, table: Table, seat: int, move: str) -> None:
    page = hands.page
    if "@" not in move:
        press(hands.button({"pass": "decline"}.get(move, move)))
        return
    tile, cells = move.split("@")
    first, second = cells.split("-")
    say = Say(hands.language, hands.game)
    one, other = (say(NAMES[colour]) for colour in tile)
    if len(table.view(seat).racks[seat].tiles) > 1:
        named = re.escape(say("rack_tile", number=0, one=one, other=other)).replace("0", r"\d")
        press(page.get_by_role("button", name=re.compile(f"^{named}$")).first)
    press(page.locator(f'[data-cell="{first}"]'))
    wanted = say("cell_ghost", cell=second, colour=other)
    for _ in range(TURNS):
        if page.locator(f'[data-cell="{second}"]').get_attribute("aria-label") == wanted:
            break
        press(hands.button("rotate"))
    press(hands.button("lay"))


PLAYED = {"brilliant": write, "genial": lay, "genial_dice": roll_or_mark, "high_score": throw}
