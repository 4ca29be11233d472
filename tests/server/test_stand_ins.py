"""What the host may do about a seat that is somebody's, and what not; whoever was replaced may always return."""

from __future__ import annotations

import time

import pytest

from server.serving import Opened, Player, Refusal, ThreadHouse
from spieltisch.contract import Reason, Refused, Trouble
from spieltisch.server import bots_at_table
from spieltisch.server.rooms import MOMENT
from spieltisch.speech import Say
from spieltisch.tables import entries, seats
from spieltisch.tables.chain import StoredEntry
from spieltisch.tables.proposals import Proposal
from spieltisch.tables.stand_ins import LONG
from spieltisch.tables.store import Store

say = Say("en")


def later(house: ThreadHouse, table: Opened, seconds: float = LONG + MOMENT) -> None:
    """Nobody has waited, but so much time has passed at this table."""
    room = house.room(table.table)
    now = room.clock() - time.monotonic()
    room.clock = lambda: time.monotonic() + now + seconds


def with_friends(house: ThreadHouse, *names: str, game: str = "genial") -> Opened:
    """A table of Anna, who is the host, and of friends who came by link."""
    table = house.open(game, "Anna", *["open"] * len(names), options={"start": "1"}).make_ready()
    for seat, name in enumerate(names, start=1):
        table.sit(seat, name)
    assert table.scene()["stage"] == "playing"
    return table


def notices(player: Player) -> list[str]:
    return [notice["text"] for notice in player.up_to_date()["notices"]]


# A bot for somebody who is away


def test_nobody_is_replaced_who_is_here_or_was_a_moment_ago(house: ThreadHouse) -> None:
    table = with_friends(house, "Ben")
    with table.player(0, host=True) as host:
        with table.player(1) as ben:
            with pytest.raises(Refusal, match=say("only_the_host")):
                ben.ask("replace", seat=0, bot="greedy")
            later(house, table)
            with pytest.raises(Refusal, match=say("player_is_here", name="Ben")):
                host.ask("replace", seat=1, bot="greedy")
        host.until(lambda scene: not scene["seats"][1]["here"])
        for waited, minutes in ((0, 3), (LONG - 61, 2), (60, 1)):
            later(house, table, waited)
            with pytest.raises(Refusal, match=say("not_away_for_long", name="Ben", minutes=minutes)):
                host.ask("replace", seat=1, bot="greedy")
        later(house, table, 2)
        host.ask("replace", seat=1, bot="greedy")
        assert host.scene["seats"][1]["who"] == "greedy"
        assert notices(host) == [say("bot_stands_in", name="Ben")]


def test_whoever_only_asks_over_http_is_here(house: ThreadHouse) -> None:
    table = with_friends(house, "Ben")
    later(house, table)
    assert not table.scene()["seats"][1]["here"]
    table.ask("GET", "moves", seat=1)
    assert table.scene()["seats"][1]["here"]
    with table.player(0, host=True) as host:
        with pytest.raises(Refusal, match=say("player_is_here", name="Ben")):
            host.ask("replace", seat=1, bot="greedy")
        later(house, table, MOMENT)
        with pytest.raises(Refusal, match="Ben was here a moment ago"):
            host.ask("replace", seat=1, bot="greedy")
        later(house, table, LONG)
        host.ask("replace", seat=1, bot="greedy")


def test_who_has_just_sat_down_has_not_been_away_since_somebody_else_went(house: ThreadHouse) -> None:
    table = with_friends(house, "Ben")
    with table.player(1) as ben:
        ben.ask("leave", seat=1)
    with table.player(0, host=True) as host:
        table.invites[1] = host.ask("invite", seat=1)["invite"]
        later(house, table)
        table.sit(1, "Eva")
        with pytest.raises(Refusal, match="Eva was here a moment ago"):
            host.ask("replace", seat=1, bot="greedy")


def test_the_others_are_asked_before_a_bot_plays_for_somebody(house: ThreadHouse) -> None:
    table = with_friends(house, "Ben", "Cara", "Dario")
    later(house, table)
    with table.player(0, host=True) as host, table.player(2) as cara, table.player(3) as dario:
        host.ask("replace", seat=1, bot="greedy")
        wish = cara.up_to_date()["wish"]
        assert wish["text"] == say("bot_is_wished", name="Ben")
        assert (wish["about"], wish["seat"], wish["needed"]) == ("stand_in", 1, [2, 3])
        with pytest.raises(Refusal, match=say("nothing_to_agree")):
            host.ask("agree", seat=0, yes=True)
        cara.ask("agree", seat=2, yes=True)
        assert cara.scene["seats"][1]["who"] == "person"
        dario.up_to_date()
        dario.ask("agree", seat=3, yes=True)
        assert (dario.scene["seats"][1]["who"], dario.scene["wish"]) == ("greedy", None)
        assert notices(cara) == [say("bot_is_wished", name="Ben"), say("bot_stands_in", name="Ben")]
        same = house.room(table.table).table.notices
    house.forget(table.table)
    assert house.room(table.table).table.notices == same


def test_one_no_is_enough_and_the_host_may_withdraw(house: ThreadHouse) -> None:
    table = with_friends(house, "Ben", "Cara")
    later(house, table)
    with table.player(0, host=True) as host, table.player(2) as cara:
        host.ask("replace", seat=1, bot="greedy")
        cara.up_to_date()
        cara.ask("agree", seat=2, yes=False)
        assert cara.scene["wish"] is None
        host.ask("replace", seat=1, bot="greedy")
        host.ask("withdraw")
        assert host.scene["wish"] is None
        assert host.scene["seats"][1]["who"] == "person"
        assert notices(cara).count(say("stand_in_refused", name="Ben")) == 2


def test_a_wish_about_a_seat_outlasts_moves_and_bots_do_not_wait_for_it(house: ThreadHouse) -> None:
    table = with_friends(house, "Ben", "Cara")
    later(house, table)
    with table.player(0, host=True) as host, table.player(2):
        host.ask("replace", seat=1, bot="greedy")
        assert host.scene["seats"][0]["decides"]
        host.play()
        assert host.up_to_date()["wish"]["seat"] == 1


def test_a_wish_about_a_seat_outlasts_what_happens_elsewhere(house: ThreadHouse) -> None:
    """Somebody takes back, lets a bot play for a while, or gives up a seat: it is none of the wish's business."""
    table = with_friends(house, "Ben", "Cara", "Dario")
    later(house, table)
    with table.player(0, host=True) as host, table.player(2), table.player(3) as dario:
        host.ask("replace", seat=1, bot="greedy")
        number = host.up_to_date()["wish"]["number"]
        host.play()
        house.run(house.room(table.table).change(lambda now: Proposal(entries.Undone("undone", 0, 0))))
        assert host.up_to_date()["events"] == 0
        for do, more in (("replace", {"bot": "random"}), ("return", {}), ("leave", {}), ("return", {})):
            host.ask(do, seat=0, **more)
            assert host.up_to_date()["wish"]["number"] == number, do
        dario.ask("replace", seat=3, bot="random")
        assert dario.up_to_date()["wish"] is None
        assert notices(host)[-2:] == [say("bot_stands_in", name="Dario"), say("stand_in_refused", name="Ben")]
        same = house.room(table.table).table.notices
    house.forget(table.table)
    assert house.room(table.table).table.notices == same


def test_who_comes_back_while_the_others_are_asked_stays(house: ThreadHouse) -> None:
    table = with_friends(house, "Ben", "Cara")
    later(house, table)
    with table.player(0, host=True) as host, table.player(2) as cara:
        host.ask("replace", seat=1, bot="greedy")
        with table.player(1) as ben:
            cara.up_to_date()
            with pytest.raises(Refusal, match=say("player_is_here", name="Ben")):
                cara.ask("agree", seat=2, yes=True)
            ben.ask("agree", seat=1, yes=False)
            assert ben.scene["wish"] is None
            assert ben.scene["seats"][1]["who"] == "person"


def test_those_who_are_away_for_long_themselves_are_not_asked_about_a_bot(house: ThreadHouse) -> None:
    """Else nobody could play on when two have gone; a bot shows nobody a rack."""
    table = with_friends(house, "Ben", "Cara")
    later(house, table)
    with table.player(0, host=True) as host:
        for seat in (1, 2):
            host.ask("replace", seat=seat, bot="greedy")
            assert host.scene["seats"][seat]["who"] == "greedy"


def test_everybody_may_let_a_bot_play_for_themselves_and_come_back(house: ThreadHouse) -> None:
    table = with_friends(house, "Ben", game="genial_dice")
    with table.player(1) as ben:
        ben.ask("replace", seat=1, bot="greedy")
        seat = ben.scene["seats"][1]
        assert (seat["who"], seat["person"], seat["yours"]) == ("greedy", True, True)
        ben.ask("return", seat=1)
        assert ben.scene["seats"][1]["who"] == "person"
        assert notices(ben) == [say("bot_stands_in", name="Ben"), say("has_returned", name="Ben")]


def test_who_goes_and_returns_all_day_leaves_no_scene_that_grows(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every notice is said once in a language, and of many only the last are shown."""
    monkeypatch.setattr(seats, "MOST_NOTICES", 4)
    said: list[str] = []
    reason = Say.reason

    def noted(self: Say, told: Reason) -> str:
        said.append(told.key)
        return reason(self, told)

    monkeypatch.setattr(Say, "reason", noted)
    table = with_friends(house, "Ben", game="genial_dice")
    with table.player(1) as ben, table.player(0):
        for _ in range(5):
            ben.ask("replace", seat=1, bot="greedy")
            ben.ask("return", seat=1)
        assert notices(ben) == [say("bot_stands_in", name="Ben"), say("has_returned", name="Ben")] * 2
        assert said.count("bot_stands_in") == said.count("has_returned") == 5


def test_several_people_at_one_screen_whose_keys_the_host_has_are_the_hosts(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "Ben").make_ready()
    with table.player(0, 1, host=True) as both:
        both.ask("replace", seat=1, bot="greedy")
        assert both.scene["seats"][1]["who"] == "greedy"
        both.ask("return", seat=1)
        with pytest.raises(Refusal, match=say("give_up_first")):
            both.ask("invite", seat=1)


def test_a_bot_that_is_unknown_or_a_seat_that_is_not_there_is_refused(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    with table.player(0, 1, host=True) as host:
        before = host.up_to_date()
        for seat, bot in ((1, "deep_thought"), (1, "person"), (1, "open"), (1, ""), (5, "greedy")):
            with pytest.raises(Refusal):
                host.ask("replace", seat=seat, bot=bot)
        with pytest.raises(Refusal):
            host.ask("invite", seat=5)
        assert host.up_to_date() == before


# Another person on somebody's seat


def test_the_host_cannot_take_the_seat_of_somebody_who_is_away(house: ThreadHouse) -> None:
    """Replace, invite, sit: with nobody else to agree the host never sees the other rack."""
    table = with_friends(house, "Ben")
    later(house, table)
    with table.player(0, host=True) as host:
        host.ask("replace", seat=1, bot="random")
        with pytest.raises(Refusal, match=say("nobody_to_ask", name="Ben")):
            host.ask("invite", seat=1)
        assert not host.up_to_date()["view"]["racks"][1]["tiles"]


def test_the_host_does_not_agree_with_themselves(house: ThreadHouse) -> None:
    """Not even with the key of the host on one socket and that of their own seat on another, or in the next game."""
    table = with_friends(house, "Ben")
    later(house, table)
    with (
        Player(house, table.table, [table.host]) as host,
        pytest.raises(Refusal, match=say("nobody_to_ask", name="Ben")),
    ):
        host.ask("invite", seat=1)
    house.play_to_the_end(table.table)
    with table.player(0, host=True) as anna:
        anna.ask("rematch")
        following = anna.up_to_date()["follows"]
    assert [house.room(name).table.of_host for name in (table.table, following)] == [{0}, {0}]


def test_the_seat_goes_to_somebody_else_only_when_all_others_agree_also_those_who_are_away(house: ThreadHouse) -> None:
    table = with_friends(house, "Ben", "Cara", "Dario")
    later(house, table)
    with table.player(0, host=True) as host, table.player(2) as cara:
        host.ask("invite", seat=1)
        assert host.scene["wish"]["needed"] == [2, 3]
        assert host.scene["wish"]["text"] == say("stand_in_is_wished", name="Ben")
        cara.up_to_date()
        cara.ask("agree", seat=2, yes=True)
        assert cara.scene["seats"][1]["who"] == "person"
        with table.player(3) as dario:
            dario.ask("agree", seat=3, yes=True)
        assert host.up_to_date()["seats"][1]["who"] == "open"
        table.invites[1] = host.ask("invite", seat=1)["invite"]
        assert say("seat_may_be_given", name="Ben") in notices(host)


def given_away(house: ThreadHouse) -> tuple[Opened, str]:
    """Ben is away for long, all agree, and Eva sits there; and Ben's key."""
    table = with_friends(house, "Ben", "Cara")
    old = table.keys[1]
    later(house, table)
    with table.player(0, host=True) as host, table.player(2) as cara:
        host.ask("invite", seat=1)
        cara.up_to_date()
        cara.ask("agree", seat=2, yes=True)
        table.invites[1] = host.ask("invite", seat=1)["invite"]
        table.sit(1, "Eva")
        assert notices(cara)[-1] == say("somebody_stands_in", name="Eva", other="Ben")
    return table, old


def test_who_was_replaced_by_another_person_looks_on_and_may_return_at_any_time(house: ThreadHouse) -> None:
    table, old = given_away(house)
    with table.player(1) as eva:
        assert eva.scene["view"]["racks"][1]["tiles"]
        with Player(house, table.table, [old]) as ben:
            assert (ben.scene["looking"], ben.scene["seats"][1]["return_to"]) == (None, True)
            assert not ben.scene["view"]["racks"][1]["tiles"]
            for do in ("moves", "undo", "leave"):
                with pytest.raises(Refusal, match=say("not_your_seat")):
                    ben.ask(do, seat=1)
            ben.ask("return", seat=1)
            assert ben.until(lambda scene: scene["looking"] == 1)["view"]["racks"][1]["tiles"]
            assert ben.scene["seats"][1]["name"] == "Ben"
            scene = eva.until(lambda scene: scene["looking"] is None)
            assert not any(seat["yours"] or seat["return_to"] for seat in scene["seats"])
            assert not scene["view"]["racks"][1]["tiles"]
            with pytest.raises(Refusal, match=say("not_your_seat")):
                eva.ask("return", seat=1)
            assert notices(ben)[-1] == say("has_returned", name="Ben")
    house.forget(table.table)
    assert house.ask("GET", f"tables/{table.table}", key=old)["scene"]["looking"] == 1


def test_the_right_to_return_goes_on_in_the_next_game(house: ThreadHouse) -> None:
    table, old = given_away(house)
    house.play_to_the_end(table.table)
    with table.player(0) as anna:
        anna.ask("rematch")
    with Player(house, table.next().table, [old]) as ben:
        assert ben.scene["seats"][1]["return_to"]
        ben.ask("return", seat=1)
        assert ben.up_to_date()["seats"][1]["yours"]


def test_who_only_stood_in_leaves_the_seat_to_whom_it_belongs(house: ThreadHouse) -> None:
    table, old = given_away(house)
    with table.player(1) as eva:
        eva.ask("leave", seat=1)
    with Player(house, table.table, [old]) as ben:
        assert ben.scene["seats"][1]["yours"]
        assert (ben.scene["seats"][1]["name"], ben.scene["seats"][1]["who"]) == ("Ben", "open")
        ben.ask("return", seat=1)
        assert ben.scene["seats"][1]["who"] == "person"


def test_an_invitation_lapses_when_the_person_of_the_seat_returns(house: ThreadHouse) -> None:
    table = with_friends(house, "Ben", "Cara")
    with table.player(0, host=True) as host, table.player(1) as ben:
        ben.ask("leave", seat=1)
        table.invites[1] = host.ask("invite", seat=1)["invite"]
        ben.ask("return", seat=1)
        with pytest.raises(Refusal, match=say("invitation_lapsed")):
            table.sit(1, "Eva")


def test_who_gives_up_the_seat_needs_no_consent_and_has_no_way_back_once_it_is_taken(house: ThreadHouse) -> None:
    table = with_friends(house, "Ben")
    old = table.keys[1]
    with table.player(0, host=True) as host, table.player(1) as ben:
        ben.ask("leave", seat=1)
        scene = ben.until(lambda scene: scene["looking"] is None)
        assert scene["seats"][1] == {**scene["seats"][1], "who": "open", "person": False, "return_to": True}
        assert notices(host) == [say("seat_was_left", name="Ben")]
        host.ask("replace", seat=1, bot="random")
        table.invites[1] = host.ask("invite", seat=1)["invite"]
        table.sit(1, "Eva")
        scene = ben.up_to_date()
        assert not any(seat["yours"] or seat["return_to"] for seat in scene["seats"])
    assert house.ask("GET", f"tables/{table.table}", key=old)["scene"]["looking"] is None


def test_who_gives_up_the_seat_neither_sees_the_rack_nor_plays_until_they_return(house: ThreadHouse) -> None:
    table = with_friends(house, "Ben")
    with table.player(0, host=True) as host, table.player(1) as ben:
        assert ben.scene["view"]["racks"][1]["tiles"]
        ben.ask("leave", seat=1)
        ben.ask("leave", seat=1)  # once more, as after a break
        assert not ben.up_to_date()["view"]["racks"][1]["tiles"]
        host.play()
        for seated in (lambda: None, lambda: host.ask("replace", seat=1, bot="random")):
            seated()
            for do, more in (("play", {"move": "x"}), ("undo", {}), ("moves", {}), ("advice", {})):
                with pytest.raises(Refusal, match=say("not_your_seat")):
                    ben.ask(do, seat=1, **more)
            with pytest.raises(Refusal, match=say("not_your_seat")):
                table.ask("GET", "moves", seat=1)
        ben.ask("return", seat=1)
        assert ben.until(lambda scene: scene["looking"] == 1)["view"]["racks"][1]["tiles"]
        house.forget(table.table)
    assert table.scene(1)["seats"][1]["who"] == "person"


def test_where_a_bot_stands_in_its_person_looks_but_returns_before_playing(house: ThreadHouse) -> None:
    """Else two would play one seat, and nobody would learn which of them it was."""
    table = with_friends(house, "Ben")
    with table.player(0, host=True) as host, table.player(1) as ben:
        host.play()
        move = ben.moves()[0]
        played = {"seat": 1, "move": move, "id": "once"}
        ben.ask("play", **played)
        host.play()
        move = ben.moves()[0]
        house.room(table.table).bots.think = lambda: None  # type: ignore[method-assign]  # it takes its time
        ben.ask("replace", seat=1, bot="greedy")
        assert ben.scene["view"]["racks"][1]["tiles"] and not ben.scene["may_undo"]
        ben.ask("play", **played)  # once more, as after a break
        for do, more in (("play", {"move": move}), ("undo", {})):
            with pytest.raises(Refusal, match=say("return_first")):
                ben.ask(do, seat=1, **more)
        with pytest.raises(Refusal, match=say("return_first")):
            table.ask("POST", "moves", {"move": move}, seat=1)
        with pytest.raises(Refused, match="return_first"):  # what the coach asks before it thinks
            house.room(table.table).table.must_decide(1)
        ben.ask("return", seat=1)
        ben.play(move)


def test_before_the_game_a_seat_that_was_left_waits_for_somebody_again(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "open", "open").make_ready()
    table.sit(1, "Ben")
    with table.player(1) as ben, table.player(0, host=True) as host:
        ben.ask("leave", seat=1)
        table.sit(2, "Cara")
        assert host.up_to_date()["stage"] == "gathering"
        ben.ask("return", seat=1)
        assert ben.up_to_date()["stage"] == "gathering"
        ben.ask("ready", seat=1, contribution="ab")
        assert ben.up_to_date()["stage"] == "playing"


# Taking back


def test_an_undo_needs_everybody_whose_seat_it_is_even_where_a_bot_plays(house: ThreadHouse) -> None:
    """The host rolls, lets a bot play for the absent Ben, and would like to roll differently."""
    table = with_friends(house, "Ben", game="genial_dice")
    later(house, table)
    with table.player(0, host=True) as host:
        host.play("roll")
        host.ask("replace", seat=1, bot="greedy")
        events = host.scene["events"]
        host.ask("undo", seat=0)
        assert (host.scene["events"], host.scene["wish"]["needed"]) == (events, [1])
        with table.player(1) as ben:
            ben.ask("agree", seat=1, yes=True)
            assert ben.scene["events"] < events


def test_a_wish_to_take_back_lapses_when_a_bot_takes_over(house: ThreadHouse) -> None:
    table = with_friends(house, "Ben", game="genial_dice")
    later(house, table)
    with table.player(0, host=True) as host:
        host.play("roll")
        host.ask("undo", seat=0)
        host.ask("replace", seat=1, bot="greedy")
        assert host.scene["wish"] is None


@pytest.mark.parametrize("what", [entries.Undone, entries.Replaced])
def test_what_all_have_agreed_to_is_tried_again_until_the_disk_takes_it(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch, what: type
) -> None:
    monkeypatch.setattr(bots_at_table, "PAUSE_AFTER_FAILURE", 0.001)
    usual, refused = Store.append, list[str]()

    async def append(
        self: Store, table: str, number: int, body: str, head: str, after: str | None = None
    ) -> StoredEntry:
        if isinstance(entries.read(body), what) and len(refused) < 3:
            refused.append(body)
            raise Trouble("Nothing can be saved: the disk is full.")
        return await usual(self, table, number, body, head, after)

    table = with_friends(house, "Ben", "Cara", game="genial_dice")
    later(house, table)
    with table.player(0, host=True) as host, table.player(2) as cara:
        host.play("roll")
        if what is entries.Undone:
            host.ask("undo", seat=0)
        else:
            host.ask("replace", seat=1, bot="greedy")
        monkeypatch.setattr(Store, "append", append)
        if what is entries.Undone:
            with table.player(1) as ben:
                ben.ask("agree", seat=1, yes=True)
        cara.ask("agree", seat=2, yes=True)
        host.until(lambda scene: scene["wish"] is None)
        assert len(refused) == 3


def test_who_has_given_up_the_seat_is_not_asked(house: ThreadHouse) -> None:
    table = with_friends(house, "Ben", game="genial_dice")
    with table.player(0, host=True) as host, table.player(1) as ben:
        ben.ask("leave", seat=1)
        host.play("roll")
        events = host.scene["events"]
        host.ask("undo", seat=0)
        assert host.scene["events"] < events
