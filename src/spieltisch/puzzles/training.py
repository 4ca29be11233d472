"""Somebody who practises: which puzzle comes next, what an answer is worth, and what is remembered of it.

A puzzle is rated by how many levels miss it, and then by how this person fares. One is asked what suits one's rating;
themes in which one loses points come more often, and what was missed comes again after a while.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from pathlib import Path
from random import Random
from typing import Any

from spieltisch import files
from spieltisch.contract import Trouble
from spieltisch.puzzles.puzzle import Puzzle
from spieltisch.puzzles.rating import Glicko, rated

FILE = "puzzles.json"  # in the folder where tables are kept
FORMAT = 1
LARGEST = 5_000_000  # bytes
EASIEST, STEP = 1000, 200  # the rating of a puzzle that no level misses, and what each one that does adds
UNSURE = 120.0  # deviation of a puzzle that nobody has tried
PERIOD = 12  # puzzles: the ratings of the paper are reckoned anew after ten to fifteen games, ours after each
AGAIN = 8  # puzzles until one that was missed may come again
SUITS = 200.0  # points of rating: what is so much easier or harder comes less often


@dataclass(frozen=True)
class Attempt:
    """A puzzle that somebody has answered."""

    rating: Glicko
    tries: int
    score: float  # of the last answer
    at: int  # how many puzzles had been answered then


@dataclass(frozen=True)
class Progress:
    """Of one person at one game."""

    player: Glicko = field(default_factory=Glicko)
    answered: int = 0
    tried: Mapping[str, Attempt] = field(default_factory=dict)  # by the name of the puzzle

    def rating_of(self, puzzle: Puzzle) -> Glicko:
        known = self.tried.get(puzzle.name)
        return known.rating if known else Glicko(EASIEST + STEP * puzzle.missed, UNSURE)

    def weakness(self, theme: str, puzzles: Sequence[Puzzle]) -> float:
        """From 0 to 1: the part that is lost in this theme; half of it where nothing is known."""
        scores = [self.tried[each.name].score for each in puzzles if each.theme == theme and each.name in self.tried]
        return 1 - (1 + sum(scores)) / (2 + len(scores))


def grade(puzzle: Puzzle, place: int) -> float:
    """Of the legal move at this place: all for what may be best, half for what costs little beside the tempting one."""
    if puzzle.accepted[place]:
        return 1.0
    return 0.5 if 2 * puzzle.losses[place] < puzzle.losses[puzzle.tempting] else 0.0


def how_measured(puzzle: Puzzle) -> str:
    """The key of the sentence that says how its values are known."""
    if puzzle.worlds:
        return "puzzle_measured"
    return "puzzle_turn_solved" if puzzle.errors else "puzzle_solved"


def answer(progress: Progress, puzzle: Puzzle, score: float) -> Progress:
    """After an answer; both ratings move."""
    player, rating = progress.player, progress.rating_of(puzzle)
    known = progress.tried.get(puzzle.name)
    if known:  # who has seen the answer is not rated again
        after = Attempt(known.rating, known.tries + 1, score, progress.answered)
    else:
        after = Attempt(rated(rating, [(player, 1 - score)], 1 / PERIOD), 1, score, progress.answered)
        player = rated(player, [(rating, score)], 1 / PERIOD)
    return Progress(player, progress.answered + 1, {**progress.tried, puzzle.name: after})


def choose(progress: Progress, puzzles: Sequence[Puzzle], luck: Random) -> Puzzle:
    """The next one: new, or missed some time ago; where there is none, the one that was answered longest ago."""
    open_ones = [each for each in puzzles if _is_open(progress, each)]
    if not open_ones:
        return min(puzzles, key=lambda each: progress.tried[each.name].at)
    themes = {each.theme for each in puzzles}
    weak = {theme: 0.2 + progress.weakness(theme, puzzles) for theme in themes}
    many = {theme: sum(each.theme == theme for each in open_ones) for theme in themes}
    weights = [weak[each.theme] / many[each.theme] * _suits(progress, each) for each in open_ones]
    return luck.choices(open_ones, weights)[0]


def _is_open(progress: Progress, puzzle: Puzzle) -> bool:
    known = progress.tried.get(puzzle.name)
    return known is None or (known.score < 1 and progress.answered - known.at > AGAIN)


def _suits(progress: Progress, puzzle: Puzzle) -> float:
    away = (progress.rating_of(puzzle).rating - progress.player.rating) / SUITS
    return exp(-min(away * away, 20.0))


# What is kept


def load(folder: Path, game: str) -> Progress:
    return _progress(folder / FILE, _kept(folder).get(game, {}))


def save(folder: Path, game: str, progress: Progress) -> None:
    """What is kept of other games stays."""
    kept = {**_kept(folder), game: _shown(progress)}
    table = {"spieltisch": "progress", "format": FORMAT, "games": kept}
    files.write_safely(folder / FILE, json.dumps(table, separators=(",", ":")))


def _kept(folder: Path) -> dict[str, Any]:
    file = folder / FILE
    if not file.exists():
        return {}
    try:
        table = json.loads(files.read_text(file, LARGEST))
        if (table["spieltisch"], table["format"]) != ("progress", FORMAT):
            raise ValueError
        return dict(table["games"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _damaged(file) from None


def _shown(progress: Progress) -> dict[str, Any]:
    return {
        "player": numbers(progress.player),
        "answered": progress.answered,
        "tried": {
            name: [*numbers(each.rating), each.tries, each.score, each.at] for name, each in progress.tried.items()
        },
    }


def numbers(rating: Glicko) -> list[float]:
    """As it is kept: finer than anybody can tell."""
    return [round(rating.rating, 2), round(rating.deviation, 2), round(rating.volatility, 6)]


def _progress(file: Path, table: Mapping[str, Any]) -> Progress:
    if not table:
        return Progress()
    try:
        tried = {
            str(name): Attempt(_glicko(numbers[:3]), int(numbers[3]), float(numbers[4]), int(numbers[5]))
            for name, numbers in table["tried"].items()
        }
        return Progress(_glicko(table["player"]), int(table["answered"]), tried)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        raise _damaged(file) from None


def _glicko(numbers: Sequence[Any]) -> Glicko:
    rating, deviation, volatility = (float(number) for number in numbers)
    if not (abs(rating) < 10_000 and 0 < deviation <= 350 and 0 < volatility < 1):
        raise ValueError
    return Glicko(rating, deviation, volatility)


def _damaged(file: Path) -> Trouble:
    sentence = f"What was kept of your puzzles cannot be read: {file}. Move it away, or bring back a copy of it."
    return Trouble(sentence, "progress_damaged", file=str(file))
