"""Results as a table of pandas or of polars, whichever is there."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from spieltisch.contract import Trouble
from spieltisch.quoting import quoted

LIBRARIES = ("pandas", "polars")


def frame(columns: Mapping[str, Any], library: str | None = None) -> Any:
    """A `DataFrame` with these columns, of the library named, or of the first that is installed."""
    if library not in (None, *LIBRARIES):
        raise Trouble(f"Frames are of {' or '.join(LIBRARIES)}, not {quoted(library)}.")
    wanted = LIBRARIES if library is None else (library,)
    found = next((name for name in wanted if find_spec(name)), None)
    if found is None:
        raise Trouble(f"A frame needs {' or '.join(wanted)}: pip install {wanted[0]}.")
    return import_module(found).DataFrame(dict(columns))
