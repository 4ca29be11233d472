"""Do the puzzles keep what they promise? A random sample is measured again, the levels solve it, and players of known
strength are rated by it.

python -m studies.puzzles [GAME ...] [--sample 60] [--times 10] [--seed 7] [--json FILE]

Measured puzzles are played on in ten times as many worlds: the answer, whatever else is accepted, what the levels play,
and the nearest of the moves that are not accepted. Solved ones are played on as well, which is another way to the same
values: here the answer has to beat the tempting move. A puzzle keeps its answer if the best of these moves is one that
is accepted; its margin holds if the tempting move still costs at least the lower end of its interval. It ends with 1
where fewer than 97 % keep their answer with the margin, level 6 solves fewer than 90 %, level 1 half of them or more,
or somebody's rating is on average more than 50 points from the truth.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import numpy as np

from spieltisch import bots, registry
from spieltisch.coach.judge import play_out, standard_error
from spieltisch.game import Game
from spieltisch.kernel import generator
from spieltisch.lab.selfplay import wilson
from spieltisch.puzzles.measuring import SURE
from spieltisch.puzzles.puzzle import SCALE, Puzzle, check, shipped
from spieltisch.puzzles.training import Progress, answer, choose

NEAREST = 3  # moves that are not accepted
AT_ONCE, MOST, CLEAR = 200, 3000, 3.0  # what was solved: so many worlds again and again, until it is clear
STRENGTHS = (1200, 1500, 1800)
ANSWERS = 60
NEAR = 50  # points of rating
KEPT = 0.97  # of a sample
PLAYERS = 60  # of each strength


@dataclass(frozen=True)
class Again:
    """One puzzle, measured again."""

    kept: bool
    margin: bool


@dataclass(frozen=True)
class Report:
    game: str
    puzzles: int
    sample: int
    kept: int
    margin: int
    failed: list[str]  # those that did not keep their answer with the margin
    solved: list[float]  # by level, with luck of its own and its usual time
    themes: dict[str, int]
    difficulty: dict[int, int]  # how many levels miss it
    strengths: dict[int, tuple[float, float, float]]  # mean rating, mean distance from the truth, share within 50


def again(game: Game, puzzle: Puzzle, times: int, seed: int) -> Again:
    at = check(game, puzzle)
    seen, legal = game.hidden(at.rows, puzzle.seat), game.legal(at.rows, puzzle.seat)
    order = sorted(range(len(legal)), key=lambda place: (puzzle.losses[place], place))
    accepted = [place for place in order if puzzle.accepted[place]][:6]
    wrong = [place for place in order if not puzzle.accepted[place]][:NEAREST]
    places = list(dict.fromkeys([puzzle.best, puzzle.tempting, *accepted, *puzzle.levels, *wrong]))
    if not puzzle.worlds:
        places = places[:2]
    actions, rng = [int(legal[place]) for place in places], generator(seed)
    values = play_out(game, seen, puzzle.seat, rng, actions, times * puzzle.worlds or AT_ONCE)
    behind = values[:, 0] - values[:, 1]
    while not puzzle.worlds and len(values) < MOST and abs(behind.mean()) < CLEAR * standard_error(behind):
        values = np.concatenate((values, play_out(game, seen, puzzle.seat, rng, actions, AT_ONCE)))
        behind = values[:, 0] - values[:, 1]
    means = values.mean(axis=0)
    best = max(range(len(places)), key=lambda k: float(means[k]))
    lower = puzzle.losses[puzzle.tempting] - (puzzle.errors[puzzle.tempting] if puzzle.errors else 0)
    return Again(
        puzzle.accepted[places[best]],
        bool(behind.mean() + SURE * standard_error(behind) >= lower / SCALE and behind.mean() > 0),
    )


def solves(game: Game, puzzle: Puzzle, level: str, seed: int) -> bool:
    at = check(game, puzzle)
    seen, legal = game.hidden(at.rows, puzzle.seat), game.legal(at.rows, puzzle.seat).tolist()
    played = bots.named(level, game).choose(game, seen, puzzle.seat, generator(seed))
    place: int = legal.index(int(played))
    return puzzle.accepted[place]


def share_solved(game: Game, drawn: list[Puzzle], level: str, seed: int) -> float:
    """Each with luck of its own."""
    return sum(solves(game, puzzle, level, seed + k) for k, puzzle in enumerate(drawn)) / len(drawn)


def converged(puzzles: tuple[Puzzle, ...], strength: int, seed: int) -> float:
    """The rating of somebody so strong after some puzzles, from nothing."""
    luck, progress = Random(f"{strength}/{seed}"), Progress()
    for _ in range(ANSWERS):
        puzzle = choose(progress, puzzles, luck)
        chance = 1 / (1 + 10 ** ((Progress().rating_of(puzzle).rating - strength) / 400))
        progress = answer(progress, puzzle, float(luck.random() < chance))
    return progress.player.rating


def report(game: Game, sample: int, times: int, seed: int) -> Report:
    puzzles = shipped(game.name)
    drawn = Random(seed).sample(puzzles, min(sample, len(puzzles)))
    measured = [again(game, puzzle, times, seed + k) for k, puzzle in enumerate(drawn)]
    strengths = {}
    for strength in STRENGTHS:
        rated = [converged(puzzles, strength, k) for k in range(PLAYERS)]
        away = [abs(each - strength) for each in rated]
        strengths[strength] = (sum(rated) / PLAYERS, sum(away) / PLAYERS, sum(each <= NEAR for each in away) / PLAYERS)
    return Report(
        game.name,
        len(puzzles),
        len(drawn),
        sum(each.kept for each in measured),
        sum(each.margin for each in measured),
        [puzzle.name for puzzle, each in zip(drawn, measured, strict=True) if not (each.kept and each.margin)],
        [share_solved(game, drawn, level, seed + 1) for level in bots.LEVELS],
        dict(Counter(puzzle.theme for puzzle in puzzles).most_common()),
        dict(sorted(Counter(puzzle.missed for puzzle in puzzles).items())),
        strengths,
    )


def holds(found: Report) -> bool:
    return (
        len(found.failed) <= (1 - KEPT) * found.sample
        and found.solved[-1] >= 0.9
        and found.solved[0] < 0.5
        and all(away <= NEAR for _, away, _ in found.strengths.values())
    )


def told(found: Report) -> str:
    """As lines of docs/puzzles.md."""
    share = wilson(found.kept / found.sample, found.sample)
    solved = " ".join(f"{each:.0%}" for each in found.solved)
    rated = ", ".join(f"{s}: {m:.0f} ± {a:.0f} ({w:.0%})" for s, (m, a, w) in found.strengths.items())
    themes = ", ".join(f"{name} {n}" for name, n in found.themes.items())
    return (
        f"| {found.game} | {found.puzzles} | {found.kept}/{found.sample} ({share.low:.0%} to {share.high:.0%}) "
        f"| {found.margin}/{found.sample} | {solved} |\n  themes: {themes}; missed by: {found.difficulty}\n"
        f"  ratings after {ANSWERS} puzzles: {rated}\n  without answer or margin: {', '.join(found.failed) or 'none'}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    found = []
    for name in args.games or [name for name in registry.ours() if shipped(name)]:
        game = registry.game(name)
        game.use_compiled()
        found.append(report(game, args.sample, args.times, args.seed))
        print(told(found[-1]), flush=True)
    if args.json:
        args.json.write_text(json.dumps([asdict(each) for each in found], indent=1), encoding="utf-8")
    sys.exit(0 if all(map(holds, found)) else 1)


if __name__ == "__main__":
    main()
