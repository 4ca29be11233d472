"""Environments for agents that learn, all over one definition of what they do and see (spaces.py).

batch   many games of one kind at once, on all cores or on a graphics card
check   whether such a batch is what it says: equal to single tables, step by step
space   what an action, a mask and an observation are
vector  a batch as Gymnasium sees it: one seat against bots
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spieltisch.env.batching import batch as batch
    from spieltisch.env.checking import check as check
    from spieltisch.env.spaces import space as space
    from spieltisch.env.vectors import vector as vector

_FOUND_IN = {"batch": "batching", "check": "checking", "space": "spaces", "vector": "vectors"}


def __getattr__(name: str) -> Any:
    """Imported when it is asked for: nobody waits for what they do not use."""
    if name not in _FOUND_IN:
        raise AttributeError(f"spieltisch.env has no {name!r}.")
    return getattr(import_module(f"spieltisch.env.{_FOUND_IN[name]}"), name)
