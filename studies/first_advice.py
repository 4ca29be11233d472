"""How long does whoever asks the coach wait after a fresh start, with nothing compiled yet?

    python studies/first_advice.py                  every game with two players
    python studies/first_advice.py --only brilliant --until 120

Each game gets a house of its own with an empty cache: it is started, a table is opened, and the coach is asked as soon
as the first decision is there, and again until it is ready. Seconds from the question to the first (rough) answer, and
to the one that replaces it.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from typing import Any

import click
import httpx
from websockets.sync.client import ClientConnection, connect

from spieltisch import registry

AGAIN = 2.5  # seconds, as the page does


@click.command()
@click.option("--only", metavar="GAME", help="One game.")
@click.option("--until", default=0.0, help="Seconds that it waits for the coach to be ready; 0: only the first answer.")
def study(only: str | None, until: float) -> None:
    for name in [only] if only else registry.names():
        with tempfile.TemporaryDirectory() as folder:
            click.echo(json.dumps({"game": name, **measured(name, folder, until)}))


def measured(game: str, folder: str, until: float) -> dict[str, Any]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "spieltisch", "serve", "--port", str(port), "--data", folder, "--no-limits"]
    environment = {**os.environ, "XDG_CACHE_HOME": folder}
    environment.pop("SPIELTISCH_COMPILED", None)
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        http = httpx.Client(base_url=f"http://127.0.0.1:{port}/api/", timeout=60)
        _answering(http)
        seats = [{"who": "person", "name": "", "coach": True}] * 2
        opened = http.post("tables", json={"game": game, "variant": "base", "seats": seats}).json()
        keys = [seat["key"] for seat in opened["seats"]]
        for key in keys:
            headers = {"Authorization": f"Bearer {key}"}
            http.post(f"tables/{opened['table']}/ready", json={"contribution": "ab"}, headers=headers)
        scene = http.get(f"tables/{opened['table']}").json()["scene"]
        seat = next(k for k, each in enumerate(scene["seats"]) if each["decides"])
        with connect(f"ws://127.0.0.1:{port}/api/tables/{opened['table']}/socket", max_size=None) as talk:
            talk.send(json.dumps({"do": "hello", "keys": keys, "language": "en", "looking": seat, "known": None}))
            return _asked(talk, seat, until)
    finally:
        server.terminate()
        server.wait(30)


def _asked(talk: ClientConnection, seat: int, until: float) -> dict[str, Any]:
    begin, found = time.monotonic(), dict[str, Any]()
    for number in range(1000):
        talk.send(json.dumps({"do": "advice", "id": f"a{number}", "seat": seat}))
        answer: dict[str, Any] = {}
        while answer.get("id") != f"a{number}":
            answer = json.loads(talk.recv(timeout=600))
        now = round(time.monotonic() - begin, 1)
        if answer.get("moves"):
            found.setdefault("first", {"seconds": now, "rough": not answer["ready"], "moves": len(answer["moves"])})
        if answer.get("ready"):
            return {**found, "ready": now}
        if now > until and found:
            break
        time.sleep(AGAIN)
    return found


def _answering(http: httpx.Client) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            if http.get("house").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise click.ClickException("The house does not answer.")


if __name__ == "__main__":
    study()
