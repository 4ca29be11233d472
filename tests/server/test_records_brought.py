"""A record from elsewhere: it becomes a table that is over, if it is whole, as it was written, and by the rules."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from server.serving import Opened, Refusal, ThreadHouse
from spieltisch.records import Record
from spieltisch.referee import Table
from spieltisch.speech import LANGUAGES, Say
from spieltisch.tables import importing

GOLDEN = Path(__file__).parent.parent / "golden"
NAMES = ["genial-base-2", "genial_dice-base-3", "high_score-base-2", "brilliant-solo-1"]


def text(name: str) -> str:
    return (GOLDEN / f"{name}.json").read_text(encoding="utf-8")


def brought(house: ThreadHouse, record: str, language: str = "en") -> Opened:
    answer = house.ask("POST", f"records?lang={language}", {"record": record})
    keys = {each["seat"]: each["key"] for each in answer["seats"]}
    return Opened(house, answer["table"], answer["host"], answer["commitment"], keys)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_that_is_brought_is_a_table_that_is_over(house: ThreadHouse, name: str) -> None:
    record = Record.from_json(text(name))
    table = brought(house, text(name))
    for _ in range(2):
        scene = table.scene(0)
        assert (scene["stage"], scene["events"]) == ("over", len(record.log))
        assert scene["ending"]["places"] == list(record.outcome.places if record.outcome else ())
        middle = table.ask("GET", f"positions/{len(record.log) // 2}", seat=0)
        assert middle["event"] == len(record.log) // 2
        house.forget(table.table)  # and so it is after a restart
    assert not table.ask("GET", "review")["asked"]
    again = Record.from_json(json.dumps(table.ask("GET", "record", seat=0)))
    assert (again.log, again.outcome, again.game) == (record.log, record.outcome, record.game)


def test_whoever_has_brought_a_record_can_play_the_same_game_from_the_beginning(house: ThreadHouse) -> None:
    table = brought(house, text("genial_dice-base-2"))
    with table.player(0) as anna:
        anna.ask("rematch")
    scene = table.next().scene(0)
    assert (scene["stage"], scene["branch"]) == ("gathering", None)


def test_many_records_at_once_are_read_one_after_the_other(house: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crowd of them must not take the processor from those who play."""
    reading, together = 0, list[int]()

    def slowly(record: str, language: str) -> Table:
        nonlocal reading
        reading += 1
        together.append(reading)
        time.sleep(0.05)
        reading -= 1
        return importing.checked(record, language)

    monkeypatch.setattr("spieltisch.server.app.checked", slowly)
    with ThreadPoolExecutor(3) as several:
        list(several.map(lambda name: brought(house, text(name)), ["high_score-base-2"] * 3))
    assert together == [1, 1, 1]


def changed(record: str, **fields: Any) -> str:
    return json.dumps({**json.loads(record), **fields})


def of_the_house(house: ThreadHouse) -> str:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    house.play_to_the_end(table.table)
    return json.dumps(table.ask("GET", "record", seat=0))


def test_a_record_of_the_house_comes_back_and_a_forged_one_does_not(house: ThreadHouse) -> None:
    record = of_the_house(house)
    assert brought(house, record).scene(0)["stage"] == "over"
    for forged in (changed(record, seats=["Eve", "Ben"]), changed(record, digest="0" * 64)):
        for language in LANGUAGES:
            with pytest.raises(Refusal, match=Say(language)("record_was_changed")):
                brought(house, forged, language)


LOG = json.loads(text("genial_dice-base-2"))["log"]
POOR = {
    "nothing": ("", "record_is_no_json"),
    "a letter": ("Dear Anna", "record_is_no_json"),
    "deep brackets": ("[" * 50_000, "record_is_no_json"),
    "another file": ('{"format": "chess"}', "record_is_none"),
    "another game": (changed(text("genial_dice-base-2"), game="chess"), "record_is_not_known_here"),
    "another variant": (changed(text("genial_dice-base-2"), variant="night"), "record_is_not_known_here"),
    "no outcome": (changed(text("genial_dice-base-2"), log=LOG[:-1], outcome=None), "record_goes_on"),
    "too long": (changed(text("genial_dice-base-2"), log=[[0, "r"]] * 3001), "record_has_too_many_events"),
    "won by another": (
        changed(text("genial_dice-base-2"), outcome={"places": [1, 0], "points": [0, 0], "paragraph": "§6"}),
        "record_outcome",
    ),
}


@pytest.mark.parametrize("poor", POOR)
def test_what_is_no_such_record_is_refused_in_one_sentence_of_every_language(house: ThreadHouse, poor: str) -> None:
    record, key = POOR[poor]
    for language in LANGUAGES:
        with pytest.raises(Refusal) as refusal:
            brought(house, record, language)
        assert refusal.value.text == Say(language)(key, most=importing.MOST_EVENTS)


def test_hostile_moves_and_names_are_shown_harmless_and_short(house: ThreadHouse) -> None:
    hostile = "\x1b]0;owned\x07\u202e" + "x" * 2000
    with pytest.raises(Refusal) as refusal:
        brought(house, changed(text("genial_dice-base-2"), log=[[-1, hostile], *LOG[1:]]))
    assert refusal.value.text.isprintable()
    assert len(refusal.value.text) < 300
    table = brought(house, changed(text("genial_dice-base-2"), seats=[hostile, "<b>Ben</b>"]))
    names = [seat["name"] for seat in table.scene(0)["seats"]]
    assert all(name.isprintable() and 0 < len(name) <= 14 for name in names)


def test_a_body_that_is_too_large_is_refused(house: ThreadHouse) -> None:
    with pytest.raises(Refusal):
        brought(house, " " * 100_000)
