"""Paper for whoever asks in the browser: each page is made once, one at a time, and beside the event loop."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Annotated, Any, cast

from fastapi import FastAPI, Query, Request, Response

from spieltisch import registry
from spieltisch.content.shelf import Shelf
from spieltisch.printing.things import Printout, printed
from spieltisch.server.answering import Lang
from spieltisch.server.contents import on_paper
from spieltisch.server.limits import Limits, owner

MOST_KEPT = 60  # files of about 100 kB
LONGEST = 8  # options in one question
PaperName = Annotated[str, Query(max_length=20, description="a4, a5 or letter.")]
Black = Annotated[bool, Query(description="Without colours.")]


class Press:
    """Prints one thing after the other: a crowd of them would take the processor from those who play."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._printing = asyncio.Lock()
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()

    async def pdf(self, name: str, key: Hashable, make: Callable[[], bytes], request: Request) -> Response:
        """What is kept costs nothing; everything else is counted for whoever asks."""
        if key not in self._kept:
            self._limits.prints.take(owner(request.client.host) if request.client else "")
            async with self._printing:
                if key not in self._kept:
                    self._kept[key] = await asyncio.to_thread(make)
        self._kept.move_to_end(key)
        made = self._kept[key]
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        headers = {"Content-Disposition": f'attachment; filename="{name}.pdf"'}
        return Response(made, media_type="application/pdf", headers=headers)


def add_press(app: FastAPI, limits: Limits, addresses: Sequence[str], shelf: Shelf) -> Press:
    press = Press(limits)
    link = addresses[0] if addresses else ""

    @app.get("/api/print/{game}/{thing}", summary="A pad, cards, boards or the rules of a game, as PDF")
    async def print_thing(
        request: Request,
        game: str,
        thing: str,
        lang: Lang,
        paper: PaperName = "a4",
        black: Black = False,
        per_page: Annotated[int | None, Query(ge=1, le=100, description="How many on a page.")] = None,
        option: Annotated[
            list[Annotated[str, Query(max_length=100)]],
            Query(max_length=LONGEST, description="KEY=VALUE, an option of the game."),
        ] = [],  # noqa: B006  (FastAPI copies it)
    ) -> dict[str, Any]:
        found = registry.game(game)
        options, version = on_paper(shelf, found, dict(each.partition("=")[::2] for each in option))
        companion = f"{link.rstrip('/')}/real/{found.name}" if link else ""
        how = Printout(lang, paper, per_page, black, companion, options)
        key = (game, thing, lang, paper, per_page, black, tuple(sorted(options.items())), version)
        answer = await press.pdf(f"{found.name}-{thing[:20]}", key, lambda: printed(found, thing, how), request)
        return cast(dict[str, Any], answer)

    return press
