"""A result as a code: it says what was answered, and whoever gets it finds out whether it is true."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from datetime import date, timedelta

import pytest

from spieltisch.daily import signing
from spieltisch.daily.deal import LABEL, NoDeal, TenDecisions, deal
from spieltisch.daily.result import DailyResult, Forged, answered, code, read, verify

DAY = date(2026, 11, 20)
SECRET = bytes(range(32))


@pytest.fixture(scope="module")
def result() -> DailyResult:
    found = deal(DAY, "high_score", "ten", DAY)
    assert isinstance(found, TenDecisions)
    return answered(found, "Anna Zoë", (*(each.best for each in found.puzzles[:9]), 0))


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def signed_text(text: str) -> str:
    """Whatever is signed by whoever wants to cheat with a key of their own."""
    data = text.encode()
    signature = signing.sign(SECRET, f"{LABEL}\n".encode() + data)
    return ".".join(["daily1", packed(data), packed(signing.public_key(SECRET)), packed(signature)])


def test_a_code_says_what_was_answered_and_is_found_to_be_true(result: DailyResult) -> None:
    written = code(result, SECRET)
    found, again, graded = verify(written, DAY)
    assert found == replace(result, key=signing.public_key(SECRET).hex())
    assert (again.day, again.game.name, again.form) == (DAY, "high_score", "ten")
    assert graded.claim == result.claim
    assert len(written) < 300
    assert read("daily1.\n" + written[7:100] + " \n" + written[100:]) == found, "a chat may break lines"


def test_another_claim_of_a_forger_with_a_key_is_found_out(result: DailyResult) -> None:
    better = replace(result, claim=(0,))
    assert better.claim != result.claim
    with pytest.raises(Forged, match="daily_other_result"):
        verify(code(better, SECRET), DAY)


def test_what_was_changed_on_the_way_is_noticed(result: DailyResult) -> None:
    begin, text, key, signature = code(result, SECRET).split(".")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    renamed = packed(data.replace(b"Anna", b"Hans"))
    stranger = packed(signing.public_key(bytes(32)))
    for changed in ((begin, renamed, key, signature), (begin, text, stranger, signature)):
        with pytest.raises(Forged, match="daily_changed"):
            verify(".".join(changed), DAY)


def test_a_result_of_another_deal_is_not_compared(result: DailyResult) -> None:
    with pytest.raises(Forged, match="daily_other_deal"):
        verify(code(replace(result, fingerprint="00000000"), SECRET), DAY)
    with pytest.raises(Forged, match="daily_no_answer"):
        verify(code(replace(result, answers=(99_999,) * 10), SECRET), DAY)
    with pytest.raises(NoDeal, match="daily_not_yet"):
        verify(code(replace(result, day=(DAY + timedelta(days=1)).isoformat()), SECRET), DAY)


@pytest.mark.parametrize(
    "written",
    [
        "",
        "hello",
        "daily1.a.b.c",
        "daily1.!.!.!",
        "daily2" + "." * 3,
        "daily1." + "A" * 3000 + ".A.A",
        signed_text("no json"),
        signed_text("[" * 900),
        signed_text("{}"),
        signed_text("[1,2,3,4,5,6,7]"),
        signed_text('["2026-13-01","a","b","c","d",[],[]]'),
        signed_text('["2026-11-20",1,"b","c","d",[],[]]'),
        signed_text('["2026-11-20","a","b","c"," two  blanks ",[],[]]'),
        signed_text('["2026-11-20","a","b","c","d",[true],[]]'),
        signed_text('["2026-11-20","a","b","c","d",[1.5],[]]'),
        signed_text('["2026-11-20","a","b","c","d",3,[]]'),
        signed_text(json.dumps(["2026-11-20", "a", "b", "c", "d", [0] * 201, []])),
        signed_text(json.dumps(["2026-11-20", "a", "b", "c", "d", [10**9], []])),
    ],
)
def test_what_is_no_code_gets_its_sentence(written: str) -> None:
    with pytest.raises(Forged, match="daily_no_code"):
        verify(written, DAY)
