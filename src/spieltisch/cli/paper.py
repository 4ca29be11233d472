"""The command of those who like paper: print."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from spieltisch.cli.group import cli, content_option, dialogue_for, parsed_options, say_options
from spieltisch.contract import Trouble
from spieltisch.quoting import quoted

KEEPSAKE = "keepsake"


@cli.command("print")
@click.argument("what", metavar="GAME")
@click.argument("thing", required=False)
@click.option("--paper", default="a4", show_default=True, help="a4, a5 or letter.")
@click.option("--per-page", type=int, metavar="N", help="How many on a page; usually as many as are easy to write on.")
@click.option("--black", is_flag=True, help="Without colours.")
@click.option(
    "--option", "options", multiple=True, metavar="KEY=VALUE", callback=parsed_options, help="An option of the game."
)
@content_option
@click.option("--link", default="", metavar="URL", help="An address to print on it, such as that of your house.")
@click.option("--date", "day", default="", metavar="YYYY-MM-DD", help="Of a keepsake; usually that of its file.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The PDF file to write.")
@say_options
def print_(
    what: str,
    thing: str | None,
    paper: str,
    per_page: int | None,
    black: bool,
    options: dict[str, str],
    link: str,
    day: str,
    output: Path | None,
    lang: str | None,
    no_color: bool,
) -> None:
    """Print a score pad of a GAME, or another THING of it: its cards, its boards, its rules.

    `spieltisch print keepsake RECORD` makes a page to remember of a finished game.
    """
    from spieltisch import registry
    from spieltisch.files import new_file, read_text
    from spieltisch.printing.keepsake import keepsake
    from spieltisch.printing.things import RULES, Printout, others, printed, things
    from spieltisch.records import LARGEST

    dialogue = dialogue_for(lang, no_color=no_color)
    how = Printout(dialogue.language, paper, per_page, black, link, options)
    if what == KEEPSAKE:
        if thing is None:
            raise click.MissingParameter(param_hint="RECORD", param_type="argument")
        record = Path(thing)
        text = read_text(record, LARGEST)
        name, made = f"{record.stem}-{KEEPSAKE}", keepsake(text, how, _day(day, record))
    else:
        game = registry.game(what)
        thing = thing or things(game)[0]
        name, made = f"{game.name}-{thing}", printed(game, thing, how)
    file = output or Path(f"{name}.pdf")
    with new_file(file) as written:
        written.write_bytes(made)
    dialogue.tell("print_written", file=str(file))
    if what != KEEPSAKE and thing != RULES and (other := others(registry.game(what), options)):
        dialogue.tell("print_others", style="dim", **other)


def _day(written: str, record: Path) -> date:
    try:
        return date.fromisoformat(written) if written else date.fromtimestamp(record.stat().st_mtime)
    except ValueError:
        raise Trouble(
            f"A day is written as 2026-11-16, not {quoted(written)}.", "no_such_day", day=quoted(written)
        ) from None
