"""What a browser gets for an address: a file, the page itself, or a page that says that nothing is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.datastructures import Headers
from starlette.responses import FileResponse, RedirectResponse

from spieltisch.server import files

PERSON = Headers({"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept-encoding": "gzip"})
PROGRAM = Headers({"accept": "*/*", "accept-encoding": "gzip"})


@pytest.fixture
def client(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>the page</title>", encoding="utf-8")
    (tmp_path / "assets" / "sans-1.woff2").write_bytes(b"x" * 5000)
    (tmp_path / "assets" / "index-1.js").write_bytes(b"x" * 5000)
    return tmp_path


@pytest.mark.parametrize("path", ["nowhere", "a/b/c", "assets/gone.js", "../secret", "t"])
def test_whoever_asks_for_a_page_where_there_is_none_gets_one_all_the_same(client: Path, path: str) -> None:
    answer = files.file(client, path, PERSON)
    assert answer is not None
    assert answer.status_code == 404
    assert b"the page" in answer.body
    assert answer.media_type == "text/html"


@pytest.mark.parametrize("path", ["nowhere", "assets/gone.js"])
def test_a_program_gets_no_page(client: Path, path: str) -> None:
    assert files.file(client, path, PROGRAM) is None


@pytest.mark.parametrize("headers", [PERSON, PROGRAM])
def test_the_api_never_answers_with_a_page(client: Path, headers: Headers) -> None:
    assert files.file(client, "api/nowhere", headers) is None


@pytest.mark.parametrize("base", ["", "/games", "/our/games"])
def test_the_page_finds_all_that_belongs_to_it_below_the_path_where_it_is_served(client: Path, base: str) -> None:
    built = '<meta name="base-path" content="" /><script src="./assets/index-1.js"></script><a href="./icon.svg">'
    (client / "index.html").write_text(built, encoding="utf-8")
    for path in ("", "t/abc/replay", "index.html"):
        answer = files.file(client, path, PERSON, base)
        assert answer is not None
        assert bytes(answer.body).decode() == (
            f'<meta name="base-path" content="{base}" /><script src="{base}/assets/index-1.js"></script>'
            f'<a href="{base}/icon.svg">'
        )


def test_fonts_are_fonts_and_are_not_packed_once_more(client: Path) -> None:
    font, script = (files.file(client, f"assets/{name}", PROGRAM) for name in ("sans-1.woff2", "index-1.js"))
    assert font is not None
    assert script is not None
    assert font.media_type == "font/woff2"
    assert "immutable" in font.headers["cache-control"]
    assert "content-encoding" not in font.headers
    assert script.headers["content-encoding"] == "gzip"


@pytest.fixture
def docs(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    (folder / "rules").mkdir()
    (folder / "index.html").write_text("<title>all pages</title>", encoding="utf-8")
    (folder / "rules" / "game.de.html").write_text("<title>Regeln</title>", encoding="utf-8")
    monkeypatch.setattr(files, "DOCS", folder)
    return folder


def test_the_documentation_lies_below_docs_wherever_the_house_lies(client: Path, docs: Path) -> None:
    for path, file in [("docs/", "index.html"), ("docs/rules/game.de.html", "rules/game.de.html")]:
        answer = files.file(client, path, PERSON)
        assert isinstance(answer, FileResponse)
        assert (Path(answer.path), answer.status_code, answer.media_type) == (docs / file, 200, "text/html")
    there = files.file(client, "docs", PERSON)
    assert isinstance(there, RedirectResponse)
    assert there.headers["location"] == "docs/"  # relative


def test_the_manual_opens_in_the_language_of_the_browser_where_there_is_one(client: Path, docs: Path) -> None:
    (docs / "index.de.html").write_text("<title>alle Seiten</title>", encoding="utf-8")
    german, italian = ({**PERSON, "accept-language": language} for language in ("de-AT,en;q=0.7", "it"))
    answer = files.file(client, "docs/", Headers(german))
    assert isinstance(answer, RedirectResponse)
    assert answer.headers["location"] == "index.de.html"
    for path, headers in (("docs/", italian), ("docs/index.html", german)):  # the English one is a page, too
        assert isinstance(files.file(client, path, Headers(headers)), FileResponse)


@pytest.mark.parametrize("path", ["docs/nowhere.html", "docs/../app.py", "docs/rules"])
def test_what_is_no_page_of_the_documentation_is_nowhere(client: Path, docs: Path, path: str) -> None:
    answer = files.file(client, path, PERSON)
    assert answer is not None
    assert answer.status_code == 404
    assert files.file(client, path, PROGRAM) is None


def test_a_checkout_without_documentation_says_how_it_is_built(
    client: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "DOCS", tmp_path / "none")
    answer = files.file(client, "docs/", PERSON)
    assert answer is not None
    assert b"make docs" in bytes(answer.body)


def test_the_server_knows_every_room_of_the_page() -> None:
    """Who reloads a room, or opens a link to it, gets the page again."""
    rooms = (Path(__file__).parents[2] / "web/src/house/rooms.ts").read_text(encoding="utf-8")
    assert re.findall(r"^  (\w+): \(\) => import", rooms, re.MULTILINE) == [*files.ROOMS]
