"""How somebody's own deck or sheet plays while they draw it: some hundred games of quick bots, in their own process.

`python -m` this file reads a text and prints how far it is, then what it has found. What the game's own decks and
sheets show is found out once. Few run at a time; the others wait for their turn, one of each address.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections import OrderedDict
from contextlib import suppress
from dataclasses import asdict, dataclass, field

from pydantic import TypeAdapter

from spieltisch import registry
from spieltisch.compiling import step_back
from spieltisch.content.document import Document, read
from spieltisch.contract import Reason, Refused
from spieltisch.lab.balance import Balance, balances
from spieltisch.lab.balance_page import called, named, sentences
from spieltisch.modes import MODE, mode
from spieltisch.server.content_shapes import BalanceAnswer, BalanceFound, PartFound
from spieltisch.server.lanes import Job, Lane
from spieltisch.speech import Say

LOG = logging.getLogger("spieltisch")
GAMES, SECONDS = 300, 20.0  # at most
ROUGH_GAMES, ROUGH_SECONDS = 30, 6.0  # where the rules are not compiled: a rough picture, but nobody waits for long
LONGEST = 240.0  # seconds, with what has to be compiled before
MOST_WAITING = 10
MOST_KEPT = 100
NICENESS = 10

_FOUND: TypeAdapter[list[Balance]] = TypeAdapter(list[Balance])


@dataclass
class Measuring:
    """What is not known yet: how far it is."""

    owner: str
    progress: float = 0.0
    found: list[Balance] = field(default_factory=list)
    failed: bool = False


class Balances:
    """What has been asked, by document; the oldest is forgotten first."""

    command = (sys.executable, "-m", __name__)

    def __init__(self) -> None:
        self._lane = Lane(1)
        self._known: OrderedDict[str, Measuring] = OrderedDict()
        self._ours: dict[str, list[Balance]] = {}  # by game
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, document: Document, owner: str) -> Measuring:
        """Begins to find out, unless it is known or somebody has asked before. A title changes nothing."""
        key = json.dumps([document.game, document.data, document.options], sort_keys=True)
        known = self._known.get(key)
        if known is not None and known.failed:
            del self._known[key]
            raise Refused(Reason("content_failed"))
        if known is None:
            waiting = [each.owner for each in self._known.values() if not each.found]
            if len(waiting) >= MOST_WAITING or owner in waiting:
                raise Refused(Reason("content_busy"))
            known = self._known[key] = Measuring(owner)
            while len(self._known) > MOST_KEPT:
                self._known.popitem(last=False)
            task = asyncio.create_task(self._find(document, known))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return known

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _find(self, document: Document, known: Measuring) -> None:
        async def work() -> list[Balance]:
            return await self._played(document, known)

        try:
            found = await self._lane.submit(Job(known.owner, work)) or []
            if len(found) > 1:
                self._ours[document.game] = found[1:]
            known.found = [*found[:1], *self._ours.get(document.game, ())]
        except Exception:
            LOG.exception("Something of somebody's own for %s could not be played.", document.game)
            known.failed = True

    async def _played(self, document: Document, known: Measuring) -> list[Balance]:
        alone = [] if document.game not in self._ours else ["alone"]
        process = await asyncio.create_subprocess_exec(
            *self.command,
            *alone,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, MODE: "0" if mode() == "0" else "1"},
            limit=1 << 20,
        )
        assert process.stdin is not None and process.stdout is not None
        try:
            async with asyncio.timeout(LONGEST):
                process.stdin.write(document.toml().encode())
                process.stdin.close()
                while said := await process.stdout.readline():
                    heard = json.loads(said)
                    if isinstance(heard, list):
                        return _FOUND.validate_python(heard)
                    known.progress = heard
                raise RuntimeError(f"It ended with {await process.wait()} and found nothing.")
        finally:
            with suppress(ProcessLookupError):
                process.kill()


def shown(document: Document, known: Measuring, language: str) -> BalanceAnswer:
    game = registry.game(document.game)
    say = Say(language, game)
    return BalanceAnswer(
        1.0 if known.found else known.progress,
        tuple(
            BalanceFound(
                title=called(game, found, document.title, say),
                sentences=tuple(sentences(found, say)),
                games=found.games,
                length=found.length,
                points=found.points,
                alone=found.alone,
                first=found.seats[0],
                fair=1 / found.players,
                parts=tuple(
                    PartFound(part.number, named(say, part), part.had, part.won, part.verdict) for part in found.parts
                ),
            )
            for found in known.found
        ),
    )


def main() -> None:
    step_back(NICENESS)
    document, compiled = read(sys.stdin.read()), mode() != "0"
    found = balances(
        document,
        games=GAMES if compiled else ROUGH_GAMES,
        seconds=SECONDS if compiled else ROUGH_SECONDS,
        ours="alone" not in sys.argv,
        compiled=compiled,
        tell=lambda done, total: print(done / total, flush=True),
    )
    print(json.dumps([asdict(each) for each in found]), flush=True)


if __name__ == "__main__":
    main()
