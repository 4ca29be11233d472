"""Nobody can keep the house busy for all others: owners take turns, and nothing is thought about for nobody."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from server.serving import PATIENCE, Opened, Refusal, ThreadHouse, in_memory
from spieltisch import bots, registry
from spieltisch.bots.levels import plan_of
from spieltisch.coach.advice import Advice
from spieltisch.contract import Reason, Trouble
from spieltisch.kernel import Rows
from spieltisch.server import bots_at_table, hall
from spieltisch.server.coaching import Advising, Coach
from spieltisch.server.hall import Hall
from spieltisch.server.lanes import Job, Lane
from spieltisch.server.limits import Limits
from spieltisch.server.reviewing import Making, Reviews
from spieltisch.server.rooms import Room
from spieltisch.server.thinkers import Thinkers
from spieltisch.server.workers import Workers
from spieltisch.speech import Say
from spieltisch.tables import entries, proposals, stand_ins
from spieltisch.tables.chain import StoredEntry
from spieltisch.tables.opening import Place, open_table
from spieltisch.tables.seats import PERSON
from spieltisch.tables.store import Store, sqlite_url

say = Say("en")


def run(scenario: Coroutine[Any, Any, None]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(PATIENCE):
            await scenario

    asyncio.run(in_time())


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.001)


async def a_while() -> None:
    """Long enough for everything that is going to happen by itself."""
    for _ in range(50):
        await asyncio.sleep(0.001)


# Lanes


class Line:
    """A lane whose work is done when the test says so; it notes what has been begun."""

    def __init__(self, workers: int = 1) -> None:
        self.lane = Lane(workers)
        self.begun: list[str] = []
        self.tasks: dict[str, asyncio.Task[Any]] = {}
        self.jobs: dict[str, Job[str]] = {}
        self._done: dict[str, asyncio.Event] = {}

    async def add(self, *names: str, wanted: Callable[[], bool] = lambda: True) -> None:
        """Jobs; the first letter is their owner."""
        for name in names:
            self._done[name] = asyncio.Event()
            self.jobs[name] = Job(name[0], partial(self._work, name), wanted)
            self.tasks[name] = asyncio.create_task(self.lane.submit(self.jobs[name]))
        await a_while()

    async def end(self, *names: str) -> None:
        for name in names:
            self._done[name].set()
            await a_while()

    async def end_all(self) -> list[str]:
        for done in self._done.values():
            done.set()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        return self.begun

    async def _work(self, name: str) -> str:
        self.begun.append(name)
        await self._done[name].wait()
        return name


def test_owners_take_turns_however_much_one_of_them_wants() -> None:
    async def scenario() -> None:
        line = Line()
        await line.add("a1", "a2", "a3", "a4", "b1", "b2", "c1")
        assert line.begun == ["a1"], "no more at a time than there are workers"
        assert await line.end_all() == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]

    run(scenario())


def test_who_comes_anew_waits_for_at_most_one_job_of_each_other() -> None:
    async def scenario() -> None:
        line = Line()
        await line.add(*(f"{owner}{number}" for number in range(9) for owner in "abc"))
        await line.end("a0", "b0")
        await line.add("z0")
        await line.end_all()
        before = line.begun[line.begun.index("c0") + 1 : line.begun.index("z0")]
        assert len(before) == len({name[0] for name in before}) <= 3

    run(scenario())


def test_the_lane_says_how_many_have_their_turn_first() -> None:
    async def scenario() -> None:
        line = Line()
        await line.add("a1", "a2", "a3", "b1", "b2", "c1")
        told = {name: line.lane.before(job) for name, job in line.jobs.items()}
        assert {name: place for place, name in enumerate(await line.end_all())} == told

    run(scenario())


def test_two_workers_do_two_things_and_an_end_makes_room_for_one() -> None:
    async def scenario() -> None:
        line = Line(2)
        await line.add("a1", "a2", "a3", "b1")
        assert line.begun == ["a1", "a2"]
        await line.end("a2")
        assert line.begun == ["a1", "a2", "b1"]
        await line.end_all()

    run(scenario())


def test_what_nobody_wants_any_more_is_not_begun_and_costs_its_owner_no_turn() -> None:
    async def scenario() -> None:
        line = Line()
        await line.add("c1", "a1")
        await line.add("a2", wanted=lambda: False)
        await line.add("a3", "b1", "b2")
        line.tasks["a1"].cancel()
        assert await line.end_all() == ["c1", "a3", "b1", "b2"]
        assert line.tasks["a2"].result() is None
        assert line.tasks["a3"].result() == "a3"

    run(scenario())


def test_whoever_goes_at_the_moment_of_their_turn_does_not_keep_it() -> None:
    async def scenario() -> None:
        line = Line()

        async def work() -> None:
            await a_while()
            asyncio.get_running_loop().call_soon(line.tasks["b1"].cancel)  # before b1 learns that it is its turn

        first = asyncio.create_task(line.lane.submit(Job("a", work)))
        await line.add("b1", "c1")
        await first
        assert await line.end_all() == ["c1"]
        assert line.tasks["b1"].cancelled()

    run(scenario())


def test_work_that_fails_stands_in_nobodys_way() -> None:
    async def scenario() -> None:
        async def fail() -> None:
            raise RuntimeError("the process has died")

        line = Line()
        with pytest.raises(RuntimeError):
            await line.lane.submit(Job("a", fail))
        await line.add("b1")
        assert line.begun == ["b1"]
        await line.end_all()

    run(scenario())


# Opponents


class Slow(Thinkers):
    """Opponents that think until the test lets them; nobody else's process does it."""

    def __init__(self) -> None:
        self.compiled = set()
        self.deep, self.quick = Workers(), Workers()
        self.idle = frozenset([self.deep, self.quick])
        self.asked: list[tuple[str, str]] = []  # game and opponent
        self.enough = asyncio.Event()

    async def choose(self, game: str, bot: str, seen: Rows, seat: int, seed: int) -> int:
        found = registry.game(game)
        self.asked.append((game, bot))
        if self.lane(found, bot, found.variant(seen)) is self.deep.lane:
            await self.enough.wait()
        return int(found.legal(seen, seat)[0])


@asynccontextmanager
async def a_hall(folder: Path) -> AsyncIterator[tuple[Hall, Slow]]:
    slow = Slow()
    opened = Hall(await Store.open(sqlite_url(folder)), slow)
    try:
        yield opened, slow
    finally:
        await opened.close()


async def bots_alone(opened: Hall, owner: str, bot: str, game: str = "genial") -> Room:
    table = await opened.add(*open_table(registry.game(game), "base", {}, [Place(bot), Place(bot)]), owner)
    return await opened.room(table.table)


@asynccontextmanager
async def watching(*rooms: Room) -> AsyncIterator[None]:
    """Somebody asks for news of these tables, and waits."""
    waiting = [asyncio.create_task(room.wait_for_news(10**9, PATIENCE)) for room in rooms]
    await a_while()
    try:
        yield
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


def test_a_strangers_opponent_waits_for_one_thought_of_who_has_thirty_tables(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with a_hall(tmp_path) as (opened, slow):
            many = [await bots_alone(opened, "1.2.3.4", "level6") for _ in range(30)]
            strange = await bots_alone(opened, "5.6.7.8", "level5")
            async with watching(*many), watching(strange):
                assert slow.asked == [("genial", "level6")], "one worker, one thought; all others wait in line"
                slow.enough.set()
                await until(lambda: len(slow.asked) >= 2)
                assert slow.asked[1] == ("genial", "level5")

    run(scenario())


def test_a_table_whose_opponent_has_to_wait_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_at_table, "QUEUED", 0.01)

    async def scenario() -> None:
        async with a_hall(tmp_path) as (opened, slow):
            first = await bots_alone(opened, "1.2.3.4", "level6")
            second = await bots_alone(opened, "5.6.7.8", "level6")
            async with watching(first), watching(second):
                await until(lambda: second.scenes.queue == 1)
                assert first.scenes.queue == 0
                assert "one other to think for" in second.scene(second.eyes((), "en")).ask
                slow.enough.set()
                await until(lambda: second.table.stage == "over")
                assert second.scenes.queue == 0

    run(scenario())


def test_a_quick_opponent_never_waits_for_a_deep_thought(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with a_hall(tmp_path) as (opened, _):
            deep = await bots_alone(opened, "1.2.3.4", "level6")
            quick = await bots_alone(opened, "5.6.7.8", "level1")
            async with watching(deep, quick):
                await until(lambda: quick.table.stage == "over")
                assert len(deep.table.playthrough.log) == deep.table.born.count(2), "there nobody has moved"

    run(scenario())


def test_who_is_quick_is_asked_of_the_game() -> None:
    async def scenario() -> None:
        slow = Slow()
        for name in registry.names():
            game = registry.game(name)
            for variant in game.variants:
                for level in bots.LEVELS:
                    searches = bool(plan_of(game, level, variant).search)
                    assert slow.lane(game, level, variant) is (slow.deep if searches else slow.quick).lane
                assert slow.lane(game, "greedy", variant) is slow.quick.lane

    run(scenario())


def test_bots_alone_think_only_while_somebody_looks_also_after_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with a_hall(tmp_path) as (opened, slow):
            room = await bots_alone(opened, "1.2.3.4", "level6")
            await a_while()
            assert room.table.stage == "playing" and not slow.asked
        async with a_hall(tmp_path) as (opened, slow):
            room = await opened.room(room.table.name)
            await a_while()
            assert not slow.asked
            async with watching(room):
                assert len(slow.asked) == 1
                version = room.table.version
            slow.enough.set()
            await until(lambda: not room.bots.busy)
            assert room.table.version <= version + 1 and len(slow.asked) == 1, "they stop when nobody looks any more"

    run(scenario())


def test_where_somebody_holds_a_key_bots_play_on_while_they_are_away(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with a_hall(tmp_path) as (opened, _):
            seats = [Place(PERSON), Place("level1")]
            table = await opened.add(*open_table(registry.game("genial_dice"), "base", {}, seats), "1.2.3.4")
            room = await opened.room(table.table)
            await room.change(lambda now: stand_ins.carried_out(0, "level1"))
            await until(lambda: room.table.stage == "over")

    run(scenario())


def test_a_thought_for_a_table_that_has_moved_on_is_not_begun(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with a_hall(tmp_path) as (opened, slow):
            busy = await bots_alone(opened, "1.2.3.4", "level6")
            other = await bots_alone(opened, "1.2.3.4", "level5")
            async with watching(busy):
                async with watching(other):
                    assert len(slow.asked) == 1
                slow.enough.set()  # nobody looks at the other one any more
                await until(lambda: busy.table.stage == "over")
            assert ("genial", "level5") not in slow.asked

    run(scenario())


def test_a_table_belongs_to_who_opened_it_and_after_a_restart_to_who_sits_there(tmp_path: Path) -> None:
    async def scenario() -> None:
        seats = [Place(PERSON), Place("level1")]
        opening, answer = open_table(registry.game("genial"), "base", {}, seats)
        key = answer.seats[0].key
        assert key is not None
        async with a_hall(tmp_path) as (opened, _):
            room = await opened.room((await opened.add(opening, answer, "1.2.3.4")).table)
            room.comes("5.6.7.8", (key,))
            assert room.owner == "1.2.3.4"
            alone = await bots_alone(opened, "1.2.3.4", "level1")
        async with a_hall(tmp_path) as (opened, _):
            room = await opened.room(room.table.name)
            room.comes("9.9.9.9", ("a stranger's key",))
            assert room.owner == ""
            room.comes("5.6.7.8", (key,))
            assert room.owner == "5.6.7.8"
            alone = await opened.room(alone.table.name)
            alone.comes("9.9.9.9", ())
            assert alone.owner == "9.9.9.9", "nobody can sit there: they think for whoever looks"

    run(scenario())


def test_bots_alone_begin_even_if_the_disk_refused_at_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_at_table, "PAUSE_AFTER_FAILURE", 0.001)
    usual, refusals = Store.append, iter(range(3))

    async def append(
        self: Store, table: str, number: int, body: str, head: str, after: str | None = None
    ) -> StoredEntry:
        if isinstance(entries.read(body), entries.Began):
            with suppress(StopIteration):
                next(refusals)
                raise Trouble("Nothing can be saved: the disk is full.")
        return await usual(self, table, number, body, head, after)

    monkeypatch.setattr(Store, "append", append)

    async def scenario() -> None:
        async with a_hall(tmp_path) as (opened, _):
            room = await bots_alone(opened, "1.2.3.4", "level1")
            assert not room.table.begun
            await until(lambda: room.table.begun)

    run(scenario())


# Tables


@pytest.fixture
def strict() -> Iterator[ThreadHouse]:
    """A house at which one address may have two tables that go on."""
    limits = Limits(lifted=True)
    limits.unfinished = 2
    with in_memory() as data:
        served = ThreadHouse(data, limits=limits)
        yield served
        served.stop()


def test_an_address_has_only_so_many_tables_that_go_on(strict: ThreadHouse) -> None:
    first, second = (strict.open("genial_dice", "Anna", "Ben").make_ready() for _ in range(2))
    with pytest.raises(Refusal, match=say("too_many_tables", n=2)) as refused:
        strict.open("genial_dice", "Anna", "Ben")
    assert refused.value.status == 429
    strict.play_to_the_end(first.table)
    with pytest.raises(Refusal, match="2 tables"):
        position = {"event": 0, "seat": 0, "bot": "random"}
        strict.open("genial_dice", "Anna", "Ben")
        first.ask("POST", "branches", position)
    strict.room(second.table).table.updated = time.time() - hall.RESTING - 1
    strict.open("genial_dice", "Anna", "Ben")
    with second.player(0), pytest.raises(Refusal, match="2 tables"):  # it is no longer at rest
        strict.open("genial_dice", "Anna", "Ben")


def test_tables_that_are_opened_at_the_same_moment_count(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with a_hall(tmp_path) as (opened, _):
            seats = [Place(PERSON), Place(PERSON)]
            wishes = (open_table(registry.game("genial"), "base", {}, seats) for _ in range(5))
            done = await asyncio.gather(*(opened.add(*wish, "1.2.3.4", 3) for wish in wishes), return_exceptions=True)
            assert sum(isinstance(each, Exception) for each in done) == 2
            await opened.add(*open_table(registry.game("genial"), "base", {}, seats), "5.6.7.8", 3)

    run(scenario())


# The coach


class Asked(Coach):
    """A coach that thinks until the test lets it, and notes about which states."""

    def __init__(self) -> None:
        super().__init__()
        self._mode = "0"
        self.asked: list[bytes] = []
        self.enough = asyncio.Event()

    async def advise(self, game: str, seen: Rows, seat: int, also: Sequence[int] = ()) -> list[Advice]:
        self.asked.append(seen.tobytes())
        await self.enough.wait()
        return [Advice(0, "roll", 0.5, 20.0, Reason("thinks"), 0.0)]


async def with_coach(opened: Hall) -> Room:
    """A person with the coach, whose turn it is."""
    seats = [Place(PERSON, coach=True), Place(PERSON)]
    table = await opened.add(*open_table(registry.game("genial_dice"), "base", {}, seats))
    room = await opened.room(table.table)
    for seat in (0, 1):
        await room.change(partial(proposals.ready, seat=seat, contribution="ab"))
    return room


def test_a_strangers_advice_waits_for_one_question_of_who_asks_at_many_tables(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with a_hall(tmp_path) as (opened, _):
            coach, order = Asked(), list[str]()
            rooms = [await with_coach(opened) for _ in range(6)]

            async def ask(room: Room, owner: str) -> None:
                assert await Advising(coach).of(room.table, 0, owner)
                order.append(owner)

            asking = [asyncio.create_task(ask(room, "many")) for room in rooms[:5]]
            await a_while()
            asking.append(asyncio.create_task(ask(rooms[5], "stranger")))
            await a_while()
            assert len(coach.asked) == 1
            coach.enough.set()
            await asyncio.gather(*asking)
            assert order[1] == "stranger"
            await coach.close()

    run(scenario())


def test_the_coach_does_not_think_for_who_has_gone_or_played_meanwhile(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with a_hall(tmp_path) as (opened, _):
            coach = Asked()
            first, gone, played = [await with_coach(opened) for _ in range(3)]
            asking = [asyncio.create_task(Advising(coach).of(each.table, 0, "")) for each in (first, gone, played)]
            await a_while()
            asking[1].cancel()
            await played.change(lambda now: proposals.play(now, 0, "roll"))
            coach.enough.set()
            await asyncio.gather(*asking, return_exceptions=True)
            assert len(coach.asked) == 1
            assert asking[0].result()[0] and asking[2].result() == ([], True)
            await coach.close()

    run(scenario())


def test_who_comes_back_to_a_question_that_nobody_wanted_gets_an_answer(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with a_hall(tmp_path) as (opened, _):
            coach, room = Asked(), await with_coach(opened)
            advising, other = Advising(coach), asyncio.create_task(coach.lane.submit(Job("a", coach.enough.wait)))
            asking = asyncio.create_task(advising.of(room.table, 0, "b"))
            await a_while()
            asking.cancel()
            coach.enough.set()
            await other
            await a_while()
            assert not coach.asked
            assert await advising.of(room.table, 0, "b")
            await coach.close()

    run(scenario())


# Reviews


@pytest.fixture
def over(house: ThreadHouse) -> list[Opened]:
    tables = [house.open("genial_dice", "Anna", "Ben").make_ready() for _ in range(4)]
    for table in tables:
        house.play_to_the_end(table.table)
    return tables


@pytest.fixture
def reviews(house: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Reviews take until the test is over; these have been begun."""
    begun, enough = list[str](), asyncio.Event()

    async def keep(self: Reviews, name: str, record: object, making: Making) -> None:
        begun.append(name)
        making.begun = True
        await enough.wait()

    async def end() -> None:
        enough.set()
        await asyncio.gather(*house.hall.reviews._tasks)

    monkeypatch.setattr(Reviews, "_keep", keep)
    yield begun
    house.run(end())


def test_only_who_holds_a_seat_asks_for_a_review_and_everybody_sees_how_far_it_is(
    house: ThreadHouse, over: list[Opened], reviews: list[str]
) -> None:
    with pytest.raises(Refusal, match=say("not_your_seat")) as refused:
        over[0].ask("POST", "review")
    assert refused.value.status == 403
    assert over[0].ask("POST", "review", seat=1)["asked"]
    assert over[0].ask("GET", "review")["asked"]


def test_of_each_address_one_review_waits(house: ThreadHouse, over: list[Opened], reviews: list[str]) -> None:
    over[0].ask("POST", "review", seat=0)
    assert over[1].ask("POST", "review", seat=0)["before"] == 1
    with pytest.raises(Refusal, match=say("review_is_waiting")):
        over[2].ask("POST", "review", seat=0)
    assert over[1].ask("POST", "review", seat=0)["asked"], "to ask again how far it is costs nothing"
    strange = house.run(house.hall.reviews.ask(house.room(over[3].table).table, "5.6.7.8"))
    assert isinstance(strange, Making)
    assert reviews == [over[0].table]


def test_a_strangers_review_comes_before_the_second_of_another(
    house: ThreadHouse, over: list[Opened], reviews: list[str]
) -> None:
    async def scenario() -> None:
        made, rooms = (
            Reviews(house.hall.store, house.hall.coach),
            [await house.hall.room(table.table) for table in over[:3]],
        )
        done: dict[str, asyncio.Event] = {room.table.name: asyncio.Event() for room in rooms}

        async def keep(name: str, record: object, making: Making) -> None:
            reviews.append(name)
            making.begun = True
            await done[name].wait()

        made._keep = keep  # type: ignore[method-assign]
        for room, owner in zip(rooms, ("many", "many", "stranger"), strict=True):
            await made.ask(room.table, owner)
        done[rooms[0].table.name].set()
        await until(lambda: len(reviews) == 2)
        assert reviews[1] == rooms[2].table.name
        await made.close()

    house.run(scenario())
