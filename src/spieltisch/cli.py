"""The command `spieltisch`. What is heavy is imported where it is needed: the first prompt must not wait."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spieltisch.contract import Refused, Trouble
from spieltisch.speech import LANGUAGES
from spieltisch.terminal.words import own_language

if TYPE_CHECKING:
    from spieltisch.terminal.desk import Desk, Prepared
    from spieltisch.terminal.dialogue import Dialogue


class Commands(click.Group):
    """Whatever goes wrong is one sentence and an exit status, never a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        from spieltisch.terminal.dialogue import Away

        try:
            return super().invoke(ctx)
        except Trouble as trouble:
            _stop(ctx, _sentence(ctx, trouble), 1)
        except Away as away:
            _stop(ctx, str(away), 1)
        except KeyboardInterrupt as interrupt:
            _stop(ctx, str(interrupt) or "Interrupted.", 130)
        except BrokenPipeError:
            raise
        except OSError as error:
            _stop(ctx, f"{error.filename or 'A file'} cannot be used: {error.strerror or error}.", 1)


def _sentence(ctx: click.Context, trouble: Trouble) -> str:
    """What has no sentence yet is said in the language of the command."""
    from spieltisch.speech import Say

    if isinstance(trouble, Refused) and str(trouble) == trouble.reason.key:
        return Say(ctx.obj or own_language()).reason(trouble.reason)
    return str(trouble)


def _stop(ctx: click.Context, sentence: str, status: int) -> None:
    click.echo(f"\n{sentence}" if status == 130 else sentence, err=True)
    ctx.exit(status)


def _say_options(command: Any) -> Any:
    """The options of every command that speaks."""
    command = click.option(
        "--lang", "--language", type=click.Choice(LANGUAGES), help="Language; usually that of the environment."
    )(command)
    return click.option("--no-color", "--no-colour", is_flag=True, help="Draw without colour, as with NO_COLOR.")(
        command
    )


def _game_options(command: Any) -> Any:
    for option in (
        click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game."),
        click.option("--players", type=int, metavar="N", help="How many seats there are."),
        click.option("--variant", metavar="NAME", help="Which way of playing the game."),
    ):
        command = option(command)
    return command


def _dialogue(lang: str | None, *, no_color: bool, to_stderr: bool = False) -> Dialogue:
    from rich.console import Console

    from spieltisch.terminal.dialogue import Dialogue

    click.get_current_context().find_root().obj = lang
    console = Console(no_color=no_color or None, highlight=False, markup=False, emoji=False, stderr=to_stderr)
    return Dialogue(console, lang or own_language())


def _parsed(options: Sequence[str]) -> dict[str, str]:
    parsed = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals or not name:
            raise Trouble(f"An option is written KEY=VALUE, not {option!r}.")
        parsed[name] = value
    return parsed


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="spieltisch", message="%(prog)s %(version)s")
def cli() -> None:
    """The game table: in the browser, in the terminal, for programs."""


@cli.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets others in your network in.")
@click.option("--port", type=click.IntRange(0, 65535), default=8787, show_default=True, help="0: any that is free.")
@click.option("--data", type=click.Path(path_type=Path), help="The folder where tables are kept.")
@click.option("--database", metavar="URL", help="Instead of a folder: a database, as SQLAlchemy writes it.")
@click.option("--client", type=click.Path(path_type=Path, exists=True), help="Another build of the page.")
@click.option("--no-limits", is_flag=True, help="Without limits of how often; for measurements.")
@click.option("--open", "browser", is_flag=True, help="Open the page in the browser.")
def serve(
    host: str, port: int, data: Path | None, database: str | None, client: Path | None, no_limits: bool, browser: bool
) -> None:
    """The table in the browser."""
    from spieltisch.files import data_folder
    from spieltisch.server.limits import Limits
    from spieltisch.server.serve import serve as serve_table

    serve_table(
        host=host,
        port=port,
        data=data or data_folder(),
        database=database,
        client=client,
        limits=Limits(lifted=no_limits),
        browser=browser,
    )


@cli.command()
@click.argument("game", required=False)
@_game_options
@click.option("--name", "names", multiple=True, metavar="NAME", help="A name for each seat, in order.")
@click.option(
    "--seat", "seats", multiple=True, metavar="WHO", help="Who sits there, in order: me, level1 to level6 ..."
)
@click.option("--seed", metavar="S", help="The same seed brings the same luck.")
@click.option("--real-dice", is_flag=True, help="Real dice, tiles and cards: you type what they show.")
@click.option("--games", type=int, default=1, metavar="N", help="A match of N games; the start goes round.")
@click.option("--coach", is_flag=True, help="People may ask the coach what is best.")
@click.option("--yes", "-y", "defaults", is_flag=True, help="Ask nothing: what is not said is as usual.")
@_say_options
def play(
    game: str | None,
    variant: str | None,
    players: int | None,
    options: Sequence[str],
    names: Sequence[str],
    seats: Sequence[str],
    seed: str | None,
    real_dice: bool,
    games: int,
    coach: bool,
    defaults: bool,
    lang: str | None,
    no_color: bool,
) -> None:
    """Play a GAME. What is not said is asked."""
    from spieltisch import bots, registry
    from spieltisch.terminal import opening
    from spieltisch.terminal.saved import ME

    dialogue = _dialogue(lang, no_color=no_color)
    for who in seats:
        if who != ME:
            bots.anybody(who)
    if game is not None:
        registry.game(game)
    elif defaults:
        raise Trouble(f"Say which game: {', '.join(registry.names())}.")
    elif lang is None:
        dialogue.language = opening.ask_language(dialogue)
    wishes = opening.Wishes(
        game, variant, players, names, seats, _parsed(options), seed, real_dice, games, defaults, coach
    )
    _sit(opening.open_table(dialogue, wishes), dialogue)


@cli.command()
@click.argument("file", required=False)
@_say_options
def resume(file: str | None, lang: str | None, no_color: bool) -> None:
    """Go on at a table of this house: the newest, the one of this name, or from a record in a FILE."""
    from spieltisch.files import data_folder
    from spieltisch.terminal.desk import Desk
    from spieltisch.terminal.saved import find, reopened
    from spieltisch.terminal.sitting import sit

    dialogue = _dialogue(lang, no_color=no_color)
    path = find(file) if file is not None else None
    if path is not None:
        prepared, spoken = reopened(path, lang or dialogue.language)
        dialogue.language = lang or spoken
        _sit(prepared, dialogue)
        return
    if file is None and not (data_folder() / "tables.sqlite").exists():
        raise Trouble(dialogue.say("nothing_to_resume"))
    with Desk(data_folder()) as desk:
        name = _pick_table(dialogue, desk) if file is None else file
        dialogue.language = lang or desk.at(name).table.opened.language or dialogue.language
        sit(desk, name, dialogue)


def _pick_table(dialogue: Dialogue, desk: Desk) -> str:
    from spieltisch import registry
    from spieltisch.speech import Say

    tables = desk.unfinished()
    if not tables:
        raise Trouble(dialogue.say("nothing_to_resume"))
    if len(tables) == 1:
        return tables[0].name
    choices = []
    for table in tables[:20]:
        title = Say(dialogue.language, registry.game(table.opened.game)).game_name()
        people = ", ".join(chair.name for chair in table.chairs)
        choices.append((table.name, f"{title} · {people} · {dialogue.say('events', n=table.events)}"))
    return dialogue.choose(dialogue.say("which_table"), choices, choices[0][0])


def _sit(prepared: Prepared, dialogue: Dialogue) -> None:
    from spieltisch.files import data_folder
    from spieltisch.terminal.desk import Desk
    from spieltisch.terminal.sitting import sit

    with Desk(data_folder()) as desk:
        sit(desk, desk.open(prepared), dialogue)


@cli.command()
@click.argument("file")
@click.option("--all", "everything", is_flag=True, help="Print every position.")
@click.option("--at", type=int, metavar="N", help="Print the position after event N.")
@click.option("--seat", type=int, metavar="N", help="Look through the eyes of a seat, counted from 1.")
@_say_options
def replay(file: str, everything: bool, at: int | None, seat: int | None, lang: str | None, no_color: bool) -> None:
    """Step through a record. It is checked first, move by move."""
    from spieltisch.kernel import SPECTATOR
    from spieltisch.referee import replay as replayed
    from spieltisch.terminal.saved import record_named
    from spieltisch.terminal.stepping import Stepping

    dialogue = _dialogue(lang, no_color=no_color)
    table = replayed(record_named(file), language=dialogue.language)
    if seat is not None and not 1 <= seat <= table.players:
        raise Trouble(f"There are the seats 1 to {table.players}, not {seat}.")
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
@_say_options
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

    from spieltisch.coach.review import ending, review
    from spieltisch.referee import replay as replayed
    from spieltisch.terminal import coaching
    from spieltisch.terminal.saved import record_named

    dialogue = _dialogue(lang, no_color=no_color)
    table = replayed(record_named(record), language=dialogue.language)
    if branch is not None:
        _sit(coaching.branch(dialogue, table, branch, against), dialogue)
        return
    ending(table)  # before anything is compiled
    table.game = coaching.ready(table.game)
    with _progress(dialogue.say("coach_prepares"), then=dialogue.say("coach_reviews"), no_color=no_color) as report:
        budget = coaching.review_budget(table, playouts)
        found = review(table, budget, report)
    if as_json:
        click.echo(json.dumps(asdict(found), ensure_ascii=False, indent=1))
    else:
        coaching.Report(found, table, dialogue).show(record, budget.playouts)


@cli.command()
@click.argument("record")
@_say_options
@click.pass_context
def verify(ctx: click.Context, record: str, lang: str | None, no_color: bool) -> None:
    """Check a RECORD offline: the rules, the secret of its dice, and every chance event."""
    from spieltisch.speech import Say
    from spieltisch.terminal.saved import record_named
    from spieltisch.verify import findings

    dialogue = _dialogue(lang, no_color=no_color)
    for finding in findings(record_named(record), language=dialogue.language):
        sentence = Say(dialogue.language).reason(finding.reason)
        dialogue.show("".join(letter for letter in sentence if letter.isprintable()))  # a record may hold anything
        if not finding.holds:
            ctx.exit(1)


@cli.command()
@click.argument("game")
@click.option("--markdown", is_flag=True, help="As a page in Markdown.")
@_say_options
def rules(game: str, markdown: bool, lang: str | None, no_color: bool) -> None:
    """Read the rules of a GAME."""
    from spieltisch import registry
    from spieltisch.terminal import rulebook

    dialogue = _dialogue(lang, no_color=no_color)
    found = registry.game(game)
    if markdown:
        click.echo(rulebook.markdown(found, dialogue.language), nl=False)
    else:
        dialogue.console.width = min(dialogue.console.width, rulebook.WIDEST)
        dialogue.show(rulebook.rendered(found, dialogue.language))


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@_say_options
def games(as_json: bool, lang: str | None, no_color: bool) -> None:
    """List the games, their variants, player counts and options."""
    from spieltisch import registry
    from spieltisch.terminal import reports

    for sentence in registry.broken():
        click.echo(sentence, err=True)
    if as_json:
        click.echo(json.dumps(reports.games(), ensure_ascii=False, indent=1))
        return
    dialogue = _dialogue(lang, no_color=no_color)
    dialogue.show()
    dialogue.show(reports.game_table(dialogue.language))


@cli.command()
@click.argument("game")
@_game_options
@click.option("--bots", "names", default="random,greedy", metavar="A,B", show_default=True, help="Who plays.")
@click.option("--games", "count", type=int, default=100, metavar="N", show_default=True, help="How many games.")
@click.option("--seed", default="1", metavar="S", show_default=True, help="The same seed plays the same games.")
@click.option("--interpreted", is_flag=True, help="Without compiling: slower, but it begins at once.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--no-color", "--no-colour", is_flag=True, help="Without colour, as with NO_COLOR.")
def selfplay(
    game: str,
    variant: str | None,
    players: int | None,
    options: Sequence[str],
    names: str,
    count: int,
    seed: str,
    interpreted: bool,
    as_json: bool,
    no_color: bool,
) -> None:
    """Let bots play a GAME against each other and count."""
    from spieltisch import registry

    found = registry.game(game)
    wanted: Any = {
        "names": [name.strip() for name in names.split(",")],
        "variant": variant,
        "players": players,
        "options": _parsed(options),
    }
    from spieltisch.lab.selfplay import selfplay as play_many
    from spieltisch.terminal import reports

    if as_json:
        result = play_many(found, games=count, seed=seed, compiled=not interpreted, **wanted)
        click.echo(json.dumps(reports.selfplay_json(result), ensure_ascii=False, indent=1))
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = _dialogue("en", no_color=no_color, to_stderr=True).console
    columns = (TextColumn(" {task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("playing" if interpreted else "compiling, then playing", total=count)
        result = play_many(
            found,
            games=count,
            seed=seed,
            compiled=not interpreted,
            progress=lambda done: bar.update(task, completed=done, description="playing"),
            **wanted,
        )
    dialogue = _dialogue("en", no_color=no_color)
    dialogue.show()
    dialogue.show(reports.selfplay_table(result))
    dialogue.show()
    dialogue.show(reports.selfplay_footer(result), style="dim")


@cli.command()
@click.argument("game")
@_game_options
@click.option(
    "--bots",
    "names",
    default="random,greedy",
    metavar="A,B,...",
    show_default=True,
    help="Who plays: by name, or your own as module:function or file.py:function.",
)
@click.option("--games", "count", type=int, default=100, metavar="N", show_default=True, help="Games of each meeting.")
@click.option("--seed", default="1", metavar="S", show_default=True, help="The same seed deals the same games.")
@click.option("--milliseconds", type=click.FloatRange(min=0, min_open=True), metavar="M", help="What levels may think.")
@click.option("--playouts", type=click.IntRange(min=1), metavar="P", help="The same, in playouts.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="How many processes play.")
@click.option("--resume", "file", type=click.Path(path_type=Path, dir_okay=False), help="Keep the games, and go on.")
@click.option("--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw the result into an SVG file.")
@click.option("--interpreted", is_flag=True, help="Without compiling: slower, and levels do not look ahead.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--no-color", "--no-colour", is_flag=True, help="Without colour, as with NO_COLOR.")
def arena(
    game: str,
    variant: str | None,
    players: int | None,
    options: Sequence[str],
    names: str,
    count: int,
    seed: str,
    milliseconds: float | None,
    playouts: int | None,
    jobs: int,
    file: Path | None,
    plot: Path | None,
    interpreted: bool,
    as_json: bool,
    no_color: bool,
) -> None:
    """Measure bots at a GAME: the same deals from every seat, with error bars."""
    from spieltisch import registry
    from spieltisch.bots.levels import Thinking
    from spieltisch.lab.arena import arena as compete
    from spieltisch.lab.contest import contest
    from spieltisch.lab.plot import svg
    from spieltisch.terminal import contests

    if milliseconds and playouts:
        raise Trouble("Levels think for so many milliseconds or so many playouts, not both.")
    if plot is not None and not plot.parent.is_dir():
        raise Trouble(f"There is no folder {plot.parent} for the picture.")
    wanted = contest(
        registry.game(game),
        [name.strip() for name in names.split(",")],
        variant=variant,
        players=players,
        options=_parsed(options),
        seed=seed,
        thinking=Thinking(playouts or 0, milliseconds or 0.0) if milliseconds or playouts else None,
        compiled=not interpreted,
    )
    with _progress(no_color=no_color or as_json) as report:
        result = compete(wanted, count, jobs=jobs, file=file, progress=report)
    if plot is not None:
        plot.write_text(svg(result), encoding="utf-8")
    if as_json:
        click.echo(json.dumps(contests.as_json(result), ensure_ascii=False, indent=1))
    else:
        dialogue = _dialogue("en", no_color=no_color)
        for sentence in contests.faults(result):
            dialogue.show()
            dialogue.show(sentence, style="bold")
        dialogue.show()
        dialogue.show(contests.table(result))
        if result.meetings:
            dialogue.show()
            dialogue.show(contests.meetings(result))
        dialogue.show()
        dialogue.show(contests.footer(result), style="dim")
    if any(0 < bot.moves == bot.faults for bot in result.bots):
        sys.exit(1)  # somebody did not play at all


@cli.command()
@click.option("--game", "names", multiple=True, metavar="NAME", help="Only this game; may be said again.")
@click.option(
    "--games", "count", type=click.IntRange(1), metavar="N", help="Games of each meeting; usually 400, quick 20."
)
@click.option("--thinking", type=click.FloatRange(min=0, min_open=True), metavar="X", help="X times the usual time.")
@click.option("--quick", is_flag=True, help="Few games, and a tenth of the usual thinking.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="How many processes play.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("docs/strength.md"), show_default=True, help="The page."
)
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    default=Path("build/ladder"),
    show_default=True,
    help="Where the games are kept.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures for programs, too.")
@click.option("--no-color", "--no-colour", is_flag=True, help="Without colour, as with NO_COLOR.")
def ladder(
    names: Sequence[str],
    count: int | None,
    thinking: float | None,
    quick: bool,
    jobs: int,
    out: Path,
    keep: Path,
    as_json: bool,
    no_color: bool,
) -> None:
    """Measure all levels of all games, and write the page that shows it.

    Every level plays the one below; the highest plays the reference players, with every number of players and alone.
    All games are kept in a folder, so that a ladder that was broken off goes on.
    """
    from spieltisch import registry
    from spieltisch.lab import ladder as rungs
    from spieltisch.terminal import contests

    thinking = thinking or (rungs.QUICK_THINKING if quick else 1.0)
    count = count or (rungs.QUICK_GAMES if quick else rungs.GAMES)
    measured = []
    for name in names or registry.names():
        for rung in rungs.rungs(registry.game(name), thinking=thinking):
            with _progress(rung.title, no_color=no_color) as report:
                measured.append(rungs.measure(rung, count, keep, jobs=jobs, progress=report))
            click.echo(measured[-1], err=True)
        rungs.write(out, name, [each for each in measured if each.rung.contest.game == name])
    figures = [{"title": each.rung.title, **contests.as_json(each.result)} for each in measured]
    keep.mkdir(parents=True, exist_ok=True)
    (keep / "ladder.json").write_text(json.dumps(figures, ensure_ascii=False, indent=1), encoding="utf-8")
    click.echo(json.dumps(figures, ensure_ascii=False, indent=1) if as_json else f"Written: {out}")


@contextlib.contextmanager
def _progress(title: str = "playing", then: str = "", *, no_color: bool) -> Iterator[Callable[[int, int], None]]:
    """A bar on the other stream, so that figures can be piped; the value hears what is done and what there is.

    When the first part is done, the title may change.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = _dialogue("en", no_color=no_color, to_stderr=True).console
    columns = (TextColumn(" {task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(
            task, completed=done, total=total, description=then if then and done else title
        )


def main() -> None:
    _open_streams()
    cli()


def _open_streams() -> None:
    """What the terminal's encoding cannot show or read becomes a question mark; a closed stream is an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    main()
