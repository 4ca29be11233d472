"""How all tests are run. With compiled rules each game is tested by one worker, so that it is compiled once.

`--quick` (see `make quick`) runs of each test only a few cases, spread over all, and none that is marked `slow`.
"""

from __future__ import annotations

import os
from collections import defaultdict
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from outside import bring, installed
from spieltisch import registry

bring(installed())
settings.register_profile("untimed", deadline=None)  # a busy machine is no fault of the rules
settings.load_profile("untimed")
os.environ.setdefault("SPIELTISCH_COMPILED", "0")  # servers of the tests do not compile beside them


class OneWorkerForEachGame(LoadScopeScheduling):  # type: ignore[misc]
    def _split_scope(self, nodeid: str) -> str:
        names = sorted(registry.names(), key=len, reverse=True)  # a name may begin with another
        return next((name for name in names if name in nodeid), nodeid)


@pytest.hookimpl(optionalhook=True)  # studies/mutants.py runs the tests without xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling | None:
    compiled = os.environ.get("SPIELTISCH_COMPILED") == "1"
    return OneWorkerForEachGame(config, log) if compiled else None


FEW = 3  # cases of a test


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="of each test with many cases only a few")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--quick"):
        return
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if not item.get_closest_marker("slow"):
            cases[item.nodeid.split("[")[0]].append(item)
    few = {case for alike in cases.values() for case in spread(alike)}
    config.hook.pytest_deselected(items=[item for item in items if item not in few])
    items[:] = [item for item in items if item in few]


def spread(alike: list[pytest.Item]) -> list[pytest.Item]:
    """The first, the last, and some between."""
    return alike if len(alike) <= FEW else [alike[k * (len(alike) - 1) // (FEW - 1)] for k in range(FEW)]
