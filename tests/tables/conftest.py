from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.serving import ThreadHouse


@pytest.fixture
def house(data: Path) -> Iterator[ThreadHouse]:
    """A house whose tables lie in the folder of the test."""
    served = ThreadHouse(data)
    yield served
    served.stop()
