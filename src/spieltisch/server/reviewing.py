"""What the coach says about a game that is over. It takes a while, so it is found out once and kept.

Each review is made by a process of its own (`python -m` this file): the record goes in, a line for every step and every
decision that has been judged comes out, and the review is the last line. What is known is shown at once. As long as the
coach is getting ready, a rough review by interpreted rules comes first. Few run at a time; the others wait for their
turn, one of each address.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from pydantic import TypeAdapter

from spieltisch import registry
from spieltisch.bots.search import Budget
from spieltisch.coach import review as coach
from spieltisch.coach.review import Decision, Review
from spieltisch.compiling import step_back
from spieltisch.contract import Reason, Refused
from spieltisch.records import Record
from spieltisch.referee import replay
from spieltisch.server.coaching import Coach
from spieltisch.server.lanes import Job, Lane
from spieltisch.server.warming import MODE
from spieltisch.tables.live import LiveTable
from spieltisch.tables.store import Store

LOG = logging.getLogger("spieltisch")
FORMAT = 1  # what was kept in another one is found out again
AT_ONCE = 1
MOST_WAITING = 20
LONGEST = 1800.0  # seconds
NICENESS = 10
PLAYOUTS = 1000  # for a decision at most
SECONDS = 25.0  # of one core; where that is not enough for so many, there are fewer
INTERPRETED = 16  # where the rules are not compiled: a rough picture, but nobody waits for hours

_REVIEW: TypeAdapter[Review] = TypeAdapter(Review)
_DECISION: TypeAdapter[Decision] = TypeAdapter(Decision)


@dataclass
class Making:
    """A review that is not there yet: how far it is, and the decisions that have been judged."""

    job: Job[None]
    progress: float = 0.0
    begun: bool = False
    decisions: list[Decision] = field(default_factory=list)
    is_rough: bool = False  # it began before the coach was ready
    rough: list[Decision] = field(default_factory=list)  # what was found then; each lasts until it is judged again

    @property
    def so_far(self) -> Review | None:
        """Without totals: they add up only at the end."""
        last = self.decisions[-1].event if self.decisions else -1
        known = [*self.decisions, *(each for each in self.rough if each.event > last)]
        if not known:
            return None
        unit = "points" if len(known[0].before) == 1 else "share"
        return Review(unit, (), (), tuple(known), coach.costly(known))

    def begin_again(self) -> None:
        """What has been found stays until it is replaced."""
        self.decisions, self.rough, self.progress = [], self.decisions, 0.0

    def hear(self, line: str) -> None:
        """What the process says: a number is how far it is, an object a decision."""
        with suppress(ValueError):
            said = json.loads(line)
            if isinstance(said, dict) and "decision" in said:
                self.decisions.append(_DECISION.validate_python(_with_reasons(said["decision"])))
            elif isinstance(said, float):
                self.progress = said


class Reviews:
    def __init__(self, store: Store, coach: Coach) -> None:
        self.command = [sys.executable, "-m", __name__]
        self._compiled = os.environ.get(MODE) != "0"
        self._store = store
        self._coach = coach
        self._lane = Lane(AT_ONCE)
        self._making: dict[str, Making] = {}
        self._failed: set[str] = set()  # tables whose people have not been told yet
        self._tasks: set[asyncio.Task[None]] = set()

    async def of(self, table: LiveTable) -> Review | Making | None:
        """What has been found out, or how far it is; None: nobody has asked yet, or it goes on."""
        if table.stage != "over":
            return None
        if table.name in self._failed:
            self._failed.remove(table.name)
            raise Refused(Reason("review_failed"))
        if (making := self._making.get(table.name)) is not None:
            return making
        kept = await self._store.review(table.name)
        return None if kept is None else read(kept)

    async def ask(self, table: LiveTable, owner: str = "") -> Review | Making:
        """Begins to find out, unless it is known or somebody has asked before."""
        if table.stage != "over":
            raise Refused(Reason("review_when_over"))
        if (found := await self.of(table) or self._making.get(table.name)) is not None:
            return found
        if len(self._making) >= MOST_WAITING:
            raise Refused(Reason("coach_is_busy"))
        if any(other.job.owner == owner and not other.begun for other in self._making.values()):
            raise Refused(Reason("review_is_waiting"))
        record = table.playthrough.record()
        making = self._making[table.name] = Making(Job(owner, lambda: self._keep(table.name, record, making)))
        task = asyncio.create_task(self._make(table.name, making))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.sleep(0)  # by then it stands in line
        return making

    @property
    def waiting(self) -> int:
        return len(self._lane)

    def before(self, making: Making) -> int:
        """How many have their turn first."""
        return self._lane.before(making.job)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _make(self, name: str, making: Making) -> None:
        try:
            await self._lane.submit(making.job)
        except Exception:
            LOG.exception("The game at table %s could not be reviewed.", name)
            self._failed.add(name)
        finally:
            del self._making[name]

    async def _keep(self, name: str, record: Record, making: Making) -> None:
        making.begun = True
        async with asyncio.timeout(LONGEST):
            if self._compiled and not self._coach.gets_ready(record.game):
                making.is_rough = True
                await self._made(record, making, compiled=False)
                making.begin_again()
                await self._coach.readied(record.game)
            await self._store.keep_review(name, await self._made(record, making, compiled=self._compiled))

    async def _made(self, record: Record, making: Making, *, compiled: bool) -> str:
        process = await asyncio.create_subprocess_exec(
            *self.command,
            str(PLAYOUTS if compiled else INTERPRETED),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, MODE: "1" if compiled else "0"},
            limit=1 << 24,  # the last line is long
        )
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(record.to_json().encode())
            process.stdin.close()
            line = ""
            while said := await process.stdout.readline():
                line = said.decode()
                making.hear(line)
            if await process.wait() or read(line) is None:
                raise RuntimeError(f"It ended with {process.returncode} after {line[:80]!r}.")
            return line
        finally:
            with suppress(ProcessLookupError):
                process.kill()


def written(review: Review) -> str:
    return json.dumps({"format": FORMAT, **asdict(review)}, default=int)


def read(text: str) -> Review | None:
    """None if it was kept by another version of the coach."""
    try:
        kept = json.loads(text)
        if not isinstance(kept, dict) or kept.pop("format", None) != FORMAT:
            return None
        return _REVIEW.validate_python({name: _with_reasons(value) for name, value in kept.items()})
    except ValueError:
        return None


def _with_reasons(value: Any) -> Any:
    """Reasons are written as their fields; within their values there may be others, and tuples."""
    if isinstance(value, list):
        return tuple(map(_with_reasons, value))
    if not isinstance(value, Mapping):
        return value
    inside = {name: _with_reasons(each) for name, each in value.items()}
    return Reason(**inside) if inside.keys() == {"key", "paragraph", "values"} else inside


def main() -> None:
    step_back(NICENESS)
    record = Record.from_json(sys.stdin.read())
    game = registry.game(record.game)
    most = int(sys.argv[1])
    if os.environ.get(MODE) != "0":
        game.use_compiled()
        budget = coach.affordable(replay(record), SECONDS, most)
    else:
        budget = Budget(playouts=most, width=coach.USUAL.width)
    found = coach.review(
        record,
        budget,
        progress=lambda done, total: print(done / max(1, total), flush=True),
        found=lambda decision: print(json.dumps({"decision": asdict(decision)}, default=int), flush=True),
    )
    print(written(found), flush=True)


if __name__ == "__main__":
    main()
