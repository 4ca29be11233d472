"""What is wrong with a request that cannot be read: which field, and what is expected there, in the language of whoever
sent it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from spieltisch.quoting import shortened
from spieltisch.speech import Say

LONGEST_PLACE, LONGEST_CHOICE = 80, 200
BODY = "body"
KINDS = {  # what pydantic calls a mistake, by its beginning, and what is expected instead
    "string_too_long": "wanted_longest",
    "string_too_short": "wanted_shortest",
    "too_long": "wanted_most",
    "too_short": "wanted_least",
    "greater_than_equal": "wanted_at_least",
    "less_than_equal": "wanted_at_most",
    "greater_than": "wanted_more_than",
    "less_than": "wanted_less_than",
    "literal_error": "wanted_one_of",
    "union_tag": "wanted_one_of",
    "string": "wanted_text",
    "int": "wanted_whole",
    "float": "wanted_number",
    "finite": "wanted_number",
    "bool": "wanted_truth",
    "list": "wanted_list",
    "tuple": "wanted_list",
    "dict": "wanted_object",
    "mapping": "wanted_object",
    "model": "wanted_object",
    "dataclass": "wanted_object",
}
LIMITS = ("max_length", "min_length", "ge", "le", "gt", "lt")


def told(errors: Sequence[Mapping[str, Any]], language: str) -> str:
    """The first mistake in one sentence."""
    say, first = Say(language), errors[0]
    kind, at, context = str(first["type"]), first["loc"], first.get("ctx") or {}
    field = shortened(".".join(str(part) for part in at[1:]), LONGEST_PLACE)
    if at[:1] == (BODY,) and (len(at) == 1 or kind == "json_invalid"):
        return say("malformed_body")
    if kind in ("missing", "missing_argument"):
        return say("malformed_missing", field=field)
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        return say("malformed_unknown", field=field)
    wanted = next((key for begins, key in KINDS.items() if kind.startswith(begins)), "wanted_other")
    limit = next((context[name] for name in LIMITS if name in context), 0)
    choices = ", ".join(re.findall(r"'([^']*)'", str(context.get("expected") or context.get("expected_tags") or "")))
    expected = say(wanted, n=limit, values=shortened(choices, LONGEST_CHOICE))
    return say("malformed_field", field=field, wanted=expected)
