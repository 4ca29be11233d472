"""The files of the built client and of the documentation, as a browser gets them."""

from __future__ import annotations

import gzip
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from spieltisch.server import pages
from spieltisch.server.house import preferred

PAGE = "index.html"
DOCS = Path(__file__).parent / "docs"
TABLE = "t/"  # so begin the addresses of tables, which the page itself knows
ROOMS = ("learn", "content", "puzzles", "daily", "mine", "real")  # and these are its rooms: web/src/house/rooms.ts
ASSETS = "assets/"  # their names change with their content
SMALLEST = 1000  # bytes that are worth packing
TYPES = {".woff2": "font/woff2"}  # that not every Python knows; they are packed already
MOST_PACKED = 200  # files


def file(client: Path, path: str, headers: Headers, base: str = "") -> Response | None:
    """For the addresses of the page the page itself; None: there is nothing."""
    if path.startswith("api/"):
        return None
    if path == "docs":
        return RedirectResponse("docs/")  # wherever the house lies
    if path == "docs/" and (DOCS / (own := f"index.{preferred(headers.get('accept-language', ''))}.html")).is_file():
        return RedirectResponse(own, headers={"Vary": "Accept-Language", "Cache-Control": "no-cache"})
    if path.startswith("docs/"):
        return _page_of_docs(path.removeprefix("docs/"), base) or _nowhere(client, headers, base)
    wanted = client / (PAGE if not path or _is_place(path) else path)
    if not _is_file_in(client, wanted):
        return _nowhere(client, headers, base) if client.is_dir() else HTMLResponse(pages.not_built("client", base))
    if wanted == client / PAGE:
        return _page(wanted, base)
    if not path.startswith(ASSETS):
        return FileResponse(wanted, headers={"Cache-Control": "no-cache"})
    lasting = {"Cache-Control": "public, max-age=31536000, immutable"}
    known = wanted.stat()
    if wanted.suffix in TYPES:
        return FileResponse(wanted, headers=lasting, media_type=TYPES[wanted.suffix])
    if known.st_size < SMALLEST or "gzip" not in headers.get("accept-encoding", ""):
        return FileResponse(wanted, headers=lasting)
    return Response(
        _packed(wanted, known.st_mtime_ns),
        headers={**lasting, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"},
        media_type=guess_type(wanted.name)[0] or "text/plain",
    )


def _is_place(path: str) -> bool:
    return path.startswith(TABLE) or path.partition("/")[0] in ROOMS


def _page_of_docs(path: str, base: str) -> Response | None:
    if not DOCS.is_dir():
        return HTMLResponse(pages.not_built("docs", base))
    wanted = DOCS / (path or PAGE)
    return FileResponse(wanted, headers={"Cache-Control": "no-cache"}) if _is_file_in(DOCS, wanted) else None


def _nowhere(client: Path, headers: Headers, base: str) -> Response | None:
    """Whoever asks for a page gets one; it says in their language that nothing is there. Programs get a sentence."""
    if "text/html" not in headers.get("accept", "") or not _is_file_in(client, client / PAGE):
        return None
    return _page(client / PAGE, base, 404)


def _page(page: Path, base: str, status: int = 200) -> Response:
    """It is built without knowing below which path it will be served: that is written into it here."""
    text = _text(page, page.stat().st_mtime_ns).replace('="./', f'="{base}/')
    text = text.replace('name="base-path" content=""', f'name="base-path" content="{base}"')
    return HTMLResponse(text, status, headers={"Cache-Control": "no-cache"})


@lru_cache(1)
def _text(page: Path, changed: int) -> str:
    return page.read_text(encoding="utf-8")


@lru_cache(MOST_PACKED)
def _packed(wanted: Path, changed: int) -> bytes:
    """Once for all who ask: it costs far more than to send it."""
    return gzip.compress(wanted.read_bytes())


def _is_file_in(folder: Path, wanted: Path) -> bool:
    try:
        return wanted.resolve().is_relative_to(folder.resolve()) and wanted.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False
