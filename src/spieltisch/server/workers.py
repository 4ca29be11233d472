"""Processes that think, so that nothing long happens on the loop that serves people."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from spieltisch import registry
from spieltisch.beside import end_with_parent
from spieltisch.compiling import step_back
from spieltisch.server.lanes import Lane, Queue

T = TypeVar("T")
ATTEMPTS = 3
NICENESS = 5


class Workers:
    """Some processes and the lane in front of them. If one dies, others take over and the question is asked again."""

    def __init__(self, count: int = 1) -> None:
        self.lane: Queue = Lane(count)
        self._count = count
        self._pool: ProcessPoolExecutor | None = None  # only where something is to be done

    def start(self) -> None:
        """It takes a moment: nobody should wait for it at the first move."""
        if not self.ready:
            self._opened().submit(os.getpid)

    @property
    def ready(self) -> bool:
        """Or nearly: it has been started."""
        return self._pool is not None

    async def ask(self, work: Callable[..., T], *question: Any) -> T:
        """At once, whoever waits in the lane."""
        attempts = ATTEMPTS
        while True:
            pool = self._opened()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, *question)
            except BrokenProcessPool:
                attempts -= 1
                if pool is self._pool:
                    self._pool = None
                if not attempts:
                    raise

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def _opened(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._count, mp_context=get_context("spawn"), initializer=prepare)
        return self._pool


def prepare() -> None:
    """A process that thinks leaves the processor to the server, which answers people, where both want it; it is not
    interrupted from the keyboard and does not outlive its server."""
    step_back(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    for name in registry.names():
        registry.game(name)
