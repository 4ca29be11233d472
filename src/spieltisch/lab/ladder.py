"""The ladder: each level against the one below, the highest against the reference players, and a page that shows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from spieltisch import bots, registry
from spieltisch.bots.levels import Thinking
from spieltisch.game import Game
from spieltisch.lab.arena import ArenaResult, Standing, arena, sources
from spieltisch.lab.contest import Contest, contest

GAMES, QUICK_GAMES = 400, 20
QUICK_THINKING = 0.1
TITLE = "# How strong the opponents are\n"
HEAD = "| who | against | variant | players | games | share | 95 % interval | among equals | ms a move | slowest |"
HEAD_ALONE = "| alone | variant | games | points | 95 % interval | ms a move |"


@dataclass(frozen=True)
class Rung:
    """One thing to measure."""

    contest: Contest

    @property
    def title(self) -> str:
        who, others = self.contest.bots[0], ", ".join(self.contest.bots[1:])
        where = f"{self.contest.game} {self.contest.variant} {self.contest.players}"
        return f"{where}: alone" if self.contest.players == 1 else f"{where}: {who} against {others}"


@dataclass(frozen=True)
class Measured:
    rung: Rung
    result: ArenaResult

    def __str__(self) -> str:
        first = self.result.bots[0]
        if self.rung.contest.players == 1:
            return f"{self.rung.title}: " + ", ".join(f"{b.name} {b.points.mean:.2f}" for b in self.result.bots)
        return f"{self.rung.title}: {first.share:.1%} ({first.low:.1%} – {first.high:.1%})"


def rungs(game: Game, *, thinking: float = 1.0) -> list[Rung]:
    """Everything that is measured of a game, if levels think for such a share of their usual time."""
    scaled = None if thinking == 1 else Thinking(scale=thinking)
    rivals = list(bots.references(game))
    if not any("greedy" in rival for rival in rivals):
        rivals.insert(0, "greedy")
    found: list[Contest] = []
    for variant, counts in game.variants.items():
        if 2 in counts and not found:
            for below, name in pairwise(("random", *bots.LEVELS)):
                found.append(contest(game, (name, below), variant=variant, players=2, thinking=scaled))
    for variant, counts in game.variants.items():
        for players in counts:
            if players == 1:
                everybody = ("random", *rivals, *bots.LEVELS)
                found.append(contest(game, everybody, variant=variant, players=1, thinking=scaled))
            else:
                best = bots.LEVELS[-1]
                for rival in rivals:
                    found.append(contest(game, (best, rival), variant=variant, players=players, thinking=scaled))
    return [Rung(each) for each in found]


def measure(
    rung: Rung,
    games: int,
    folder: Path,
    *,
    jobs: int = 1,
    ray: str | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Measured:
    """Plays, or goes on where the folder has some of the games already."""
    contest = rung.contest
    scale = "" if contest.thinking is None else f"-{contest.thinking.scale:g}"
    names = "-".join(contest.bots) if contest.players > 1 else "alone"
    told = f"{contest.game}-{contest.variant}-{contest.players}-{names}{scale}"
    file = folder / f"{told}-{sources(contest.game)}.jsonl"  # a player that has changed begins anew
    return Measured(rung, arena(contest, games, jobs=jobs, ray=ray, file=file, progress=progress))


def write(page: Path, name: str, measured: Sequence[Measured]) -> None:
    """Puts the section of a game into the page, in place of an older one; the rest of the page stays as it is."""
    begin, end = f"<!-- ladder: {name} -->", f"<!-- ladder: end of {name} -->"
    part = f"{begin}\n{section(name, measured)}{end}"
    text = page.read_text(encoding="utf-8") if page.exists() else TITLE
    older = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    text = older.sub(lambda _: part, text) if older.search(text) else f"{text.rstrip()}\n\n{part}\n"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text, encoding="utf-8")


def section(name: str, measured: Sequence[Measured]) -> str:
    lines = [f"## {registry.game(name).texts('en')['name']}", "", _how(measured), ""]
    together = [each for each in measured if each.rung.contest.players > 1]
    if together:
        lines += [HEAD, "|---|---|---|" + "--:|" * 7, *map(_row, together), ""]
    for each in measured:
        if each.rung.contest.players == 1:
            lines += [HEAD_ALONE, "|---|---|" + "--:|" * 4, *(_row_alone(each, bot) for bot in each.result.bots), ""]
    return "\n".join(lines)


def _how(measured: Sequence[Measured]) -> str:
    thinking = measured[0].rung.contest.thinking
    return (
        "Levels think as they do at the table."
        if thinking is None
        else f"Levels that think for a time think {thinking.scale:g} times as long as at the table."
    )


def _row(measured: Measured) -> str:
    contest, who = measured.rung.contest, measured.result.bots[0]
    cells = (
        who.name,
        contest.bots[1],
        contest.variant,
        str(contest.players),
        str(who.games),
        f"{who.share:.1%}",
        f"{who.low:.1%} – {who.high:.1%}",
        f"{who.fair:.0%}",
        f"{who.milliseconds:.3g}",
        f"{who.slowest:.3g}",
    )
    return f"| {' | '.join(cells)} |"


def _row_alone(measured: Measured, bot: Standing) -> str:
    points = bot.points
    cells = (
        bot.name,
        measured.rung.contest.variant,
        str(bot.games),
        f"{points.mean:.2f}",
        f"{points.low:.2f} – {points.high:.2f}",
        f"{bot.milliseconds:.3g}",
    )
    return f"| {' | '.join(cells)} |"
