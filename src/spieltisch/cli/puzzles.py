"""Commands of those who practise: puzzle; and how puzzles are made: lab puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from spieltisch.cli.group import cli, dialogue_for, game_options, progress_bar, say_options
from spieltisch.cli.lab import lab
from spieltisch.files import data_folder


@lab.command("puzzles")
@click.argument("game")
@game_options
@click.option("--count", type=click.IntRange(1, 100_000), default=320, show_default=True, help="How many puzzles.")
@click.option("--seed", default="1", metavar="S", show_default=True, help="The same seed, the same puzzles.")
@click.option("--worlds", type=click.IntRange(24), metavar="W", help="In how many imagined worlds the best are played.")
@click.option("--choices", type=click.IntRange(2), metavar="N", help="Only positions with at most so many moves.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file; what is in it already is kept. Usually build/puzzles/GAME.jsonl.",
)
@click.option("--no-color", "--no-colour", is_flag=True, help="Without colour, as with NO_COLOR.")
def make_puzzles(
    game: str,
    variant: str | None,
    players: int | None,
    options: dict[str, str],
    count: int,
    seed: str,
    worlds: int | None,
    choices: int | None,
    out: Path | None,
    no_color: bool,
) -> None:
    """Make puzzles for a GAME from games that bots play."""
    from spieltisch import registry
    from spieltisch.puzzles.making import Wanted, make

    found = registry.game(game)
    kind = found.kind(variant, players, options)
    found.use_compiled()
    more: dict[str, Any] = {name: n for name, n in (("worlds", worlds), ("choices", choices)) if n is not None}
    wanted = Wanted(found, kind.variant, kind.players, options, count, seed, **more)
    file = out or Path("build/puzzles") / f"{game}.jsonl"
    with progress_bar("compiling, then playing", "playing", no_color=no_color) as report:
        number = make(wanted, file, report)
    click.echo(f"{file}: {number} puzzles, {file.stat().st_size / 1000:.0f} kB")


@cli.command()
@click.argument("game")
@click.option("--theme", metavar="NAME", help="Only puzzles with this theme.")
@click.option(
    "--cards", type=click.IntRange(1, 1000), metavar="N", help="So many quick ones with two moves, odds drawn."
)
@click.option("--data", type=click.Path(path_type=Path), help="The folder where your progress is kept.")
@say_options
def puzzle(
    game: str, theme: str | None, cards: int | None, data: Path | None, lang: str | None, no_color: bool
) -> None:
    """Find the best move in positions of a GAME, and see what each one is worth."""
    from spieltisch import registry
    from spieltisch.terminal.puzzling import solve

    solve(dialogue_for(lang, no_color=no_color), registry.game(game), data or data_folder(), theme, cards or 0)
