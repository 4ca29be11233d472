"""What tests in a real browser stand on.

house      a server of this test session; `house.open("game", "Anna", "greedy").link(0)` leads to a seat
page       a browser window, 1280 x 900, English, light, reduced motion; any console error fails the test
browse     more windows, each with a memory of its own: browse(width=360, height=740, language="de", theme="dark")
axe        axe(page) fails where axe-core finds something serious or critical
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect, sync_playwright

from web.house import SHIPPED, WEB, House, Opened, built, remembering

PATIENCE = 10_000  # milliseconds until something that should appear has appeared
LOCALES = {"de": "de-DE", "en": "en-GB", "it": "it-IT"}
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first is quicker
Theme = Literal["light", "dark"]
BREAKS = ("WebSocket connection", "net::ERR_", "Failed to load resource")  # what Chromium logs when a server is away


class Browse:
    """Opens windows in one browser, and hears what it complains of."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def __call__(
        self,
        *,
        width: int = 1280,
        height: int = 900,
        language: str = "en",
        theme: Theme = "light",
        motion: bool = False,
        touch: bool = False,
        breaks: bool = False,
        sits: tuple[Opened, tuple[int, ...]] | None = None,
        host: bool = False,
    ) -> Page:
        """A window. `breaks`: the server will be away for a while. `sits`: the seats that it holds already."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            locale=LOCALES[language],
            color_scheme=theme,
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=touch,
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        if sits is not None:
            context.add_init_script(
                f"if (origin !== 'null' && !localStorage.length) {remembering(sits[0], *sits[1], host=host)}"
            )

        def listen(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning") and not (breaks and any(word in message.text for word in BREAKS)):
                self.complaints.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

        context.on("console", listen)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        return context.new_page()


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base  # all workers share one build
    folder = built(shared / "client")
    if not (folder / "index.html").exists():
        pytest.skip(f"There is no built client: neither Node with web/node_modules nor {SHIPPED}.")
    return folder


@pytest.fixture(scope="session")
def house(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    served = House(client, tmp_path_factory.mktemp("data"))
    yield served
    served.stop()


@pytest.fixture(scope="module")
def over(house: House) -> Opened:
    """A game that a person has just lost or won."""
    opened = house.open("genial_dice", "Anna", "greedy")
    opened.be_ready(0)
    opened.play_on(0)
    return opened


@pytest.fixture
def own_house(client: Path, tmp_path: Path) -> Iterator[House]:
    """A server for one test alone, to be killed."""
    served = House(client, tmp_path / "data")
    yield served
    served.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(
                executable_path=program, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
            )
        except Error as error:
            pytest.skip(f"There is no Chromium to test with: {error.message.splitlines()[0]}")
        yield opened
        opened.close()


@pytest.fixture
def browse(browser: Browser) -> Iterator[Browse]:
    expect.set_options(timeout=PATIENCE)
    windows = Browse(browser)
    yield windows
    for context in windows.contexts:
        context.close()
    assert not windows.complaints, "The browser complains:\n" + "\n".join(windows.complaints)


@pytest.fixture
def page(browse: Browse) -> Page:
    return browse()


@pytest.fixture(scope="session")
def axe_source() -> str:
    file = WEB / "node_modules" / "axe-core" / "axe.min.js"
    if not file.exists():
        pytest.skip("axe-core is not installed in web/node_modules.")
    return file.read_text(encoding="utf-8")


@pytest.fixture
def axe(axe_source: str) -> Callable[[Page], None]:
    def check(page: Page) -> None:
        if page.evaluate("() => typeof axe === 'undefined'"):
            page.evaluate(axe_source)  # over the debugging protocol: the page's own policy forbids foreign scripts
        found: dict[str, Any] = page.evaluate("() => axe.run({resultTypes: ['violations'], preload: false})")
        bad = [
            f"{each['impact']}: {each['id']}: {each['help']}\n"
            + "\n".join(f"    {node['html'][:200]}\n    {node['failureSummary']}" for node in each["nodes"][:4])
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        assert not bad, "\n".join(bad)

    return check
