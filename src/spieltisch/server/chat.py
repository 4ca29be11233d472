"""What people at one table say to each other. It is kept in memory only, and not for long: nothing of it is written."""

from __future__ import annotations

import re
import time
import unicodedata
from collections import deque

from spieltisch.contract import Reason, Refused
from spieltisch.quoting import clean
from spieltisch.server.company import LONGEST_LINE, ChatLine
from spieltisch.server.limits import Clock

MOST_LINES = 50  # that are kept for those who come back
KEPT = 24 * 3600.0  # seconds, at most
MOST_MARKS = 2  # accents on one letter: more of them climb over the lines above
ENDINGS = "biz|ch|cn|com|de|dev|edu|eu|fr|gg|gl|gov|html?|io|jp|ly|mil|net|nl|org|php|pl|ru|tk|tv|uk|xyz"  # no words
LINK = re.compile(
    rf"""[a-z][a-z0-9+.-]*://          # https://
    | \bwww\.
    | \S@\S+\.\S                      # an address of mail
    | \b\d{{1,3}}(?:\.\d{{1,3}}){{3}}\b  # or of a machine
    | [\w-]\.(?:{ENDINGS})(?![\w])
    | [\w-]\.[\w-]{{2,}}[/?#]\S""",
    re.IGNORECASE | re.VERBOSE,
)


def said(text: str) -> str:
    """One line that does no harm, or a refusal: empty, or with a link in it."""
    line = " ".join(clean(_plain(text)).split())[:LONGEST_LINE]
    if not line:
        raise Refused(Reason("nothing_said"))
    if LINK.search(unicodedata.normalize("NFKC", line).replace("。", ".")):
        raise Refused(Reason("no_links"))
    return line


def _plain(text: str) -> str:
    """Letters with a few accents at most."""
    marks, kept = 0, []
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


class Talked:
    """The last lines of a table."""

    def __init__(self, clock: Clock = time.time) -> None:
        self._clock = clock
        self._lines: deque[ChatLine] = deque(maxlen=MOST_LINES)

    def add(self, seat: int, name: str, text: str) -> ChatLine:
        last = self._lines[-1].number if self._lines else 0
        line = ChatLine(max(last + 1, int(self._clock() * 1000)), seat, name, text)
        self._lines.append(line)
        return line

    def take(self, line: ChatLine) -> bool:
        """A line that was said at another process; whether it is new. In the order of their numbers."""
        if any((each.number, each.seat) == (line.number, line.seat) for each in self._lines):
            return False
        self._lines = deque(sorted([*self._lines, line], key=lambda each: each.number)[-MOST_LINES:], MOST_LINES)
        return line in self._lines

    def lines(self) -> tuple[ChatLine, ...]:
        oldest = (self._clock() - KEPT) * 1000
        while self._lines and self._lines[0].number < oldest:
            self._lines.popleft()
        return tuple(self._lines)

    def forget(self) -> None:
        self._lines.clear()
