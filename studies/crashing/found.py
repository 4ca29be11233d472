"""What the database says afterwards, beside what the players were told."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select, text
from studies.crashing.players import DEEP, Happened

from spieltisch.dice import Checkable
from spieltisch.kernel import CHANCE
from spieltisch.tables import entries, journal
from spieltisch.tables.entries import Entry
from spieltisch.tables.keys import hashed
from spieltisch.tables.live import LiveTable
from spieltisch.tables.schema import ENTRIES
from spieltisch.tables.store import Store
from spieltisch.verify import findings

Thoughts = dict[tuple[str, int, int], set[int]]  # by table, version and seat: actions
Logs = dict[str, list[tuple[int, Entry]]]
SEATED = entries.Replaced | entries.StandInWished | entries.Returned
KINDS = {"replaced": "replace", "stand_in_wished": "replace", "returned": "return"}  # of entries: what was asked for


@dataclass
class Found:
    tables: int = 0
    entries: int = 0
    moves: int = 0
    opponents: int = 0  # moves that workers have thought out
    orphans: int = 0  # opened for the next game when the server was killed before the last game could say so
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)

    @property
    def wrong(self) -> list[str]:
        return [*self.lost, *self.doubled, *self.strange]


async def checked(database: str, happened: Happened, thoughts: Path | None = None) -> Found:
    """With what workers have thought about, where they have noted it."""
    store = await Store.open(database)
    try:
        return await _checked(store, happened, thoughts)
    finally:
        await store.close()


async def _checked(store: Store, happened: Happened, thoughts: Path | None) -> Found:
    found, logs = Found(), await _logs(store, happened)
    known = _thoughts(thoughts) if thoughts is not None else None
    followed = set()
    for table, log in logs.items():
        found.tables += 1
        found.entries += len(log)
        found.moves += sum(isinstance(entry, entries.MoveMade) for _, entry in log)
        followed |= {entry.table for _, entry in log if isinstance(entry, entries.Followed)}
        if [number for number, _ in log] != list(range(len(log))):
            found.strange.append(f"{table}: the numbers of its entries have gaps")
        _check_acknowledged(table, [entry for _, entry in log], happened, found)
        await _check_rules(store, table, found, known)
    _check_tables(logs, followed, happened, found)
    found.lost += [f"the review of {table}" for table in happened.reviews if await store.review(table) is None]
    found.strange += [f"the review of {table} has changed" for table in happened.changed]
    return found


async def _logs(store: Store, happened: Happened) -> Logs:
    logs: Logs = {}
    async with store.engine.connect() as connection:
        if store.engine.dialect.name == "sqlite":
            assert await connection.scalar(text("PRAGMA integrity_check")) == "ok"
        wanted = select(ENTRIES.c.table_id, ENTRIES.c.number, ENTRIES.c.body)
        for table, number, body in await connection.execute(wanted.order_by(ENTRIES.c.table_id, ENTRIES.c.number)):
            logs.setdefault(table, []).append((number, entries.read(body)))
    return logs


def _check_acknowledged(table: str, log: list[Entry], happened: Happened, found: Found) -> None:
    """Moves and undos by their ids; of replacements and returns no id is kept, so they are counted by their seats."""
    done = [
        (entry.seat, entry.id)
        for entry in log
        if isinstance(entry, entries.MoveMade | entries.Undone | entries.UndoWished) and entry.id is not None
    ]
    counts = Counter(done)
    found.doubled += [name for (_, name), times in counts.items() if times > 1]
    found.strange += [f"{name} was refused" for _, name in counts if name in happened.refused]
    found.strange += [f"{name} was never sent" for _, name in counts if name not in happened.sent]
    for (of, seat), names in happened.acknowledged.items():
        if of == table:
            found.lost += [name for name in names if (seat, name) not in counts]
            if [name for who, name in done if who == seat and name in set(names)] != names:
                found.strange.append(f"{table}: the moves of seat {seat} are in another order")
    written = Counter((KINDS[entry.kind], entry.seat) for entry in log if isinstance(entry, SEATED))
    for (of, do, seat), times in happened.done.items():
        if of == table and do in KINDS.values() and times > written[do, seat]:
            found.lost.append(f"{table}: seat {seat}, {do}: {written[do, seat]} of {times}")
    for (do, seat), times in written.items():
        if not happened.tried[table, do, seat]:
            found.strange.append(f"{table}: seat {seat}, {do}: nobody asked for it")
        elif do == "return" and times > happened.tried[table, do, seat]:
            found.doubled.append(f"{table}: seat {seat}, {do}")


def _check_tables(logs: Logs, followed: set[str], happened: Happened, found: Found) -> None:
    """Next games, branches, invitations and keys that somebody was told of."""
    found.orphans = sum(
        len(log) == 1 and table not in followed and isinstance(log[0][1], entries.Opening) and bool(log[0][1].origin)
        for table, log in logs.items()
    )
    found.lost += [f"{table} was to follow" for table in followed - logs.keys()]
    found.lost += [f"{table} was to go on from a position" for table in happened.branches if table not in logs]
    for table, invite in happened.invites:
        if not any(isinstance(entry, entries.LinkMade) and entry.invite == hashed(invite) for _, entry in logs[table]):
            found.lost.append(f"{table}: an invitation")
    for table, seat, key in happened.keys:
        sat = [entry for _, entry in logs[table] if isinstance(entry, entries.SeatTaken) and entry.key == hashed(key)]
        if [entry.seat for entry in sat] != [seat]:
            found.lost.append(f"{table}: the key of seat {seat} was written {len(sat)} times")


def _thoughts(file: Path) -> Thoughts:
    """By table, version and seat; a worker that died while it wrote has left half a line."""
    thoughts: Thoughts = defaultdict(set)
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        with suppress(ValueError):
            name, action = json.loads(line)
            _, table, version, _, seat = name.split(" ")
            thoughts[table, int(version), int(seat)].add(action)
    return thoughts


def _check_opponents(live: LiveTable, thoughts: Thoughts, found: Found) -> None:
    """Every move of an opponent that workers think for was thought about for that very position. If one were made
    twice, the second would stand where nobody has thought about it."""
    for number, event in enumerate(live.playthrough.log):
        if event.seat >= 0 and live.opened.seats[event.seat].who == DEEP and number >= live.given:
            found.opponents += 1
            if event.action not in thoughts[live.name, live.born[number] - 1, event.seat]:
                found.strange.append(f"{live.name}: event {number} was thought about for another position")


async def _check_rules(store: Store, table: str, found: Found, thoughts: Thoughts | None) -> None:
    """The log replays by the rules, and with the dice of the table."""
    try:
        live = await journal.read(store, table)
    except Exception as trouble:
        found.strange.append(f"{table}: {trouble}")
        return
    if thoughts is not None:
        _check_opponents(live, thoughts, found)
    dice, drawn = live.settled_dice(), 0
    if live.begun and isinstance(dice, Checkable):
        engine, playthrough = live.playthrough.game.engine, live.playthrough
        rows = playthrough.before(live.given)
        for number, event in enumerate(playthrough.log[live.given :], live.given):
            if event.seat == CHANCE:
                ticket = dice.draw(drawn, int(engine.tickets(rows, CHANCE)))
                drawn += 1
                if int(engine.pick(rows, CHANCE, ticket)) != event.action:
                    found.strange.append(f"{table}: event {number} is not what the dice give")
            engine.apply(rows, event.seat, event.action)
    if live.stage == "over":
        broken = [finding.reason.key for finding in findings(live.record(0)) if not finding.holds]
        nothing = [] if drawn else ["verify_nothing_drawn"]  # whoever plays on from the last position may need no dice
        if broken not in ([], nothing):
            found.strange.append(f"{table}: the record does not hold: {', '.join(broken)}")
