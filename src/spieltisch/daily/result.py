"""A result that a friend can check without asking anybody: what was answered, signed, in a code to be sent in a chat.

The other side reads it, checks the signature, deals the same day again and plays the answers: what comes out must be
what the result says of itself.
"""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass
from datetime import date
from typing import Any

from spieltisch.contract import Reason, Refused
from spieltisch.daily import signing
from spieltisch.daily.deal import LABEL, MOST_ANSWERS, Deal, Graded, NoDeal, deal
from spieltisch.speech import tidy_name

LONGEST_CODE = 2000  # characters
BEGINS = "daily1"
PARTS = 4
MOST_SEATS = 6
LARGEST = 10_000_000


class Forged(Refused):
    """A result that does not hold; the sentence says why."""


@dataclass(frozen=True)
class DailyResult:
    day: str
    game: str
    form: str
    fingerprint: str  # of the deal
    name: str  # of whoever played, as they call themselves
    answers: tuple[int, ...]
    claim: tuple[int, ...]
    key: str = ""  # public, in hexadecimal digits; empty until it is signed

    def text(self) -> str:
        """What is signed, after the label."""
        parts = [self.day, self.game, self.form, self.fingerprint, self.name, self.answers, self.claim]
        return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def answered(dealt: Deal, name: str, answers: tuple[int, ...]) -> DailyResult:
    claim = dealt.graded(answers).claim
    day = dealt.day.isoformat()
    return DailyResult(day, dealt.game.name, dealt.form, dealt.fingerprint, tidy_name(name), answers, claim)


def code(result: DailyResult, secret: bytes) -> str:
    """Signed, and short enough to be sent in a chat."""
    text = result.text().encode()
    parts = (text, signing.public_key(secret), signing.sign(secret, _message(text)))
    return ".".join([BEGINS, *map(_packed, parts)])


def read(written: str) -> DailyResult:
    """What a code says, if it is one and its signature holds; whether that is true `verify` finds out."""
    parts = "".join(written.split()).split(".")
    if len(written) > LONGEST_CODE or len(parts) != PARTS or parts[0] != BEGINS:
        raise _no_code()
    text, key, signature = map(_unpacked, parts[1:])
    found = _shaped(text, key.hex())
    if not signing.holds(key, _message(text), signature):
        raise Forged(Reason("daily_changed"))
    return found


def verify(written: str, until: date) -> tuple[DailyResult, Deal, Graded]:
    """The result, if the same deal played again with its answers gives what it claims."""
    found = read(written)
    dealt = deal(date.fromisoformat(found.day), found.game, found.form, until)
    if dealt.fingerprint != found.fingerprint:
        raise Forged(Reason("daily_other_deal"))
    try:
        graded = dealt.graded(found.answers)
    except NoDeal as refused:
        raise Forged(refused.reason) from None
    if graded.claim != found.claim:
        raise Forged(Reason("daily_other_result"))
    return found, dealt, graded


def _message(text: bytes) -> bytes:
    return LABEL.encode() + b"\n" + text


def _no_code() -> Forged:
    return Forged(Reason("daily_no_code"))


def _packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _unpacked(text: str) -> bytes:
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise _no_code() from None
    return data


def _shaped(text: bytes, key: str) -> DailyResult:
    try:
        day, game, form, fingerprint, name, answers, claim = json.loads(text)
        date.fromisoformat(day)
    except (ValueError, TypeError, RecursionError):
        raise _no_code() from None
    if not all(isinstance(each, str) for each in (game, form, fingerprint, name)) or tidy_name(name) != name:
        raise _no_code()
    if not (_numbers(answers, MOST_ANSWERS) and _numbers(claim, MOST_SEATS)):
        raise _no_code()
    return DailyResult(day, game, form, fingerprint, name, tuple(answers), tuple(claim), key)


def _numbers(value: Any, most: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= most
        and all(type(each) is int and abs(each) <= LARGEST for each in value)
    )
