"""Commands of those who keep a house: backup, restore, export, import."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from spieltisch.cli.group import cli, progress_bar, where_options
from spieltisch.contract import Trouble

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
    click.echo(f"{file}: {found.tables:,} tables, {found.entries:,} entries.")
    _tell(ctx, found.damaged)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@where_options
@click.pass_context
def restore(ctx: click.Context, file: Path, data: Path | None, database: str | None) -> None:
    """Put a backup in the place of the tables; what was there stays beside it under a dated name."""
    from spieltisch.tables import backup

    found, old = backup.restore(file, _sqlite(data, database), datetime.now())
    click.echo(f"Restored from {file}: {found.tables:,} tables, {found.entries:,} entries.")
    if old is not None:
        click.echo(f"What was there before is in {old}.")
    _tell(ctx, found.damaged)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@where_options
@click.pass_context
def export(ctx: click.Context, file: Path, data: Path | None, database: str | None) -> None:
    """Write all tables into one FILE that any database can take in."""
    from spieltisch.tables import portable

    if database is None and not (here := _sqlite(data, database)).exists():
        raise Trouble(f"There are no tables in {here}.")
    with progress_bar("writing", no_color=False) as report:
        found = _with_store(_url(data, database), lambda store: portable.export(store, file, report))
    click.echo(f"{file}: {found.tables:,} tables, {found.entries:,} entries.")
    _tell(ctx, found.damaged)


@cli.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@where_options
@click.pass_context
def import_(ctx: click.Context, file: Path, data: Path | None, database: str | None) -> None:
    """Take in the tables of an exported FILE. Tables that are here already are never changed."""
    from spieltisch.tables import portable

    with progress_bar("replaying", no_color=False) as report:
        done = _with_store(_url(data, database), lambda store: portable.take_in(store, file, report))
    click.echo(f"{done.new:,} tables are new, {done.known:,} were here already.")
    _tell(ctx, done.refused, "is not taken in")


def _tell(ctx: click.Context, damaged: dict[str, str], what: str = "is damaged") -> None:
    for name, why in damaged.items():
        name = "".join(letter for letter in name[:40] if letter.isprintable())
        click.echo(f"Table {name} {what}: {why}.", err=True)
    if damaged:
        ctx.exit(1)


def _url(data: Path | None, database: str | None) -> str:
    from spieltisch.files import data_folder
    from spieltisch.tables.store import sqlite_url

    return database or sqlite_url(data or data_folder())


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
