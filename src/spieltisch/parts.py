"""What need not be worked out again.

Parts of a view that are made of a few fields of a state alone are made once for all states in which those are the same.
They are the same object for everybody who sees them, and until they change: then nobody has to compare them either.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from inspect import signature
from operator import attrgetter
from types import SimpleNamespace
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import numpy as np

MOST = 500  # that are kept, of each part

S = TypeVar("S")
P = ParamSpec("P")
T = TypeVar("T")


def made_of(
    first: str, second: str, *more: str
) -> Callable[[Callable[Concatenate[S, P], T]], Callable[Concatenate[S, P], T]]:
    """The function gets these fields of the state and nothing else of it: so what it makes cannot depend on more."""
    names = (first, second, *more)
    read = attrgetter(*names)

    def decorate(make: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
        kept: dict[tuple[Any, ...], T] = {}

        @wraps(make)
        def part(state: Any, *others: Any) -> T:
            values = [each if type(each) is np.ndarray else int(each) for each in read(state)]  # numpy's equal Python's
            key = (*others, *[each.tobytes() if type(each) is np.ndarray else each for each in values])
            if (found := kept.get(key)) is None:
                if len(kept) >= MOST:
                    kept.clear()
                fields = SimpleNamespace(**dict(zip(names, values, strict=True)))
                found = kept[key] = cast(Any, make)(fields, *others)
            return found

        return cast(Callable[Concatenate[S, P], T], part)

    return decorate


@cache
def asks_for(name: str, function: Callable[..., Any]) -> bool:
    """Whether a function of a game takes something that is at hand anyway."""
    return name in signature(function).parameters
