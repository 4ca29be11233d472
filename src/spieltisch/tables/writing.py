"""The connection over which entries are written. All that arrive together are one transaction.

An entry says after which head it comes. If that row is not there any more, the database refuses it: the new row has no
head then, and none without is taken.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

MOST_AT_ONCE = 200  # entries in one transaction
Row = tuple[str, int, float, str, str, str | None]  # as an entry is kept, and the head that it follows, if any
INSERT = """
WITH fresh (table_id, number, at, body, head, after) AS (VALUES {rows})
INSERT INTO entries (table_id, number, at, body, head)
SELECT table_id, number, at, body, CASE WHEN after IS NULL OR EXISTS (
    SELECT 1 FROM entries AS last
    WHERE last.table_id = fresh.table_id AND last.number = fresh.number - 1 AND last.head = fresh.after
) THEN head END FROM fresh
"""


class Writer:
    row = "($1::text, $2::integer, $3::float8, $4::text, $5::text, $6::text)"

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection
        self.committing = False  # what fails now may have been saved all the same
        self._statement = INSERT.format(rows=self.row)

    @staticmethod
    async def connect(engine: AsyncEngine) -> Writer:
        connection = await engine.connect()
        return await (SqliteWriter if connection.dialect.name == "sqlite" else Writer)(connection)._begin()

    async def save(self, rows: Sequence[Row]) -> None:
        self.committing = False
        await self.connection.exec_driver_sql(self._statement, list(rows))
        self.committing = True
        await self.connection.commit()

    async def others(self) -> int | None:
        """Another number whenever somebody else has written; None where that cannot be told."""
        return None

    async def close(self) -> None:
        with contextlib.suppress(Exception):
            await self.connection.invalidate()
            await self.connection.close()

    async def _begin(self) -> Writer:
        return self


class SqliteWriter(Writer):
    """The driver works in a thread, and each step is a way there and back: so there is one. A single statement is a
    transaction by itself."""

    row = "(?, ?, ?, ?, ?, ?)"

    async def _begin(self) -> Writer:
        await self.connection.execution_options(isolation_level="AUTOCOMMIT")
        self._driver: Any = (await self.connection.get_raw_connection()).driver_connection
        self.committing = True
        return self

    async def save(self, rows: Sequence[Row]) -> None:
        statement = INSERT.format(rows=", ".join([self.row] * len(rows)))
        try:
            await self._driver.execute_fetchall(statement, [value for row in rows for value in row])
        except sqlite3.IntegrityError as error:
            raise IntegrityError(self._statement, None, error) from error
        except sqlite3.ProgrammingError as error:
            raise ProgrammingError(self._statement, None, error) from error
        except sqlite3.Error as error:
            raise OperationalError(self._statement, None, error) from error

    async def others(self) -> int | None:
        [[number]] = await self._driver.execute_fetchall("PRAGMA data_version")
        return int(number)
