"""What is to be thought about, in PostgreSQL: any process of the house asks, any worker on any machine takes it.

A job is named after what it is about, so the same position is thought about once, whoever asks. A worker takes one with
a lease and renews it while it thinks; if it dies, another takes the job over, and an answer that comes too late is not
accepted. Whoever asks says again and again that somebody still waits; what nobody waits for is not begun.
Who is more urgent comes first, and among equals owners take turns. All times are those of the database's own clock.
Nothing of it need survive a crash of the database (the tables are unlogged): whoever waits asks again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import text

from spieltisch.tables.store import Store

LEASE = 9.0  # seconds that a worker has; it renews it three times as often
WANTED = 15.0  # seconds for which a job is wanted without another word from whoever asked
KEPT = 60.0  # seconds for which an answer is kept: others may wait for the same
TURNS_KEPT = 3600.0  # seconds for which it is remembered when an owner had a turn
PATIENCE = 30.0  # seconds of waiting that make a job one step more urgent
TRIES = 3  # workers that may die over a job before it is given up
FAILED = "null"  # the answer of a job that was given up

NOW = "extract(epoch FROM clock_timestamp())"
URGENCY = f"greatest(0, jobs.urgency - floor(({NOW} - jobs.asked) / {PATIENCE}))"
ORDER = f"{URGENCY}, coalesce(turns.at, 0), jobs.asked, jobs.name"
WAITS = f"jobs.answer IS NULL AND jobs.lease < {NOW} AND jobs.wanted > {NOW}"
PUT = text(f"""
    INSERT INTO jobs (name, kind, owner, urgency, fits, question, asked, wanted, worker, lease, tries, progress)
    VALUES (:name, :kind, :owner, :urgency, :fits, :question, {NOW}, {NOW} + {WANTED}, '', 0, 0, '')
    ON CONFLICT (name) DO UPDATE
    SET wanted = excluded.wanted, urgency = least(jobs.urgency, excluded.urgency)
    RETURNING answer""")
TAKE = text(f"""
    WITH chosen AS (
        SELECT jobs.name FROM jobs LEFT JOIN turns ON turns.owner = jobs.owner
        WHERE jobs.kind = :kind AND jobs.fits = ANY(:fits) AND {WAITS}
        ORDER BY {ORDER} LIMIT 1 FOR UPDATE OF jobs SKIP LOCKED)
    UPDATE jobs SET worker = :worker, lease = {NOW} + {LEASE}, tries = jobs.tries + 1
    FROM chosen WHERE jobs.name = chosen.name
    RETURNING jobs.name, jobs.kind, jobs.owner, jobs.question, jobs.tries""")
TURN = text(f"""
    INSERT INTO turns (owner, at) VALUES (:owner, {NOW})
    ON CONFLICT (owner) DO UPDATE SET at = excluded.at""")
WANT = text(f"UPDATE jobs SET wanted = {NOW} + {WANTED} WHERE name = ANY(:names) AND answer IS NULL")
LOOK = text(f"""
    WITH line AS (
        SELECT jobs.name, row_number() OVER (PARTITION BY jobs.kind ORDER BY {ORDER}) - 1 AS place
        FROM jobs LEFT JOIN turns ON turns.owner = jobs.owner WHERE {WAITS}),
    busy AS (SELECT kind, count(*) AS jobs FROM jobs WHERE answer IS NULL AND lease > {NOW} GROUP BY kind)
    SELECT jobs.name, jobs.owner, jobs.answer, jobs.progress, jobs.lease > {NOW},
        CASE WHEN line.place IS NULL THEN 0 ELSE line.place + coalesce(busy.jobs, 0) END
    FROM jobs LEFT JOIN line ON line.name = jobs.name LEFT JOIN busy ON busy.kind = jobs.kind
    WHERE jobs.name = ANY(:names)""")
OPEN = text(f"""
    SELECT name, owner, answer, progress, lease > {NOW}, 0
    FROM jobs WHERE kind = :kind AND answer IS NULL AND (wanted > {NOW} OR lease > {NOW})""")
HOLD = text(f"""
    UPDATE jobs SET lease = {NOW} + {LEASE}
    WHERE worker = :worker AND name = ANY(:names) AND answer IS NULL RETURNING name""")
PROGRESS = text("UPDATE jobs SET progress = :progress WHERE name = :name AND worker = :worker AND answer IS NULL")
ANSWER = text(f"""
    UPDATE jobs SET answer = :answer, answered = {NOW}, lease = 0
    WHERE name = :name AND worker = :worker AND answer IS NULL RETURNING name""")
GIVE_BACK = text("UPDATE jobs SET lease = 0, tries = tries - 1 WHERE worker = :worker AND answer IS NULL")
DROP = text(f"DELETE FROM jobs WHERE name = ANY(:names) AND (answer IS NOT NULL OR lease < {NOW})")
SWEEP = (
    text(f"DELETE FROM jobs WHERE answered < {NOW} - {KEPT} OR greatest(wanted, lease) < {NOW} - {KEPT}"),
    text(f"DELETE FROM turns WHERE at < {NOW} - {TURNS_KEPT}"),
)


@dataclass(frozen=True)
class Taken:
    """What a worker has to do."""

    name: str
    kind: str
    owner: str
    question: str
    tries: int


@dataclass(frozen=True)
class JobSeen:
    """How far a job is."""

    name: str
    owner: str
    answer: str | None
    progress: str
    begun: bool
    before: int  # how many have their turn first, with those that are being worked on


class Jobs:
    def __init__(self, store: Store) -> None:
        self._store = store

    # For whoever asks

    async def put(self, name: str, kind: str, owner: str, urgency: int, fits: str, question: str) -> str | None:
        """Once, however many ask: whoever comes later waits for the same answer, or gets it at once."""
        given = {"kind": kind, "owner": owner, "urgency": urgency, "fits": fits, "question": question}
        ((answer,),) = await self._do(PUT, name=name, **given)
        return None if answer is None else str(answer)

    async def want(self, names: Iterable[str]) -> None:
        """Somebody still waits for these."""
        await self._do(WANT, names=[*names])

    async def look(self, names: Iterable[str]) -> dict[str, JobSeen]:
        """Those of them that are there; a crash of the database forgets all."""
        async with self._store.asking() as connection:
            return {row.name: JobSeen(*row) for row in await connection.execute(LOOK, {"names": [*names]})}

    async def open(self, kind: str) -> list[JobSeen]:
        async with self._store.asking() as connection:
            return [JobSeen(*row) for row in await connection.execute(OPEN, {"kind": kind})]

    async def drop(self, *names: str) -> None:
        """Nobody wants them any more; whoever thinks about one already goes on."""
        await self._do(DROP, names=[*names])

    # For workers

    async def take(self, worker: str, kind: str, fits: Sequence[str]) -> Taken | None:
        async with self._store.asking() as connection, connection.begin():
            given = {"worker": worker, "kind": kind, "fits": [*fits]}
            row = (await connection.execute(TAKE, given)).one_or_none()
            if row is not None:
                await connection.execute(TURN, {"owner": row.owner})
        return None if row is None else Taken(*row)

    async def hold(self, worker: str, names: Iterable[str]) -> set[str]:
        """Renews the leases; those that are still the worker's."""
        return {row.name for row in await self._do(HOLD, worker=worker, names=[*names])}

    async def tell(self, worker: str, name: str, progress: str) -> None:
        await self._do(PROGRESS, worker=worker, name=name, progress=progress)

    async def answer(self, worker: str, name: str, answer: str) -> bool:
        """Whether it was still the worker's to answer."""
        return bool(await self._do(ANSWER, worker=worker, name=name, answer=answer))

    async def give_back(self, worker: str) -> None:
        """The worker ends: others may begin at once."""
        await self._do(GIVE_BACK, worker=worker)

    async def sweep(self) -> None:
        """Answers that all have read, and what nobody waits for any more."""
        for statement in SWEEP:
            await self._do(statement)

    async def _do(self, statement: Any, **given: Any) -> list[Any]:
        async with self._store.asking() as connection, connection.begin():
            result = await connection.execute(statement, given)
            return [*result] if result.returns_rows else []
