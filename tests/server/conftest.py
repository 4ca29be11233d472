"""What tests of the server stand on.

house       a server for all tests of this process, in a thread; `house.open("game", "Anna", "open")` opens a table
own_house   a server for one test alone, as a process that can be killed
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.serving import ProcessHouse, ThreadHouse, in_memory, processes


@pytest.fixture(scope="session")
def house() -> Iterator[ThreadHouse]:
    with in_memory() as data:
        served = ThreadHouse(data)
        yield served
        served.stop()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[ProcessHouse]:
    with processes(tmp_path / "data", "--no-limits") as (served,):
        yield served
