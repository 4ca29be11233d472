"""What this machine remembers of somebody's deals of the day: the key that signs results, and the results."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from spieltisch import files
from spieltisch.contract import Trouble
from spieltisch.daily import signing
from spieltisch.daily.deal import Deal

FILE = "daily.json"  # in the folder where tables are kept
FORMAT = 1
LARGEST = 2_000_000  # bytes


@dataclass(frozen=True)
class Kept:
    """A result that was handed in; the first one stays."""

    answers: tuple[int, ...]
    claim: tuple[int, ...]
    counts: bool  # played on its day


@dataclass(frozen=True)
class DailyBook:
    secret: bytes
    done: Mapping[str, Kept] = field(default_factory=dict)  # by day, game and form
    begun: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # the answers of whole games that go on

    def of(self, dealt: Deal) -> Kept | None:
        return self.done.get(name_of(dealt))

    def answers(self, dealt: Deal) -> tuple[int, ...]:
        return self.begun.get(name_of(dealt), ())

    def going_on(self, dealt: Deal, answers: tuple[int, ...]) -> DailyBook:
        return replace(self, begun={**self.begun, name_of(dealt): answers})

    def handed_in(self, dealt: Deal, answers: tuple[int, ...], today: date) -> DailyBook:
        result = Kept(answers, dealt.graded(answers).claim, dealt.day == today)
        begun = {name: value for name, value in self.begun.items() if name != name_of(dealt)}
        return replace(self, done={name_of(dealt): result, **self.done}, begun=begun)

    def streak(self, today: date) -> int:
        """How many days in a row something was played on its day, up to today or yesterday."""
        days = {name.partition("/")[0] for name, each in self.done.items() if each.counts}
        day = today if today.isoformat() in days else today - timedelta(days=1)
        length = 0
        while day.isoformat() in days:
            length, day = length + 1, day - timedelta(days=1)
        return length


def name_of(dealt: Deal) -> str:
    return f"{dealt.day.isoformat()}/{dealt.game.name}/{dealt.form}"


def load(folder: Path) -> DailyBook:
    """With a new key where there is none yet."""
    file = folder / FILE
    if not file.exists():
        return DailyBook(signing.new_secret())
    try:
        table = json.loads(files.read_text(file, LARGEST))
        if (table["spieltisch"], table["format"]) != ("daily", FORMAT):
            raise ValueError
        done = {str(name): _kept(each) for name, each in table["done"].items()}
        begun = {str(name): _numbers(each) for name, each in table["begun"].items()}
        secret = bytes.fromhex(table["secret"])
        if len(secret) != signing.KEY:
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        sentence = f"What was kept of your deals of the day cannot be read: {file}. Move it away, or bring back a copy."
        raise Trouble(sentence, "daily_damaged", file=str(file)) from None
    return DailyBook(secret, done, begun)


def save(folder: Path, book: DailyBook) -> None:
    done = {name: [each.answers, each.claim, each.counts] for name, each in book.done.items()}
    table = {
        "spieltisch": "daily",
        "format": FORMAT,
        "secret": book.secret.hex(),
        "done": done,
        "begun": dict(book.begun),
    }
    files.write_safely(folder / FILE, json.dumps(table, separators=(",", ":")))


def _kept(value: Any) -> Kept:
    answers, claim, counts = value
    if not isinstance(counts, bool):
        raise ValueError
    return Kept(_numbers(answers), _numbers(claim), counts)


def _numbers(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(type(each) is int for each in value):
        raise ValueError
    return tuple(value)
