"""How all tests are run. With compiled rules each game is tested by one worker, so that it is compiled once."""

from __future__ import annotations

import os
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


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling | None:
    compiled = os.environ.get("SPIELTISCH_COMPILED") == "1"
    return OneWorkerForEachGame(config, log) if compiled else None
