"""Environments for agents that learn, all over one definition of what they do and see (spaces.py).

Episode  one playthrough, asked move by move, for searches of your own
batch    many games of one kind at once, on all cores or on a graphics card
check    whether such a batch is what it says: equal to single tables, step by step
setting  what an `Episode` plays
space    what an action, a mask and an observation are
vector   a batch as Gymnasium sees it: one seat against bots
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spieltisch.env.batching import batch as batch
    from spieltisch.env.checking import check as check
    from spieltisch.env.episode import Episode as Episode
    from spieltisch.env.episode import setting as setting
    from spieltisch.env.spaces import space as space
    from spieltisch.env.vectors import vector as vector

__all__ = ["Episode", "batch", "check", "setting", "space", "vector"]

_FOUND_IN = {
    "Episode": "episode",
    "batch": "batching",
    "check": "checking",
    "setting": "episode",
    "space": "spaces",
    "vector": "vectors",
}


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    """Imported when it is asked for: nobody waits for what they do not use."""
    if name not in _FOUND_IN:
        raise AttributeError(f"spieltisch.env has no {name!r}.")
    return getattr(import_module(f"spieltisch.env.{_FOUND_IN[name]}"), name)
