"""`spieltisch worker`: thinks for the tables of a house, on any machine that reaches its database. It serves nobody."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from spieltisch.contract import Trouble
from spieltisch.server.coaching import Coach
from spieltisch.server.lanes import Kind
from spieltisch.server.logs import Form
from spieltisch.server.reviewing import Reviews
from spieltisch.server.taking import Skill, Takers, Tell
from spieltisch.server.thinkers import Thinkers
from spieltisch.server.warming import warm_up
from spieltisch.tables.engine import is_postgres
from spieltisch.tables.jobs import Jobs
from spieltisch.tables.postgres_bus import WORKER, PostgresBus
from spieltisch.tables.store import Store

LOG = logging.getLogger("spieltisch")


def skills_of(thinkers: Thinkers, coach: Coach, reviews: Reviews, processes: int) -> dict[Kind, Skill]:
    """Opponents think in so many processes, the coach in one, and of reviews there is one at a time, politely."""

    async def move(given: Mapping[str, Any], tell: Tell) -> int:
        return await thinkers.move(given)

    async def advice(given: Mapping[str, Any], tell: Tell) -> Any:
        return await coach.answer(given)

    return {"move": Skill(processes, move), "advice": Skill(1, advice), "review": Skill(1, reviews.answer)}


def work(database: str, processes: int, log: Form = "text") -> None:
    """Until it is interrupted. What is not answered then, others begin at once."""
    if not is_postgres(database):
        raise Trouble(
            "Workers share a PostgreSQL with their house (postgresql+asyncpg://...); one on SQLite thinks for itself."
        )
    with suppress(KeyboardInterrupt):
        asyncio.run(_work(database, processes, log))


async def _work(database: str, processes: int, log: Form) -> None:
    enough = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # on Windows the keyboard interrupts
            asyncio.get_running_loop().add_signal_handler(each, enough.set)
    store, bus = await Store.open(database), PostgresBus(database, WORKER)
    thinkers, coach = Thinkers(processes, quick=False), Coach()
    thinkers.deep.start()
    reviews = Reviews(store, coach)
    takers = Takers(Jobs(store), bus, skills_of(thinkers, coach, reviews, processes))
    bus.start()
    warming = asyncio.create_task(warm_up(thinkers, tuple))
    LOG.info("The worker is ready.")
    if log == "text":
        print("Spieltisch: thinking for the tables of this database.", flush=True)
    try:
        await enough.wait()
    finally:
        LOG.info("The worker closes; what it has not answered others begin at once.")
        warming.cancel()
        await takers.close()
        await bus.close()
        thinkers.close()
        await coach.close()
        await reviews.close()
        await store.close()
        LOG.info("The worker is closed.")
