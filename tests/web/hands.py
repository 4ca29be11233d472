"""Hands of somebody who plays in the browser: a move is made by clicking as people do."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

from spieltisch.game import Game
from spieltisch.referee import Table
from spieltisch.speech import Say

TURNS = 6  # until a tile lies as it did
NAMES = {"r": "red", "g": "green", "b": "blue", "o": "orange", "y": "yellow", "p": "purple"}


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
        hands.button("roll_again").click()
    elif move in ("stop", "score"):
        hands.button("stop").or_(hands.button("score_now")).click()
    else:
        dice, colour = move.removeprefix("joker ").split("=")
        say = Say(hands.language, hands.game)
        size = {"size": len(dice), "used": say(f"colour_{dice[0]}"), "n": len(dice) - 1}
        page.get_by_role("button", name=say("joker_choice", **size), exact=True).click()
        page.locator(".layout .choose").nth("rgboyp".index(colour)).click()
        hands.button("use_joker").click()


def throw(hands: Hands, table: Table, seat: int, move: str) -> None:
    if move in ("stop", "roll"):
        hands.button("stop_at" if move == "stop" else "roll_all").click()
        return
    free = hands.page.locator('[data-die][aria-pressed="false"]')
    swirl = str(hands.game.texts(hands.language)["say"]["swirl"])
    for face in move.split()[1:]:
        named = re.compile(rf"^{swirl if face == '*' else face}\b", re.IGNORECASE)
        free.and_(hands.page.get_by_role("button", name=named)).first.click()
    hands.page.locator(".buttons .main").click()


def write(hands: Hands, table: Table, seat: int, move: str) -> None:
    page = hands.page
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
    if not table.view(seat).phase.startswith("start"):
        page.locator('[data-do="write"]').click()


def lay(hands: Hands, table: Table, seat: int, move: str) -> None:
    page = hands.page
    if "@" not in move:
        hands.button({"pass": "decline"}.get(move, move)).click()
        return
    tile, cells = move.split("@")
    first, second = cells.split("-")
    say = Say(hands.language, hands.game)
    one, other = (say(NAMES[colour]) for colour in tile)
    if len(table.view(seat).racks[seat].tiles) > 1:
        named = re.escape(say("rack_tile", number=0, one=one, other=other)).replace("0", r"\d")
        page.get_by_role("button", name=re.compile(f"^{named}$")).first.click()
    page.locator(f'[data-cell="{first}"]').click()
    wanted = say("cell_ghost", cell=second, colour=other)
    for _ in range(TURNS):
        if page.locator(f'[data-cell="{second}"]').get_attribute("aria-label") == wanted:
            break
        hands.button("rotate").click()
    hands.button("lay").click()


PLAYED = {"brilliant": write, "genial": lay, "genial_dice": roll_or_mark, "high_score": throw}
