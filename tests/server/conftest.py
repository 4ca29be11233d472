"""What tests of the server stand on.

house       a server for all tests of this process, in a thread; `house.open("game", "Anna", "open")` opens a table
own_house   a server for one test alone, as a process that can be killed
postgres    a PostgreSQL for all tests of this process; `url` is a new, empty database of it
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.postgres import Cluster, cluster, programs
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


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    found = programs()
    if found is None:
        pytest.skip("There is no PostgreSQL here: `make postgres` installs it where it can.")
    with cluster(found) as served:
        yield served


@pytest.fixture
def url(postgres: Cluster) -> str:
    return postgres.database()
