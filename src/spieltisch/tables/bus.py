"""What the processes of one house tell each other. A word that is lost costs time, never a move: the log is the truth.

A bus carries short words on a few channels. `publish` never waits and never fails; whoever has subscribed hears the
words of all other processes, not its own. Nothing on it is secret between processes of one house, and nothing of it is
kept. Another bus fits here: it need not deliver everything, but it must say when something may have been missed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

TABLES = "spieltisch_tables"  # which tables have something new
PEOPLE = "spieltisch_people"  # who is at a table, and what they show and say
JOBS = "spieltisch_jobs"  # what is to be thought about, and what has been

Hear = Callable[[str, str], None]  # the name of the process that says it, and the word


class Bus(Protocol):
    name: str  # of this process among the others
    shared: bool  # whether there may be others

    @property
    def hears(self) -> bool:
        """Whether the words of others come through at this moment."""

    def publish(self, channel: str, word: str, about: str = "") -> None:
        """Tells the others, soon; of words about the same only the last one counts."""

    def subscribe(self, channel: str, hear: Hear) -> None: ...

    def watch(self, again: Callable[[], None], gone: Callable[[str], None]) -> None:
        """`again`: something may have been missed, or a process has come that knows nothing of this one.
        `gone`: no sign of this process any more."""

    async def close(self) -> None: ...


class Alone:
    """The bus of a house that is one process: there is nobody to tell."""

    name = "alone"
    shared = False
    hears = True

    def publish(self, channel: str, word: str, about: str = "") -> None:
        pass

    def subscribe(self, channel: str, hear: Hear) -> None:
        pass

    def watch(self, again: Callable[[], None], gone: Callable[[str], None]) -> None:
        pass

    async def close(self) -> None:
        pass
