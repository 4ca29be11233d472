"""The rules of a game on two pages, from the same texts as everywhere; on A5, which is half as large, on four."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spieltisch.game import Game
from spieltisch.printing.paper import MARGIN, paper_of
from spieltisch.printing.things import Wish, around, settled
from spieltisch.printing.typesetting import on_paper, pages, pdf
from spieltisch.speech import Say

PAGES = 2  # of A4
SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)  # of the type, in points: the first that fits


def summary(game: Game, wish: Wish) -> bytes:
    """In the largest type in which they fit; below them a pad, where there is room for it."""
    data, room = _data(game, wish), int(PAGES / paper_of(wish.paper).part)
    for size in SIZES:
        data["size"] = size
        if pages("rules", data) <= room:
            break
    shown = {**data, "picture": _pad(game, wish)}
    return pdf("rules", shown if pages("rules", shown) <= room else data)


def _pad(game: Game, wish: Wish) -> str | None:
    if not game.has("pads"):
        return None
    options, contents = settled(game, {})
    thing = next(iter(game.printing.THINGS))
    first = game.printing.printed(thing, Say(wish.language, game), options, contents[0])[0]
    return on_paper(first, black=wish.black)


def _data(game: Game, wish: Wish) -> dict[str, Any]:
    sheet, say, texts = paper_of(wish.paper), Say(wish.language, game), game.texts(wish.language)
    counts = sorted({count for counts in game.variants.values() for count in counts})
    return {
        **around(game, wish),
        "title": f"{say.game_name()} – {say('print_rules')}",
        "width": sheet.width,
        "height": sheet.height,
        "margin": MARGIN + 2,
        "name": say.game_name(),
        "players": say("print_players", low=counts[0], high=counts[-1]),
        "how": list(texts.get("how", {}).values()),
        "rules": [
            {"number": number, "title": paragraph["title"], "parts": _parts(paragraph["text"])}
            for number, paragraph in _in_order(texts["rules"])
        ],
        "rulings": [
            {"number": number, "text": " ".join(_parts(ruling["text"]))}
            for number, ruling in _in_order(texts.get("rulings", {}))
        ],
        "house_rulings": say("house_rulings"),
        "house_rulings_why": say("house_rulings_why"),
        "own_words": say("own_words"),
        "picture": None,
    }


def _in_order(table: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return sorted(table.items(), key=lambda each: int(each[0]))


def _parts(text: str) -> list[str]:
    """Line breaks of the file are not line breaks of the text; empty lines are."""
    return [" ".join(part.split()) for part in str(text).split("\n\n") if part.strip()]
