"""How somebody's own deck, sheet or choice of options plays: how long, how hard, how fair, and which part decides.

Beside it stand those that come with the game, played by the same player: the strongest level that is a rule itself, so
that thousands of games take seconds.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from spieltisch import bots, registry
from spieltisch.content.document import Document
from spieltisch.contract import Reason, Trouble
from spieltisch.game import Game
from spieltisch.lab import counting
from spieltisch.lab.samples import Sample
from spieltisch.lab.selfplay import Estimate, mean
from spieltisch.lab.simulation import Played, Simulation, play, simulation, warm_up

GAMES = 2000
CHUNK = 100  # games until somebody hears how far it is
RARE = 0.01  # of the seats: a part that fewer ever have decides nothing
ALWAYS = 0.9  # of the win: a part that brings so much is all the game is about
NOTABLE = 0.05  # of the win: what a part must bring to be of any use
ENOUGH = 30  # seats that have a part, to judge it by
MANY = 300  # seats after which what nobody has had can be called rare

Verdict = Literal["", "rare", "never", "always"]
Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class PartShare:
    """A card, an area, a colour: which part of all seats had it in the end, and what they won."""

    number: int  # from 0
    label: str
    had: float
    won: Estimate | None  # None where too few had it
    verdict: Verdict


@dataclass(frozen=True)
class Balance:
    """What games with one deck or sheet have shown."""

    name: str  # of one that comes with the game; empty: the one that is asked about
    player: str
    players: int
    games: int
    seats: tuple[Estimate, ...]  # what each wins; the first starts, where somebody does
    ties: Estimate
    length: Estimate  # moves and chance events: of the middle game, and of twenty the shortest and the longest
    points: Estimate  # of whoever wins
    alone: Estimate | None  # points of who plays alone, where that can be
    parts: tuple[PartShare, ...]


def balances(
    document: Document,
    *,
    games: int = GAMES,
    players: int | None = None,
    player: str = "",
    seed: str = "1",
    compiled: bool = True,
    seconds: float = 3600.0,
    ours: bool = True,
    tell: Tell = lambda done, total: None,
) -> list[Balance]:
    """The document's first, then those that come with the game; it gets half of the seconds, the others share the rest.

    The clock runs while games are played, not while rules are compiled. When its time is up there are fewer games.
    """
    game = registry.game(document.game)
    with _settled(game, document) as own:
        all_of_them = {"": own, **(_ours(game) if ours else {})}
        total = games * len(all_of_them)
        found = []
        for number, (name, options) in enumerate(all_of_them.items()):
            table = _Table(game, name, options, players, player, seed, compiled)
            before, beside = number * games, len(all_of_them) - 1
            share = seconds if beside == 0 else seconds / 2 if number == 0 else seconds / 2 / beside
            found.append(table.measured(games, share, lambda n: tell(before + n, total)))  # noqa: B023
        tell(total, total)
        return found


def part_named(game: Game, part: PartShare) -> Reason | str:
    """In the words of the game, where it says them."""
    named = getattr(game.module("content"), "part_named", None) if game.has("content") else None
    return part.label if named is None else named(part.number, part.label)


def strongest(game: Game, variant: str, players: int, *, compiled: bool = True) -> str:
    """The highest level that plays inside a native loop; where there is none, the very highest may think too long."""
    for level in reversed(bots.LEVELS if compiled else bots.LEVELS[:-1]):
        if Simulation(game.name, variant, players, {}, (level,) * players).native:
            return level
    return "greedy"


@contextmanager
def _settled(game: Game, document: Document) -> Iterator[Mapping[str, str]]:
    """Its options; a deck or sheet lies in a file meanwhile, where workers find it."""
    if game.content_option is None:
        yield document.options
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "own.toml"
        file.write_text(document.toml(), encoding="utf-8")
        yield {game.content_option.name: str(file)}


def _ours(game: Game) -> dict[str, Mapping[str, str]]:
    if game.content_option is None:
        return {"usual": {}}
    return {name: {game.content_option.name: name} for name in game.contents()}


@dataclass(frozen=True)
class _Table:
    """Who plays what, again and again."""

    game: Game
    name: str
    options: Mapping[str, str]
    players: int | None
    player: str
    seed: str
    compiled: bool

    def measured(self, games: int, seconds: float, tell: Callable[[int], None]) -> Balance:
        variant = next(iter(self.game.variants))
        solo = next((name for name, counts in self.game.variants.items() if counts == (1,)), None)
        share = seconds if solo is None else seconds / 2
        sample = self._sample(variant, self.players, games, share, tell)
        alone = None if solo is None else self._sample(solo, 1, max(1, games // 4), share, lambda n: None)
        low, middle, high = np.percentile(sample.columns["events"], [5, 50, 95])
        winners = np.where(sample.by_seat("place") == 0, sample.by_seat("points"), 0).max(axis=1)
        return Balance(
            name=self.name,
            player=sample.wanted.bots[0],
            players=sample.wanted.players,
            games=sample.games,
            seats=tuple(sample.share(seat) for seat in range(sample.wanted.players)),
            ties=sample.ties,
            length=Estimate(float(middle), float(low), float(high)),
            points=mean(winners),
            alone=None if alone is None else mean(alone.by_seat("points")[:, 0]),
            parts=_parts(sample),
        )

    def _sample(
        self, variant: str, players: int | None, games: int, seconds: float, tell: Callable[[int], None]
    ) -> Sample:
        counts = self.game.variants[variant]
        players = counts[0] if players is None else players
        if players not in counts:
            raise Trouble(f"{self.game.name} {variant} is for {', '.join(map(str, counts))} players, not {players}.")
        first = {option.name: "1" for option in self.game.options_of(variant) if option.kind == "seat"}
        wanted = simulation(
            self.game,
            [self.player or strongest(self.game, variant, players, compiled=self.compiled)],
            variant=variant,
            players=players,
            options={**first, **self.options},
            seed=self.seed,
            compiled=self.compiled,
        )
        tell(0)
        warm_up(wanted)
        begin, parts, done, size, spent = time.monotonic(), list[Played](), 0, 1, 0.0
        while done < games and (not parts or spent < seconds):
            size = min(2 * size, CHUNK, games - done)  # the first are few: nobody knows how long a game takes
            parts.append(play(wanted, done, size))
            done += size
            spent = time.monotonic() - begin
            tell(max(done, min(games, int(games * spent / max(seconds, 1e-9)))))
        return sample_of(wanted, parts)


def sample_of(wanted: Simulation, parts: list[Played]) -> Sample:
    """Games that lie in memory, as a report reads them."""
    numbers, places, points, moves, each, whole = (
        np.concatenate([part.arrays[k] for part in parts]) for k in range(len(parts[0].arrays))
    )
    tallies, of_game = wanted.tallies()
    columns = {"number": np.arange(len(places)), "events": numbers[:, counting.EVENTS]}
    for seat in range(wanted.players):
        counted = {"place": places, "points": points, "moves": moves}
        columns |= {f"{name}_{seat + 1}": values[:, seat] for name, values in counted.items()}
        columns |= {f"{name}_{seat + 1}": each[:, seat, k] for k, name in enumerate(tallies)}
    columns |= {name: whole[:, k] for k, name in enumerate(of_game)}
    return Sample(wanted, "", columns)


def _parts(sample: Sample) -> tuple[PartShare, ...]:
    """Of the first set that the game counts: the cards won, the areas completed."""
    for name, labels in sample.wanted.header()["sets"].items():
        return tuple(_part(sample, name, number, label) for number, label in enumerate(labels))
    return ()


def _part(sample: Sample, name: str, number: int, label: str) -> PartShare:
    found = sample.with_label(name, number)
    had = 0.0 if found is None else found[1].mean
    if found is None or found[0] < ENOUGH or had < RARE:
        is_rare = had < RARE and sample.games * sample.wanted.players >= MANY
        return PartShare(number, label, had, None, "rare" if is_rare else "")
    won, fair = found[2], 1 / sample.wanted.players
    verdict: Verdict = "always" if won.low >= ALWAYS else "never" if won.high < fair + NOTABLE else ""
    return PartShare(number, label, had, won, verdict)
