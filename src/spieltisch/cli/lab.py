"""Commands of those who study: selfplay, arena and ladder, which stand for themselves too; simulate, check, report."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from spieltisch.cli.group import cli, dialogue_for, game_options, progress_bar
from spieltisch.cli.spoken import SpokenGroup
from spieltisch.contract import Trouble


def lab_options(command: Any) -> Any:
    """A game and bots that play it; its variant, players and options arrive together, as `setup`."""
    for option in (
        click.option("--no-color", "--no-colour", is_flag=True, help="Without colour, as with NO_COLOR."),
        click.option("--json", "as_json", is_flag=True, help="For programs."),
        click.option("--interpreted", is_flag=True, help="Without compiling: slower, and levels do not look ahead."),
        click.option("--seed", default="1", metavar="S", show_default=True, help="The same seed, the same games."),
        click.option(
            "--games", "count", type=int, default=100, metavar="N", show_default=True, help="Games of each meeting."
        ),
        click.option(
            "--bots",
            "names",
            default="random,greedy",
            metavar="A,B,...",
            callback=lambda ctx, param, names: [name.strip() for name in names.split(",")],
            show_default=True,
            help="Who plays. In the arena also your own, as module:function or file.py:function.",
        ),
        game_options,
        click.argument("game"),
    ):
        command = option(command)
    return command


ray_option = click.option("--ray", metavar="ADDRESS", help="Play on this Ray cluster instead of here.")


@cli.command()
@lab_options
def selfplay(
    game: str, names: list[str], count: int, seed: str, interpreted: bool, as_json: bool, no_color: bool, **setup: Any
) -> None:
    """Let bots play a GAME against each other and count."""
    from spieltisch import registry
    from spieltisch.lab.selfplay import selfplay as play_many
    from spieltisch.terminal import reports

    title = "playing" if interpreted else "compiling, then playing"
    with progress_bar(title, "playing", no_color=no_color or as_json) as report:
        result = play_many(
            registry.game(game),
            names,
            count,
            seed=seed,
            compiled=not interpreted,
            progress=lambda done: report(done, count),
            **setup,
        )
    if as_json:
        click.echo(json.dumps(reports.selfplay_json(result), ensure_ascii=False, indent=1))
        return
    dialogue = dialogue_for("en", no_color=no_color)
    dialogue.show()
    dialogue.show(reports.selfplay_table(result))
    dialogue.show()
    dialogue.show(reports.selfplay_footer(result), style="dim")


@cli.command()
@lab_options
@click.option("--milliseconds", type=click.FloatRange(min=0, min_open=True), metavar="M", help="What levels may think.")
@click.option("--playouts", type=click.IntRange(min=1), metavar="P", help="The same, in playouts.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="How many processes play.")
@ray_option
@click.option("--resume", "file", type=click.Path(path_type=Path, dir_okay=False), help="Keep the games, and go on.")
@click.option("--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw the result into an SVG file.")
def arena(
    game: str,
    names: list[str],
    count: int,
    seed: str,
    milliseconds: float | None,
    playouts: int | None,
    jobs: int,
    ray: str | None,
    file: Path | None,
    plot: Path | None,
    interpreted: bool,
    as_json: bool,
    no_color: bool,
    **setup: Any,
) -> None:
    """Measure bots at a GAME: the same deals from every seat, with error bars."""
    from spieltisch import registry
    from spieltisch.lab.arena import arena as compete
    from spieltisch.lab.arena import measured
    from spieltisch.lab.contest import contest
    from spieltisch.lab.plot import svg
    from spieltisch.terminal import contests

    thinking = _thinking(milliseconds, playouts)
    if plot is not None and not plot.parent.is_dir():
        raise Trouble("There is no folder {folder} for the picture.", folder=plot.parent)
    wanted = contest(
        registry.game(game),
        names,
        seed=seed,
        thinking=thinking,
        compiled=not interpreted,
        **setup,
    )
    with progress_bar(no_color=no_color or as_json) as report:
        result = compete(measured(wanted), count, jobs=jobs, ray=ray, file=file, progress=report)
    if plot is not None:
        plot.write_text(svg(result), encoding="utf-8")
    if as_json:
        click.echo(json.dumps(contests.as_json(result), ensure_ascii=False, indent=1))
    else:
        dialogue = dialogue_for("en", no_color=no_color)
        for sentence in result.faults():
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
@ray_option
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("build/strength.md"), show_default=True, help="The page."
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
    ray: str | None,
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
            with progress_bar(rung.title, no_color=no_color) as report:
                measured.append(rungs.measure(rung, count, keep, jobs=jobs, ray=ray, progress=report))
            click.echo(measured[-1], err=True)
        rungs.write(out, name, [each for each in measured if each.rung.contest.game == name])
    figures = [{"title": each.rung.title, **contests.as_json(each.result)} for each in measured]
    keep.mkdir(parents=True, exist_ok=True)
    (keep / "ladder.json").write_text(json.dumps(figures, ensure_ascii=False, indent=1), encoding="utf-8")
    click.echo(json.dumps(figures, ensure_ascii=False, indent=1) if as_json else f"Written: {out}")


@cli.group(cls=SpokenGroup)
def lab() -> None:
    """Study the games: simulate millions of them, look at what came of it, measure bots."""


for command in (selfplay, arena, ladder):
    lab.add_command(command)


@lab.command()
@click.argument("game")
@game_options
@click.option(
    "--bots",
    "names",
    default="random",
    metavar="A,B,...",
    callback=lambda ctx, param, names: [name.strip() for name in names.split(",")],
    show_default=True,
    help="Who plays, from seat to seat; also your own, as module:function or file.py:function.",
)
@click.option("--games", "count", type=int, default=100_000, metavar="N", show_default=True, help="How many games.")
@click.option("--seed", default="1", metavar="S", show_default=True, help="The same seed, the same games.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="A folder for the games, or one file that ends with .parquet; usually build/lab/GAME.",
)
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="N", help="How many processes play; usually one a core.")
@ray_option
@click.option("--gpu", is_flag=True, help="Play on a graphics card; only random does.")
@click.option("--milliseconds", type=click.FloatRange(min=0, min_open=True), metavar="M", help="What levels may think.")
@click.option("--playouts", type=click.IntRange(min=1), metavar="P", help="The same, in playouts.")
@click.option("--interpreted", is_flag=True, help="Without compiling: slower, and levels do not look ahead.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--no-color", "--no-colour", is_flag=True, help="Without colour, as with NO_COLOR.")
def simulate(
    game: str,
    names: list[str],
    count: int,
    seed: str,
    out: Path | None,
    jobs: int | None,
    ray: str | None,
    gpu: bool,
    milliseconds: float | None,
    playouts: int | None,
    interpreted: bool,
    as_json: bool,
    no_color: bool,
    **setup: Any,
) -> None:
    """Let bots play millions of games of a GAME and keep each as a row of a table, in Parquet.

    Broken off, the same command goes on; a folder grows when more games are wanted. docs/lab.md describes the table.
    """
    from dataclasses import asdict

    from spieltisch import registry
    from spieltisch.lab.pool import cores
    from spieltisch.lab.simulate import simulate as play_many
    from spieltisch.lab.simulation import simulation

    wanted = simulation(
        registry.game(game),
        names,
        seed=seed,
        thinking=_thinking(milliseconds, playouts),
        compiled=not interpreted,
        **setup,
    )
    place = out or Path("build/lab") / game
    with progress_bar(unit="games", no_color=no_color or as_json) as report:
        done = play_many(wanted, count, place, jobs=jobs or cores(), ray=ray, gpu=gpu, progress=report)
    if as_json:
        click.echo(json.dumps({**asdict(done), "out": str(done.out)}, indent=1))
        return
    click.echo(f"{done.out}: {done.games:,} games of {game} {wanted.variant}, {wanted.players} players.")
    if done.new:
        share = done.writing / max(1e-9, done.playing + done.writing)
        click.echo(
            f"{done.new:,} of them were played now in {done.seconds:.1f} s, {done.new / done.seconds:,.0f} a second; "
            f"writing took {share:.0%} of the time."
        )


@lab.command("check")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--again", type=click.IntRange(0), default=5, show_default=True, help="Shards to be played again.")
@click.option("--interpreted", is_flag=True, help="Without compiling: slower, and levels do not look ahead.")
@click.option("--no-color", "--no-colour", is_flag=True, help="Without colour, as with NO_COLOR.")
def check_games(path: Path, again: int, interpreted: bool, no_color: bool) -> None:
    """Read simulated games back from PATH: every game once and won, and some of them played again."""
    from spieltisch.lab.simulate import check

    with progress_bar("reading", unit="games", no_color=no_color) as report:
        found = check(path, again, compiled=not interpreted, progress=report)
    click.echo(f"{path}: {found.games:,} games, every number once; {found.again:,} played again, all the same.")


@lab.command("report")
@click.argument("game")
@click.option("--player", default="level3", show_default=True, help="Who plays beside random.")
@click.option("--games", "count", type=int, default=100_000, metavar="N", show_default=True, help="For each question.")
@click.option("--seed", default="1", metavar="S", show_default=True, help="The same seed, the same games.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="The page; usually build/lab/GAME.html.")
@click.option("--keep", type=click.Path(path_type=Path, file_okay=False), help="Where the games are kept.")
@click.option(
    "--without",
    "slow",
    multiple=True,
    metavar="NAME",
    help="A level that is too slow, or a variant or option for which the player is; may be said again.",
)
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="N", help="How many processes play; usually one a core.")
@ray_option
@click.option("--interpreted", is_flag=True, help="Without compiling: slower, and levels do not look ahead.")
@click.option("--no-color", "--no-colour", is_flag=True, help="Without colour, as with NO_COLOR.")
def write_report(
    game: str,
    player: str,
    count: int,
    seed: str,
    out: Path | None,
    keep: Path | None,
    slow: Sequence[str],
    jobs: int | None,
    ray: str | None,
    interpreted: bool,
    no_color: bool,
) -> None:
    """Study a GAME: what the seats are worth, how long it is, what happens how often and what decides, on one page.

    The games are kept, so that a report that was broken off goes on.
    """
    from spieltisch import bots, registry
    from spieltisch.lab.pool import cores
    from spieltisch.lab.report import report
    from spieltisch.lab.samples import Sampler

    found = registry.game(game)
    bots.anybody(player, found, files=True)
    place = out or Path("build/lab") / f"{game}.html"
    place.parent.mkdir(parents=True, exist_ok=True)
    with progress_bar(unit="games", no_color=no_color) as show:
        sampler = Sampler(
            found,
            count,
            keep or Path("build/lab/report") / game,
            seed,
            jobs or cores(),
            ray,
            not interpreted,
            lambda what, done, total: show(done, total),
        )
        text = report(sampler, player, slow)
    place.write_text(text, encoding="utf-8")
    click.echo(f"Written: {place}")


def _thinking(milliseconds: float | None, playouts: int | None) -> Any:
    from spieltisch.bots.levels import Thinking

    if milliseconds and playouts:
        raise Trouble("Levels think for so many milliseconds or so many playouts, not both.")
    return Thinking(playouts or 0, milliseconds or 0.0) if milliseconds or playouts else None
