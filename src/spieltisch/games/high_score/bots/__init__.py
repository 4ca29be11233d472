"""Who plays at High Score, wired in sight."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch.contract import Policy, Search, Worth
from spieltisch.games.high_score.bots.chips import evaluate, worth
from spieltisch.games.high_score.bots.levels import (
    adder,
    beginner,
    forgetful,
    highest_score,
    most_chips,
    regular,
    short_sighted,
    the_win,
)
from spieltisch.games.high_score.bots.search import candidates, policy

WORTH: Worth = worth
POLICIES: Mapping[str, Policy] = {
    each.__name__: each for each in (beginner, adder, forgetful, short_sighted, regular, the_win)
}
REFERENCES: Mapping[str, Policy] = {"highest-score": highest_score, "most-chips": most_chips}
SEARCHES: Mapping[str, Search] = {
    "search": Search(candidates=candidates, policy=policy, evaluate=evaluate, worth=worth)
}
