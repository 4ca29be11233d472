"""The deal of the day: daily."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import click

from spieltisch.cli.group import cli, dialogue_for, say_options
from spieltisch.files import data_folder


@cli.command()
@click.argument("game", required=False)
@click.option(
    "--form",
    type=click.Choice(["ten", "alone", "level"]),
    help="Ten decisions, or a whole game alone or against a level; usually the first that there is.",
)
@click.option("--day", type=click.DateTime(["%Y-%m-%d"]), metavar="DAY", help="Another day, as 2026-11-16.")
@click.option("--check", "code", metavar="CODE", help="Check a friend's result and compare.")
@click.option("--name", default="", metavar="NAME", help="What friends call you.")
@click.option("--data", type=click.Path(path_type=Path), help="The folder where your results are kept.")
@say_options
def daily(
    game: str | None,
    form: str | None,
    day: datetime | None,
    code: str | None,
    name: str,
    data: Path | None,
    lang: str | None,
    no_color: bool,
) -> None:
    """Play the deal of the day of a GAME: for everybody the same. Without one: what there is today."""
    from spieltisch import registry
    from spieltisch.daily.deal import deal, forms, latest
    from spieltisch.terminal.dailies import Daily

    today, until = date.today(), latest(datetime.now(UTC))
    own = Daily(dialogue_for(lang, no_color=no_color), data or data_folder(), today, until)
    meant = day.date() if day else today
    if code is not None:
        own.check(code)
    elif game is None:
        own.overview(meant)
    else:
        usual = next(iter(forms(registry.game(game))), "")
        own.play(deal(meant, game, form or usual, until), name)
