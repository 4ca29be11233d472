"""The key of the house and the keys that follow from it."""

from __future__ import annotations

import errno
import stat
from pathlib import Path

import pytest

from spieltisch import registry
from spieltisch.contract import Trouble
from spieltisch.tables.entries import SeatTaken
from spieltisch.tables.keys import HOST, fingerprint, hashed, house_key, new_secret, seat_key
from spieltisch.tables.live import LiveTable
from spieltisch.tables.opening import Place, open_next, open_table


def test_the_key_of_the_house_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    key = house_key(tmp_path / "data")
    assert house_key(tmp_path / "data") == key
    assert len(key) >= 32
    assert stat.S_IMODE((tmp_path / "data" / "house.key").stat().st_mode) == 0o600
    assert house_key(tmp_path / "other") != key


def test_a_damaged_key_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "house.key").write_text("")
    with pytest.raises(Trouble, match="damaged"):
        house_key(tmp_path)


def test_a_key_that_belongs_to_somebody_else_is_told_as_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no(self: Path, **how: str) -> str:
        raise PermissionError(errno.EACCES, "Permission denied")

    house_key(tmp_path)
    monkeypatch.setattr(Path, "read_text", no)
    with pytest.raises(Trouble, match=r"house\.key cannot be read: Permission denied; it must belong to"):
        house_key(tmp_path)


def test_every_seat_of_every_table_has_another_key_and_none_tells_the_houses() -> None:
    house = new_secret()
    keys = {seat_key(house, table, seat) for table in ("a", "b") for seat in range(HOST, 6)}
    assert len(keys) == 14
    assert fingerprint(house) not in keys and house not in keys


def test_a_seat_that_somebody_else_has_taken_is_no_longer_the_houses() -> None:
    house = new_secret()
    opened, answer = open_table(registry.game("genial"), "base", {}, [Place("person"), Place("open")], house=house)
    table = LiveTable(answer.table, opened, 0.0)
    assert table.house_keys(house) == {HOST: answer.host, 0: answer.seats[0].key}
    assert table.house_keys(new_secret()) == {}
    table.take(SeatTaken("sat", 0, "Eve", hashed(new_secret()), ""), 0.0)
    assert table.house_keys(house).keys() == {HOST}


def test_at_the_next_game_the_keys_stay_what_they_are() -> None:
    house = new_secret()
    opened, answer = open_table(
        registry.game("genial_dice"), "base", {}, [Place("person"), Place("person")], house=house
    )
    table = LiveTable(answer.table, opened, 0.0)
    table.begun = True
    table._asked = (table.playthrough.rows, [])  # as if it were over
    points = type("Outcome", (), {"points": (1, 2)})()
    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(type(table.playthrough), "outcome", points)
        following = LiveTable("next", open_next(table), 0.0)
    assert following.house_keys(house) == table.house_keys(house)
    assert following.opened.results == () and following.opened.origin == table.name
