"""Screenshots of the page for the README and docs/content.md: the lobby, each game in light and dark, on a phone, a
review, and a sheet and a deck of somebody's own."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from spieltisch import bots, registry
from spieltisch.coach.review import Review
from spieltisch.content.document import Document
from spieltisch.content.shelf import Shelf
from spieltisch.kernel import generator
from spieltisch.server.hall import open_hall
from spieltisch.tables import proposals
from spieltisch.tables.opening import Place, open_table
from spieltisch.tables.store import sqlite_url

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
DESKTOP, PHONE = ViewportSize(width=1280, height=860), ViewportSize(width=360, height=740)
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
NAMES = ("Anna", "Ben", "Clara")


@dataclass(frozen=True)
class Shown:
    game: str
    players: int
    decisions: int  # before the picture is taken


GAMES = (Shown("genial", 2, 24), Shown("genial_dice", 3, 30), Shown("high_score", 3, 22), Shown("brilliant", 2, 30))


async def midgame(folder: Path, shown: Shown) -> str:
    """Plays a table until it is Anna's turn in the middle of a game; the value is its address with her key."""
    greedy, rng = bots.named("greedy"), generator(7)
    async with open_hall(sqlite_url(folder)) as hall:
        seats = tuple(Place("person", NAMES[seat]) for seat in range(shown.players))
        opened = await hall.add(*open_table(registry.game(shown.game), "base", {}, seats))
        room = await hall.room(opened.table)
        for seat in range(shown.players):
            await room.change(partial(proposals.ready, seat=seat, contribution="00"))
        done = 0
        while done < shown.decisions or 0 not in room.table.deciding():
            seat = room.table.deciding()[-1]
            playthrough = room.table.playthrough
            seen = playthrough.game.hidden(playthrough.rows, seat)
            action = greedy.choose(playthrough.game, seen, seat, rng)
            await room.change(partial(proposals.act, seat=seat, action=action))
            done += 1
    return f"/t/{opened.table}#{opened.seats[0].key}"


async def reviewed(folder: Path) -> str:
    """A game that the coach has gone through, at its most costly move; the value is the address of its replay."""
    rng = generator(11)
    players = [bots.named("greedy"), bots.named("random")]
    async with open_hall(sqlite_url(folder)) as hall:
        seats = tuple(Place("person", name) for name in NAMES[:2])
        opened = await hall.add(*open_table(registry.game("genial"), "base", {}, seats))
        room = await hall.room(opened.table)
        for seat in range(2):
            await room.change(partial(proposals.ready, seat=seat, contribution="00"))
        decisions = 0
        while deciding := room.table.deciding():
            seat, playthrough = deciding[0], room.table.playthrough
            seen = playthrough.game.hidden(playthrough.rows, seat)
            player = players[decisions % 9 == 8]  # now and then somebody is not quite awake
            action = player.choose(playthrough.game, seen, seat, rng)
            await room.change(partial(proposals.act, seat=seat, action=action))
            decisions += 1
        while not isinstance(found := await hall.reviews.ask(room.table), Review):
            await asyncio.sleep(1)
    event = found.costly[0].event if found.costly else 0
    return f"/t/{opened.table}/replay?at={event}&review"


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "spieltisch", "serve", "--port", "0", "--data", str(folder)]
    environment = {**os.environ, "SPIELTISCH_COMPILED": "0"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        yield server.stdout.readline().split()[-1]
        server.terminate()


def take(browser: Browser, address: str, name: str, size: ViewportSize, theme: Theme) -> None:
    context = browser.new_context(viewport=size, color_scheme=theme, locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(400)
    page.screenshot(path=PICTURES / f"{name}.png")
    context.close()
    print(f"docs/pictures/{name}.png")


def main() -> None:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        sys.exit("There is no Chromium here; `make chromium` installs it where it can.")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = {shown.game: asyncio.run(midgame(folder, shown)) for shown in GAMES}
        review = asyncio.run(reviewed(folder))
        cards = registry.game("high_score").content({"deck": "deck"}).data["card"]
        deck = Shelf(folder).add(Document("high_score", "Grandma’s box", {"source": "box", "card": cards}))
        with serving(folder) as house, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
            for theme in THEMES:
                take(browser, house, f"lobby-{theme}", DESKTOP, theme)
                for game, table in tables.items():
                    take(browser, house + table, f"{game}-{theme}", DESKTOP, theme)
                take(browser, house + review, f"review-{theme}", DESKTOP, theme)
            take(browser, f"{house}/content/new/brilliant", "content-sheet", DESKTOP, "light")
            take(browser, f"{house}/content/edit/{deck}", "content-deck-phone", PHONE, "light")
            take(browser, house, "lobby-phone", PHONE, "light")
            take(browser, house + review, "review-phone", PHONE, "light")
            for game, table in tables.items():
                take(browser, house + table, f"{game}-phone", PHONE, "light")
            browser.close()


if __name__ == "__main__":
    main()
