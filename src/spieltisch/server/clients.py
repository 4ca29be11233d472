"""One connection: with whose eyes it looks, and what it has been told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from spieltisch.server.outlet import Outlet
from spieltisch.server.patching import Json, Patches, as_json
from spieltisch.server.scenes import Eyes, Scenes
from spieltisch.server.wire import Change, Done, FromServer, Scene, Whole

COME_AGAIN = 1012  # the code with which a socket is closed when the house ends, as RFC 6455's registry has it
MOST_FRAMES = 500  # that wait for a slow client; then it has to come back and gets the whole scene


def written(message: FromServer) -> str:
    """What is None need not travel."""
    fields = vars(message).items()
    parts = [
        f'"{name}":{value if type(value) is Json else as_json(value)}' for name, value in fields if value is not None
    ]
    return f"{{{','.join(parts)}}}"


class Frames:
    """What leads from one scene to the next, written once for all who know the same and look with the same eyes."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, int, int], tuple[Scene | None, Scene, str | None]] = {}
        self._patches = Patches()

    def clear(self) -> None:
        self._made.clear()
        self._patches.clear()

    def between(self, old: Scene | None, known: int, new: Scene, scenes: Scenes, eyes: Eyes) -> str | None:
        """From the scene of a version that a client knows to the present one; None if nothing has changed."""
        names = (id(old), known, id(new))  # both scenes are kept with the frame, so nothing else gets their names
        if names not in self._made:
            message = self.whole(new, scenes) if old is None else self.change(old, known, new, scenes, eyes)
            self._made[names] = (old, new, None if message is None else written(message))
        return self._made[names][2]

    def whole(self, new: Scene, scenes: Scenes, head_known: str | None = None) -> Whole:
        now = None if new.clock is None else int(scenes.hours.clock() * 1000)
        return Whole("whole", scenes.table.version, new, scenes.table.chain.short, head_known, now)

    def change(
        self, old: Scene, known: int, new: Scene, scenes: Scenes, eyes: Eyes, done: str | None = None
    ) -> Change | None:
        patch: Any = self._patches.patch(old, new)
        if patch is None and done is None:
            return None
        news = scenes.news(eyes.looking, known, old.events)
        head = scenes.table.chain.short if scenes.table.version != known else None
        events: Any = Json(f"[{','.join(map(self._patches.written, news.events))}]")
        return Change("change", scenes.table.version, patch or {}, events, news.rewound, done, head)


class Client:
    def __init__(self, keys: tuple[str, ...], eyes: Eyes, address: str = "") -> None:
        self.keys = keys
        self.eyes = eyes
        self.address = address
        self.sees_anew: Callable[[Eyes], None] = lambda eyes: None  # is told of other eyes, whoever has given them
        self.outlet: Outlet | None = None  # to where it sits
        self.frames: asyncio.Queue[str | None] = asyncio.Queue(MOST_FRAMES)  # that wait, where the outlet takes no more
        self._waiting = 0  # of them, with the one that is being sent
        self.known: str | None = None  # the head at the version that it says it knows; it is told once
        self._scene: Scene | None = None
        self._version = 0
        self.farewell = 1000  # the code with which its socket is closed

    def tell(self, message: FromServer) -> None:
        self.put(written(message))

    def show(self, scenes: Scenes, frames: Frames, here: frozenset[int], done: str | None = None) -> None:
        """The whole scene the first time, then what has happened and changed."""
        scene, old, known = scenes.scene(self.eyes, here), self._scene, self._version
        if done is None and self.known is None:
            frame = frames.between(old, known, scene, scenes, self.eyes)
            if frame is not None:
                self.put(frame)
        else:  # what is theirs alone
            if old is None:
                self.tell(frames.whole(scene, scenes, self.known))
            elif (own := frames.change(old, known, scene, scenes, self.eyes, done)) is not None:
                self.tell(own)
            if done is not None and old is None:
                self.tell(Done("done", done))
        self._scene, self._version, self.known = scene, scenes.table.version, None

    def begin_anew(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self._scene = None
        self.sees_anew(eyes)

    def leave(self, code: int = 1000) -> None:
        self.farewell = code
        self.put(None)

    def sent(self) -> None:
        """One of those that waited."""
        self._waiting -= 1

    def put(self, frame: str | None) -> None:
        if frame is not None and not self._waiting and self.outlet is not None and self.outlet.write(frame):
            return
        self._waiting += 1
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            while not self.frames.empty():
                self.frames.get_nowait()
            self.frames.put_nowait(None)
