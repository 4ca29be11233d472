"""The batch on a graphics card, which numba plays in Python where there is none."""

from __future__ import annotations

import os
import subprocess
import sys

from spieltisch import registry

ON_THE_CARD = """
import sys
import numpy as np
from spieltisch.contract import Trouble
from spieltisch.env.batching import batch
from spieltisch.env.checking import TOLD

def told(tables, name):
    array = getattr(tables, name)
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array

def same(here, there):
    assert here.rows.tobytes() == there.rows.tobytes()
    for name in TOLD:
        assert np.allclose(told(here, name), told(there, name), atol=1e-6), name

for name in sys.argv[1:]:
    here, there = (batch(name, 3, seed=3, compiled=False, gpu=gpu) for gpu in (False, True))
    for _ in range(6):
        decisions = here.sample().copy()
        assert (there.sample().copy_to_host() == decisions).all()
        here.step(decisions)
        there.step(decisions)
        same(here, there)
    wrong = here.sample().copy()
    assert (there.sample().copy_to_host() == wrong).all()
    wrong[1] = 1 << 40
    for tables in (here, there):
        try:
            tables.step(wrong)
        except Trouble as trouble:
            assert str(trouble).startswith("Game 1: decision 1099511627776 is not legal for"), trouble
        else:
            raise AssertionError
    same(here, there)
    same(here.imagine([2, 0], seed=4), there.imagine([2, 0], seed=4))
    assert np.allclose(here.look(1), there.look(1).copy_to_host(), atol=1e-6)
    here.reset(9, which=[0])
    there.reset(9, which=[0])
    same(here, there)
    print(name)
"""


def test_a_batch_on_the_card_tells_the_same() -> None:
    simulated = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(
        [sys.executable, "-c", ON_THE_CARD, *registry.ours()],
        capture_output=True,
        text=True,
        timeout=120,
        env=simulated,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split() == registry.ours()
