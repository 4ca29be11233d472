"""Commands of those who make cards and sheets of their own: content check, keep, list, forget and balance."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from spieltisch.cli.group import cli, dialogue_for, progress_bar, say_options
from spieltisch.cli.spoken import SpokenGroup
from spieltisch.files import data_folder, new_file, own_command

folder_option = click.option("--data", type=click.Path(path_type=Path), help="The folder where tables are kept.")


@cli.group(cls=SpokenGroup)
def content() -> None:
    """Your own decks and sheets: check them, keep them for every table here, see how they play."""


@content.command()
@click.argument("file")
@click.option("--game", default="", metavar="NAME", help="For which game, where the file does not say it.")
@say_options
@click.pass_context
def check(ctx: click.Context, file: str, game: str, lang: str | None, no_color: bool) -> None:
    """Say everything that is wrong with a FILE or a link, and where."""
    from spieltisch import registry
    from spieltisch.content.document import examine
    from spieltisch.speech import Say

    dialogue = dialogue_for(lang, no_color=no_color)
    if game:
        registry.game(game)
    found = examine(text_of(file), game=game)
    if found.document is None:
        for sentence in found.flawed(file).sentences(dialogue.language):
            dialogue.show(sentence)
        ctx.exit(1)
    title = found.document.title or dialogue.say("content_title_none")
    played = Say(dialogue.language, registry.game(found.document.game)).game_name()
    dialogue.tell("content_sound", file=file if len(file) < 60 else "#c=…", title=title, game=played)


@content.command()
@click.argument("file")
@folder_option
@say_options
def keep(file: str, data: Path | None, lang: str | None, no_color: bool) -> None:
    """Keep a FILE, or what a link carries: from now on it has a name at every table of this house."""
    from spieltisch.content.document import read
    from spieltisch.content.shelf import Shelf

    dialogue = dialogue_for(lang, no_color=no_color)
    document = read(text_of(file), name=file)
    name = Shelf(data or data_folder()).add(document)
    elsewhere = "" if data is None else f" --data {shlex.quote(str(data))}"
    command = f"{own_command()} play {document.game} --content {name}{elsewhere}"
    dialogue.tell("content_kept_as", name=name, command=command)


@content.command("list")
@folder_option
@say_options
def list_(data: Path | None, lang: str | None, no_color: bool) -> None:
    """List what is kept here."""
    from spieltisch.content.shelf import Shelf
    from spieltisch.speech import Say

    dialogue = dialogue_for(lang, no_color=no_color)
    kept = Shelf(data or data_folder()).all()
    if not kept:
        dialogue.tell("content_nothing_kept")
    for each in kept:
        examined = each.examined
        game = Say(dialogue.language, examined.game).game_name() if examined.game else "–"
        told = examined.flawed(each.name).said(dialogue.language) if examined.document is None else ""
        title = examined.document.title if examined.document else told
        dialogue.show(f"{each.name}  {game}  {title}".rstrip())


@content.command()
@click.argument("name")
@folder_option
def forget(name: str, data: Path | None) -> None:
    """Keep what has this NAME no longer; tables that were opened with it go on."""
    from spieltisch.content.shelf import Shelf

    Shelf(data or data_folder()).delete(name)


@content.command()
@click.argument("file")
@click.option("--games", type=click.IntRange(20, 1_000_000), default=2000, show_default=True, help="How many games.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=15.0,
    metavar="S",
    show_default=True,
    help="When they are over, there are fewer games.",
)
@click.option("--players", type=int, metavar="N", help="How many seats there are.")
@click.option("--player", default="", metavar="BOT", help="Who plays; usually the strongest level that is quick.")
@click.option("--seed", default="1", metavar="S", show_default=True, help="The same seed, the same games.")
@click.option("--interpreted", is_flag=True, help="Without compiling: slower, and levels do not look ahead.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="The page; usually FILE with .html.")
@folder_option
@say_options
def balance(
    file: str,
    games: int,
    seconds: float,
    players: int | None,
    player: str,
    seed: str,
    interpreted: bool,
    out: Path | None,
    data: Path | None,
    lang: str | None,
    no_color: bool,
) -> None:
    """Let bots play with a FILE, a link or something kept here: how hard, how long, how fair, and what decides.

    Beside it stand the decks and sheets that come with the game; the pictures are on one page.
    """
    from rich.table import Table as Grid

    from spieltisch import bots, registry
    from spieltisch.content.document import read
    from spieltisch.content.shelf import Shelf
    from spieltisch.files import CONTENT_NAME
    from spieltisch.lab.balance import balances
    from spieltisch.lab.balance_page import beside, called, page, sentences
    from spieltisch.speech import Say

    dialogue = dialogue_for(lang, no_color=no_color)
    named = CONTENT_NAME.fullmatch(file) is not None
    document = Shelf(data or data_folder()).read(file) if named else read(text_of(file), name=file)
    game = registry.game(document.game)
    if player:
        bots.anybody(player, game)
    with progress_bar("compiling, then playing", "playing", unit="games", no_color=no_color) as report:
        found = balances(
            document,
            games=games,
            seconds=seconds,
            players=players,
            player=player,
            seed=seed,
            compiled=not interpreted,
            tell=report,
        )
    say = Say(dialogue.language, game)
    dialogue.show(called(game, found[0], document.title, say), style="bold")
    for sentence in sentences(found[0], say):
        dialogue.show(f"  {sentence}")
    head, *rows = beside(game, document.title, found, say)
    grid = Grid(*head, box=None, padding=(1, 2, 0, 0), show_edge=False, header_style="dim")
    for row in rows:
        grid.add_row(*row)
    dialogue.show(grid)
    dialogue.show()
    place = out or Path(f"{Path(file).stem[:40] if not file.startswith(('http', '#')) else 'content'}.html")
    with new_file(place, instead=True) as written:
        written.write_text(page(game, document.title, found, say), encoding="utf-8")
    dialogue.tell("balance_written", file=str(place))


def text_of(file: str) -> str:
    """Of a file; what is a link is its own text."""
    from spieltisch.content.document import LINK
    from spieltisch.files import LARGEST_CONTENT, read_text

    return file if LINK in file else read_text(Path(file).expanduser(), LARGEST_CONTENT)
