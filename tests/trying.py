"""What `make test` tries once, `make thorough` tries in every game, variant, size, language and theme."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

thorough = pytest.mark.thorough


def once(cases: Iterable[Any], *usual: Any) -> list[Any]:
    """The cases of a test: the usual ones (the first, if none is named) in `make test`, all others thorough."""
    cases = list(cases)
    tried = usual or cases[:1]
    assert all(case in cases for case in tried), f"{tried} are no cases of {cases}"
    return [case if case in tried else _marked(case) for case in cases]


def _marked(case: Any) -> Any:
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=thorough)
