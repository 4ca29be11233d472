"""A playthrough step by step in short hashes: of the state, of what each seat sees and of what everybody sees."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

from spieltisch import SPECTATOR, Table
from spieltisch.kernel import Rows

LAYOUT = {"players", "variant"}  # they never change, and whether a game's own state has them is its own affair
DIGITS = 6


def steps_of(table: Table) -> list[str]:
    """One line before the first event and one after each."""
    return [" ".join(_hashes(table, table.before(events))) for events in range(len(table.log) + 1)]


def differences(table: Table, golden: list[str]) -> Iterator[str]:
    """What is no longer as it was, event by event, in words."""
    if len(golden) != len(table.log) + 1:
        yield f"there are {len(golden)} golden steps for {len(table.log)} events"
    parts = ["the state", *(f"the view of seat {seat}" for seat in range(table.players)), "the view of spectators"]
    for events, (then, now) in enumerate(zip(golden, steps_of(table), strict=False)):
        changed = [part for part, old, new in zip(parts, then.split(), now.split(), strict=True) if old != new]
        if changed:
            last = table.log[events - 1] if events else None
            at = f"event {events}, seat {last.seat}, move {last.move}" if last else "before the first event"
            yield f"{at}: {', '.join(changed)} {'differs' if len(changed) == 1 else 'differ'}"


def _hashes(table: Table, rows: Rows) -> list[str]:
    views = [table.game.view(rows, seat) for seat in [*range(table.players), SPECTATOR]]
    return [state_hash(rows), *(_short(_plain(view)) for view in views)]


def state_hash(rows: Rows) -> str:
    """Field by field, so that their order and place do not matter."""
    names = sorted(set(rows.dtype.names or ()) - LAYOUT)
    return _short(json.dumps([(name, rows[name][0].tolist()) for name in names]).encode())


def _plain(view: Any) -> bytes:
    """`dataclasses.asdict` would copy every part of it and take ten times as long."""
    return json.dumps(
        view, sort_keys=True, default=lambda part: vars(part) if is_dataclass(part) else part.tolist()
    ).encode()


def _short(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:DIGITS]
