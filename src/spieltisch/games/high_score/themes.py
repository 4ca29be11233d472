"""What a position of High Score teaches, and what its moves are worth: with two players nothing needs to be guessed."""

from __future__ import annotations

from spieltisch.games.high_score.bots.search import HABITS, THE_WIN, kept, weigh_by
from spieltisch.games.high_score.rules import ASIDE, DICE, STOP, State, count, size, way
from spieltisch.kernel import Doubles, Ints, rule

THEMES = ("stop_or_roll", "swirl", "to_beat", "set_aside", "keep")
CARDS = ("stop_or_roll",)  # quick to decide
SWIRL = 5  # the sixth face


@rule
def solve(state: State, seat: int, actions: Ints, values: Doubles, doubts: Doubles) -> int:
    """The chance to win of every legal action, when the turn is played as well as possible."""
    found = weigh_by(state, seat, HABITS[THE_WIN], actions, values)
    doubts[:found] = 0.0
    return found


def theme(state: State, seat: int, best: int, tempting: int) -> str:
    if _ends(state, best) != _ends(state, tempting):
        return "stop_or_roll"
    if count(kept(state, best), SWIRL) != count(kept(state, tempting), SWIRL):
        return "swirl"
    others = [int(state.fields[state.round, other]) for other in range(state.players) if other != seat]
    if (seat + 1) % state.players == state.starter and max(others) > 0:
        return "to_beat"
    return "set_aside" if way(state) == ASIDE else "keep"


def _ends(state: State, action: int) -> bool:
    """Whether the turn is over with it."""
    if way(state) == ASIDE:
        return size(kept(state, action)) == DICE
    return action == STOP
