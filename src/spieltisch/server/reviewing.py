"""What the coach says about a game that is over. It takes a while, so it is found out once and kept.

Each review is made by a process of its own (`python -m` this file): the record goes in, a line for every step and every
decision that has been judged comes out, and the review is the last line. A rough review of the whole game comes first,
so that nobody waits long for a picture of it, and nobody sees half of one; as long as the coach is getting ready, that
is one by interpreted rules. Few run at a time; the others wait for their turn, one of each address.
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
from spieltisch.coach import review as coach
from spieltisch.coach.pace import MOST, Pace
from spieltisch.coach.review import Decision, Review
from spieltisch.compiling import advise_once, step_back
from spieltisch.contract import Reason, Refused
from spieltisch.modes import MODE, mode
from spieltisch.records import Record
from spieltisch.server.coaching import Coach, with_reasons
from spieltisch.server.lanes import Errand, Job, Lane, Queue
from spieltisch.tables.jobs import Jobs
from spieltisch.tables.live import LiveTable
from spieltisch.tables.store import Store

LOG = logging.getLogger("spieltisch")
FORMAT = 3  # what was kept in another one is found out again
AT_ONCE = 1
MOST_WAITING = 20
LONGEST = 1800.0  # seconds
NICENESS = 10
ROUGH_PART = 0.2  # of what is still to do when it begins; so how far a review is never goes back
SECONDS = 20.0  # by the clock; where that is not enough for so many playouts as are wanted, there are fewer
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
    done: float = 0.0  # of the progress: what lies behind the picture that is being made
    part: float = 1.0  # of the progress: what that picture is

    @property
    def so_far(self) -> Review | None:
        """Once all of the game has been seen, if only roughly. Without totals: they add up only at the end."""
        if not self.rough:
            return None
        last = self.decisions[-1].event if self.decisions else -1
        known = [*self.decisions, *(each for each in self.rough if each.event > last)]
        unit = "points" if len(known[0].before) == 1 else "share"
        return Review(unit, (), (), tuple(known), coach.costly(known))

    def begin_roughly(self) -> None:
        self.is_rough, self.part = True, ROUGH_PART * (1 - self.done)

    def begin_again(self) -> None:
        """What has been found stays until it is replaced."""
        self.decisions, self.rough = [], self.decisions
        self.done += self.part
        self.part = 1 - self.done
        self.progress = max(self.progress, self.done)

    def hear(self, line: str) -> None:
        """What the process says: a number is how far it is, an object a decision, a word what kind it is."""
        with suppress(ValueError):
            said = json.loads(line)
            if said == ROUGH:
                self.begin_roughly()
            elif said == AGAIN:
                self.begin_again()
            elif isinstance(said, dict) and "decision" in said:
                self.decisions.append(_DECISION.validate_python(with_reasons(said["decision"])))
            elif isinstance(said, float):
                self.progress = max(self.progress, self.done + self.part * said)

    def follow(self, told: str) -> None:
        """All that a worker elsewhere has said so far."""
        self.begun, self.decisions, self.rough, self.done, self.part = True, [], [], 0.0, 1.0
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
            str(MOST if compiled else INTERPRETED),
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
    if mode() == "0":
        found = coach.review(record, replace(coach.USUAL, playouts=most), _progress, _tell)
    else:
        game.use_compiled()
        advise_once(game)
        pace = Pace(SECONDS, most)
        _say(ROUGH)
        coach.review(record, pace.look, _progress, _tell)
        pace.looked()
        _say(AGAIN)
        found = coach.review(record, pace.judge, _progress, _tell)
    print(written(found), flush=True)


def _progress(done: int, total: int) -> None:
    _say(done / max(1, total))


def _tell(decision: Decision) -> None:
    _say({"decision": asdict(decision)})


def _say(word: object) -> None:
    print(json.dumps(word, default=int), flush=True)


if __name__ == "__main__":
    main()
