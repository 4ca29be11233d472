"""studies/fuzz.py: ten thousand inputs do no harm, and the study would notice if they did."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from spieltisch.server import wire
from spieltisch.server.scenes import Scenes
from spieltisch.server.talk import Talk
from trying import thorough

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

from studies.fuzz import EPISODE, FLAT, Report, _missing, fuzz, replay  # noqa: E402
from studies.fuzzing.inputs import Input, Known, Maker, Offers, changed  # noqa: E402

INPUTS = 10_000


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELTISCH_COMPILED", "0")


@thorough
def test_ten_thousand_inputs_reach_every_message_and_do_no_harm(tmp_path: Path) -> None:
    """No 5xx, nothing logged, nothing left over, every kind reached, and the honest game goes on."""
    report = asyncio.run(fuzz(INPUTS, "test", kept_in=tmp_path))
    assert report.trouble == ""
    assert report.inputs >= INPUTS
    assert report.honest >= INPUTS // 500
    assert {do for do in report.reached if " " not in do} == messages().keys()


def messages() -> dict[str, Any]:
    mapping: dict[str, Any] = wire.READ.json_schema()["discriminator"]["mapping"]
    return mapping


@thorough
def test_a_mistake_is_noticed_shrunk_and_can_be_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forgets_that_there_may_be_no_event(scenes: Scenes, eyes: Any, event: int | None) -> Any:
        return scenes.table.playthrough.log[event]  # type: ignore[index]

    monkeypatch.setattr("studies.fuzz.EPISODE", 150)
    monkeypatch.setattr("studies.fuzz.MOST_TRIES", 14)
    monkeypatch.setattr(Scenes, "why", forgets_that_there_may_be_no_event)
    report = asyncio.run(fuzz(2000, "mistake", kept_in=tmp_path))
    assert "Error" in report.trouble
    kept = json.loads(Path(report.kept).read_text(encoding="utf-8"))
    inputs = [Input(**each) for each in kept["inputs"]]
    assert len(inputs) < 60  # of 150
    assert asyncio.run(replay(inputs, kept["seed"]))
    monkeypatch.undo()
    assert asyncio.run(replay(inputs, kept["seed"])) == ""


@thorough
def test_tasks_that_nobody_ends_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studies.fuzz.PATIENCE", 2.0)
    forgotten = list[asyncio.Task[None]]()

    async def why(talk: Talk, message: wire.AskWhy) -> None:
        forgotten.append(asyncio.create_task(asyncio.sleep(3600)))

    monkeypatch.setitem(Talk._QUESTIONS, wire.AskWhy, (Talk._QUESTIONS[wire.AskWhy][0], why))
    report = asyncio.run(fuzz(1500, "tasks", kept_in=tmp_path))
    assert "tasks are left over" in report.trouble


def test_a_house_that_goes_on_growing_is_told_from_one_that_fills_what_it_keeps() -> None:
    """Half a megabyte an episode, as long as it runs; or until there is enough."""
    offers = Offers({"paths": {}, "components": {"schemas": {}}}, {"$defs": {}, "discriminator": {"mapping": {}}})
    grows, fills = ([300 + min(0.5 * k, most) for k in range(1000)] for most in (1000.0, 150.0))
    growing, filling = (Report("", inputs=500_000, memory=memory) for memory in (grows, fills))
    assert _missing(growing, offers) == "the memory has grown by 250 MB in the second half"
    assert _missing(filling, offers) == ""
    assert filling.flat_after == (300 - 2 * FLAT) * EPISODE


def test_what_the_schemas_allow_is_made_and_read() -> None:
    """Of every message, at least now and then: a schema cannot say everything."""
    document = wire.READ.json_schema()
    maker = Maker(document["$defs"], Known(), random.Random(1))
    for do, where in messages().items():
        made = [maker.value(document["$defs"][where.rsplit("/", 1)[1]]) for _ in range(50)]
        read = [wire.READ.validate_json(json.dumps(each)) for each in made]
        assert {each.do for each in read} == {do}


def test_a_change_changes_something() -> None:
    luck, known, message = random.Random(1), Known(), {"do": "play", "id": "1", "seat": 0, "move": "roll"}
    others = [changed(message, luck, known) for _ in range(200)]
    assert sum(other != message for other in others) > 150  # nothing can be longer than itself
    assert {type(other) for other in others} >= {dict, list, str, int}


def test_what_answers_tell_is_sent_again_where_it_belongs() -> None:
    known, luck = Known(), random.Random(1)
    known.learn({"table": "brilliant-0", "seats": [{"key": "secret of a seat", "invite": None}], "host": "secret"})
    hello = wire.READ.json_schema()["$defs"]["Hello"]
    made = json.dumps([Maker({}, known, luck).value(hello) for _ in range(20)])
    assert "secret of a seat" in made
    assert (
        Offers({"paths": {}, "components": {"schemas": {}}}, wire.READ.json_schema()).messages.keys()
        == messages().keys()
    )
