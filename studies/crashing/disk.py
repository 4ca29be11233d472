"""A disk that lies: of what was written, only what was synced survives when the power fails.

A small library (disk.c) is loaded into the server and keeps a copy of each file as it was at its last sync. A failure
of the power puts these copies back; of what was written since, nothing is left, or some sectors, as it happens.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("disk.c")
SECTOR = 512
NO_COMPILER = "There is no C compiler here: the disk does not lie, and what was not synced is never lost."


class Disk:
    """One folder on it. Set up before the first server is started: each inherits the library."""

    def __init__(self, folder: Path, database: str, compiler: str) -> None:
        self.folder, self.database = folder.resolve(), database
        self.synced = Path(f"{self.folder}.synced")
        self.synced.mkdir(exist_ok=True)
        library = self.synced / ".library.so"
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl"], check=True)
        self.environment = {
            "LD_PRELOAD": str(library),
            "LYING_DISK": str(self.folder),
            "LYING_DISK_SYNCED": str(self.synced),
        }
        os.environ.update(self.environment)

    def power_fails(self, luck: random.Random) -> None:
        """After the server was killed."""
        some = luck.random() < 0.5  # of the sectors that were not synced have reached the disk by themselves
        for file in self.folder.glob(f"{self.database}*"):
            kept = self.synced / file.name
            if file.name.endswith("-shm") or not kept.exists():  # shared memory, or never synced
                file.unlink()
            elif some:
                file.write_bytes(mixed(kept.read_bytes(), file.read_bytes(), luck))
            else:
                shutil.copyfile(kept, file)

    def remove(self) -> None:
        for name in self.environment:
            os.environ.pop(name, None)
        shutil.rmtree(self.synced, ignore_errors=True)


def mixed(synced: bytes, written: bytes, luck: random.Random) -> bytes:
    """Each sector as it was synced, or as it was written since."""
    if len(written) > len(synced) and luck.random() < 0.5:
        written = written[: len(synced)]
    found = bytearray(written)
    for at in range(0, len(synced), SECTOR):
        if written[at : at + SECTOR] != synced[at : at + SECTOR] and luck.random() < 0.5:
            found[at : at + SECTOR] = synced[at : at + SECTOR]
    return bytes(found)


def lying_disk(folder: Path, database: str) -> Disk | None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    return Disk(folder, database, compiler) if compiler else None
