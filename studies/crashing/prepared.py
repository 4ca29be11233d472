"""A process that has imported everything: each line it reads is a server, forked in a moment. servers.py starts it."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import signal
import sys
from contextlib import suppress
from functools import partial
from multiprocessing import util
from pathlib import Path
from typing import Any

import aiosqlite  # noqa: F401
from studies.crashing.seam import Fault, serve

from spieltisch import registry
from spieltisch.server.app import Settings, make_app
from spieltisch.terminal import dialogue  # noqa: F401

_context = multiprocessing.get_context


def _forked(kind: str | None = None) -> Any:
    return _context("fork" if kind == "spawn" else kind)


def _let_go_of(folder: str, _: Any) -> None:
    """Whoever thinks for a server is forked from it; its sockets and the locks in its folder must end with it.
    A program that it starts, such as the coach's, needs its own sockets, and gets none of the others."""
    for entry in os.listdir("/proc/self/fd"):
        with suppress(OSError):
            if os.readlink(f"/proc/self/fd/{entry}").startswith(("socket:", folder)):
                os.close(int(entry))


def main() -> None:
    for module in list(sys.modules.values()):  # those that have taken it by its name
        if getattr(module, "get_context", None) is _context and module.__name__.startswith("spieltisch."):
            module.get_context = _forked  # type: ignore[attr-defined]
    for name in registry.names():
        registry.game(name)
    make_app(Settings("sqlite+aiosqlite://"))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who were killed
    gc.collect()
    gc.freeze()  # a server that looks at what all have in common would have to copy it
    print("ready", flush=True)
    for line in sys.stdin:
        wanted = json.loads(line)
        child = os.fork()
        if child:
            print(child, flush=True)
            continue
        try:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            util.register_after_fork(_context, partial(_let_go_of, str(Path(wanted["log"]).parent)))
            fault = Fault(**wanted["fault"]) if wanted["fault"] else None
            serve(wanted["arguments"], Path(wanted["log"]), fault, wanted["planted"])
        finally:
            sys.stderr.flush()
            os._exit(0)


if __name__ == "__main__":
    main()
