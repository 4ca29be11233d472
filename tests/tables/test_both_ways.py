"""Browser and terminal at the same table: begun here, gone on with there, and back."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from server.serving import Opened, Refusal, ThreadHouse
from spieltisch.cli import cli
from spieltisch.speech import Say
from spieltisch.tables.chain import chained
from terminal.kept import tables

say = Say("en")
Run = Callable[..., Result]
DICE = "play genial_dice --seat me --seat me --name Anna --name Ben"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def run(data: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    for name in ("LC_ALL", "LC_MESSAGES", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("SPIELTISCH_DATA", str(data))

    def run(command: str, *lines: str) -> Result:
        return CliRunner().invoke(cli, command.split(), input="".join(f"{line}\n" for line in lines))

    return run


def opened_by_the_house(house: ThreadHouse, *who: str, game: str = "genial_dice") -> Opened:
    """As the page does it that has the key of the house."""
    seats = [{"who": "person", "name": each} if each[0].isupper() else {"who": each} for each in who]
    answer = house.ask("POST", "tables", {"game": game, "variant": "base", "seats": seats}, house.key)
    keys = {each["seat"]: each["key"] for each in answer["seats"] if each["key"]}
    invites = {each["seat"]: each["invite"] for each in answer["seats"] if each["invite"]}
    return Opened(house, answer["table"], answer["host"], answer["commitment"], keys, invites)


def mine(house: ThreadHouse) -> list[Opened]:
    """What the lobby lists, with the keys that it gets."""
    found = house.ask("GET", "mine", key=house.key)["tables"]
    return [
        Opened(house, each["table"], each["host"], keys={seat["seat"]: seat["key"] for seat in each["seats"]})
        for each in found
    ]


def test_a_game_begun_in_the_browser_goes_on_in_the_terminal_and_back_ends_and_replays(
    house: ThreadHouse, run: Run
) -> None:
    table = opened_by_the_house(house, "Anna", "Ben").make_ready()
    table.play(0, "roll")
    there = run("resume", "log", "stop", "quit")
    assert there.exit_code == 0, there.output
    assert re.search(r"Anna +roll", there.output)
    assert f"spieltisch resume {table.table}" in there.output
    with table.player(0, 1) as browser:
        moves = [event["move"] for event in table.ask("GET", "events")["events"] if event["seat"] == 0]
        assert moves == ["roll", "stop"]
        browser.play(seat=table.waiting()[0])
        assert run("resume", "1", "quit").exit_code == 0
    house.play_to_the_end(table.table)
    assert run("resume").exit_code == 1, "nothing is left to go on with"
    assert "wins" in run(f"resume {table.table}").output or "marked all" in run(f"resume {table.table}").output
    log = house.ask("GET", f"tables/{table.table}/record")["log"]
    replayed = run(f"replay {table.table} --all")
    assert replayed.exit_code == 0
    assert replayed.output.count(f"/{len(log)} ─") == len(log) + 1
    checked = run(f"verify {table.table}")
    assert checked.exit_code == 0, checked.output


def test_a_game_begun_in_the_terminal_is_listed_in_the_browser_and_goes_on_there(house: ThreadHouse, run: Run) -> None:
    run(DICE, "roll", "quit")
    (table,) = mine(house)
    assert table.keys.keys() == {0, 1}
    assert table.scene(0)["seats"][0]["yours"]
    with table.player(0, host=True) as anna:
        assert anna.scene["host"]
        anna.play("stop")
    result = run("resume", "log", "quit")
    assert re.search(r"Anna +stop", result.output)


def test_who_watches_in_the_browser_sees_the_terminals_moves_without_asking(house: ThreadHouse, run: Run) -> None:
    run(DICE, "quit")
    (table,) = mine(house)
    with table.player() as spectator:
        run("resume", "stop", "quit")
        scene = spectator.until(lambda scene: any(line["seat"] == 0 for line in scene["log"]))
        assert scene["log"][-1]["text"]


def test_the_terminal_does_not_play_for_somebody_who_came_with_an_invitation(
    house: ThreadHouse, run: Run, data: Path
) -> None:
    table = opened_by_the_house(house, "Anna", "open").make_ready()
    waits = run("resume", "stop")
    assert waits.exit_code == 0
    assert "Waiting for Player 2." in waits.output
    table.sit(1, "Ben")
    there = run("resume", "stop", "score")
    assert "Waiting for Ben." in there.output, there.output
    assert tables(data)[0].deciding() == [1]
    table.play(1, "stop")
    assert re.search(r"Ben +stop", run("resume", "log", "quit").output)
    assert all(1 not in each.keys for each in mine(house))


def test_a_friend_in_the_browser_is_asked_before_the_terminal_takes_something_back(
    house: ThreadHouse, run: Run, data: Path
) -> None:
    table = opened_by_the_house(house, "Anna", "open").make_ready()
    table.sit(1, "Ben")
    result = run("resume", "roll", "undo")
    assert "Asked: Ben. Ctrl-C withdraws the wish." in result.output, result.output
    with table.player(1) as ben:
        assert ben.scene["wish"]["seat"] == 0
        ben.ask("agree", seat=1, yes=True)
    assert all(event.move != "roll" for event in tables(data)[0].playthrough.log)


def test_who_plays_at_the_terminal_learns_that_a_bot_stands_in(house: ThreadHouse, run: Run) -> None:
    table = opened_by_the_house(house, "Anna", "open").make_ready()
    table.sit(1, "Ben")
    with table.player(1) as ben:
        ben.ask("replace", seat=1, bot="greedy")
    result = run("resume", "roll", "quit")
    assert result.output.count(say("bot_stands_in", name="Ben")) == 1, result.output
    with table.player(1) as ben:
        ben.ask("return", seat=1)
    assert say("has_returned", name="Ben") in run("resume", "quit").output


def test_a_running_game_with_a_friend_is_not_told_whole(house: ThreadHouse, run: Run, tmp_path: Path) -> None:
    table = opened_by_the_house(house, "Anna", "open", game="genial").make_ready()
    table.sit(1, "Ben")
    result = run(f"replay {table.table} --all")
    assert (result.exit_code, result.output.strip()) == (1, say("record_tells_secrets"))
    result = run("resume", f"save {tmp_path / 'copy.json'}", "quit")
    assert result.exit_code == 0, result.output
    assert not (tmp_path / "copy.json").exists()


def test_what_real_dice_show_is_typed_in_the_terminal_or_tapped_in_the_browser(house: ThreadHouse, run: Run) -> None:
    run(f"{DICE} --real-dice", "rgbo", "quit")
    (table,) = mine(house)
    scene, spectator = table.scene(0), table.scene()
    assert scene["ask"] == "Anna rolls: tap what the dice show." and scene["real"]["by"] == [0, 1]
    assert spectator["ask"] == say("waits_for", names="Anna")
    assert (scene["dice"]["commitment"], scene["dice"]["secret"]) == ("", None)
    (summary,) = house.ask("POST", "summaries", {"tables": [table.table]})["tables"]
    assert summary["waiting"] == [0]
    with table.player(0) as anna:
        anna.ask("show", seat=0, move={"kind": "fall", "dice": "rrbb"})
    assert table.scene(0)["seats"][0]["decides"]
    table.play(0, "roll")
    run("resume", "gggg", "quit")
    assert table.scene(0)["seats"][0]["decides"]


@pytest.mark.parametrize("key", [None, "x", "0" * 32])
def test_only_whoever_has_the_key_of_the_house_learns_the_keys_of_its_seats(house: ThreadHouse, key: Any) -> None:
    opened_by_the_house(house, "Anna", "Ben")
    with pytest.raises(Refusal, match=say("only_the_house")) as refused:
        house.ask("GET", "mine", key=key)
    assert refused.value.status == 403


def test_a_key_that_is_not_even_ascii_is_just_a_wrong_one(house: ThreadHouse) -> None:
    headers = {b"Authorization": "Bearer ключ".encode()}
    assert house.http.get("/api/mine", headers=headers).status_code == 403
    wanted = {"game": "genial_dice", "variant": "base", "seats": [{"who": "person"}, {"who": "random"}]}
    assert house.http.post("/api/tables", json=wanted, headers=headers).is_success


@pytest.mark.parametrize("language", ["de", "en", "it"])
@pytest.mark.parametrize("command", ["resume", "replay"])
def test_a_table_that_is_not_there_is_told_in_the_language_of_who_asks(
    house: ThreadHouse, run: Run, command: str, language: str
) -> None:
    result = run(f"{command} nosuch --lang {language}")
    assert (result.exit_code, result.output.strip()) == (1, Say(language)("no_such_table"))


@pytest.mark.parametrize("held", [False, True], ids=["on disk", "in memory"])
@pytest.mark.parametrize("wrong", ["no such game", "no such entry"])
def test_a_table_that_cannot_be_read_stands_in_nobodys_way(
    house: ThreadHouse, run: Run, data: Path, wrong: str, held: bool
) -> None:
    bad, good, other = (opened_by_the_house(house, "Anna", "Ben").make_ready() for _ in range(3))
    with closing(sqlite3.connect(data / "tables.sqlite")) as disk, disk:
        if wrong == "no such game":
            log = disk.execute("SELECT body FROM entries WHERE table_id = ? ORDER BY number", (bad.table,))
            bodies = [body.replace('"genial_dice"', '"nim"') for (body,) in log]
            for row in chained(bad.table, house.room(bad.table).table.opened.secret, bodies):
                change = "UPDATE entries SET body = ?, head = ? WHERE table_id = ? AND number = ?"
                disk.execute(change, (row.body, row.head, bad.table, row.number))
        else:
            numbered = (bad.table, house.room(bad.table).table.version)
            disk.execute("INSERT INTO entries VALUES (?, ?, 0, '{\"kind\": \"of tomorrow\"}', '')", numbered)
    if not held:
        house.forget(bad.table)
    assert {each.table for each in mine(house)} == {good.table, other.table}
    names = [bad.table, good.table, other.table]
    answer = house.ask("POST", "summaries", {"tables": names})
    damaged = wrong == "no such entry"
    assert answer["damaged"] == names[:damaged]
    assert house.ask("GET", "mine", key=house.key)["damaged"] == names[:damaged]
    assert [each["table"] for each in answer["tables"]] == (names if held and not damaged else names[1:])
    result = run("resume", "1", "quit")
    assert result.exit_code == 0, result.output
    assert (say("table_damaged", table=bad.table) in " ".join(result.output.split())) == damaged


def test_tables_of_others_are_not_the_houses(house: ThreadHouse, run: Run) -> None:
    house.open("genial_dice", "Anna", "Ben").make_ready()
    assert mine(house) == []
    assert run("resume").exit_code == 1
