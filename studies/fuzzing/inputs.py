"""Inputs for a fuzzer, made from the server's own schemas: first as they should be, then changed with what it knows.

Nothing here is a list of messages: what the OpenAPI document and the wire classes say is what is sent, so that a new
message or field is tried as soon as it is there. What answers have told (names of tables, keys, invitations, moves)
is put where a field of that name is asked for.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal
from urllib.parse import quote, urlencode

Kind = Literal["http", "text", "bytes", "open", "close", "raw"]
MOST_KNOWN = 60  # values of one name
ALIKE = {"keys": ("key", "host"), "move": ("moves",), "tables": ("table",), "looking": ("seat",), "bot": ("bots",)}
ALIKE |= {"event": ("events", "number"), "since": ("version",), "language": ("lang",), "game": ("games",)}
SPECIAL = ("", "\x00", "\ud800", "‮", "💥" * 20, "ß" * 39, "a\u0301" * 30, "../" * 20, "%00", "{}", "[]", "null", "' --")
NUMBERS = (-1, 0, 1, 5, 6, 2**31, 2**63, -(2**63) - 1, 10**400, 1e308, 0.5, float("inf"), float("nan"))


@dataclass(frozen=True)
class Input:
    """One thing that is done to the server; it can be written down and done again."""

    kind: Kind
    line: int = 0  # over which socket
    method: str = ""
    path: str = ""
    body: str = ""  # text; bytes as latin-1
    key: str = ""
    do: str = ""  # the message or route that it was made from


class Known:
    """What the server has told, by name; newer values push older ones out."""

    def __init__(self) -> None:
        self.values: dict[str, list[Any]] = defaultdict(list)

    def learn(self, told: Any, name: str = "") -> None:
        if isinstance(told, Mapping):
            for key, value in told.items():
                self.learn(value, str(key))
        elif isinstance(told, list):
            for value in told[:30]:
                self.learn(value, name)
        elif told is not None and not isinstance(told, bool) and len(str(told)) <= 100:
            values = self.values[name]
            if told not in values[-8:]:
                values.append(told)
                del values[:-MOST_KNOWN]

    def some(self, name: str, kind: type, luck: random.Random) -> Any | None:
        found = [each for alike in (name, *ALIKE.get(name, ())) for each in self.values.get(alike, [])[-12:]]
        fitting = [each for each in found if type(each) is kind]
        return luck.choice(fitting) if fitting else None


class Maker:
    """Values that a schema allows."""

    def __init__(self, definitions: Mapping[str, Any], known: Known, luck: random.Random) -> None:
        self.definitions, self.known, self.luck = definitions, known, luck

    def value(self, schema: Mapping[str, Any], name: str = "", depth: int = 0) -> Any:
        luck = self.luck
        if "$ref" in schema:
            return self.value(self.definitions[schema["$ref"].rsplit("/", 1)[1]], name, depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return luck.choice(schema["enum"])
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self.value(luck.choice(schema[several]), name, depth)
        match schema.get("type"):
            case "object":
                return self._object(schema, depth)
            case "array" if "prefixItems" in schema:
                return [self.value(part, name, depth + 1) for part in schema["prefixItems"]]
            case "array":
                items, fewest = schema.get("items", {}), schema.get("minItems", 0)
                size = luck.randint(fewest, min(schema.get("maxItems", 4), fewest + 4))
                return [self.value(items, name, depth + 1) for _ in range(size)]
            case "string":
                return self._string(schema, name)
            case "integer":
                lowest, highest = int(schema.get("minimum", 0)), int(schema.get("maximum", 50))
                known = self.known.some(name, int, luck)
                if known is not None and luck.random() < 0.5:
                    return known
                return luck.randint(lowest, min(highest, lowest + luck.choice((2, 8, 200))))
            case "number":
                return luck.choice((0, 0.0, 0.01, 1, schema.get("maximum", 1)))
            case "boolean":
                return luck.random() < 0.5
            case "null":
                return None
        return luck.choice((None, 1, "a", [], {"a": [1]})) if depth < 4 else None  # anything

    def _object(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        needed = schema.get("required", ())
        found = {
            name: self.value(part, name, depth + 1)
            for name, part in schema.get("properties", {}).items()
            if name in needed or self.luck.random() < 0.6
        }
        extra = schema.get("additionalProperties")
        if isinstance(extra, Mapping) and not found and self.luck.random() < 0.3:
            found[self._string({}, "option")] = self.value(extra, "", depth + 1)
        return found

    def _string(self, schema: Mapping[str, Any], name: str) -> str:
        luck, longest = self.luck, schema.get("maxLength", 40)
        known = self.known.some(name, str, luck)
        if known is not None and luck.random() < 0.85:
            return str(known)
        if "pattern" in schema:
            return "".join(luck.choices("0123456789abcdef", k=luck.randint(0, 64)))
        return f"{name[:8]}{luck.randrange(10**6)}"[:longest]


# Changes


def changed(value: Any, luck: random.Random, known: Known) -> Any:
    """The same with one thing different, somewhere inside."""
    places = list(_places(value, ()))
    place = luck.choice(places)
    return _with(value, place, lambda old: _other(old, luck, known))


def _places(value: Any, here: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    found = [here]
    inside = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        found += _places(part, (*here, name))
    return found


def _with(value: Any, place: Sequence[Any], change: Any) -> Any:
    if not place:
        return change(value)
    copy = dict(value) if isinstance(value, Mapping) else list(value)
    copy[place[0]] = _with(copy[place[0]], place[1:], change)
    return copy


def _other(old: Any, luck: random.Random, known: Known) -> Any:
    names = [name for name, values in known.values.items() if values]
    strange: list[Callable[[], Any]] = [
        lambda: luck.choice(NUMBERS),
        lambda: luck.choice(SPECIAL),
        lambda: luck.choice((None, True, False, [], {}, [[]], "", 0)),
        lambda: nested(luck.choice((5, 50, 900)), luck),
        lambda: luck.choice(("x", "ü", "\ud83d")) * luck.choice((1, 41, 81, 101, 5000)),
        lambda: [old] * luck.choice((2, 9, 200)),
        lambda: {"": old},
        lambda: str(old),
        lambda: luck.choice(known.values[luck.choice(names)]) if names else old,
    ]
    if isinstance(old, Mapping) and old:
        name = luck.choice(list(old))
        strange += [lambda: {key: value for key, value in old.items() if key != name}] * 4
        strange += [lambda: {**old, luck.choice(("id", "seat", "keys", "x", "__proto__")): luck.choice(SPECIAL)}] * 4
    if isinstance(old, str) and old:
        cut = luck.randrange(len(old))
        strange += [lambda: old[:cut] + luck.choice(SPECIAL) + old[cut:], lambda: old[:cut], lambda: old.swapcase()] * 3
    if isinstance(old, int):
        strange += [lambda: old + 1, lambda: old - 1, lambda: -old, lambda: float(old)] * 2
    return luck.choice(strange)()


def nested(depth: int, luck: random.Random) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = [found] if luck.random() < 0.5 else {"a": found}
    return found


def written(value: Any, luck: random.Random) -> str:
    """As JSON; sometimes broken."""
    text = json.dumps(value, ensure_ascii=luck.random() < 0.8)
    if luck.random() < 0.9 or not text:
        return text
    at = luck.randrange(len(text))
    broken = (
        text[:at],
        text[:at] + luck.choice('{}[]",:\\\x00é') + text[at:],
        text[:at] + text[at + 1 :],
        text + text,
        text.replace("{", '{"do":"hello",', 1),  # a key twice
        "\ufeff" + text,
        " " * luck.choice((1, 20_000)) + text,
    )
    return luck.choice(broken)


# What the server offers


class Offers:
    """Every route of an OpenAPI document and every message of the wire."""

    def __init__(self, document: Mapping[str, Any], messages: Mapping[str, Any]) -> None:
        self.routes = [
            (method.upper(), path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        ]
        self.components = document["components"]["schemas"]
        self.definitions = messages["$defs"]
        self.messages: dict[str, str] = {
            do: where.rsplit("/", 1)[1] for do, where in messages["discriminator"]["mapping"].items()
        }

    def request(
        self,
        known: Known,
        luck: random.Random,
        keys: Mapping[str, Sequence[str]],
        reached: Mapping[str, int] = MappingProxyType({}),
    ) -> Input:
        """With a key of the table that it is about, or another one; often to where nobody has come yet."""
        new = [route for route in self.routes if not reached.get(f"{route[0]} {route[1]}")]
        method, path, operation = luck.choice(new if new and luck.random() < 0.5 else self.routes)
        maker, spoil = Maker(self.components, known, luck), luck.random() < 0.5
        query: dict[str, Any] = {}
        route = f"{method} {path}"
        for part in operation.get("parameters", ()):
            value = maker.value(part["schema"], part["name"])
            if part["name"] == "wait":
                value = luck.choice((0, 0.01))  # seconds: the study need not wait
            if spoil and luck.random() < 0.3 and part["name"] != "wait":
                value = changed(value, luck, known)
            if part["in"] == "path":
                text = str(value).encode("utf-8", "surrogatepass")
                path = path.replace(f"{{{part['name']}}}", quote(text, safe="")[:3000])
            elif part["in"] == "query" and value is not None:
                several = value if isinstance(value, list) else [value]
                query[part["name"]] = [str(each).encode("utf-8", "surrogatepass") for each in several]
        if query:
            path += f"?{urlencode(query, doseq=True)}"
        body = ""
        if "requestBody" in operation:
            value = maker.value(operation["requestBody"]["content"]["application/json"]["schema"])
            body = written(changed(value, luck, known), luck) if spoil else json.dumps(value)
        own = [key for table in path.split("/")[2:4] for key in keys.get(table, ())]
        any_key = str(known.some("keys", str, luck) or "") if luck.random() < 0.8 else luck.choice(SPECIAL)
        key = luck.choice(own) if own and luck.random() < 0.7 else any_key
        return Input("http", 0, method, path, body, re.sub(r"[^ -~]", "?", key), route)

    def message(self, known: Known, luck: random.Random, line: int) -> Input:
        do = luck.choice(list(self.messages))
        value = Maker(self.definitions, known, luck).value(self.definitions[self.messages[do]])
        if luck.random() < 0.5:
            value = changed(value, luck, known)
            if luck.random() < 0.03:
                return Input("bytes", line, body=luck.randbytes(luck.randrange(200)).decode("latin-1"), do=do)
            return Input("text", line, body=written(value, luck), do=do)
        return Input("text", line, body=json.dumps(value), do=do)

    def raw(self, known: Known, luck: random.Random, keys: Mapping[str, Sequence[str]]) -> Input:
        """What goes over the cable itself: a request, or a socket's first words, with bytes that are not right."""
        if luck.random() < 0.5:
            made = self.request(known, luck, keys)
            head = [
                f"{made.method} {made.path} HTTP/1.1",
                "Host: localhost",
                f"Content-Length: {len(made.body.encode('utf-8', 'replace'))}",
            ]
            head += ["Content-Type: application/json", f"Authorization: Bearer {made.key}"]
            data = "\r\n".join([*head, "", ""]).encode("utf-8", "replace") + made.body.encode("utf-8", "replace")
        else:
            head = [f"GET /api/tables/{known.some('table', str, luck) or 'x'}/socket HTTP/1.1", "Host: localhost"]
            head += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
            head += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
            data = "\r\n".join([*head, "", ""]).encode("utf-8", "replace")
            for _ in range(luck.randrange(4)):
                data += frame(self.message(known, luck, 0).body.encode("utf-8", "replace"), luck)
        return Input("raw", body=spoilt(data, luck).decode("latin-1"))


def frame(text: bytes, luck: random.Random) -> bytes:
    """As a client sends it; often with another opcode, length or flag."""
    first = 0x81 if luck.random() < 0.7 else luck.randrange(256)
    size = len(text) if luck.random() < 0.9 else luck.choice((0, 125, 126, 70_000))
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + (size & 0xFFFF).to_bytes(2, "big")
    mask = luck.randbytes(4)
    return bytes([first]) + length + mask + bytes(each ^ mask[k % 4] for k, each in enumerate(text))


def spoilt(data: bytes, luck: random.Random) -> bytes:
    at = luck.randrange(len(data))
    changes = (
        data,
        data[:at],
        data[:at] + luck.randbytes(luck.randrange(1, 9)) + data[at:],
        data[:at] + data[at + luck.randrange(1, 40) :],
        data.replace(b"\r\n", b"\n"),
        data.replace(b"Content-Length: ", b"Content-Length: 9"),
        data.replace(b"Host", b"Transfer-Encoding: chunked\r\nHost"),
        data.replace(b"Host: localhost", b"x" * 3000 + b": y"),
        data + data,
    )
    return luck.choice(changes)
