"""The conversation over one socket: read a message, check it, do it, answer."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect

from spieltisch.contract import Reason, Refused, Trouble
from spieltisch.server import wire
from spieltisch.server.actions import ACTIONS, Asker, Right, anybody, carry_out, holder, player
from spieltisch.server.clients import Client
from spieltisch.server.guard import same_origin
from spieltisch.server.hall import Hall
from spieltisch.server.limits import Limits, TooFast
from spieltisch.server.rooms import Room
from spieltisch.server.scenes import sentences
from spieltisch.server.values import move_of
from spieltisch.speech import Say

PATIENCE = 20.0  # seconds until a socket must have said hello
SLOWEST = 20.0  # seconds in which a client must take what it is told
MOST_QUESTIONS = 8  # to the coach, of one socket, that wait for an answer
FORBIDDEN, UNKNOWN, UNREADABLE = 4403, 4404, 4400  # codes with which a socket is closed


class Talk:
    def __init__(self, room: Room, client: Client) -> None:
        self.room = room
        self.client = client

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
        if hasattr(message, "id"):
            self.client.tell(wire.Refusal("refused", message.id, text, paragraph))
        else:
            self.client.tell(wire.TroubleTold("trouble", text))

    async def hello(self, message: wire.Hello) -> None:
        await self.room.look(self.client, keys=message.keys, language=message.language, looking=message.looking)

    async def look(self, message: wire.Look) -> None:
        await self.room.look(self.client, looking=message.seat)

    async def speak(self, message: wire.Speak) -> None:
        await self.room.look(self.client, language=message.language, looking=self.client.eyes.looking)

    async def preview(self, message: wire.AskPreview) -> None:
        async with self.room.lock:
            holder(self.asker, message)  # while it waited somebody else may have sat down there
            playthrough, say = self.room.table.playthrough, self.room.scenes.say(self.client.eyes.language)
            action = playthrough.parse(message.seat, move_of(playthrough.game, message.move))
            playthrough.check(message.seat, action)
            seen = playthrough.game.hidden(playthrough.rows, message.seat)
            reasons = playthrough.game.scored(seen, message.seat, action)
            picture = playthrough.game.preview(seen, message.seat, action)
        self.client.tell(wire.Previewed("previewed", message.id, sentences(say, reasons), picture))

    async def advice(self, message: wire.AskAdvice) -> None:
        """It takes a while: `_converse` does not wait for it."""
        async with self.room.lock:
            table, scenes = self.room.table, self.room.scenes
            events, seen = len(table.playthrough.log), table.playthrough.rows
        advice = await self.room.advising.of(table, message.seat)
        holder(self.asker, message)  # somebody else may have sat down there meanwhile
        told = scenes.advice(seen, message.seat, advice or (), self.client.eyes.language)
        self.client.tell(wire.Advised("advised", message.id, advice is not None, events, told))

    async def moves(self, message: wire.AskMoves) -> None:
        async with self.room.lock:
            holder(self.asker, message)
            table = self.room.table
            moves = table.playthrough.moves(message.seat) if message.seat in table.deciding() else []
        self.client.tell(wire.MovesListed("moves", message.id, tuple(moves)))

    async def why(self, message: wire.AskWhy) -> None:
        async with self.room.lock:
            explained = self.room.scenes.why(self.client.eyes, message.event)
        self.client.tell(wire.Explained("explained", message.id, explained))

    async def gesture(self, message: wire.MakeGesture) -> None:
        self.room.tell_all(wire.Gestured("gestured", message.seat, message.gesture))

    async def rematch(self, message: wire.Rematch) -> None:
        await self.room.follow()
        self.client.tell(wire.Done("done", message.id))

    _QUESTIONS: ClassVar[dict[type, tuple[Right, Callable[[Talk, Any], Awaitable[None]]]]] = {
        wire.Hello: (anybody, hello),
        wire.Look: (holder, look),
        wire.Speak: (anybody, speak),
        wire.AskPreview: (anybody, preview),
        wire.AskAdvice: (holder, advice),
        wire.AskMoves: (anybody, moves),
        wire.AskWhy: (anybody, why),
        wire.MakeGesture: (holder, gesture),
        wire.Rematch: (player, rematch),
    }


def told(room: Room | None, language: str, trouble: Trouble) -> tuple[str, str]:
    """The sentence of a trouble and the paragraph behind it."""
    if not isinstance(trouble, Refused):
        return str(trouble), ""
    say = room.scenes.say(language) if room else Say(language)
    return say(trouble.reason.key, **trouble.reason.values), trouble.reason.paragraph


async def talk(socket: WebSocket, hall: Hall, name: str, limits: Limits) -> None:
    """From the first hello to the end of the connection."""
    if not same_origin(socket.headers):
        await socket.close(FORBIDDEN)
        return
    await socket.accept()
    try:
        room = await hall.room(name)
        async with asyncio.timeout(PATIENCE):
            hello = _read(await socket.receive())
        if not isinstance(hello, wire.Hello):
            raise Refused(Reason("hello_first"))
    except TimeoutError:
        await _part(socket, UNREADABLE, Refused(Reason("hello_first")))
    except WebSocketDisconnect:
        return
    except (Refused, Trouble) as trouble:
        unknown = isinstance(trouble, Refused) and trouble.reason.key == "no_such_table"
        await _part(socket, UNKNOWN if unknown else UNREADABLE, trouble)
    else:
        await _converse(socket, room, hello, limits)


async def _converse(socket: WebSocket, room: Room, hello: wire.Hello, limits: Limits) -> None:
    client = Client(hello.keys, room.eyes(hello.keys, hello.language, hello.looking))
    speaking = asyncio.create_task(_speak(socket, client))
    talk, bucket = Talk(room, client), limits.socket()
    advising: set[asyncio.Task[None]] = set()
    try:
        await room.join(client)
        while True:
            raw = await _heard(socket, speaking)
            try:
                bucket.take()
                message = _read(raw)
            except Refused as refused:
                client.tell(wire.TroubleTold("trouble", told(room, client.eyes.language, refused)[0]))
                await asyncio.sleep(0.05)  # whoever floods us waits
            else:
                if not isinstance(message, wire.AskAdvice):
                    await talk.answer(message)
                elif len(advising) < MOST_QUESTIONS:
                    task = asyncio.create_task(talk.answer(message))
                    advising.add(task)
                    task.add_done_callback(advising.discard)
                else:
                    talk.refuse(message, TooFast())
    except WebSocketDisconnect:
        pass
    except Trouble as trouble:  # the table cannot be read now: whoever comes is told so, and sees nothing
        client.tell(wire.TroubleTold("trouble", told(room, hello.language, trouble)[0]))
    finally:
        for task in advising:
            task.cancel()
        await room.leave(client)
        client.leave()
        await speaking


async def _speak(socket: WebSocket, client: Client) -> None:
    """Sends what is to be told, one after the other, until the client leaves or no longer reads."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        while (frame := await client.frames.get()) is not None:
            async with asyncio.timeout(SLOWEST):
                await socket.send({"type": "websocket.send", "text": frame.decode()})
        async with asyncio.timeout(SLOWEST):
            await socket.close()


async def _heard(socket: WebSocket, speaking: asyncio.Task[None]) -> Any:
    """The next message. With whoever cannot be told anything any more the conversation is over."""
    receiving = asyncio.ensure_future(socket.receive())
    await asyncio.wait({receiving, speaking}, return_when=asyncio.FIRST_COMPLETED)
    if not receiving.done():
        receiving.cancel()
        raise WebSocketDisconnect
    raw = receiving.result()
    if raw["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    return raw


def _read(raw: Any) -> wire.FromClient:
    if raw["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(raw.get("code", 1000))
    text = raw.get("text")
    if text is None:
        raise Refused(Reason("cannot_read"))
    try:
        return wire.READ.validate_json(text)
    except ValidationError:
        raise Refused(Reason("cannot_read")) from None


async def _part(socket: WebSocket, code: int, trouble: Trouble) -> None:
    text, _ = told(None, "en", trouble)
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(to_json(wire.TroubleTold("trouble", text)).decode())
        await socket.close(code)
