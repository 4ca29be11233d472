"""A served table for tests in a real browser: the server as a process of its own, and what is asked of it."""

from __future__ import annotations

import json
import os
import random
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

import prepared

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
SHIPPED = ROOT / "src" / "spieltisch" / "server" / "client"
PATIENCE = 30.0  # seconds until a server that has just been started answers


def built(folder: Path) -> Path:
    """The client as it is in the sources now; where there is no Node, the one that comes with the package."""
    given = os.environ.get("SPIELTISCH_CLIENT")
    if given:
        return Path(given)
    node, vite = shutil.which("node"), WEB / "node_modules" / "vite" / "bin" / "vite.js"
    if node is None or not vite.exists():
        return SHIPPED
    done = folder.with_name("client-is-built")
    try:
        folder.mkdir(parents=True)
    except FileExistsError:  # another worker is at it
        end = time.monotonic() + 120
        while not done.exists() and time.monotonic() < end:
            time.sleep(0.1)
        return folder
    command = [node, str(vite), "build", "--outDir", str(folder), "--emptyOutDir", "--logLevel", "error"]
    subprocess.run(command, cwd=WEB, check=True, timeout=120)
    done.touch()
    return folder


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class House:
    """A running server. It can be killed and started again on the same port with the same data."""

    def __init__(self, client: Path, data: Path, *options: str) -> None:
        self.client = client
        self.options = options
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: prepared.Started | None = None
        self.http = httpx.Client(base_url=f"{self.url}/api/", timeout=20)
        self.start()

    def start(self) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        words = ["serve", "--port", str(self.port), "--data", str(self.data), "--client", str(self.client)]
        with (self.data / "log.txt").open("ab") as log:  # compiling beside a browser would take its time
            self.process = prepared.start(*words, "--no-limits", *self.options, output=log, SPIELTISCH_COMPILED="0")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if self.http.get("house").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
            if self.process.poll() is not None:
                break
        said = (self.data / "log.txt").read_text(encoding="utf-8", errors="replace")
        self.kill()
        raise RuntimeError(f"The server does not answer at {self.url}:\n{said[-4000:]}")

    def kill(self) -> None:
        """kill -9, as when the lights go out."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(timeout=10)
            self.process = None

    def stop(self) -> None:
        self.http.close()
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(timeout=10)
            self.process = None

    def get(self, path: str, key: str | None = None) -> Any:
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        answer = self.http.get(path, headers=headers)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    def post(self, path: str, body: Any, key: str | None = None) -> Any:
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        answer = self.http.post(path, json=body, headers=headers)
        assert answer.status_code in (200, 201), f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    def open(
        self,
        game: str,
        *who: str,
        variant: str = "base",
        options: dict[str, str] | None = None,
        games: int = 1,
        clock: dict[str, Any] | None = None,
        coach: bool = False,
        dice: str = "checkable",
        discreet: bool = False,
    ) -> Opened:
        """A table. `who` sits there: the name of a bot, "open", or any other word is the name of a person."""
        bots = {bot["name"] for bot in self.get("house?lang=en")["bots"]}
        seats = [
            {"who": each, "name": ""}
            if each in bots
            else {"who": "open", "name": ""}
            if each == "open"
            else {"who": "person", "name": each, "coach": coach}
            for each in who
        ]
        body = {"game": game, "variant": variant, "seats": seats, "options": options or {}, "games": games}
        body |= {"clock": clock, "dice": dice, "discreet": discreet}
        answer = self.post("tables", body)
        return Opened(self, answer["table"], answer["host"], tuple(answer["seats"]))


@dataclass(frozen=True)
class Opened:
    """A table that has been opened, with everybody's keys."""

    house: House
    table: str
    host: str
    seats: tuple[dict[str, Any], ...]

    @property
    def page(self) -> str:
        return f"{self.house.url}/t/{self.table}"

    def key(self, seat: int) -> str:
        key = self.seats[seat]["key"]
        assert key is not None, f"Seat {seat} has no key of its own."
        return str(key)

    def link(self, seat: int) -> str:
        """The address that leads a browser to this seat."""
        return f"{self.page}#{self.key(seat)}"

    def invitation(self, seat: int) -> str:
        return f"{self.page}#i={self.seats[seat]['invite']}"

    def scene(self, seat: int | None = None, language: str = "en") -> dict[str, Any]:
        """The table as this seat sees it."""
        key = None if seat is None else self.key(seat)
        scene: dict[str, Any] = self.house.get(f"tables/{self.table}?lang={language}", key)["scene"]
        return scene

    def be_ready(self, *seats: int) -> None:
        """These seats add to the dice, as their browsers would; the game begins when all have."""
        for seat in seats:
            self.house.post(f"tables/{self.table}/ready", {"contribution": "5e47"}, self.key(seat))

    def moves(self, seat: int) -> list[str]:
        moves: list[str] = self.house.get(f"tables/{self.table}/moves", self.key(seat))["moves"]
        return moves

    def play(self, seat: int, move: str) -> None:
        self.house.post(f"tables/{self.table}/moves", {"move": move}, self.key(seat))

    def play_on(self, *seats: int, events: int | None = None) -> None:
        """These seats play some move or other until the game is over, or until so many events have happened."""
        chance = random.Random(self.table)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            scene = self.scene()
            if scene["stage"] == "over" or (events is not None and scene["events"] >= events):
                return
            moved = False
            for seat in seats:
                moves = self.moves(seat) if scene["seats"][seat]["decides"] else []
                if moves:
                    self.play(seat, chance.choice(moves))
                    moved = True
                    break
            if not moved:
                time.sleep(0.01)
        raise RuntimeError("The game does not come to an end.")

    def summary(self) -> dict[str, Any]:
        tables = self.house.post("summaries", {"tables": [self.table]})["tables"]
        assert len(tables) == 1
        found: dict[str, Any] = tables[0]
        return found


def remembering(opened: Opened, *seats: int, host: bool = False) -> str:
    """A script for a browser that already sits at these seats: several people in front of one screen."""
    held = {
        "seats": {str(seat): opened.key(seat) for seat in seats},
        "host": opened.host if host else None,
        "invites": {str(s["seat"]): s["invite"] for s in opened.seats if s["invite"]} if host else {},
        "since": int(time.time() * 1000),
    }
    return (
        "localStorage.setItem('spieltisch.tables', JSON.stringify(Object.assign("
        f"JSON.parse(localStorage.getItem('spieltisch.tables') ?? '{{}}'), {json.dumps({opened.table: held})})))"
    )
