"""The load of studies/bench_server.py: its wire, its players, and a moment of play at our own server."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from spieltisch import new
from spieltisch.server.patching import Patches

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

from studies.bench_server import TARGET_FRAME, Course, OurDice, OurHouse, compared, of_tree, saturated  # noqa: E402
from studies.simulated_players import MOVES, Hall, PeerPlayer, Sample, Wire, patched, percentile  # noqa: E402


class Sink:
    def __init__(self) -> None:
        self.data = b""

    def write(self, data: bytes) -> None:
        self.data += data

    def taken(self) -> bytes:
        data, self.data = self.data, b""
        return data


class Line:
    """A wire and the server at its other end, without a network between them."""

    def __init__(self, *, deflate: bool = False, refuse: bool = False) -> None:
        self.texts: list[tuple[str, int]] = []
        self.troubles: list[str] = []
        self.opened = 0
        self.sink = Sink()
        self.wire = Wire(1, "/", opened=self._open, take=self._take, lost=self.troubles.append)
        self.wire.connection_made(self.sink)
        self.server = ServerProtocol(extensions=[ServerPerMessageDeflateFactory()] if deflate else None)
        self.server.receive_data(self.sink.taken())
        (request,) = self.server.events_received()
        assert isinstance(request, Request)
        self.server.send_response(self.server.reject(403, "no") if refuse else self.server.accept(request))

    def _open(self) -> None:
        self.opened += 1

    def _take(self, text: str, size: int) -> None:
        self.texts.append((text, size))

    def arrive(self, step: int = 1_000_000) -> int:
        """What the server has to send, in such pieces; how much it was."""
        data = b"".join(self.server.data_to_send())
        for at in range(0, len(data), step):
            self.wire.data_received(data[at : at + step])
        return len(data)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
@pytest.mark.parametrize("step", [7, 101, 1_000_000])
def test_a_frame_is_read_whole_and_weighed_however_it_arrives(size: int, step: int) -> None:
    line = Line()
    for _ in range(2):
        line.server.send_text(b"x" * size)
    line.arrive(step)
    assert line.opened == 1
    assert line.texts == 2 * [("x" * size, size + (2 if size < 126 else 4 if size < 65_536 else 10))]
    assert not line.troubles


def test_a_compressed_frame_is_weighed_as_it_came() -> None:
    line = Line(deflate=True)
    line.arrive()
    line.server.send_text(b"x" * 1000)
    came = line.arrive()
    assert line.texts == [("x" * 1000, came)]
    assert came < 100


def test_what_is_sent_arrives_and_is_counted_and_pings_are_answered() -> None:
    line = Line(deflate=True)
    line.arrive()
    before = line.wire.sent
    line.wire.send("roll")
    assert line.wire.sent - before == len(line.sink.data)
    line.server.send_ping(b"")
    line.arrive()
    line.server.receive_data(line.sink.taken())
    text, pong = line.server.events_received()
    assert isinstance(text, Frame) and isinstance(pong, Frame)
    assert (text.data, pong.opcode) == (b"roll", Opcode.PONG)
    assert not line.troubles


def test_a_closed_connection_is_trouble() -> None:
    line = Line()
    line.server.send_close(1000)
    line.arrive()
    assert line.troubles


def test_a_refused_socket_is_trouble() -> None:
    line = Line(refuse=True)
    line.arrive()
    assert line.troubles
    assert not line.opened


@pytest.mark.parametrize("game", sorted(MOVES))
def test_players_play_legal_moves_to_the_end_and_patches_lead_to_the_same_view(game: str) -> None:
    table, luck = new(game, players=2, seed=1), random.Random(1)
    known: Any = None
    before: Any = None
    while table.waiting:
        seat = table.waiting[0]
        view = table.view(seat)
        known = _sent(view) if before is None else patched(known, json.loads(Patches().patch(before, view) or "{}"))
        before = view
        assert known == _sent(view)
        table.play(MOVES[game](known, luck))
    assert table.outcome is not None


def _sent(value: Any) -> Any:
    """As it arrives at the other end."""
    from pydantic_core import to_json

    return json.loads(to_json(value))


def test_a_player_of_the_peer_answers_pings_and_moves_when_it_is_on_turn() -> None:
    player, line = PeerPlayer("match", "1", "secret"), Line()
    line.arrive()
    player.wire = line.wire
    assert not player.take("2")
    line.server.receive_data(line.sink.taken())
    assert [bytes(frame.data) for frame in line.server.events_received() if isinstance(frame, Frame)] == [b"3"]
    state = {"_stateID": 4, "ctx": {"currentPlayer": "1"}, "G": {"phase": "mark", "unused": [1, 1, 1, 1, 0, 0]}}
    assert player.take(f"42/dice,{json.dumps(['update', 'match', state, []])}")
    assert (player.version, player.decides, player.over) == (4, True, False)
    name, action, version, match, seat = json.loads(player.move(random.Random(1)).removeprefix("42/dice,"))
    assert (name, version, match, seat) == ("update", 4, "match", "1")
    assert action["payload"] == {"type": "score", "args": [], "playerID": "1", "credentials": "secret"}
    state["ctx"] = {"currentPlayer": "1", "gameover": {"winner": 0}}
    player.take(f"42/dice,{json.dumps(['update', 'match', state, []])}")
    assert player.over and not player.decides


def test_a_percentile_is_a_value_that_occurred() -> None:
    assert percentile([3.0], 99) == 3
    assert percentile(list(range(1, 101)), 50) == 50
    assert percentile(list(range(1, 101)), 99) == 99


def test_a_few_tables_at_our_server(tmp_path: Path) -> None:
    house = OurDice(tmp_path / "house")

    async def visit() -> Sample:
        hall = Hall(house, "test")
        await hall.open(3)
        sample = await hall.play(saturated, 0.2, 1.0)
        await hall.close()
        return sample

    try:
        sample = asyncio.run(visit())
    finally:
        house.close()
    assert sample.tables == 3
    assert sample.moves > 5
    assert 0 < sample.p50 <= sample.p99 <= sample.slowest < 15_000
    told = round(sample.frames_per_move * sample.moves)
    assert told >= 2 * (sample.moves - sample.tables)  # both are told of each; one at each table may be under way
    assert 0 < sample.frame < TARGET_FRAME
    assert asdict(sample)["memory"] > 10


def test_the_server_of_another_checkout_is_compared_with_ours(tmp_path: Path) -> None:
    """Its own players know how to read what it shows."""
    tree = tmp_path / "before"
    (tree / "studies").mkdir(parents=True)
    players = 'MOVES = {"genial_dice": lambda view, luck: view["what it was called then"]}\n'
    (tree / "studies" / "simulated_players.py").write_text(players, encoding="utf-8")
    kind = of_tree(OurDice, tree)
    assert (kind.tree, kind.name) == (tree, "ours, dice (before)")
    assert kind.moves["genial_dice"]({"what it was called then": "stop"}, random.Random(1)) == "stop"
    house, ours = object.__new__(kind), object.__new__(OurDice)
    assert house.environment()["PYTHONPATH"] == str(tree / "src")
    assert ours.environment().get("PYTHONPATH") != str(tree / "src")

    def course(kind: type[OurHouse], value: float) -> Course:
        numbers: dict[str, Any] = {**dict.fromkeys(Sample.__dataclass_fields__, value), "tables": 10}
        sample = Sample(**numbers)
        return Course(kind.name, kind.note, {(10, "busy"): sample})

    courses = {"dice": [course(OurDice, 4.0)], "dice of before": [course(kind, 8.0)], "memory": [course(OurDice, 1.0)]}
    assert list(compared(courses)) == [
        "ours, dice (before) -> ours, dice, 10 busy: moves/s 8 -> 4, p50 8.00 -> 4.00, p99 8.0 -> 4.0, "
        "CPU ms/move 8.000 -> 4.000"
    ]
