"""The browser's types, made from the classes of the wire and of our own games' views, and what its drawings are made
of, from artwork.py.

`python -m spieltisch.server.typescript web/src` writes them (`--only GAME`: those of one game and of the wire); a test
compares them with what lies there.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import JsonValue

from spieltisch import artwork, registry
from spieltisch.server import shapes, wire
from spieltisch.server.values import kind_of
from spieltisch.speech import house_texts

NOTE = "// Made from the Python classes by spieltisch.server.typescript. Do not edit.\n"
MADE_FROM = "Made from {} by spieltisch.server.typescript. Do not edit."
PLAIN: dict[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    Any: "unknown",
    JsonValue: "unknown",
}


def files(only: str = "") -> Iterator[tuple[str, str]]:
    """Every file below web/src and what is in it; of the games all, or only one."""
    messages = _declared([wire.FromServer, wire.FromClient])
    yield "wire/messages.ts", NOTE + "".join(messages.values()) + _messages()
    yield "wire/api.ts", NOTE + _beside(messages, _declared(list(shapes.ALL)))
    yield "wire/texts.ts", NOTE + _keys("HouseKey", house_texts("en")["web"])
    yield "kit/artwork.ts", _constants(artwork, "artwork.py")
    yield "kit/palette.css", _palette()
    for name in [only] if only else registry.ours():
        game = registry.game(name)
        if game.has("artwork"):
            yield f"games/{name}/artwork.ts", _constants(game.module("artwork"), "the artwork.py of the game")
        if game.has("content"):
            form = _value(game.module("content").FORM)
            yield (
                f"games/{name}/form.ts",
                f"// {MADE_FROM.format('the content.py of the game')}\n\nexport const FORM = {form} as const\n",
            )
        view = game.module("view")
        roots, unions = [view.View, view.Preview], ""
        if game.has_events:
            events, moves = game.module("events").Event, game.module("moves").Move
            roots, unions = [*roots, events, moves], _event_union(events) + _union("Move", moves)
        yield f"games/{name}/view.ts", NOTE + "".join([*_declared(roots).values(), unions])
        yield f"games/{name}/texts.ts", NOTE + _keys("Key", game.texts("en")["say"])


def _constants(module: ModuleType, source: str) -> str:
    """What a module names in capitals, as it is."""
    named = {name: value for name, value in vars(module).items() if name.isupper() and name != "PALETTE"}
    lines = [f"export const {name} = {_value(value)} as const\n" for name, value in named.items()]
    return f"// {MADE_FROM.format(source)}\n\n{''.join(lines)}"


def _value(value: Any) -> str:
    """Lists and records on lines of their own, what is in them on one."""
    if isinstance(value, dict):
        return "{\n" + "".join(f"  {json.dumps(key)}: {json.dumps(each)},\n" for key, each in value.items()) + "}"
    if isinstance(value, tuple) and not all(isinstance(each, int | float) for each in value):
        return "[\n" + "".join(f"  {json.dumps(each)},\n" for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _palette() -> str:
    lines = "".join(f"  --{name}: light-dark({day}, {night});\n" for name, (day, night) in artwork.PALETTE.items())
    return f"/* {MADE_FROM.format('artwork.py')} */\n:root,\n.lid svg {{\n{lines}}}\n"


def _messages() -> str:
    return "".join(_union(name, getattr(wire, name)) for name in ("FromServer", "FromClient"))


def _union(name: str, kind: Any) -> str:
    return f"\nexport type {name} = {' | '.join(each.__name__ for each in get_args(kind))}\n"


def _event_union(events: Any) -> str:
    """As they come in a `Happened`: the kind says what the data are."""
    each = " | ".join(f"Of<'{kind_of(event)}', {event.__name__}>" for event in get_args(events))
    return f"\ntype Of<Kind, Data> = {{ readonly kind: Kind; readonly data: Data }}\nexport type Event = {each}\n"


def _keys(name: str, texts: Mapping[str, Any]) -> str:
    keys = sorted({key.removesuffix("_one") for key in texts})
    return f"\nexport type {name} =\n" + "\n".join(f"  | '{key}'" for key in keys) + "\n"


def _declared(roots: list[Any]) -> dict[str, str]:
    """The classes that these types are made of by name, each after those it needs."""
    found: dict[str, str] = {}
    for root in roots:
        _collect(root, found)
    return found


def _beside(messages: Mapping[str, str], found: Mapping[str, str]) -> str:
    """What the messages declare too comes from there."""
    own = "".join(text for name, text in found.items() if messages.get(name) != text)
    named = [name for name in found if messages.get(name) == found[name] and re.search(rf"\b{name}\b", own)]
    return f"\nimport type {{ {', '.join(named)} }} from './messages'\n{own}"


def _collect(kind: Any, found: dict[str, str]) -> None:
    if is_dataclass(kind) and isinstance(kind, type):
        if kind.__name__ in found:
            return
        hints = get_type_hints(kind, include_extras=True)
        lines = []
        for field in fields(kind):
            _collect(hints[field.name], found)
            optional = "?" if field.default is None else ""
            lines.append(f"  readonly {field.name}{optional}: {_type(hints[field.name])}\n")
        found[kind.__name__] = f"\nexport interface {kind.__name__} {{\n{''.join(lines)}}}\n"
        return
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):  # a NamedTuple
        hints = get_type_hints(kind)
        for part in hints.values():
            _collect(part, found)
        parts = ", ".join(f"{name}: {_type(part)}" for name, part in hints.items())
        found[kind.__name__] = f"\nexport type {kind.__name__} = readonly [{parts}]\n"
        return
    for part in get_args(kind):
        _collect(part, found)


def _type(kind: Any) -> str:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _type(parts[0])
    if origin is Literal:
        return " | ".join(f"'{value}'" for value in parts)
    if origin in (Union, UnionType):
        return " | ".join(_type(part) for part in parts)
    if origin in (tuple, list, Sequence):
        if origin is not tuple or parts[-1] is Ellipsis:
            inner = _type(parts[0])
            return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
        return f"readonly [{', '.join(_type(part) for part in parts)}]"
    if origin is not None and issubclass(origin, Mapping):
        return f"Readonly<Record<{_type(parts[0])}, {_type(parts[1])}>>"
    return PLAIN.get(kind) or str(kind.__name__)


def main() -> None:
    only = sys.argv[3] if sys.argv[2:3] == ["--only"] else ""
    for name, text in files(only):
        path = Path(sys.argv[1]) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
