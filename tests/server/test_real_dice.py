"""A table whose dice, bag and cards are real: people say what they show, and the referee does the rest."""

from __future__ import annotations

import dataclasses
import json
import re
from contextlib import ExitStack
from typing import Any

import pytest

from games.genial.secretly import discreet, entering, played
from server.serving import Opened, Player, Refusal, ThreadHouse
from spieltisch import Record, new, registry, replay
from spieltisch.coach.advice import Advice
from spieltisch.contract import Reason, who
from spieltisch.games.genial.moves import tile_name
from spieltisch.kernel import CHANCE, Rows
from spieltisch.server.coaching import Coach
from spieltisch.verify import findings

GAMES = {"genial": {"start": "1"}, "genial_dice": {"start": "1"}, "high_score": {"start": "1"}, "brilliant": {}}


def with_real_dice(house: ThreadHouse, game: str, *who: str, variant: str = "base", **options: str) -> Opened:
    return house.open(game, *who, variant=variant, options=GAMES[game] | options, dice="real").make_ready()


def dice(letters: str) -> dict[str, str]:
    return {"kind": "fall", "dice": letters}


def tile(name: str) -> dict[str, str]:
    return {"kind": "draw", "tile": name}


def began(house: ThreadHouse) -> Opened:
    """The first roll of both is on the table, and it is the turn of the first."""
    table = with_real_dice(house, "genial_dice", "Anna", "Ben")
    with table.player(1) as ben:
        ben.ask("show", seat=1, move=dice("rgbo"))
    with table.player(0) as anna:
        anna.ask("show", seat=0, move=dice("rrbb"))
    return table


@pytest.mark.parametrize(
    ("game", "variant", "players"),
    [*((game, "base", 2) for game in GAMES), ("genial", "team", 4), ("genial", "duel", 2), ("genial", "solo", 1)],
)
def test_a_recorded_game_entered_event_by_event_ends_as_it_did(
    house: ThreadHouse, game: str, variant: str, players: int
) -> None:
    names, options = ["Anna", "Ben", "Cleo", "Dario"][:players], GAMES[game] if players > 1 else {}
    played = new(game, players, variant, seed=5, names=names, **options)
    while played.waiting:
        seat = played.waiting[0]
        played.act(seat, int(played.game.engine.pick(played.rows, seat, 0)))
    table = house.open(game, *names, variant=variant, options=options, dice="real").make_ready()
    with ExitStack() as at_table:
        phones = [at_table.enter_context(table.player(seat)) for seat in range(players)]
        for event in played.log:
            if event.seat != CHANCE:
                phones[event.seat].ask("play", seat=event.seat, move=event.move)
                continue
            awaited = phones[0].up_to_date()["real"]
            if awaited["awaited"]:  # what can come only one way comes by itself
                by = awaited["by"][-1]
                phones[by].ask("show", seat=by, move=event.move)
        assert {phone.up_to_date()["stage"] for phone in phones} == {"over"}
    record = Record.from_json(house.http.get(f"/api/tables/{table.table}/record").text)
    assert (record.outcome, record.log) == (played.outcome, played.record().log)
    assert record.real and replay(record).outcome == played.outcome
    last = list(findings(record))[-1]
    assert (last.holds, last.reason.key) == (False, "verify_real")


def test_what_real_dice_cannot_show_is_refused_in_the_words_of_the_game(house: ThreadHouse) -> None:
    table = with_real_dice(house, "genial", "Anna", "Ben")
    with table.player(0) as anna:
        for _ in range(5):
            anna.ask("show", seat=0, move=tile("rr"))
        with pytest.raises(Refusal, match=r"There is no .* left in the bag"):
            anna.ask("show", seat=0, move=tile("rr"))
        left = {each["move"]["tile"]: each["count"] for each in anna.ask("possible", seat=0)["possible"]}
        assert "rr" not in left and left["rg"] == 6
        anna.ask("show", seat=0, move=tile("rg"))
    dice_table = with_real_dice(house, "genial_dice", "Anna", "Ben")
    with dice_table.player(0) as anna, pytest.raises(Refusal, match="everybody rolls 4 dice; you wrote 3"):
        anna.ask("show", seat=0, move=dice("rgb"))


def test_nobody_can_enter_another_persons_secret_or_learn_it(house: ThreadHouse) -> None:
    table = with_real_dice(house, "genial", "Anna", "Ben", start="1")
    with table.player(0) as anna, table.player(1) as ben:
        assert ben.up_to_date()["real"]["by"] == [0] and ben.scene["ask"] == "Waiting for Anna."
        questions: tuple[dict[str, Any], ...] = ({"do": "show", "move": tile("rr")}, {"do": "possible"})
        for question in questions:
            with pytest.raises(Refusal, match="only Anna can enter it"):
                ben.ask(seat=1, **question)
        with pytest.raises(Refusal, match="This seat is not yours"):
            ben.ask("show", seat=0, move=tile("rr"))
        for name in ("rr", "rg", "rb", "ro", "ry", "rp"):
            anna.ask("show", seat=0, move=tile(name))
        assert ben.up_to_date()["view"]["racks"][0]["tiles"] is None
        questions = ({"do": "possible", "event": 0}, {"do": "correction", "event": 0, "move": tile("gg")})
        for question in questions:
            with pytest.raises(Refusal, match="not by you"):
                ben.ask(seat=1, **question)
        with pytest.raises(Refusal, match="not by you"):
            ben.ask("correct", seat=1, event=0, move=tile("gg"))
        assert not [frame for frame in ben.frames if any(f'"{name}"' in frame for name in ("rg", "rb", "ro", "ry"))]
        counts = {each["move"]["tile"]: each["count"] for each in ben.ask("possible", seat=1)["possible"]}
        assert counts["rr"] == 5 and counts["rg"] == 6, "what Anna holds may be in the bag, as far as Ben knows"


def test_what_everybody_sees_anybody_at_the_table_may_enter_once(house: ThreadHouse) -> None:
    table = with_real_dice(house, "genial_dice", "Anna", "Ben")
    with table.player(0) as anna, table.player(1) as ben, Player(house, table.table) as spectator:
        before = ben.up_to_date()
        version = ben.version
        anna.ask("show", seat=0, move=dice("rgbo"), version=anna.version)
        with pytest.raises(Refusal, match="Something has happened meanwhile"):
            ben.ask("show", seat=1, move=dice("rgbo"), version=version)
        with pytest.raises(Refusal, match="This seat is not yours"):
            spectator.ask("show", seat=0, move=dice("rgbo"))
        assert ben.up_to_date()["log"] == anna.up_to_date()["log"] == spectator.up_to_date()["log"]
        assert len(ben.scene["log"]) > len(before["log"])
        question = {"do": "show", "id": "twice", "seat": 1, "move": dice("rrbb")}
        for _ in range(2):
            ben.send(question)
            ben.answer_to("twice")
        assert ben.up_to_date()["events"] == 2
        with pytest.raises(Refusal, match="Nothing has to be rolled"):
            ben.ask("show", seat=1, move=dice("rrbb"))


def test_what_is_entered_survives_the_house(house: ThreadHouse) -> None:
    table = began(house)
    scene = table.scene(0)
    house.forget(table.table)
    assert table.scene(0) == scene


def test_dice_that_are_not_real_are_nobodys_to_enter(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "greedy").make_ready()
    with table.player(0) as anna:
        assert anna.scene["real"] is None
        with pytest.raises(Refusal, match="Nothing has to be rolled"):
            anna.ask("show", seat=0, move=dice("rgbo"))
        with pytest.raises(Refusal, match="cannot be corrected"):
            anna.ask("correct", seat=0, event=0, move=dice("rgbo"))


def test_a_table_of_computers_alone_has_nobody_to_look_at_real_dice(house: ThreadHouse) -> None:
    with pytest.raises(Refusal, match="somebody has to sit at the table"):
        house.open("genial_dice", "greedy", "random", dice="real")


def test_for_the_computer_somebody_else_draws(house: ThreadHouse) -> None:
    table = with_real_dice(house, "genial", "Anna", "random", start="2")
    with table.player(0) as anna:
        for name in ("rr", "rg", "rb", "ro", "ry", "rp"):
            assert anna.up_to_date()["real"]["by"] == [0]
            anna.ask("show", seat=0, move=tile(name))
        assert anna.up_to_date()["real"]["roller"] == 0
        assert anna.scene["view"]["racks"][1]["tiles"] is None, "whoever has forgotten it is not told again"


# Slips


def test_a_slip_is_corrected_and_everything_that_still_fits_stays(house: ThreadHouse) -> None:
    table = began(house)
    with table.player(0) as anna:
        slips = anna.up_to_date()["real"]["slips"]
        assert [slip["event"] for slip in slips] == [1, 0]
        assert anna.ask("possible", seat=0, event=1)["was"] == dice("rrbb")
        brings = anna.ask("correction", seat=0, event=0, move=dice("gggg"))
        assert (brings["kept"], brings["lost"], brings["told"], brings["why"]) == (1, 0, [], "")
        assert "green, green, green, green" in brings["now"]
        assert anna.scene["view"]["players"][1]["dice"] == "rgbo", "looking changes nothing"
        anna.ask("correct", seat=0, event=0, move=dice("gggg"))
        assert anna.up_to_date()["view"]["players"][1]["dice"] == "gggg"
        assert anna.scene["view"]["players"][0]["dice"] == "rrbb"
    house.forget(table.table)
    assert table.scene(0)["view"]["players"][1]["dice"] == "gggg"


def test_what_no_longer_fits_after_a_correction_is_shown_and_then_taken_back(house: ThreadHouse) -> None:
    table = began(house)
    with table.player(0) as anna:
        for move in ("stop", "joker rr=g"):
            anna.play(move)
        brings = anna.ask("correction", seat=0, event=1, move=dice("gboy"))
        assert (brings["kept"], brings["lost"]) == (1, 1)
        assert len(brings["told"]) == 1 and "Anna" in brings["told"][0] and brings["why"]
        anna.ask("correct", seat=0, event=1, move=dice("gboy"))
        assert anna.up_to_date()["view"]["players"][0]["dice"] == "gboy"
        assert anna.scene["view"]["phase"] == "throw" or anna.scene["view"]["used"] == []


def test_who_has_decided_since_is_asked_before_a_slip_is_corrected(house: ThreadHouse) -> None:
    table = began(house)
    with table.player(0) as anna, table.player(1) as ben:
        anna.play("stop")
        while not anna.up_to_date()["real"]["awaited"]:
            anna.play()
        ben.ask("show", seat=1, move=dice("yyyy"))
        ben.play("stop")
        before = anna.up_to_date()["events"]
        anna.ask("correct", seat=0, event=0, move=dice("pppp"))
        assert anna.up_to_date()["events"] == before
        wished = ben.up_to_date()["wish"]["text"]  # he hears what it changes before he agrees
        assert re.match("Anna would like to correct an entry. So far: “.+ Ben rolls red, .+” New: “.+purple", wished)
        assert re.search("later steps? no longer fits? then|Everything after it still fits", wished)
        ben.ask("agree", seat=1, yes=False)
        assert ben.up_to_date()["wish"] is None and ben.scene["view"]["players"][1]["dice"] != "pppp"
        anna.ask("correct", seat=0, event=0, move=dice("pppp"))
        ben.ask("agree", seat=1, yes=True)
        after = ben.up_to_date()
        assert after["wish"] is None
        assert after["notices"][-1]["text"] == "Anna has changed an entry."
    record = json.loads(house.http.get(f"/api/tables/{table.table}/record", headers=_bearer(table, 0)).text)
    assert record["log"][0] == [-1, "pppp"] and record["real"] is True


def test_of_two_phones_at_once_one_is_told_to_look_again(house: ThreadHouse) -> None:
    table = began(house)
    with table.player(0) as anna, table.player(1) as ben:
        anna.play("roll")
        seen = anna.up_to_date() and anna.version
        shown = anna.ask("correction", seat=0, event=0, move=dice("gggg"))
        ben.ask("show", seat=1, move=dice("yyyy"))  # while Anna looks at what her correction would bring
        for question in ({"do": "correct", "event": 0, "move": dice("gggg")}, {"do": "show", "move": dice("yyyy")}):
            with pytest.raises(Refusal, match="Something has happened meanwhile"):
                anna.ask(seat=0, version=seen, **question)
        assert anna.up_to_date()["events"] == 4
        assert anna.ask("correction", seat=0, event=0, move=dice("gggg"))["kept"] == shown["kept"] + 1
        anna.play("stop")
        while not anna.up_to_date()["real"]["awaited"]:
            anna.play()
        anna.ask("show", seat=0, move=dice("pppp"))
        ben.ask("play", seat=1, move="stop")
        anna.ask("correct", seat=0, event=0, move=dice("gggg"))
        wish = ben.up_to_date()["wish"]
        assert wish is not None and anna.up_to_date()["events"] == ben.scene["events"]
        ben.play()  # goes on before he has answered: nothing that came since is lost by an old answer
        assert ben.up_to_date()["wish"] is None
        with pytest.raises(Refusal):
            ben.ask("agree", seat=1, yes=True, wish=wish["number"])
        before = ben.up_to_date()
    with table.player(1) as again:  # a phone that has slept, or a page loaded anew
        assert {**again.up_to_date(), "seats": []} == {**before, "seats": []}


def test_at_one_phone_a_slip_is_corrected_without_asking_anybody(house: ThreadHouse) -> None:
    table = began(house)
    with table.player(0, 1) as both:
        both.play("stop", seat=0)
        both.ask("correct", seat=0, event=0, move=dice("pppp"))
        assert both.up_to_date()["wish"] is None and both.scene["view"]["players"][1]["dice"] == "pppp"


def test_a_tile_that_was_laid_wrongly_is_laid_anew_some_turns_later(house: ThreadHouse) -> None:
    table = secret(house, "Anna", "Ben").make_ready()

    def lay(tile: str, first: str, second: str) -> dict[str, str]:
        return {"kind": "lay", "tile": tile, "first": first, "second": second}

    with table.player(0, 1) as both:
        for seat, move in ((0, "rr@c4-c5"), (0, "keep"), (1, "rg@h4-h5"), (1, "keep"), (0, "gg@d4-e4"), (0, "keep")):
            both.play(move, seat=seat)
        before = both.up_to_date()
        slips = {slip["event"]: slip for slip in before["real"]["slips"]}
        assert slips[12]["seat"] == 0 and slips[15]["seat"] == 1, "at one phone all that its seats have played"
        found = both.ask("possible", seat=0, event=12)
        assert (found["actor"], found["was"], found["view"]["may_lay"]) == (0, lay("rr", "c4", "c5"), True)
        assert found["view"]["racks"][0]["tiles"] is None and found["view"]["last"] is None
        there = lay("rr", "d3", "e3")
        assert both.ask("preview", seat=0, move=there, event=12)["picture"]["gains"][0]["points"] == 1
        with pytest.raises(Refusal, match="c1"):
            both.ask("preview", seat=0, move=lay("rr", "c1", "d1"), event=12)
        brings = both.ask("correction", seat=0, event=12, move=there)
        assert brings["now"] == "Anna lays red-red on d3 and e3: 1 point for red."
        assert (brings["lost"], brings["told"]) == (0, []) and both.up_to_date()["view"] == before["view"]
        taken = lay("rr", "d4", "e4")  # where another one has been laid since
        brings = both.ask("correction", seat=0, event=12, move=taken)
        assert brings["lost"] == 3 and "Anna" in brings["told"][0] and "d4" in brings["why"]
        both.ask("correct", seat=0, event=12, move=there)
        after = both.up_to_date()
        assert (after["events"], len(after["log"])) == (before["events"], len(before["log"]))
        colours = {cell["name"]: cell["colour"] for cell in after["view"]["cells"]}
        assert (colours["c4"], colours["d3"], colours["e3"], colours["d4"]) == (None, "r", "r", "g")
        both.ask("correct", seat=0, event=12, move=taken)
        assert both.up_to_date()["events"] == before["events"] - 3 and both.scene["seats"][0]["decides"]
    house.forget(table.table)
    assert table.scene(0)["view"] == both.scene["view"]


def test_only_who_played_it_says_what_it_was_and_who_has_learned_since_is_asked(house: ThreadHouse) -> None:
    table = began(house)
    with table.player(0) as anna, table.player(1) as ben:
        anna.play("roll")
        for question in ({"do": "correct", "move": {"kind": "stop"}}, {"do": "possible"}, {"do": "moves"}):
            with pytest.raises(Refusal, match="not by you"):
                ben.ask(seat=1, event=2, **question)
        assert [slip["event"] for slip in ben.up_to_date()["real"]["slips"]] == [1, 0]
        assert "stop" in anna.ask("moves", seat=0, event=2)["moves"]
        anna.ask("correct", seat=0, event=2, move={"kind": "stop"})
        assert anna.up_to_date()["view"]["phase"] != "throw", "nothing has fallen yet: nobody is asked"
        anna.ask("correct", seat=0, event=2, move={"kind": "roll"})
        anna.ask("show", seat=0, move=dice("yyyy"))
        anna.ask("correct", seat=0, event=2, move={"kind": "stop"})
        assert ben.up_to_date()["wish"], "dice that one does not like are no slip"


@pytest.mark.parametrize("change", [{"event": 99}, {"event": 2}, {"move": "nonsense"}, {"move": {"kind": "roll"}}])
def test_a_correction_that_means_nothing_changes_nothing(house: ThreadHouse, change: dict[str, Any]) -> None:
    table = began(house)
    with table.player(0) as anna:
        anna.play("roll")
        before = anna.up_to_date()["events"]
        with pytest.raises(Refusal):
            anna.ask("correct", **({"seat": 0, "event": 0, "move": dice("gggg")} | change))
        assert anna.up_to_date()["events"] == before


def _bearer(table: Opened, seat: int) -> dict[str, str]:
    return {"Authorization": f"Bearer {table.keys[seat]}"}


# Racks that stay secret


def secret(house: ThreadHouse, *who: str, **more: Any) -> Opened:
    return house.open("genial", *who, options={"start": "1"}, dice="real", discreet=True, **more)


def test_racks_may_stay_secret_and_only_what_is_laid_is_entered(house: ThreadHouse) -> None:
    table = secret(house, "Anna", "Ben").make_ready()
    with table.player(0) as anna, table.player(1) as ben, table.player(0, 1) as both:
        scene = anna.up_to_date()
        assert scene["real"]["discreet"] and not scene["real"]["awaited"], "nobody says what was drawn"
        assert scene["view"]["racks"][0] == {"seat": 0, "size": 6, "full": 6, "tiles": None}
        assert not both.up_to_date()["secrets"], "one phone for all need not be handed over"
        lay = {"kind": "lay", "tile": "rr", "first": "c4", "second": "c5"}
        assert anna.ask("preview", seat=0, move=lay)["picture"]["gains"][0]["points"] == 1
        anna.ask("play", seat=0, move=lay)
        with pytest.raises(Refusal, match="This seat is not yours"):
            ben.ask("play", seat=0, move={"kind": "exchange"})
        assert "If no tile on your rack shows any of your lowest colours" in anna.up_to_date()["ask"]
        anna.ask("play", seat=0, move={"kind": "exchange"})
        assert "Anna shows the rack and exchanges it" in ben.up_to_date()["log"][-1]["text"]
        assert ben.scene["seats"][1]["decides"] and ben.scene["view"]["racks"][0]["size"] == 6
        with pytest.raises(Refusal, match="cannot be corrected"):
            anna.ask("possible", seat=0, event=0)
        with pytest.raises(Refusal, match="This seat plays without the coach"):
            ben.ask("possible", seat=1, held=[])
        with pytest.raises(Refusal, match="only people play at this table"):
            anna.ask("replace", seat=0, bot="greedy")
    house.forget(table.table)
    assert table.scene(0)["view"]["racks"][0]["tiles"] is None and table.scene(0)["events"] == 15
    record = Record.from_json(house.http.get(f"/api/tables/{table.table}/record", headers=_bearer(table, 0)).text)
    assert record.log[12:] == ((0, "rr@c4-c5"), (0, "exchange"), (CHANCE, "?")) and record.real
    assert replay(record).log == replay(Record.from_json(record.to_json())).log


def test_who_wants_the_coach_tells_it_the_own_rack_and_nobody_else(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    racks = list[dict[str, int]]()

    async def advise(coach: Coach, name: str, seen: Rows, seat: int) -> list[Advice]:
        """Instead of the coach, which would take its time: notes the rack, and lays the first tile of it."""
        held = seen["racks"][0, seat].tolist()
        racks.append({tile_name(kind): count for kind, count in enumerate(held) if count})
        move = f"{next(iter(racks[-1]))}@c4-c5"
        action = registry.game(name).read_move(seen, seat, move)
        return [Advice(action, move, 0.5, 20.0, Reason("thinks", values={"name": who(seat)}), 0.0)]

    monkeypatch.setattr(Coach, "advise", advise)
    table = house.open("genial", "Anna", "Ben", options={"start": "1"}, dice="real", discreet=True, coach=True)
    table.make_ready()
    with table.player(0) as anna, table.player(1) as ben:
        found = anna.ask("possible", seat=0, held=[])
        assert (found["missing"], found["actor"], len(found["possible"])) == (6, -1, 21)
        rack = [tile(name) for name in ("rr", "rr", "rg", "rg", "rb", "rb")]
        found = anna.ask("possible", seat=0, held=rack[:3])
        counts = {each["move"]["tile"]: each["count"] for each in found["possible"]}
        assert (found["missing"], counts["rr"], counts["rg"], counts["bb"]) == (3, 3, 5, 5)
        with pytest.raises(Refusal, match="the rest of what you hold: 3 more"):
            anna.ask("advice", seat=0, held=rack[:3])
        with pytest.raises(Refusal, match="nothing more to tell"):
            anna.ask("advice", seat=0, held=[*rack, tile("gg")])
        with pytest.raises(Refusal, match=r"There is no .* left in the bag"):
            anna.ask("advice", seat=0, held=[tile("rr")] * 6)
        with pytest.raises(Refusal):
            anna.ask("advice", seat=0, held=["nonsense"])
        advice = anna.ask("advice", seat=0, held=rack)["moves"]
        assert racks == [{"rr": 2, "rg": 2, "rb": 2}] and advice[0]["move"]["tile"] == "rr", "from this rack"
        anna.ask("advice", seat=0, held=[*rack[:5], tile("gg")])
        assert racks[1] == {"rr": 2, "rg": 2, "rb": 1, "gg": 1}, "another rack is another question"
        with pytest.raises(Refusal, match="This seat is not yours"):
            ben.ask("advice", seat=0, held=rack)
        with pytest.raises(Refusal, match="not your turn"):
            ben.ask("advice", seat=1, held=rack)
        anna.ask("play", seat=0, move=advice[0]["move"])
        with pytest.raises(Refusal, match="The coach cannot help here"):
            anna.ask("advice", seat=0, held=rack[1:])  # whether to exchange: who sees the rack says
        assert anna.up_to_date()["view"]["racks"][0]["tiles"] is None, "nobody has kept it"
        assert not [frame for frame in ben.frames if '"rb"' in frame]
    everywhere = house.http.get(f"/api/tables/{table.table}/record", headers=_bearer(table, 0)).text
    assert '"rb"' not in everywhere
    known = with_real_dice(house, "genial_dice", "Anna", "Ben")
    with known.player(0) as anna, pytest.raises(Refusal, match="nothing more to tell"):
        anna.ask("possible", seat=0, held=[])


def test_a_game_with_secret_racks_is_replayed_but_neither_reviewed_nor_played_on(house: ThreadHouse) -> None:
    played_secretly = discreet(start="1")
    for _ in entering(played_secretly, played(2, "base", 5)):
        pass
    record = dataclasses.replace(played_secretly.record(), real=True)
    brought = house.ask("POST", "records", {"record": record.to_json()})
    key, at = brought["seats"][0]["key"], f"tables/{brought['table']}"
    assert house.ask("GET", f"{at}/positions/40?seat=0", key=key)["view"]["racks"][0]["tiles"] is None
    with pytest.raises(Refusal, match="The coach cannot help here"):
        house.ask("POST", f"{at}/review", key=key)
    with pytest.raises(Refusal, match="only people play at this table"):
        house.ask("POST", f"{at}/branches", {"event": 12, "seat": 0, "bot": "greedy"}, key)


@pytest.mark.parametrize(
    ("game", "who", "more", "why"),
    [
        ("genial", ("Anna", "greedy"), {}, "only people play at this table"),
        ("genial", ("Anna", "Ben"), {"clock": {"per": "move", "seconds": 60}}, "without a clock"),
        ("genial", ("Anna", "Ben"), {"dice": "checkable"}, "Only with the real box"),
        ("genial_dice", ("Anna", "Ben"), {}, "in which somebody has something hidden"),
    ],
)
def test_secret_racks_need_people_and_a_real_box(
    house: ThreadHouse, game: str, who: tuple[str, ...], more: dict[str, Any], why: str
) -> None:
    with pytest.raises(Refusal, match=why):
        house.open(game, *who, options={"start": "1"}, discreet=True, **{"dice": "real", **more})
