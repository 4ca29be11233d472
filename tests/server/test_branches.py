"""Playing on from a position of another game: what is given, what is new, and that its dice can still be checked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from server.serving import Opened, Refusal, ThreadHouse
from setups import Setup, every_variant
from spieltisch.cli import cli
from spieltisch.contract import Trouble
from spieltisch.records import Record
from spieltisch.speech import Say
from spieltisch.verify import findings

say = Say("en")


@pytest.fixture(scope="module")
def over(house: ThreadHouse) -> Opened:
    """Anna has played against a bot that plays at random."""
    table = house.open("genial", "Anna", "random").make_ready()
    house.play_to_the_end(table.table)
    return table


def branch(table: Opened, event: int, seat: int = 0, bot: str = "random", **more: Any) -> Opened:
    answer = table.ask("POST", "branches", {"event": event, "seat": seat, "bot": bot, **more})
    keys = {each["seat"]: each["key"] for each in answer["seats"] if each["key"]}
    return Opened(table.house, answer["table"], answer["host"], answer["commitment"], keys)


def record_of(table: Opened) -> Record:
    return Record.from_json(table.house.http.get(f"/api/tables/{table.table}/record").text)


@every_variant
def test_a_branch_has_the_same_past_another_future_and_dice_that_hold(house: ThreadHouse, setup: Setup) -> None:
    people = ["Anna", "Ben", "Cara", "Dario", "Eva", "Filippo"][: setup.players]
    table = house.open(setup.game, *people, variant=setup.variant).make_ready()
    house.play_to_the_end(table.table)
    original = record_of(table)
    event = len(original.log) // 2
    branched = branch(table, event, seat=setup.players - 1).make_ready()
    assert branched.scene()["branch"] == {"table": table.table, "event": event}
    house.play_to_the_end(branched.table, seed=2)
    record = record_of(branched)
    assert record.dice is not None and record.dice.given == event
    assert record.log[:event] == original.log[:event]
    assert record.log[event:] != original.log[event:]
    told = list(findings(record))
    assert all(finding.holds for finding in told)
    assert [finding.reason.values for finding in told if finding.reason.key == "verify_given"] == [{"n": event}]
    if setup.players > 1:
        assert record_of(table) == original


def test_dice_of_a_branch_that_were_changed_are_noticed(over: Opened, house: ThreadHouse) -> None:
    branched = branch(over, 30).make_ready()
    house.play_to_the_end(branched.table)
    record = record_of(branched)
    document = json.loads(record.to_json())
    document["dice"]["given"] = 0
    assert not all(finding.holds for finding in findings(Record.from_json(json.dumps(document))))
    for wrong in (-1, len(record.log) + 1, "30", True):
        document["dice"]["given"] = wrong
        with pytest.raises(Trouble, match="damaged"):
            Record.from_json(json.dumps(document))


def test_the_command_says_that_the_beginning_is_given(over: Opened, house: ThreadHouse, tmp_path: Any) -> None:
    branched = branch(over, 30).make_ready()
    house.play_to_the_end(branched.table)
    file = tmp_path / "record.json"
    record_of(branched).save(file)
    result = CliRunner().invoke(cli, ["verify", str(file), "--lang", "en", "--no-color"])
    assert result.exit_code == 0, result.output
    assert say("verify_given", n=30) in " ".join(result.output.split())


def test_whoever_branches_off_takes_a_seat_and_bots_the_others(over: Opened) -> None:
    branched = branch(over, 25, seat=1, bot="greedy", name="Ada", coach=True)
    seats = branched.scene(1)["seats"]
    assert [(seat["name"], seat["who"], seat["coach"]) for seat in seats] == [
        ("Anna", "greedy", False),
        ("Ada", "person", True),
    ]
    assert [seat["yours"] for seat in seats] == [False, True]
    assert branched.ask("GET", "", seat=1)["scene"]["stage"] == "gathering"
    assert branch(over, 25, seat=1).scene()["seats"][1]["name"] == "Lino"


def test_bots_play_on_from_there(over: Opened) -> None:
    branched = branch(over, 20).make_ready()
    with branched.player(0) as anna:
        anna.until(lambda scene: scene["seats"][0]["decides"])
        before = anna.scene["events"]
        anna.play()
        anna.until(lambda scene: scene["events"] > before + 1 and scene["seats"][0]["decides"])


def test_what_is_given_cannot_be_taken_back(over: Opened) -> None:
    branched = branch(over, 20).make_ready()
    with branched.player(0) as anna:
        anna.until(lambda scene: scene["seats"][0]["decides"])
        if all(line["event"] < 20 or line["seat"] != 0 for line in anna.scene["log"]):
            assert not anna.scene["may_undo"]
            with pytest.raises(Refusal, match=say("nothing_to_undo")):
                anna.ask("undo", seat=0)
        anna.play()
        anna.until(lambda scene: scene["may_undo"])
        anna.ask("undo", seat=0)
        assert anna.up_to_date()["events"] >= 20


def test_a_branch_survives_a_restart(over: Opened, house: ThreadHouse) -> None:
    branched = branch(over, 20, coach=True).make_ready()
    before = [branched.scene(seat) for seat in (None, 0)]
    house.forget(branched.table)
    after = [branched.scene(seat) for seat in (None, 0)]
    assert [scene["branch"] for scene in after] == [scene["branch"] for scene in before]
    assert [scene["log"][:3] for scene in after] == [scene["log"][:3] for scene in before]


def test_played_again_it_begins_at_the_same_position(over: Opened, house: ThreadHouse) -> None:
    branched = branch(over, 20).make_ready()
    house.play_to_the_end(branched.table)
    with branched.player(0) as anna:
        anna.ask("rematch")
    again = branched.next()
    assert again.scene()["branch"] == {"table": over.table, "event": 20}
    again.make_ready(0)
    assert record_of_log(again, 20) == record_of_log(branched, 20)


def record_of_log(table: Opened, events: int) -> list[Any]:
    told = table.ask("GET", "events", seat=0)["events"][:events]
    return [(event["seat"], event["move"]) for event in told if event["move"] != "?"][:8]


def test_a_branch_is_marked_in_the_list(over: Opened) -> None:
    branched = branch(over, 3)
    told = over.house.ask("POST", "summaries", {"tables": [over.table, branched.table]})["tables"]
    assert [summary["branch"] for summary in told] == [False, True]


def test_a_running_game_is_branched_only_by_whoever_sees_it_all(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "Ben").make_ready()
    keys = list(table.keys.values())
    for some in ([], keys[:1], [keys[0], keys[0], table.host], ["x", keys[1]]):
        with pytest.raises(Refusal, match="once the game is over") as refused:
            branch(table, 5, keys=some)
        assert refused.value.status == 409
    assert branch(table, 5, keys=keys).scene()["branch"]["event"] == 5
    against_a_bot = house.open("genial", "Anna", "random").make_ready()
    with pytest.raises(Refusal, match="once the game is over"):
        branch(against_a_bot, 5, keys=[*against_a_bot.keys.values(), against_a_bot.host])


def test_a_branch_that_cannot_be_is_refused_in_one_sentence(over: Opened) -> None:
    last = over.scene()["events"]
    for event, match in ((last, "already over"), (last + 1, "no position"), (100_000, "no position")):
        with pytest.raises(Refusal, match=match):
            branch(over, event)
    with pytest.raises(Refusal, match="seats 0 to 1"):
        branch(over, 3, seat=2)
    with pytest.raises(Refusal, match="no bot 'Deep Thought'"):
        branch(over, 3, bot="Deep Thought")
    for wrong in ({"event": -1}, {"seat": 6}, {"keys": ["x"] * 9}, {"more": 1}, {"event": None}):
        with pytest.raises(Refusal) as refused:
            over.ask("POST", "branches", {"event": 3, "seat": 0, "bot": "random", **wrong})
        assert refused.value.status == 422
