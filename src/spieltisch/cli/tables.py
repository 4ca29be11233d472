"""Commands of those who play: serve, worker, play, resume, replay, coach, verify, learn, rules, games."""

from __future__ import annotations

import gc
import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spieltisch.cli.group import (
    cli,
    database_option,
    dialogue_for,
    game_options,
    log_as,
    progress_bar,
    say_options,
    where_options,
)
from spieltisch.contract import Trouble
from spieltisch.files import bringing, data_folder, own_command
from spieltisch.terminal.words import own_language

if TYPE_CHECKING:
    from spieltisch.server.logs import Form
    from spieltisch.terminal.desk import Desk, Prepared
    from spieltisch.terminal.dialogue import Dialogue


@cli.command()
@click.option(
    "--host",
    default="127.0.0.1",
    envvar="SPIELTISCH_HOST",
    show_default=True,
    help="0.0.0.0 lets others in your network in.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8426,
    envvar="SPIELTISCH_PORT",
    show_default=True,
    help="0: any that is free.",
)
@where_options
@click.option("--client", type=click.Path(path_type=Path, exists=True), help="Another build of the page.")
@click.option("--no-limits", is_flag=True, help="Without limits of how often; for measurements.")
@click.option("--open", "browser", is_flag=True, help="Open the page in the browser.")
@click.option("--name", "names", multiple=True, metavar="HOST", help="A name under which people reach this house.")
@click.option("--proxy", "proxies", multiple=True, metavar="ADDRESS", help="A reverse proxy that tells who comes.")
@click.option("--no-list", is_flag=True, help="Without the list of tables that look for players.")
@click.option(
    "--workers",
    type=click.IntRange(0, 64),
    default=1,
    show_default=True,
    help="Processes in which opponents think; 0: those of `spieltisch worker`.",
)
@click.option("--metrics", "watchers", multiple=True, metavar="ADDRESS", help="Another machine that may read /metrics.")
@click.option("--log", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How it reports.")
@click.option(
    "--drain", type=click.FloatRange(0, 600), default=0.0, metavar="S", help="Seconds from a signal until it closes."
)
@click.option("--keep", type=click.FloatRange(min=1), metavar="DAYS", help="After so long a finished table leaves.")
@click.option("--https", is_flag=True, help="With a certificate of its own, for the network at home.")
@click.option("--base-path", "base", default="", metavar="PATH", help="A proxy shows the house below it, as /games.")
def serve(
    host: str,
    port: int,
    data: Path | None,
    database: str | None,
    client: Path | None,
    no_limits: bool,
    browser: bool,
    names: Sequence[str],
    proxies: Sequence[str],
    no_list: bool,
    workers: int,
    watchers: Sequence[str],
    log: Form,
    drain: float,
    keep: float | None,
    https: bool,
    base: str,
) -> None:
    """The table in the browser."""
    gc.disable()  # all that comes now stays: to look for garbage among it would take a tenth of the start
    try:
        from spieltisch.server.limits import Limits
        from spieltisch.server.serve import serve as serve_table

        log_as(log)
        _needs_asyncpg(database)
        serve_table(
            host=host,
            port=port,
            data=data or data_folder(),
            database=database,
            client=client,
            limits=Limits(lifted=no_limits),
            browser=browser,
            names=names,
            proxies=proxies,
            lists=not no_list,
            workers=workers,
            watchers=watchers,
            log=log,
            drain=drain,
            keep=keep,
            https=https,
            base=base,
            language=own_language(),
        )
    finally:
        gc.enable()


@cli.command()
@database_option("The PostgreSQL of the house, as with `serve`.", required=True)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="How many opponents think at a time.",
)
@click.option("--log", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How it reports.")
def worker(database: str, processes: int, log: Form) -> None:
    """Think for the tables of a house, on this or any other machine: opponents, coach and reviews."""
    from spieltisch.server.worker import work

    log_as(log)
    _needs_asyncpg(database)
    work(database, processes, log)


def _needs_asyncpg(database: str | None) -> None:
    from spieltisch.tables.engine import is_postgres

    if database and is_postgres(database) and find_spec("asyncpg") is None:
        raise Trouble(
            "This database needs the package {name}: `{command}`.", name="asyncpg", command=bringing("asyncpg")
        )


@cli.command()
@click.argument("game", required=False)
@game_options
@click.option("--name", "names", multiple=True, metavar="NAME", help="A name for each seat, in order.")
@click.option(
    "--seat", "seats", multiple=True, metavar="WHO", help="Who sits there, in order: me, level1 to level6 ..."
)
@click.option("--seed", metavar="S", help="The same seed brings the same luck.")
@click.option("--real-dice", is_flag=True, help="Real dice, tiles and cards: you type what they show.")
@click.option("--games", type=int, default=1, metavar="N", help="A match of N games; the start goes round.")
@click.option("--coach", is_flag=True, help="People may ask the coach what is best.")
@click.option("--yes", "-y", "defaults", is_flag=True, help="Ask nothing: what is not said is as usual.")
@where_options
@say_options
def play(
    game: str | None,
    variant: str | None,
    players: int | None,
    options: dict[str, str],
    names: Sequence[str],
    seats: Sequence[str],
    seed: str | None,
    real_dice: bool,
    games: int,
    coach: bool,
    defaults: bool,
    data: Path | None,
    database: str | None,
    lang: str | None,
    no_color: bool,
) -> None:
    """Play a GAME. What is not said is asked."""
    from spieltisch import registry
    from spieltisch.terminal import opening, seating

    dialogue = dialogue_for(lang, no_color=no_color)
    seats = [seating.named(dialogue, who) for who in seats]
    if game is not None:
        registry.game(game)
    elif defaults:
        raise Trouble(dialogue.say("say_which_game", names=", ".join(registry.names())))
    elif lang is None:
        dialogue.language = opening.ask_language(dialogue)
    wishes = seating.Wishes(game, variant, players, names, seats, options, seed, real_dice, games, defaults, coach)
    _sit(opening.open_table(dialogue, wishes), dialogue, data, database)


@cli.command()
@click.argument("file", required=False)
@where_options
@say_options
def resume(file: str | None, data: Path | None, database: str | None, lang: str | None, no_color: bool) -> None:
    """Go on at a table of this house: the newest, the one of this name, or from a record in a FILE."""
    from spieltisch.tables.store import FILE
    from spieltisch.terminal.desk import Desk
    from spieltisch.terminal.saved import find, reopened
    from spieltisch.terminal.sitting import sit

    dialogue = dialogue_for(lang, no_color=no_color)
    folder = data or data_folder()
    path = find(file, folder, database) if file is not None else None
    if path is not None:
        prepared, spoken = reopened(path, lang or dialogue.language)
        dialogue.language = lang or spoken
        _sit(prepared, dialogue, data, database)
        return
    if database is None and not (folder / FILE).exists():
        raise Trouble(dialogue.say("nothing_to_resume", command=f"{own_command()} play"))
    with Desk(folder, database) as desk:
        name = _pick_table(dialogue, desk) if file is None else file
        dialogue.language = lang or desk.at(name).table.opened.language or dialogue.language
        sit(desk, name, dialogue)


def _pick_table(dialogue: Dialogue, desk: Desk) -> str:
    from spieltisch import registry
    from spieltisch.speech import Say

    tables, damaged = desk.unfinished()
    for name in damaged:
        dialogue.tell("table_damaged", table=name)
    if not tables:
        raise Trouble(dialogue.say("nothing_to_resume", command=f"{own_command()} play"))
    if len(tables) == 1:
        return tables[0].name
    choices = []
    for table in tables[:20]:
        title = Say(dialogue.language, registry.game(table.opened.game)).game_name()
        people = ", ".join(chair.name for chair in table.chairs)
        choices.append((table.name, f"{title} · {people} · {dialogue.say('events', n=table.events)}"))
    return dialogue.choose(dialogue.say("which_table"), choices, choices[0][0])


def _sit(prepared: Prepared, dialogue: Dialogue, data: Path | None = None, database: str | None = None) -> None:
    from spieltisch.terminal.desk import Desk
    from spieltisch.terminal.sitting import sit

    with Desk(data or data_folder(), database) as desk:
        sit(desk, desk.open(prepared), dialogue)


@cli.command()
@click.argument("file")
@click.option("--all", "everything", is_flag=True, help="Print every position.")
@click.option("--at", type=int, metavar="N", help="Print the position after event N.")
@click.option("--seat", type=int, metavar="N", help="Look through the eyes of a seat, counted from 1.")
@say_options
def replay(file: str, everything: bool, at: int | None, seat: int | None, lang: str | None, no_color: bool) -> None:
    """Step through a record. It is checked first, move by move."""
    from spieltisch.kernel import SPECTATOR
    from spieltisch.referee import replay as replayed
    from spieltisch.terminal.saved import record_named
    from spieltisch.terminal.stepping import Stepping

    dialogue = dialogue_for(lang, no_color=no_color)
    table = replayed(record_named(file), language=dialogue.language)
    if seat is not None and not 1 <= seat <= table.players:
        raise Trouble(dialogue.say("seats_are", n=table.players, seat=seat))
    stepping = Stepping(table, dialogue, SPECTATOR if seat is None else seat - 1)
    if at is not None:
        stepping.at(at)
    elif everything:
        stepping.all()
    else:
        stepping.walk()


@cli.command()
@click.argument("record")
@click.option(
    "--playouts",
    type=click.IntRange(10, 1_000_000),
    metavar="P",
    help="For each decision; usually what takes half a minute.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs; in whole millionths of the win or of a point.")
@click.option("--branch", type=int, metavar="N", help="Play on from before event N instead, against bots.")
@click.option("--against", default="level4", metavar="BOT", show_default=True, help="Which bots, with --branch.")
@say_options
def coach(
    record: str,
    playouts: int | None,
    as_json: bool,
    branch: int | None,
    against: str,
    lang: str | None,
    no_color: bool,
) -> None:
    """Go through a RECORD: what was luck, what each decision cost, what would have been better."""
    from dataclasses import asdict

    from spieltisch.coach.review import ending
    from spieltisch.referee import replay as replayed
    from spieltisch.terminal import coaching
    from spieltisch.terminal.saved import record_named

    dialogue = dialogue_for(lang, no_color=no_color)
    table = replayed(record_named(record), language=dialogue.language)
    if branch is not None:
        _sit(coaching.branch(dialogue, table, branch, against), dialogue)
        return
    ending(table)  # before anything is compiled
    table.game = coaching.ready(table.game)
    with progress_bar(dialogue.say("coach_prepares"), then=dialogue.say("coach_reviews"), no_color=no_color) as report:
        found, measured = coaching.reviewed(table, playouts, report)
    if as_json:
        click.echo(json.dumps(asdict(found), ensure_ascii=False, indent=1))
    else:
        coaching.Report(found, table, dialogue).show(record, measured)


@cli.command()
@click.argument("record", required=False)
@where_options
@say_options
@click.pass_context
def verify(
    ctx: click.Context,
    record: str | None,
    data: Path | None,
    database: str | None,
    lang: str | None,
    no_color: bool,
) -> None:
    """Check a RECORD offline: the rules, the secret of its dice, and every chance event.

    Without one, check every table of your house: that its log is as it was written, follows the rules and the dice.
    """
    from spieltisch.speech import Say
    from spieltisch.terminal.saved import record_named
    from spieltisch.verify import findings

    dialogue = dialogue_for(lang, no_color=no_color)
    folder = data or data_folder()
    if record is None:
        ctx.exit(0 if _all_sound(dialogue, folder, database, no_color=no_color) else 1)
    for finding in findings(record_named(record, folder), language=dialogue.language):
        dialogue.show(Say(dialogue.language).reason(finding.reason))
        if not finding.holds:
            ctx.exit(1)


def _all_sound(dialogue: Dialogue, folder: Path, database: str | None, *, no_color: bool) -> bool:
    """Names every table that is not."""
    import asyncio

    from spieltisch.tables.audit import audit
    from spieltisch.tables.store import FILE, Store, sqlite_url

    if database is None and not (folder / FILE).exists():
        raise Trouble(dialogue.say("no_tables"))

    async def gone_through() -> tuple[int, list[str]]:
        store, number, faults = await Store.open(database or sqlite_url(folder)), 0, list[str]()
        try:
            with progress_bar(dialogue.say("audits"), no_color=no_color) as report:
                async for each in audit(store):
                    number = each.number
                    report(number, each.tables)
                    faults += [dialogue.say(each.fault.key, **each.fault.values)] if each.fault else []
        finally:
            await store.close()
        return number, faults

    tables, faults = asyncio.run(gone_through())
    for fault in faults:
        dialogue.show(fault)
    dialogue.tell("tables_faulty" if faults else "tables_sound", n=len(faults) if faults else tables, all=tables)
    return not faults


@cli.command()
@click.argument("game")
@click.argument("lesson", required=False)
@click.option("--data", type=click.Path(path_type=Path), help="The folder where tables are kept.")
@say_options
def learn(game: str, lesson: str | None, data: Path | None, lang: str | None, no_color: bool) -> None:
    """Learn a GAME by playing, in one of its lessons. What has been learned is remembered."""
    from spieltisch import lessons, registry
    from spieltisch.terminal.learning import Learned, Learning, choose

    dialogue = dialogue_for(lang, no_color=no_color)
    registry.game(game)
    learned = Learned(data or data_folder())
    chosen = choose(dialogue, game, learned) if lesson is None else lessons.lesson(game, lesson)
    Learning(chosen, learned, dialogue).go()


@cli.command()
@click.argument("game")
@click.option("--markdown", is_flag=True, help="As a page in Markdown.")
@say_options
def rules(game: str, markdown: bool, lang: str | None, no_color: bool) -> None:
    """Read the rules of a GAME."""
    from spieltisch import registry
    from spieltisch.terminal import rulebook

    dialogue = dialogue_for(lang, no_color=no_color)
    found = registry.game(game)
    if markdown:
        click.echo(rulebook.markdown(found, dialogue.language), nl=False)
    else:
        dialogue.console.width = min(dialogue.console.width, rulebook.WIDEST)
        dialogue.show(rulebook.rendered(found, dialogue.language))


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@say_options
def games(as_json: bool, lang: str | None, no_color: bool) -> None:
    """List the games, their variants, player counts and options."""
    from spieltisch import registry
    from spieltisch.terminal import reports

    for sentence in registry.broken():
        click.echo(sentence, err=True)
    if as_json:
        click.echo(json.dumps(reports.games(), ensure_ascii=False, indent=1))
        return
    dialogue = dialogue_for(lang, no_color=no_color)
    dialogue.show()
    dialogue.show(reports.game_table(dialogue.language))
