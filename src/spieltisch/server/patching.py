"""What has changed between two scenes: only that travels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import Any

from pydantic_core import to_json


def patch(old: Any, new: Any) -> Any:
    """What makes `new` of `old`: nested objects by field or index down to [value]; "#" is a new length.

    None if nothing has changed. Dataclasses are objects, tuples are lists; everything else is a value.
    """
    if old is new:
        return None
    kind = type(new)
    if kind is not type(old):
        return [new]
    if kind is tuple and old and new:
        return _list_patch(old, new)
    known = _fields(kind)
    return _object_patch(old, new, known) if known else None if old == new else [new]


class Json(str):
    """What has been written already, and stands in a message as it is."""


class Patches:
    """Of scenes that several people know, as text. Much of a scene is the same object for everybody: that is compared
    and written once."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], tuple[Any, Any, Json | None]] = {}

    def clear(self) -> None:
        self._kept.clear()

    def text(self, old: Any, new: Any, depth: int = 2) -> Json | None:
        """What `patch` says, as JSON; down to this depth parts are known again."""
        names = (id(old), id(new))  # both are kept with the text, so nothing else gets their names
        if (kept := self._kept.get(names)) is None:
            kept = self._kept[names] = (old, new, self._text(old, new, depth))
        return kept[2]

    def _text(self, old: Any, new: Any, depth: int) -> Json | None:
        kind = type(new)
        if not depth or type(old) is not kind or not (known := _fields(kind)):
            change = patch(old, new)
            return None if change is None else Json(to_json(change).decode())
        found = []
        for name, one, other in known.pairs(old, new):
            if one is not other and (text := self.text(one, other, depth - 1)) is not None:
                found.append(f'"{name}":{text}')
        return Json(f"{{{','.join(found)}}}") if found else None


def _list_patch(old: tuple[Any, ...], new: tuple[Any, ...]) -> dict[str, Any] | None:
    found: dict[str, Any] = {}
    if new[: len(old)] != old:  # a list that only grows is compared at once
        for k, (one, other) in enumerate(zip(old, new, strict=False)):
            if one is not other and (change := patch(one, other)) is not None:
                found[str(k)] = change
    if len(new) != len(old):
        found["#"] = len(new)
        found.update((str(k), [new[k]]) for k in range(len(old), len(new)))
    return found or None


def _object_patch(old: Any, new: Any, known: _Fields) -> dict[str, Any] | None:
    found: dict[str, Any] = {}
    for name, one, other in known.pairs(old, new):
        if one is not other and (change := patch(one, other)) is not None:
            found[name] = change
    return found or None


class _Fields:
    """Of a dataclass; how to read them all at once."""

    def __init__(self, kind: Any) -> None:
        self.names = tuple(field.name for field in fields(kind))
        self._read = attrgetter(*self.names) if len(self.names) > 1 else lambda value: (getattr(value, self.names[0]),)

    def pairs(self, old: Any, new: Any) -> Iterator[tuple[str, Any, Any]]:
        return zip(self.names, self._read(old), self._read(new), strict=True)


def _fields(kind: type) -> _Fields | None:
    """Of a dataclass that has some; of others none."""
    try:
        return _KNOWN[kind]
    except KeyError:
        found = _KNOWN[kind] = _Fields(kind) if is_dataclass(kind) and fields(kind) else None
        return found


_KNOWN: dict[type, _Fields | None] = {}  # of what has been compared
