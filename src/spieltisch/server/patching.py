"""What has changed between two scenes: only that travels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from itertools import compress, count, islice
from json.encoder import encode_basestring
from operator import attrgetter, is_not
from typing import Any, TypeVar, overload

from pydantic_core import to_json

T = TypeVar("T")
PLAIN: dict[type, Callable[[Any], str]] = {  # how to write what is quicker written than looked for
    int: str,
    str: encode_basestring,
    bool: lambda value: "true" if value else "false",
    type(None): lambda value: "null",
}
SHORT = 16  # a list of so few plain values is written as a whole: that is as short as to say which of them are new


class Grown(Sequence[T]):
    """The first so many of a list that only grows, which all who know some of it share. A tuple for each would be
    copied and compared at every move; and whoever looks for garbage would go through the newest of each table."""

    __slots__ = ("_count", "_list")

    def __init__(self, shared: list[T]) -> None:
        self._list, self._count = shared, len(shared)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return islice(self._list, self._count)

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> list[T]: ...

    def __getitem__(self, place: int | slice) -> T | list[T]:
        return self._list[: self._count][place]

    def since(self, earlier: Grown[T]) -> list[T] | None:
        """What has come to it; None: it is not the same list."""
        return self._list[earlier._count : self._count] if earlier._list is self._list else None


class Json(str):
    """What has been written already, and stands in a message as it is."""


class Patches:
    """Of scenes that several people know. Much of a scene is the same object for everybody: that is compared and
    written once."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[Any, Any, str | None]] = {}  # by the name of what is new; both are kept with it
        self._written: dict[int, tuple[Any, str]] = {}

    def clear(self) -> None:
        self._kept.clear()
        self._written.clear()

    def patch(self, old: Any, new: Any) -> Json | None:
        """What makes `new` of `old`: nested objects by field or index down to [value]; "#" is a new length.

        None if nothing has changed. Dataclasses are objects, tuples are lists; everything else is a value.
        """
        text = self._patch(old, new)
        return None if text is None else Json(text)

    def written(self, value: Any) -> str:
        """As JSON."""
        if type(value) in PLAIN:
            return as_json(value)
        if (kept := self._written.get(id(value))) is None:  # the value is kept with it, so nothing else gets its name
            kept = self._written[id(value)] = (value, as_json(value))
        return kept[1]

    def _patch(self, old: Any, new: Any) -> str | None:
        """Of two objects that are not the same."""
        kind = type(new)
        if (write := PLAIN.get(kind)) is not None:
            return None if old == new and kind is type(old) else f"[{write(new)}]"
        kept = self._kept.get(id(new))  # nothing else has got its name meanwhile
        if kept is None or kept[0] is not old:
            kept = self._kept[id(new)] = (old, new, self._compared(old, new))
        return kept[2]

    def _compared(self, old: Any, new: Any) -> str | None:
        kind = type(new)
        if kind is not type(old):
            return f"[{self.written(new)}]"
        if kind is tuple and old and new:
            return self._of_lists(old, new)
        if kind is Grown:
            return self._of_grown(old, new)
        if (known := _fields(kind)) is None:
            return None if old == new else f"[{self.written(new)}]"
        found = []
        for name, one, other in known.changed(old, new):
            if (write := PLAIN.get(type(other))) is not None:  # most are
                if one != other or type(one) is not type(other):
                    found.append(f"{name}[{write(other)}]")
            elif (text := self._patch(one, other)) is not None:
                found.append(name + text)
        return f"{{{','.join(found)}}}" if found else None

    def _of_grown(self, old: Grown[Any], new: Grown[Any]) -> str | None:
        if (fresh := new.since(old)) is None:
            return self._patch(tuple(old), tuple(new))
        if not fresh or not old:
            return f"[{as_json(tuple(fresh))}]" if fresh else None
        found = [f'"{k}":[{self.written(each)}]' for k, each in enumerate(fresh, len(old))]
        return f'{{"#":{len(new)},{",".join(found)}}}'

    def _of_lists(self, old: tuple[Any, ...], new: tuple[Any, ...]) -> str | None:
        if type(new[0]) in PLAIN and len(new) <= SHORT and old != new:
            return f"[{as_json(new)}]"
        found = []
        for k, one, other in compress(zip(count(), old, new), map(is_not, old, new)):
            if (text := self._patch(one, other)) is not None:
                found.append(f'"{k}":{text}')
        if len(new) != len(old):
            found.append(f'"#":{len(new)}')
            found += [f'"{k}":[{self.written(new[k])}]' for k in range(len(old), len(new))]
        return f"{{{','.join(found)}}}" if found else None


def as_json(value: Any) -> str:
    """What is said most often without the detour."""
    write = PLAIN.get(type(value))
    return to_json(value, fallback=in_full).decode() if write is None else write(value)


def in_full(value: Any) -> list[Any]:
    """What JSON has no word for."""
    if type(value) is Grown:
        return list(value)
    raise TypeError(f"{type(value).__name__} cannot be sent.")


class _Fields:
    """Of a dataclass; how to read them all at once."""

    def __init__(self, kind: Any) -> None:
        names = [field.name for field in fields(kind)]
        self._written = [f'"{name}":' for name in names]
        self._read = attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)

    def changed(self, old: Any, new: Any) -> Iterator[tuple[str, Any, Any]]:
        """Of each that is not the same object: its name as it is written, and both values."""
        one, other = self._read(old), self._read(new)
        return compress(zip(self._written, one, other, strict=True), map(is_not, one, other))


def _fields(kind: type) -> _Fields | None:
    """Of a dataclass that has some; of others none."""
    try:
        return _KNOWN[kind]
    except KeyError:
        found = _KNOWN[kind] = _Fields(kind) if is_dataclass(kind) and fields(kind) else None
        return found


_KNOWN: dict[type, _Fields | None] = {}  # of what has been compared
