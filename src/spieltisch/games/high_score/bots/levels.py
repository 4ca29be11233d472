"""Players from a first evening to one who never errs."""

from __future__ import annotations

from spieltisch.games.high_score.bots.search import (
    ADDER,
    BEGINNER,
    FORGETFUL,
    HABITS,
    HIGHEST_SCORE,
    MOST_CHIPS,
    REGULAR,
    SHORT_SIGHTED,
    THE_WIN,
    play_by,
)
from spieltisch.games.high_score.rules import State
from spieltisch.kernel import Rng, rule


@rule
def highest_score(state: State, seat: int, rng: Rng) -> int:
    """Never errs, and looks only at the dice."""
    return play_by(state, seat, HABITS[HIGHEST_SCORE])


@rule
def most_chips(state: State, seat: int, rng: Rng) -> int:
    """Looks at the track, too."""
    return play_by(state, seat, HABITS[MOST_CHIPS])


@rule
def the_win(state: State, seat: int, rng: Rng) -> int:
    """And at the chips that everybody has."""
    return play_by(state, seat, HABITS[THE_WIN])


@rule
def beginner(state: State, seat: int, rng: Rng) -> int:
    """Likes high dice whatever the card says, thinks of the next roll only, and has enough after two."""
    return play_by(state, seat, HABITS[BEGINNER])


@rule
def adder(state: State, seat: int, rng: Rng) -> int:
    """Likes high dice whatever the card says and thinks of the next roll only, but rolls three times."""
    return play_by(state, seat, HABITS[ADDER])


@rule
def forgetful(state: State, seat: int, rng: Rng) -> int:
    """Likes high dice in three of four turns; in the others the card is read and the turn thought through."""
    return play_by(state, seat, HABITS[FORGETFUL])


@rule
def short_sighted(state: State, seat: int, rng: Rng) -> int:
    """Reads the card, but thinks of the next roll only."""
    return play_by(state, seat, HABITS[SHORT_SIGHTED])


@rule
def regular(state: State, seat: int, rng: Rng) -> int:
    """Looks at the track, but thinks of the next roll only, and has enough after four."""
    return play_by(state, seat, HABITS[REGULAR])
