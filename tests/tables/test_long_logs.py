"""A log may be long: it has an end, what was taken back is not played again, and nobody waits while it is read."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest

from spieltisch import registry
from spieltisch.contract import Refused, Trouble
from spieltisch.referee import Table
from spieltisch.speech import LANGUAGES, Say
from spieltisch.tables import entries, journal, live, proposals, stand_ins, undo, wishes
from spieltisch.tables.chain import Damaged, StoredEntry
from spieltisch.tables.journal import Journal
from spieltisch.tables.live import LiveTable
from spieltisch.tables.opening import Place, open_table
from spieltisch.tables.proposals import Proposal
from spieltisch.tables.stand_ins import LONG, Wisher
from spieltisch.tables.store import Conflict


class Paper:
    """A store in memory."""

    def __init__(self) -> None:
        self.logs: dict[str, list[StoredEntry]] = {}
        self.refused: type | None = None  # entries of this kind cannot be written

    async def append(self, table: str, number: int, body: str, head: str, after: str | None = None) -> StoredEntry:
        log = self.logs.setdefault(table, [])
        if number != len(log):
            raise Conflict
        if self.refused is not None and isinstance(entries.read(body), self.refused):
            raise Trouble("Nothing can be saved: the disk is full.")
        log.append(StoredEntry(number, float(number), body, head))
        return log[-1]

    async def state_of_others(self) -> object:
        return object()

    async def entries(self, table: str, since: int = 0, most: int | None = None) -> list[StoredEntry]:
        log = self.logs.get(table, [])
        return log[since:] if most is None else log[since : since + most]


def begun(*who: str, game: str = "genial_dice") -> tuple[Journal, Any]:
    paper: Any = Paper()
    opened, answer = open_table(registry.game(game), "base", {}, [Place(each) for each in who])
    asyncio.run(journal.create(paper, answer.table, opened))
    kept = Journal(paper, asyncio.run(journal.read(paper, answer.table)))
    for seat in kept.table.people:
        change(kept, lambda table, seat=seat: proposals.ready(table, seat, "ab"))  # type: ignore[misc]
    assert kept.table.begun
    return kept, paper


def change(kept: Journal, propose: Callable[[LiveTable], Proposal | None]) -> None:
    asyncio.run(kept.change(propose))


def play_somehow(kept: Journal, luck: random.Random) -> None:
    """Anybody's move, whichever."""
    table = kept.table
    seat = luck.choice(table.deciding())
    actions = table.playthrough.game.legal(table.playthrough.rows, seat)
    change(kept, lambda now: proposals.act(now, seat, int(luck.choice(actions))))


def go_to_and_fro(kept: Journal, times: int) -> None:
    for _ in range(times):
        change(kept, lambda now: proposals.play(now, 0, "roll"))
        change(kept, lambda now: undo.undo(now, 0))


@pytest.mark.parametrize("game", registry.names())
def test_who_reads_a_log_with_much_taken_back_knows_the_same_as_who_was_there(game: str) -> None:
    luck = random.Random(3)
    kept, paper = begun("person", "random", game=game)
    rewinds = [(0, 0)]
    for _ in range(60):
        if kept.table.stage == "over":
            break
        play_somehow(kept, luck)
        if kept.table.stage == "playing" and luck.random() < 0.35:
            back = luck.randrange(max(0, len(kept.table.playthrough.log) - 12), len(kept.table.playthrough.log))
            change(kept, lambda now, back=back: undo.undo(now, 0, events=back))  # type: ignore[misc]
            rewinds.append((kept.table.version, back))
    table = kept.table
    again = live.read(table.name, paper.logs[table.name])
    one, other = table.playthrough, again.playthrough
    assert len(rewinds) > 5
    assert (other.log, other._seen_by, other._reveals) == (one.log, one._seen_by, one._reveals)
    assert type(other.dice) is type(one.dice)
    assert (again.born, again.rewinds, again.version) == (table.born, table.rewinds, table.version)
    for number in range(len(one.log) + 1):
        assert other.before(number).tobytes() == one.before(number).tobytes()
    for since in range(table.version + 1):
        known = sum(1 for version in table.born if version <= since)
        first = min([known, *(events for version, events in rewinds if version > since)])
        assert table.first_news(since) == again.first_news(since) == first


def test_what_was_taken_back_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, paper = begun("person", "random")
    go_to_and_fro(kept, 50)
    change(kept, lambda now: proposals.play(now, 0, "roll"))
    played, usual = list[int](), Table._effect

    def effect(self: Table[Any], rows: Any, seat: int, action: int) -> Any:
        played.append(action)
        return usual(self, rows, seat, action)

    monkeypatch.setattr(Table, "_effect", effect)
    table = asyncio.run(journal.read(paper, kept.table.name))
    assert table.version == kept.table.version > 100
    assert len(played) == len(table.playthrough.log) == len(kept.table.playthrough.log)
    assert len(table.rewinds) == 1, "and what is remembered of it does not grow either"


def test_while_a_log_is_read_others_have_their_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, paper = begun("person", "random")
    go_to_and_fro(kept, 50)
    monkeypatch.setattr(journal, "SLICE", 0.0)

    async def scenario() -> int:
        turns = 0
        reading = asyncio.create_task(journal.read(paper, kept.table.name))
        while not reading.done():
            await asyncio.sleep(0)
            turns += 1
        assert (await reading).version == kept.table.version
        return turns

    assert asyncio.run(scenario()) > 100


@pytest.mark.parametrize("page", [1, 7, 102, 103, 104, 1000])
def test_a_log_is_read_page_by_page(page: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, paper = begun("person", "random")
    go_to_and_fro(kept, 50)
    monkeypatch.setattr(journal, "PAGE", page)
    assert asyncio.run(journal.read(paper, kept.table.name)).version == len(paper.logs[kept.table.name]) == 103


def test_a_log_that_takes_back_what_has_not_happened_is_damaged() -> None:
    kept, paper = begun("person", "random")
    body = entries.written(entries.Undone("undone", 0, kept.table.events + 1))
    paper.logs[kept.table.name].append(StoredEntry(kept.table.version, 9.0, body, kept.table.chain.next(body)))
    with pytest.raises(Damaged):
        asyncio.run(journal.read(paper, kept.table.name))


def test_a_log_has_an_end_but_the_game_can_be_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_ENTRIES", 12)
    kept, _ = begun("person", "random")
    with pytest.raises(Refused) as refused:
        go_to_and_fro(kept, 50)
    assert refused.value.reason.key == "log_is_full"
    assert all(Say(language)("log_is_full") != "log_is_full" for language in LANGUAGES)
    assert kept.table.version <= 13
    with pytest.raises(Refused):
        change(kept, lambda now: stand_ins.carried_out(0, "random"))
    with pytest.raises(Refused):
        change(kept, lambda now: stand_ins.invite(now, 1, Wisher(frozenset({0}), lambda seat: LONG)))
    luck = random.Random(1)
    while kept.table.stage != "over":
        play_somehow(kept, luck)
    assert asyncio.run(kept.follow()) == kept.table.follows


def test_a_wish_that_came_before_the_end_of_the_log_is_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, _ = begun("person", "person")
    change(kept, lambda now: proposals.play(now, 0, "roll"))
    change(kept, lambda now: undo.undo(now, 0))
    wish = kept.table.wish
    assert wish is not None
    monkeypatch.setattr(live, "MOST_ENTRIES", kept.table.version)
    change(kept, lambda now: wishes.answer(now, 1, wish.number, yes=True))
    assert kept.table.wish is None and kept.table.rewinds


def test_a_next_game_that_could_not_be_announced_is_not_opened_a_second_time() -> None:
    kept, paper = begun("person", "random")
    luck = random.Random(1)
    while kept.table.stage != "over":
        play_somehow(kept, luck)
    paper.refused = entries.Followed
    with pytest.raises(Trouble):
        asyncio.run(kept.follow())
    (opened,) = paper.logs.keys() - {kept.table.name}
    paper.refused = None
    other = Journal(paper, asyncio.run(journal.read(paper, kept.table.name)))
    assert asyncio.run(other.follow()) == opened
    assert paper.logs.keys() == {kept.table.name, opened} and len(paper.logs[opened]) == 1
