"""Who plays at the sheet game, wired in sight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from spieltisch.contract import Net, Policy, Search, Worth
from spieltisch.games.brilliant.bots import net
from spieltisch.games.brilliant.bots.greedy import worth
from spieltisch.games.brilliant.bots.hopes import evaluate
from spieltisch.games.brilliant.bots.levels import attentive, beginner, casual, considered, distracted, hurried
from spieltisch.games.brilliant.bots.search import by_next_roll, imagine, policy

WORTH: Worth = worth
POLICIES: Mapping[str, Policy] = {each.__name__: each for each in (beginner, distracted, hurried, casual, attentive)}
REFERENCES: Mapping[str, Policy] = {"next-roll": considered}

SEARCH = Search(candidates=by_next_roll, policy=policy, evaluate=evaluate, worth=worth, imagine=imagine)
SEARCHES: Mapping[str, Search] = {
    "search": SEARCH,
    "net": replace(SEARCH, candidates=net.candidates, evaluate=net.evaluate),
}
NETS: Mapping[str, Net] = {
    "net": Net(inputs=net.inputs, kind_of=net.kind_of, shortlist=by_next_roll, size=net.INPUTS, weights=net.WEIGHTS)
}
