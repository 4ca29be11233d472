"""Nobody learns from the wire what the contract hides: not from frames, answers, events, positions, lists or refusals.

For each viewer two playthroughs are made that this viewer cannot tell apart by the rules of the contract (`hide`,
`witnesses`, `reveals`) and that truly differ. Both are played over sockets at two servers, at tables that share
everything else: name, keys, secret, times. Every byte that the viewer gets must be the same, and so must be how long
the server lets anybody wait on purpose. The host's powers are tried in the same way.
"""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from inspect import iscoroutinefunction
from itertools import count
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import aiosqlite
import httpx
import pytest

from server.serving import Opened, Player, Refusal, ThreadHouse, in_memory
from setups import Setup, all_setups, plain_setups
from spieltisch import registry
from spieltisch.coach.advice import Advice
from spieltisch.contract import Reason
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, SPECTATOR, Rows, among
from spieltisch.referee import Event, Table
from spieltisch.server.chat import Talked
from spieltisch.server.coaching import Advising, Coach
from spieltisch.server.company import Gestured
from spieltisch.server.rooms import Room
from spieltisch.server.scenes import Scenes
from spieltisch.server.shapes import Sit
from spieltisch.server.talk import Talk
from spieltisch.server.thinkers import Thinkers
from spieltisch.server.wire import AskPreview
from spieltisch.tables import entries
from spieltisch.tables.chain import chained
from spieltisch.tables.entries import SeatSet
from spieltisch.tables.keys import hashed
from trying import once

LONGEST = 85  # events; the shortest game that hides something is a little longer
LIVE = 6  # decisions that are made while the viewer looks on


# Two playthroughs that a viewer cannot tell apart


@dataclass(frozen=True)
class Step:
    """An event, and what came of it."""

    event: Event
    seen: bool  # by the viewer, when it happened
    reveals: int
    shown: bytes  # the state afterwards as the viewer may know it


def blind(setup: Setup) -> list[int]:
    """The viewers from whom something is hidden."""
    steps = {viewer: walk(setup, viewer, at_random(setup, random.Random(1)), 10) for viewer in everybody(setup)}
    return [viewer for viewer in steps if not all(step.seen for step in steps[viewer])]


def everybody(setup: Setup) -> list[int]:
    return [*range(setup.players), SPECTATOR]


def walk(setup: Setup, viewer: int, choose: Any, events: int) -> list[Step]:
    """A playthrough of so many events, and the chance after them; `choose` gives seat and action."""
    game, rows = setup.rules, setup.table().rows.copy()
    steps: list[Step] = []
    while len(steps) < events or game.waiting(rows) == [CHANCE]:
        if not game.waiting(rows):
            raise Different
        seat, action = choose(len(steps), rows)
        seen = among(viewer, int(game.engine.witnesses(rows, seat, action)))
        move = game.write(rows, seat, action)
        game.engine.apply(rows, seat, action)
        shown = game.hidden(rows, viewer).tobytes()
        steps.append(Step(Event(seat, action, move), seen, int(game.engine.reveals(rows)), shown))
    return steps


def at_random(setup: Setup, luck: random.Random) -> Any:
    game = setup.rules

    def choose(number: int, rows: Rows) -> tuple[int, int]:
        seat = luck.choice(game.waiting(rows))
        return seat, int(game.engine.pick(rows, seat, luck.randrange(int(game.engine.tickets(rows, seat)))))

    return choose


class Different(Exception):
    """The viewer could tell them apart, or it is over and nothing is hidden any more."""


def twin(setup: Setup, viewer: int, true: list[Step], luck: random.Random) -> list[Step]:
    """Another playthrough that looks the same to the viewer, with as many differences as a few tries bring."""
    reveals = [0, *(step.reveals for step in true)]
    unseen = [number for number, step in enumerate(true) if not step.seen and reveals[number] == reveals[-1]]
    twins = true
    for changed in luck.sample(unseen, min(6, len(unseen))):
        try:
            other = walk(setup, viewer, changing(setup, twins, changed, luck), len(true))
        except Different:
            continue
        if looks_the_same(true, other):
            twins = other
    return twins


def changing(setup: Setup, true: list[Step], changed: int, luck: random.Random) -> Any:
    """The same again, but for one event that the viewer has not seen and whatever must be different after it."""
    game = setup.rules

    def choose(number: int, rows: Rows) -> tuple[int, int]:
        if number == len(true):
            raise Different
        step = true[number]
        seat, action = step.event.seat, step.event.action
        if seat not in game.waiting(rows):
            raise Different
        possible = not game.engine.refusal(rows, seat, action)
        if number == changed or (not possible and not step.seen):
            others = [int(each) for each in game.legal(rows, seat) if each != action]
            if not others:
                raise Different
            return seat, luck.choice(others)
        if not possible:
            raise Different
        return seat, action

    return choose


def looks_the_same(true: list[Step], other: list[Step]) -> bool:
    """Whether the viewer saw and sees the same; what was hidden at first is compared once it has been shown."""
    reveals = [0, *(step.reveals for step in true)]
    return len(true) == len(other) and all(
        (mine.shown, mine.seen, mine.reveals) == (its.shown, its.seen, its.reveals)
        and (mine.event == its.event or not (mine.seen or reveals[number] < reveals[-1]))
        for number, (mine, its) in enumerate(zip(true, other, strict=True))
    )


def pair(setup: Setup, viewer: int) -> tuple[list[Event], list[Event]]:
    luck = random.Random(f"{setup}/{viewer}")
    for _ in range(100):
        try:
            events = luck.choice([luck.randint(3, 12), luck.randint(12, LONGEST)])
            true = walk(setup, viewer, at_random(setup, luck), events)
        except Different:
            continue
        other = twin(setup, viewer, true, luck)
        if other is not true:
            return [step.event for step in true], [step.event for step in other]
    raise AssertionError(f"{setup}: nothing could be different for {viewer}")


# Both of them over the wire


@pytest.fixture(scope="module")
def houses() -> Iterator[tuple[ThreadHouse, ThreadHouse]]:
    """Two servers whose clocks stand still and whose chance plays what the script of a table says."""
    with pytest.MonkeyPatch.context() as patching, in_memory() as one, in_memory() as other:
        patching.setattr("spieltisch.tables.store.time", SimpleNamespace(time=lambda: 1.0))
        patching.setattr(Coach, "advise", advise_by_all_it_sees)
        patching.setattr("spieltisch.server.rooms.PRESENCE", 0)  # who is here is told at once, so always in one order
        patching.setattr(Game, "preview", preview_all_it_sees)
        patching.setattr(Thinkers, "choose", think_for_ever)
        patching.setattr(asyncio, "sleep", sleep_and_tell)
        patching.setattr("spieltisch.server.rooms.Talked", lambda: Talked(lambda: 1.0))
        served = ThreadHouse(one), ThreadHouse(other)
        for house in served:
            hours = house.hall.hours
            hours.clock, hours._opened, hours._since = lambda: 1.0, 0.0, 0.0
        yield served
        for house in served:
            house.stop()


class ByScript:
    """Dice that fall as it is written."""

    def __init__(self, script: list[Event]) -> None:
        self.moves = [event.move for event in script if event.seat == CHANCE]

    def draw(self, event: int, tickets: int) -> str:
        return self.moves[event]


async def advise_by_all_it_sees(coach: Coach, game: str, seen: Rows, seat: int) -> list[Advice]:
    """Instead of thinking: another move and other figures for every other thing it is shown."""
    rules, number = registry.game(game), crc32(seen.tobytes())
    moves = rules.legal(seen, seat)
    action = int(moves[number % len(moves)])
    told = rules.write(seen, seat, action), 0.5, float(number), rules.brings(seen, seat, action)
    return [Advice(action, *told, 0.0)]


def preview_all_it_sees(game: Game, seen: Rows, seat: int, action: int) -> str:
    """Instead of a picture: another one for every other thing it is shown."""
    return f"seen: {crc32(seen.tobytes())}"


async def think_for_ever(*_: Any) -> int:
    """What a bot does in somebody's place may well depend on what only that seat knows."""
    await asyncio.Event().wait()
    return 0


_sleep = asyncio.sleep
_background = set[asyncio.Task[Any] | None]()  # those of a house that have nothing to do with anybody
_slept: dict[asyncio.AbstractEventLoop, set[float]] = defaultdict(set)  # by house: how long it has waited on purpose


async def sleep_and_tell(seconds: float, *result: Any) -> Any:
    """The clock of the houses: time passes by itself as well, but never because of what somebody holds."""
    if asyncio.current_task() not in _background:
        _slept[asyncio.get_running_loop()].add(seconds)
    return await _sleep(seconds, *result)


def written(script: list[Event]) -> list[entries.Entry]:
    """The log of a table at which all this has happened."""
    found: list[entries.Entry] = [entries.Began("began", ())]
    for event in script:
        last = found[-1]
        if event.seat != CHANCE:
            found.append(entries.MoveMade("played", event.seat, event.move, ()))
        elif isinstance(last, entries.Began):
            found[-1] = entries.Began("began", (*last.chance, event.move))
        elif isinstance(last, entries.MoveMade):
            found[-1] = entries.MoveMade("played", last.seat, last.move, (*last.chance, event.move))
    return found


_NAMES = count()


def prepared(house: ThreadHouse, setup: Setup, name: str, script: list[Event], decisions: int) -> Opened:
    """A table at which so many of the script's decisions have been made."""
    game = setup.rules
    options = game.chosen(setup.variant, setup.players, setup.options)
    seats = range(setup.players)
    opened = entries.Opening(
        kind="opened",
        game=setup.game,
        variant=setup.variant,
        options=options,
        content=dict(game.content(options).data),
        seats=tuple(SeatSet("person", f"Seat {seat}", hashed(f"key of {seat}"), coach=True) for seat in seats),
        host=hashed("host"),
        secret=f"{7:064x}",
        games=1,
        results=(),
        clock=entries.ClockSet("game", 600, 5),
    )
    readied = [entries.Readied("readied", seat, f"{seat:02x}") for seat in seats]
    log = [opened, *readied, *written(script)[: 1 + decisions]]
    for row in chained(name, opened.secret, map(entries.written, log)):
        house.run(house.hall.store.append(name, row.number, row.body, row.head))
    house.room(name).table.playthrough.dice = ByScript(script)
    return Opened(house, name, "host", keys={seat: f"key of {seat}" for seat in seats})


class Witness:
    """Everything that a viewer gets to read, in order, byte for byte."""

    def __init__(self, table: Opened, viewer: int) -> None:
        self.table = table
        self.viewer = viewer
        self.own = () if viewer == SPECTATOR else (viewer,)
        self.http = httpx.Client(base_url=f"{table.house.url}/api/", timeout=30)
        if self.own:
            self.http.headers["Authorization"] = f"Bearer {table.keys[viewer]}"
        self.read: list[str] = []
        self.player = table.player(*self.own)
        self.player.ids = count()

    def ask(self, do: str, **more: Any) -> None:
        """A question whose answer counts, whatever it is."""
        with suppress(Refusal):
            self.player.ask(do, **more)

    def get(self, path: str) -> None:
        answer = self.http.get(path)
        self.read.append(f"{path} {answer.status_code} {answer.headers.get('content-disposition')} {answer.text}")

    def ask_everything(self, luck: random.Random) -> None:
        """All that can be asked without changing anything; some of it is none of the viewer's business."""
        name, game = self.table.table, self.player.scene["game"]
        events = self.player.scene["events"]
        some = sorted({0, events, *(luck.randrange(events + 1) for _ in range(3))})
        for language in ("de", "en"):
            self.get(f"tables/{name}?lang={language}")
        for path in ("moves", "record", "events", f"events?since={max(0, events - 5)}"):
            self.get(f"tables/{name}/{path}")
        for event in some:
            self.get(f"tables/{name}/positions/{event}")
            self.get(f"tables/{name}/positions/{event}?seat={luck.randrange(len(self.table.keys))}")
            self.ask("why", event=event)
        self.ask("why", event=None)
        self.get("listed")
        self.read.append(self.http.post("summaries", json={"tables": [name]}).text)
        for seat in self.table.keys:
            self.ask("moves", seat=seat)
            self.ask("chat", seat=seat, text="My hand is my own.")
            self.ask("call_time", seat=seat)
            self.ask("advice", seat=seat)
            self.ask("preview", seat=seat, move=luck.choice(["pass", "1@a1", "rr@f6-f7", "x", *SOME_MOVES[game]]))
        for seat in self.own:
            for move in self._some_moves(luck):
                self.ask("preview", seat=seat, move=move)

    def _some_moves(self, luck: random.Random) -> list[str]:
        moves = self.player.moves(self.viewer)
        return sorted(luck.sample(moves, min(4, len(moves))))

    def all_read(self) -> list[str]:
        """Heads of the log differ with the log, but tell nothing to those who do not have the secret of the table."""
        return without_heads([*self.read, *self.player.frames])

    def leave(self) -> None:
        self.player.leave()
        self.http.close()


SOME_MOVES = {"genial": ["rg@g6-g7", "keep", "exchange"], "brilliant": ["1@c4", "3@a1", "strike 3"]}


def told(table: Opened, script: list[Event], viewer: int, decisions: int) -> list[str]:
    """The rest of the script is played over sockets; what the viewer reads meanwhile and between the moves."""
    house = table.house
    assert isinstance(house, ThreadHouse)
    house.run(forget_the_past(house))
    witness, luck = Witness(table, viewer), random.Random(5)
    players: dict[int, Player] = {}
    made = [event for event in script if event.seat != CHANCE]
    for event in made[decisions:]:
        if event.seat == viewer:
            witness.ask("play", seat=viewer, move=event.move)
            if luck.random() < 0.4:
                take_back(witness, event, players)
        else:
            if event.seat not in players:
                players[event.seat] = table.player(event.seat)
            players[event.seat].play(event.move)
            if luck.random() < 0.2:
                players[event.seat].ask("undo", seat=event.seat)
                if not wished(players[event.seat].scene):
                    players[event.seat].play(event.move)
        witness.player.up_to_date()
        if luck.random() < 0.4:
            witness.ask_everything(luck)
    witness.ask_everything(luck)
    for player in players.values():
        player.leave()
    witness.leave()
    return [*witness.all_read(), f"waited {sorted(_slept[house._loop])}"]


async def forget_the_past(house: ThreadHouse) -> None:
    _background.update(asyncio.all_tasks())
    _slept[house._loop].clear()


def wished(scene: Any) -> Any:
    """What somebody would like and the others have to agree to."""
    return scene.get("wish") or scene.get("undo")


def take_back(witness: Witness, event: Event, players: dict[int, Player]) -> None:
    """The viewer's own move; the others do not agree where they are asked."""
    witness.ask("undo", seat=witness.viewer)
    if wish := wished(witness.player.up_to_date()):
        which = {"wish": wish["number"]} if "number" in wish else {}
        for seat in wish["needed"]:
            if seat not in players:
                players[seat] = witness.table.player(seat)
            with suppress(Refusal):
                players[seat].ask("agree", seat=seat, yes=False, **which)
    else:
        witness.ask("play", seat=witness.viewer, move=event.move)


FEWEST = {(setup.game, setup.variant): setup.players for setup in reversed(plain_setups())}
HIDING = [
    setup
    for setup in all_setups()
    if (not setup.options or setup.players == FEWEST[setup.game, setup.variant]) and blind(setup)
]
USUAL = [setup for setup in HIDING if not setup.options and setup.players == FEWEST[setup.game, setup.variant]]


def both_told(setup: Setup, viewer: int, houses: tuple[ThreadHouse, ThreadHouse]) -> tuple[list[str], list[str]]:
    """What the viewer reads at one table and at its twin."""
    scripts = pair(setup, viewer)
    decisions = max(0, sum(1 for event in scripts[0] if event.seat != CHANCE) - LIVE)
    name = f"twin{next(_NAMES)}"
    one, other = (
        told(prepared(house, setup, name, script, decisions), script, viewer, decisions)
        for house, script in zip(houses, scripts, strict=True)
    )
    assert len(one) > 20
    return one, other


@pytest.mark.parametrize("setup", once(HIDING, *USUAL), ids=str)
def test_what_a_viewer_gets_does_not_depend_on_what_it_may_not_know(
    setup: Setup, houses: tuple[ThreadHouse, ThreadHouse]
) -> None:
    viewers = blind(setup)
    for viewer in random.Random(str(setup)).sample(viewers, 1 if setup.options else min(3, len(viewers))):
        for mine, its in zip(*both_told(setup, viewer, houses), strict=True):
            assert mine == its


def test_the_games_that_hide_something_are_found() -> None:
    assert {(setup.game, setup.variant) for setup in HIDING} == {
        ("brilliant", "base"),
        ("brilliant", "solo"),
        ("genial", "base"),
        ("genial", "team"),
        ("genial", "duel"),
    }


@pytest.mark.parametrize(
    "door",
    [
        "spieltisch.server.talk.Talk.preview",
        "spieltisch.server.scenes.Scenes._log",
        "spieltisch.server.scenes.Scenes.position",
        "spieltisch.server.scenes.Scenes.events",
        "spieltisch.server.scenes.Scenes.news",
        "spieltisch.server.scenes.Scenes._made",
        "spieltisch.server.coaching.Advising.of",
    ],
)
def test_a_door_left_open_would_be_noticed(
    door: str, houses: tuple[ThreadHouse, ThreadHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where one part of the server sees everything, the comparison fails."""
    holders = {"coaching": Advising, "scenes": Scenes, "talk": Talk}
    right = getattr(holders[door.split(".")[2]], door.rsplit(".", 1)[1])

    @contextmanager
    def everything_open() -> Iterator[None]:
        with monkeypatch.context() as opening:
            opening.setattr(Table, "saw", lambda *_: True)
            opening.setattr(Game, "hidden", lambda game, rows, seat: rows)
            yield

    def wrong(part: Any, *arguments: Any) -> Any:
        with everything_open():
            return right(part, *arguments)

    async def wrong_later(part: Any, *arguments: Any) -> Any:
        with everything_open():
            return await right(part, *arguments)

    monkeypatch.setattr(door, wrong_later if iscoroutinefunction(right) else wrong)
    if "talk" in door:
        monkeypatch.setitem(Talk._QUESTIONS, AskPreview, (Talk._QUESTIONS[AskPreview][0], wrong_later))
    assert noticed(houses)


def noticed(houses: tuple[ThreadHouse, ThreadHouse]) -> bool:
    """Whether somebody at some tables reads something else than at their twins."""
    setups = Setup("brilliant", "base", 3), Setup("genial", "base", 2), Setup("genial", "base", 3)
    told = (both_told(setup, viewer, houses) for setup in setups for viewer in (0, 1, SPECTATOR))
    return any(one != other for one, other in told)


def test_a_reason_made_from_the_true_state_would_be_noticed(
    houses: tuple[ThreadHouse, ThreadHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`why` gets the true state before an event that the viewer saw; nothing else in it may be told."""

    def scored(game: Game, rows: Rows, seat: int, action: int) -> list[Reason]:
        return [Reason("seat_name", values={"number": crc32(rows.tobytes())})]

    monkeypatch.setattr(Game, "scored", scored)
    assert noticed(houses)


def hidden_number(room: Room) -> int:
    return crc32(room.table.playthrough.rows.tobytes())


def test_a_frame_that_waits_for_what_is_hidden_would_be_noticed(
    houses: tuple[ThreadHouse, ThreadHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = Room.change

    async def change(room: Room, *what: Any) -> Any:
        done = await right(room, *what)
        await asyncio.sleep(hidden_number(room) % 80 / 10_000)
        return done

    monkeypatch.setattr(Room, "change", change)
    assert noticed(houses)


def test_a_frame_more_for_what_is_hidden_would_be_noticed(
    houses: tuple[ThreadHouse, ThreadHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = Room.change

    async def change(room: Room, *what: Any) -> Any:
        done = await right(room, *what)
        if hidden_number(room) % 2:
            room.tell_all(Gestured("gestured", 0, "oops"))
        return done

    monkeypatch.setattr(Room, "change", change)
    assert noticed(houses)


# The host's powers


def without_heads(texts: list[str]) -> list[str]:
    """The head of a log stands for all of it, also what is hidden; without the secret nobody can tell for what."""
    return [re.sub(r'"head":"[0-9a-f]{16}"', '"head":""', text) for text in texts]


def use_powers(table: Opened, viewer: int) -> list[str]:
    """All that a host can do about the seats of others who are away, and what they read afterwards."""
    read, host = list[str](), table.player(viewer, host=True)
    host.ids = count()
    keys = [table.keys[viewer], table.host]
    for seat in table.keys:
        if seat == viewer:
            continue
        for do, more in (("replace", {"bot": "random"}), ("invite", {}), ("undo", {}), ("return", {})):
            try:
                answer = host.ask(do, seat=seat, **more)
            except Refusal as refused:
                read.append(f"{do} {seat}: {refused}")
                continue
            body = {"invite": answer.get("invite", "none"), "name": "Eve", "contribution": "", "key": "k" * 32}
            if not any(each.name == "key" for each in fields(Sit)):
                del body["key"]
            if do == "invite":
                sat = table.house.http.post(f"/api/tables/{table.table}/sit", json=body)
                read.append(sat.text)
                keys.append(sat.json().get("key", "none"))
    host.send({"do": "hello", "keys": keys[:8], "language": "en", "looking": None})
    host.up_to_date()
    for seat in table.keys:
        host.send({"do": "look", "seat": seat})
        with suppress(Refusal):
            host.ask("moves", seat=seat)
        for key in keys:
            for path in ("", "/moves", "/record", f"/positions/0?seat={seat}"):
                headers = {"Authorization": f"Bearer {key}"}
                read.append(table.house.http.get(f"/api/tables/{table.table}{path}", headers=headers).text)
    host.up_to_date()
    host.leave()
    return without_heads([*read, *host.frames])


@pytest.mark.parametrize(
    "setup", [Setup("genial", "base", 2), Setup("genial", "base", 3), Setup("brilliant", "base", 3)]
)
def test_no_power_of_the_host_shows_what_another_seat_holds(
    setup: Setup, houses: tuple[ThreadHouse, ThreadHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even by putting a bot into the place of somebody who is away, and sitting down there by invitation."""
    monkeypatch.setattr("spieltisch.tables.proposals.new_secret", lambda: "a new secret of some length")
    scripts = pair(setup, 0)
    decisions, name = sum(1 for event in scripts[0] if event.seat != CHANCE), f"twin{next(_NAMES)}"
    one, other = (
        use_powers(prepared(house, setup, name, script, decisions), 0)
        for house, script in zip(houses, scripts, strict=True)
    )
    assert len(one) > 10
    assert one == other


# Secrets


SMALLEST = [setup for setup in plain_setups() if setup.players == FEWEST[setup.game, setup.variant]]


@pytest.mark.parametrize("setup", SMALLEST, ids=str)
def test_no_key_is_ever_told_and_the_secret_of_the_dice_only_when_it_is_over(house: ThreadHouse, setup: Setup) -> None:
    table = house.open(setup.game, "Anna", *["open"] * (setup.players - 1), variant=setup.variant)
    invites = dict(table.invites)
    players = {"anna": table.player(0), "host": table.player(host=True), "spectator": table.player()}
    told = {name: list[str]() for name in players}

    def ask_around() -> None:
        for name, key in (("anna", table.keys[0]), ("host", table.host), ("spectator", "nobody")):
            headers = {"Authorization": f"Bearer {key}"}
            for path in ("", "/events", "/positions/0", "/moves", "/record"):
                told[name].append(house.http.get(f"/api/tables/{table.table}{path}", headers=headers).text)
            told[name].append(house.http.post("/api/summaries", json={"tables": [table.table]}).text)

    for seat in table.invites:
        ask_around()
        table.sit(seat, "Ben")
    players["anna"].ready()
    ask_around()
    opened = house.room(table.table).table.opened
    keys = [*table.keys.values(), *invites.values(), table.host]
    forbidden = [opened.secret, *keys, *(hashed(key) for key in keys)]
    house.play_to_the_end(table.table)
    for name, player in players.items():
        player.until(lambda scene: scene["stage"] == "over")
        player.leave()
        *during, last = player.frames
        assert opened.secret in last
        assert player.scene["dice"]["secret"] == opened.secret
        for text in [*told[name], *during]:
            assert not [each for each in forbidden if each in text]
        assert not [each for each in forbidden[1:] if each in last]
    ask_around()
    for name in told:
        assert all(key not in text for text in told[name] for key in forbidden[1:])


def test_what_cannot_be_saved_is_told_without_what_it_was(house: ThreadHouse) -> None:
    """An error of the database quotes what it was asked to write; nobody may read that."""
    table = house.open("genial", "Anna", "Ben").make_ready()
    secret = house.room(table.table).table.opened.secret
    with table.player(0) as anna:
        before, move = anna.up_to_date(), anna.moves()[0]
        with disk_full():
            with pytest.raises(Refusal) as refused:
                anna.play(move)
            with pytest.raises(Refusal) as unopened:
                house.open("genial", "Anna", "Ben")
        for told in (refused.value.text, unopened.value.text):
            assert told.startswith("Nothing can be saved")
            for word in ("INSERT", "parameters", "body", "chance", secret):
                assert word not in told
        assert anna.up_to_date() == before
        anna.play(move)
        assert anna.scene["events"] > before["events"]


@contextmanager
def disk_full() -> Iterator[None]:
    """Nothing can be written meanwhile."""

    right = aiosqlite.Connection.execute_fetchall

    async def fail(driver: aiosqlite.Connection, statement: str, values: Any = None) -> Any:
        if "INSERT INTO" not in statement:
            return await right(driver, statement, values)
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(aiosqlite.Connection, "execute_fetchall", fail)
        yield
