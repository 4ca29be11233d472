"""Whether a log can be trusted: the one place that all ask who copy, restore or import tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from spieltisch.dice import Checkable
from spieltisch.kernel import CHANCE
from spieltisch.speech import LANGUAGES, tidy_name
from spieltisch.tables import entries, live
from spieltisch.tables.chain import StoredEntry, follows
from spieltisch.tables.entries import Entry, Opening

LogRow = Mapping[str, Any]  # one entry as the database keeps it, without the name of its table


@dataclass(frozen=True)
class Inventory:
    """What a copy of all tables holds."""

    tables: int
    entries: int
    damaged: dict[str, str]  # what is wrong with tables whose log cannot be trusted; they are kept as they are


def damage(name: str, log: Sequence[LogRow], *, replayed: bool = False) -> str | None:
    """What is wrong with the log of a table, if something is. To replay it by the rules takes longer.

    Rows of a database from before there were chains have no head; to replay a log it must be whole.
    """
    if not Checkable.TABLE.fullmatch(name):
        return "no table has such a name"
    for number, row in enumerate(log):
        if row.get("number") != number:
            return f"entry {number} is missing"
        try:
            entry = entries.read(row["body"])
            at = float(row["at"])
        except (ValueError, TypeError, KeyError):
            return f"entry {number} cannot be read"
        if replayed and not (isfinite(at) and _could_be_ours(entry)):
            return f"entry {number} says what no house writes"
        if isinstance(entry, Opening) != (number == 0):
            return "it does not begin with its opening"
    if not log:
        return "it is empty"
    rows = [StoredEntry(row["number"], row["at"], row["body"], row.get("head", "")) for row in log]
    if (replayed or "head" in log[0]) and not _follows(name, rows):
        return "it is not as it was written"
    if replayed:
        try:
            live.read(name, rows)
        except Exception as error:  # what somebody has written by hand may be anything
            return f"it cannot be replayed ({str(error)[:200].rstrip('.') or type(error).__name__})"
    return None


def _could_be_ours(entry: Entry) -> bool:
    """Names are tidy, languages known and seats counted from 0: what was made up by hand reaches no terminal."""
    named = entry.seats if isinstance(entry, Opening) else [entry] if isinstance(entry, entries.SeatTaken) else []
    contributions = [entry.contribution] if isinstance(entry, entries.SeatTaken | entries.Readied) else []
    return (
        all(seat.name == tidy_name(seat.name) for seat in named)
        and all(Checkable.CONTRIBUTION.fullmatch(each) for each in contributions)
        and getattr(entry, "language", "") in ("", *LANGUAGES)
        and getattr(entry, "seat", 0) >= CHANCE
    )


def _follows(name: str, rows: Sequence[StoredEntry]) -> bool:
    opened = entries.read(rows[0].body)
    assert isinstance(opened, Opening)
    return follows(name, opened.secret, rows)
