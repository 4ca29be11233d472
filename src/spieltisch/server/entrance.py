"""How the browser of whoever has started the house gets its key: others see the command that starts a browser."""

from __future__ import annotations

import hmac
import secrets
import time

from spieltisch.contract import Reason, Refused
from spieltisch.server.limits import Clock

OPEN_FOR = 60.0  # seconds


class Lapsed(Refused):
    def __init__(self) -> None:
        super().__init__(Reason("entrance_lapsed"))


class Entrance:
    """Opens once and for a minute; whoever comes second is told, so that nobody comes first unnoticed."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.word = secrets.token_urlsafe(16)
        self._clock = clock
        self._until = clock() + OPEN_FOR

    def opens(self, word: str) -> bool:
        right = hmac.compare_digest(word.encode(), self.word.encode()) and self._clock() < self._until
        if right:
            self._until = 0.0
        return right
