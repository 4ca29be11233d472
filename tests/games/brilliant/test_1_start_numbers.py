"""§1 Material and set-up."""

from __future__ import annotations

import numpy as np
import pytest

from games.brilliant.paper import SEVEN, SMALL, STARS, WIDE, action, begin, started, written
from spieltisch import CHANCE, Refused, Table, Trouble
from spieltisch.games.brilliant import rules


def cited(at: Table, move: str, seat: int = 0) -> str:
    with pytest.raises(Refused) as refused:
        at.play(move, seat=seat)
    return refused.value.reason.paragraph


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_everybody_begins_at_once_with_an_empty_sheet(players: int) -> None:
    at = begin(players)
    assert at.waiting == list(range(players))
    for seat in range(players):
        assert written(at, seat) == {}
        assert at.moves(seat) == ["1@b1", "1@f1", "1@e3", "1@c4", "1@a5", "1@d5"]


@pytest.mark.parametrize("players", [0, 7])
def test_it_is_for_one_to_six_players(players: int) -> None:
    with pytest.raises(Trouble):
        begin(players)


def test_the_numbers_1_to_6_come_one_after_the_other_in_stars_of_ones_own_choice() -> None:
    at = begin(2).play("1@d5", "2@a5", seat=1)
    assert at.moves(1) == ["3@b1", "3@f1", "3@e3", "3@c4"]
    assert at.moves(0)[0] == "1@b1"
    at.play("3@b1", "4@f1", "5@e3", "6@c4", seat=1)
    assert at.waiting == [0]
    assert written(at, 1) == {"d5": 1, "a5": 2, "b1": 3, "f1": 4, "e3": 5, "c4": 6}


def test_when_all_have_written_six_numbers_the_dice_are_rolled() -> None:
    at = started(3)
    assert at.waiting == [CHANCE]
    assert [len(written(at, seat)) for seat in range(3)] == [6, 6, 6]
    assert at.view().phase == "roll"
    assert at.rows["reveals"][0] == 1
    assert at.rows["rolls"][0] == 0
    assert [len(written(started(n), n - 1)) for n in (1, 2, 6)] == [6, 6, 6]


def test_the_sheet_and_the_choice_of_stars_are_the_usual_way() -> None:
    at = begin(2)
    assert at.view().phase == "start_stars"
    assert begin(2, numbers="free").view().phase == "start_free"


@pytest.mark.parametrize("move", ["2@b1", "6@b1", "1@a1", "1@h1", "1@j10", "pass", "strike A", "1 2"])
def test_anything_but_the_next_number_in_a_star_cell_is_refused(move: str) -> None:
    assert cited(begin(2), move) == "§1"


def test_a_star_cell_takes_one_number() -> None:
    at = begin(2).play("1@b1")
    assert cited(at, "2@b1") == "§1"
    assert cited(at, "1@f1") == "§1"
    assert at.game.engine.refusal(at.rows, 0, action("2@f1")) == 0


def test_with_a_free_choice_any_cell_of_an_area_without_a_number_will_do() -> None:
    at = begin(2, numbers="free")
    assert len(at.moves(0)) == 49
    at.play("1@a1")
    assert len(at.moves(0)) == 49 - 5
    for taken in ("2@a1", "2@b1", "2@a2", "2@a3"):
        assert cited(at, taken) == "§1"
    at.play("2@c1", "3@g1", "4@c2", "5@e2", "6@d3")
    assert at.waiting == [1]
    assert len(begin(2, sheet=SMALL, numbers="free").moves(0)) == 25
    assert len(begin(1, sheet=WIDE, numbers="free").moves(0)) == 100
    at = begin(1, sheet=WIDE, numbers="free").play("1@j10", "2@a9", "3@a8", "4@j1", "5@j2", "6@a3")
    assert at.waiting == [CHANCE]


def test_a_number_below_all_actions_is_not_the_last_cell() -> None:
    at = begin(1, sheet=WIDE, numbers="free").play("1@a9", "2@a8", "3@j1", "4@j2", "5@a3")
    assert at.game.engine.refusal(at.rows, 0, action("6@j10")) == 0
    assert at.game.engine.refusal(at.rows, 0, -1) == 1


def test_every_start_cell_has_one_ticket() -> None:
    at = begin(2, numbers="free").play("1@a1")
    tickets = at.game.engine.tickets(at.rows, 0)
    picked = [at.game.engine.pick(at.rows, 0, ticket) for ticket in range(tickets)]
    assert picked == at.game.legal(at.rows, 0).tolist()
    assert tickets == 44


def test_two_dice_make_twenty_one_pairs_and_a_double_is_half_as_likely() -> None:
    at = started(2)
    pairs = [f"{low} {high}" for low in range(1, 7) for high in range(low, 7)]
    assert at.moves() == pairs
    assert at.game.weights(at.rows).tolist() == [1 if pair[0] == pair[2] else 2 for pair in pairs]
    assert at.game.engine.tickets(at.rows, CHANCE) == 36
    rolled = [at.game.engine.pick(at.rows, CHANCE, ticket) - rules.ROLL for ticket in range(36)]
    assert [pairs[k] for k in rolled] == [
        f"{min(one, other)} {max(one, other)}" for one in range(1, 7) for other in range(1, 7)
    ]


def test_a_roll_is_one_of_the_pairs() -> None:
    at = started(2)
    for pair in (-1, 21):
        assert at.game.engine.refusal(at.rows, CHANCE, rules.ROLL + pair) == 3
    assert at.game.engine.refusal(at.rows, CHANCE, rules.ROLL) == 0
    assert at.game.engine.refusal(at.rows, CHANCE, rules.ROLL + 20) == 0
    assert at.game.engine.refusal(at.rows, CHANCE, rules.PASS) == 3


@pytest.mark.parametrize("players", [1, 2, 6])
def test_a_new_game_forgets_the_old_one(players: int) -> None:
    at = begin(players, SMALL)
    rows = at.rows.copy()
    rows.view(np.int64)[:] = 9
    number, options = at.game.numbers(at.variant, players, at.options)
    at.game.engine.setup(rows, players, number, options, at.content.numbers)
    assert rows.tobytes() == at.rows.tobytes()
    assert (rows["solo"][0], rows["free"][0], rows["phase"][0]) == (int(players == 1), 0, rules.STARTING)
    assert not rows["level"][0]
    for name in ("struck", "started", "written", "beside", "used", "entries", "earned", "points"):
        assert not rows[name].any()
    assert rows["chosen"][0].tolist() == [rules.NOT_ASKED] * 6
    assert rows["empty"][0, 5].tolist() == [5, 2, 5, 3, 3, 4, 3] + [0] * 17


def test_the_sheet_comes_from_its_file() -> None:
    sheet = begin(2, SMALL).view().sheet
    assert (sheet.level, sheet.own, sheet.rows, sheet.columns) == (None, False, 5, 6)
    assert begin(2, SEVEN).view().sheet.level == 1
    assert begin(2, SEVEN).view().sheet.own
    assert begin(2, WIDE).view().sheet.level == 2
    assert [cell.name for cell in sheet.cells if cell.star] == [star[2:] for star in STARS[SMALL]]
