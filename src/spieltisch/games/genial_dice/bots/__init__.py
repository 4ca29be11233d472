"""Who plays at the dice game, wired in sight."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch.contract import Policy, Search, Worth
from spieltisch.games.genial_dice.bots.evaluation import evaluate, worth
from spieltisch.games.genial_dice.bots.levels import beginner, for_sheet, hasty, learner, near, strongest
from spieltisch.games.genial_dice.bots.references import first_greedy, marks_greedy
from spieltisch.games.genial_dice.bots.search import candidates, play_on, policy

WORTH: Worth = worth
POLICIES: Mapping[str, Policy] = {
    each.__name__: each for each in (beginner, learner, hasty, marks_greedy, for_sheet, near, strongest)
}
REFERENCES: Mapping[str, Policy] = {"marks-greedy": marks_greedy, "first-greedy": first_greedy}
SEARCHES: Mapping[str, Search] = {
    "search": Search(candidates=candidates, policy=policy, evaluate=evaluate, worth=worth, play_on=play_on)
}
