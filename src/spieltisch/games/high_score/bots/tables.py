"""What a turn and a game can come to, listed once: tables in which players of High Score look things up.

Some follow from the rules. Those of data/turns.npz are made by studies/high_score_turns.py for the cards of our own
deck; cards of other decks are solved when they are played.

cards    the cards that the tables know: way, scoring, swirl
results  by card: the result of every roll of seven dice
answers  by card, by what second place is worth (0 to 1, where first place is worth 1) and by field: what the last of
         two can expect who wants to pass this field; where second place is worth nothing, the best chance to pass it
hopes    by card, rolls made and dice kept: mean and spread of the result of somebody who plays for points
duel     for two, by rounds left and by the lead of whoever starts the next round in points and in gold: the chance to
         win if both play for that
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from spieltisch.games.high_score.rules import (
    BRONZE,
    DICE,
    FACES,
    FACTORIALS,
    GOLD,
    HANDFUL,
    HANDFULS,
    MOST_PLAYERS,
    ONE_SWIRL,
    ROLLS,
    ROUNDS,
    SILVER,
    STEPS,
    SWIRL,
    number,
)
from spieltisch.kernel import Doubles, Ints

FILE = Path(__file__).parent.parent / "data" / "turns.npz"
LOWEST = -70  # seven swirls of -10
SPREAD = 141  # results from there to 70
FIELDS = 71  # 0 is the middle of the board
KEPT = int(STEPS[0, DICE])  # handfuls of fewer than seven dice come first
MOST_PAIRS = 7056  # of handfuls that stand and rolls of the other dice, for one number of dice that stand
LAYERS = np.array([0, 2, 1], np.int64)  # of hopes, by way of rolling: full rolls need none, free ones one for each roll
SECONDS = 11  # second place is worth nothing, a tenth, ... or as much as the first
SOLVED_STEP = 10  # of cards that the tables do not know only every tenth field is solved
LEAD, GOLD_LEAD = GOLD * ROUNDS, ROUNDS  # at most
ENDINGS = 400  # of a game of three and more, imagined
EDGE = 0.02  # how much better it is to roll one later, where luck goes from 0 to 1
GUESSES = 48  # of what those roll who are still to come


def _neighbours() -> tuple[Ints, Ints]:
    """The handful with one die of a face more, and with one less; -1 where there is none."""
    numbers = {int(handful): k for k, handful in enumerate(HANDFUL)}
    more, less = np.full((2, HANDFULS, FACES), -1, np.int64)
    for k in range(KEPT):
        for face in range(FACES):
            more[k, face] = numbers[int(HANDFUL[k]) + (1 << 3 * face)]
            less[more[k, face], face] = k
    return more, less


def _likely() -> Doubles:
    """How likely so many dice show just this handful."""
    counts = HANDFUL[:, None] >> 3 * np.arange(FACES) & 7
    dice = counts.sum(axis=1)
    return np.asarray(FACTORIALS[dice] / FACTORIALS[counts].prod(axis=1) / ROLLS[dice], np.float64)


def _swirls() -> Ints:
    """Of each handful its swirls alone."""
    return np.array([number((int(handful) >> 3 * SWIRL) * ONE_SWIRL) for handful in HANDFUL], np.int64)


WITH, WITHOUT = _neighbours()
LIKELY = _likely()
SWIRLS = _swirls()
TALLY = np.array([0, 1, 6, 36], np.int64)  # of a chip for the first seat, twice that for the second, and so on
TALLIES = 216


def _chips() -> Ints:
    """By seat and tally."""
    chips = np.zeros((MOST_PLAYERS, TALLIES), np.int64)
    for tally in range(TALLIES):
        for chip in (BRONZE, SILVER, GOLD):
            taker = tally // int(TALLY[chip]) % (MOST_PLAYERS + 1)
            if taker > 0:
                chips[taker - 1, tally] = chip
    return chips


CHIPS = _chips()
SHARE = 1 / np.maximum(np.array([set_.bit_count() for set_ in range(1 << MOST_PLAYERS)], np.float64), 1)
RANK = np.array([0, 10_000, 20_001, 30_100], np.int64)  # of a chip: points, then gold, then silver in one number


def _later() -> Ints:
    """Rounds to come, chips by lot, for three and more: by players, rounds, who rolls how late in the first of them."""
    luck = np.random.RandomState(1)
    later = np.zeros((MOST_PLAYERS - 2, ROUNDS + 1, MOST_PLAYERS, ENDINGS), np.int64)
    each = np.arange(ENDINGS)
    for players in range(3, MOST_PLAYERS + 1):
        starter = np.zeros(ENDINGS, np.int64)
        for rounds in range(1, ROUNDS + 1):
            later[players - 3, rounds] = later[players - 3, rounds - 1]
            fortune = luck.rand(ENDINGS, players) + EDGE * np.arange(players)
            takers = (starter[:, None] + np.argsort(-fortune, axis=1)) % players
            for place, chip in enumerate((GOLD, SILVER, BRONZE)):
                later[players - 3, rounds, takers[:, place], each] += RANK[chip]
            starter = takers[:, 0]
    return later


def _luck() -> Ints:
    """For each of those still to come the guesses in another order."""
    luck = np.random.RandomState(1)
    return np.array([luck.permutation(GUESSES) for _ in range(MOST_PLAYERS)], np.int64)


LATER = _later()
LUCK = _luck()
with np.load(FILE) as _file:
    CARDS_SOLVED: Ints = _file["cards"].astype(np.int64)
    RESULTS: Ints = _file["results"].astype(np.int64)
    ANSWERS: Doubles = _file["answers"].astype(np.float64)
    HOPES: npt.NDArray[np.float32] = _file["hopes"]
    DUEL: Doubles = _file["duel"].astype(np.float64)
HOPES_AT = np.concatenate(([0], np.cumsum(LAYERS[CARDS_SOLVED[:, 0]]))).astype(np.int64)
