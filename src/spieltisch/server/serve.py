"""`spieltisch serve`: the table in the browser."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import re
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, cast

import uvicorn
from fastapi import FastAPI

from spieltisch import registry
from spieltisch.contract import Trouble
from spieltisch.files import typed_again
from spieltisch.quoting import quoted
from spieltisch.server import gate, house, logs
from spieltisch.server.app import CLIENT, Settings, make_app
from spieltisch.server.certificate import UNKNOWN, Certificate, certificate
from spieltisch.server.entrance import Entrance
from spieltisch.server.gate import Doors, Networks, raise_file_limit
from spieltisch.server.hall import Hall
from spieltisch.server.limits import Limits
from spieltisch.server.logs import Form
from spieltisch.server.thinkers import WORKERS
from spieltisch.server.warming import something_to_do
from spieltisch.speech import Say
from spieltisch.tables.backup import look_at
from spieltisch.tables.engine import is_postgres
from spieltisch.tables.folder import served_alone, sqlite_file
from spieltisch.tables.keys import house_key
from spieltisch.tables.store import Store, sqlite_url

LOG = logging.getLogger("spieltisch")
COLLECTING = (20_000, 2, 1_000)  # objects until Python looks for garbage: often, so that nobody waits long for it
HANDOVER = 0.0003  # seconds after which a busy loop lets the thread of the database go on; Python's own 5 ms are long
FAREWELL = 8.0  # seconds from the first signal to the end, at most; those of --drain come before
PLAIN = (
    "Others reach this house over plain http: whoever can listen in their network sees the keys of their seats.\n"
    "At home that may do, or --https; /docs/operating.html of this house says how to put HTTPS before it elsewhere."
)
PAST = (
    "The port is also open past the proxy, over plain http: let the house listen on 127.0.0.1,\n"
    "or let nobody but the proxy reach the port."
)
BASE = re.compile(r"(/[\w-][\w.~-]*)+", re.ASCII)
OWN = ("api", "assets", "docs", "enter", "t")  # what our own addresses begin with
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
    workers: int = WORKERS,
    watchers: Sequence[str] = (),
    log: Form = "text",
    drain: float = 0.0,
    base: str = "",
    https: bool = False,
    keep: float | None = None,
    language: str = "en",
) -> None:
    """Until it is interrupted; what it says at first is in this language."""
    for name in names:
        if not NAME.fullmatch(name):
            raise Trouble("A name is written like play.example.org, without more: not {name}.", name=quoted(name))
    base = base.rstrip("/")
    if base and (not BASE.fullmatch(base) or base.split("/")[1] in OWN):
        raise Trouble("A path is written like /games, and is none of our own: not {base}.", base=quoted(base))
    database = database or sqlite_url(data)
    if not workers and not is_postgres(database):
        raise Trouble("Only where workers share a PostgreSQL with the house need none of its own think.")
    doors = Doors(raise_file_limit(), Networks(proxies), lifted=limits.lifted)
    Networks(watchers)  # what cannot be read is told before anything is opened
    say = Say("en" if log == "json" else language)
    own = certificate(data, names) if https else None
    scheme, entrance = "https" if own else "http", Entrance()
    with _listen(host, port) as listening, served_alone(database):
        port = listening.getsockname()[1]
        logs.at_port(port)
        settings = Settings(
            database=database,
            client=client or CLIENT,
            addresses=tuple(
                f"{address}{base}"
                for address in house.addresses(host, port, names, proxied=bool(proxies), scheme=scheme)
            ),
            key=house_key(data),
            limits=limits,
            names=tuple(names),
            lists=lists,
            workers=workers,
            is_ready=lambda: None if log == "json" else print(say("is_compiled"), flush=True),
            entrance=entrance,
            data=data,
            watchers=tuple(watchers),
            base=base,
            keep=keep,
            authority=own.authority if own else None,
            command=typed_again({"--host": house.EVERYWHERE[0], "--port": port}),
        )
        asyncio.run(_try(settings.database))
        local = "127.0.0.1" if host in ("0.0.0.0", "") else f"[{host}]" if ":" in host else host
        here = f"{scheme}://{local}:{port}{base}"
        known = list(dict.fromkeys((*settings.addresses[: len(names)], here, *settings.addresses[len(names) :])))
        told = [say.sentence(each, address=known[-1]) for each in warnings(host, doors.proxies.named, own)]
        sentences = [*told, *registry.broken()]
        # What stands behind the sign is not sent, and the page takes it out of the bar
        greetings = [say("own_entrance", address=f"{known[0]}/#house={settings.key}"), *greeting(say, database)]
        _announce(known, greetings, sentences, log)
        if log == "json" and something_to_do():
            LOG.info("Opponents and coach are compiled in the background.")
        files: dict[str, Path] = {} if own is None else {"ssl_certfile": own.certificate, "ssl_keyfile": own.key}
        config = gate.config(make_app(settings), doors, timeout_graceful_shutdown=2, **files)
        _serve(Server(config, drain), listening, f"{here}/enter/{entrance.word}" if browser else "")


def _serve(server: Server, listening: socket.socket, entrance: str) -> None:
    gc.freeze()  # what is there now stays: collecting it again and again would make people wait
    gc.set_threshold(*COLLECTING)
    gc.enable()
    sys.setswitchinterval(HANDOVER)
    if entrance:
        threading.Timer(0.5, webbrowser.open, [entrance]).start()
    try:
        server.run(sockets=[listening])
    finally:  # what is left are moments, and whoever asks for the end once more is about to get it
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _announce(known: Sequence[str], greetings: Sequence[str], sentences: Sequence[str], log: Form) -> None:
    """Where the house is. A person at a terminal is greeted, also with its key; no log has that."""
    if log == "json":
        LOG.info("The house is open: %s", ", ".join(known))
        for sentence in sentences:
            LOG.warning("%s", " ".join(sentence.split()))
        return
    print("Spieltisch:", "\n            ".join(known), flush=True)
    print(*greetings, sep="\n", flush=True)
    for sentence in sentences:
        print(sentence, file=sys.stderr, flush=True)


def greeting(say: Say, database: str) -> list[str]:
    """What whoever has started it wants to know: where tables are kept, how it ends, and why the machine is busy."""
    file = sqlite_file(database)
    return [
        *([] if file is None else [say("kept_in", folder=str(file.parent.absolute()))]),
        say("how_to_stop"),
        *([say("compiles_meanwhile")] if something_to_do() else []),
    ]


class Server(uvicorn.Server):
    """First nobody new is sent here (`/readyz`), then nobody new is let in, then those who are here are sent away, and
    what they have begun is finished."""

    def __init__(self, config: uvicorn.Config, drain: float = 0.0) -> None:
        super().__init__(config)
        self.drain = drain  # seconds in which a load balancer notices that nobody should be sent here
        self._first = iter((True,))  # signals may interrupt even whoever handles one

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Nothing keeps it from ending, not even a database that hangs; what is acknowledged is on disk. Who asks again
        waits for no load balancer any more, but breaks nothing off that is being finished."""
        state = cast(FastAPI, self.config.app).state
        if not state.draining and self.drain:
            state.draining = True
            _later(self.drain, self.handle_exit, sig, frame)
            return
        if not next(self._first, False):
            return
        state.draining = True
        _later(FAREWELL, os._exit, 128 + sig)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Whoever waits for the database has an answer before their time is up."""
        LOG.info("The house closes.")
        hall: Hall = cast(FastAPI, self.config.app).state.hall
        hall.store.hurry()
        for server in self.servers:
            server.close()
        await hall.send_away()
        await super().shutdown(sockets)
        LOG.info("The house is closed.")


def _later(seconds: float, work: Callable[..., Any], *what: Any) -> None:
    timer = threading.Timer(seconds, work, what)
    timer.daemon = True
    timer.start()


def warnings(host: str, proxies: Sequence[str], own: Certificate | None = None) -> list[str]:
    """What whoever runs the house should know before anybody comes."""
    plain = [] if house.is_local(host) or own else [PAST if proxies else PLAIN]
    if own and own.authority:
        plain = [UNKNOWN]
    return plain + ([ROOT] if hasattr(os, "geteuid") and os.geteuid() == 0 else [])


async def _try(database: str) -> None:
    """Whatever is wrong with the tables is told before anybody comes."""
    if (file := sqlite_file(database)) is not None:
        look_at(file)
    threads = threading.active_count()
    try:
        await (await Store.open(database)).close()
    finally:
        await asyncio.get_running_loop().shutdown_default_executor()  # in which names of machines are looked up
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
            again = typed_again({"--port": port + 1 if port < 65535 else 0})
            sentence = f"Port {port} is in use; perhaps the table is open already. Another port: `{again}`."
            raise Trouble(sentence, "port_in_use", port=port, command=again) from None
        raise Trouble(
            "It is not possible to listen on {host}:{port}: {why}.", host=host, port=port, why=error.strerror
        ) from None
    return listening
