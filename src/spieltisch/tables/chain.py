"""The log of a table as a hash chain: the head in every row follows from all rows until then.

docs/decisions/0015-hash-chain.md says what that proves, and what not.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable
from dataclasses import dataclass

from spieltisch.contract import Reason, Refused

LABEL = "spieltisch chain 1"
DAMAGED = "The log of table %s is damaged; `spieltisch verify` says what is wrong with it."
SHORT = 16  # hexadecimal digits of a head that people keep: nobody hits upon 64 bits by accident, or tries them all


@dataclass(frozen=True)
class StoredEntry:
    """One entry as it lies on disk."""

    number: int  # from 0
    at: float
    body: str
    head: str


class Damaged(Refused):
    """The log of this table is not as it was written, or cannot be read any more. Nothing is added to it."""

    def __init__(self, table: str) -> None:
        super().__init__(Reason("table_damaged", values={"table": table}))


class Chain:
    """The rows that have been accepted. The key follows from the secret of the table: without it nobody can try out
    which hidden draw a head stands for."""

    def __init__(self, table: str, secret: str) -> None:
        self.table = table
        self.length = 0
        self.head = ""
        self.broken = False
        self._key = hmac.digest(secret.encode(), json.dumps([LABEL, table]).encode(), "sha256")

    @property
    def short(self) -> str:
        """As much of the head as others keep."""
        return self.head[:SHORT]

    def next(self, body: str) -> str:
        """The head of the row that would follow."""
        if self.broken:
            raise Damaged(self.table)
        return hmac.digest(self._key, f"{self.head}/{self.length}/{body}".encode(), "sha256").hex()

    def must_end_with(self, row: StoredEntry | None) -> None:
        """Refuses what lies on disk as its last row, if it is another one or none."""
        if row is None or (row.number, row.head) != (self.length - 1, self.head):
            raise Damaged(self.table)

    def accept(self, row: StoredEntry, head: str | None = None) -> None:
        """This row follows; if it was removed, changed, moved or put in by somebody else, nothing is accepted again.

        Whoever has just written it knows its head.
        """
        if row.number != self.length or row.head != (head or self.next(row.body)):
            self.broken = True
            raise Damaged(self.table)
        self.length, self.head = self.length + 1, row.head


def follows(table: str, secret: str, rows: Iterable[StoredEntry]) -> bool:
    """These rows are the log of this table from the beginning on, as it was written."""
    chain = Chain(table, secret)
    try:
        for row in rows:
            chain.accept(row)
    except Damaged:
        return False
    return True


def chained(table: str, secret: str, bodies: Iterable[str], at: float = 0.0) -> list[StoredEntry]:
    """The rows of a log that says this."""
    chain, rows = Chain(table, secret), list[StoredEntry]()
    for number, body in enumerate(bodies):
        rows.append(StoredEntry(number, at, body, chain.next(body)))
        chain.accept(rows[-1])
    return rows
