"""Writes the golden playthroughs anew: one per variant and player count, greedy against greedy.

Only to be run when a rule has changed on purpose: `.venv/bin/python tests/golden/write.py`.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from setups import Setup, plain_setups
from spieltisch import bots
from spieltisch.kernel import generator


def playthrough(setup: Setup) -> str:
    table, rng, greedy = setup.table(seed=1), generator(1), bots.named("greedy")
    while table.waiting:
        seat = table.waiting[0]
        table.act(seat, greedy.choose(table.game, table.game.hidden(table.rows, seat), seat, rng))
    document = json.loads(table.record().to_json())
    document["last_state"] = hashlib.sha256(table.rows.tobytes()).hexdigest()
    events = ",\n  ".join(json.dumps(event, ensure_ascii=False) for event in document.pop("log"))
    rest = json.dumps(document, ensure_ascii=False, indent=1)
    return f'{rest[:-2]},\n "log": [\n  {events}\n ]\n}}\n'


if __name__ == "__main__":
    for setup in plain_setups():
        (Path(__file__).parent / f"{setup}.json").write_text(playthrough(setup), encoding="utf-8")
        print(setup)
