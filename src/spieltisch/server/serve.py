"""`spieltisch serve`: the table in the browser."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import re
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import cast

import uvicorn
from fastapi import FastAPI

from spieltisch import registry
from spieltisch.contract import Trouble
from spieltisch.files import own_command
from spieltisch.quoting import quoted
from spieltisch.server import gate, house
from spieltisch.server.app import CLIENT, Settings, make_app
from spieltisch.server.entrance import Entrance
from spieltisch.server.gate import Doors, Proxies, raise_file_limit
from spieltisch.server.limits import Limits
from spieltisch.server.warming import MODE
from spieltisch.speech import Say
from spieltisch.tables.folder import served_alone, sqlite_file
from spieltisch.tables.keys import house_key
from spieltisch.tables.store import Store, sqlite_url

FAREWELL = 8.0  # seconds from the first signal to the end, at most
PLAIN = (
    "Others reach this house over plain http: whoever can listen in their network sees the keys of their seats.\n"
    "At home that may do; /docs/operating.html of this house says how to put HTTPS before it."
)
PAST = (
    "The port is also open past the proxy, over plain http: let the house listen on 127.0.0.1,\n"
    "or let nobody but the proxy reach the port."
)
NAME = re.compile(r"[\w-]+(\.[\w-]+)*", re.ASCII)
ROOT = "This house runs as root and needs no such rights: let it run as a user of its own."


def serve(
    *,
    host: str,
    port: int,
    data: Path,
    database: str | None,
    client: Path | None,
    limits: Limits,
    browser: bool,
    names: Sequence[str] = (),
    proxies: Sequence[str] = (),
    lists: bool = True,
    language: str = "en",
) -> None:
    """Until it is interrupted; what it says at first is in this language."""
    for name in names:
        if not NAME.fullmatch(name):
            raise Trouble(f"A name is written like play.example.org, without more: not {quoted(name)}.")
    database = database or sqlite_url(data)
    doors = Doors(raise_file_limit(), Proxies(proxies), lifted=limits.lifted)
    with _listen(host, port) as listening, served_alone(database):
        settings = Settings(
            database=database,
            client=client or CLIENT,
            addresses=house.addresses(host, listening.getsockname()[1], names, proxied=bool(proxies)),
            key=house_key(data),
            limits=limits,
            names=tuple(names),
            lists=lists,
            entrance=Entrance(),
        )
        _serve(listening, host, settings, doors, Say(language), browser=browser)


def _serve(listening: socket.socket, host: str, settings: Settings, doors: Doors, say: Say, *, browser: bool) -> None:
    port = listening.getsockname()[1]
    asyncio.run(_try(settings.database))
    logging.basicConfig(level=logging.WARNING, format="%(message)s", stream=sys.stderr)
    config = gate.config(make_app(settings), doors, timeout_graceful_shutdown=2)
    here = f"http://{'127.0.0.1' if host in ('0.0.0.0', '') else f'[{host}]' if ':' in host else host}:{port}"
    named = len(settings.names)
    known = list(dict.fromkeys((*settings.addresses[:named], here, *settings.addresses[named:])))
    print("Spieltisch:", "\n            ".join(known), flush=True)
    # behind the sign it is not sent; the page takes it out of the bar
    print(say("own_entrance", address=f"{known[0]}/#house={settings.key}"), flush=True)
    print(*greeting(say, settings.database), sep="\n", flush=True)
    for sentence in (*warnings(host, doors.proxies.named), *registry.broken()):
        print(sentence, file=sys.stderr, flush=True)
    gc.collect()
    gc.freeze()  # what is there now stays: collecting it again and again would make people wait
    gc.set_threshold(50_000, 20, 100)
    if browser and settings.entrance:
        threading.Timer(0.5, webbrowser.open, [f"{here}/enter/{settings.entrance.word}"]).start()
    Server(config).run(sockets=[listening])


def greeting(say: Say, database: str) -> list[str]:
    """What whoever has started it wants to know: where tables are kept, how it ends, and why the machine is busy."""
    file = sqlite_file(database)
    compiles = os.environ.get(MODE) not in ("0", "1") and find_spec("numba") is not None
    return [
        *([] if file is None else [say("kept_in", folder=str(file.parent.absolute()))]),
        say("how_to_stop"),
        *([say("compiles_meanwhile")] if compiles else []),
    ]


class Server(uvicorn.Server):
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Nothing keeps it from ending, not even a database that hangs; what is acknowledged is on disk."""
        farewell = threading.Timer(FAREWELL, os._exit, [128 + sig])
        farewell.daemon = True
        farewell.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Whoever waits for the database has an answer before their time is up."""
        cast(FastAPI, self.config.app).state.hall.store.hurry()
        await super().shutdown(sockets)


def warnings(host: str, proxies: Sequence[str]) -> list[str]:
    """What whoever runs the house should know before anybody comes."""
    plain = [] if house.is_local(host) else [PAST if proxies else PLAIN]
    return plain + ([ROOT] if hasattr(os, "geteuid") and os.geteuid() == 0 else [])


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
    # Windows lets two programs share a port unless one says no; elsewhere a port that was just left can be taken again
    free = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    listening.setsockopt(socket.SOL_SOCKET, free, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # whoever takes nothing for a minute is gone
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 60_000)
    try:
        listening.bind((host, port))
        listening.listen(2048)  # whoever comes before all is ready waits a moment and is served
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            again = f"{own_command()} serve --open --port {port + 1 if port < 65535 else 0}"
            sentence = f"Port {port} is in use; perhaps the table is open already. Another port: {again}"
            raise Trouble(sentence, "port_in_use", port=port, command=again) from None
        raise Trouble(f"It is not possible to listen on {host}:{port}: {error.strerror}.") from None
    return listening
