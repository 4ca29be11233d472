"""Tables on disk: one file each, a record with one more section that says who sits where."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from spieltisch import bots
from spieltisch.bots import outside
from spieltisch.contract import Trouble
from spieltisch.files import read_text, write_safely
from spieltisch.match import MOST_GAMES
from spieltisch.records import LARGEST, Record
from spieltisch.speech import LANGUAGES

PERSON = "me"  # in `seats`; anything else is the name of a bot


@dataclass(frozen=True)
class Seating:
    """What a table is beyond its record."""

    language: str
    seats: tuple[str, ...]
    seed: str
    real_dice: bool
    games: int = 1  # of the match that this table belongs to
    results: tuple[tuple[int, ...], ...] = ()  # points of the games played before
    coach: bool = False  # whether people may ask one

    @property
    def match_goes_on(self) -> bool:
        """Whether another game follows this one."""
        return len(self.results) + 1 < self.games

    @property
    def people(self) -> list[int]:
        return [seat for seat, who in enumerate(self.seats) if who == PERSON]


@dataclass(frozen=True)
class Saved:
    path: Path
    record: Record
    seating: Seating | None  # None: a record without a table


def folder() -> Path:
    own = os.environ.get("SPIELTISCH_DATA")
    if own:
        return Path(own) / "tables"
    try:
        shared = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    except RuntimeError:
        raise Trouble("There is no home folder to keep tables in; set SPIELTISCH_DATA to a folder.") from None
    return Path(shared) / "spieltisch" / "tables"


def fresh_path(game_name: str) -> Path:
    """A file for a new table, named by game and time."""
    stem = f"{game_name}-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (f"{stem}{f'-{k}' if k > 1 else ''}.json" for k in range(1, 1000))
    return next(path for name in names if not (path := folder() / name).exists())


def save(path: Path, record: Record, seating: Seating) -> None:
    document = json.loads(record.to_json())
    document["table"] = asdict(seating)
    write_safely(path, json.dumps(document, ensure_ascii=False, indent=1))


def load(path: Path) -> Saved:
    text = read_text(path, LARGEST)
    record = Record.from_json(text)
    section = json.loads(text).get("table")
    return Saved(path, record, None if section is None else _seating(section, record))


def find(name: str) -> Path:
    """The file that a person means: a path, or a table by its bare name."""
    path = Path(name)
    kept = folder() / f"{name}.json"
    return kept if path.name == name and not path.exists() and kept.exists() else path


def unfinished() -> list[Saved]:
    """Tables that can go on, the newest first; files that cannot be read are passed over."""
    found = []
    for path in _by_age():
        with contextlib.suppress(Trouble):
            saved = load(path)
            seating = saved.seating
            if seating is not None and (saved.record.outcome is None or seating.match_goes_on):
                found.append(saved)
    return found


def _by_age() -> list[Path]:
    aged = []
    with contextlib.suppress(OSError):
        for path in folder().glob("*.json"):
            with contextlib.suppress(OSError):
                aged.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(aged, reverse=True)]


@contextlib.contextmanager
def hold(path: Path) -> Iterator[None]:
    """Keeps other windows from playing at the same table; when the process ends, however it ends, the hold ends."""
    try:
        import fcntl
    except ImportError:  # not on this platform
        yield
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path.with_name(f".{path.name}.lock"), os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise Trouble(
            f"{path.parent} cannot be written: {error.strerror}; set SPIELTISCH_DATA to a folder that can."
        ) from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Trouble(f"The table {path.stem} is open in another window.") from None
        yield
    finally:
        os.close(handle)


def _seating(section: Any, record: Record) -> Seating:
    known = {PERSON, *bots.NAMES, *outside.names()}
    try:
        language, seats, seed, real_dice = (section[name] for name in ("language", "seats", "seed", "real_dice"))
        games, results = section["games"], [tuple(points) for points in section["results"]]
        coach = section.get("coach", False)
        sound = (
            language in LANGUAGES
            and isinstance(seats, list)
            and len(seats) == record.players
            and all(isinstance(who, str) and who in known for who in seats)
            and isinstance(seed, str)
            and isinstance(real_dice, bool)
            and isinstance(coach, bool)
            and isinstance(games, int)
            and len(results) < games <= MOST_GAMES
            and all(len(points) == record.players and all(type(n) is int for n in points) for points in results)
        )
    except (AttributeError, KeyError, TypeError, IndexError):
        sound = False
    if not sound:
        raise Trouble("The table is damaged: its section `table` has the wrong form.")
    return Seating(language, tuple(seats), seed, real_dice, games, tuple(results), coach)
