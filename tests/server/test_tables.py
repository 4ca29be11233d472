"""What happens at a table: sitting down, beginning, playing, taking back, playing again, looking back."""

from __future__ import annotations

import gc
import json
import random
import sqlite3
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from server.serving import Opened, Refusal, ThreadHouse, eventually
from setups import Setup, every_plain_setup, every_variant
from spieltisch import registry, replay
from spieltisch.cli import cli
from spieltisch.contract import Refused
from spieltisch.records import Record
from spieltisch.server import rooms
from spieltisch.server.clients import Client
from spieltisch.speech import LONGEST_NAME, Say
from spieltisch.tables.entries import Readied, Undone
from spieltisch.tables.live import LiveTable
from spieltisch.tables.opening import Place, open_table
from spieltisch.tables.proposals import Proposal, act, begin
from spieltisch.tables.seats import BOT_NAMES, distinct
from spieltisch.tables.undo import undo
from spieltisch.verify import findings

say = Say("en")


def names(table: Opened) -> list[str]:
    return [seat["name"] for seat in table.scene()["seats"]]


def same_from_its_log(house: ThreadHouse, table: Opened) -> None:
    """What is in memory is a cache: read again from the log, everybody sees the same."""
    viewers = [None, *table.keys]
    before = [seen_by(table, viewer) for viewer in viewers]
    house.forget(table.table)
    assert [seen_by(table, viewer) for viewer in viewers] == before


def seen_by(table: Opened, viewer: int | None) -> Any:
    """All but who is here: that stands in no log."""
    seen, news = table.ask("GET", "", seat=viewer), table.ask("GET", "events", seat=viewer)
    return (
        {**seen["scene"], "seats": [{**seat, "here": None} for seat in seen["scene"]["seats"]]},
        seen["version"],
        news,
    )


# Sitting down


def test_the_host_gets_keys_for_persons_invitations_for_friends_and_nothing_for_bots(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "open", "greedy")
    assert table.keys.keys() == {0}
    assert table.invites.keys() == {1}
    assert len({table.host, table.keys[0], table.invites[1]}) == 3
    assert [seat["person"] for seat in table.scene()["seats"]] == [True, False, False]


def test_an_invitation_is_used_once(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "open")
    table.sit(1, "Ben")
    assert table.scene(1)["seats"][1]["yours"]
    with pytest.raises(Refusal, match=say("invitation_lapsed")) as refused:
        table.sit(1, "Eve")
    assert refused.value.status == 409
    assert names(table) == ["Anna", "Ben"]
    same_from_its_log(house, table)


def test_whoever_brings_a_key_may_sit_down_again_when_the_answer_was_lost(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "open")
    wish = {"invite": table.invites[1], "name": "Ben", "contribution": "ab", "key": "k" * 40}
    first = table.ask("POST", "sit", wish)
    assert first == {"seat": 1, "key": "k" * 40}
    version = table.ask("GET", "")["version"]
    assert table.ask("POST", "sit", wish) == first
    house.forget(table.table)
    assert table.ask("POST", "sit", wish) == first
    assert table.ask("GET", "")["version"] == version
    for other in ({"key": "e" * 40}, {"key": None}, {"invite": "x"}, {"invite": table.host}):
        with pytest.raises(Refusal, match=say("invitation_lapsed")):
            table.ask("POST", "sit", {**wish, **other})
    for weak in ("", "k" * 31, "k" * 39 + " ", "k" * 81):
        with pytest.raises(Refusal) as refused:
            table.ask("POST", "sit", {**wish, "key": weak})
        assert refused.value.status == 422
    table.keys[1] = first["key"]
    assert table.scene(1)["seats"][1]["yours"]


def test_a_wrong_invitation_opens_nothing(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "open")
    for wrong in (table.keys[0], table.host, table.table, table.invites[1][:-1], "x", ""):
        table.invites[1] = wrong
        with pytest.raises(Refusal):
            table.sit(1, "Eve")
    assert table.scene()["seats"][1]["who"] == "open"


def test_an_invitation_to_one_table_is_none_to_another(house: ThreadHouse) -> None:
    table, other = (house.open("genial", "Anna", "open") for _ in range(2))
    other.invites = table.invites
    with pytest.raises(Refusal, match=say("invitation_lapsed")):
        other.sit(1, "Eve")


def test_only_the_host_makes_a_new_invitation_and_the_old_one_lapses(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "open")
    with table.player(0) as guest, pytest.raises(Refusal, match=say("only_the_host")):
        guest.ask("invite", seat=1)
    old = table.invites[1]
    with table.player(0, host=True) as host:
        table.invites[1] = host.ask("invite", seat=1)["invite"]
        with pytest.raises(Refusal, match=say("give_up_first")):
            host.ask("invite", seat=0)
    assert table.invites[1] != old
    with pytest.raises(Refusal, match=say("invitation_lapsed")):
        table.ask("POST", "sit", {"invite": old, "name": "Eve"})
    table.sit(1, "Ben")


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Anna \t\n ", "Anna"),
        ("Anna\u202eneB", "AnnaneB"),
        ("<b>Anna</b>", "<b>Anna</b>"),
        ("An\x00na\x1b[31m", "Anna[31m"),
        ("🎲" * 40, "🎲" * LONGEST_NAME),
        ("a" * 60, "a" * LONGEST_NAME),
        ("\u200b\u200d\ufeff", "Player 1"),
        ("", "Player 1"),
    ],
)
def test_names_are_made_tidy(house: ThreadHouse, given: str, shown: str) -> None:
    assert names(house.open("genial", given, "greedy"))[0] == shown


@pytest.mark.parametrize(("language", "shown"), [("en", "Player"), ("de", "Spieler"), ("it", "Giocatore")])
def test_whoever_is_refused_reads_names_in_their_own_language(house: ThreadHouse, language: str, shown: str) -> None:
    table = house.open("genial_dice", "", "").make_ready(0, 1)
    on_turn = table.waiting()[0]
    with table.player(1 - on_turn, language=language) as other, pytest.raises(Refusal, match=f"{shown} {on_turn + 1}"):
        other.ask("play", seat=1 - on_turn, move="stop")


def test_names_are_distinct(house: ThreadHouse) -> None:
    table = house.open("brilliant", "Anna", "Anna", "open", "open", "open", "greedy")
    for seat in table.invites:
        table.sit(seat, " Anna\u200b ")
    assert names(table) == ["Anna", "Anna 2", "Anna 3", "Anna 4", "Anna 5", "Lino"]
    assert distinct("Anna", ["Anna", *(f"Anna {k}" for k in range(2, 20))]) == "Anna 20"
    same_from_its_log(house, table)


def test_bots_have_names_of_their_own_that_nobody_else_at_the_table_has(house: ThreadHouse) -> None:
    table = house.open("brilliant", "mira", "random", "random", "random", "greedy", "random")
    assert names(table) == ["mira", "Lino", "Nelo", "Pia", "Rocco", "Tilda"]
    assert len({name[0] for name in BOT_NAMES}) == len(BOT_NAMES)
    same_from_its_log(house, table)


def test_the_commitment_that_the_host_gets_is_the_one_that_everybody_sees(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "open")
    assert table.commitment == table.scene()["dice"]["commitment"]


# Beginning


def test_a_table_begins_only_when_everybody_is_ready(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben", "open")
    with pytest.raises(Refusal, match=say("game_has_not_begun")):
        table.play(0, "roll")
    for seat in (0, 1):
        scene = table.scene()
        assert (scene["stage"], scene["view"], scene["events"]) == ("gathering", None, 0)
        table.make_ready(seat)
        assert table.scene()["seats"][seat]["ready"]
    table.sit(2, "Cara")
    scene = table.scene()
    assert scene["stage"] == "playing"
    assert scene["dice"]["contributions"] == [f"{0:064x}", f"{1:064x}", "ab"]
    same_from_its_log(house, table)


def test_what_a_seat_adds_to_the_dice_stays(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready(0)
    table.ask("POST", "ready", {"contribution": "ff"}, 0)
    table.make_ready(1)
    table.ask("POST", "ready", {"contribution": "ff"}, 1)
    assert table.scene()["dice"]["contributions"] == [f"{0:064x}", f"{1:064x}"]


def test_bots_alone_begin_at_once(house: ThreadHouse) -> None:
    assert house.open("genial_dice", "random", "random").scene()["stage"] != "gathering"


def test_when_the_last_open_seat_becomes_a_bot_the_game_begins(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "open").make_ready()
    with table.player(0, host=True) as host:
        host.ask("replace", seat=1, bot="greedy")
        assert host.scene["stage"] == "playing"
        assert host.scene["seats"][1]["who"] == "greedy"


def test_two_people_at_one_screen_look_through_the_seat_that_decides(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "Ben")
    with table.player(0, 1) as both:
        both.ready()
        assert both.scene["secrets"]
        assert both.scene["looking"] == 0
        assert both.scene["view"]["racks"][0]["tiles"]
        assert not both.scene["view"]["racks"][1]["tiles"]
        both.send({"do": "look", "seat": 1})
        both.until(lambda scene: scene["looking"] == 1)
        assert not both.scene["view"]["racks"][0]["tiles"]
        assert both.scene["view"]["racks"][1]["tiles"]
        both.play(seat=0)
        both.play(seat=1)
        assert both.scene["events"] > 12


def test_at_a_table_without_secrets_the_screen_need_not_be_covered(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    with table.player(0, 1) as both, table.player(0) as one:
        assert not both.scene["secrets"]
        assert not one.scene["secrets"]


def test_everybody_sees_who_is_there(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben")
    with table.player(0) as anna:
        assert [seat["here"] for seat in anna.scene["seats"]] == [True, False]
        with table.player(1):
            anna.until(lambda scene: scene["seats"][1]["here"])
        anna.until(lambda scene: not scene["seats"][1]["here"])


def test_whoever_comes_between_two_tellings_is_told_too_when_all_is_as_it_was(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben")
    room = house.room(table.table)

    async def come_and_go() -> list[bool]:
        keys = (table.keys[0],), (table.keys[1],), ()
        anna, ben, spectator = (Client(each, room.eyes(each, "en")) for each in keys)
        await room.join(ben)
        await room.join(anna)
        await told()
        room.leave(anna)
        await room.join(spectator)
        seen = [sees_anna(spectator)]
        await room.join(anna)
        await told()
        seen.append(sees_anna(spectator))
        for client in (anna, ben, spectator):
            room.leave(client)
        return seen

    async def told() -> None:
        assert room._telling
        await room._telling

    def sees_anna(client: Client) -> bool:
        assert client._scene
        return client._scene.seats[0].here

    assert house.run(come_and_go()) == [False, True]


def test_whoever_asks_without_a_socket_is_shown_to_come_and_to_go(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "PRESENCE", 0.0)
    monkeypatch.setattr(rooms, "MOMENT", 0.2)
    table = house.open("genial_dice", "Anna", "Ben")
    with table.player(0) as anna:
        assert not anna.scene["seats"][1]["here"]
        assert not table.scene(0)["seats"][1]["here"]
        table.ask("GET", "moves", seat=1)
        anna.until(lambda scene: scene["seats"][1]["here"])
        anna.until(lambda scene: not scene["seats"][1]["here"])


def test_whoever_looks_without_a_socket_sees_who_is_there_now(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "PRESENCE", 0.0)
    monkeypatch.setattr(rooms.Room, "_tell_presence", lambda room: None)  # nobody else is told meanwhile
    table = house.open("genial_dice", "Anna", "Ben")
    room = house.room(table.table)
    with table.player(0):
        with table.player(1):
            assert table.scene()["seats"][1]["here"]
        eventually(lambda: room.here() == {0})
        assert not table.scene()["seats"][1]["here"]


# Playing


def test_a_move_is_told_to_all_and_its_answer_only_to_who_made_it(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    with table.player(0) as anna, table.player(1) as ben:
        answer = anna.play("stop")
        assert answer["type"] == "change"
        told = [json.loads(frame) for frame in ben.frames[1:]] + [ben.hear()]
        assert "done" not in told[-1]
        assert ben.scene["events"] == anna.scene["events"]
        assert ben.version == anna.version


def test_a_move_sent_again_with_the_same_id_is_played_once(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    first = table.play(0, "roll", "again")
    assert table.play(0, "roll", "again") == first
    with table.player(0) as anna:
        anna.send({"do": "play", "id": "again", "seat": 0, "move": "roll"})
        anna.heard(lambda message: message.get("done") == "again")
        assert anna.version == first["version"]
    house.forget(table.table)
    assert table.play(0, "roll", "again") == first


def test_the_ids_of_one_seat_are_none_of_another(house: ThreadHouse) -> None:
    """Two clients that both count from 1 do not swallow each other's moves."""
    table = house.open("brilliant", "Anna", "Ben").make_ready()
    table.play(0, move_id="1")
    assert table.play(1, move_id="1")["events"] == 2


def test_a_wrong_move_is_refused_with_its_paragraph_and_changes_nothing(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    with table.player(0) as anna, table.player(1) as ben:
        before = anna.until(lambda scene: scene["seats"][1]["here"])
        with pytest.raises(Refusal) as refused:
            anna.play("score")
        assert refused.value.paragraph.startswith("§")
        with pytest.raises(Refusal):
            anna.play("dance")
        with pytest.raises(Refusal, match="Anna"):
            ben.play("roll")
        with pytest.raises(Refusal, match=say("not_your_seat")):
            ben.play("roll", seat=0)
        assert anna.up_to_date() == before


def test_the_moves_that_are_listed_can_be_made_and_nobody_else_has_any(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    with table.player(0) as anna, table.player(1) as ben:
        assert set(anna.moves()) == {"roll", "stop"}
        assert ben.moves() == []
    assert table.ask("GET", "moves", seat=0)["moves"] == ["roll", "stop"]
    with pytest.raises(Refusal, match=say("not_your_seat")) as refused:
        table.ask("GET", "moves")
    assert refused.value.status == 403


def test_a_preview_says_what_a_move_would_bring_and_changes_nothing(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "Ben").make_ready()
    with table.player(0) as anna, table.player(1) as ben:
        before = anna.up_to_date()
        previews = ((move, anna.ask("preview", seat=0, move=move)) for move in anna.moves())
        move, shown = next((move, shown) for move, shown in previews if shown["sentences"])
        assert shown["picture"]
        assert anna.up_to_date() == before
        with pytest.raises(Refusal):
            anna.ask("preview", seat=0, move="rr@a1-a1")
        with pytest.raises(Refusal, match="Anna"):
            ben.ask("preview", seat=1, move=move)
        anna.play(move)
        score = next(line["event"] for line in reversed(anna.scene["log"]) if line["seat"] == 0)
        assert anna.ask("why", event=score)["sentences"] == shown["sentences"]
        assert ben.ask("why", event=score)["sentences"] == shown["sentences"]
        last = anna.scene["events"] - 1
        with pytest.raises(Refusal, match=f"There is no event 99999; they go from 0 to {last}."):
            anna.ask("why", event=99_999)
        assert anna.ask("why", event=last)["sentences"] is not None


def test_before_it_begins_there_is_nothing_to_preview_to_take_back_or_to_explain(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben")
    with table.player(0) as anna:
        assert anna.moves() == []
        assert anna.ask("why", event=0)["sentences"] == []
        for do, more in (("preview", {"move": "roll"}), ("play", {"move": "roll"}), ("undo", {})):
            with pytest.raises(Refusal):
                anna.ask(do, seat=0, **more)
        with pytest.raises(Refusal, match=say("game_is_not_over")):
            anna.ask("rematch")
        assert anna.up_to_date()["stage"] == "gathering"


def test_gestures_reach_everybody_and_come_only_from_ones_own_seat(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben")
    with table.player(0) as anna, table.player(1) as ben, table.player() as spectator:
        anna.send({"do": "gesture", "seat": 0, "gesture": "applause"})
        ben.send({"do": "gesture", "seat": 0, "gesture": "oops"})
        spectator.send({"do": "gesture", "seat": 0, "gesture": "oops"})
        for someone in (anna, ben, spectator):
            someone.up_to_date()
        spectator.up_to_date()
        assert anna.gestures == ben.gestures == spectator.gestures == [(0, "applause")]
        assert say("not_your_seat") in "".join(ben.frames)


def test_the_language_can_change_at_any_moment(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    with table.player(0) as anna:
        english = anna.up_to_date()
        anna.send({"do": "speak", "language": "it"})
        italian = anna.up_to_date()
        assert english["ask"] != italian["ask"]
        assert {**english, "ask": "", "log": []} == {**italian, "ask": "", "log": []}
        with table.player(0, language="it") as other:
            assert other.scene == italian


def test_whoever_gave_no_name_is_called_by_the_seat_in_every_language(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Player 2", "Player 7").make_ready()
    for language, second in (("en", "Player 2"), ("de", "Spieler 2"), ("it", "Giocatore 2")):
        with table.player(0, language=language) as anna:
            scene = anna.up_to_date()
            assert [seat["name"] for seat in scene["seats"]] == ["Anna", second, "Player 7"]
            assert any(second in line["text"] for line in scene["log"])


# Taking back


def test_what_revealed_nothing_is_taken_back_at_once(house: ThreadHouse) -> None:
    table = house.open("brilliant", "Anna", "Ben").make_ready()
    with table.player(0) as anna:
        begin = anna.up_to_date()
        anna.play()
        assert anna.scene["may_undo"]
        anna.ask("undo", seat=0)
        assert anna.scene == begin
        with pytest.raises(Refusal, match=say("nothing_to_undo")):
            anna.ask("undo", seat=0)
    same_from_its_log(house, table)


def test_a_hidden_choice_is_taken_back_without_touching_what_others_chose(house: ThreadHouse) -> None:
    table = house.open("brilliant", "Anna", "Ben").make_ready()
    with table.player(0) as anna, table.player(1) as ben:
        anna.play()
        first, second = ben.moves()[:2]
        ben.play(first)
        chosen = ben.up_to_date()["view"]["players"][1]
        anna.ask("undo", seat=0)
        ben.until(lambda scene: scene["events"] == 1)
        assert ben.scene["view"]["players"][1] == chosen
        assert [event["seat"] for event in table.ask("GET", "events", seat=1)["events"]] == [1]
        ben.ask("undo", seat=1)
        ben.play(second)
    same_from_its_log(house, table)


def test_a_hidden_choice_that_has_been_shown_is_not_taken_back_alone(house: ThreadHouse) -> None:
    """Whoever chooses last sees what the others chose, and may not choose again without asking them."""
    table = house.open("brilliant", "Anna", "Ben").make_ready()
    with table.player(0) as anna, table.player(1) as ben:
        for player in (anna, ben):
            for _ in range(6):
                player.play()
        assert ben.up_to_date()["events"] >= 12
        ben.ask("undo", seat=1)
        assert ben.scene["wish"]["seat"] == 1
        assert ben.scene["wish"]["needed"] == [0]


def rolled(house: ThreadHouse, *others: str) -> Opened:
    """Anna has rolled and everybody has seen it."""
    table = house.open("genial_dice", "Anna", *others).make_ready()
    table.play(0, "roll")
    return table


def test_what_has_been_revealed_is_taken_back_when_all_agree(house: ThreadHouse) -> None:
    table = rolled(house, "Ben", "Cara")
    with table.player(0) as anna, table.player(1) as ben, table.player(2) as cara:
        events = anna.scene["events"]
        anna.ask("undo", seat=0)
        assert anna.scene["events"] == events
        assert not anna.scene["may_undo"]
        assert ben.until(lambda scene: scene["wish"])["wish"]["needed"] == [1, 2]
        with pytest.raises(Refusal, match=say("nothing_to_agree")):
            anna.ask("agree", seat=0, yes=True)
        with pytest.raises(Refusal, match=say("undo_is_being_asked")):
            anna.ask("undo", seat=0)
        ben.ask("agree", seat=1, yes=True)
        assert ben.scene["wish"]["agreed"] == [1]
        assert ben.scene["events"] == events
    same_from_its_log(house, table)
    with table.player(2) as cara, table.player(0) as anna:
        cara.ask("agree", seat=2, yes=True)
        assert cara.scene["wish"] is None
        assert cara.scene["events"] < events
        anna.until(lambda scene: scene["events"] < events)
        dice = table.ask("GET", "events", seat=0)["events"]
        anna.play("roll")
        again = table.ask("GET", "events", seat=0)["events"]
        assert again[: len(dice)] == dice
    same_from_its_log(house, table)


def test_the_same_dice_fall_again(house: ThreadHouse) -> None:
    """Taking back is no way to better luck."""
    table = rolled(house, "greedy")
    before = table.ask("GET", "events", seat=0)["events"]
    with table.player(0) as anna:
        anna.ask("undo", seat=0)
        assert anna.scene["events"] < len(before)
        anna.play("roll")
    assert table.ask("GET", "events", seat=0)["events"] == before


def test_one_who_disagrees_is_enough(house: ThreadHouse) -> None:
    table = rolled(house, "Ben", "Cara")
    with table.player(0) as anna, table.player(1) as ben, table.player(2) as cara:
        before = anna.scene
        anna.ask("undo", seat=0)
        ben.ask("agree", seat=1, yes=False)
        assert ben.scene["wish"] is None
        with pytest.raises(Refusal, match=say("nothing_to_agree")):
            cara.ask("agree", seat=2, yes=True)
        assert anna.up_to_date() == {**before, "seats": anna.scene["seats"]}


def test_a_wish_lapses_when_somebody_plays_on(house: ThreadHouse) -> None:
    table = rolled(house, "Ben")
    with table.player(0) as anna, table.player(1) as ben:
        anna.ask("undo", seat=0)
        anna.play()
        assert anna.scene["wish"] is None
        with pytest.raises(Refusal, match=say("nothing_to_agree")):
            ben.ask("agree", seat=1, yes=True)


def test_a_wish_can_be_withdrawn_by_who_wished_it_and_by_the_host(house: ThreadHouse) -> None:
    table = rolled(house, "Ben", "Cara")
    with table.player(0) as anna, table.player(1) as ben, table.player(host=True) as host:
        for who in (anna, host):
            anna.ask("undo", seat=0)
            assert anna.up_to_date()["wish"]["withdraw"] and host.up_to_date()["wish"]["withdraw"]
            assert not ben.up_to_date()["wish"]["withdraw"]
            with pytest.raises(Refusal, match=say("only_the_host")):
                ben.ask("withdraw")
            who.ask("withdraw")
            assert who.scene["wish"] is None
            anna.up_to_date()


def test_who_withdraws_once_more_after_a_break_withdraws_nothing_newer(house: ThreadHouse) -> None:
    table = rolled(house, "Ben")
    with table.player(0) as anna, table.player(host=True) as host:
        anna.ask("undo", seat=0)
        old = host.up_to_date()["wish"]["number"]
        for _ in range(2):
            anna.ask("withdraw", wish=old)
        anna.ask("undo", seat=0)
        for who in (anna, host):
            who.ask("withdraw", wish=old)
            assert who.up_to_date()["wish"]["number"] != old
    with table.player() as spectator, pytest.raises(Refusal, match=say("not_your_seat")):
        spectator.ask("withdraw", wish=old)


def test_who_had_agreed_may_change_their_mind(house: ThreadHouse) -> None:
    table = rolled(house, "Ben", "Cara")
    with table.player(0) as anna, table.player(1) as ben:
        anna.ask("undo", seat=0)
        ben.up_to_date()
        ben.ask("agree", seat=1, yes=True)
        ben.ask("agree", seat=1, yes=False)
        assert ben.scene["wish"] is None


def test_an_answer_means_the_wish_that_was_shown_and_no_other(house: ThreadHouse) -> None:
    table = rolled(house, "Ben")
    with table.player(0) as anna, table.player(1) as ben:
        anna.ask("undo", seat=0)
        old = ben.up_to_date()["wish"]["number"]
        anna.ask("withdraw")
        anna.ask("undo", seat=0)
        assert ben.up_to_date()["wish"]["number"] != old
        with pytest.raises(Refusal, match=say("nothing_to_agree")):
            ben.ask("agree", seat=1, wish=old, yes=True)


def test_bots_wait_while_people_talk_about_taking_back(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "Ben", "random").make_ready()
    with table.player(0) as anna, table.player(1) as ben:
        anna.play()
        anna.ask("undo", seat=0)
        ben.up_to_date()
        assert table.waiting() == [1]
        room = house.room(table.table)
        assert room.table.thinking() == []


@every_plain_setup
def test_only_what_told_nobody_anything_is_taken_back_without_asking(setup: Setup) -> None:
    """Derived from information, in every game; and what others chose unseen stays chosen."""
    if setup.players == 1:
        return
    people = [Place("person", str(seat)) for seat in range(setup.players)]
    opened, _ = open_table(setup.rules, setup.variant, {}, people)
    table, luck = LiveTable("x", opened, 0.0), random.Random(31)
    for seat in range(setup.players):
        table.take(Readied("readied", seat, ""), 0.0)
    began = begin(table)
    assert began is not None
    table.take(began.entry, 0.0, began.step)
    for number in range(60):
        if not table.deciding():
            break
        actor = luck.choice(table.deciding())
        moves = table.playthrough.game.legal(table.playthrough.rows, actor).tolist()
        made = act(table, actor, luck.choice(moves))
        table.take(made.entry, 0.0, made.step)
        log, free = list(table.playthrough.log), table.playthrough.free_undo()
        seat = luck.choice([actor, luck.randrange(setup.players)])
        mine = max((k for k, event in enumerate(log) if event.seat == seat), default=None)
        if mine is None or not table.deciding() or luck.random() < 0.5:
            continue
        proposal = undo(table, seat, str(number))
        assert proposal is not None
        entry = proposal.entry
        assert isinstance(entry, Undone) == (len(log) - mine <= free)
        table.take(entry, 0.0)
        table.wish = None
        if isinstance(entry, Undone):
            kept = [event for event in log[mine + 1 :] if event.seat != seat]
            assert table.playthrough.log[:mine] == log[:mine]
            assert table.playthrough.log[mine:] in ([], kept)


def test_an_undo_sent_again_after_a_break_takes_back_once(house: ThreadHouse) -> None:
    table = house.open("brilliant", "Anna", "Ben").make_ready()
    for _ in range(3):
        table.play(0)
    question = {"do": "undo", "id": "once", "seat": 0}
    for _ in range(2):
        with table.player(0) as anna:
            anna.send(question)
            anna.heard(lambda message: message.get("done") == "once")
            assert anna.scene["events"] == 2
        house.forget(table.table)


def test_when_it_is_over_the_secret_is_out_and_nothing_can_be_taken_back(house: ThreadHouse) -> None:
    table = house.open("brilliant", "Anna", variant="solo").make_ready()
    house.play_to_the_end(table.table)
    with table.player(0) as anna:
        assert anna.scene["dice"]["secret"]
        assert not anna.scene["may_undo"]
        with pytest.raises(Refusal, match=say("game_is_over")):
            anna.ask("undo", seat=0)
        assert anna.up_to_date()["stage"] == "over"


# Playing again


def finished(house: ThreadHouse, **more: Any) -> Opened:
    table = house.open("high_score", "Anna", "Ben", **more).make_ready()
    house.play_to_the_end(table.table)
    return table


def test_a_rematch_rotates_the_start_and_keeps_the_seats(house: ThreadHouse) -> None:
    table = finished(house, options={"start": "2"})
    with table.player(0) as anna, table.player(1) as ben:
        anna.ask("rematch")
        anna.until(lambda scene: scene["follows"])
        ben.until(lambda scene: scene["follows"])
    again = table.next()
    scene = again.scene(1)
    assert scene["options"]["start"] == "1"
    assert (scene["stage"], scene["match"]["game"], scene["match"]["points"]) == ("gathering", 1, [0, 0])
    assert scene["seats"][1]["yours"]
    assert [seat["name"] for seat in scene["seats"]] == ["Anna", "Ben"]
    assert scene["dice"]["commitment"] != table.scene()["dice"]["commitment"]
    again.make_ready()
    assert again.scene()["stage"] == "playing"


def test_with_the_end_comes_what_decided_and_alone_what_the_levels_score(house: ThreadHouse) -> None:
    ending = finished(house).scene()["ending"]
    assert [ending["places"][side["seats"][0]] for side in ending["decided"]] == sorted(ending["places"])
    got = {part["kind"] for side in ending["decided"] for part in side["parts"] if part["value"]}
    for side in ending["decided"]:
        assert [part["kind"] for part in side["parts"]] == [
            kind for kind in ("gold", "silver", "bronze") if kind in got
        ]
        worth = sum(int(part["sign"]) * part["value"] for part in side["parts"])
        assert worth == ending["points"][side["seats"][0]]
    assert ending["averages"] == []
    alone = house.open("brilliant", "Anna", variant="solo", options={"sheet": "level-3"}).make_ready()
    house.play_to_the_end(alone.table)
    ending = alone.scene()["ending"]
    assert ending["decided"] == []
    assert [level for level, _ in ending["averages"]] == [f"level{n}" for n in range(1, 7)]
    assert ending["averages"][0][1] == 24.4


def test_where_the_start_is_by_lot_it_stays_by_lot(house: ThreadHouse) -> None:
    table = finished(house)
    with table.player(0) as anna:
        anna.ask("rematch")
    assert table.next().scene()["options"]["start"] == "lot"


def test_a_match_adds_up_points_and_the_start_goes_round(house: ThreadHouse) -> None:
    table = finished(house, games=2)
    first = table.scene()
    start = began(table)
    assert first["match"] == {"game": 1, "games": 2, "points": first["ending"]["points"]}
    with table.player(1) as ben:
        ben.ask("rematch")
    second = table.next().make_ready()
    assert int(second.scene()["options"]["start"]) == start % 2 + 1
    house.play_to_the_end(second.table, seed=2)
    scene = second.scene()
    added = [one + two for one, two in zip(first["ending"]["points"], scene["ending"]["points"], strict=True)]
    assert scene["match"] == {"game": 2, "games": 2, "points": added}
    with second.player(0) as anna:
        anna.ask("rematch")
    third = second.next().scene()
    assert third["match"] == {"game": 1, "games": 2, "points": [0, 0]}
    assert int(third["options"]["start"]) == start


def began(table: Opened) -> int:
    """The number of the seat on which the lot fell."""
    lot = table.ask("GET", "events")["events"][0]
    assert lot["seat"] == -1
    return int(lot["move"].removeprefix("start "))


def test_nobody_knows_who_begins_a_match_before_all_have_added_to_the_dice(house: ThreadHouse) -> None:
    """The host cannot open tables until the lot is theirs: it is chance event 0 of the checkable dice."""
    table = house.open("high_score", "Anna", "open", games=3)
    assert table.scene(0)["options"]["start"] == "lot"
    assert table.make_ready().scene(0)["events"] == 0
    table.sit(1, "Ben")
    start = began(table)
    house.play_to_the_end(table.table)
    scene = table.scene()
    assert scene["dice"]["draws"][0] == [2, start - 1]
    record = Record.from_json(house.http.get(f"/api/tables/{table.table}/record").text)
    assert all(finding.holds for finding in findings(record))
    forged = replace(record, log=((-1, f"start {start % 2 + 1}"), *record.log[1:]), outcome=None)
    assert not all(finding.holds for finding in findings(forged))


def test_the_next_table_is_opened_once_even_if_all_ask_at_the_same_time(house: ThreadHouse) -> None:
    table = finished(house)
    before = tables_on_disk(house)
    askers = [table.player(seat) for seat in (0, 1, 0, 1)]
    with ThreadPoolExecutor(len(askers)) as pool:
        list(pool.map(lambda asker: asker.ask("rematch"), askers))
    follows = {asker.up_to_date()["follows"] for asker in askers}
    for asker in askers:
        asker.leave()
    assert len(follows) == 1
    assert tables_on_disk(house) - before == follows


def tables_on_disk(house: ThreadHouse) -> set[str]:
    database = house.hall.store.engine.url.database
    assert database is not None
    with sqlite3.connect(database) as connection:
        found = {name for (name,) in connection.execute("SELECT table_id FROM entries")}
    connection.close()
    return found


def test_a_spectator_cannot_ask_for_a_rematch(house: ThreadHouse) -> None:
    table = finished(house)
    with table.player() as spectator, pytest.raises(Refusal, match=say("not_your_seat")):
        spectator.ask("rematch")
    assert table.scene()["follows"] is None


def test_once_the_next_game_is_open_the_last_one_stays_as_it_is(house: ThreadHouse) -> None:
    table = finished(house)
    with table.player(0) as anna:
        anna.ask("rematch")
        for do, more in (("undo", {}), ("play", {"move": "stop"})):
            with pytest.raises(Refusal):
                anna.ask(do, seat=0, **more)
    with pytest.raises(Refused) as refused:
        undo(house.room(table.table).table, 0, even_the_end=True)
    assert refused.value.reason.key == "game_is_over"
    same_from_its_log(house, table)


def back_to_the_first_decision(table: LiveTable) -> Proposal | None:
    """Of seat 0, even from the end, as those may do who all sit at one screen."""
    first = next(number for number, event in enumerate(table.playthrough.log) if event.seat == 0)
    return undo(table, 0, events=first, even_the_end=True)


def test_a_wish_to_take_back_the_end_lapses_with_the_next_game(house: ThreadHouse) -> None:
    table = finished(house)
    room = house.room(table.table)
    house.run(room.change(back_to_the_first_decision))
    assert room.table.wish is not None
    house.run(room.follow())
    with table.player(1) as ben, pytest.raises(Refusal, match=say("nothing_to_agree")):
        ben.ask("agree", seat=1, yes=True)
    assert room.table.stage == "over"
    same_from_its_log(house, table)


def test_when_the_end_has_been_taken_back_the_proof_is_that_of_the_new_end(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "random").make_ready()
    room = house.room(table.table)
    told: list[Any] = []
    while not told or (told[-1] == told[0] and len(told) < 9):  # the dice are the same, but rolled more or less often
        house.play_to_the_end(table.table, seed=len(told))
        told.append(table.scene()["dice"]["draws"])
        assert told[-1] == [list(draw) for draw in room.table.draws()]
        house.run(room.change(back_to_the_first_decision))
    assert told[0] != told[-1]


# Looking back


def test_news_are_exactly_what_was_missed_also_across_an_undo(house: ThreadHouse) -> None:
    """A client that puts together what it is told has the log as its seat knows it, whenever it asks."""
    table = house.open("brilliant", "Anna", "Ben").make_ready()
    followers: dict[tuple[int | None, int], tuple[int, list[Any]]] = {
        (viewer, pace): (0, []) for viewer in (None, 0, 1) for pace in (1, 3, 7)
    }

    def follow(step: int) -> None:
        for (viewer, pace), (version, known) in followers.items():
            if step % pace == 0:
                news = table.ask("GET", f"events?since={version}", seat=viewer)
                assert [event["number"] for event in news["events"]] == list(
                    range(news["first"], news["first"] + len(news["events"]))
                )
                assert news["first"] <= len(known)
                known = known[: news["first"]] + news["events"]
                followers[viewer, pace] = news["version"], known
                assert known == table.ask("GET", "events", seat=viewer)["events"]

    with table.player(0) as anna, table.player(1) as ben:
        for step, turn in enumerate("abaaubuuabbauba"):
            if turn == "u":
                anna.ask("undo", seat=0)
            else:
                player = {"a": anna, "b": ben}[turn]
                player.play(player.moves()[step % 3])
            follow(step)
    assert all(event["move"] == "?" for event in followers[None, 1][1])
    house.forget(table.table)
    follow(0)


def test_whoever_waits_for_news_gets_them_when_they_happen(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    version = table.ask("GET", "")["version"]
    assert table.ask("GET", f"events?since={version}&wait=0.05")["events"] == []
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(table.ask, "GET", f"events?since={version}&wait=20")
        assert not waiting.done()
        table.play(0, "stop")
        news = waiting.result(10)
    assert news["events"][0]["move"] == "stop"
    assert news["waiting"] == table.waiting()
    assert not news["over"]


def test_every_position_of_the_past_can_be_seen_again(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "Ben").make_ready()
    views = {}
    for seat in (0, 1, 0, 1):
        scene = table.scene(0)
        views[scene["events"]] = scene["view"]
        table.play(seat)
    for event, view in views.items():
        position = table.ask("GET", f"positions/{event}", seat=0)
        assert position["view"] == view
        assert position["event"] == event
    events = table.scene()["events"]
    for beyond in (events + 1, -1, 10**30):
        with pytest.raises(Refusal):
            table.ask("GET", f"positions/{beyond}", seat=0)
    with pytest.raises(Refusal, match=say("not_your_seat")):
        table.ask("GET", f"positions/{events}?seat=1", seat=0)


def test_when_it_is_over_everybody_sees_every_position_through_all_eyes(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "Ben", variant="duel").make_ready()
    house.play_to_the_end(table.table)
    assert table.ask("GET", "positions/12?seat=1")["view"]["racks"][1]["tiles"]
    with pytest.raises(Refusal):
        table.ask("GET", "positions/12?seat=2")


def test_summaries_tell_what_everybody_may_know_and_leave_out_unknown_tables(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "open")
    told = house.ask("POST", "summaries", {"tables": [table.table, "nowhere", "", "../x", table.table]})["tables"]
    assert [each["table"] for each in told] == [table.table] * 2
    assert told[0]["names"] == ["Anna", "Player 2"]
    assert (told[0]["stage"], told[0]["waiting"], told[0]["winners"]) == ("gathering", [], [])


@every_variant
def test_the_record_is_the_terminals_and_its_dice_are_right(house: ThreadHouse, setup: Setup, tmp_path: Path) -> None:
    people = ["Anna", "Ben", "Cara", "Dario", "Eva", "Filippo"][: setup.players]
    table = house.open(setup.game, *people, variant=setup.variant).make_ready()
    house.play_to_the_end(table.table)
    document = house.http.get(f"/api/tables/{table.table}/record")
    assert document.headers["content-disposition"] == f'attachment; filename="{setup.game}-{table.table}.json"'
    record = Record.from_json(document.text)
    assert record.to_json() == document.text
    played = replay(record)
    assert played.outcome == record.outcome is not None
    assert list(record.seats) == people
    assert all(finding.holds for finding in findings(record))
    file = tmp_path / "record.json"
    file.write_text(document.text, encoding="utf-8")
    if setup.players <= 2:
        for command in (["verify"], ["replay", "--at", "3"]):
            result = CliRunner().invoke(cli, [*command, str(file), "--lang", "en", "--no-color"])
            assert result.exit_code == 0, result.output
    same_from_its_log(house, table)


def test_a_record_that_would_tell_secrets_is_refused_until_it_is_over(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "Ben").make_ready()
    for seat in (None, 0, 1):
        with pytest.raises(Refusal, match=say("record_tells_secrets")) as refused:
            table.ask("GET", "record", seat=seat)
        assert refused.value.status == 409


def test_a_record_of_a_game_without_secrets_can_be_had_at_once_but_not_the_secret_of_its_dice(
    house: ThreadHouse,
) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    record = table.ask("GET", "record")
    assert record["outcome"] is None
    assert record["dice"]["secret"] is None
    assert record["dice"]["commitment"] == table.commitment


def test_a_table_at_which_nobody_sits_may_leave_the_memory_and_comes_back(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spieltisch.server.hall.MOST_IN_MEMORY", 1)
    monkeypatch.setattr("spieltisch.server.rooms.IDLE", -1.0)
    left, visited = (house.open("genial", "Anna", "Ben").make_ready() for _ in range(2))
    before = left.ask("GET", "", seat=0)
    with visited.player(0) as anna:
        house.open("genial", "Anna", "Ben")
        assert house.hall.known(left.table) is None
        assert house.hall.known(visited.table) is not None
        assert left.ask("GET", "", seat=0) == before
        visited.play(0)
        anna.until(lambda scene: not scene["seats"][0]["decides"])


def test_a_table_that_leaves_the_memory_leaves_nothing_behind(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python would look for it only after a long time: nothing in it refers to itself."""
    monkeypatch.setattr("spieltisch.server.rooms.IDLE", -1.0)
    left = house.open("genial", "Anna", "random").make_ready()
    with left.player(0) as anna:
        left.play(0)
        anna.until(lambda scene: scene["seats"][0]["decides"])
    eventually(lambda: house.room(left.table).idle)
    room, table = weakref.ref(house.room(left.table)), weakref.ref(house.room(left.table).table)
    gc.disable()
    try:
        monkeypatch.setattr("spieltisch.server.hall.MOST_IN_MEMORY", 1)
        house.open("genial", "Anna", "Ben")
        assert house.hall.known(left.table) is None
        eventually(lambda: room() is None and table() is None)
    finally:
        gc.enable()


def test_a_connection_that_is_closed_leaves_nothing_behind(house: ThreadHouse) -> None:
    """A house has thousands of them an hour: requests, and sockets that were requests."""
    left = house.open("genial", "Anna", "random").make_ready()
    gc.disable()
    try:
        before = house.connections()
        with left.player(0), httpx.Client(base_url=house.url) as client:
            client.get("/healthz")
            there = [weakref.ref(each) for each in house.connections() - before]
            assert {type(each()).__name__ for each in there} == {"Requests", "Sockets"}
        eventually(lambda: not any(each() for each in there))
    finally:
        gc.enable()


# Opening


@pytest.mark.parametrize("path", ["/etc/passwd", "../level-1", "level-1.toml", "./level-1", "record", ""])
def test_an_option_cannot_name_a_file(house: ThreadHouse, path: str) -> None:
    with pytest.raises(Refusal) as refused:
        house.open("brilliant", "Anna", "Ben", options={"sheet": path})
    assert refused.value.status == 400
    assert "level-1, level-2" in refused.value.text
    assert "root" not in refused.value.text


def test_an_option_can_name_what_comes_with_the_game(house: ThreadHouse) -> None:
    table = house.open("brilliant", "Anna", "Ben", options={"sheet": "level-2"}).make_ready()
    assert table.scene()["options"]["sheet"] == "level-2"
    same_from_its_log(house, table)


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"variant": "blitz"},
        {"seats": ["Anna"]},
        {"seats": ["Anna"] * 5},
        {"options": {"start": "3"}},
        {"options": {"start": "-1"}},
        {"options": {"start": "٣"}},
        {"options": {"colour": "red"}},
        {"games": 0},
        {"games": 101},
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_refused_in_one_sentence(house: ThreadHouse, wrong: dict[str, Any]) -> None:
    before = tables_on_disk(house)
    wanted: dict[str, Any] = {"game": "genial", "variant": "base", "seats": ["Anna", "Ben"], **wrong}
    with pytest.raises(Refusal) as refused:
        house.open(wanted.pop("game"), *wanted.pop("seats"), **wanted)
    assert refused.value.status in (400, 422)
    assert refused.value.text
    assert tables_on_disk(house) == before


def test_keys_are_kept_as_hashes_only() -> None:
    opened, answer = open_table(registry.game("genial"), "base", {}, [Place("person", "Anna"), Place("open")])
    for secret in (answer.host, answer.seats[0].key, answer.seats[1].invite):
        assert secret is not None
        assert len(secret) >= 32
        assert secret not in repr(opened)
    assert LiveTable("x", opened, 0.0).held_by([answer.host]) == (frozenset(), True)
