"""A record: one playthrough as one JSON file. It holds every move including chance, so it replays without a seed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from spieltisch.contract import Outcome, Reason, Refused, Trouble
from spieltisch.dice import Checkable, terms
from spieltisch.files import read_text, write_safely
from spieltisch.game import Kind
from spieltisch.quoting import quoted
from spieltisch.speech import Say

FORMAT = "spieltisch-record"
VERSION = 1
LARGEST = 4_000_000  # bytes; a playthrough of any of our games stays far below


class Unreadable(Refused):
    """A record that cannot be accepted. Its sentence is there in every language: whoever shows it may say it anew."""

    def __init__(self, key: str, language: str = "en", **values: Any) -> None:
        reason = Reason(key, values=values)
        super().__init__(reason, Say(language).reason(reason))


@dataclass(frozen=True)
class DiceRecord:
    """What `Checkable` dice were made of."""

    table: str
    commitment: str
    contributions: tuple[str, ...]  # by seat; empty where nobody added anything
    secret: str | None  # None while the game goes on
    given: int = 0  # so many events come from another table: these dice have not drawn them
    construction: int = 1  # of docs/dice.md; from the second on the dice bind the terms


@dataclass(frozen=True)
class Record(Kind):
    content: str  # hash of the deck or sheet
    content_data: Mapping[str, Any]  # the deck or sheet itself, so that a record of an own deck replays anywhere
    seats: tuple[str, ...]
    log: tuple[tuple[int, str], ...]
    outcome: Outcome | None
    dice: DiceRecord | None = None  # of a table whose dice can be checked
    real: bool = False  # dice, bag and cards lay on a real table: people said what they showed
    intact: bool = True  # the file is as it was written, as far as it says

    def terms(self) -> str:
        """What its dice are bound to."""
        assert self.dice is not None
        if self.dice.construction == 1:
            return ""
        given = self.log[: self.dice.given]
        return terms(self.dice.table, self.game, self.variant, self.players, self.options, self.content, given)

    def to_json(self) -> str:
        """The text of the file."""
        outcome = self.outcome and {
            "places": list(self.outcome.places),
            "points": list(self.outcome.points),
            **({"ending": self.outcome.ending} if self.outcome.ending else {}),  # older records do not name it
            "paragraph": self.outcome.paragraph,
        }
        document = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "variant": self.variant,
            "players": self.players,
            "options": dict(self.options),
            "content": {"hash": self.content, "data": self.content_data},
            "seats": list(self.seats),
            "log": [[seat, move] for seat, move in self.log],
            "outcome": outcome,
        }
        if self.real:
            document["real"] = True
        if self.dice is not None:
            dice = asdict(self.dice)
            usual = (("given", 0), ("construction", 1))
            document["dice"] = {name: value for name, value in dice.items() if (name, value) not in usual}
            if self.dice.construction > 1:
                document["digest"] = _digest(document)
        return json.dumps(document, ensure_ascii=False, indent=1)

    @staticmethod
    def from_json(text: str) -> Record:
        """Checks the form of the file; whether the playthrough follows the rules is for `referee.replay` to say."""
        if len(text) > LARGEST:
            raise Unreadable("record_too_long", most=f"{LARGEST:,}", length=f"{len(text):,}")
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            raise Unreadable("record_is_no_json") from None
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise Unreadable("record_is_none")
        if document.get("version") != VERSION or document["version"] is True:
            raise Unreadable("record_of_version", version=quoted(document.get("version")), known=VERSION)
        content = _field(document, "content", dict)
        record = Record(
            game=_field(document, "game", str),
            variant=_field(document, "variant", str),
            players=_field(document, "players", int),
            options={name: _is(value, str, "options") for name, value in _field(document, "options", dict).items()},
            content=_field(content, "hash", str),
            content_data=_field(content, "data", dict),
            seats=tuple(_is(name, str, "seats") for name in _field(document, "seats", list)),
            log=tuple(_event(entry) for entry in _field(document, "log", list)),
            outcome=_outcome(document.get("outcome")),
            real=_is(document.get("real", False), bool, "real"),
        )
        if "dice" not in document:
            return record
        dice = _dice(document["dice"], record.players, len(record.log))
        intact = dice.construction == 1 or document.get("digest") == _digest(document)
        return replace(record, dice=dice, intact=intact)

    @staticmethod
    def load(path: Path | str) -> Record:
        """From a file, its form checked as in `from_json`."""
        return Record.from_json(read_text(Path(path), LARGEST))

    def save(self, path: Path | str) -> None:
        """Into a file; one that is there already holds either the old or the new record, whatever happens."""
        write_safely(Path(path), self.to_json())


def told(record: Record) -> Record:
    """The same, if it is one."""
    if not isinstance(record, Record):
        raise Trouble(f"A table is made from a Record, such as Record.load(file), not from {quoted(record)}.")
    return record


def _digest(document: Mapping[str, Any]) -> str:
    """SHA-256 of everything else in the file, however it is laid out."""
    rest = {name: value for name, value in document.items() if name != "digest"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode("ascii")).hexdigest()


def _is(value: Any, kind: type, name: str) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Unreadable("record_field_wrong", field=name)
    return value


def _field(document: Mapping[str, Any], name: str, kind: type) -> Any:
    if name not in document:
        raise Unreadable("record_field_missing", field=name)
    return _is(document[name], kind, name)


def _event(entry: Any) -> tuple[int, str]:
    if not isinstance(entry, list) or len(entry) != 2:
        raise Unreadable("record_field_wrong", field="log")
    return _is(entry[0], int, "log"), _is(entry[1], str, "log")


def _outcome(entry: Any) -> Outcome | None:
    if entry is None:
        return None
    _is(entry, dict, "outcome")
    places = tuple(_is(place, int, "outcome") for place in _field(entry, "places", list))
    points = tuple(_is(point, int, "outcome") for point in _field(entry, "points", list))
    ending = _is(entry.get("ending", ""), str, "outcome")
    return Outcome(places, points, ending, _field(entry, "paragraph", str))


def _dice(section: Any, players: int, events: int) -> DiceRecord:
    _is(section, dict, "dice")
    contributions = tuple(
        _written(entry, Checkable.CONTRIBUTION, "contributions") for entry in _field(section, "contributions", list)
    )
    given = _is(section.get("given", 0), int, "given")
    known = {field.name for field in fields(DiceRecord)}
    construction = _is(section.get("construction", 1), int, "construction")
    wrong = construction not in (1, 2) or not 0 <= given <= events
    if len(contributions) != players or section.keys() - known or wrong:
        raise Unreadable("record_field_wrong", field="dice")
    if "secret" not in section:
        raise Unreadable("record_field_missing", field="secret")
    return DiceRecord(
        table=_written(_field(section, "table", str), Checkable.TABLE, "table"),
        commitment=_written(_field(section, "commitment", str), Checkable.COMMITMENT, "commitment"),
        contributions=contributions,
        secret=None if section["secret"] is None else _written(section["secret"], Checkable.SECRET, "secret"),
        given=given,
        construction=construction,
    )


def _written(value: Any, form: re.Pattern[str], name: str) -> str:
    if not isinstance(value, str) or not form.fullmatch(value):
        raise Unreadable("record_field_wrong", field=name)
    return value
