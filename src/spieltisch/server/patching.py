"""What has changed between two scenes: only that travels."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any


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
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
    return _object_patch(old, new, names) if names else None if old == new else [new]


def _list_patch(old: tuple[Any, ...], new: tuple[Any, ...]) -> dict[str, Any] | None:
    found: dict[str, Any] = {}
    for k, (one, other) in enumerate(zip(old, new, strict=False)):
        if one is not other and (change := patch(one, other)) is not None:
            found[str(k)] = change
    if len(new) != len(old):
        found["#"] = len(new)
        found.update((str(k), [new[k]]) for k in range(len(old), len(new)))
    return found or None


def _object_patch(old: Any, new: Any, names: tuple[str, ...]) -> dict[str, Any] | None:
    found: dict[str, Any] = {}
    for name in names:
        one, other = getattr(old, name), getattr(new, name)
        if one is not other and (change := patch(one, other)) is not None:
            found[name] = change
    return found or None


_FIELDS: dict[type, tuple[str, ...]] = {}  # of the dataclasses that have been compared
