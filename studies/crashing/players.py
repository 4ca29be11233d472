"""Those who play while the server is killed. They do what the page does: come back, say hello, and send again with the
same id what has no answer. Whatever they are told is kept, to be looked for in the database afterwards.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from itertools import count
from typing import Any

from studies.asking import LOOPBACK, ask
from studies.crashing.servers import Server, Several
from studies.simulated_players import patched
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from spieltisch.server import shapes, wire
from spieltisch.speech import Say

PATIENCE = 10.0  # seconds until more answers must have come
MOST_BRANCHES = 3  # that are played at once
TABLES = (
    ("genial_dice", "base", ("Anna", "Ben")),
    ("brilliant", "base", ("Anna", "Ben", "Cara")),
    ("genial", "base", ("Anna", "Ben")),
    ("high_score", "base", ("Anna", "open", "open")),
    ("genial", "team", ("Anna", "Ben", "Cara", "open")),
    ("brilliant", "base", ("Anna", "greedy")),
    ("high_score", "base", ("Anna", "Ben")),
)
DEEP = "level6"  # an opponent that workers think for
WITH_WORKERS = (("genial", "base", ("Anna", DEEP)), ("brilliant", "base", ("Anna", DEEP)))
BOTS = ("greedy", DEEP, "open")
WITH_KEY = "key" in {each.name for each in fields(shapes.Sit)}  # whoever sits down brings the key of the seat
PLAY = {each.name for each in fields(wire.Play)}  # a move may say on what it was decided
UNCERTAIN = Say("en")("saving_is_uncertain")
ONCE_IN_THE_LOG = ("play", "undo")  # by their id
EXPECTED = ("play", "undo", "sit", "invite", "replace", "return", "branch", "review", "rematch")  # in a long run


@dataclass
class Happened:
    """What the players have sent and been told, by table and seat, in their order."""

    acknowledged: dict[tuple[str, int], list[str]] = field(default_factory=lambda: defaultdict(list))
    refused: set[str] = field(default_factory=set)
    sent: set[str] = field(default_factory=set)
    kinds: Counter[str] = field(default_factory=Counter)  # of what was acknowledged
    done: Counter[tuple[str, str, int]] = field(default_factory=Counter)  # table, what, seat: acknowledged
    tried: Counter[tuple[str, str, int]] = field(default_factory=Counter)  # the same, sent
    invites: list[tuple[str, str]] = field(default_factory=list)  # table and invitation, given to a host
    keys: list[tuple[str, int, str]] = field(default_factory=list)  # table, seat and key of those who sat down
    branches: list[str] = field(default_factory=list)  # tables
    reviews: dict[str, Any] = field(default_factory=dict)  # by table, as somebody has read it
    changed: list[str] = field(default_factory=list)  # tables whose review was another one later
    reviewing: bool = False  # somebody waits for one
    answers: int = 0
    again: int = 0  # questions that were sent more than once
    games: int = 0  # that ended

    async def more(self, answers: int, server: Server | Several) -> None:
        """Until the players have got so many more answers, or the server has died, or for some seconds."""
        wanted, deadline = self.answers + answers, time.monotonic() + PATIENCE
        while self.answers < wanted and server.alive and time.monotonic() < deadline:
            await asyncio.sleep(0.002)

    def acknowledge(self, kind: str) -> None:
        self.answers += 1
        self.kinds[kind] += 1

    @property
    def never(self) -> list[str]:
        """What was expected and never acknowledged: of that this run says nothing."""
        return [kind for kind in EXPECTED if not self.kinds[kind]]


class Company:
    """All who play, and those who join them on the way."""

    def __init__(self, server: Server | Several, happened: Happened, luck: random.Random) -> None:
        self.server, self.happened, self.luck = server, happened, luck
        self.people: list[Person] = []
        self.lives: set[asyncio.Task[None]] = set()
        self.branches = 0  # that are being played
        self.resting = False

    def begins(self, life: Coroutine[Any, Any, None]) -> None:
        self.lives.add(asyncio.create_task(life))

    def joins(self, person: Person) -> None:
        self.people.append(person)
        self.begins(person.live())

    def own_luck(self) -> random.Random:
        return random.Random(self.luck.random())

    def check(self) -> None:
        """Whatever has gone wrong with somebody is told at once."""
        for life in [life for life in self.lives if life.done()]:
            self.lives.discard(life)
            life.result()

    async def rest(self) -> None:
        """Nobody asks anything new; until all have their answers."""
        self.resting = True
        await asyncio.gather(*self.lives)

    async def sit_down(self) -> None:
        for game, variant, who in (*TABLES, *(WITH_WORKERS if isinstance(self.server, Several) else ())):
            seats = [{"who": each} if each in BOTS else {"who": "person", "name": each} for each in who]
            body = {"game": game, "variant": variant, "seats": seats}
            status, told = await ask(self.server.port, "POST", "/api/tables", body)
            assert status in (200, 201), told
            for seat in told["seats"]:
                if seat["key"]:
                    host = told["host"] if seat["seat"] == 0 else None
                    self.joins(Person(self, told["table"], seat["seat"], seat["key"], host))
                elif seat["invite"]:
                    self.begins(self.guest(told["table"], seat["invite"]))

    async def asked(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any] | None:
        """Asked until there is an answer; None: it rests, and there is none."""
        while not self.resting:
            with suppress(OSError, EOFError, TimeoutError):
                return await ask(self.server.port, method, path, body, key=key, patience=5.0)
            await asyncio.sleep(0.01)
        return None

    async def guest(self, table: str, invite: str) -> None:
        """Somebody comes with an invitation. Where the key is theirs they may ask again until they are told."""
        await asyncio.sleep(self.luck.random() * 0.3)
        body = {"invite": invite, "name": self.luck.choice(("Eva", "Finn", "Gina")), "contribution": "ab"}
        key = secrets.token_urlsafe(24)
        answer = await self.asked("POST", f"/api/tables/{table}/sit", {**body, "key": key} if WITH_KEY else body)
        if answer is None or answer[0] != 200:  # the link has lapsed, or its answer is lost; the host makes another
            return
        self.happened.acknowledge("sit")
        sat = {"key": key, **answer[1]}
        self.happened.keys.append((table, sat["seat"], sat["key"]))
        self.joins(Person(self, table, sat["seat"], sat["key"]))

    async def branch(self, table: str, events: int) -> None:
        """A game is played on from one of its positions, by somebody of its own."""
        self.branches += 1
        body = {"event": self.luck.randrange(events), "seat": 0, "bot": "random", "name": "Hanna"}
        answer = await self.asked("POST", f"/api/tables/{table}/branches", body)
        if answer is not None and answer[0] in (200, 201):
            told = answer[1]
            self.happened.acknowledge("branch")
            self.happened.branches.append(told["table"])
            key = next(seat["key"] for seat in told["seats"] if seat["key"])
            person = Person(self, told["table"], 0, key, once=True)
            self.people.append(person)
            await person.live()
        self.branches -= 1

    async def review(self, table: str, key: str) -> None:
        """Asked for by somebody who played, until it is there; whoever reads it again reads the same."""
        self.happened.reviewing = True
        path = f"/api/tables/{table}/review?lang=en"
        while not self.resting and table not in self.happened.reviews:
            answer = await self.asked("POST", path, {}, key)
            if answer is not None and answer[0] == 200 and (answer[1]["review"] or {}).get("totals"):  # it is whole
                self.happened.acknowledge("review")
                self.happened.reviews[table] = answer[1]["review"]
            await asyncio.sleep(self.luck.random())  # not every server begins one that it will not finish
        self.happened.reviewing = False

    async def read_again(self) -> None:
        for table, review in self.happened.reviews.items():
            answer = await ask(self.server.port, "GET", f"/api/tables/{table}/review?lang=en")
            if answer[1].get("review") != review:
                self.happened.changed.append(table)


class Person:
    """One seat at one table, and at the next one when the game is over. Comes back whenever the server is away."""

    def __init__(
        self, company: Company, table: str, seat: int, key: str, host: str | None = None, *, once: bool = False
    ) -> None:
        self.company, self.server, self.happened = company, company.server, company.happened
        self.luck = company.own_luck()
        self.table, self.seat, self.keys = table, seat, [key, *([host] if host else [])]
        self.host, self.once = host is not None, once
        self.scene: Any = None
        self.version = 0
        self.open: dict[str, Any] | None = None  # the question that has no answer yet
        self.doubtful = False  # it was refused, but perhaps only because the database failed
        self.ids = count()
        self.leaving = False

    @property
    def finished(self) -> bool:
        return self.open is None and (self.leaving or self.company.resting)

    async def live(self) -> None:
        """Until it rests and has an answer to everything."""
        while not self.finished:
            address = f"ws://{LOOPBACK}:{self.server.port}/api/tables/{self.table}/socket"
            with suppress(OSError, EOFError, WebSocketException, TimeoutError):
                async with connect(address, compression=None, open_timeout=5, close_timeout=1) as wires:
                    await self._talk(wires)
            await asyncio.sleep(0.01)

    async def _talk(self, wires: ClientConnection) -> None:
        self.scene, table = None, self.table
        await wires.send(json.dumps({"do": "hello", "keys": self.keys, "language": "en"}))
        if self.open is not None:
            self.happened.again += 1
            await wires.send(json.dumps(self.open))
        while table == self.table and not self.finished:
            try:
                async with asyncio.timeout(0.5):
                    text = await wires.recv()
            except TimeoutError:
                continue
            await self._hear(wires, json.loads(text))
            if self.luck.random() < 0.002 and self.open is None and not self.host:  # the lid is closed
                await wires.close()
                await asyncio.sleep(self.luck.random())
                return

    async def _hear(self, wires: ClientConnection, message: Mapping[str, Any]) -> None:
        self.version = message.get("version", self.version)
        if message["type"] == "whole":
            self.scene = message["scene"]
        elif message["type"] == "change":
            self.scene = patched(self.scene, message["patch"])
        if self.open is not None and self.open["id"] in (message.get("done"), message.get("id")):
            self._answered(message)
            if self.open is not None:  # the same again, in a moment
                await asyncio.sleep(0.02)
                await wires.send(json.dumps(self.open))
        if self.open is None and self.scene is not None and not self.company.resting:
            self.open = self._next(message)
            if self.open is not None:
                self.happened.sent.add(self.open["id"])
                self.happened.tried[self.table, self.open["do"], self.open.get("seat", -1)] += 1
                await wires.send(json.dumps(self.open))

    def _answered(self, message: Mapping[str, Any]) -> None:
        assert self.open is not None
        do = self.open["do"]
        if message["type"] == "refused":
            if (self.server.faulty or message["text"] == UNCERTAIN) and not self.doubtful:
                self.doubtful = True
                return
            self.happened.answers += 1
            if not self.doubtful:
                self.happened.refused.add(self.open["id"])
        elif do == "moves":
            self.happened.answers += 1
        else:
            self.happened.acknowledge(do)
            self.happened.done[self.table, do, self.open.get("seat", -1)] += 1
            if do in ONCE_IN_THE_LOG:
                self.happened.acknowledged[self.table, self.seat].append(self.open["id"])
            elif do == "invite" and "invite" in message:  # or else the others are asked first
                self.happened.invites.append((self.table, message["invite"]))
                self.company.begins(self.company.guest(self.table, message["invite"]))
        self.open, self.doubtful = None, False

    def _next(self, message: Mapping[str, Any]) -> dict[str, Any] | None:
        """What to ask now, if anything: the page would wait for a click."""
        me, scene = self.scene["seats"][self.seat], self.scene
        if not me["yours"]:  # somebody else holds the key now
            self.leaving = True
            return None
        if self.host and (wish := self._as_host()) is not None:
            return wish
        if scene["stage"] == "over":
            return self._after_the_game()
        if me["who"] != "person":
            return self._question("return")
        if scene["stage"] == "gathering":
            return None if me["ready"] else self._question("ready", contribution=self.luck.randbytes(8).hex())
        wish = scene.get("wish") or scene.get("undo")
        if wish and self.seat in wish["needed"]:
            which = {"wish": wish["number"]} if "number" in wish else {}
            return self._question("agree", yes=self.luck.random() < 0.7, **which)
        if not me["decides"]:
            return None
        if message["type"] == "moves" and message["moves"]:
            decided = {"events": scene["events"], "version": self.version}
            known = {name: value for name, value in decided.items() if name in PLAY}
            return self._question("play", move=self.luck.choice(message["moves"]), **known)
        if scene["may_undo"] and self.luck.random() < 0.03:
            return self._question("undo")
        if self.luck.random() < 0.005:  # the doorbell: a bot plays until they return
            return self._question("replace", bot="greedy")
        return self._question("moves")

    def _as_host(self) -> dict[str, Any] | None:
        """Seats that nobody has taken get a link or a bot; for whoever has vanished a bot plays."""
        for number, seat in enumerate(self.scene["seats"]):
            if number == self.seat or self.scene["stage"] == "over":
                continue
            if seat["who"] == "open" and self.luck.random() < 0.1:
                bot = {"bot": "greedy"} if self.luck.random() < 0.3 else {}
                return self._question("replace" if bot else "invite", seat=number, **bot)
            if seat["who"] in ("greedy", "random") and not seat["person"] and self.luck.random() < 0.005:
                return self._question("invite", seat=number)
            if seat["who"] == "person" and not seat["here"] and self.luck.random() < 0.03:
                return self._question("replace", seat=number, bot="greedy")
        return None

    def _after_the_game(self) -> dict[str, Any] | None:
        if self.scene["follows"] and not self.once:
            if self.seat == 0:
                self.happened.games += 1
                if self.company.branches < MOST_BRANCHES:
                    self.company.begins(self.company.branch(self.table, self.scene["events"]))
                if not self.happened.reviewing and self.luck.random() < 0.3:
                    self.company.begins(self.company.review(self.table, self.keys[0]))
            self.table = self.scene["follows"]
            return None
        if self.once:
            self.leaving = True
            return None
        return self._question("rematch")

    def _question(self, do: str, **more: Any) -> dict[str, Any]:
        seat = {} if do == "rematch" else {"seat": self.seat}
        return {"do": do, "id": f"{self.table}/{self.seat}/{next(self.ids)}", **seat, **more}
