"""§1, R4 What a seat may not know."""

from __future__ import annotations

import dataclasses
import json

import pytest

from games.brilliant.paper import begin, position, started, written
from spieltisch import CHANCE, SPECTATOR, Table
from spieltisch.games.brilliant import rules
from spieltisch.kernel import EVERYBODY, generator, only

TWO = """
    . . 2 . . . .
"""


def shown(at: Table, seat: int) -> str:
    return json.dumps(dataclasses.asdict(at.view(seat)))


def test_start_numbers_of_others_are_not_seen_but_how_many_there_are() -> None:
    at = begin(3).play("1@b1", "2@f1", seat=1).play("1@e3", seat=0)
    other = begin(3).play("1@d5", "2@c4", seat=1).play("1@e3", seat=0)
    for seat in (0, 2, SPECTATOR):
        assert shown(at, seat) == shown(other, seat)
        assert (at.game.features(at.rows, seat) == other.game.features(other.rows, seat)).all()
        assert set(at.view(seat).players[1].numbers) == {None}
        assert [player.start_numbers for player in at.view(seat).players] == [1, 2, 0]
    assert written(at, 1) == {"b1": 1, "f1": 2}
    assert shown(at, 1) != shown(other, 1)
    assert sum(n is not None for n in at.view(0).players[0].numbers) == 1
    assert at.game.hidden(at.rows, SPECTATOR)["written"].sum() == 0


def test_an_entry_is_not_seen_until_all_have_chosen() -> None:
    one = position(TWO, TWO, TWO).play("2 3").play("3@b1", seat=1)
    other = position(TWO, TWO, TWO).play("2 3").play("pass", seat=1)
    for seat in (0, 2, SPECTATOR):
        assert shown(one, seat) == shown(other, seat)
        assert one.game.hidden(one.rows, seat).tobytes() == other.game.hidden(other.rows, seat).tobytes()
        assert one.game.hidden(one.rows, seat)["chosen"][0, :3].tolist() == [-1, rules.HIDDEN, -1]
    assert shown(one, 1) != shown(other, 1)
    for at in (one, other):
        at.play("pass", seat=0).play("pass", seat=2)
        assert at.game.hidden(at.rows, 0).tobytes() == at.rows.tobytes()


def test_who_witnesses_what() -> None:
    at = begin(2)
    assert at.game.engine.witnesses(at.rows, 1, 6) == only(1)
    at = started(2)
    assert at.game.engine.witnesses(at.rows, CHANCE, rules.ROLL) == EVERYBODY
    at.play("1 4")
    assert at.game.engine.witnesses(at.rows, 0, rules.PASS) == only(0)
    at = position(TWO, rolls=7).play("1 1")
    assert at.game.engine.witnesses(at.rows, 0, rules.STRIKE) == EVERYBODY


@pytest.mark.parametrize("numbers", ["stars", "free"])
def test_imagined_start_numbers_are_as_many_as_were_written_and_could_be_any(numbers: str) -> None:
    at = begin(3, numbers=numbers).play("1@b1", "2@f1", "3@e3", seat=1).play("1@a5", seat=0)
    rng, seen = generator(1), set()
    for _ in range(60):
        rows = at.game.hidden(at.rows, 0)
        at.game.engine.imagine(rows, 0, rng)
        sheet = rows["written"][0, 1]
        assert sorted(sheet[sheet > 0].tolist()) == [1, 2, 3]
        assert rows["started"][0].tolist() == [1, 3, 0, 0, 0, 0]
        assert rows["written"][0, 0].tolist() == at.rows["written"][0, 0].tolist()
        assert rows["written"][0, 2].sum() == 0
        seen.add(sheet.tobytes())
        assert at.game.hidden(rows, 0).tobytes() == at.game.hidden(at.rows, 0).tobytes()
    assert len(seen) > 30


def test_imagined_entries_are_all_those_that_are_possible() -> None:
    at = position(TWO, TWO, TWO).play("2 3").play("3@b1", seat=1).play("pass", seat=0)
    rng, seen = generator(2), set()
    for _ in range(60):
        rows = at.game.hidden(at.rows, 0)
        at.game.engine.imagine(rows, 0, rng)
        seen.add(at.game.write(rows, 1, int(rows["chosen"][0, 1])))
        assert rows["chosen"][0, 0] == rules.PASS
        assert rows["chosen"][0, 2] == rules.UNDECIDED
    assert seen == {"3@b1", "3@c2", "pass"}


def test_nothing_is_imagined_where_nothing_is_hidden() -> None:
    at = started(2)
    rows = at.rows.copy()
    at.game.engine.imagine(rows, 0, generator(3))
    assert rows.tobytes() == at.rows.tobytes()
    at = position(TWO, TWO).play("2 3").play("3@b1", seat=0).play("pass", seat=1)
    rows = at.game.hidden(at.rows, 1)
    at.game.engine.imagine(rows, 1, generator(3))
    assert rows.tobytes() == at.rows.tobytes()
