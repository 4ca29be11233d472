"""How all tests are run. With compiled rules each game is tested by one worker, so that it is compiled once."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from spieltisch import registry

settings.register_profile("untimed", deadline=None)  # a busy machine is no fault of the rules
settings.load_profile("untimed")
os.environ.setdefault("SPIELTISCH_COMPILED", "0")  # servers of the tests do not compile beside them


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("SPIELTISCH_COMPILED") != "1":
        return
    names = sorted(registry.names(), key=len, reverse=True)  # a name may begin with another
    for item in items:
        game = next((name for name in names if name in item.nodeid), "")
        if game:
            item.add_marker(pytest.mark.xdist_group(game))
