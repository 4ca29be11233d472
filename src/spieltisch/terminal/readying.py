"""Opponents who look ahead need compiled rules. Nobody waits for that: they are compiled in a process beside the game.

Until it is done, levels that search take the most promising action without looking ahead. SPIELTISCH_COMPILED=0 leaves
it out, and so does a system without numba.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable

from spieltisch import bots, compiling
from spieltisch.bots.levels import looks_ahead
from spieltisch.game import Game
from spieltisch.modes import mode


class Readying:
    def __init__(self, game: Game) -> None:
        self.game = game
        self._running: subprocess.Popen[bytes] | None = None

    def start(self, seats: Iterable[str]) -> None:
        """If one of those who sit there may look ahead."""
        left_out = self.game.engine.compiled or mode() == "0"
        if not left_out and set(seats) & {*bots.LEVELS}:
            silent = subprocess.DEVNULL
            command = compiling.command(self.game.name, compiling.RULES, compiling.BOTS)
            self._running = subprocess.Popen(command, stdin=silent, stdout=silent, stderr=silent)

    def limits(self, bot: str, variant: str) -> bool:
        """Whether this opponent would look ahead, and cannot yet."""
        return not self.game.engine.compiled and looks_ahead(self.game, bot, variant)

    def look(self) -> None:
        """If everything has been compiled, the table uses it from now on; if it could not be, it goes on without."""
        if self._running is not None and self._running.poll() == 0 and not self.game.engine.compiled:
            self.game.use_compiled()

    def close(self) -> None:
        if self._running is not None:
            self._running.terminate()
            self._running.wait()
