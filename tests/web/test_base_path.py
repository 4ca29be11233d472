"""Below a path of a proxy the house is whole: page, games, sockets, links, invitations, and what is kept for later."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.conftest import Browse
from web.house import House


@pytest.fixture
def below(client: Path, tmp_path: Path) -> Iterator[House]:
    served = House(client, tmp_path / "data", "--base-path", "/games")
    yield served
    served.stop()


def test_a_game_is_opened_played_and_gone_through_below_a_path(below: House, browse: Browse) -> None:
    page = browse(anew=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url.replace("ws:", "http:")))
    opened = below.open("genial_dice", "Anna", "greedy")
    opened.be_ready(0)
    page.goto(opened.link(0).replace(below.url, f"{below.url}/games"))
    page.get_by_role("button", name="Roll again").click()
    expect(page.get_by_role("region", name="Log").get_by_role("listitem").first).to_be_visible()
    assert page.url == f"{below.url}/games/t/{opened.table}"
    page.locator("a.home").click()
    expect(page.locator(f'a[href="/games/t/{opened.table}"]').first).to_be_visible()
    assert page.url == f"{below.url}/games/"
    page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.scope)")
    assert page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.scope)") == f"{below.url}/games/"
    page.reload()
    expect(page.locator(f'a[href="/games/t/{opened.table}"]').first).to_be_visible()
    strays = [url for url in asked if url.startswith(below.url) and not url.startswith(f"{below.url}/games/")]
    assert strays == []
    kept = page.evaluate("caches.open('spieltisch-2 /games/').then((c) => c.keys()).then((k) => k.map((r) => r.url))")
    assert f"{below.url}/games/" in kept
    assert any("/games/assets/" in url for url in kept)
