"""The gate of the house: who may be connected, how large the head of a request is, and when it must have arrived."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
from collections import Counter
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from spieltisch.contract import Trouble
from spieltisch.server import limits
from spieltisch.server.house import preferred
from spieltisch.server.limits import Buckets, owner
from spieltisch.server.outlet import OUTLET, text_frame, text_of
from spieltisch.speech import Say

SPARE_FILES = 96  # open files that are no connections: database, logs, pipes to other processes
MOST_FILES = 16_384  # more are not asked for
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 10\r\n"
    b"Connection: close\r\nContent-Length: 61\r\n\r\nToo many connections at once; please try again in a moment.\r\n"
)
TOO_LARGE = 431
STRANGERS = logging.getLogger("spieltisch.strangers")
STRANGERS.setLevel(logging.ERROR)  # what somebody sends that is no request is no event of ours: it would fill the log
WITHIN = {h11.IDLE: limits.HEAD_WITHIN, h11.SEND_BODY: limits.BODY_WITHIN}  # what is still to come, and when at last


class Networks:
    """Addresses that whoever runs the house has named: proxies whose word is taken for who comes (`X-Forwarded-For`;
    nobody else's is), or machines that may read its figures."""

    def __init__(self, named: Sequence[str] = ()) -> None:
        self.named = list(named)
        try:
            networks = [ip_network(each) for each in named]
        except ValueError as error:
            raise Trouble("A machine is named by its address or network: {why}.", why=error) from None
        self.networks = [*networks, *(_mapped(each) for each in networks if isinstance(each, IPv4Network))]

    def __contains__(self, address: str) -> bool:
        return bool(self.networks and address) and any(ip_address(address) in each for each in self.networks)


def _mapped(network: IPv4Network) -> IPv6Network:
    """As it comes to a house that listens on `::`."""
    return IPv6Network(f"::ffff:{network.network_address}/{96 + network.prefixlen}")


class Doors:
    """Every connection, counted by whom its address belongs to.

    Nobody gets more of them than are still free, so n who take all they can leave one place in n + 1 to others.
    """

    def __init__(self, most: int, proxies: Networks, *, lifted: bool = False) -> None:
        self.most, self.proxies, self.lifted = most, proxies, lifted
        self._owners: dict[Any, str] = {}  # by transport
        self._held: Counter[str] = Counter()
        self._brought: set[Any] = set()  # connections of named proxies
        often = 1e9 if lifted else 1.0
        self._parts = Buckets(limits.PARTS[0] * often, limits.PARTS[1] * often)

    def pays(self, transport: Any, parts: int) -> float:
        """For how many seconds nothing more is read of whom the connection belongs to; a named proxy brings many, and
        pays for each connection apart."""
        by = self._owners.get(transport, "")
        return self._parts.pay(f"{by} {id(transport)}" if transport in self._brought else by, parts)

    def enter(self, transport: Any, address: str) -> bool:
        """Whether there is a place for it; one that becomes a socket keeps its own."""
        if transport in self._owners:
            return True
        free, held = self.most - len(self._owners), self._held[by := owner(address)]
        many = self.lifted or address in self.proxies
        if free < 1 or (held >= min(free, limits.CONNECTIONS_OF_ADDRESS) and not many):
            return False
        self._owners[transport] = by
        self._held[by] += 1
        if address in self.proxies:
            self._brought.add(transport)
        return True

    def leave(self, transport: Any) -> None:
        self._brought.discard(transport)
        if (by := self._owners.pop(transport, None)) is not None:
            self._held[by] -= 1
            if not self._held[by]:
                del self._held[by]


class Metered(asyncio.Protocol):
    """Reads in slices and lets others have their turn after each. Whoever sends many tiny parts pays for each of them,
    and is not read while there is a debt."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    parts = 0
    _unread = b""
    _later: asyncio.Handle | None = None

    def read(self, data: bytes) -> None:
        raise NotImplementedError

    def pays(self, parts: int) -> float:
        raise NotImplementedError

    def data_received(self, data: bytes) -> None:
        if self.transport.get_protocol() is not self:  # the request that becomes a socket
            self.read(data)
            return
        self._unread += data
        if self._later is None:
            self._read_on()
        else:  # somebody else has let it be read again
            self.transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._later is not None:
            self._later.cancel()
        super().connection_lost(exc)

    def _read_on(self) -> None:
        waited, self._later = self._later is not None, None
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() > limits.LARGEST_UNSENT:
            self.transport.abort()
            return
        if (debt := self.pays(0)) or self.is_full():
            self._pause(debt or limits.A_MOMENT)
            return
        data, self._unread = self._unread[: limits.LARGEST_SLICE], self._unread[limits.LARGEST_SLICE :]
        self.parts = 0
        self.read(data)
        debt = self.pays(max(1, self.parts))
        now = self.transport.get_protocol()
        if now is not self:  # it has become a socket
            rest, self._unread = self._unread, b""
            if rest and isinstance(now, asyncio.Protocol):
                now.data_received(rest)
        elif self._unread:
            self._pause(debt)
        elif waited and not self.transport.is_closing() and not self.is_full():
            self.transport.resume_reading()

    def _pause(self, seconds: float) -> None:
        self.transport.pause_reading()
        self._later = self.loop.call_later(seconds, self._read_on) if seconds else self.loop.call_soon(self._read_on)

    def is_full(self) -> bool:
        """Whether what has been read has still to be taken."""
        raise NotImplementedError


def gate(doors: Doors) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols of requests and of the sockets that some of them become."""

    class Requests(Metered, H11Protocol):
        _awaited: Any = None
        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.logger = STRANGERS
            pieces = self.conn.next_event

            def counted() -> Any:
                self.parts += 1
                return pieces()

            self.conn.next_event = counted  # type: ignore[method-assign]
            if doors.enter(transport, self.client[0] if self.client else ""):
                self._watch()
            else:
                transport.write(FULL)
                transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            doors.leave(self.transport)
            self._wait(None)
            self._let_go()

        def _let_go(self) -> None:
            """Nothing here refers to itself any more: it is gone without a search for garbage, which is rare."""
            del self.conn.next_event

        def read(self, data: bytes) -> None:
            H11Protocol.data_received(self, data)
            self._watch()

        def pays(self, parts: int) -> float:
            return doors.pays(self.transport, parts)

        def is_full(self) -> bool:
            return self.flow.read_paused

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._watch()

        def send_400_response(self, msg: str) -> None:
            """What is no request gets few words; whose head only goes on too long is told so as by everybody else."""
            error = sys.exception()
            if isinstance(error, h11.RemoteProtocolError) and error.error_status_hint == TOO_LARGE:
                self._send_too_large()
            else:
                super().send_400_response(msg)

        def _send_too_large(self) -> None:
            said = _too_large(bytes(self.conn.trailing_data[0]))
            headers = [("content-type", "application/json"), ("connection", "close")]
            for event in (
                h11.Response(status_code=TOO_LARGE, headers=headers, reason="Request Header Fields Too Large"),
                h11.Data(data=said),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event))
            self.transport.close()

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            if head_is_too_large(event.target, list(event.headers)):  # the parser of sockets would not survive it
                self.send_400_response("The head of this request is too large.")
            else:
                super().handle_websocket_upgrade(event)
                self._let_go()

        def shutdown(self) -> None:
            """To whoever broke off in the middle of an answer nothing more can be said."""
            if self.conn.our_state is h11.ERROR:
                self.transport.close()
            else:
                super().shutdown()

        def _watch(self) -> None:
            """A byte now and then does not help: time begins when something new is awaited."""
            now = self.conn.their_state if self.transport.get_protocol() is self else h11.SWITCHED_PROTOCOL
            if self._awaited is not now:
                self._awaited = now
                self._wait(WITHIN.get(now))

        def _wait(self, seconds: float | None) -> None:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    class Sockets(Metered, WebSocketsSansIOProtocol):
        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            doors.leave(self.transport)
            self.conn.parser.close()  # it refers to what it parses for

        def read(self, data: bytes) -> None:
            between = self.conn.state is State.OPEN and not self.conn.reader.buffer and not self.frames
            text = text_of(data) if between and not self.close_sent else None
            if text is None:
                WebSocketsSansIOProtocol.data_received(self, data)
                return
            self.parts += 1
            waits = not self.queue.empty()
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            if waits and not self.read_paused:  # one is being answered, one waits: more are not read
                self.read_paused = True
                self.transport.pause_reading()

        def shutdown(self) -> None:
            """Whoever has been turned away and stays on the line has had the answer."""
            if self.conn.eof_sent:
                self.transport.close()
            else:
                WebSocketsSansIOProtocol.shutdown(self)

        async def run_asgi(self) -> None:
            scope = cast(Any, self.scope)
            scope[OUTLET] = self
            try:
                await super().run_asgi()
            finally:
                del scope[OUTLET]

        def write(self, text: str) -> bool:
            if not self.writable.is_set() or self.disconnected or self.close_sent or self.transport.is_closing():
                return False
            self.transport.write(text_frame(text))
            return True

        def hang_up(self) -> None:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})

        def pays(self, parts: int) -> float:
            return doors.pays(self.transport, parts)

        def is_full(self) -> bool:
            """What comes before the socket has been accepted would end in a mistake of the parser."""
            return self.read_paused or not self.handshake_complete

        def handle_events(self) -> None:
            pieces = self.conn.events_received

            def counted() -> Any:
                found = pieces()
                self.parts += len(found)
                return found

            self.conn.events_received = counted  # type: ignore[method-assign]
            try:
                super().handle_events()
            finally:
                del self.conn.events_received  # what is left is that of its class

    return Requests, Sockets


def _too_large(head: bytes) -> bytes:
    """The sentence for a head that nobody has read to its end, in the language that stands in what has come of it."""
    accepted = re.search(rb"(?im)^accept-language:([^\r\n]{0,200})", head[: limits.LARGEST_HEAD])
    language = preferred(accepted[1].decode("latin-1")) if accepted else "en"
    return json.dumps({"text": Say(language)("head_too_large"), "paragraph": ""}, ensure_ascii=False).encode()


def head_is_too_large(target: bytes, headers: Sequence[tuple[bytes, bytes]]) -> bool:
    size = len(target) + sum(len(name) + len(value) + 4 for name, value in headers)
    return size > limits.LARGEST_HEAD or len(headers) > limits.MOST_HEADERS


def config(app: Any, doors: Doors, **more: Any) -> uvicorn.Config:
    """How uvicorn serves the house."""
    requests, sockets = gate(doors)
    return uvicorn.Config(
        app,
        http=requests,
        ws=sockets,
        h11_max_incomplete_event_size=limits.LARGEST_HEAD,
        timeout_keep_alive=int(limits.KEEP_ALIVE),
        ws_max_size=limits.LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # frames are small; compressing them costs more memory than it saves bytes
        proxy_headers=bool(doors.proxies.named),
        forwarded_allow_ips=[str(each) for each in doors.proxies.networks],
        access_log=False,
        log_config=None,
        server_header=False,
        **more,
    )


def raise_file_limit() -> int:
    """As many open files as the system lets us have, within reason; how many connections that leaves room for."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return limits.CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (ValueError, OSError):  # some systems allow less than they say
            wanted = soft
    return max(1, min(limits.CONNECTIONS, wanted - SPARE_FILES))
