"""Writes the golden playthroughs: one per variant and player count, greedy against greedy.

Only to be run when a rule or a view has changed on purpose: `.venv/bin/python tests/golden/write.py`. A playthrough
whose moves are still possible is kept and only its hashes are new; `--anew` plays all of them again.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from golden.steps import differences, steps_of
from setups import LONGEST, Setup, plain_setups
from spieltisch import Record, Table, Trouble, bots, replay
from spieltisch.kernel import generator

FOLDER = Path(__file__).parent


def played(setup: Setup) -> Table:
    table, rng, greedy = setup.table(seed=1), generator(1), bots.named("greedy")
    for _ in range(LONGEST):
        if not table.waiting:
            return table
        seat = table.waiting[0]
        table.act(seat, greedy.choose(table.game, table.game.hidden(table.rows, seat), seat, rng))
    raise AssertionError(f"{setup} does not end")


def kept(file: Path) -> Table | None:
    """The playthrough of a file, if its moves are still possible; says what has changed in it."""
    if not file.exists():
        return None
    text = file.read_text(encoding="utf-8")
    try:
        table = replay(Record.from_json(text))
    except Trouble as trouble:
        print(f"{file.stem}: {trouble}")
        return None
    for difference in differences(table, json.loads(text).get("steps", [])):
        print(f"{file.stem}: {difference}")
        break
    return table


def written(table: Table) -> str:
    """A line for each event and a line for each step."""
    document = json.loads(table.record().to_json())
    log = ",\n  ".join(json.dumps(event, ensure_ascii=False) for event in document.pop("log"))
    steps = ",\n  ".join(json.dumps(step) for step in steps_of(table))
    rest = json.dumps(document, ensure_ascii=False, indent=1)
    return f'{rest[:-2]},\n "log": [\n  {log}\n ],\n "steps": [\n  {steps}\n ]\n}}\n'


if __name__ == "__main__":
    for setup in plain_setups():
        file = FOLDER / f"{setup}.json"
        table = None if "--anew" in sys.argv else kept(file)
        file.write_text(written(table or played(setup)), encoding="utf-8")
