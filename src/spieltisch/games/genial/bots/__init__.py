"""Who plays at the tile game, wired in sight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from spieltisch.contract import Net, Policy, Search, Worth
from spieltisch.games.genial.bots import net
from spieltisch.games.genial.bots.evaluation import evaluate, kind_of, worth
from spieltisch.games.genial.bots.levels import beginner, casual, considered
from spieltisch.games.genial.bots.references import low_greedy, total_greedy, two_ply
from spieltisch.games.genial.bots.search import candidates, play_on, policy, shortlist

WORTH: Worth = worth
POLICIES: Mapping[str, Policy] = {each.__name__: each for each in (beginner, casual, considered, low_greedy, policy)}
REFERENCES: Mapping[str, Policy] = {"low-greedy": low_greedy, "total-greedy": total_greedy, "two-ply": two_ply}

SEARCH = Search(candidates=candidates, policy=policy, evaluate=evaluate, worth=worth, play_on=play_on)
SEARCHES: Mapping[str, Search] = {"search": SEARCH, "net": replace(SEARCH, evaluate=net.evaluate)}
NETS: Mapping[str, Net] = {
    "net": Net(inputs=net.inputs, kind_of=kind_of, shortlist=shortlist, size=net.INPUTS, weights=net.WEIGHTS)
}
