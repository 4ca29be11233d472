"""One person at two devices: a move is made on what its person has seen, or not at all."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from server.serving import Player, Refusal, ThreadHouse
from setups import Setup, every_plain_setup
from spieltisch.contract import Refused
from spieltisch.speech import Say
from spieltisch.tables.entries import Readied
from spieltisch.tables.live import LiveTable
from spieltisch.tables.opening import Place, open_table
from spieltisch.tables.proposals import Proposal, act, begin
from spieltisch.tables.undo import undo

say = Say("en")


def test_roll_here_and_stop_there_at_once_and_only_one_of_them_is_done(house: ThreadHouse) -> None:
    done = []
    for _ in range(20):
        table = house.open("genial_dice", "Anna", "Ben").make_ready()
        start = Barrier(2)

        def decide(device: Player, move: str, start: Barrier = start) -> bool:
            start.wait()
            try:
                device.ask("play", seat=0, move=move, version=device.version)
            except Refusal as refused:
                assert refused.text == say("look_once_more")
                return False
            return True

        with table.player(0) as here, table.player(0) as there, ThreadPoolExecutor(2) as pool:
            here.up_to_date(), there.up_to_date()
            moves = (here, "roll"), (there, "stop")
            done.append([each.result() for each in [pool.submit(decide, *move) for move in moves]])
            made = [event["move"] for event in table.ask("GET", "events")["events"] if event["seat"] == 0]
            assert len(made) == 1
    assert all(sorted(each) == [False, True] for each in done)


def test_also_over_http_where_whoever_says_no_version_is_believed(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    version = table.ask("GET", "", seat=0)["version"]
    after = table.ask("POST", "moves", {"move": "roll", "version": version}, 0)
    with pytest.raises(Refusal, match=say("look_once_more")) as refused:
        table.ask("POST", "moves", {"move": "stop", "version": version}, 0)
    assert refused.value.status == 409
    table.ask("POST", "moves", {"move": "stop", "version": after["version"]}, 0)
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    for move in ("roll", "stop"):
        table.ask("POST", "moves", {"move": move}, 0)


def test_a_move_that_was_done_is_not_late_when_it_is_sent_again(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    wish = {"move": "roll", "id": "once", "version": table.ask("GET", "", seat=0)["version"]}
    assert table.ask("POST", "moves", wish, 0) == table.ask("POST", "moves", wish, 0)


def test_the_same_undo_on_two_devices_takes_back_once(house: ThreadHouse) -> None:
    table = house.open("brilliant", "Anna", "Ben").make_ready()
    with table.player(0) as here, table.player(0) as there:
        for _ in range(3):
            here.play()
        version = there.up_to_date() and there.version
        here.ask("undo", seat=0, version=version)
        with pytest.raises(Refusal, match=say("look_once_more")):
            there.ask("undo", seat=0, version=version)
        assert there.scene["events"] == 2


def test_what_others_choose_unseen_makes_nobody_late(house: ThreadHouse) -> None:
    table = house.open("brilliant", "Anna", "Ben").make_ready()
    with table.player(0) as anna, table.player(1) as ben:
        before = ben.version
        move = ben.moves()[0]
        for _ in range(2):
            anna.play()
        anna.ask("undo", seat=0)
        assert table.ask("GET", "")["version"] == before + 3
        ben.ask("play", seat=1, move=move, version=before)


@every_plain_setup
def test_late_is_exactly_who_has_seen_something_happen_since(setup: Setup) -> None:
    """In every game, with taking back: what a seat has seen is compared whole with what it had seen then."""
    opened, _ = open_table(setup.rules, setup.variant, {}, [Place("person", str(k)) for k in range(setup.players)])
    table, luck = LiveTable("x", opened, 0.0), random.Random(7)
    seats = range(setup.players)

    def take(proposal: Proposal | None) -> None:
        assert proposal is not None
        table.take(proposal.entry, 0.0, proposal.step)
        table.wish = None

    for seat in seats:
        table.take(Readied("readied", seat, ""), 0.0)
    take(begin(table))
    known: dict[int, list[Any]] = {}  # by version, what each seat had seen
    for _ in range(40):
        known[table.version] = [table.playthrough.known(seat) for seat in seats]
        if not table.deciding():
            break
        actor = luck.choice(table.deciding())
        if luck.random() < 0.3 and any(event.seat == actor for event in table.playthrough.log):
            take(undo(table, actor))
        else:
            take(act(table, actor, luck.choice(table.playthrough.game.legal(table.playthrough.rows, actor).tolist())))
        for seat in seats:
            now, version = table.playthrough.known(seat), luck.choice([*known])
            since = [then[seat] for at, then in known.items() if at >= version]
            try:
                table.must_be_known(seat, version)
            except Refused:
                assert any(then != now for then in since)
            else:
                assert known[version][seat] == now
