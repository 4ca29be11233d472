"""What simulated games say about a game: one page with pictures, intervals everywhere, and the command for each figure.

It knows no game: seats, options, levels and tallies are those that the game names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise

import numpy as np

from spieltisch import bots
from spieltisch.bots.levels import looks_ahead
from spieltisch.contract import Trouble
from spieltisch.game import Game
from spieltisch.lab.charts import Dot, columns, dots, interval
from spieltisch.lab.samples import Sample, Sampler
from spieltisch.lab.selfplay import Estimate, mean, wilson
from spieltisch.quoting import quoted

MOST_LABELS = 30  # of a set that are drawn
LARGEST_CLASS = 60  # columns of a distribution


@dataclass(frozen=True)
class Section:
    """One question, and what came out."""

    title: str
    said: tuple[str, ...]
    pictures: tuple[str, ...]
    commands: tuple[str, ...]


def report(sampler: Sampler, player: str, slow: Sequence[str] = ()) -> str:
    """The page. `player` is who plays where players should know what they do; random plays beside it.

    Levels that are too slow for so many games are left out where levels are compared; variants and options for which
    the player is too slow are left to random.
    """
    game = sampler.game
    _check(game, slow)
    tables = [(variant, players) for variant, counts in game.variants.items() for players in counts]
    at_random = [sampler.sample(["random"], *table) for table in tables]
    quick = [] if player == "random" else [table for table in tables if table[0] not in slow]
    sensible = [sampler.sample([player], *table) for table in quick]
    both = [*sensible, *at_random]
    sections = [
        seats([sample for sample in both if sample.wanted.players > 1]),
        *options(sampler, player, slow),
        length(both),
        how_often(both),
        *levels(sampler, slow),
        *what_decides(next(sample for sample in both if sample.wanted.players > 1)),
        hidden(game),
    ]
    return page(game, sampler, player, sections)


def _check(game: Game, slow: Sequence[str]) -> None:
    """Whoever mistypes what is too slow would wait for it."""
    chosen = [option.name for option in game.options if option.kind != "seat"]
    kinds = {"the levels": bots.LEVELS, "the variants": game.variants, "the options": chosen}
    known = [f"{kind} {', '.join(names)}" for kind, names in kinds.items() if names]
    for name in slow:
        if not any(name in names for names in kinds.values()):
            raise Trouble(f"There is no {quoted(name)} to be left out of {game.name}; there are {'; '.join(known)}.")


# The questions


def seats(samples: Sequence[Sample]) -> Section:
    """Seat 1 starts, where somebody does."""
    said, pictures = [], []
    for sample in samples:
        players = sample.wanted.players
        shares = [sample.share(seat) for seat in range(players)]
        rows = [Dot(f"seat {seat + 1}", share, 1 / players) for seat, share in enumerate(shares)]
        pictures.append(f"<h3>{escape(sample.title)}</h3>" + dots(sample.title, rows, "%"))
        uneven = [(seat, share) for seat, share in enumerate(shares) if not share.low <= 1 / players <= share.high]
        told = ", ".join(f"seat {seat + 1} wins {interval(share, '%')}" for seat, share in uneven)
        unseen = f"no difference between the seats is visible with {sample.games:,} games"
        verdict = f"{told}; among equals it would be {1 / players:.1%}" if told else unseen
        said.append(f"{sample.title}: {verdict}.")
    return Section("What is it worth to sit first?", tuple(said), tuple(pictures), _commands(samples))


def options(sampler: Sampler, player: str, slow: Sequence[str] = ()) -> list[Section]:
    """Each option by itself: what it does to the first seat, and to the length."""
    game, found = sampler.game, []
    for option in game.options:
        values = game.contents() if option.kind == "file" else list(option.choices)
        variant = option.variants[0] if option.variants else next(iter(game.variants))
        fewest, *_, most = (*game.variants[variant], game.variants[variant][-1])
        counts = dict.fromkeys((fewest,) if option.kind == "file" else (fewest, most))
        if option.kind == "seat" or len(values) < 2:
            continue
        who = "random" if option.name in slow or variant in slow else player
        shares, lengths, samples = [], [], []
        for players in counts:
            for value in values:
                sample = sampler.sample([who], variant, players, {option.name: value})
                samples.append(sample)
                name = f"{value}, {players} players"
                shares.append(Dot(name, sample.share(0), 1 / players))
                lengths.append(Dot(name, mean(sample.columns["events"])))
        said = [f"Everybody here is {who}. With {shares[0].name} seat 1 wins {interval(shares[0].value, '%')}."]
        said += [f"With {row.name} seat 1 wins {interval(row.value, '%')}." for row in shares[1:]]
        pictures = (
            "<h3>the first seat's share of the win</h3>" + dots(option.name, shares, "%"),
            "<h3>events in a game</h3>" + dots(option.name, lengths),
        )
        found.append(Section(f"What does the option {option.name} change?", tuple(said), pictures, _commands(samples)))
    return found


def length(samples: Sequence[Sample]) -> Section:
    rows = [Dot(sample.title, mean(sample.columns["events"])) for sample in samples]
    moves = [Dot(sample.title, mean(sample.by_seat("moves").mean(axis=1))) for sample in samples]
    first = samples[0]
    events = first.columns["events"]
    low, middle, high = np.percentile(events, [5, 50, 95])
    edges = np.linspace(events.min(), events.max() + 1, min(LARGEST_CLASS, int(np.ptp(events)) + 1) + 1)
    heights, _ = np.histogram(events, edges)
    said = f"{first.title}: half of the games have at most {middle:.0f} events, nine of ten {low:.0f} to {high:.0f}."
    pictures = (
        "<h3>moves and chance events in a game</h3>" + dots("events", rows),
        "<h3>decisions of one seat</h3>" + dots("decisions", moves),
        f"<h3>{escape(first.title)}: events</h3>" + columns("events", edges.tolist(), heights.tolist()),
    )
    return Section("How long is a game?", (said,), pictures, _commands(samples))


def how_often(samples: Sequence[Sample]) -> Section:
    """Everything that is counted: on average in a game, and in how many games at all; and ties."""
    each, whole = samples[0].wanted.tallies()
    numbers = [name for name, tally in {**each, **whole}.items() if tally.labels is None]
    said, pictures = [], []
    several = [sample for sample in samples if sample.wanted.players > 1]
    ties = [Dot(sample.title, sample.ties) for sample in several]
    pictures.append("<h3>games with several winners</h3>" + dots("ties", ties, "%"))
    said.append(f"{several[0].title}: {interval(several[0].ties, '%')} of the games end in a tie.")
    for sample in samples:
        rows = []
        for name in numbers:
            counted = sample.in_a_game(name)
            some = wilson(float((counted > 0).mean()), sample.games)
            seldom = mean(counted)
            seldom = replace(seldom, low=max(0.0, seldom.low))  # nothing happens less often than never
            rows.append(Dot(f"{name.replace('_', ' ')} (in {some.mean:.0%} of games)", seldom))
        if any(row.value.high > 0 for row in rows):
            pictures.append(f"<h3>{escape(sample.title)}: in a game, all seats together</h3>" + dots("counts", rows))
    told = {**each, **whole}
    said += [f"{name.replace('_', ' ')}: {told[name].said}." for name in numbers]
    return Section("What happens how often?", tuple(said), tuple(pictures), _commands(samples))


def levels(sampler: Sampler, slow: Sequence[str]) -> list[Section]:
    """Each level that is a rule against the one below it, at the first table for two."""
    game = sampler.game
    variant = next((name for name, counts in game.variants.items() if 2 in counts), None)
    if variant is None:
        return []
    quick = [name for name in ("random", *bots.LEVELS) if name not in slow and not looks_ahead(game, name, variant)]
    if len(quick) < 2:
        return []
    rows, samples = [], []
    for below, name in pairwise(quick):
        samples.append(sampler.sample([name, below], variant, 2))
        rows.append(Dot(f"{name} against {below}", samples[-1].bot_share(name), 0.5))
    said = [f"{row.name}: {interval(row.value, '%')} of the win." for row in rows]
    others = [name for name in bots.LEVELS if name not in quick]
    if others:
        said.append(f"{', '.join(others)}: too slow for so many games; docs/strength.md has what was measured of them.")
    return [Section("How do the levels compare?", tuple(said), (dots("levels", rows, "%"),), _commands(samples))]


def what_decides(sample: Sample) -> list[Section]:
    """What winners have more of than the others; and who has which card, area or colour, how often that seat wins."""
    each, _ = sample.wanted.tallies()
    numbers = [name for name, tally in each.items() if tally.labels is None]
    if not each:
        return []
    rows = [Dot(name.replace("_", " "), sample.winners_more(name), 0.0) for name in numbers]
    rows = [row for row in rows if row.value.low < row.value.high]  # the others never happen, or to everybody alike
    said = [_more(row.name, row.value, sample.games) for row in rows]
    pictures = [f"<h3>{escape(sample.title)}: winners less others</h3>" + dots("winners", rows)] if rows else []
    fair = 1 / sample.wanted.players
    for name, labels in sample.wanted.header()["sets"].items():
        found = [(label, sample.with_label(name, bit)) for bit, label in enumerate(labels)]
        marked = [Dot(f"{label} ({had[1].mean:.0%} of seats)", had[2], fair) for label, had in found if had is not None]
        marked.sort(key=lambda row: -row.value.mean)
        if marked:
            pictures.append(
                f"<h3>{escape(name.replace('_', ' '))}: {escape(each[name].said)}; who has it wins</h3>"
                + dots(name, marked[:MOST_LABELS], "%")
            )
            best, worst = marked[0], marked[-1]
            said.append(
                f"{name.replace('_', ' ')}: whoever has {best.name} wins {interval(best.value, '%')}, "
                f"with {worst.name} {interval(worst.value, '%')}."
            )
    return [Section("What decides?", tuple(said), tuple(pictures), _commands([sample]))]


def _more(name: str, value: Estimate, games: int) -> str:
    """What winners have more of, or fewer; where the interval holds nothing at all, neither is said."""
    if value.low <= 0 <= value.high:
        unseen = f"no difference between winners and the others is visible with {games:,} games"
        return f"{name}: {unseen}, {interval(value)}."
    fewer = Estimate(-value.mean, -value.high, -value.low)
    more = f"{interval(fewer)} fewer" if value.high < 0 else f"{interval(value)} more"
    return f"Winners have {more} {name} than the others."


def hidden(game: Game) -> Section:
    """Whether there is anything to see; what that is worth takes players that search."""
    secret = hasattr(game.rules, "hide")
    said = (
        "Something is hidden in this game. What it would be worth to see it takes players that search, with and "
        "without the true state: studies/hidden_information.py measures it; docs/studies/README.md has what came out."
        if secret
        else "Nothing is hidden in this game: everybody sees everything, so there is nothing to know."
    )
    commands = (f"python -m studies.hidden_information {game.name}",) if secret else ()
    return Section("What is hidden information worth?", (said,), (), commands)


def _commands(samples: Sequence[Sample]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sample.command for sample in samples))


# The page

STYLE = """
:root { color-scheme: light dark; --ink: #2b2722; --soft: #6d655b; --grid: #ddd5c8; --paper: #fbf8f2; --mark: #1f6f78 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eee8dd; --soft: #b0a798; --grid: #47413a; --paper: #1f1c19; --mark: #6cc3cc }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 760px;
  margin: 2em auto; padding: 0 1em }
h1, h2, h3 { line-height: 1.25 } h3 { font-size: 1em; margin: 1.4em 0 .3em } h2 { margin-top: 2.2em }
svg { width: 100%; height: auto; display: block }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink) } .soft { fill: var(--soft); color: var(--soft) }
.end { text-anchor: end } .middle { text-anchor: middle } .grid { stroke: var(--grid) }
.fair { stroke: var(--soft); stroke-dasharray: 3 3 } .dot { fill: var(--mark) } .bar { fill: var(--mark) }
.interval { stroke: var(--mark); stroke-width: 5; stroke-linecap: round; opacity: .4 }
pre { overflow-x: auto; font-size: 13px; background: color-mix(in srgb, var(--ink) 7%, transparent); padding: .6em }
details { margin: 1em 0 } summary { cursor: pointer; color: var(--soft) }
"""


def page(game: Game, sampler: Sampler, player: str, made: Sequence[Section]) -> str:
    """One file that needs nothing else."""
    name = game.texts("en")["name"]
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(name)}: what {sampler.games:,} games say</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(name)}: what {sampler.games:,} games say</h1>",
        f"<p>Every figure comes from {sampler.games:,} simulated games of its own (seed {escape(sampler.seed)}), "
        f"played by <b>{escape(player)}</b> where players should know what they do, and by <b>random</b>, who takes "
        "any legal move. What stands in brackets and as a bar is the 95 % interval: of forty of them two miss the "
        "truth by luck alone. A dashed line is what equals would have. Seat 1 starts, where somebody does. People may "
        "play differently from both.</p>",
    ]
    for section in made:
        lines.append(f"<section><h2>{escape(section.title)}</h2>")
        lines += [f"<p>{escape(sentence)}</p>" for sentence in section.said[:2]]
        lines += section.pictures
        if section.said[2:]:
            told = "".join(f"<li>{escape(sentence)}</li>" for sentence in section.said[2:])
            lines.append(f'<details open=""><summary>In words</summary><ul>{told}</ul></details>')
        if section.commands:
            typed = escape("\n".join(section.commands))
            lines.append(f"<details><summary>How to play these games again</summary><pre>{typed}</pre></details>")
        lines.append("</section>")
    lines.append("</body></html>")
    return "\n".join(lines) + "\n"
