"""Work for many, behind two words: `submit` it, and take what is done `as_completed`.

Behind them this process works by itself (`Serial`), other processes of this machine do (`Processes`), or those of a Ray
cluster (`Cluster`). Whoever uses a pool sees no difference but the time it takes: work is a pure function of its
arguments, and what a worker that died has not finished is done again by another one.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import current_process, get_context
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Protocol, SupportsIndex, TypeVar

from spieltisch.beside import end_with_parent
from spieltisch.contract import Trouble
from spieltisch.files import bringing
from spieltisch.quoting import quoted, whole

QUEUED = 4  # pieces of work for each worker: enough to keep it busy, few enough to stop soon
UNGUARDED = 79  # how a worker ends that was to begin while the script that wants it is still being read
DEATHS = 4  # workers that may die one after the other before any work is done
PATIENCE = 5.0  # seconds until a cluster has to answer

T = TypeVar("T")
Work = tuple[Callable[..., Any], tuple[Any, ...]]


class Pool(Protocol):
    width: int  # how many work at the same time

    def submit(self, work: Callable[..., Any], *arguments: Any) -> None:
        """Something to be done by whoever is free."""

    def as_completed(self) -> Iterator[Any]:
        """What each piece of work returned, as it comes, until nothing is left; more may be submitted meanwhile."""

    def __enter__(self) -> Pool: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Everybody goes home; after an error at once."""


def processes(jobs: SupportsIndex) -> int:
    """How many are wanted, checked."""
    if (number := whole(jobs, "The number of processes")) < 1:
        raise Trouble(f"One process or more can play, not {number}.")
    return number


def opened(jobs: int, ray: str | None = None) -> Pool:
    """So many processes, or the Ray cluster at an address."""
    if ray is not None:
        return Cluster(ray)
    return Serial() if jobs == 1 else Processes(jobs)


def spread(pool: Pool, work: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
    """Does the work for each of the tasks, with only a few of them ahead, so that millions need no room."""
    ahead = iter(tasks)
    for task in islice(ahead, QUEUED * pool.width):
        pool.submit(work, *task)
    for result in pool.as_completed():
        for task in islice(ahead, 1):
            pool.submit(work, *task)
        yield result


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Serial:
    """No other process."""

    width = 1

    def __init__(self) -> None:
        self._ahead: deque[Work] = deque()

    def submit(self, work: Callable[..., Any], *arguments: Any) -> None:
        self._ahead.append((work, arguments))

    def as_completed(self) -> Iterator[Any]:
        while self._ahead:
            work, arguments = self._ahead.popleft()
            yield work(*arguments)

    def __enter__(self) -> Serial:
        return self

    def __exit__(self, *_: object) -> None:
        self._ahead.clear()


def _too_many(deaths: int) -> Trouble:
    """Work that kills everybody who takes it must come to an end."""
    return Trouble(
        f"{deaths} workers have died one after the other, perhaps for want of memory. "
        "What is written stays; the same command goes on from there."
    )


class Processes:
    """So many processes of this machine. One that is killed takes its whole pool with it: then there is a new pool."""

    def __init__(self, jobs: int) -> None:
        if getattr(current_process(), "_inheriting", False):  # pragma: no cover: a worker that reads the script
            os._exit(UNGUARDED)
        self.width = jobs
        self._deaths = 0  # since some work was done
        self._running: dict[Future[Any], tuple[ProcessPoolExecutor, Work]] = {}
        self._executor = self._new()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.width, mp_context=get_context("spawn"), initializer=_ready)

    def submit(self, work: Callable[..., Any], *arguments: Any) -> None:
        executor = self._executor
        try:
            future = executor.submit(work, *arguments)
        except BrokenProcessPool:
            self._replace(executor)
            self.submit(work, *arguments)
        else:
            self._running[future] = executor, (work, arguments)

    def as_completed(self) -> Iterator[Any]:
        while self._running:
            done, _ = wait(self._running, return_when=FIRST_COMPLETED)
            for future in done:
                executor, (work, arguments) = self._running.pop(future)
                try:
                    result = future.result()
                except BrokenProcessPool:  # whoever it was that died, this was not finished
                    self._replace(executor)
                    self.submit(work, *arguments)
                else:
                    self._deaths = 0
                    yield result

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        if broken is self._executor:
            workers = _workers(broken)
            broken.shutdown(cancel_futures=True)
            if any(worker.exitcode == UNGUARDED for worker in workers):
                raise Trouble(
                    "Other processes read this script again before they play, so what plays in it must stand below "
                    '`if __name__ == "__main__":`; with jobs=1 it may stand anywhere.'
                ) from None
            self._deaths += 1
            if self._deaths > DEATHS:
                raise _too_many(self._deaths) from None
            self._executor = self._new()

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        workers = _workers(self._executor)
        self._executor.shutdown(wait=kind is None, cancel_futures=True)
        if kind is not None:
            for worker in workers:
                worker.terminate()
            for worker in workers:
                worker.join()


def _workers(executor: ProcessPoolExecutor) -> list[BaseProcess]:
    return list((vars(executor).get("_processes") or {}).values())


def _ready() -> None:
    """Ctrl-C goes to all processes of a terminal; only the one in front of the person answers it. Nobody works on for
    somebody who is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


class Cluster:
    """The workers of a Ray cluster; only what a piece of work returns comes over the network, and that is little."""

    def __init__(self, address: str) -> None:
        self._ray = _joined(address)
        self.width = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._running: dict[Hashable, tuple[Work, int]] = {}  # and how many workers it has outlived
        self._remote: dict[Callable[..., Any], Any] = {}

    def submit(self, work: Callable[..., Any], *arguments: Any) -> None:
        self._start((work, arguments), 0)

    def _start(self, task: Work, deaths: int) -> None:
        if deaths > DEATHS:
            raise _too_many(deaths)
        work, arguments = task
        if work not in self._remote:
            self._remote[work] = self._ray.remote(num_cpus=1, max_retries=0)(work)
        self._running[self._remote[work].remote(*arguments)] = task, deaths

    def as_completed(self) -> Iterator[Any]:
        gone = self._ray.exceptions
        while self._running:
            done, _ = self._ray.wait(list(self._running))
            for reference in done:
                task, deaths = self._running.pop(reference)
                try:
                    result = self._ray.get(reference)
                except gone.RayTaskError as error:
                    raise error.cause from None
                except (gone.WorkerCrashedError, gone.NodeDiedError, gone.OutOfMemoryError, gone.ObjectLostError):
                    self._start(task, deaths + 1)
                except gone.RayError as error:
                    raise Trouble(f"The Ray cluster has failed: {str(error).splitlines()[0][:200]}") from None
                else:
                    yield result

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        for reference in self._running:
            self._ray.cancel(reference, force=True)
        self._ray.shutdown()


def _joined(address: str) -> Any:
    """Ray, connected to a cluster that is there already."""
    try:
        import ray
    except ImportError:
        raise Trouble(f"A cluster needs Ray: {bringing('ray')}.") from None
    nobody = Trouble(f"No Ray cluster answers at {quoted(address)}.")
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal() and "/" not in host:  # Ray itself would try for minutes
        try:
            socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
        except (OSError, OverflowError):
            raise nobody from None
    elif address != "auto" and not address.startswith("ray://"):
        raise Trouble(f"A Ray cluster has an address like head:6379, or auto; not {quoted(address)}.")
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError):
        raise nobody from None
    return ray
