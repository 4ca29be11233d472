"""One HTTP request on a connection of its own, as few lines as possible, from any address of this machine."""

from __future__ import annotations

import asyncio
import json
from typing import Any

LOOPBACK = "127.0.0.1"


async def ask(
    port: int,
    method: str,
    path: str,
    body: Any = None,
    *,
    key: str = "",
    source: str = LOOPBACK,
    patience: float = 30.0,
) -> tuple[int, Any]:
    """The status and the answer. Whoever gets none: OSError, EOFError or TimeoutError."""
    text = "" if body is None else json.dumps(body)
    bearer = f"Authorization: Bearer {key}\r\n" if key else ""
    here = f"{LOOPBACK}:{port}"
    head = f"{method} {path} HTTP/1.1\r\nHost: {here}\r\nConnection: close\r\n{bearer}"
    async with asyncio.timeout(patience):
        reader, writer = await asyncio.open_connection(LOOPBACK, port, local_addr=(source, 0))
        try:
            writer.write(f"{head}Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode())
            head, _, answer = (await reader.read()).decode().partition("\r\n\r\n")
        finally:
            writer.close()
    try:
        return int(head.split(" ")[1]), json.loads(answer)
    except (ValueError, IndexError):
        raise EOFError(f"{method} {path} got no whole answer.") from None
