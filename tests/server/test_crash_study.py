"""studies/crash.py: a few kills, and it notices what is missing or there twice."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from server.serving import PATIENCE
from spieltisch import registry
from spieltisch.tables import entries, live, proposals
from spieltisch.tables.chain import chained
from spieltisch.tables.opening import Place, open_table
from spieltisch.tables.proposals import Proposal
from spieltisch.tables.store import Store, sqlite_url

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

from studies.crash import Happened, checked  # noqa: E402


def test_after_a_few_kills_nothing_is_lost_and_nothing_doubled(tmp_path: Path) -> None:
    out = tmp_path / "crash.json"
    command = [sys.executable, "-m", "studies.crash", "--kills", "3", "--out", str(out)]
    result = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=10 * PATIENCE, env=os.environ, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    figures = json.loads(out.read_text(encoding="utf-8"))
    assert figures["acknowledged"]["play"] > 5
    assert (figures["lost"], figures["doubled"], figures["strange"]) == ([], [], [])


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, str, Happened]:
    """A table with three acknowledged moves, and what its players know of it."""
    seats = [Place("person", "Anna"), Place("person", "Ben")]
    opened, answer = open_table(registry.game("brilliant"), "base", {}, seats)
    table, log = live.LiveTable(answer.table, opened, 0.0), [entries.written(opened)]

    def take(proposal: Proposal | None) -> None:
        assert proposal is not None
        table.take(proposal.entry, 0.0, proposal.step)
        log.append(entries.written(proposal.entry))

    for seat in (0, 1):
        take(proposals.ready(table, seat, ""))
    take(proposals.begin(table))
    for number in range(3):
        take(proposals.play(table, 0, table.playthrough.moves(0)[0], str(number)))
    asyncio.run(write(tmp_path, table.name, opened.secret, log))
    happened = Happened(sent={"0", "1", "2"})
    happened.acknowledged[table.name, 0] = ["0", "1", "2"]
    return tmp_path, table.name, happened


async def write(data: Path, table: str, secret: str, log: list[str]) -> None:
    store = await Store.open(sqlite_url(data))
    for row in chained(table, secret, log):
        await store.append(table, row.number, row.body, row.head)
    await store.close()


def change(data: Path, statement: str) -> None:
    connection = sqlite3.connect(data / "tables.sqlite")
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_whole_log_is_as_it_should_be(played: tuple[Path, str, Happened]) -> None:
    data, _, happened = played
    found = checked(data, happened)
    assert (found.tables, found.moves) == (1, 3)
    assert not found.lost + found.doubled + found.strange


def test_a_lost_move_is_noticed(played: tuple[Path, str, Happened]) -> None:
    data, _, happened = played
    change(data, "DELETE FROM entries WHERE number = (SELECT MAX(number) FROM entries)")
    assert checked(data, happened).lost == ["2"]


def test_a_doubled_move_is_noticed(played: tuple[Path, str, Happened]) -> None:
    data, _, happened = played
    change(data, 'UPDATE entries SET body = replace(body, \'"id":"2"\', \'"id":"1"\')')
    found = checked(data, happened)
    assert found.doubled == ["1"]
    assert found.lost == ["2"]


def test_moves_in_another_order_are_noticed(played: tuple[Path, str, Happened]) -> None:
    data, table, happened = played
    happened.acknowledged[table, 0] = ["1", "0", "2"]
    assert "order" in checked(data, happened).strange[0]


def test_gaps_foreign_moves_and_broken_rules_are_noticed(played: tuple[Path, str, Happened]) -> None:
    data, _, happened = played
    happened.sent.remove("1")
    happened.refused.add("0")
    change(data, "UPDATE entries SET number = 99, body = replace(body, '@', '@@') WHERE number = 6")
    strange = " ".join(checked(data, happened).strange)
    for complaint in ("never sent", "was refused", "gaps"):
        assert complaint in strange
    assert len(checked(data, happened).strange) == 4
