"""What several people see is made once, and nothing is made for whom nobody is."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest

from server.serving import ThreadHouse
from spieltisch.contract import View
from spieltisch.game import Game
from spieltisch.kernel import SPECTATOR, Rows
from spieltisch.tables import entries
from spieltisch.tables.chain import StoredEntry
from spieltisch.tables.store import Store


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Through the eyes of which seats views are made."""
    seats: list[int] = []
    right = Game.view

    def counted(game: Game, rows: Rows, seat: int) -> View:
        seats.append(seat)
        return right(game, rows, seat)

    monkeypatch.setattr(Game, "view", counted)
    return seats


@pytest.mark.parametrize(("game", "views"), [("genial_dice", 1), ("high_score", 1), ("genial", 3), ("brilliant", 3)])
def test_a_view_is_made_once_for_a_seat_and_once_for_all_where_nothing_is_hidden(
    house: ThreadHouse, game: str, views: int, made: list[int]
) -> None:
    table = house.open(game, "Anna", "Ben").make_ready()
    room = house.room(table.table)
    with ExitStack() as company:
        people = [company.enter_context(table.player(seat)) for seat in (0, 1)]
        people += [company.enter_context(table.player(language=language)) for language in ("en", "de", "de")]
        for each in people:
            each.until(lambda scene: all(seat["here"] for seat in scene["seats"]))
            each.up_to_date()
        made.clear()
        deciding = next(each for each in people if each.seats and each.seats[0] in table.waiting())
        deciding.play()
        for each in people:
            each.until(lambda scene: scene["events"] == deciding.scene["events"])
        assert len(made) == len(set(made)) == views and set(made) <= {0, 1, SPECTATOR}
        assert set(room.scenes._lines) == {"en", "de"}  # nobody here speaks Italian
        assert {each.scene["looking"] for each in people} == {0, 1, None}
        told = {(each.scene["looking"], str(each.scene["view"])) for each in people}
        assert len(told) == 3  # each with their own eyes


def test_nothing_of_a_change_is_kept_once_all_have_seen_it(house: ThreadHouse) -> None:
    """It would keep the scene before it, too, and Python would look for garbage among all that."""
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    with table.player(0) as anna, table.player(1) as ben:
        for each in (anna, ben):
            each.until(lambda scene: all(seat["here"] for seat in scene["seats"]))
        moving = anna if anna.seats[0] in table.waiting() else ben
        moving.play()
        frames = house.room(table.table)._frames
        assert not frames._made and not frames._patches._kept and not frames._patches._written


def test_the_log_is_read_again_only_when_somebody_else_has_written(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    right = Store.entries

    async def counted(store: Store, table: str, *which: Any, **more: Any) -> list[StoredEntry]:
        read.append(table)
        return await right(store, table, *which, **more)

    monkeypatch.setattr(Store, "entries", counted)
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    for _ in range(2):
        with table.player(0) as anna:
            anna.ask("moves", seat=0)
    assert table.table not in read
    body = entries.written(entries.HostSettled("settled", chat=False))

    async def write_elsewhere() -> None:
        known, other = (await house.hall.room(table.table)).table, await Store.open(str(house.hall.store.engine.url))
        await other.append(known.name, known.version, body, known.chain.next(body))
        await other.close()

    house.run(write_elsewhere())
    with table.player(0) as anna:
        assert anna.scene["chat"] is False
    assert table.table in read
