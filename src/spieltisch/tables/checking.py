"""Whether a log can be trusted: the one place that all ask who copy, restore or import tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spieltisch.dice import Checkable
from spieltisch.tables import entries, live
from spieltisch.tables.entries import Opening

LogRow = Mapping[str, Any]  # one entry as the database keeps it, without the name of its table


def damage(name: str, log: Sequence[LogRow], *, replayed: bool = False) -> str | None:
    """What is wrong with the log of a table, if something is. To replay it by the rules takes longer."""
    if not Checkable.TABLE.fullmatch(name):
        return "no table has such a name"
    for number, row in enumerate(log):
        if row.get("number") != number:
            return f"entry {number} is missing"
        try:
            entry = entries.read(row["body"])
            float(row["at"])
        except (ValueError, TypeError, KeyError):
            return f"entry {number} cannot be read"
        if isinstance(entry, Opening) != (number == 0):
            return "it does not begin with its opening"
    if not log:
        return "it is empty"
    if replayed:
        try:
            live.read(name, [(row["at"], row["body"]) for row in log])
        except (ValueError, LookupError) as error:
            return f"it cannot be replayed ({str(error)[:200].rstrip('.') or type(error).__name__})"
    return None
