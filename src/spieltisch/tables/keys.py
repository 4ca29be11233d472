"""Secrets that open seats. Only their hashes are kept; those of the house's own seats follow from the house's key."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
import tempfile
from pathlib import Path

from spieltisch.contract import Trouble
from spieltisch.tables.folder import KEY, close_to_others, private

HOST = -1  # in the place of a seat: the key of whoever has opened the table


def new_secret() -> str:
    """Nobody guesses it."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    """The secrets are random and long, so that a plain hash protects them."""
    return hashlib.sha256(secret.encode()).hexdigest()


def house_key(folder: Path) -> str:
    """The secret of this house, for its owner only; it is made when it is first needed."""
    path = folder / KEY
    try:
        private(folder)
        if not path.exists():
            handle, name = tempfile.mkstemp(dir=folder)  # readable by its owner only
            try:
                with os.fdopen(handle, "w", encoding="ascii") as file:
                    file.write(new_secret())
                    file.flush()
                    os.fsync(file.fileno())
                with contextlib.suppress(FileExistsError):  # another process was faster
                    os.link(name, path)
            finally:
                Path(name).unlink(missing_ok=True)
        close_to_others(path)
    except OSError as error:
        raise Trouble(
            "{folder} cannot be written: {why}; set SPIELTISCH_DATA to a folder that can.",
            folder=folder,
            why=error.strerror,
        ) from None
    return _read(path)


def _read(path: Path) -> str:
    try:
        key = path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise Trouble(
            "{file} cannot be read: {why}; it must belong to whoever runs the house.", file=path, why=error.strerror
        ) from None
    if len(key) < 32:
        raise Trouble("The house's key in {path} is damaged; without that file a new one is made.", path=path)
    return key


def seat_key(house: str, table: str, seat: int) -> str:
    """What opens this seat for whoever has the key of the house."""
    return hmac.new(house.encode(), f"seat {seat} of {table}".encode(), "sha256").hexdigest()


def fingerprint(house: str) -> str:
    """By it the tables of a house are found; it opens nothing."""
    return hmac.new(house.encode(), b"fingerprint", "sha256").hexdigest()[:16]
