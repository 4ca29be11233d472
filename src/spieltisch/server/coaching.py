"""The coach at the table: the best moves for a seat that may ask. It thinks in a process of its own, as bots do.

It gets what the seat may know and nothing else. Until its rules are compiled it says what it thinks at a glance, from a
few playouts by interpreted rules, and says so. Who asks from one address waits for themselves: the questions of
others take turns with theirs. What it says when a game is over is in reviewing.py.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, TypeVar

from pydantic import TypeAdapter

from spieltisch import registry
from spieltisch.bots.search import Budget
from spieltisch.coach.advice import Advice, advise, cost
from spieltisch.coach.review import MILLION, Decision
from spieltisch.compiling import COACH, advise_once
from spieltisch.contract import Reason, Refused
from spieltisch.kernel import Rows, generator
from spieltisch.modes import mode
from spieltisch.puzzles.making import COSTS, COSTS_ALONE
from spieltisch.puzzles.mistakes import theme_of
from spieltisch.referee import Table
from spieltisch.server.lanes import Errand, Job
from spieltisch.server.review_shapes import DecisionCost, Unit
from spieltisch.server.thinkers import rows_of, written
from spieltisch.server.warming import compiled
from spieltisch.server.workers import Workers
from spieltisch.tables.live import LiveTable
from spieltisch.tables.undo import last_decision

T = TypeVar("T")
LOG = logging.getLogger("spieltisch")
ADVICE = Budget(milliseconds=800.0)
GLANCE = Budget(milliseconds=700.0, width=3)  # by interpreted rules: a rough idea, but at once
_ADVICE: TypeAdapter[list[Advice]] = TypeAdapter(list[Advice])


class Coach:
    """Where rules are compiled in the background, it is ready for a game once it has been compiled and loaded.

    Who waits meanwhile is answered at a glance, by a process that nothing is loaded into.
    """

    def __init__(self) -> None:
        self._mode = mode()
        self._workers, self._at_a_glance = Workers(), Workers()
        self.lane = self._workers.lane
        self.elsewhere = False  # others think; nothing is compiled here for it
        self._loading: dict[str, asyncio.Task[None]] = {}

    async def advise(self, game: str, seen: Rows, seat: int, also: Sequence[int] = ()) -> list[Advice]:
        budget = GLANCE if self._mode == "0" else ADVICE
        return await self._ask(think, game, seen, seat, secrets.randbits(60), budget, also)

    async def glance(self, game: str, seen: Rows, seat: int, also: Sequence[int] = ()) -> list[Advice]:
        """While it is not ready."""
        question = partial(think, game, seen, seat, secrets.randbits(60), GLANCE, also, compiled=False)
        return await self._at_a_glance.ask(question)

    async def answer(self, given: Mapping[str, Any]) -> tuple[list[dict[str, Any]], bool]:
        """For a table that may be at another process: what is best, and whether the coach was ready to say it."""
        game, seat = registry.game(given["game"]), given["seat"]
        ready, seen = self.gets_ready(game.name), rows_of(game, given["seen"])
        advice = await (self.advise if ready else self.glance)(game.name, seen, seat, given.get("also", ()))
        return [asdict(each) for each in advice], ready

    def gets_ready(self, game: str) -> bool:
        """Whether it is; if not, whoever asks first brings it about."""
        if self._mode in ("0", "1") or self.elsewhere:
            return True
        if game not in self._loading:
            self._loading[game] = asyncio.create_task(self._load(game))
            self._at_a_glance.start()
        return self._loading[game].done()

    async def readied(self, game: str) -> None:
        """Returns when it is, or has given up."""
        if not self.gets_ready(game):
            await asyncio.shield(self._loading[game])

    async def close(self) -> None:
        for loading in self._loading.values():
            loading.cancel()
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        self._workers.close()
        self._at_a_glance.close()

    async def _load(self, game: str) -> None:
        """Another process fills numba's cache, politely; then the one that thinks loads from there."""
        if await compiled(game, COACH):
            await self._ask(load, game)

    async def _ask(self, work: Callable[..., T], *what: Any) -> T:
        return await self._workers.ask(partial(work, *what, compiled=self._mode != "0"))


Advised = tuple[list[Advice], bool]  # and whether the coach was ready; if not, it is only rough
NOTHING: Advised = ([], True)  # for somebody who does not want it any more


@dataclass
class Question:
    """What a seat has asked, and how many wait for the answer."""

    version: int
    seen: bytes  # what the seat knows
    ready: bool  # else it is answered at a glance
    waiting: int = 0
    answer: asyncio.Task[Advised] = field(init=False)


class Advising:
    """The advice at one table; the same question is thought about once."""

    def __init__(self, coach: Coach) -> None:
        self._coach = coach
        self._asked: dict[int, Question] = {}  # by seat
        self._judged: dict[int, tuple[tuple[bytes, int], asyncio.Task[Advised]]] = {}  # by seat: its last decision

    async def of(self, table: LiveTable, seat: int, owner: str, rows: Rows | None = None) -> tuple[list[Advice], bool]:
        """For a seat that may ask, and whether the coach was ready for it; if not, it is only rough. `rows`: the state,
        where the seat knows more of it than the table."""
        if not table.chairs[seat].coach:
            raise Refused(Reason("no_coach"))
        table.must_decide(seat)
        game = table.playthrough.game
        ready, seen = (
            self._coach.gets_ready(game.name),
            game.hidden(table.playthrough.rows if rows is None else rows, seat),
        )
        question, now = self._asked.get(seat), (table.version, seen.tobytes(), ready)
        if question is None or (question.version, question.seen, question.ready) != now or _is_lost(question):
            question = self._asked[seat] = Question(*now)
            job = self._job(table, seen, seat, owner, question)
            question.answer = asyncio.create_task(self._think(job, game.name))
        question.waiting += 1
        try:
            return await asyncio.shield(question.answer)
        finally:
            question.waiting -= 1

    def _job(self, table: LiveTable, seen: Rows, seat: int, owner: str, asked: Question) -> Job[Advised]:
        game = table.playthrough.game
        think = self._coach.advise if asked.ready else self._coach.glance

        async def work() -> Advised:
            return await think(game.name, seen, seat), asked.ready

        def errand() -> Errand[Advised]:
            name = f"advice {table.name} {asked.version} {seat} {secrets.token_hex(4)}"  # a rough one is asked again
            return Errand("advice", name, game.name, {"seen": written(seen), "seat": seat}, advised)

        return Job(owner, work, partial(_is_wanted, table, asked), errand)

    async def last_move(self, table: LiveTable, seat: int, owner: str) -> DecisionCost:
        """What the decision has cost that the seat would take back, seen with what it could know then.

        At a glance nobody should be blamed: as long as the coach is not ready it says nothing.
        """
        if not table.chairs[seat].coach:
            raise Refused(Reason("no_coach"))
        table.must_be_playing()
        if table.opened.discreet:
            raise Refused(Reason("discreet_has_no_coach"))
        event = last_decision(table, seat)
        if event is None:
            raise Refused(Reason("nothing_to_undo"))
        played, game, made = table.playthrough, table.playthrough.game, table.playthrough.log[event]
        seen = game.hidden(played.before(event), seat)
        if not self._coach.gets_ready(game.name):
            return DecisionCost(ready=False)
        if len(game.legal(seen, seat)) == 1:
            return DecisionCost(ready=True)
        asked = (seen.tobytes(), made.action)
        known = self._judged.get(seat)
        if known is None or known[0] != asked or _has_failed(known[1]):
            known = self._judged[seat] = (asked, self._judge(table, event, seen, owner))
        advice, ready = await asyncio.shield(known[1])
        if not ready:
            return DecisionCost(ready=False)
        if all(each.action != made.action for each in advice):  # a worker of an older version does not look for it
            raise Refused(Reason("coach_has_no_answer"))
        return _cost(played, event, advice)

    def _judge(self, table: LiveTable, event: int, seen: Rows, owner: str) -> asyncio.Task[Advised]:
        game, made = table.playthrough.game.name, table.playthrough.log[event]

        async def work() -> Advised:
            return await self._coach.advise(game, seen, made.seat, (made.action,)), True

        def errand() -> Errand[Advised]:
            given = {"seen": written(seen), "seat": made.seat, "also": [made.action]}
            return Errand("advice", f"cost {table.name} {event} {secrets.token_hex(4)}", game, given, advised)

        return asyncio.create_task(self._think(Job(owner, work, errand=errand), game))

    async def _think(self, job: Job[Advised], game: str) -> Advised:
        try:
            return await self._coach.lane.submit(job) or NOTHING
        except Exception:
            LOG.exception("The coach has failed at a table of %s.", game)
            raise Refused(Reason("coach_has_no_answer")) from None


def _is_wanted(table: LiveTable, question: Question) -> bool:
    """Not once the table has moved on or whoever asked has gone."""
    return question.waiting > 0 and question.version == table.version


def _is_lost(question: Question) -> bool:
    """Whether it has come to nothing, or to less than it was meant to."""
    answer = question.answer
    if not answer.done():
        return False
    if _has_failed(answer):
        return True
    advice, ready = answer.result()
    return not advice or ready != question.ready


def _has_failed(answer: asyncio.Task[Advised]) -> bool:
    return answer.done() and (answer.cancelled() or answer.exception() is not None)


def _cost(played: Table, event: int, advice: Sequence[Advice]) -> DecisionCost:
    made, alone = played.log[event], played.players == 1
    loss = cost(advice, made.action, alone=alone)
    decision = Decision(event, made.seat, made.move, advice[0].move, round(MILLION * loss), (), (), ())
    much = COSTS_ALONE if alone else COSTS
    unit: Unit = "points" if alone else "share"
    return DecisionCost(True, loss >= much, decision.loss, unit, theme_of(played, decision))


def advised(said: Any) -> Advised:
    """From JSON."""
    advice, ready = said
    return _ADVICE.validate_python(with_reasons(advice)), bool(ready)


def with_reasons(value: Any) -> Any:
    """Reasons are written as their fields; within their values there may be others, and tuples."""
    if isinstance(value, list):
        return tuple(map(with_reasons, value))
    if not isinstance(value, Mapping):
        return value
    inside = {name: with_reasons(each) for name, each in value.items()}
    return Reason(**inside) if inside.keys() == {"key", "paragraph", "values"} else inside


def think(
    game: str, seen: Rows, seat: int, seed: int, budget: Budget, also: Sequence[int] = (), *, compiled: bool
) -> list[Advice]:
    """The best moves, knowing what the seat may know; and those in `also`."""
    found = registry.game(game)
    if compiled:
        found.use_compiled()
    return advise(found, seen, seat, generator(seed), budget, also=also)


def load(game: str, *, compiled: bool) -> None:
    """It takes a moment: better before somebody waits for advice."""
    found = registry.game(game)
    if compiled:
        found.use_compiled()
    advise_once(found)
