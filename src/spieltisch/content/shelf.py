"""People's own decks and sheets, kept in the data folder of a house: one file each, which they may also edit by hand.

A file written over HTTP has another beside it with the hash of the key of whoever has written it: they may change and
delete it again, and whoever has the key of the house may do so with all.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from spieltisch import registry
from spieltisch.content.document import LARGEST, Document, Examined, examine
from spieltisch.contract import Reason, Refused, Trouble
from spieltisch.files import CONTENT, CONTENT_NAME, claim, content_file, read_text, write_safely

MOST_KEPT = 200  # of a house
LONGEST_SLUG = 30
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{k}" for port in ("com", "lpt") for k in range(10))}  # on Windows


class NoContent(Trouble):
    """Nothing of this name is kept here."""

    def __init__(self, name: str) -> None:
        super().__init__(f"Nothing is kept here as {name[:40]}.", "content_not_kept", name=name[:40])


@dataclass(frozen=True)
class KeptContent:
    """One of them: its text may have been changed by hand, so that something is wrong with it."""

    name: str
    changed: float  # seconds since 1970
    examined: Examined


class Shelf:
    def __init__(self, data: Path) -> None:
        self.data = data
        self._known: dict[str, tuple[tuple[int, int], KeptContent]] = {}  # as the file was when it was read

    def all(self) -> list[KeptContent]:
        """The newest first."""
        folder = self.data / CONTENT
        names = {file.stem for file in folder.glob("*.toml")} if folder.is_dir() else set()
        for gone in set(self._known) - names:
            self._known.pop(gone, None)
        found = [kept for name in names if CONTENT_NAME.fullmatch(name) and (kept := self._look(name))]
        return sorted(found, key=lambda kept: (-kept.changed, kept.name))

    def of(self, game: str) -> dict[str, Document]:
        """What can be played at a game, by name."""
        found = {kept.name: kept.examined.document for kept in self.all()}
        return {name: document for name, document in found.items() if document and document.game == game}

    def read(self, name: str) -> Document:
        kept = self._look(name) if CONTENT_NAME.fullmatch(name) else None
        if kept is None:
            raise NoContent(name)
        if kept.examined.document is None:
            raise kept.examined.flawed(name)
        return kept.examined.document

    def add(self, document: Document, key: str = "") -> str:
        """Under a new name, made from its title."""
        if len(self.all()) >= MOST_KEPT:
            raise Refused(Reason("content_too_many", values={"n": MOST_KEPT}))
        name = self._claim(slug(document.title) or slug(document.game), key)
        self._write(name, document)
        return name

    def replace(self, name: str, document: Document) -> None:
        """Instead of what is kept under this name."""
        self.must_be_kept(name)
        self._write(name, document)

    def delete(self, name: str) -> None:
        self.must_be_kept(name)
        content_file(self.data, name).unlink(missing_ok=True)
        self._owner(name).unlink(missing_ok=True)

    def belongs_to(self, name: str, key: str) -> bool:
        """Whether it was written with this key."""
        try:
            kept = read_text(self._owner(name), 100).strip()
        except Trouble:
            return False
        return bool(key) and hmac.compare_digest(kept, hashed(key))

    def _write(self, name: str, document: Document) -> None:
        write_safely(content_file(self.data, name), document.toml())

    def _look(self, name: str) -> KeptContent | None:
        file = content_file(self.data, name)
        try:
            status = file.stat()
            stamp = status.st_mtime_ns, status.st_size
            if (known := self._known.get(name)) is None or known[0] != stamp:
                text = read_text(file, 4 * LARGEST)
                self._known[name] = known = stamp, KeptContent(name, status.st_mtime, examine(text))
            return known[1]
        except (OSError, Trouble):
            self._known.pop(name, None)
            return None

    def must_be_kept(self, name: str) -> None:
        if not CONTENT_NAME.fullmatch(name) or not content_file(self.data, name).is_file():
            raise NoContent(name)

    def _claim(self, wanted: str, key: str) -> str:
        """A name that nobody has, and from now on nobody else gets: others may save at the same moment."""
        taken = {file.stem for file in (self.data / CONTENT).glob("*.toml")} | DEVICES
        taken |= {name for game in registry.names() for name in registry.game(game).contents()}
        numbered = (f"{wanted}-{number}" for number in range(2, MOST_KEPT + 100))
        for name in (wanted, *numbered):
            if name not in taken and claim(self._owner(name), hashed(key) if key else ""):
                return name
        raise Refused(Reason("content_too_many", values={"n": MOST_KEPT}))

    def _owner(self, name: str) -> Path:
        return content_file(self.data, name).with_suffix(".owner")


def slug(title: str) -> str:
    """A title as a name: small letters, digits and hyphens; nothing where none of it can be written so."""
    plain = unicodedata.normalize("NFKD", title.casefold().replace("ß", "ss")).encode("ascii", "ignore").decode()
    words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    return "-".join(words)[:LONGEST_SLUG].strip("-")


def hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
