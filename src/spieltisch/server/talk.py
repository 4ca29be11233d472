"""The conversation over one socket: read a message, check it, do it, answer."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, cast

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect

from spieltisch.contract import Reason, Refused, Trouble
from spieltisch.referee import Table
from spieltisch.server import chance, company, showing, wire
from spieltisch.server.actions import ACTIONS, Asker, Right, anybody, carry_out, holder, player
from spieltisch.server.chat import said
from spieltisch.server.clients import Client
from spieltisch.server.guard import same_origin
from spieltisch.server.hall import Hall
from spieltisch.server.house import preferred
from spieltisch.server.limits import (
    HELLO_WITHIN,
    PLAYERS_OF_ADDRESS,
    SOCKETS_OF_SEAT,
    SPECTATORS_OF_ADDRESS,
    SPECTATORS_OF_TABLE,
    WHOLE_SCENE,
    Crowded,
    Limits,
    TooFast,
    Wanted,
    owner,
)
from spieltisch.server.malformed import Malformed
from spieltisch.server.metrics import REFUSALS, kind_of
from spieltisch.server.outlet import OUTLET, Outlet
from spieltisch.server.rooms import Room
from spieltisch.server.scenes import Eyes, sentences
from spieltisch.server.values import move_of
from spieltisch.server.weakly import weakly
from spieltisch.speech import Flawed, Say
from spieltisch.tables import correcting
from spieltisch.tables.journal import Unknown
from spieltisch.tables.keys import HOST
from spieltisch.tables.store import Unavailable

SLOWEST = 20.0  # seconds in which a client must take what it is told
MOST_QUESTIONS = 8  # to the coach, of one socket, that wait for an answer
FORBIDDEN, UNKNOWN, CROWDED, UNREADABLE, LATER = 4403, 4404, 4429, 4400, 1013  # codes with which a socket is closed


class Talk:
    def __init__(self, room: Room, client: Client, address: str, limits: Limits) -> None:
        self.room = room
        self.client = client
        self.address = address
        self.limits = limits
        self.held: Wanted = {}  # the places that this socket takes
        self.take_places(client.eyes)
        client.sees_anew = weakly(self.exchange_places)

    def take_places(self, eyes: Eyes) -> None:
        """Those of a player or of a spectator: no crowd of spectators keeps a player out."""
        wanted = places(self.room.table.name, self.address, eyes)
        self.limits.places.take(wanted, instead_of=self.held)
        self.held = wanted

    def exchange_places(self, eyes: Eyes) -> None:
        """Whoever has lost a seat leaves its places to whoever has it now."""
        wanted = places(self.room.table.name, self.address, eyes)
        self.limits.places.exchange(self.held, wanted)
        self.held = wanted

    def leave(self) -> None:
        self.limits.places.take({}, instead_of=self.held)

    @property
    def asker(self) -> Asker:
        return Asker(self.room, self.client.keys, self.client)

    async def answer(self, message: Any) -> None:
        """Does what the message says; whatever is refused is told in one sentence."""
        try:
            if type(message) in ACTIONS:
                if answer := await carry_out(self.asker, message):
                    self.client.tell(answer)
            else:
                may, reply = self._QUESTIONS[type(message)]
                may(self.asker, message)
                await reply(self, message)
        except (Refused, Trouble) as trouble:
            self.refuse(message, trouble)

    def refuse(self, message: Any, trouble: Trouble) -> None:
        text, paragraph = told(self.room, self.client.eyes.language, trouble)
        if question := getattr(message, "id", None):
            self.client.tell(wire.Refusal("refused", question, text, paragraph))
        else:
            self.client.tell(wire.TroubleTold("trouble", text))

    async def hello(self, message: wire.Hello) -> None:
        self.take_places(self.room.eyes(message.keys, message.language))
        known = await self.room.head_at(message.known)
        await self.room.look(
            self.client, keys=message.keys, language=message.language, looking=message.looking, known=known
        )

    async def look(self, message: wire.Look) -> None:
        await self.room.look(self.client, looking=message.seat)

    async def speak(self, message: wire.Speak) -> None:
        await self.room.look(self.client, language=message.language, looking=self.client.eyes.looking)

    async def preview(self, message: wire.AskPreview) -> None:
        async with self.room.lock:
            holder(self.asker, message)  # while it waited somebody else may have sat down there
            playthrough, say = self._position(message), self.room.scenes.say(self.client.eyes.language)
            action = playthrough.parse(message.seat, move_of(playthrough.game, message.move))
            playthrough.check(message.seat, action)
            seen = playthrough.game.hidden(playthrough.rows_for(message.seat, action), message.seat)
            reasons = playthrough.game.scored(seen, message.seat, action)
            picture = playthrough.game.preview(seen, message.seat, action)
        self.client.tell(wire.Previewed("previewed", message.id, sentences(say, reasons), picture))

    async def advice(self, message: company.AskAdvice) -> None:
        """It takes a while: `_converse` does not wait for it."""
        async with self.room.lock:
            table, scenes = self.room.table, self.room.scenes
            events, rows = len(table.playthrough.log), showing.known_to_coach(table, message.seat, message.held)
        advice, ready = await self.room.advising.of(table, message.seat, self.client.address, rows)
        holder(self.asker, message)  # somebody else may have sat down there meanwhile
        told = scenes.advice(rows, message.seat, advice, self.client.eyes.language)
        self.client.tell(wire.Advised("advised", message.id, ready, events, told))

    async def moves(self, message: wire.AskMoves) -> None:
        async with self.room.lock:
            holder(self.asker, message)
            here = message.event is not None or message.seat in self.room.table.deciding()
            moves = self._position(message).moves(message.seat) if here else []
        self.client.tell(wire.MovesListed("moves", message.id, tuple(moves)))

    def _position(self, message: wire.AskPreview | wire.AskMoves) -> Table:
        """Where a seat decides: now, or in an event that it corrects."""
        table = self.room.table
        return table.playthrough if message.event is None else correcting.position(table, message.seat, message.event)

    async def possible(self, message: chance.AskPossible) -> None:
        async with self.room.lock:
            holder(self.asker, message)
            say = self.room.scenes.say(self.client.eyes.language)
            if message.held is None:
                found = showing.possible(self.room.table, message.seat, message.event, say, message.id)
            else:
                found = showing.holdable(self.room.table, message.seat, message.held, say, message.id)
        self.client.tell(found)

    async def correction(self, message: chance.AskCorrection) -> None:
        async with self.room.lock:
            holder(self.asker, message)
            table, scenes, language = self.room.table, self.room.scenes, self.client.eyes.language
            move = move_of(table.playthrough.game, message.move)
            found = correcting.correction(table, message.seat, message.event, move)
            first, say = message.event + 1 + found.kept, scenes.say(language)
            lost, texts = len(table.playthrough.log) - first, scenes.lost(message.seat, language, first)
            why = say.reason(found.why) if found.why and table.playthrough.saw(message.seat, first) else ""
            now = say.reason(found.told) if found.told else ""
        self.client.tell(chance.CorrectionShown("correction", message.id, now, found.kept, lost, texts, why))

    async def why(self, message: wire.AskWhy) -> None:
        async with self.room.lock:
            last = len(self.room.table.playthrough.log) - 1
            if last >= 0 and message.event is not None and message.event > last:
                raise Refused(Reason("no_such_event", values={"number": message.event, "first": 0, "last": last}))
            explained = self.room.scenes.why(self.client.eyes, message.event)
        self.client.tell(wire.Explained("explained", message.id, explained))

    async def gesture(self, message: company.MakeGesture) -> None:
        self.room.gesture(message.seat, message.gesture)

    async def chat(self, message: company.Chat) -> None:
        if not self.room.table.chat:
            raise Refused(Reason("chat_is_off"))
        text = said(message.text)
        self.limits.chat.take(f"{self.room.table.name} {message.seat}")
        self.room.say(message.seat, text)
        self.client.tell(wire.Done("done", message.id))

    async def rematch(self, message: wire.Rematch) -> None:
        self.limits.tables.take(self.address)
        await self.room.follow()
        self.client.tell(wire.Done("done", message.id))

    _QUESTIONS: ClassVar[dict[type, tuple[Right, Callable[[Talk, Any], Awaitable[None]]]]] = {
        wire.Hello: (anybody, hello),
        wire.Look: (holder, look),
        wire.Speak: (anybody, speak),
        wire.AskPreview: (anybody, preview),
        company.AskAdvice: (holder, advice),
        wire.AskMoves: (anybody, moves),
        wire.AskWhy: (anybody, why),
        chance.AskPossible: (anybody, possible),
        chance.AskCorrection: (anybody, correction),
        company.MakeGesture: (holder, gesture),
        company.Chat: (holder, chat),
        wire.Rematch: (player, rematch),
    }


def told(room: Room | None, language: str, trouble: Trouble) -> tuple[str, str]:
    """The sentence of a trouble and the paragraph behind it; whoever is refused something is told it from here."""
    REFUSALS.add(kind_of(trouble))
    if isinstance(trouble, Flawed):
        return trouble.said(language), ""
    if not isinstance(trouble, Refused):
        return Say(language)(trouble.key, **trouble.values) if trouble.key else str(trouble), ""
    say = room.scenes.say(language) if room else Say(language)
    return say(trouble.reason.key, **trouble.reason.values), trouble.reason.paragraph


def places(table: str, address: str, eyes: Eyes) -> Wanted:
    """What a socket needs one of each: how many there are, and what is said when there is none left."""
    if not eyes.seats and not eyes.host:
        return {
            ("spectators of", address): (SPECTATORS_OF_ADDRESS, "too_many_spectators"),
            ("spectators at", table): (SPECTATORS_OF_TABLE, "table_is_crowded"),
        }
    of_seat = (SOCKETS_OF_SEAT, "too_many_devices")
    return {
        ("players of", address): (PLAYERS_OF_ADDRESS, "too_many_players"),
        **{("seat", table, seat): of_seat for seat in eyes.seats or {HOST}},
    }


async def talk(socket: WebSocket, hall: Hall, name: str, limits: Limits) -> None:
    """From the first hello to the end of the connection."""
    if not same_origin(socket.headers):
        await socket.close(FORBIDDEN)
        return
    await socket.accept()
    address = owner(socket.client.host) if socket.client else ""
    language = preferred(socket.headers.get("accept-language", ""))
    try:
        limits.requests.take(address)
        hello = await _first(socket)
        language = hello.language
        limits.messages.take(address, WHOLE_SCENE)
        room = await hall.room(name)
        with room.visited():
            room.comes(address, hello.keys)
            client = Client(hello.keys, room.eyes(hello.keys, hello.language, hello.looking), address)
            client.known = await room.head_at(hello.known)
            # a task of its own: each time it goes on, nothing of what stands around it is gone through again
            await asyncio.create_task(_converse(socket, Talk(room, client, address, limits)))
    except WebSocketDisconnect:
        return
    except (Refused, Trouble) as trouble:
        await _part(socket, language, trouble)


async def _first(socket: WebSocket) -> wire.Hello:
    try:
        async with asyncio.timeout(HELLO_WITHIN):
            hello = _read(await socket.receive())
    except TimeoutError:
        raise Refused(Reason("hello_first")) from None
    if not isinstance(hello, wire.Hello):
        raise Refused(Reason("hello_first"))
    return hello


async def _converse(socket: WebSocket, talk: Talk) -> None:
    room, client, afford = talk.room, talk.client, talk.limits.socket(talk.address)
    client.outlet = outlet = cast(Outlet, socket.scope[OUTLET])
    speaking = asyncio.create_task(_speak(socket, client, outlet))
    advising: set[asyncio.Task[None]] = set()
    try:
        await room.join(client)
        while True:
            raw = await _heard(socket)
            try:
                afford(1)
                message = _read(raw)
                if isinstance(message, wire.Hello | wire.Look | wire.Speak):
                    afford(WHOLE_SCENE - 1)
            except Refused as refused:
                talk.refuse(refused, refused)  # of one that is malformed the id may be known
                await asyncio.sleep(0.05)  # whoever floods us waits
            else:
                if not isinstance(message, company.AskAdvice):
                    await talk.answer(message)
                elif len(advising) < MOST_QUESTIONS:
                    task = asyncio.create_task(talk.answer(message))
                    advising.add(task)
                    task.add_done_callback(advising.discard)
                    await asyncio.sleep(0)  # it is about the table as it is now, not after what is said next
                else:
                    talk.refuse(message, TooFast())
    except WebSocketDisconnect:
        pass
    except Trouble as trouble:  # the table cannot be read now: whoever comes is told so, and sees nothing
        client.tell(wire.TroubleTold("trouble", told(room, client.eyes.language, trouble)[0]))
    finally:
        for task in advising:
            task.cancel()
        talk.leave()
        room.leave(client)
        client.leave()
        await speaking


async def _speak(socket: WebSocket, client: Client, outlet: Outlet) -> None:
    """Sends what the outlet does not take at once, one after the other, until the client leaves or no longer reads.
    With whoever cannot be told anything any more the conversation is over."""
    try:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            while (frame := await client.frames.get()) is not None:
                async with asyncio.timeout(SLOWEST):
                    await socket.send({"type": "websocket.send", "text": frame})
                client.sent()
            async with asyncio.timeout(SLOWEST):
                await socket.close(client.farewell)
    finally:
        outlet.hang_up()


async def _heard(socket: WebSocket) -> Any:
    """The next message."""
    raw = await socket.receive()
    if raw["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    return raw


def _read(raw: Any) -> wire.FromClient:
    if raw["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(raw.get("code", 1000))
    text = raw.get("text") or ""
    try:
        return wire.READ.validate_json(text)
    except ValidationError as error:
        raise Malformed(text, error) from None


async def _part(socket: WebSocket, language: str, trouble: Trouble) -> None:
    text, _ = told(None, language, trouble)
    codes = {Unknown: UNKNOWN, TooFast: CROWDED, Crowded: CROWDED, Unavailable: LATER}
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(to_json(wire.TroubleTold("trouble", text)).decode())
        await socket.close(codes.get(type(trouble), UNREADABLE))
