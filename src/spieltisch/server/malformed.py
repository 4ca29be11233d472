"""What is wrong with a request or a message that cannot be read: which field, and what is expected there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from spieltisch.contract import Reason, Refused
from spieltisch.quoting import shortened
from spieltisch.server.forms import LONGEST_ID

LONGEST_PLACE, LONGEST_CHOICE = 80, 200
NAME = "[key]"  # so pydantic ends the place of a name that is wrong itself
ALTERNATIVE = re.compile(r"constrained-\w+|(dict|list|tuple)\[.*\]|\[key\]")  # no part of a place that people know
UNTAGGED, MISTAGGED = "union_tag_not_found", "union_tag_invalid"
BODY = Reason("malformed_body")
MISSING = ("missing", "missing_argument", UNTAGGED)
UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
KINDS = {  # what pydantic calls a mistake, by its beginning, and what is expected instead
    "string_too_long": "wanted_longest",
    "string_too_short": "wanted_shortest",
    "string_pattern": "wanted_form",
    "string_unicode": "wanted_letters",
    "too_long": "wanted_most",
    "too_short": "wanted_least",
    "greater_than_equal": "wanted_at_least",
    "less_than_equal": "wanted_at_most",
    "greater_than": "wanted_more_than",
    "less_than": "wanted_less_than",
    "literal_error": "wanted_one_of",
    MISTAGGED: "wanted_one_of",
    "string": "wanted_text",
    "int_parsing_size": "wanted_smaller",
    "int": "wanted_whole",
    "float": "wanted_number",
    "finite": "wanted_number",
    "bool": "wanted_truth",
    "date": "wanted_day",
    "list": "wanted_list",
    "tuple": "wanted_list",
    "dict": "wanted_object",
    "mapping": "wanted_object",
    "model": "wanted_object",
    "dataclass": "wanted_object",
}
LIMITS = ("max_length", "min_length", "ge", "le", "gt", "lt")
Mistake = Mapping[str, Any]


class Malformed(Refused):
    """A message that cannot be read; with its id where that can be, so that whoever has asked knows what was meant."""

    def __init__(self, text: str, error: ValidationError) -> None:
        errors = error.errors(include_url=False, include_input=False)
        super().__init__(reason(errors))
        message = None if errors[0]["type"] == "json_invalid" else from_json(text)
        given = message.get("id") if isinstance(message, dict) else None
        self.id = given if isinstance(given, str) and 0 < len(given) <= LONGEST_ID else None


def reason(errors: Sequence[Mistake]) -> Reason:
    """The first mistake in one sentence."""
    if not errors or _is_of_body(errors[0]):
        return BODY
    kind, place = str(errors[0]["type"]), _place(errors[0])
    field: Any = shortened(".".join(place), LONGEST_PLACE) or "?"
    if kind in MISSING:
        return Reason("malformed_missing", values={"field": field})
    if kind in UNKNOWN:
        return Reason("malformed_unknown", values={"field": field})
    meant = list(_meant(errors, place))
    if meant[0]["loc"][-1:] == (NAME,):
        field = Reason("malformed_name", values={"field": shortened(".".join(_place(meant[0])), LONGEST_PLACE)})
    wanted = [_wanted(each) for each in meant[:2]]
    if None in wanted:
        return Reason("malformed_other", values={"field": field})
    expected = wanted[0] if len(wanted) == 1 else Reason("wanted_either", values={"one": wanted[0], "other": wanted[1]})
    return Reason("malformed_field", values={"field": field, "wanted": expected})


def _is_of_body(mistake: Mistake) -> bool:
    kind, at = mistake["type"], mistake["loc"]
    return kind == "json_invalid" or (len(at) < 2 and kind not in (UNTAGGED, MISTAGGED))


def _place(mistake: Mistake) -> tuple[str, ...]:
    """The way to the field, without where in the request it stands, or of which message."""
    way = tuple(str(part) for part in mistake["loc"][1:])
    if mistake["type"] in (UNTAGGED, MISTAGGED):
        return (*way, mistake["ctx"]["discriminator"].strip("'"))
    return tuple(part for part in way if not ALTERNATIVE.fullmatch(part))


def _meant(errors: Sequence[Mistake], place: tuple[str, ...]) -> Iterator[Mistake]:
    """Where a field may be one thing or another: what is wrong with the one that has come, else both."""
    here = [each for each in errors if _place(each)[: len(place)] == place]
    yield from [each for each in here if not each["type"].endswith("_type")][:1] or here


def _wanted(mistake: Mistake) -> Reason | None:
    kind, context = str(mistake["type"]), mistake.get("ctx") or {}
    key = next((key for begins, key in KINDS.items() if kind.startswith(begins)), None)
    if key is None:
        return None
    if key == "wanted_most" and context.get("field_type") == "Dictionary":
        key = "wanted_most_names"
    limit = next((context[name] for name in LIMITS if name in context), 0)
    if isinstance(limit, float) and limit.is_integer():
        limit = int(limit)
    choices = ", ".join(re.findall(r"'([^']*)'", str(context.get("expected") or context.get("expected_tags") or "")))
    values = shortened(choices or str(context.get("pattern", "")), LONGEST_CHOICE)
    return Reason(key, values={"n": limit, "values": values})
