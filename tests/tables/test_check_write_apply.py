"""Check, write, then apply: nothing at a table changes before what is to happen is in its log."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from typing import Any

import pytest

from spieltisch import registry
from spieltisch.contract import Refused, Trouble
from spieltisch.tables import entries, live, proposals, stand_ins, undo, wishes
from spieltisch.tables.chain import StoredEntry, chained
from spieltisch.tables.clocks import HURRIED
from spieltisch.tables.journal import Journal, Propose
from spieltisch.tables.keys import hashed
from spieltisch.tables.live import LiveTable
from spieltisch.tables.opening import Place, open_table
from spieltisch.tables.proposals import Proposal
from spieltisch.tables.stand_ins import LONG, Wisher
from spieltisch.tables.store import Conflict

HOST = Wisher(frozenset({0}), lambda seat: LONG)  # all others have been away for long


def state(table: LiveTable) -> Any:
    """Everything that a table is."""
    apart = ("playthrough", "chain", "_asked")
    own = {name: deepcopy(value) for name, value in vars(table).items() if name not in apart} | vars(table.chain)
    game = {name: deepcopy(value) for name, value in vars(table.playthrough).items() if name not in _FIXED}
    rows = {number: rows.tobytes() for number, rows in table.playthrough._states.items()}
    return own, game, rows, type(table.playthrough.dice), table.stage, table.deciding()


_FIXED = ("game", "content", "dice", "_states")


class Paper:
    """A store in memory that looks at the table whenever something is written, and can refuse to write."""

    def __init__(self, name: str, opened: entries.Opening) -> None:
        self.log = chained(name, opened.secret, [entries.written(opened)])
        self.wrong: Exception | None = None
        self.wrong_at = ""  # what is in the entries that cannot be written
        self.hasty = False  # whether the table has changed although nothing had been written
        self.before: Any = None
        self.table: LiveTable

    async def append(self, table: str, number: int, body: str, head: str, after: str | None = None) -> StoredEntry:
        self.hasty |= state(self.table) != self.before
        await asyncio.sleep(0)
        self.hasty |= state(self.table) != self.before
        if self.wrong is not None and self.wrong_at in body:
            raise self.wrong
        if number != len(self.log):
            raise Conflict
        self.log.append(StoredEntry(number, 0.0, body, head))
        self.before = None  # what follows from it is written next
        return self.log[-1]

    async def state_of_others(self) -> object:
        return object()

    async def entries(self, table: str, since: int = 0) -> list[StoredEntry]:
        return self.log[since:]


def a_table(*who: str, game: str = "genial_dice", dice: str = "checkable") -> tuple[Journal, Paper]:
    opened, answer = open_table(
        registry.game(game), "base", {}, [Place(each, str(k)) for k, each in enumerate(who)], dice=dice
    )
    paper: Any = Paper(answer.table, opened)
    table = live.read(answer.table, paper.log)
    paper.table = table
    return Journal(paper, table), paper


def change(journal: Journal, paper: Paper, propose: Propose) -> Any:
    """Carries it out, after an attempt that could not be written has left no trace."""
    before = state(journal.table)
    for wrong in (Trouble("Nothing can be saved: the disk is full."), RuntimeError("the power has failed")):
        paper.before, paper.wrong = before, wrong
        with pytest.raises(type(wrong)):
            asyncio.run(journal.change(propose))
        assert state(journal.table) == before and not paper.hasty
    paper.wrong = None

    class Following(Journal):
        async def _carry_out(self, propose: Propose) -> Any:
            def noted(table: LiveTable) -> Any:
                proposal = propose(table)
                paper.before = state(table)
                return proposal

            return await super()._carry_out(noted)

    done = asyncio.run(Following(journal.store, journal.table).change(propose))
    assert not paper.hasty
    assert state(journal.table) != before
    assert journal.table.version == len(paper.log)
    again = live.read(journal.table.name, paper.log)
    assert state(again) == state(journal.table), "Who reads the log knows the same as who wrote it."
    return done


def first(table: LiveTable, seat: int) -> int:
    return int(table.playthrough.game.legal(table.playthrough.rows, seat)[0])


def test_nothing_changes_before_it_is_written_whatever_is_done() -> None:
    journal, paper = a_table("person", "open", "random")
    table = journal.table
    change(journal, paper, lambda table: proposals.ready(table, 0, "aa"))
    done = change(journal, paper, lambda table: stand_ins.invite(table, 1, HOST))
    ben = change(journal, paper, lambda table: proposals.sit(table, done.secret, "Ben", "bb")).secret
    assert table.begun and table.chairs[1].name == "Ben"
    change(journal, paper, lambda table: proposals.call_coach(table, 0, frozenset({0, 1})))
    change(journal, paper, lambda table: proposals.play(table, 0, "roll", "once"))
    change(journal, paper, lambda table: undo.undo(table, 0, "back"))
    assert table.wish is not None
    wished = table.wish.number
    change(journal, paper, lambda table: wishes.withdraw(table, wished))
    change(journal, paper, lambda table: undo.undo(table, 0))
    number = table.version
    change(journal, paper, lambda table: wishes.answer(table, 1, number, yes=True))
    assert table.wish is None and table.rewinds
    change(journal, paper, lambda table: proposals.settle(table, chat=False, listed=None))
    change(journal, paper, lambda table: proposals.call_time(table, 0, -60.0))
    assert table.bot_at(0) == HURRIED and table.bot_at(1) is None
    change(journal, paper, lambda table: proposals.play(table, 0, "stop", used=60_000))
    assert not table.chat and table.bot_at(0) is None
    change(journal, paper, lambda table: stand_ins.replace(table, 1, "greedy", HOST))
    change(journal, paper, lambda table: stand_ins.come_back(table, 1))
    change(journal, paper, lambda table: Proposal(entries.StandInWished("stand_in_wished", 1, "", (0,))))
    agreed = table.version
    change(journal, paper, lambda table: wishes.answer(table, 0, agreed, yes=True))
    link = change(journal, paper, lambda table: stand_ins.invite(table, 1, HOST)).secret
    change(journal, paper, lambda table: proposals.sit(table, link, "Cara", "cc"))
    earlier = table.may_return([done.secret, ben])[1]
    change(journal, paper, lambda table: stand_ins.come_back(table, 1, earlier))
    assert table.chairs[1].name == "Ben" and not table.chairs[1].earlier
    change(journal, paper, lambda table: stand_ins.leave(table, 1))
    assert {type(entries.read(kept.body)) for kept in paper.log} == set(entries.Entry.__args__) - {entries.Followed}


def test_what_real_dice_show_is_written_before_it_counts() -> None:
    journal, paper = a_table("person", "person", dice="real")
    for seat in (0, 1):
        change(journal, paper, lambda table, seat=seat: proposals.ready(table, seat, ""))  # type: ignore[misc]
    for outcome in ("rgbo", "rrbb"):
        change(journal, paper, lambda table, outcome=outcome: proposals.show(table, outcome))  # type: ignore[misc]
    assert journal.table.deciding() == [0]


def test_a_proposal_alone_changes_nothing_and_can_be_made_as_often_as_one_likes() -> None:
    journal, paper = a_table("person", "person", game="genial")
    for seat in (0, 1):
        change(journal, paper, lambda table, seat=seat: proposals.ready(table, seat, ""))  # type: ignore[misc]
    before = state(journal.table)
    one, other = (proposals.act(journal.table, 0, first(journal.table, 0)) for _ in range(2))
    assert state(journal.table) == before
    assert one.entry == other.entry, "the dice do not fall differently because one asks twice"


def test_whoever_was_slower_learns_what_has_happened_and_is_asked_again() -> None:
    journal, paper = a_table("person", "person")
    for seat in (0, 1):
        change(journal, paper, lambda table, seat=seat: proposals.ready(table, seat, ""))  # type: ignore[misc]
    other = Journal(journal.store, live.read(journal.table.name, paper.log))
    paper.before = state(journal.table)
    asyncio.run(journal.change(lambda table: proposals.play(table, 0, "stop")))
    paper.table, asked = other.table, list[int]()

    def propose(table: LiveTable) -> Any:
        asked.append(table.version)
        paper.before = state(table)
        return proposals.play(table, 0, "stop")

    with pytest.raises(Refused):
        asyncio.run(other.change(propose))
    assert len(asked) == 2 and asked[1] == asked[0] + 1
    assert state(other.table) == state(journal.table)


@pytest.mark.parametrize("wrong", [Trouble("Nothing can be saved: the disk is full."), RuntimeError("a mistake")])
def test_who_has_sat_down_gets_the_key_even_if_the_game_cannot_begin_yet(wrong: Exception) -> None:
    journal, paper = a_table("person", "open")
    change(journal, paper, lambda table: proposals.ready(table, 0, "aa"))
    link = change(journal, paper, lambda table: stand_ins.invite(table, 1, HOST)).secret
    paper.wrong, paper.wrong_at = wrong, '"began"'
    sat = asyncio.run(journal.change(lambda table: proposals.sit(table, link, "Ben", "bb")))
    assert sat is not None and journal.table.held_by([sat.secret]) == (frozenset({1}), False)
    assert not journal.table.begun
    paper.wrong = None
    asyncio.run(journal.change(lambda table: None))
    assert journal.table.begun


@pytest.mark.parametrize(
    "old",
    [
        '{"kind":"undo_answered","seat":1,"yes":true}',
        '{"kind":"returned","seat":1}',
        '{"kind":"sat","seat":1,"name":"Ben","key":"aa","contribution":""}',
        '{"kind":"replaced","seat":1,"bot":"greedy"}',
    ],
)
def test_older_logs_stay_readable(old: str) -> None:
    journal, _ = a_table("person", "person")
    journal.table.take(entries.read(old), 0.0)
    assert journal.table.version == 2


def test_keys_are_written_as_hashes() -> None:
    journal, paper = a_table("person", "open", "random")
    done = change(journal, paper, lambda table: stand_ins.invite(table, 1, HOST))
    assert done.secret not in paper.log[-1].body
    assert hashed(done.secret) in paper.log[-1].body
