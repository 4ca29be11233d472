"""The connection over which entries are written. All that arrive together are one transaction."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Insert
from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

MOST_AT_ONCE = 200  # entries in one transaction


class Writer:
    def __init__(self, connection: AsyncConnection, insert: Insert) -> None:
        self.connection = connection
        self.committing = False  # what fails now may have been saved all the same
        self._statement = str(insert.compile(dialect=connection.dialect))  # once, not for every entry

    @staticmethod
    async def connect(engine: AsyncEngine, insert: Insert) -> Writer:
        connection = await engine.connect()
        return await (SqliteWriter if connection.dialect.name == "sqlite" else Writer)(connection, insert)._begin()

    async def save(self, rows: Sequence[tuple[Any, ...]]) -> None:
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

    async def _begin(self) -> Writer:
        await self.connection.execution_options(isolation_level="AUTOCOMMIT")
        self._driver: Any = (await self.connection.get_raw_connection()).driver_connection
        self.committing = True
        self._columns, _, self._row = self._statement.partition(" VALUES ")
        return self

    async def save(self, rows: Sequence[tuple[Any, ...]]) -> None:
        statement = f"{self._columns} VALUES {', '.join([self._row] * len(rows))}"
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
