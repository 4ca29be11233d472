"""What is played in the house: counted as games end, found later where nobody counted, and without names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from server.serving import ThreadHouse, eventually, in_memory
from spieltisch.server import statistics
from spieltisch.server.shapes import HouseStatistics, LevelStatistics
from spieltisch.server.statistics import FRESH, Statistics
from spieltisch.tables import house_book
from spieltisch.tables.house_book import MIXED, Finished

GAME = "genial_dice"


@pytest.fixture
def quiet() -> Iterator[ThreadHouse]:
    """A house in which nothing has been played."""
    with in_memory() as data:
        served = ThreadHouse(data)
        yield served
        served.stop()


def asked(house: ThreadHouse) -> HouseStatistics:
    """As it is now, however lately somebody has asked."""
    house.hall.statistics._asked = -FRESH
    return house.run(house.hall.statistics.of_house())


def test_games_are_counted_when_they_end_without_names(quiet: ThreadHouse) -> None:
    assert quiet.ask("GET", "statistics") == {"finished": 0, "games": [], "levels": []}
    table = quiet.open(GAME, "Anna", "greedy").make_ready()
    assert asked(quiet).finished == 0
    quiet.play_to_the_end(table.table)
    found = eventually(lambda: asked(quiet) if asked(quiet).finished else None)
    assert [(each.game, each.finished, each.players) for each in found.games] == [(GAME, 1, (0, 1, 0, 0, 0, 0))]
    assert [(each.bot, each.games, each.met) for each in found.levels] == [("greedy", 1, 1)]
    places = eventually(lambda: table.scene()["ending"])["places"]
    assert found.levels[0].behind == float(places[0] < places[1]) + 0.5 * (places[0] == places[1])
    assert "Anna" not in quiet.http.get("/api/statistics").text

    # What was noted once is not counted twice; what nobody has noted is found.
    quiet.run(quiet.hall.statistics.note_all())
    assert asked(quiet).finished == 1


def test_games_that_nobody_has_noted_are_found_and_what_cannot_be_read_is_not_tried_again(
    quiet: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistics, "PAUSE", 0.0)
    table = quiet.open(GAME, "Anna", "Ben").make_ready()
    quiet.room(table.table).ended = lambda table: None  # as at a terminal
    quiet.play_to_the_end(table.table)
    store = quiet.hall.store
    quiet.run(store.append("damaged-0000000000000000", 0, '{"kind":"began","over":true}', "no head"))
    assert asked(quiet).finished == 0
    assert len(quiet.run(house_book.unnoted(store))) == 2
    quiet.run(quiet.hall.statistics.note_all())
    assert asked(quiet).finished == 1
    assert quiet.run(house_book.unnoted(store)) == []


def test_a_game_played_on_from_a_position_counts_for_nobody(house: ThreadHouse) -> None:
    table = house.open(GAME, "Anna", "Ben").make_ready()
    assert house_book.told(house.room(table.table).table) is None  # it goes on
    house.play_to_the_end(table.table)
    over = house.room(table.table).table
    told = house_book.told(over)
    assert told is not None and told.who == ("person", "person") and told.seconds >= 0
    branched = table.ask("POST", "branches", {"event": 0, "seat": 0, "bot": "random"})
    house.ask("POST", f"tables/{branched['table']}/ready", {"contribution": "ab"}, branched["seats"][0]["key"])
    house.play_to_the_end(branched["table"])
    assert house_book.told(house.room(branched["table"]).table) is None


def test_people_and_levels_meet_in_pairs(quiet: ThreadHouse) -> None:
    games: list[Any] = [
        Finished(GAME, ("person", "level2", "level2"), (0, 1, 2), 600.0),
        Finished(GAME, ("level2", "person", "level4"), (0, 1, 1), 1200.0),
        Finished(GAME, ("person", MIXED, "level4"), (2, 0, 1), 60_000.0),
        Finished("brilliant", ("person",), (0,), 300.0),
    ]
    for number, game in enumerate(games):
        quiet.run(house_book.note_finished(quiet.hall.store, f"t{number}", game))
    found = asked(quiet)
    assert found.levels == (
        LevelStatistics("level2", 3, 3, 2 / 3),
        LevelStatistics("level4", 2, 2, 0.25),
    )
    assert [(each.game, each.finished, each.minutes) for each in found.games] == [
        (GAME, 3, 20.0),
        ("brilliant", 1, 5.0),
    ]
    assert found.finished == 4

    # Taken back after its end and ended again, it counts for what it has become, once the house begins to count anew.
    quiet.run(house_book.note_finished(quiet.hall.store, "t0", replace(games[0], places=(2, 0, 1))))
    anew = quiet.run(Statistics(quiet.hall.store).of_house())
    assert anew.finished == 4 and anew.levels[0].behind == 0.0
