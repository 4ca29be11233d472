"""Golden playthroughs in written notation, one per variant and player count: they end in the same bytes for ever."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from setups import plain_setups
from spieltisch import Record, replay

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", [str(setup) for setup in plain_setups()])
def test_a_golden_playthrough_ends_as_it_always_did(name: str) -> None:
    text = (GOLDEN / f"{name}.json").read_text(encoding="utf-8")
    table = replay(Record.from_json(text))
    assert table.outcome is not None
    assert hashlib.sha256(table.rows.tobytes()).hexdigest() == json.loads(text)["last_state"]
