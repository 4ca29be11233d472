"""The files of a house on disk: only their owner may read them, and one server at a time serves from them."""

from __future__ import annotations

import contextlib
import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from spieltisch.contract import Trouble
from spieltisch.files import give

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

LOG = logging.getLogger("spieltisch")
KEY = "house.key"
OTHERS = 0o077  # what group and strangers may do
STICKY = 0o1000  # a folder of everybody, as /tmp


def private(folder: Path) -> Path:
    """The folder, closed to others; it is made where there is none. One that holds more than ours is left as it is."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if (folder / KEY).exists() or not any(folder.iterdir()):
        close_to_others(folder)
    return folder


def private_file(file: Path) -> None:
    """The file and what SQLite keeps beside it, closed to others; what it will make inherits its modes."""
    with contextlib.suppress(OSError):  # what stands in the way is told by whoever opens it
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for each in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        close_to_others(each)


def close_to_others(path: Path) -> None:
    """Secrets of running dice and everybody's racks are in there."""
    with contextlib.suppress(FileNotFoundError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if os.name != "posix" or not mode & OTHERS or mode & STICKY:
            return
        try:
            path.chmod(mode & ~OTHERS)
            LOG.warning("%s was open to others; from now on only its owner can read it.", path)
        except PermissionError:
            LOG.warning("%s is open to others, and somebody else owns it.", path)


def sqlite_file(url: str) -> Path | None:
    """The file of this database, if it is one."""
    from sqlalchemy.engine import make_url  # takes long to load, and who is asked who plays need not wait for it
    from sqlalchemy.exc import ArgumentError

    try:
        address = make_url(url)
    except (ArgumentError, ValueError):  # not even an address, which is told by whoever opens it
        return None
    if address.get_backend_name() != "sqlite" or address.database in (None, "", ":memory:"):
        return None
    return Path(address.database)


@contextlib.contextmanager
def served_alone(url: str) -> Iterator[None]:
    """Two servers on one file would not hear of each other. A terminal may sit beside a server: it looks by itself."""
    file = sqlite_file(url)
    with alone(file) if file is not None and file.parent.is_dir() else contextlib.nullcontext():
        yield


@contextlib.contextmanager
def alone(file: Path) -> Iterator[None]:
    """No server uses this database meanwhile."""
    lock = os.open(f"{file.resolve()}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        give(lock, file.parent)
        try:
            _lock(lock)  # it ends with the process, however that ends
        except (BlockingIOError, PermissionError):
            raise Trouble("A server is using {file}; it must be stopped first.", file=file) from None
        yield
    finally:
        os.close(lock)


def _lock(handle: int) -> None:
    """Or it fails at once."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
