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
            assert [cell for cell, _points, _lines in laid["data"]["halves"]] == [move["first"], move["second"]]
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
        ben.until(lambda scene: scene["wish"] is not None)
        ben.ask("agree", seat=1, yes=True)
        anna.until(lambda scene: scene["seats"][0]["decides"])
        anna.play()
        ben.until(lambda scene: scene["seats"][1]["decides"])
        for player, known in begun.items():
            rewound = [change["rewound"] for change in changes(player) if "rewound" in change]
            assert rewound == [begun[anna]]
            for change in changes(player):
                known = change.get("rewound", known)
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


# Choices that are made at the same time (R4 of the sheet game): what they are is told when all have chosen


def told(player: Player, *, since: int = 0) -> list[tuple[int, int, str]]:
    """Number, seat and kind of all that this player was told, from a frame on."""
    player.up_to_date()
    found = [message for message in map(json.loads, player.frames[since:]) if message["type"] == "change"]
    return [(event["number"], event["seat"], event["kind"]) for change in found for event in change["events"]]


def heard(player: Player) -> int:
    """So many frames, up to now."""
    player.up_to_date()
    return len(player.frames)


def start_numbers(player: Player) -> None:
    while player.up_to_date()["view"]["players"][player.seats[0]]["start_numbers"] < 6:
        player.play()


def test_a_choice_is_told_to_the_others_when_all_have_chosen_and_with_its_old_number(house: ThreadHouse) -> None:
    table = house.open("brilliant", "Anna", "Ben").make_ready()
    with table.player(0) as anna, table.player(1) as ben, table.player() as spectator:
        start_numbers(anna)
        assert told(anna) == [(number, 0, "began") for number in range(6)]
        for other in (ben, spectator):
            assert told(other) == [(number, 0, "chose") for number in range(6)]
            assert all(event["data"] == {} for change in changes(other) for event in change["events"])
        known = {player: heard(player) for player in (anna, ben, spectator)}
        start_numbers(ben)
        rolled = (12, CHANCE, "rolled")
        of_anna, of_ben = ([(first + number, seat, "began") for number in range(6)] for seat, first in ((0, 0), (1, 6)))
        chose = [(number, 1, "chose") for number in range(6, 11)]
        assert told(anna, since=known[anna])[:12] == [*chose, *of_ben, rolled]
        assert told(ben, since=known[ben])[:12] == [*of_ben[:5], *of_anna, of_ben[5]]
        assert told(spectator, since=known[spectator])[:18] == [*chose, *of_anna, *of_ben, rolled]
        of_both = [event for event in changes(spectator)[-1]["events"] if event["kind"] == "began"]
        assert [len(event["data"]["cells"]) for event in of_both] == [1, 2, 3, 4, 5, 6] * 2


def both_choose(house: ThreadHouse) -> Opened:
    """A table at which both can use the roll, so that nobody sees what the other does until both have done it."""
    table = house.open("brilliant", "Anna", "Ben").make_ready()
    for seat in (0, 1):
        for _ in range(6):
            table.play(seat)
    while (waiting := table.waiting()) != [0, 1]:
        table.play(waiting[0])
    return table


@pytest.mark.parametrize("undone", [False, True])
def test_nothing_is_told_before_all_have_chosen_also_not_after_an_undo(house: ThreadHouse, undone: bool) -> None:
    table = both_choose(house)
    with table.player(0) as anna, table.player(1) as ben, table.player() as spectator:
        known = anna.scene["events"]
        number, cell = anna.moves()[0].split("@")
        if undone:
            anna.play()
            anna.ask("undo", seat=0)
        anna.ask("play", seat=0, move={"kind": "write", "number": int(number), "cell": cell})
        assert told(anna)[-1] == (known, 0, "wrote")
        for other in (ben, spectator):
            assert told(other) == [(known, 0, "chose")] * (1 + undone)
            assert [change["rewound"] for change in changes(other) if "rewound" in change] == [known] * undone
            assert not any(f'"cell":"{cell}"' in frame for frame in other.frames[1:])
        frames = heard(anna)
        ben.play("pass")
        own, passed, rolled = (known, 0, "wrote"), (known + 1, 1, "passed"), (known + 2, CHANCE, "rolled")
        for other in (ben, spectator):
            assert told(other)[1 + undone :][:3] == [own, passed, rolled]
            data = changes(other)[-1]["events"][0]["data"]
            assert (data["number"], data["cell"]) == (int(number), cell)
        assert told(anna, since=frames)[:2] == [passed, rolled]


def test_a_choice_taken_back_leaves_the_others_hidden_and_numbers_them_anew(house: ThreadHouse) -> None:
    table = house.open("brilliant", "Anna", "Ben", "Cara").make_ready()
    with table.player(0) as anna, table.player(1) as ben, table.player(2) as cara:
        anna.play()
        ben.play()
        frames = {player: heard(player) for player in (anna, ben, cara)}
        anna.ask("undo", seat=0)
        for player, kind in ((anna, "chose"), (ben, "began"), (cara, "chose")):
            player.until(lambda scene: scene["events"] == 1)
            assert told(player, since=frames[player]) == [(0, 1, kind)]
            assert changes(player)[-1]["rewound"] == 0


def test_when_what_was_shown_is_taken_back_by_consent_it_is_told_again_only_as_it_happens(house: ThreadHouse) -> None:
    table = both_choose(house)
    with table.player(0) as anna, table.player(1) as ben, table.player() as spectator:
        known = anna.scene["events"]
        anna.play("pass")
        ben.play("pass")
        ben.ask("undo", seat=1)
        anna.until(lambda scene: scene["wish"] is not None)
        frames = {player: heard(player) for player in (anna, ben, spectator)}
        anna.ask("agree", seat=0, yes=True)
        for player in (anna, ben, spectator):
            player.until(lambda scene: scene["events"] == known + 1)
            assert told(player, since=frames[player]) == []
            assert changes(player)[-1]["rewound"] == known + 1
        ben.ask("play", seat=1, move={"kind": "pass"})
        for player in (ben, spectator):
            assert told(player, since=frames[player])[:2] == [(known, 0, "passed"), (known + 1, 1, "passed")]
        assert told(anna, since=frames[anna])[:1] == [(known + 1, 1, "passed")]
