"""What the coach says about a game that is over. It takes a while, so it is found out once and kept.

Each review is made by a process of its own (`python -m` this file): the record goes in, a line for every step and every
decision that has been judged comes out, and the review is the last line. What is known is shown at once. A rough review
of the whole game comes first, so that nobody waits for a picture of it; as long as the coach is getting ready, that is
one by interpreted rules. Few run at a time; the others wait for their turn, one of each address.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from pydantic import TypeAdapter

from spieltisch import registry
from spieltisch.bots.search import Budget
from spieltisch.coach import review as coach
from spieltisch.coach.review import Decision, Review
from spieltisch.compiling import step_back
from spieltisch.contract import Reason, Refused
from spieltisch.modes import MODE, mode
from spieltisch.records import Record
from spieltisch.referee import replay
from spieltisch.server.coaching import Coach, with_reasons
from spieltisch.server.lanes import Errand, Job, Lane, Queue
from spieltisch.tables.jobs import Jobs
from spieltisch.tables.live import LiveTable
from spieltisch.tables.store import Store

LOG = logging.getLogger("spieltisch")
FORMAT = 2  # what was kept in another one is found out again
AT_ONCE = 1
MOST_WAITING = 20
LONGEST = 1800.0  # seconds
NICENESS = 10
PLAYOUTS = 4000  # for a decision at most: then a value is known to about one and a half hundredths of the win
FIRST, TENTH = 60, 10  # for the rough picture: a tenth of all, at least so many
MANY = 4  # times as many there must be for the real one; else there is only that
SECONDS = 20.0  # of one core; where that is not enough for so many, there are fewer
ROUGH, AGAIN = "rough", "again"  # words: it is, and now it is made properly
INTERPRETED = 16  # where the rules are not compiled: a rough picture, but nobody waits for hours

_REVIEW: TypeAdapter[Review] = TypeAdapter(Review)
_DECISION: TypeAdapter[Decision] = TypeAdapter(Decision)


@dataclass
class Making:
    """A review that is not there yet: how far it is, and the decisions that have been judged."""

    job: Job[bool]
    progress: float = 0.0
    begun: bool = False
    decisions: list[Decision] = field(default_factory=list)
    is_rough: bool = False  # it began with a rough picture
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
        """What the process says: a number is how far it is, an object a decision, a word what kind it is."""
        with suppress(ValueError):
            said = json.loads(line)
            if said == ROUGH:
                self.is_rough = True
            elif said == AGAIN:
                self.begin_again()
            elif isinstance(said, dict) and "decision" in said:
                self.decisions.append(_DECISION.validate_python(with_reasons(said["decision"])))
            elif isinstance(said, float):
                self.progress = said

    def follow(self, told: str) -> None:
        """All that a worker elsewhere has said so far."""
        self.begun, self.decisions, self.rough = True, [], []
        for line in told.splitlines():
            self.hear(line)


class Reviews:
    def __init__(self, store: Store, coach: Coach) -> None:
        self.command = [sys.executable, "-m", __name__]
        self._compiled = mode() != "0"
        self._store = store
        self._coach = coach
        self.lane: Queue = Lane(AT_ONCE)
        self.jobs: Jobs | None = None  # those of all processes of the house
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
            if told := self.lane.told(making.job):
                making.follow(told)
            return making
        if (kept := await self._store.review(table.name)) is not None:
            return read(kept)
        for job in await self.jobs.open("review") if self.jobs else ():  # asked for at another process
            if job.name == _name(table):
                return self._making.get(table.name) or await self._begin(table, job.owner)
        return None

    async def ask(self, table: LiveTable, owner: str = "") -> Review | Making:
        """Begins to find out, unless it is known or somebody has asked before."""
        if table.stage != "over":
            raise Refused(Reason("review_when_over"))
        if table.opened.discreet:
            raise Refused(Reason("discreet_has_no_coach"))
        if (found := await self.of(table) or self._making.get(table.name)) is not None:
            return found
        if self.jobs:
            waiting = [(job.owner, job.begun) for job in await self.jobs.open("review")]
        else:
            waiting = [(other.job.owner, other.begun) for other in self._making.values()]
        if len(waiting) >= MOST_WAITING:
            raise Refused(Reason("coach_is_busy"))
        if (owner, False) in waiting:
            raise Refused(Reason("review_is_waiting"))
        return await self._begin(table, owner)

    async def _begin(self, table: LiveTable, owner: str) -> Making:
        record = table.playthrough.record()

        def errand() -> Errand[bool]:
            given = {"table": table.name, "record": record.to_json()}
            return Errand("review", _name(table), record.game, given, bool)

        async def work() -> bool:
            await self._keep(table.name, record, making)
            return True

        making = self._making[table.name] = Making(Job(owner, work, errand=errand))
        task = asyncio.create_task(self._make(table.name, making))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.sleep(0)  # by then it stands in line
        return making

    @property
    def waiting(self) -> int:
        return len(self.lane)

    def before(self, making: Making) -> int:
        """How many have their turn first."""
        return self.lane.before(making.job)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _make(self, name: str, making: Making) -> None:
        try:
            await self.lane.submit(making.job)
        except Exception:
            LOG.exception("The game at table %s could not be reviewed.", name)
            self._failed.add(name)
        finally:
            del self._making[name]

    async def _keep(self, name: str, record: Record, making: Making) -> None:
        making.begun = True
        await self._store.keep_review(name, await self._whole(record, making.hear))

    async def answer(self, given: Mapping[str, Any], tell: Callable[[str], None]) -> bool:
        """For whoever asks at any process of the house. It is kept before it is answered."""
        said, progress = list[str](), ""

        def hear(line: str) -> None:
            nonlocal progress
            if line[:1].isdigit():
                progress = line.strip()
            elif '"format"' not in line[:20]:  # not the whole, at the end
                said.append(line.strip())
            tell("\n".join([*said, progress]))

        text = await self._whole(Record.from_json(given["record"]), hear)
        await self._store.keep_review(given["table"], text)
        return True

    async def _whole(self, record: Record, hear: Callable[[str], None]) -> str:
        """Rough at first, as long as the coach is getting ready."""
        async with asyncio.timeout(LONGEST):
            if self._compiled and not self._coach.gets_ready(record.game):
                hear(json.dumps(ROUGH))
                await self._made(record, hear, compiled=False)
                hear(json.dumps(AGAIN))
                await self._coach.readied(record.game)
            return await self._made(record, hear, compiled=self._compiled)

    async def _made(self, record: Record, hear: Callable[[str], None], *, compiled: bool) -> str:
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
                hear(line)
            if await process.wait() or read(line) is None:
                raise RuntimeError(f"It ended with {process.returncode} after {line[:80]!r}.")
            return line
        finally:
            with suppress(ProcessLookupError):
                process.kill()


def _name(table: LiveTable) -> str:
    return f"review {table.name} {FORMAT}"


def written(review: Review) -> str:
    return json.dumps({"format": FORMAT, **asdict(review)}, default=int)


def read(text: str) -> Review | None:
    """None if it was kept by another version of the coach."""
    try:
        kept = json.loads(text)
        if not isinstance(kept, dict) or kept.pop("format", None) != FORMAT:
            return None
        return _REVIEW.validate_python({name: with_reasons(value) for name, value in kept.items()})
    except ValueError:
        return None


def main() -> None:
    step_back(NICENESS)
    record = Record.from_json(sys.stdin.read())
    game = registry.game(record.game)
    most = int(sys.argv[1])
    if mode() != "0":
        game.use_compiled()
        budget = coach.affordable(replay(record), SECONDS, most)
    else:
        budget = Budget(playouts=most, width=coach.USUAL.width)
    if budget.playouts >= MANY * FIRST:
        _say(ROUGH)
        coach.review(record, replace(budget, playouts=max(FIRST, budget.playouts // TENTH)), found=_tell)
        _say(AGAIN)
    print(written(coach.review(record, budget, lambda done, total: _say(done / max(1, total)), _tell)), flush=True)


def _tell(decision: Decision) -> None:
    _say({"decision": asdict(decision)})


def _say(word: object) -> None:
    print(json.dumps(word, default=int), flush=True)


if __name__ == "__main__":
    main()
