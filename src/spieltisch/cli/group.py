"""The command `spieltisch` and what its parts share. What is heavy is imported where it is needed."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from spieltisch.cli.spoken import Misused, SpokenGroup, language_of
from spieltisch.contract import Refused, Trouble
from spieltisch.files import keeping_in
from spieltisch.quoting import quoted
from spieltisch.server import logs
from spieltisch.speech import LANGUAGES, Flawed, Say
from spieltisch.terminal.words import own_language

if TYPE_CHECKING:
    from rich.progress import Task

    from spieltisch.terminal.dialogue import Dialogue

C = TypeVar("C", bound=Callable[..., Any])  # a command
INTERRUPTED = 130  # the exit status


class Commands(SpokenGroup):
    """Whatever goes wrong is one sentence and an exit status, never a traceback."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Who names no command wants to play."""
        own = {name for param in self.get_params(ctx) for name in param.opts}
        if not args or (args[0].startswith("-") and args[0] not in own):
            args = ["serve", "--open", *args]
        return super().parse_args(ctx, args)

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        try:
            return super().make_context(*args, **more)
        except click.UsageError as error:
            raise Misused(error) from None

    def invoke(self, ctx: click.Context) -> Any:
        from spieltisch.terminal.dialogue import Away, GivenUp

        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise Misused(error) from None
        except Trouble as trouble:
            _stop(ctx, _sentence(ctx, trouble), 1)
        except Away as away:
            _stop(ctx, str(away), 1)
        except GivenUp as given_up:
            click.echo(str(given_up))
        except KeyboardInterrupt as interrupt:
            _stop(ctx, str(interrupt) or Say(language_of(ctx))("broken_off"), INTERRUPTED)
        except BrokenPipeError:
            raise
        except OSError as error:
            said = Say(language_of(ctx))
            file = str(error.filename or said("a_file"))
            _stop(ctx, said("file_unusable", file=file, why=str(error.strerror or error)), 1)


def _sentence(ctx: click.Context, trouble: Trouble) -> str:
    """What has no sentence yet is said in the language of the command."""
    from spieltisch.records import Unreadable

    if isinstance(trouble, Flawed):
        return trouble.said(language_of(ctx))
    if trouble.key:
        return Say(language_of(ctx))(trouble.key, **trouble.values)
    if isinstance(trouble, Unreadable) or (isinstance(trouble, Refused) and str(trouble) == trouble.reason.key):
        return Say(language_of(ctx)).reason(trouble.reason)
    return Say(language_of(ctx)).sentence(trouble.sentence, **trouble.values)


def _stop(ctx: click.Context, sentence: str, status: int) -> None:
    if logs.is_json():
        logs.LOG.log(logging.INFO if status == INTERRUPTED else logging.CRITICAL, "%s", sentence)
    else:
        click.echo(f"\n{sentence}" if status == INTERRUPTED else sentence, err=True)
    ctx.exit(status)


def say_options(command: Any) -> Any:
    """The options of every command that speaks."""
    command = click.option(
        "--lang", "--language", type=click.Choice(LANGUAGES), help="Language; usually that of the environment."
    )(command)
    return click.option("--no-color", "--no-colour", is_flag=True, help="Draw without colour, as with NO_COLOR.")(
        command
    )


DATABASE = "SPIELTISCH_DATABASE"  # in the environment: an address with a password, which no list of processes shows


def database_option(
    meant: str = "Instead of a folder: a database, as SQLAlchemy writes it.", *, required: bool = False
) -> Callable[[C], C]:
    return click.option("--database", metavar="URL", envvar=DATABASE, required=required, help=meant)


def where_options(command: Any) -> Any:
    """Which tables are meant."""
    data = click.option("--data", type=click.Path(path_type=Path), help="The folder where tables are kept.")
    return data(database_option()(command))


class ContentOption(click.Option):
    """What is kept is looked for where `--data` says, wherever that stands on the line, and whoever looks for it."""

    def consume_value(self, ctx: click.Context, opts: Mapping[str, Any]) -> tuple[Any, ParameterSource]:
        if isinstance(folder := opts.get("data"), str):
            ctx.with_resource(keeping_in(Path(folder)))
        return super().consume_value(ctx, opts)


def options_of_content(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """What it chooses is there when the options are read."""
    from spieltisch import registry
    from spieltisch.content.document import read
    from spieltisch.content.shelf import Shelf
    from spieltisch.files import CONTENT_NAME, LARGEST_CONTENT, data_folder, read_text

    if value is None:
        return
    if CONTENT_NAME.fullmatch(value):
        document = Shelf(data_folder()).read(value)
    else:
        document = read(read_text(Path(value).expanduser(), LARGEST_CONTENT), name=value)
    option = registry.game(document.game).content_option
    ctx.meta[CONTENT] = document.options if option is None else {option.name: value}


CONTENT = "spieltisch.content"


def content_option(command: C) -> C:
    """`--content`, and `--data` where the command does not have it for its tables anyway."""
    added = click.option(
        "--content",
        cls=ContentOption,
        metavar="NAME",
        is_eager=True,
        expose_value=False,
        callback=options_of_content,
        help="Your own deck, sheet or options: what is kept here under this name, or a file.",
    )(command)
    if any(param.name == "data" for param in getattr(command, "__click_params__", ())):
        return added
    return click.option("--data", expose_value=False, metavar="PATH", help="The folder where --content is kept.")(added)


def game_options(command: Any) -> Any:
    for option in (
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="KEY=VALUE",
            callback=parsed_options,
            help="An option of the game.",
        ),
        content_option,
        click.option("--players", type=int, metavar="N", help="How many seats there are."),
        click.option("--variant", metavar="NAME", help="Which way of playing the game."),
    ):
        command = option(command)
    return command


def parsed_options(ctx: click.Context, param: click.Parameter, options: Sequence[str]) -> dict[str, str]:
    parsed = dict(ctx.meta.get(CONTENT, {}))
    for option in options:
        name, equals, value = option.partition("=")
        if not equals or not name:
            sentence = f"An option is written KEY=VALUE, not {quoted(option)}."
            raise Trouble(sentence, "option_form", option=quoted(option))
        parsed[name] = value
    return parsed


def log_as(form: logs.Form) -> None:
    """For programs all that is said is a line of the log, in English."""
    logs.set_up(form)
    if form == "json":
        click.get_current_context().find_root().obj = "en"


def dialogue_for(lang: str | None, *, no_color: bool, to_stderr: bool = False) -> Dialogue:
    from rich.console import Console

    from spieltisch.terminal.dialogue import Dialogue

    click.get_current_context().find_root().obj = lang
    console = Console(no_color=no_color or None, highlight=False, markup=False, emoji=False, stderr=to_stderr)
    return Dialogue(console, lang or own_language())


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="spieltisch", message="%(prog)s %(version)s")
def cli() -> None:
    """The game table: in the browser, in the terminal, for programs.

    Without a command it is `serve --open`: the table in the browser.
    """


@contextlib.contextmanager
def progress_bar(
    title: str = "playing", then: str = "", *, unit: str = "", no_color: bool
) -> Iterator[Callable[[int, int], None]]:
    """A bar on the other stream, so that figures can be piped; the value hears what is done and what there is.

    When the first part is done, the title may change. With a unit it also says how many of it are done in a second.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f} {unit}/s" if unit and task.speed else "")

    console = dialogue_for("en", no_color=no_color, to_stderr=True).console
    columns = (TextColumn(" {task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(
            task, completed=done, total=total, description=then if then and done else title
        )
