"""DLPack by hand, tried with numpy in the processor's memory: it takes what a card's arrays offer, only elsewhere."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest

from spieltisch.env import dlpack


class Memory:
    """Offers an array of numpy as `OnCard` offers the card's."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(self, **_: Any) -> Any:
        array = self.array
        return dlpack.capsule(self, array.ctypes.data, array.shape, array.strides, array.dtype, (dlpack.CPU, 0))

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.CPU, 0


@pytest.mark.parametrize("width", [np.float32, np.int8, np.int64, np.bool_])
def test_it_is_the_same_memory(width: type) -> None:
    mine: Any = np.arange(12).reshape(3, 4).astype(width)
    taken = np.from_dlpack(Memory(mine))
    assert taken.dtype == width and (taken == mine).all()
    mine[1, 2] = 0
    assert taken[1, 2] == 0
    assert (np.from_dlpack(Memory(mine.T)) == mine.T).all()  # with strides
    assert np.from_dlpack(Memory(mine[:, :0])).shape == (3, 0)


def test_it_lives_as_long_as_somebody_has_it() -> None:
    memory = Memory(np.ones(5))
    alive = weakref.ref(memory)
    taken = np.from_dlpack(memory)
    del memory
    gc.collect()
    assert alive() is not None and taken.sum() == 5
    del taken
    gc.collect()
    assert alive() is None and not dlpack._kept


def test_a_capsule_that_nobody_takes_keeps_nothing() -> None:
    memory = Memory(np.ones(5))
    capsule = memory.__dlpack__()
    assert len(dlpack._kept) == 1
    del capsule
    gc.collect()
    assert not dlpack._kept
