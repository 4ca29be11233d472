"""One connection: with whose eyes it looks, and what it has been told."""

from __future__ import annotations

import asyncio

from pydantic_core import to_json

from spieltisch.server.patching import patch
from spieltisch.server.scenes import Eyes, Scenes
from spieltisch.server.wire import Change, Done, FromServer, Scene, Whole

MOST_FRAMES = 500  # that wait for a slow client; then it has to come back and gets the whole scene


class Client:
    def __init__(self, keys: tuple[str, ...], eyes: Eyes) -> None:
        self.keys = keys
        self.eyes = eyes
        self.frames: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_FRAMES)
        self._scene: Scene | None = None
        self._version = 0

    def tell(self, message: FromServer) -> None:
        """What is None need not travel."""
        self._put(to_json({name: value for name, value in vars(message).items() if value is not None}))

    def show(self, scenes: Scenes, here: frozenset[int], done: str | None = None) -> None:
        """The whole scene the first time, then what has happened and changed."""
        scene, version = scenes.scene(self.eyes, here), scenes.table.version
        if self._scene is None:
            self.tell(Whole("whole", version, scene))
            if done is not None:
                self.tell(Done("done", done))
        else:
            change = patch(self._scene, scene)
            if change is not None or done is not None:
                news = scenes.news(self.eyes.looking, self._version, self._scene.events)
                self.tell(Change("change", version, change or {}, news.events, news.rewound, done))
        self._scene, self._version = scene, version

    def begin_anew(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self._scene = None

    def leave(self) -> None:
        self._put(None)

    def _put(self, frame: bytes | None) -> None:
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            while not self.frames.empty():
                self.frames.get_nowait()
            self.frames.put_nowait(None)
