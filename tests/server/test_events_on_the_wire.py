"""A change says what happened, for the eyes of this client; moves travel as values."""

from __future__ import annotations

import json
from typing import Any

import pytest

from server.serving import Opened, Player, Refusal, ThreadHouse
from spieltisch import registry
from spieltisch.kernel import CHANCE

LAY = {"kind": "lay", "tile": "rg", "first": "h8", "second": "h9"}


@pytest.fixture
def table(house: ThreadHouse) -> Opened:
    return house.open("genial", "Anna", "Ben", options={"start": "1"}).make_ready()


def changes(player: Player) -> list[Any]:
    return [message for message in map(json.loads, player.frames) if message["type"] == "change"]


def first_move(table: Opened, seat: int) -> dict[str, str]:
    tile, cells = table.ask("GET", "moves", seat=seat)["moves"][0].split("@")
    first, second = cells.split("-")
    return {"kind": "lay", "tile": tile, "first": first, "second": second}


def test_a_move_is_sent_as_a_value_and_comes_back_as_an_event(table: Opened) -> None:
    with table.player(0) as anna, table.player(1) as ben, table.player() as spectator:
        move = first_move(table, 0)
        known = anna.scene["events"]
        anna.ask("play", seat=0, move=move)
        for viewer, seen in ((anna, True), (ben, False), (spectator, False)):
            viewer.until(lambda scene: scene["events"] == known + 2)
            laid, drew = changes(viewer)[-1]["events"]
            assert (laid["number"], laid["seat"], laid["kind"]) == (known, 0, "laid")
            assert laid["data"]["tile"] == move["tile"]
            assert [half["cell"] for half in laid["data"]["halves"]] == [move["first"], move["second"]]
            assert (drew["number"], drew["seat"], drew["kind"], drew["data"]["by"]) == (known + 1, CHANCE, "drew", 0)
            assert (drew["data"]["tile"] is not None) == seen


def test_what_is_previewed_is_sent_as_a_value_too(table: Opened) -> None:
    with table.player(0) as anna:
        move = first_move(table, 0)
        written = f"{move['tile']}@{move['first']}-{move['second']}"
        by_value, by_text = (anna.ask("preview", seat=0, move=each) for each in (move, written))
        assert by_value["picture"] == by_text["picture"]


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ({"kind": "jump"}, "This is not a move of this game: “kind” is wrong."),
        ({**LAY, "second": 7}, "This is not a move of this game: “lay.second” is wrong."),
        ({**LAY, "third": "h9"}, "This is not a move of this game: “lay.third” is wrong."),
        ({**LAY, "first": "z" * 101}, "This is not a move of this game: “lay.first” is wrong."),
        ({**LAY, "second": "z9"}, "There is no cell z9 on the board."),
        ({"kind": "draw", "tile": "rg"}, "I cannot read “rg”."),
    ],
)
def test_what_is_no_move_is_refused_in_one_sentence(table: Opened, move: Any, sentence: str) -> None:
    with table.player(0) as anna:
        for do in ("play", "preview"):
            with pytest.raises(Refusal) as refused:
                anna.ask(do, seat=0, move=move)
            assert refused.value.text.startswith(sentence)


@pytest.mark.parametrize("name", [name for name in registry.names() if not registry.game(name).has_events])
def test_a_game_without_events_goes_on_as_before(house: ThreadHouse, name: str) -> None:
    table = house.open(name, "Anna", "Ben").make_ready()
    with table.player(0, 1) as both:
        with pytest.raises(Refusal):
            both.ask("play", seat=0, move={"kind": "roll"})
        seat = table.waiting()[0]
        both.ask("play", seat=seat, move=both.moves(seat)[0])
        assert all(change["events"] == [] for change in changes(both))


def test_the_numbers_of_the_events_add_up_also_when_something_is_taken_back(table: Opened) -> None:
    with table.player(0) as anna, table.player(1) as ben:
        begun = {anna: anna.scene["events"], ben: ben.scene["events"]}
        anna.play()
        ben.until(lambda scene: scene["seats"][1]["decides"])
        anna.ask("undo", seat=0)
        ben.until(lambda scene: scene["undo"] is not None)
        ben.ask("agree", seat=1, yes=True)
        anna.until(lambda scene: scene["seats"][0]["decides"])
        anna.play()
        ben.until(lambda scene: scene["seats"][1]["decides"])
        for player, known in begun.items():
            rewound = [change["rewound"] for change in changes(player) if change["rewound"] is not None]
            assert rewound == [begun[anna]]
            for change in changes(player):
                known = known if change["rewound"] is None else change["rewound"]
                for event in change["events"]:
                    assert event["number"] == known
                    known += 1
            assert known == player.scene["events"]


def test_whoever_comes_back_gets_the_whole_scene_and_no_old_events(table: Opened) -> None:
    with table.player(0) as anna:
        anna.play()
    with table.player(0) as anna:
        anna.up_to_date()
        assert not any(change["events"] for change in changes(anna))


def test_events_are_told_over_http_too(table: Opened) -> None:
    version = table.ask("GET", "", seat=0)["version"]
    table.play(0)
    for seat, seen in ((0, True), (1, False), (None, False)):
        laid, drew = table.ask("GET", f"events?since={version}", seat=seat)["events"]
        assert (laid["kind"], drew["kind"]) == ("laid", "drew")
        assert (drew["data"]["tile"] is not None) == seen == (drew["move"] != "?")


def test_a_position_of_the_replay_says_what_led_to_it(table: Opened) -> None:
    table.play(0)
    last = table.scene()["events"]
    assert table.ask("GET", "positions/0")["happened"] is None
    assert table.ask("GET", f"positions/{last - 1}")["happened"]["kind"] == "laid"
    assert table.ask("GET", f"positions/{last}")["happened"]["data"] == {"by": 0, "tile": None}
    assert table.ask("GET", f"positions/{last}", seat=0)["happened"]["data"]["tile"]


def test_what_was_hidden_comes_to_light_once_for_those_who_did_not_see_it(house: ThreadHouse) -> None:
    table = house.open("brilliant", "Anna", "Ben").make_ready()
    playthrough = house.room(table.table).table.playthrough
    known = len(playthrough.log)
    while playthrough.shown == 0:
        for seat in (0, 1):
            while seat in table.waiting() and playthrough.shown == 0:
                before = len(playthrough.log)
                table.play(seat)
    for seat in (0, 1):
        hidden = [k for k in range(known, before) if playthrough.log[k].seat == 1 - seat]
        assert playthrough.come_to_light(seat, before) == hidden
        assert playthrough.come_to_light(seat, len(playthrough.log)) == []
    assert playthrough.come_to_light(1, before)
