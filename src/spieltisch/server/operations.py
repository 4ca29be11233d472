"""For whoever looks after the house: does it answer, should anybody be sent to it, and how is it doing?"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from ipaddress import IPv6Address, ip_address
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse
from sqlalchemy import literal, select
from sqlalchemy.pool import QueuePool

from spieltisch.contract import Reason
from spieltisch.server import metrics
from spieltisch.server.actions import Forbidden
from spieltisch.server.answering import nothing_here
from spieltisch.server.gate import Networks
from spieltisch.server.guard import PROBES
from spieltisch.server.hall import Hall
from spieltisch.tables.schema import ENTRIES
from spieltisch.tables.store import Store, Unavailable

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-real-ip")  # what proxies add
STATUS = Path("/proc/self")
BEGAN = time.time()
DAMAGED = "the database is damaged\n"
FRESH = 1.0  # seconds for which it is believed that the database answers, or does not


class Readiness:
    """Whether the database answers; all who want to know within a second share one question."""

    def __init__(self) -> None:
        self._answer: asyncio.Task[None] | None = None
        self._asked = 0.0

    async def reaches(self, store: Store) -> None:
        if self._answer is None or (self._answer.done() and time.monotonic() > self._asked + FRESH):
            self._answer, self._asked = asyncio.create_task(_ask(store)), time.monotonic()
        await asyncio.shield(self._answer)


async def _ask(store: Store) -> None:
    async with store.asking() as connection:
        await connection.scalar(select(literal(1)).select_from(ENTRIES).limit(1))


def add_operations(app: FastAPI, watchers: Sequence[str], authority: Path | None) -> None:
    """`app.state.draining` says that the process is about to end, and nobody new should be sent to it."""
    app.state.draining = False
    watching, readiness = Networks(watchers), Readiness()

    @app.get(PROBES[0], include_in_schema=False)
    async def healthz() -> Response:
        """The process answers; if it does not, it has to be started again."""
        return PlainTextResponse("ok\n")

    @app.get(PROBES[1], include_in_schema=False)
    async def readyz() -> Response:
        """Whoever comes now is served: the database answers, and the house is not about to close."""
        if app.state.draining:
            return PlainTextResponse("draining\n", 503)
        try:
            await readiness.reaches(app.state.hall.store)
        except Unavailable:
            damaged = app.state.hall.store.is_damaged
            return PlainTextResponse(DAMAGED if damaged else "the database does not answer\n", 503)
        if app.state.hall.store.is_damaged:
            return PlainTextResponse(DAMAGED, 503)
        return PlainTextResponse("ok\n")

    @app.get("/https.crt", include_in_schema=False)
    async def vouching(request: Request) -> Response:
        """For a device that shall trust this house."""
        if authority is None:
            return nothing_here(request)
        return Response(authority.read_bytes(), media_type="application/x-x509-ca-cert")

    @app.get("/metrics", include_in_schema=False)
    async def metrics_page(request: Request) -> Response:
        address = request.client.host if request.client else ""
        forwarded = any(name in request.headers for name in FORWARDED)
        if not (address in watching or (is_own_machine(address) and not forwarded)):
            raise Forbidden(Reason("only_watchers"))
        return Response("\n".join([*lines(app), ""]), media_type=metrics.TYPE)


def is_own_machine(address: str) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return (mapped or parsed).is_loopback


def lines(app: FastAPI) -> Iterator[str]:
    """All figures of this process."""
    hall: Hall = app.state.hall
    count = hall.count()
    yield from metrics.gauge("spieltisch_info", "The version that runs.", {version("spieltisch"): 1}, "version")
    yield from metrics.gauge("spieltisch_draining", "1: about to end.", int(app.state.draining))
    yield from metrics.gauge("spieltisch_tables", "Tables in memory, and those somebody watches.", count.tables, "are")
    yield from metrics.gauge(
        "spieltisch_sockets", "Sockets at tables: of players and of spectators.", count.sockets, "of"
    )
    yield from metrics.gauge("spieltisch_queue", "Who waits to be thought for.", count.queues, "for")
    yield from metrics.gauge("spieltisch_unwritten", "Entries that wait for the disk.", hall.store.unwritten)
    yield from metrics.gauge("spieltisch_writable", "0: the last attempt to write failed.", int(hall.store.is_writable))
    yield from metrics.gauge("spieltisch_database_connections", "In use by this process.", _connections(hall.store))
    for measured in metrics.MEASURES:
        yield from measured.lines()
    yield from _process()


def _connections(store: Store) -> int:
    pool = store.engine.sync_engine.pool
    return pool.checkedout() if isinstance(pool, QueuePool) else 0


def _process() -> Iterator[str]:
    """As other programs tell them, under the same names."""
    used = os.times()
    about = "User and system time."
    yield from metrics.gauge("process_cpu_seconds_total", about, used.user + used.system, kind="counter")
    yield from metrics.gauge("process_start_time_seconds", "Since 1970.", BEGAN)
    if (STATUS / "statm").exists():
        pages = int((STATUS / "statm").read_text().split()[1])
        yield from metrics.gauge("process_resident_memory_bytes", "In memory.", pages * os.sysconf("SC_PAGESIZE"))
        yield from metrics.gauge("process_open_fds", "Open files and sockets.", len(os.listdir(STATUS / "fd")))
