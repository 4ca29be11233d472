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


def coach_with(page: Page, advice: Callable[[str], tuple[list[dict[str, Any]], bool]]) -> None:
    """Answers each question for advice by its id, and says whether the coach is ready; if not, it is rough."""

    def answer(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(message: str | bytes) -> None:
            question = json.loads(message)
            if question["do"] != "advice":
                server.send(message)
                return
            moves, ready = advice(question["id"])
            said = {"type": "advised", "id": question["id"], "ready": ready, "events": 0}
            socket.send(json.dumps({**said, "moves": moves}))

        socket.on_message(hear)

    page.route_web_socket(re.compile("/socket$"), answer)
