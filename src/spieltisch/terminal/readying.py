"""Opponents who look ahead need compiled rules. Nobody waits for that: they are compiled in a process beside the game.

Until it is done, levels that search take the most promising action without looking ahead. SPIELTISCH_COMPILED=0 leaves
it out.
"""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterable

from spieltisch import bots, compiling
from spieltisch.bots.levels import looks_ahead
from spieltisch.game import Game


class Readying:
    def __init__(self, game: Game) -> None:
        self.game = game
        self._running: subprocess.Popen[bytes] | None = None
        self._closed = threading.Event()
        self._ready = threading.Event()

    def start(self, seats: Iterable[str]) -> None:
        """If one of those who sit there may look ahead."""
        left_out = self.game.engine.compiled or os.environ.get("SPIELTISCH_COMPILED") == "0"
        if not left_out and set(seats) & {*bots.LEVELS}:
            threading.Thread(target=self._compile, daemon=True).start()

    def limits(self, bot: str, variant: str) -> bool:
        """Whether this opponent would look ahead, and cannot yet."""
        return not self.game.engine.compiled and looks_ahead(self.game, bot, variant)

    def look(self) -> None:
        """If everything has been compiled, the table uses it from now on."""
        if self._ready.is_set() and not self.game.engine.compiled:
            self.game.use_compiled()

    def close(self) -> None:
        self._closed.set()
        if self._running is not None:
            self._running.terminate()

    def _compile(self) -> None:
        for what in (compiling.RULES, compiling.BOTS):
            if self._closed.is_set():
                return
            silent = subprocess.DEVNULL
            command = compiling.command(self.game.name, what)
            self._running = subprocess.Popen(command, stdin=silent, stdout=silent, stderr=silent)
            if self._running.wait():
                return  # the game goes on without
        self._ready.set()
