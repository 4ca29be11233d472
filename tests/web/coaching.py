"""A coach for tests in a browser who says what he is told to say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from web.house import House, Opened


def with_coach(house: House, game: str = "genial") -> Opened:
    seats = [{"who": "person", "name": "Anna", "coach": True}, {"who": "greedy", "name": ""}]
    answer = house.post("tables", {"game": game, "variant": "base", "seats": seats})
    return Opened(house, answer["table"], answer["host"], tuple(answer["seats"]))


def coach_with(page: Page, advice: Callable[[str], list[dict[str, Any]] | None]) -> None:
    """Answers each question for advice by its id; None: the coach is still getting ready."""

    def answer(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(message: str | bytes) -> None:
            question = json.loads(message)
            if question["do"] != "advice":
                server.send(message)
                return
            moves = advice(question["id"])
            said = {"type": "advised", "id": question["id"], "ready": moves is not None, "events": 0}
            socket.send(json.dumps({**said, "moves": moves or []}))

        socket.on_message(hear)

    page.route_web_socket(re.compile("/socket$"), answer)
