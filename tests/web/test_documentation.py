"""The documentation in a real browser: it is searched, read on a phone, and everybody can use it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import documentation
from trying import once
from web.conftest import Browse, Theme


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where it is served."""
    folder: Path = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(documentation, "OUT", folder / "docs")
        documentation.build()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/docs"
        server.shutdown()


def test_whoever_looks_for_a_word_finds_where_it_stands(docs: str, browse: Browse) -> None:
    page = browse(language="de")
    page.goto(f"{docs}/rules/genial_dice.de.html")
    field = page.get_by_role("searchbox", name="Suchen")
    field.fill("wurfel ehrl")  # without the dots, and not to its end
    search = page.get_by_role("search")
    first = search.get_by_role("link").first
    expect(first).to_contain_text("Spielen › Sind die Würfel ehrlich?")
    expect(search.get_by_role("status")).to_have_text(re.compile("gefunden$"))
    field.press("ArrowDown")
    expect(first).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).to_be_focused()
    expect(search.get_by_role("link")).to_have_count(0)
    field.fill("xyzzy")
    expect(search.get_by_role("status")).to_have_text("Nichts gefunden")
    field.fill("würfel ehrlich")
    expect(first).to_be_visible()
    field.press("Enter")
    expect(page).to_have_url(f"{docs}/manual/player.de.html#sind-die-würfel-ehrlich".replace("ü", "%C3%BC"))
    expect(page.get_by_role("heading", name="Sind die Würfel ehrlich?")).to_be_in_viewport()


def test_whole_words_come_before_longer_ones_and_decisions_last(docs: str, browse: Browse) -> None:
    page = browse(language="en")
    page.goto(f"{docs}/index.html")
    page.get_by_role("searchbox").fill("clock")
    links = page.get_by_role("search").get_by_role("link")
    expect(links.first).to_be_visible()
    addresses = links.evaluate_all("all => all.map((each) => each.href.includes('/decisions/'))")
    assert addresses == sorted(addresses)
    assert not addresses[0]
    assert re.search(r"\bclock\b", links.first.inner_text(), re.IGNORECASE)


def test_what_is_in_no_other_language_is_found_in_english(docs: str, browse: Browse) -> None:
    page = browse(language="it")
    page.goto(f"{docs}/index.it.html")
    field = page.get_by_role("searchbox", name="Cerca")
    links = page.get_by_role("search").get_by_role("link")
    field.fill("PostgreSQL")
    expect(links.first).to_be_visible()
    field.fill("Hinsetzen")  # only in the German manual
    expect(page.get_by_role("search").get_by_role("status")).to_have_text("Nessun risultato")


@pytest.mark.parametrize("theme", once(["light", "dark"]))
@pytest.mark.parametrize("address", ["index.it.html", "rules/brilliant.de.html", "manual/player.html"])
def test_it_fits_a_phone_and_everybody_can_use_it(
    docs: str, browse: Browse, axe: Callable[[Page], None], address: str, theme: Theme
) -> None:
    page = browse(width=360, height=740, theme=theme)
    page.goto(f"{docs}/{address}")
    expect(page.get_by_role("searchbox")).to_be_in_viewport()
    axe(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    pages = page.get_by_role("navigation").filter(has=page.locator("summary")).first
    expect(pages.get_by_role("link", name=re.compile("^(Brilliant)$"))).to_be_attached()
    assert page.evaluate("() => document.documentElement.scrollHeight") < 30 * 740
    page.get_by_role("searchbox").fill("joker")
    expect(page.get_by_role("search").get_by_role("link").first).to_be_in_viewport()
    axe(page)
