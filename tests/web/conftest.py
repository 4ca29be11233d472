"""What tests in a real browser stand on.

house      a server of this test session; `house.open("game", "Anna", "greedy").link(0)` leads to a seat
page       a browser window, 1536 x 900, English, light, reduced motion; any console error fails the test
browse     more windows, each with a memory of its own: browse(width=360, height=740, language="de", theme="dark")
axe        axe(page) fails where axe-core finds something serious or critical
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, WebError, expect, sync_playwright

from web.house import SHIPPED, WEB, House, Opened, built, remembering

PATIENCE = 20_000  # milliseconds until something that should appear has appeared
LOCALES = {"de": "de-DE", "en": "en-GB", "it": "it-IT"}
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first is quicker
Theme = Literal["light", "dark"]
KEPT = "local_storage,indexeddb,cookies,cache_storage"  # what a window remembers, beside files that never change
NO_WORKER = "Service Worker registration blocked by Playwright"
BREAKS = ("WebSocket connection", "net::ERR_", "Failed to load resource")  # what Chromium logs when a server is away


class Windows:
    """One after the other, tests look through the same windows: they need not read the page's files each time anew."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: dict[tuple[Any, ...], BrowserContext] = {}

    def take(self, language: str, theme: Theme, motion: bool, touch: bool, *, anew: bool = False) -> BrowserContext:
        """A context that remembers nothing; `anew`: it has read nothing either, and may have a service worker."""
        kept = None if anew else self.free.pop((language, theme, motion, touch), None)
        return kept or self.browser.new_context(
            locale=LOCALES[language],
            color_scheme=theme,
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=touch,
            service_workers="allow" if anew else "block",
        )

    def give_back(self, context: BrowserContext, which: tuple[Any, ...], seen: set[str]) -> None:
        """It has seen these addresses, and forgets them."""
        if which in self.free:
            context.close()
            return
        for page in context.pages:  # first: whoever still looks may yet write something down
            page.close()
        blank = context.new_page()
        forgetting = context.new_cdp_session(blank)
        for origin in {"/".join(address.split("/")[:3]) for address in seen if address.startswith("http")}:
            forgetting.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": KEPT})
        blank.close()
        self.free[which] = context


class Browse:
    """Opens windows in one browser, and hears what it complains of."""

    def __init__(self, windows: Windows) -> None:
        self.windows = windows
        self.leaving = ExitStack()
        self.complaints: list[str] = []

    def __call__(
        self,
        *,
        width: int = 1536,
        height: int = 900,
        language: str = "en",
        theme: Theme = "light",
        motion: bool = False,
        touch: bool = False,
        breaks: bool = False,
        sits: tuple[Opened, tuple[int, ...]] | None = None,
        host: bool = False,
        anew: bool = False,
    ) -> Page:
        """A window. `breaks`: the server will be away for a while. `sits`: the seats that it holds already. `anew`: it
        has never been here, and may be installed."""
        which, seen = (language, theme, motion, touch), set[str]()
        context = self.windows.take(*which, anew=anew)
        context.set_default_timeout(PATIENCE)

        def listen(message: ConsoleMessage) -> None:
            if message.text == NO_WORKER:
                return
            if message.type in ("error", "warning") and not (breaks and any(word in message.text for word in BREAKS)):
                self.complaints.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

        def wrong(error: WebError) -> None:
            self.complaints.append(str(error.error))

        context.on("console", listen)
        context.on("weberror", wrong)
        if anew:
            self.leaving.callback(context.close)
        else:
            self.leaving.callback(self.windows.give_back, context, which, seen)
            self.leaving.callback(context.remove_listener, "console", listen)
            self.leaving.callback(context.remove_listener, "weberror", wrong)
        page = context.new_page()
        page.on("framenavigated", lambda frame: seen.add(frame.url))
        page.set_viewport_size({"width": width, "height": height})
        if sits is not None:
            held = remembering(sits[0], *sits[1], host=host)
            page.add_init_script(f"if (origin !== 'null' && !localStorage.length) {held}")
        return page


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


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest.fixture
def browse(windows: Windows) -> Iterator[Browse]:
    expect.set_options(timeout=PATIENCE)
    browsing = Browse(windows)
    with browsing.leaving:
        yield browsing
    assert not browsing.complaints, "The browser complains:\n" + "\n".join(browsing.complaints)


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
