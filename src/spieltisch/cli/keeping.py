"""Commands of those who keep a house: backup, restore, export, import, move, forget."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from spieltisch.cli.group import DATABASE, cli, progress_bar, where_options
from spieltisch.cli.spoken import language_of
from spieltisch.contract import Trouble
from spieltisch.quoting import shortened
from spieltisch.speech import Say
from spieltisch.tables.folder import KEY

if TYPE_CHECKING:
    from spieltisch.tables.store import Store

T = TypeVar("T")


@cli.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@where_options
@click.pass_context
def backup(ctx: click.Context, file: Path, data: Path | None, database: str | None) -> None:
    """Copy all tables into a FILE while the house is open, and check the copy."""
    from spieltisch.tables.backup import back_up

    found = back_up(_sqlite(data, database), file)
    _say(ctx, "{file}: {tables} tables, {entries} entries.", file=file, **_counted(found))
    _tell(ctx, found.damaged)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@where_options
@click.pass_context
def restore(ctx: click.Context, file: Path, data: Path | None, database: str | None) -> None:
    """Put a backup in the place of the tables; what was there stays beside it under a dated name."""
    from spieltisch.tables import backup

    found, old = backup.restore(file, _sqlite(data, database), datetime.now())
    _say(ctx, "Restored from {file}: {tables} tables, {entries} entries.", file=file, **_counted(found))
    if old is not None:
        _say(ctx, "What was there before is in {file}.", file=old)
    _tell(ctx, found.damaged)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@where_options
@click.pass_context
def export(ctx: click.Context, file: Path, data: Path | None, database: str | None) -> None:
    """Write all tables into one FILE that any database can take in."""
    from spieltisch.tables import portable

    url = _url(data, database)
    with progress_bar("writing", no_color=False) as report:
        found = _with_store(url, lambda store: portable.export(store, file, report))
    _say(ctx, "{file}: {tables} tables, {entries} entries.", file=file, **_counted(found))
    _tell(ctx, found.damaged)


@cli.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@where_options
@click.pass_context
def import_(ctx: click.Context, file: Path, data: Path | None, database: str | None) -> None:
    """Take in the tables of an exported FILE. Tables that are here already are never changed."""
    from spieltisch.tables import portable

    with progress_bar("replaying", no_color=False) as report:
        done = _with_store(_url(data, database, new=True), lambda store: portable.take_in(store, file, report))
    _say(ctx, "{new} tables are new, {known} were here already.", new=done.new, known=done.known)
    _tell(ctx, done.refused, "Table {name} is not taken in: {why}.")


@cli.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.pass_context
def move(ctx: click.Context, source: str, target: str) -> None:
    """Bring a whole house into another database: FROM and TO are folders or addresses of databases.

    SPIELTISCH_DATABASE stands for the address that the environment has under this name.
    """
    from spieltisch.tables import moving
    from spieltisch.tables.folder import served_alone
    from spieltisch.tables.store import Store

    old, new = _address(source), _address(target, new=True)
    if old == new:
        raise Trouble("The house is there already.")

    async def moved() -> moving.Moved:
        here = await Store.open(old)
        try:
            there = await Store.open(new)
            try:
                with progress_bar("copying", no_color=False) as report:
                    return await moving.move(here, there, report)
            finally:
                await there.close()
        finally:
            await here.close()

    with served_alone(new):
        done = asyncio.run(moved())
    _say(ctx, "{tables} tables are there as they are here, {entries} entries are new.", **_counted(done))
    kept = [Path(source) / KEY] if "://" not in source and (Path(source) / KEY).exists() else []
    for key in kept:
        _say(
            ctx, "The key of the house stays in {file}: the new house needs a copy of it in its data folder.", file=key
        )
    _tell(ctx, done.refused, "Table {name} is not moved: {why}.")
    if done.gone_on or _is_served(old):
        _say(ctx, "The house was open meanwhile: close it, and move once more what has come since.", err=True)
        ctx.exit(1)


@cli.command()
@click.option("--keep", type=click.FloatRange(min=1), required=True, metavar="DAYS", help="Younger ones stay.")
@click.option("--dry-run", is_flag=True, help="Only say which.")
@where_options
@click.pass_context
def forget(ctx: click.Context, keep: float, dry_run: bool, data: Path | None, database: str | None) -> None:
    """Delete tables that have been over for so many DAYS. What is not finished stays."""
    from contextlib import nullcontext

    from spieltisch.tables import retention
    from spieltisch.tables.folder import served_alone

    url = _url(data, database)

    async def gone(store: Store) -> int:
        left = 0
        async for table in retention.long_over(store, time.time() - keep * retention.DAY):
            if dry_run or await retention.remove(store, table):
                left += 1
                click.echo(f"{table.name}  {datetime.fromtimestamp(table.changed):%Y-%m-%d}")
        return left

    with nullcontext() if dry_run else served_alone(url):
        left = _with_store(url, gone)
    _say(ctx, "{n} tables would leave." if dry_run else "{n} tables have left.", n=left)


def _address(named: str | Path, *, new: bool = False) -> str:
    """The address of a database, or that of the one in a folder. Unless it may be new, nothing is made where there is
    nothing: it may be mistyped."""
    from spieltisch.tables.folder import sqlite_file
    from spieltisch.tables.store import FILE, sqlite_url

    if named == DATABASE and not (named := os.environ.get(DATABASE, "")):
        raise Trouble("There is no {name} in the environment.", name=DATABASE)
    url = str(named) if "://" in str(named) else None
    file = Path(named) / FILE if url is None else sqlite_file(url)
    if not new and file is not None and not file.exists():
        raise Trouble("There are no tables in {database}.", database=file)
    return url or sqlite_url(Path(named))


def _is_served(url: str) -> bool:
    from spieltisch.tables import postgres_bus
    from spieltisch.tables.engine import is_postgres
    from spieltisch.tables.folder import served_alone

    if is_postgres(url):
        return asyncio.run(postgres_bus.is_served(url))
    try:
        with served_alone(url):
            return False
    except Trouble:
        return True


def _say(ctx: click.Context, sentence: str, *, err: bool = False, **values: Any) -> None:
    click.echo(Say(language_of(ctx)).sentence(sentence, **values), err=err)


def _counted(found: Any) -> dict[str, Any]:
    return {"tables": found.tables, "entries": found.entries}


def _tell(ctx: click.Context, damaged: dict[str, str], sentence: str = "Table {name} is damaged: {why}.") -> None:
    for name, why in damaged.items():
        _say(ctx, sentence, err=True, name=shortened(name, 40), why=why)
    if damaged:
        ctx.exit(1)


def _url(data: Path | None, database: str | None, *, new: bool = False) -> str:
    from spieltisch.files import data_folder

    return _address(database or data or data_folder(), new=new)


def _sqlite(data: Path | None, database: str | None) -> Path:
    """Nothing is made where there is nothing: the folder may be mistyped."""
    from spieltisch.files import data_folder
    from spieltisch.tables.folder import sqlite_file
    from spieltisch.tables.store import FILE

    file = sqlite_file(database) if database else (data or data_folder()) / FILE
    if file is None:
        raise Trouble(
            "Only a SQLite file is copied like this; PostgreSQL has pg_dump, and `spieltisch export` has all."
        )
    return file


def _with_store(url: str, work: Callable[[Store], Awaitable[T]]) -> T:
    from spieltisch.tables.store import Store

    async def done() -> T:
        store = await Store.open(url)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(done())
