"""People's own decks and sheets over HTTP. What a text says is decided here for every door: the page only shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from fastapi import FastAPI, Request

from spieltisch import registry
from spieltisch.content.document import Document, Examined, examine
from spieltisch.content.shelf import MOST_KEPT, Shelf
from spieltisch.contract import Flaw, Reason, Trouble
from spieltisch.files import content_file
from spieltisch.game import Game
from spieltisch.printing.things import chosen
from spieltisch.quoting import quoted, shortened
from spieltisch.server import content_shapes as shapes
from spieltisch.server.actions import Forbidden
from spieltisch.server.answering import Keys, Lang, given
from spieltisch.server.balancing import Balances, shown
from spieltisch.server.limits import Limits, owner

LONGEST_PART = 40  # of a place


def add_contents(
    app: FastAPI, limits: Limits, shelf: Shelf, is_house: Callable[[tuple[str, ...]], bool], balances: Balances
) -> None:
    def may_change(name: str, keys: tuple[str, ...]) -> None:
        if not is_house(keys) and not any(shelf.belongs_to(name, key) for key in keys):
            raise Forbidden(Reason("content_not_yours"))

    async def read(text: str, lang: str) -> Document:
        examined = await asyncio.to_thread(examine, text)
        if examined.document is None:
            raise examined.flawed("")
        return examined.document

    @app.get("/api/content", summary="The decks and sheets that people have kept in this house")
    async def get_contents(keys: Keys) -> shapes.KeptContents:
        return given(await asyncio.to_thread(_listed, shelf, keys, house=is_house(keys)))

    @app.post("/api/content/check", summary="What is wrong with a deck or sheet, and where; nothing is kept")
    async def check_content(wanted: shapes.ContentGiven, lang: Lang) -> shapes.ContentChecked:
        return given(checked(await asyncio.to_thread(examine, wanted.text), lang))

    @app.post("/api/content/balance", summary="Let bots play with a deck or sheet; ask again until they have")
    async def balance(wanted: shapes.ContentGiven, request: Request, lang: Lang) -> shapes.BalanceAnswer:
        document = await read(wanted.text, lang)
        return given(shown(document, await balances.ask(document, _address(request)), lang))

    @app.post("/api/content", status_code=201, summary="Keep a deck or sheet; with a key, you may change it later")
    async def add_content(wanted: shapes.ContentGiven, request: Request, keys: Keys, lang: Lang) -> shapes.ContentSaved:
        limits.tables.take(_address(request))
        document = await read(wanted.text, lang)
        return given(shapes.ContentSaved(await asyncio.to_thread(shelf.add, document, *keys[:1])), 201)

    @app.get("/api/content/{content}", summary="One of them")
    async def get_content(content: str, lang: Lang) -> shapes.ContentChecked:
        document = shelf.read(content)
        return given(checked(Examined(registry.game(document.game), (), document), lang))

    @app.put("/api/content/{content}", summary="Keep this instead")
    async def replace_content(
        content: str, wanted: shapes.ContentGiven, request: Request, keys: Keys, lang: Lang
    ) -> shapes.ContentSaved:
        limits.tables.take(_address(request))
        shelf.must_be_kept(content)
        may_change(content, keys)
        await asyncio.to_thread(shelf.replace, content, await read(wanted.text, lang))
        return given(shapes.ContentSaved(content))

    @app.delete("/api/content/{content}", summary="Keep it no longer; tables that were opened with it go on")
    async def delete_content(content: str, keys: Keys) -> shapes.ContentSaved:
        shelf.must_be_kept(content)
        may_change(content, keys)
        await asyncio.to_thread(shelf.delete, content)
        return given(shapes.ContentSaved(content))

    @app.get("/api/games/{game}/content/{content}", summary="A deck or sheet that comes with a game, to begin with")
    async def get_ours(game: str, content: str, lang: Lang) -> shapes.ContentChecked:
        found = registry.game(game)
        option = found.content_option
        if option is None or content not in found.contents():
            raise _not_among(found, option.name if option else "–", content)
        data = found.content({option.name: content}).data
        return given(checked(Examined(found, (), Document(found.name, "", data)), lang))


def checked(examined: Examined, language: str) -> shapes.ContentChecked:
    document = examined.document
    if document is None:
        said = zip(examined.flaws, examined.flawed("").sentences(language), strict=True)
        flaws = tuple(shapes.ContentFlaw(place_of(flaw), text) for flaw, text in said)
        return shapes.ContentChecked(examined.game.name if examined.game else "", "", flaws, None, "", "")
    return shapes.ContentChecked(document.game, document.title, (), document.tables, document.toml(), document.link())


def place_of(flaw: Flaw) -> str:
    """The way to it; a name that nobody can see is a question mark."""
    return ".".join(shortened(str(part), LONGEST_PART) or "?" for part in flaw.place)


def own_content(shelf: Shelf, game: Game, options: Mapping[str, str]) -> Mapping[str, Any] | None:
    """The deck or sheet that somebody has kept here, if the options name one; nobody reads files of this machine."""
    option = game.content_option
    value = options.get(option.name, option.default) if option else ""
    if option is None or value in game.contents():
        return None
    if (document := shelf.of(game.name).get(value)) is None:
        raise _not_among(game, option.name, value, *shelf.of(game.name))
    return document.data


def on_paper(shelf: Shelf, game: Game, options: Mapping[str, str]) -> tuple[dict[str, str], str]:
    """The options for a printer, who reads files; and what changes when the deck or sheet does."""
    option = game.content_option
    if option is None or {*chosen(game, options.get(option.name, option.default))} <= {*game.contents()}:
        return dict(options), ""
    data = own_content(shelf, game, options) or {}
    file = content_file(shelf.data, options[option.name])
    return {**options, option.name: str(file)}, str(sorted(data.items()))


def _not_among(game: Game, option: str, value: str, *kept: str) -> Trouble:
    choices = ", ".join([*game.contents(), *kept])
    sentence = f"Option {option} is one of {choices}, not {quoted(value)}."
    return Trouble(sentence, "option_is_choice", option=option, choices=choices, value=quoted(value))


def _listed(shelf: Shelf, keys: tuple[str, ...], *, house: bool) -> shapes.KeptContents:
    found = []
    for kept in shelf.all():
        document, game = kept.examined.document, kept.examined.game
        mine = house or any(shelf.belongs_to(kept.name, key) for key in keys)
        title = document.title if document else ""
        of_game = game.name if game else ""
        found.append(shapes.KeptInfo(kept.name, of_game, title, kept.changed, document is not None, mine))
    return shapes.KeptContents(tuple(found), MOST_KEPT)


def _address(request: Request) -> str:
    return owner(request.client.host) if request.client else ""
