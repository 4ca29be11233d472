"""The rules of a game on two pages, from the same texts as everywhere; on A5, which is half as large, on four."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spieltisch.game import Game
from spieltisch.printing.paper import MARGIN, paper_of
from spieltisch.printing.things import Printout, around, settled
from spieltisch.printing.typesetting import on_paper, pages, pdf
from spieltisch.speech import Say

PAGES = 2  # of A4
SIZES = (12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)  # of the type, in points
EASY = 10.0  # to read; for a picture it is not made smaller


def summary(game: Game, how: Printout) -> bytes:
    """With a pad below where there is room for it, and in the largest type in which they fit."""
    data, room = _data(game, how), int(PAGES / paper_of(how.paper).part)
    shown = {**data, "picture": _pad(game, how)}
    tried = [{**shown, "size": size} for size in SIZES if size >= EASY] + [{**data, "size": size} for size in SIZES]
    return pdf("rules", next((each for each in tried if pages("rules", each) <= room), tried[-1]))


def _pad(game: Game, how: Printout) -> str | None:
    if not game.has("pads"):
        return None
    options, contents = settled(game, {})
    thing = next(iter(game.printing.THINGS))
    first = game.printing.printed(thing, Say(how.language, game), options, contents[0])[0]
    return on_paper(first, black=how.black)


def _data(game: Game, how: Printout) -> dict[str, Any]:
    sheet, say, texts = paper_of(how.paper), Say(how.language, game), game.texts(how.language)
    counts = sorted({count for counts in game.variants.values() for count in counts})
    return {
        **around(game, how),
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
