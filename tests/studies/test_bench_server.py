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

from spieltisch import new
from spieltisch.server.wire import patch

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

from studies.bench_server import TARGET_FRAME, OurDice, saturated  # noqa: E402
from studies.simulated_players import MOVES, Hall, PeerPlayer, Sample, Wire, patched, percentile  # noqa: E402


class Frames:
    """What a wire made of the bytes that it was given."""

    def __init__(self) -> None:
        self.texts: list[tuple[str, int]] = []
        self.troubles: list[str] = []
        self.opened = 0
        self.wire = Wire(1, "/", opened=self._open, take=self._take, lost=self.troubles.append)
        self.wire.connection_made(Sink())

    def _open(self) -> None:
        self.opened += 1

    def _take(self, text: str, size: int) -> None:
        self.texts.append((text, size))


class Sink:
    def __init__(self) -> None:
        self.data = b""

    def write(self, data: bytes) -> None:
        self.data += data


HEAD = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
@pytest.mark.parametrize("step", [1, 7, 1_000_000])
def test_a_frame_is_read_whole_however_it_arrives(size: int, step: int) -> None:
    if size > 125 and step == 1:
        step = 101
    head = {0: b"", 125: b""}.get(size, b"\x7e" if size < 65_536 else b"\x7f")
    width = 0 if size < 126 else 2 if size < 65_536 else 8
    length = bytes([size]) if not width else head + size.to_bytes(width, "big")
    data = HEAD + 2 * (b"\x81" + length + b"x" * size)
    frames = Frames()
    for at in range(0, len(data), step):
        frames.wire.data_received(data[at : at + step])
    assert frames.opened == 1
    assert frames.texts == 2 * [("x" * size, 1 + len(length) + size)]
    assert not frames.troubles


def test_a_closed_connection_is_trouble() -> None:
    frames = Frames()
    frames.wire.data_received(HEAD + b"\x88\x02\x03\xe8")
    assert frames.troubles


def test_a_refused_socket_is_trouble() -> None:
    frames = Frames()
    frames.wire.data_received(b"HTTP/1.1 403 Forbidden\r\n\r\n")
    assert frames.troubles


@pytest.mark.parametrize("game", sorted(MOVES))
def test_players_play_legal_moves_to_the_end_and_patches_lead_to_the_same_view(game: str) -> None:
    table, luck = new(game, players=2, seed=1), random.Random(1)
    known: Any = None
    before: Any = None
    while table.waiting:
        seat = table.waiting[0]
        view = table.view(seat)
        known = _sent(view) if before is None else patched(known, _sent(patch(before, view)) or {})
        before = view
        assert known == _sent(view)
        table.play(MOVES[game](known, luck))
    assert table.outcome is not None


def _sent(value: Any) -> Any:
    """As it arrives at the other end."""
    from pydantic_core import to_json

    return json.loads(to_json(value))


def test_a_player_of_the_peer_answers_pings_and_moves_when_it_is_on_turn() -> None:
    player, sink = PeerPlayer("match", "1", "secret"), Sink()
    player.wire = Wire(1, "/", opened=player.hello, take=lambda *_: None, lost=pytest.fail)
    player.wire.transport = sink  # type: ignore[assignment]
    assert not player.take("2")
    assert sink.data.endswith(b"3")
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
    assert sample.frames_per_move >= 2
    assert 0 < sample.frame < TARGET_FRAME
    assert asdict(sample)["memory"] > 10
