"""Many games at once, compiled and on several threads."""

from __future__ import annotations

import sys
import threading
import time

import numpy as np
import pytest

from setups import Setup, plain_setups
from spieltisch.contract import Trouble
from spieltisch.env.batching import batch
from spieltisch.env.checking import TOLD, check
from spieltisch.env.hands import SHARE, Compiled
from trying import once


@pytest.mark.parametrize("setup", once(plain_setups(), Setup("genial_dice", "base", 2)), ids=str)
def test_a_compiled_batch_is_the_same_as_single_tables(setup: Setup) -> None:
    tables = batch(setup.game, 2, players=setup.players, variant=setup.variant, compiled=True)
    assert check(tables, 26).decisions == 52


def test_games_do_not_depend_on_how_many_threads_there_are() -> None:
    n = 3 * SHARE
    one, three = (batch("genial_dice", n, threads=threads, compiled=True) for threads in (1, 3))
    assert isinstance(three.hands, Compiled) and three.hands.threads == 3
    for _ in range(200):
        one.step(one.sample())
        three.step(three.sample())
    assert one.rows.tobytes() == three.rows.tobytes()
    for name in TOLD:
        assert (getattr(one, name) == getattr(three, name)).all()
    given = three.sample().copy()
    given[[2 * SHARE + 5, SHARE + 5]] = -1
    with pytest.raises(Trouble, match=f"Game {SHARE + 5}: decision -1 is not legal"):
        three.step(given)


def test_threads_that_have_fallen_asleep_or_hold_other_arrays_are_called_again() -> None:
    one, two = (batch("genial_dice", 2 * SHARE, threads=threads, compiled=True) for threads in (1, 2))
    elsewhere = np.zeros(two.observations.shape, np.float32)
    for step in range(12):
        one.step(one.sample())
        two.step(two.sample())
        if step % 3 == 1:
            assert (two.look(1, out=elsewhere) == one.look(1)).all()
        if step % 3 == 2:
            time.sleep(0.01)  # longer than anybody listens
        assert (two.observations == one.observations).all() and (two.legal == one.legal).all()
    assert one.rows.tobytes() == two.rows.tobytes()


def test_the_threads_of_a_batch_end_with_it() -> None:
    before = set(threading.enumerate())
    tables = batch("genial_dice", 3 * SHARE, threads=3, compiled=True)
    tables.step(tables.sample())
    others = set(threading.enumerate()) - before
    assert len(others) == 2 and all(each.daemon for each in others)
    del tables
    for each in others:
        each.join(10)
        assert not each.is_alive()


def test_arrays_that_were_given_are_let_go_again() -> None:
    tables = batch("genial_dice", 8, players=2, threads=1, compiled=True)
    tables.step(tables.sample())
    before = [sys.getrefcount(array) for array in tables._arrays]
    for _ in range(50):
        tables.step(tables.sample())
    assert [sys.getrefcount(array) for array in tables._arrays] == before
