"""What is on disk after a command: the tables, read from their logs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from spieltisch import registry
from spieltisch.kernel import CHANCE
from spieltisch.records import Record
from spieltisch.tables import live
from spieltisch.tables.chain import StoredEntry, chained
from spieltisch.tables.entries import Began, Entry, MoveMade, Readied, written
from spieltisch.tables.live import LiveTable
from spieltisch.tables.opening import Place, open_table
from spieltisch.tables.seats import PERSON

HOUSE = "the key of a house in which tests are played"


def tables(data: Path) -> list[LiveTable]:
    """The one that was opened first comes first."""
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        wanted = "SELECT table_id, number, at, body, head FROM entries ORDER BY table_id, number"
        rows = connection.execute(wanted).fetchall()
    logs: dict[str, list[StoredEntry]] = {}
    for name, *row in rows:
        logs.setdefault(name, []).append(StoredEntry(*row))
    return [live.read(name, log) for name, log in sorted(logs.items(), key=lambda each: each[1][0].at)]


def only_table(data: Path) -> LiveTable:
    (table,) = tables(data)
    return table


def moves(data: Path) -> list[list[object]]:
    return [[event.seat, event.move] for event in only_table(data).playthrough.log]


def who(table: LiveTable) -> list[str]:
    return [chair.who for chair in table.chairs]


def names(table: LiveTable) -> list[str]:
    return [chair.name for chair in table.chairs]


def old_file(path: Path, record: Record, seats: Sequence[str], *, seed: str = "9", real_dice: bool = False) -> None:
    """A table as it was saved before tables had a log."""
    section: dict[str, Any] = {"language": "en", "seats": list(seats), "seed": seed, "real_dice": real_dice}
    document = {**json.loads(record.to_json()), "table": {**section, "games": 1, "results": [], "coach": False}}
    path.write_text(json.dumps(document))


def played(record: Record, seats: Sequence[str] = (), *, real_dice: bool = False) -> LiveTable:
    """A table of the house at which all this has happened."""
    places = [Place(each, name) for each, name in zip(seats or [PERSON] * record.players, record.seats, strict=True)]
    dice: dict[str, Any] = {"dice": "real"} if real_dice else {"dice": "seeded", "seed": "9"}
    opened, answer = open_table(
        registry.game(record.game),
        record.variant,
        record.options,
        places,
        house=HOUSE,
        content=record.content_data,
        **dice,
    )
    people = [seat for seat, place in enumerate(places) if place.who == PERSON]
    log: list[Entry] = [*(Readied("readied", seat, "") for seat in people), Began("began", ())]
    for seat, move in record.log:
        last = log[-1]
        if seat != CHANCE or real_dice:
            log.append(MoveMade("played", seat, move, ()))
        elif isinstance(last, MoveMade):
            log[-1] = MoveMade("played", last.seat, last.move, (*last.chance, move))
        elif isinstance(last, Began):
            log[-1] = Began("began", (*last.chance, move))
    return live.read(answer.table, chained(answer.table, opened.secret, map(written, [opened, *log])))
