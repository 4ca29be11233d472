"""What takes long is thought about once, by whoever of the house has time: workers take jobs with a lease, in turns."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from server.postgres import Cluster
from server.serving import PATIENCE, interpreted
from server.test_fairness import Asked as SlowCoach
from server.test_fairness import Slow, a_while, bots_alone, run, until, watching, with_coach
from spieltisch import registry
from spieltisch.kernel import new
from spieltisch.server import bots_at_table, sharing, taking
from spieltisch.server.hall import Hall
from spieltisch.server.lanes import NOBODY_LOOKS, SOMEBODY_WAITS, Errand, Job, Kind
from spieltisch.server.reviewing import Making, Reviews
from spieltisch.server.sharing import SharedQueue, Unanswered, rules_of
from spieltisch.server.taking import Skill, Takers
from spieltisch.server.thinkers import rows_of, written
from spieltisch.speech import Say
from spieltisch.tables import jobs as module
from spieltisch.tables.bus import Alone
from spieltisch.tables.jobs import FAILED, Jobs, JobSeen
from spieltisch.tables.postgres_bus import PostgresBus
from spieltisch.tables.store import Store

FITS = "rules"


@asynccontextmanager
async def some_jobs(url: str) -> AsyncIterator[Jobs]:
    store = await Store.open(url)
    try:
        yield Jobs(store)
    finally:
        await store.close()


def with_jobs(url: str, scenario: Callable[[Jobs], Coroutine[Any, Any, None]]) -> None:
    async def opened() -> None:
        async with some_jobs(url) as jobs:
            await scenario(jobs)

    run(opened())


async def put(jobs: Jobs, *names: str, urgency: int = SOMEBODY_WAITS, kind: str = "move", fits: str = FITS) -> None:
    """Jobs; the first letter is their owner."""
    for name in names:
        await jobs.put(name, kind, name[0], urgency, fits, "{}")


async def taken(jobs: Jobs, count: int, worker: str = "w") -> list[str]:
    found = [await jobs.take(worker, "move", [FITS]) for _ in range(count)]
    return [each.name for each in found if each is not None]


# The rows


def test_a_position_is_thought_about_once_whoever_asks_and_however_often(url: str) -> None:
    async def scenario(jobs: Jobs) -> None:
        await put(jobs, "a1", "a1")
        both = await asyncio.gather(*(jobs.take(f"worker {n}", "move", [FITS]) for n in range(4)))
        assert len([each for each in both if each is not None]) == 1
        await put(jobs, "a1")
        assert await jobs.take("late", "move", [FITS]) is None
        winner = next(n for n, each in enumerate(both) if each is not None)
        assert await jobs.answer(f"worker {winner}", "a1", "7")
        await put(jobs, "a1")
        assert await jobs.take("late", "move", [FITS]) is None, "there is an answer already"
        assert (await jobs.look(["a1"]))["a1"].answer == "7"

    with_jobs(url, scenario)


def test_owners_take_turns_and_who_is_more_urgent_comes_first(url: str) -> None:
    async def scenario(jobs: Jobs) -> None:
        await put(jobs, "a1", "a2", "a3", "b1", "b2", "c1")
        await put(jobs, "x1", urgency=NOBODY_LOOKS)
        assert await taken(jobs, 3) == ["a1", "b1", "c1"]
        await put(jobs, "d1")
        assert await taken(jobs, 5) == ["d1", "a2", "b2", "a3", "x1"]

    with_jobs(url, scenario)


def test_who_has_waited_for_long_becomes_more_urgent(url: str, postgres: Cluster) -> None:
    async def scenario(jobs: Jobs) -> None:
        await put(jobs, "x1", urgency=NOBODY_LOOKS)
        later = f"UPDATE jobs SET asked = asked - {module.PATIENCE} RETURNING 1"
        await asyncio.to_thread(postgres.ask, url, later)
        await put(jobs, "a1")
        assert await taken(jobs, 2) == ["x1", "a1"]

    with_jobs(url, scenario)


def test_the_queue_says_how_many_have_their_turn_first(url: str) -> None:
    async def scenario(jobs: Jobs) -> None:
        names = ["a1", "b1", "c1", "d1"]
        await put(jobs, *names)
        await taken(jobs, 1)
        seen = await jobs.look(names)
        assert [(seen[name].before, seen[name].begun) for name in names] == [
            (0, True),
            (1, False),
            (2, False),
            (3, False),
        ]

    with_jobs(url, scenario)


def test_a_dead_workers_job_is_taken_over_after_its_lease_and_its_late_answer_is_not_accepted(
    url: str, postgres: Cluster
) -> None:
    async def scenario(jobs: Jobs) -> None:
        await put(jobs, "a1")
        assert await taken(jobs, 1, "dead") == ["a1"]
        assert await taken(jobs, 1, "next") == []
        assert await jobs.hold("dead", ["a1"]) == {"a1"}
        await asyncio.to_thread(postgres.ask, url, "UPDATE jobs SET lease = 1 RETURNING 1")
        assert await taken(jobs, 1, "next") == ["a1"]
        assert await jobs.hold("dead", ["a1"]) == set(), "it learns that it has lost it"
        assert not await jobs.answer("dead", "a1", "1")
        assert await jobs.answer("next", "a1", "2")
        assert (await jobs.look(["a1"]))["a1"].answer == "2"

    with_jobs(url, scenario)


def test_what_nobody_waits_for_is_not_begun_and_a_worker_that_ends_gives_back(url: str, postgres: Cluster) -> None:
    async def scenario(jobs: Jobs) -> None:
        await put(jobs, "a1", "b1")
        await asyncio.to_thread(postgres.ask, url, "UPDATE jobs SET wanted = 1 WHERE name = 'a1' RETURNING 1")
        assert await taken(jobs, 2) == ["b1"]
        await jobs.give_back("w")
        assert await taken(jobs, 1, "next") == ["b1"]
        await jobs.want(["a1"])
        assert await taken(jobs, 1) == ["a1"], "somebody has come back"
        await jobs.drop("a1")
        assert "a1" in await jobs.look(["a1"]), "whoever thinks already goes on"
        await asyncio.to_thread(postgres.ask, url, "UPDATE jobs SET wanted = 1, lease = 1 RETURNING 1")
        await jobs.sweep()
        assert await jobs.look(["a1", "b1"]) == {}

    with_jobs(url, scenario)


def test_a_worker_takes_only_what_its_rules_can_read(url: str) -> None:
    async def scenario(jobs: Jobs) -> None:
        await put(jobs, "a1", fits="other rules")
        await put(jobs, "b1", kind="review")
        assert await taken(jobs, 1) == []

    with_jobs(url, scenario)
    game = registry.game("genial")
    assert rules_of(game) != rules_of(registry.game("brilliant"))
    seen = new(game.rules.State)
    seen["plays" if "plays" in (seen.dtype.names or ()) else (seen.dtype.names or ("",))[0]] = 1
    assert rows_of(game, json.loads(json.dumps(written(seen)))).tobytes() == seen.tobytes()


# Those who ask and those who think


class Thinking:
    """A worker whose thoughts are done when the test says so."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.enough = asyncio.Event()
        self.fails = False

    async def answer(self, given: Any, tell: Callable[[str], None]) -> int:
        self.begun.append(given["what"])
        tell("half")
        await self.enough.wait()
        if self.fails:
            raise RuntimeError("it cannot be done")
        return 7


def job(what: str, wanted: Callable[[], bool] = lambda: True, owner: str = "a") -> Job[int]:
    async def never() -> int:
        raise AssertionError("it is thought about elsewhere")

    return Job(owner, never, wanted, lambda: Errand("move", f"move {what}", "genial", {"what": what}, int))


async def asked(queue: SharedQueue, wanted: Job[int]) -> int | None:
    return await queue.submit(wanted)


@asynccontextmanager
async def shared(url: str, workers: int = 1) -> AsyncIterator[tuple[list[SharedQueue], list[Thinking], list[Takers]]]:
    """Two processes that ask, and workers beside them."""
    async with some_jobs(url) as jobs:
        buses = [PostgresBus(url) for _ in range(2 + workers)]
        queues = [SharedQueue(jobs, bus) for bus in buses[:2]]
        thinking = [Thinking() for _ in range(workers)]
        takers = [
            Takers(jobs, bus, {"move": Skill(1, each.answer)}) for bus, each in zip(buses[2:], thinking, strict=True)
        ]
        for bus in buses:
            bus.start()
        try:
            yield queues, thinking, takers
        finally:
            closing: list[Any] = [*takers, *queues, *buses]
            for each in closing:
                await each.close()


def test_two_processes_that_ask_for_the_same_get_one_thought(url: str) -> None:
    async def scenario() -> None:
        async with shared(url, workers=2) as (queues, thinking, _):
            asking = [asyncio.create_task(asked(queue, job("one"))) for queue in queues]
            await until(lambda: any(each.begun for each in thinking))
            await a_while()
            for each in thinking:
                each.enough.set()
            assert await asyncio.gather(*asking) == [7, 7]
            assert sorted(thinking[0].begun + thinking[1].begun) == ["one"]

    run(scenario())


def test_what_is_no_longer_wanted_comes_to_nothing_and_is_forgotten(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "GLANCE", 0.01)

    async def scenario() -> None:
        async with shared(url) as (queues, thinking, _):
            first = asyncio.create_task(asked(queues[0], job("first")))
            await until(lambda: thinking[0].begun == ["first"])
            wanted = [True]
            second = asyncio.create_task(asked(queues[0], job("second", lambda: wanted[0])))
            await a_while()
            wanted[0] = False
            assert await second is None
            await until(lambda: not queues[0]._forgetting)
            thinking[0].enough.set()
            assert await first == 7
            await a_while()
            assert thinking[0].begun == ["first"]

    run(scenario())


def test_the_job_of_a_worker_that_dies_is_done_by_another_and_one_that_lives_keeps_its_own(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for statement in ("TAKE", "HOLD"):
        short = str(getattr(module, statement)).replace(f"+ {module.LEASE}", "+ 0.4")
        monkeypatch.setattr(module, statement, text(short))
    monkeypatch.setattr(taking, "LEASE", 0.4)
    monkeypatch.setattr(taking, "POLL", 0.05)

    async def scenario() -> None:
        async with shared(url, workers=2) as (queues, thinking, takers):
            asking = asyncio.create_task(asked(queues[0], job("one")))
            await until(lambda: any(each.begun for each in thinking))
            first = next(k for k, each in enumerate(thinking) if each.begun)
            await asyncio.sleep(0.8)
            assert not thinking[1 - first].begun, "its lease is renewed"
            for task in takers[first]._tasks:  # as kill -9 would: nobody renews and nobody gives back
                task.cancel()
            await until(lambda: bool(thinking[1 - first].begun))
            thinking[1 - first].enough.set()
            assert await asking == 7

    run(scenario())


def test_what_cannot_be_answered_is_told_and_can_be_asked_again(url: str) -> None:
    async def scenario() -> None:
        async with shared(url) as (queues, thinking, _):
            thinking[0].fails = True
            thinking[0].enough.set()
            with pytest.raises(Unanswered):
                await queues[0].submit(job("one"))
            thinking[0].fails = False
            await until(lambda: not queues[0]._forgetting)
            assert await queues[0].submit(job("one")) == 7

    run(scenario())


def test_who_asks_anew_does_not_get_what_was_looked_up_for_those_before(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look that was under way when the old answer was dropped still brings it."""

    async def scenario() -> None:
        async with shared(url) as (queues, thinking, _):
            thinking[0].fails = True
            thinking[0].enough.set()
            found, late = asyncio.Event(), asyncio.Event()
            look = queues[0].jobs.look

            async def slow(names: Iterable[str]) -> dict[str, JobSeen]:
                seen = await look(names)
                if any(each.answer == FAILED for each in seen.values()):
                    found.set()
                    await late.wait()
                return seen

            monkeypatch.setattr(queues[0].jobs, "look", slow)
            first = asyncio.create_task(asked(queues[0], job("one")))
            await found.wait()
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            await queues[0].forget("move one")
            thinking[0].fails = False
            thinking[0].enough.clear()
            second = asyncio.create_task(asked(queues[0], job("one")))
            await until(lambda: len(thinking[0].begun) == 2)
            late.set()
            await a_while()
            thinking[0].enough.set()
            assert await second == 7

    run(scenario())


def test_what_is_asked_anew_is_not_dropped_with_what_nobody_wanted_any_more(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "BEAT", 10 * PATIENCE)  # which would find it gone and ask once more

    async def scenario() -> None:
        async with shared(url, workers=0) as (queues, _, _):
            begun, enough = asyncio.Event(), asyncio.Event()
            drop = queues[0].jobs.drop

            async def slow(*names: str) -> None:
                begun.set()
                await enough.wait()
                await drop(*names)

            monkeypatch.setattr(queues[0].jobs, "drop", slow)
            first = asyncio.create_task(asked(queues[0], job("one")))
            await until_put(queues[0], "move one")
            first.cancel()
            await begun.wait()
            second = asyncio.create_task(asked(queues[0], job("one")))
            await a_while()
            enough.set()
            await until(lambda: not queues[0]._forgetting)
            await until_put(queues[0], "move one")
            assert not second.done()
            second.cancel()

    run(scenario())


async def until_put(queue: SharedQueue, name: str) -> None:
    while name not in await queue.jobs.look([name]):
        await asyncio.sleep(0.001)


def test_a_job_over_which_workers_have_died_again_and_again_is_given_up(url: str, postgres: Cluster) -> None:
    async def scenario() -> None:
        async with some_jobs(url) as jobs:
            await put(jobs, "a1", fits=rules_of(registry.game("genial")))
            await asyncio.to_thread(postgres.ask, url, f"UPDATE jobs SET tries = {module.TRIES} RETURNING 1")
            thinking = Thinking()
            takers = Takers(jobs, Alone(), {"move": Skill(1, thinking.answer)})
            while (answer := (await jobs.look(["a1"]))["a1"].answer) is None:
                await asyncio.sleep(0.01)
            assert (answer, thinking.begun) == (FAILED, [])
            await takers.close()

    run(scenario())


def test_what_a_crash_of_the_database_has_forgotten_is_asked_anew(
    url: str, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "BEAT", 0.05)

    async def scenario() -> None:
        async with shared(url, workers=0) as (queues, _, _):
            asking = asyncio.create_task(asked(queues[0], job("one")))
            await until(lambda: bool(queues[0]._open))
            await asyncio.to_thread(postgres.ask, url, "DELETE FROM jobs RETURNING 1")
            while not await queues[0].jobs.look(["move one"]):
                await asyncio.sleep(0.01)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

    run(scenario())


# A whole house


@asynccontextmanager
async def a_house(url: str, workers: int = 1) -> AsyncIterator[tuple[Hall, Slow]]:
    """One process of it; its opponents think until the test lets them."""
    slow, bus = Slow(), PostgresBus(url)
    opened = Hall(await Store.open(url), slow, bus, workers)
    bus.start()
    try:
        yield opened, slow
    finally:
        await opened.close()


def test_a_position_at_two_processes_is_thought_about_once_and_the_table_says_who_waits(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots_at_table, "QUEUED", 0.05)
    monkeypatch.setattr(sharing, "BEAT", 0.05)

    async def scenario() -> None:
        async with a_house(url) as (one, slow), a_house(url, workers=0) as (other, idle):
            rooms = [await bots_alone(one, owner, "level6") for owner in ("1.2.3.4", "5.6.7.8")]
            elsewhere = await other.room(rooms[0].table.name)
            async with watching(*rooms, elsewhere):
                await until(lambda: len(slow.asked) == 1)
                await until(lambda: rooms[0].scenes.queue + rooms[1].scenes.queue == 1)
                waits = next(room for room in rooms if room.scenes.queue)
                for language in ("de", "en", "it"):
                    said = Say(language)("waits_in_queue", names=("x",), n=1).split(".")[1]
                    assert said in waits.scene(waits.eyes((), language)).ask
                slow.enough.set()
                await until(lambda: all(len(room.table.playthrough.log) > 3 for room in rooms))
                assert idle.asked == []
            entries = await one.store.entries(rooms[0].table.name)
            moves = [json.loads(row.body) for row in entries]
            assert [row.number for row in entries] == list(range(len(entries)))
            assert len(slow.asked) <= 2 * len(moves) + 4

    run(scenario())


def test_advice_is_thought_out_by_another_process(url: str) -> None:
    async def scenario() -> None:
        async with a_house(url, workers=0) as (asking, _), a_house(url, workers=0) as (house, _):
            coach = SlowCoach()
            coach.enough.set()
            skills: dict[Kind, Skill] = {"advice": Skill(1, lambda it, tell: coach.answer(it))}
            takers = Takers(house.shared[0].jobs, house.others.bus, skills)
            room = await with_coach(asking)
            advice, ready = await room.advising.of(room.table, 0, "1.2.3.4")
            assert ready and [each.move for each in advice] == ["roll"]
            game = room.table.playthrough.game
            assert coach.asked == [game.hidden(room.table.playthrough.rows, 0).tobytes()], "what the seat may know"
            await takers.close()
            await coach.close()

    run(scenario())


def test_a_review_is_asked_for_at_one_process_made_by_another_and_followed_at_a_third(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "BEAT", 0.05)
    monkeypatch.setattr(taking, "TELL", 0.05)

    async def scenario() -> None:
        enough = asyncio.Event()

        async def whole(self: Reviews, record: Any, hear: Callable[[str], None]) -> str:
            hear("0.5\n")
            await enough.wait()
            return "a review"

        monkeypatch.setattr(Reviews, "_whole", whole)
        async with a_house(url) as _, a_house(url, 0) as (asking, _), a_house(url, 0) as (third, _):
            room = await bots_alone(asking, "1.2.3.4", "random", "genial_dice")
            async with watching(room):
                await until(lambda: room.table.stage == "over")
            table = room.table
            assert isinstance(await asking.reviews.ask(table, "1.2.3.4"), Making)
            while not isinstance(found := await third.reviews.of(table), Making) or found.progress != 0.5:
                await asyncio.sleep(0.01)
            enough.set()
            while await third.store.review(table.name) != "a review":
                await asyncio.sleep(0.01)
            await until(lambda: not asking.reviews._making and not third.reviews._making)

    run(scenario())


def test_the_worker_of_the_command_line_thinks_for_a_house_and_ends_when_it_is_told(url: str) -> None:
    async def scenario() -> None:
        command = [sys.executable, "-m", "spieltisch", "worker", "--log", "json", "--database", url]
        with interpreted():
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            async with a_house(url, workers=0) as (house, idle):
                room = await bots_alone(house, "1.2.3.4", "level6")
                begun = len(room.table.playthrough.log)
                async with watching(room):
                    await until(lambda: len(room.table.playthrough.log) > begun)
                assert idle.asked == []
            process.send_signal(signal.SIGTERM)
            _, said = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
            assert process.returncode == 0
            assert [json.loads(line)["text"].split(";")[0] for line in said.splitlines()] == [
                "The worker is ready.",
                "The worker closes",
                "The worker is closed.",
            ]
        finally:
            process.kill()
            process.wait()

    run(scenario())


@pytest.mark.parametrize(
    "words", [["worker", "--database", "sqlite+aiosqlite:///x"], ["serve", "--workers", "0", "--data", "x"]]
)
def test_without_postgresql_a_house_thinks_for_itself(words: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "spieltisch", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 1
    assert "PostgreSQL" in done.stderr
