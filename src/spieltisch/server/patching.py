"""What has changed between two scenes: only that travels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from json.encoder import encode_basestring
from operator import attrgetter, is_
from typing import Any

from pydantic_core import to_json

PLAIN = {int, str, bool, type(None)}  # quicker written than looked for
KNOWN_AGAIN = 2  # levels: the fields of a scene, and those of the view in it


class Json(str):
    """What has been written already, and stands in a message as it is."""


class Patches:
    """Of scenes that several people know. Much of a scene is the same object for everybody: that is compared and
    written once."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], tuple[Any, Any, str | None]] = {}

    def clear(self) -> None:
        self._kept.clear()

    def patch(self, old: Any, new: Any) -> Json | None:
        """What makes `new` of `old`: nested objects by field or index down to [value]; "#" is a new length.

        None if nothing has changed. Dataclasses are objects, tuples are lists; everything else is a value.
        """
        text = self._known(old, new, KNOWN_AGAIN)
        return None if text is None else Json(text)

    def _known(self, old: Any, new: Any, levels: int) -> str | None:
        names = (id(old), id(new))  # both are kept with the text, so nothing else gets their names
        if (kept := self._kept.get(names)) is None:
            kept = self._kept[names] = (old, new, self._text(old, new, levels))
        return kept[2]

    def _text(self, old: Any, new: Any, levels: int) -> str | None:
        kind = type(new)
        if not levels or kind is not type(old) or (known := _fields(kind)) is None:
            return None if old is new else _patch(old, new)
        found = []
        for name, one, other in known.pairs(old, new):
            if one is not other:
                text = _patch(one, other) if type(other) in PLAIN else self._known(one, other, levels - 1)
                if text is not None:
                    found.append(f'"{name}":{text}')
        return f"{{{','.join(found)}}}" if found else None


def _patch(old: Any, new: Any) -> str | None:
    """Of two objects that are not the same."""
    kind = type(new)
    if kind is not type(old):
        return f"[{_written(new)}]"
    if kind is tuple and old and new:
        return _list_patch(old, new)
    if (known := _fields(kind)) is None:
        return None if old == new else f"[{_written(new)}]"
    found = []
    for name, one, other in known.pairs(old, new):
        if one is not other and (text := _patch(one, other)) is not None:
            found.append(f'"{name}":{text}')
    return f"{{{','.join(found)}}}" if found else None


def _list_patch(old: tuple[Any, ...], new: tuple[Any, ...]) -> str | None:
    found = []
    if not all(map(is_, old, new)):  # a list that only grows is compared at once
        for k, (one, other) in enumerate(zip(old, new, strict=False)):
            if one is not other and (text := _patch(one, other)) is not None:
                found.append(f'"{k}":{text}')
    if len(new) != len(old):
        found.append(f'"#":{len(new)}')
        found += [f'"{k}":[{_written(new[k])}]' for k in range(len(old), len(new))]
    return f"{{{','.join(found)}}}" if found else None


def _written(value: Any) -> str:
    """What is said most often without the detour."""
    if value is None:
        return "null"
    kind = type(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is int:
        return str(value)
    return encode_basestring(value) if kind is str else to_json(value).decode()


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
