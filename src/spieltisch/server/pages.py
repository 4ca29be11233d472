"""Plain pages without a script: the API for people who write programs, and one sentence with a way home."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any


def api_page(schema: Mapping[str, Any], base: str = "") -> str:
    """The OpenAPI description as a page, without any script."""
    parts = [
        f"<h1>{escape(schema['info']['title'])} {escape(schema['info']['version'])}</h1>",
        f"<p>{escape(schema['info']['summary'])}</p>",
        f'<p>The same for programs: <a href="{base}/api/openapi.json">/api/openapi.json</a>. A whole game over it: '
        "examples/play_over_http.py. A key goes into the header <code>Authorization: Bearer KEY</code>.</p>",
    ]
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(operation['summary'])}.</p>")
            parts += _parameters(operation) + _body(operation, schema) + _answer(operation, schema)
    return _page("Spieltisch API", "".join(parts), base)


def told(text: str, language: str, home: str, base: str = "") -> str:
    """For a person who followed a link: a sentence, and the way to the boxes."""
    body = f'<h1>Spieltisch</h1><p>{escape(text)}</p><p><a href="{base}/">{escape(home)}</a></p>'
    return _page("Spieltisch", body, base, language)


def not_built(what: str, base: str = "") -> str:
    """Only in a checkout: a package is never built without."""
    sentence = f"This has not been built yet: run <code>make {what}</code>."
    return _page("Spieltisch", f"<h1>Spieltisch</h1><p>{sentence}</p>", base)


def _page(title: str, body: str, base: str, language: str = "en") -> str:
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="{base}/plain.css"></head>'
        f"<body><main>{body}</main></body></html>"
    )


def _parameters(operation: Mapping[str, Any]) -> list[str]:
    rows = [
        f"<dt><code>{escape(each['name'])}</code> ({each['in']})</dt><dd>{escape(each.get('description', ''))}</dd>"
        for each in operation.get("parameters", ())
    ]
    return [f"<dl>{''.join(rows)}</dl>"] if rows else []


def _body(operation: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    if "requestBody" not in operation:
        return []
    return ["<p>takes</p>", _shape(operation["requestBody"]["content"]["application/json"]["schema"], schema)]


def _answer(operation: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    good = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
    return ["<p>gives</p>", _shape(good["content"]["application/json"]["schema"], schema)]


def _shape(shape: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """The fields of an object, with a word for the type of each."""
    found = _found(shape, schema)
    rows = [
        f"<dt><code>{escape(name)}</code></dt><dd>{escape(_type(field))}</dd>"
        for name, field in found.get("properties", {}).items()
    ]
    about = found.get("description", "")
    return f"<p>{escape(about)}</p><dl>{''.join(rows)}</dl>" if rows else "<p>an object</p>"


def _found(shape: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    if "$ref" not in shape:
        return shape
    found: Mapping[str, Any] = schema["components"]["schemas"][shape["$ref"].rsplit("/", 1)[-1]]
    return found


def _type(field: Mapping[str, Any]) -> str:
    if "$ref" in field:
        return str(field["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in field:
        return " or ".join(_type(each) for each in field["anyOf"])
    if field.get("type") == "array":
        return f"list of {_type(field['items'])}" if "items" in field else "list"
    return str(field.get("type", "anything"))
