"""What the house says about itself in its output: plain sentences, or a line of JSON for each (`--log json`).

Neither form tells secrets. Our own sentences hold none; but an exception may quote what somebody sent: a key, a name.
What stands in quotes in it is left out, and so is whatever lies between the first and the last of them.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import threading
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Literal

Form = Literal["text", "json"]
Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
QUOTED = re.compile(r"['\"`„“”«»‘’].*", re.DOTALL)
QUOTES = "'\"`„“”«»‘’"
LOG = logging.getLogger("spieltisch")
LONG = re.compile(r"[\w+/=-]{20,}")  # as keys, invitations and cookies are


def without_quotes(text: str) -> str:
    """What an exception says, less what it may have from outside."""
    if found := QUOTED.search(text):
        after = max(text.rfind(quote) for quote in QUOTES)
        text = f"{text[: found.start()]}…{text[after + 1 :] if after > found.start() else ''}"
    return LONG.sub("…", text)


def told(error: BaseException) -> str:
    return f"{type(error).__name__}: {without_quotes(str(error))}".rstrip(": ")


class PlainLines(logging.Formatter):
    def formatException(self, ei: Raised) -> str:  # noqa: N802  # the name is logging's
        """Where it happened and what it was, with those that led to it."""
        parts, error, known = list[str](), ei[1], set[int]()
        while error is not None and id(error) not in known:
            known.add(id(error))
            parts.append("".join([*traceback.format_tb(error.__traceback__), told(error)]))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\nwhich came from\n".join(parts)


class JsonLines(PlainLines):
    port: int | None = None  # of the house, once it listens

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "pid": os.getpid(),
            **({} if self.port is None else {"port": self.port}),
            "text": record.getMessage(),
        }
        if record.exc_info:
            line["trouble"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(form: Form) -> None:
    """All that is logged in this process, in one form on one stream; as JSON also what nobody has caught."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else PlainLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    if form == "json":
        LOG.setLevel(logging.INFO)
        logging.captureWarnings(True)
        sys.excepthook = lambda *raised: LOG.critical("Something has gone wrong here.", exc_info=raised)
        threading.excepthook = lambda found: LOG.error(
            "Something has gone wrong here.",
            exc_info=(found.exc_type, found.exc_value or found.exc_type(), found.exc_traceback),
        )


def is_json() -> bool:
    return any(isinstance(handler.formatter, JsonLines) for handler in logging.root.handlers)


def at_port(port: int) -> None:
    """From now on each line of JSON says which house it is."""
    for handler in logging.root.handlers:
        if isinstance(handler.formatter, JsonLines):
            handler.formatter.port = port
