"""`spieltisch serve`: the table in the browser."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from types import FrameType

import uvicorn

from spieltisch import registry
from spieltisch.contract import Trouble
from spieltisch.server import house
from spieltisch.server.app import CLIENT, Settings, make_app
from spieltisch.server.limits import Limits
from spieltisch.tables.folder import served_alone
from spieltisch.tables.keys import house_key
from spieltisch.tables.store import Store, sqlite_url

LARGEST_MESSAGE = 16_384  # bytes that a socket may send at once
FAREWELL = 8.0  # seconds from the first signal to the end, at most


def serve(
    *, host: str, port: int, data: Path, database: str | None, client: Path | None, limits: Limits, browser: bool
) -> None:
    """Until it is interrupted."""
    database = database or sqlite_url(data)
    with _listen(host, port) as listening, served_alone(database):
        _serve(listening, host, data, database, client, limits, browser)


def _serve(
    listening: socket.socket, host: str, data: Path, database: str, client: Path | None, limits: Limits, browser: bool
) -> None:
    port = listening.getsockname()[1]
    settings = Settings(
        database=database,
        client=client or CLIENT,
        addresses=house.addresses(host, port),
        key=house_key(data),
        limits=limits,
    )
    asyncio.run(_try(settings.database))
    logging.basicConfig(level=logging.WARNING, format="%(message)s", stream=sys.stderr)
    config = uvicorn.Config(
        make_app(settings),
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # frames are small; compressing them costs more memory than it saves bytes
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    shown = f"http://{'127.0.0.1' if host in ('0.0.0.0', '') else f'[{host}]' if ':' in host else host}:{port}"
    own = f"{shown}/#house={settings.key}"  # behind the sign it is not sent; the page takes it out of the bar
    print(f"Spieltisch: {shown}", flush=True)
    for address in settings.addresses:
        print(f"            {address}", flush=True)
    print(f"With your own tables (keep it to yourself): {own}", flush=True)
    for sentence in registry.broken():
        print(sentence, file=sys.stderr, flush=True)
    gc.collect()
    gc.freeze()  # what is there now stays: collecting it again and again would make people wait
    gc.set_threshold(50_000, 20, 100)
    if browser:
        threading.Timer(0.5, webbrowser.open, [own]).start()
    Server(config).run(sockets=[listening])


class Server(uvicorn.Server):
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Nothing keeps it from ending, not even a database that hangs; what is acknowledged is on disk."""
        farewell = threading.Timer(FAREWELL, os._exit, [128 + sig])
        farewell.daemon = True
        farewell.start()
        super().handle_exit(sig, frame)


async def _try(database: str) -> None:
    """Whatever is wrong with the tables is told before anybody comes."""
    threads = threading.active_count()
    try:
        await (await Store.open(database)).close()
    finally:
        while threading.active_count() > threads:  # those of the database still answer this loop while they end
            await asyncio.sleep(0.001)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or asyncio lets answers wait
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # whoever takes nothing for a minute is gone
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 60_000)
    try:
        listening.bind((host, port))
        listening.listen(2048)  # whoever comes before all is ready waits a moment and is served
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise Trouble(f"Port {port} is in use; perhaps the table is open already. Try --port {port + 1}.") from None
        raise Trouble(f"It is not possible to listen on {host}:{port}: {error.strerror}.") from None
    return listening
