"""A process that works beside another one ends with it, however that ends: also when it is killed."""

from __future__ import annotations

import os
import sys
import time
from multiprocessing import parent_process
from threading import Thread

GLANCE = 1.0  # seconds between two looks at whether whoever has begun this is still there


def end_with_parent() -> None:
    """From now on."""
    Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    _until_it_is_gone()
    os._exit(1)


def _until_it_is_gone() -> None:
    parent = parent_process()
    if parent is not None:  # begun by multiprocessing, which has a way for every system
        parent.join()
        return
    number = os.getppid()
    if sys.platform == "win32":  # there the number stays the same when it is gone
        import _winapi

        synchronize = 0x00100000
        _winapi.WaitForSingleObject(_winapi.OpenProcess(synchronize, False, number), _winapi.INFINITE)
        return
    while os.getppid() == number:
        time.sleep(GLANCE)
