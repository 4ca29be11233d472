"""What may end before those who call it. A table that leaves the memory does so at once: Python looks for what refers
to itself only after a long time, and by then there are thousands of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec
from weakref import WeakMethod

P = ParamSpec("P")


def weakly(method: Callable[P, None]) -> Callable[P, None]:
    """Calls a method as long as there is whoever it belongs to, and keeps nobody alive for it."""
    known = WeakMethod(method)

    def call(*arguments: P.args, **named: P.kwargs) -> None:
        if (alive := known()) is not None:
            alive(*arguments, **named)

    return call
