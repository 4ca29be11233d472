"""Records in files, and tables as they were saved before they had a log: what can be looked at, or gone on from."""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from spieltisch import bots
from spieltisch.contract import Trouble
from spieltisch.dice import Checkable
from spieltisch.files import data_folder, read_text
from spieltisch.kernel import SPECTATOR
from spieltisch.match import MOST_GAMES
from spieltisch.records import LARGEST, Record
from spieltisch.referee import Table, replay
from spieltisch.speech import Say
from spieltisch.tables.entries import Branch
from spieltisch.tables.live import LiveTable
from spieltisch.tables.opening import Place, open_table
from spieltisch.tables.seats import PERSON
from spieltisch.tables.store import FILE
from spieltisch.terminal.desk import Desk, Prepared
from spieltisch.terminal.seating import ME


@dataclass(frozen=True, config=ConfigDict(strict=True))
class SavedSeating:
    """What an old file says beyond its record."""

    language: Literal["de", "en", "it"]
    seats: tuple[str, ...]
    seed: str
    real_dice: bool
    games: int
    results: tuple[tuple[int, ...], ...]
    coach: bool = False


_SEATING: TypeAdapter[SavedSeating] = TypeAdapter(SavedSeating)


def find(name: str, folder: Path, database: str | None = None) -> Path | None:
    """The file that a person means; None: it is a table by its name."""
    old = folder / "tables" / f"{name}.json"
    if os.path.exists(name) or not Checkable.TABLE.fullmatch(name):
        return Path(name)
    if os.path.exists(old):
        return old
    return None if database is not None or os.path.exists(folder / FILE) else Path(name)


def record_named(name: str, folder: Path | None = None) -> Record:
    """From a file, or of a table of this house; of one that goes on only what its seats may know."""
    folder = folder or data_folder()
    path = find(name, folder)
    if path is not None:
        return Record.load(path)
    with Desk(folder) as desk:
        live = desk.at(name).table
        return record_for(live, live.house_keys(desk.house).keys(), SPECTATOR)


def record_for(live: LiveTable, ours: Collection[int], looking: int) -> Record:
    """For whoever is at this screen: of a game that goes on it tells nothing that another person hides, also one who
    sits at the same screen; then it is what `looking` has seen, or refused."""
    mine = [seat for seat in live.holders if seat in ours]
    if len(mine) > 1:
        return live.record(looking)
    return live.record(*(mine if len(live.holders) > len(mine) else ()))


def reopened(path: Path, language: str) -> tuple[Prepared, str]:
    """A table that goes on from a file, and the language that was spoken there."""
    text = read_text(path, LARGEST)
    record = Record.from_json(text)
    section = json.loads(text).get("table")
    table = replay(record, language=language)
    if section is None:  # a record from elsewhere: people take over, and it stays as it is
        return prepared(table, (PERSON,) * table.players, len(table.log), language=language), language
    try:
        seating = _SEATING.validate_json(json.dumps(section))
    except ValidationError:
        seating = None
    if seating is None or not _is_sound(seating, record):
        raise Trouble("The table is damaged: its section `table` has the wrong form.")
    dice = {"dice": "real"} if seating.real_dice else {"dice": "seeded", "seed": f"{seating.seed}/{len(table.log)}"}
    who = tuple(PERSON if each == ME else each for each in seating.seats)
    more = {"games": seating.games, "results": seating.results, "language": seating.language}
    return prepared(table, who, len(table.log), coach=seating.coach, **dice, **more), seating.language


def prepared(table: Table, who: tuple[str, ...], events: int, *, coach: bool = False, **more: object) -> Prepared:
    """A table that goes on from a position of this playthrough."""
    if table.discreet:
        raise Trouble(Say(table.language)("discreet_in_browser"))
    places = [Place(each, name, coach) for each, name in zip(who, table.names, strict=True)]
    branch = Branch("", tuple((event.seat, event.move) for event in table.log[:events]))
    return partial(
        open_table,
        table.game,
        table.variant,
        table.options,
        places,
        content=table.content.data,
        branch=branch,
        **more,  # type: ignore[arg-type]
    )


def _is_sound(seating: SavedSeating, record: Record) -> bool:
    return (
        len(seating.seats) == record.players
        and set(seating.seats) <= {ME, *bots.NAMES}
        and len(seating.results) < seating.games <= MOST_GAMES
        and all(len(points) == record.players for points in seating.results)
    )
