"""How all tests are run. With compiled rules each game is tested by one worker, so that it is compiled once.

Of a test with very many cases not all are traced for the coverage, and only a few where the cases are nothing but other
games, variants or numbers of players: the others run the same lines, and tracing makes interpreted rules three times
slower. `--quick` (see `make quick`) runs of each test only a few cases, spread over all, and none that is marked `slow`
or too long to be traced (`no_cover`).
"""

from __future__ import annotations

import os
from collections import defaultdict
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from outside import bring, installed
from spieltisch import registry

bring(installed())
for name in registry.ours():  # here, because the first test that needs a module may be one that is not traced
    for module in iter_modules(import_module(registry.game(name).package).__path__):
        import_module(f"{registry.game(name).package}.{module.name}")
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


FEW = 3
MANY = 20
ALIKE = {"setup", "file"}  # parameters: how a game is set up, and its golden file
SERVED = "tests/server/"  # who stops tracing there stops it in the thread of a house that lives on
OF_EVERY_GAME = ("tests/env/test_spaces.py", "tests/lab/test_simulate.py")  # here each has lines of its own


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="of each test with many cases only a few")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    quick = config.getoption("--quick")
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if not item.get_closest_marker("no_cover") and not (quick and item.get_closest_marker("slow")):
            cases[item.nodeid.split("[")[0]].append(item)
    few = {case for alike in cases.values() for case in spread(alike, FEW if quick or differ_little(alike) else MANY)}
    others = [item for item in items if item not in few]
    if quick:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item in few]
    for item in others:
        if not item.nodeid.startswith(SERVED):
            item.add_marker("no_cover")


def differ_little(alike: list[pytest.Item]) -> bool:
    if alike[0].nodeid.startswith(OF_EVERY_GAME):
        return False
    return bool(ALIKE & getattr(getattr(alike[0], "callspec", None), "params", {}).keys())


def spread(alike: list[pytest.Item], few: int) -> list[pytest.Item]:
    """The first, the last, and some between."""
    return alike if len(alike) <= few else [alike[k * (len(alike) - 1) // (few - 1)] for k in range(few)]
