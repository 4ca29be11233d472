"""What a move brings, as it is said, shown and told afterwards; nothing changes by it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from setups import Setup, all_setups
from spieltisch import Table
from spieltisch.contract import Reason
from spieltisch.kernel import CHANCE
from spieltisch.speech import LANGUAGES, Say

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva", "Finn")
ACTIONS = 12  # looked at in a position
POSITIONS = 12  # of a game, and how many events lie between them


def brings(at: Table, move: str, language: str = "en", seat: int | None = None) -> str:
    """The sentence for a move of whoever is asked."""
    return Say(language, at.game, NAMES[: at.players]).reason(_looked_at(at, at.game.brings, move, seat))


def told(at: Table, move: str, language: str = "en", seat: int | None = None) -> str:
    """The line of the log, or nothing."""
    reason = _looked_at(at, at.game.told, move, seat)
    return Say(language, at.game, NAMES[: at.players]).reason(reason) if reason else ""


def preview(at: Table, move: str, seat: int | None = None) -> Any:
    """The game's own Preview."""
    found = _looked_at(at, at.game.preview, move, seat)
    assert isinstance(found, at.game.module("view").Preview)
    return found


def _looked_at(at: Table, look: Callable[..., Any], move: str, seat: int | None) -> Any:
    seat = at.waiting[0] if seat is None else seat
    before = at.rows.tobytes()
    found = look(at.rows, seat, at.parse(seat, move))
    assert at.rows.tobytes() == before
    return found


def setups_of(game: str) -> list[Setup]:
    return [setup for setup in all_setups() if setup.game == game]


def keys_said(setup: Setup, between: int) -> set[str]:
    """Goes through a random game and says in all languages what the legal actions bring; the keys of the sentences."""
    luck = random.Random(str(setup))
    at = setup.table()
    keys: set[str] = set()
    for _ in range(POSITIONS):
        for _ in range(luck.randrange(between)):
            if not at.waiting:
                return keys
            at.act(*_at_random(at, luck))
        for seat in at.waiting:
            legal = at.game.legal(at.rows, seat).tolist() if seat != CHANCE else []
            for action in luck.sample(legal, min(ACTIONS, len(legal))):
                keys.add(_said(at, at.game.brings(at.rows, seat, action)))
    return keys


def _at_random(at: Table, luck: random.Random) -> tuple[int, int]:
    seat = at.waiting[0]
    return seat, int(at.game.engine.pick(at.rows, seat, luck.randrange(at.game.engine.tickets(at.rows, seat))))


def _said(at: Table, reason: Reason) -> str:
    for language in LANGUAGES:
        sentence = Say(language, at.game, NAMES[: at.players]).reason(reason)
        assert re.fullmatch(r"[A-ZÖ0-9].*\.( \([§R][0-9]+\))?", sentence), sentence
        assert not re.search(r"[{}]|  |None", sentence), sentence
    return str(reason.values["fact"].key) if "fact" in reason.values else reason.key
