"""A whole game over the HTTP API of a running `spieltisch serve`: python examples/play_over_http.py http://127.0.0.1:8426"""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen


def ask(address: str, body: dict[str, Any] | None = None, key: str = "") -> Any:
    """GET without a body, POST with one."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    with urlopen(Request(address, json.dumps(body).encode() if body is not None else None, headers)) as answer:
        return json.load(answer)


def play(house: str, game: str, variant: str = "base", seed: int = 1) -> dict[str, Any]:
    """Opens a table against a bot, plays any legal moves to the end, and returns the record."""
    seats = [{"who": "person", "name": "Example"}, {"who": "greedy"}]
    opened = ask(f"{house}/api/tables", {"game": game, "variant": variant, "seats": seats})
    table, key, luck = f"{house}/api/tables/{opened['table']}", opened["seats"][0]["key"], random.Random(seed)
    ask(f"{table}/ready", {"contribution": luck.randbytes(32).hex()}, key)  # what this seat adds to the dice
    version = 0
    while True:
        news = ask(f"{table}/events?since={version}&wait=20&lang=en", key=key)
        version = news["version"]
        for event in news["events"]:
            if event["text"]:
                print(event["text"])
        if news["over"]:
            break
        if 0 in news["waiting"]:
            moves = ask(f"{table}/moves", key=key)["moves"]
            ask(f"{table}/moves", {"move": luck.choice(moves)}, key)
    record: dict[str, Any] = ask(f"{table}/record", key=key)
    return record


if __name__ == "__main__":
    print(play(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "genial_dice")["outcome"])
