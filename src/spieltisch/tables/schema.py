"""What is in the database, and how an older one is brought up to date, by one start at a time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy import DDL, Column, Float, Integer, MetaData, Table, Text, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from spieltisch.contract import Trouble
from spieltisch.tables.engine import engine_of, passes

MIGRATING = 60.0  # seconds that a start waits while another one changes the tables
PAUSE = 0.1  # seconds between two attempts
LOCK = 0x5350_4945_4C54  # the advisory lock of PostgreSQL under which they are changed
REVISION = "0005"  # the newest of migrations/versions
METADATA = MetaData()
ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 0
    Column("at", Float, nullable=False),  # seconds since 1970
    Column("body", Text, nullable=False),
    Column("head", Text, nullable=False, server_default=""),  # of the hash chain
)
REVIEWS = Table(
    "reviews",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("at", Float, nullable=False),
    Column("body", Text, nullable=False),
)
HOURS = Table(  # when houses of this database were open
    "hours",
    METADATA,
    Column("since", Float, primary_key=True),
    Column("until", Float, nullable=False),
)
FINISHED = Table(  # what statistics are made of: games that are over, without names
    "finished",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("at", Float, nullable=False, index=True),
    Column("body", Text, nullable=False),
)
JOBS = Table(  # what is to be thought about (tables/jobs.py)
    "jobs",
    METADATA,
    Column("name", Text, primary_key=True),  # what it is about
    Column("kind", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("urgency", Integer, nullable=False),  # 0: first
    Column("fits", Text, nullable=False),  # whose rules can read the question
    Column("question", Text, nullable=False),
    Column("asked", Float, nullable=False),  # this and the other times: seconds since 1970
    Column("wanted", Float, nullable=False),  # somebody waits until then
    Column("worker", Text, nullable=False),
    Column("lease", Float, nullable=False),  # the worker has it until then
    Column("tries", Integer, nullable=False),
    Column("progress", Text, nullable=False),
    Column("answer", Text),
    Column("answered", Float),
)
TURNS = Table(  # when each owner had one
    "turns",
    METADATA,
    Column("owner", Text, primary_key=True),
    Column("at", Float, nullable=False),
)
for unlogged in (JOBS, TURNS):  # after a crash of the database whoever waits asks again
    statement = DDL(f"ALTER TABLE {unlogged.name} SET UNLOGGED")  # type: ignore[no-untyped-call]
    event.listen(unlogged, "after_create", statement.execute_if(dialect="postgresql"))


async def bring_up_to_date(engine: AsyncEngine) -> None:
    """Patiently, while another start holds the lock of a SQLite file."""
    now = asyncio.get_running_loop().time
    end = now() + MIGRATING
    while True:
        try:
            return await _bring_up_to_date(engine)
        except OperationalError as error:
            if not passes(error) or now() > end:
                raise
            await asyncio.sleep(PAUSE)


async def _bring_up_to_date(engine: AsyncEngine) -> None:
    """One start after the other: whoever comes second finds it done."""
    async with engine.connect() as connection:
        if await connection.run_sync(_revision) == REVISION:
            return
    unhurried = engine_of(engine.url.render_as_string(hide_password=False), hurried=False)
    try:
        async with unhurried.begin() as connection:
            await connection.run_sync(_alone)
            revision = await connection.run_sync(_revision)
            if revision is not None and revision > REVISION:
                raise Trouble(
                    "{url} comes from a newer version of Spieltisch: install that, or restore the backup from before.",
                    url=repr(engine.url),
                )
            if revision != REVISION:
                await connection.run_sync(_migrate if revision else _begin)
    finally:
        await unhurried.dispose()


def _alone(connection: Any) -> None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    elif connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _revision(connection: Any) -> str | None:
    from sqlalchemy import inspect, text

    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _begin(connection: Any) -> None:
    """An empty database gets the newest tables at once: nobody waits for the past."""
    from sqlalchemy import inspect, text

    if inspect(connection).has_table(ENTRIES.name):
        _migrate(connection)
        return
    if connection.dialect.name == "sqlite" and inspect(connection).get_table_names():
        raise Trouble("{url} holds the tables of another program.", url=repr(connection.engine.url))
    METADATA.create_all(connection)
    for statement in (
        "CREATE TABLE IF NOT EXISTS alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)",
        f"INSERT INTO alembic_version VALUES ('{REVISION}') ON CONFLICT DO NOTHING",
    ):
        connection.execute(text(statement))


def _migrate(connection: Any) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
