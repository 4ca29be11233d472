"""What every answer carries and what no request may be: headers that keep browsers strict, our name, a size."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from spieltisch.contract import Reason, Refused, Trouble
from spieltisch.server.gate import head_is_too_large
from spieltisch.server.limits import LARGEST_BODY
from spieltisch.server.metrics import REQUESTS
from spieltisch.tables.store import Unavailable

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
PROBES = ("/healthz", "/readyz")  # the process is known to who asks there by its address, or by any name
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class TooLarge(HTTPException):
    """The body of a request goes on beyond the limit."""

    def __init__(self) -> None:
        super().__init__(413)


class WrongHost(Refused):
    """Somebody calls us by a name that is not ours."""

    def __init__(self, name: str) -> None:
        shown = "".join(each for each in (called(name) or name)[:60] if each.isprintable())
        super().__init__(Reason("unknown_host", values={"name": shown}))


class HeadTooLarge(Refused):
    """Its address or its headers go on beyond the limit."""

    def __init__(self) -> None:
        super().__init__(Reason("head_too_large"))


class Guard:
    """Around everything else. `limit` says how often is too often, `refuse` says no to a request at once."""

    def __init__(
        self,
        app: ASGIApp,
        names: Collection[str],
        limit: Callable[[Request], None],
        refuse: Callable[[Request, Trouble], Response],
        base: str = "",
    ) -> None:
        self.app = app
        self.names = own_names() | {name.lower().rstrip(".") for name in names}
        self.limit = limit
        self.refuse = refuse
        self.base = base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            scope = below(self.base, scope)
        if scope["type"] == "websocket" and not self._is_ours(scope):
            await WebSocketClose()(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        size, begun = 0, False

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > LARGEST_BODY:
                raise TooLarge
            return message

        async def with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                REQUESTS.add(f"{message['status'] // 100}xx")
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")  # pages and pictures say what may be kept of them
            await send(message)

        request = Request(scope)
        answer = self._refusal(request) or self.app
        if scope["method"] == "HEAD":  # the same without a body, which the protocol leaves out by itself
            scope = {**scope, "method": "GET"}
        try:
            await answer(scope, counted, with_headers)
        except asyncio.CancelledError:  # the house closes, and waits for nobody any longer
            if not begun:
                closing = self.refuse(request, Unavailable(uncertain=scope["method"] != "GET"))
                await closing(scope, receive, with_headers)

    def _refusal(self, request: Request) -> Response | None:
        try:
            if not self._is_ours(request.scope):
                raise WrongHost(request.headers.get("host", ""))
            if head_is_too_large(str(request.url).encode(), request.scope["headers"]):
                raise HeadTooLarge
            self.limit(request)
        except Refused as refused:
            return self.refuse(request, refused)
        return None

    def _is_ours(self, scope: Scope) -> bool:
        """No program that names no host at all is a browser; and who probes whether we live may call us anything."""
        if scope["path"] in PROBES:
            return True
        host = Headers(scope=scope).get("host")
        return host is None or is_known(host, self.names)


def below(base: str, scope: Scope) -> Scope:
    """As if we were served at the root. A proxy may have taken the path below which we are served away already."""
    path = scope["path"]
    if not base or not (path == base or path.startswith(f"{base}/")):
        return scope
    return {**scope, "path": path[len(base) :] or "/"}


def own_names() -> set[str]:
    name = socket.gethostname().lower()
    return {"localhost", name, f"{name.partition('.')[0]}.local"}


def is_known(host: str, names: Collection[str]) -> bool:
    """Addresses are what they are, but a name must be ours: anybody can let a name of theirs point to us, and a page
    that was loaded under it would be let in as our own (DNS rebinding)."""
    name = called(host)
    if name in names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def called(host: str) -> str:
    """The name without a port; empty if it is not even an address."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def same_origin(headers: Headers) -> bool:
    """A page of another site may not talk to our sockets; a program that is no browser sends no origin."""
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # not even an address
        return False
