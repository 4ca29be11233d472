"""What somebody has who installs the wheel and types `spieltisch`: the table in the browser, a game, the manual."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import sysconfig
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

import page as page_building
from trying import thorough
from web.conftest import Browse
from web.house import ROOT, free_port
from web.test_genial_dice import enabled, over, take_a_step
from web.test_lobby import DICE, box

pytestmark = thorough  # a wheel is built, installed and started anew
PATIENCE = 60.0  # seconds, on a busy machine
BROWSER = """#!/bin/sh
echo "$1" > {told}
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not page_building.is_current():
        pytest.skip("The page is not as its sources are: make client.")
    folder = tmp_path_factory.mktemp("dist")
    command = ["wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(folder), str(ROOT)]
    with (tmp_path_factory.getbasetemp().parent / "wheel.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # another worker may be building in the same folder
        old = ROOT / "build" / "lib" / "spieltisch" / "server" / "client" / "assets" / "old.js"
        old.parent.mkdir(parents=True, exist_ok=True)  # as an earlier build leaves it behind
        old.write_text("", encoding="utf-8")
        subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *command], check=True, timeout=120)
    return next(folder.glob("*.whl"))


class Started:
    """`spieltisch` alone, in an environment that has the wheel and what it needs; the browser is told where to look."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        python = folder / "venv" / "bin" / "python"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
        install = ["install", "-q", "--no-deps", "--no-index", str(wheel)]
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
        elsewhere = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        subprocess.run([*pip, *install], check=True, timeout=120, env=elsewhere)
        inside = next((folder / "venv" / "lib").glob("python*")) / "site-packages"
        (inside / "needed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")  # what it stands on
        told = folder / "told"
        browser = folder / "browser"
        browser.write_text(BROWSER.format(told=told), encoding="utf-8")
        browser.chmod(0o755)
        surroundings = elsewhere | {
            "BROWSER": str(browser),
            "LANG": "en",
            "SPIELTISCH_COMPILED": "0",  # beside a browser it would take its time
            "SPIELTISCH_DATA": str(folder / "data"),
            "SPIELTISCH_PORT": str(port := free_port()),
        }
        with (folder / "said").open("wb") as said:
            self.process = subprocess.Popen(
                [folder / "venv" / "bin" / "spieltisch"], cwd=folder, env=surroundings, stdout=said, stderr=said
            )
        self.url = f"http://127.0.0.1:{port}"
        self.wait_for(lambda: self.get("/"))
        self.wait_for(lambda: told.exists() and told.read_text(encoding="utf-8").strip())
        self.opened = told.read_text(encoding="utf-8").strip()
        self.said = (folder / "said").read_text(encoding="utf-8")

    def get(self, path: str) -> httpx.Response | None:
        with suppress(httpx.TransportError):
            return httpx.get(self.url + path)
        return None

    def wait_for(self, holds: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            assert self.process.poll() is None, "It has ended."
            assert time.monotonic() < end, "It takes too long."
            time.sleep(0.02)


@pytest.fixture(scope="module")
def started(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    running = Started(wheel, tmp_path_factory.mktemp("fresh"))
    yield running
    running.process.terminate()
    running.process.wait(timeout=15)


def test_the_wheel_has_the_page_of_now_and_of_no_other_time(wheel: Path) -> None:
    inside = "spieltisch/server/client/"
    names = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith(inside)}
    page = page_building.PAGE
    assert names == {f"{inside}{file.relative_to(page).as_posix()}" for file in page.rglob("*") if file.is_file()}


def test_spieltisch_alone_serves_and_opens_the_browser_once_and_says_what_one_wants_to_know(started: Started) -> None:
    assert started.opened.startswith(f"{started.url}/enter/")
    assert started.url in started.said.splitlines()[0]
    assert "Tables are kept in " in started.said and "Ctrl+C closes the house." in started.said


def test_a_game_is_played_at_the_table_that_came_with_the_wheel(started: Started, browse: Browse) -> None:
    page = browse()
    page.goto(started.opened)
    box(page, DICE)
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Roll the dice").click()
    for _ in range(300):
        expect(enabled(page).or_(over(page)).first).to_be_visible()
        if over(page).count():
            break
        take_a_step(page)
    expect(over(page)).to_be_visible()


def test_the_manual_is_one_click_from_the_lobby(started: Started, browse: Browse, axe: Callable[[Page], None]) -> None:
    page = browse(width=360, height=740, theme="dark")
    page.goto(started.url)
    page.get_by_role("link", name="Manual and rules").click()
    page.get_by_role("main").get_by_role("link", name="Einfach Genial", exact=True).click()
    page.get_by_role("link", name="Deutsch").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Einfach Genial")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(page)
    page.get_by_role("link", name="Zum Tisch").click()
    expect(page.get_by_role("heading", level=1, name="Spieltisch")).to_be_visible()
