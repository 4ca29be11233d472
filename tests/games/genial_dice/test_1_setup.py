"""§1 Material and set-up."""

import numpy as np
import pytest

from games.genial_dice.paper import marks
from kit import table
from spieltisch import CHANCE, Trouble


@pytest.mark.parametrize(("players", "dice"), [(2, 4), (3, 3), (4, 2)])
def test_with_two_three_and_four_players_each_takes_four_three_and_two_dice(players: int, dice: int) -> None:
    at = table("genial_dice", players)
    assert {len(move) for move in at.moves()} == {dice}
    assert at.rows["dice_each"][0] == dice


@pytest.mark.parametrize("players", [1, 5])
def test_it_is_for_two_to_four_players(players: int) -> None:
    with pytest.raises(Trouble):
        table("genial_dice", players)


def test_all_sheets_are_empty() -> None:
    at = table("genial_dice", 4)
    assert [marks(at, seat) for seat in range(4)] == ["", "", "", ""]


def test_a_row_has_seven_fields_in_sections_of_three_three_and_one() -> None:
    at = table("genial_dice", 2)
    assert at.view().players[0].sheet.sections == (3, 3, 1)
    assert at.view().players[0].sheet.fields == 42


def test_all_but_the_start_player_roll_once_and_leave_the_dice_open() -> None:
    at = table("genial_dice", 3).play("rgb", "ooy")
    assert [player.dice for player in at.view().players] == [(), ("r", "g", "b"), ("o", "o", "y")]
    assert at.waiting == [CHANCE]
    at.play("ppp")
    assert at.view().players[0].dice == ("p", "p", "p")
    assert at.waiting == [0]


@pytest.mark.parametrize(("start", "order"), [(1, [1, 2, 3]), (2, [2, 3, 0]), (3, [3, 0, 1]), (4, [0, 1, 2])])
def test_the_others_roll_clockwise_from_the_start_player(start: int, order: list[int]) -> None:
    at = table("genial_dice", 4, start=start)
    rolled = []
    for _ in range(3):
        assert at.game.roller(at.rows) == at.view().turn
        rolled.append(at.view().turn)
        at.play("rg")
    assert rolled == order
    assert at.view().turn == at.game.roller(at.rows) == start - 1
    assert at.view().phase == "throw"
    assert at.play("rg").waiting == [start - 1]


def test_nobody_is_asked_before_all_the_others_have_rolled() -> None:
    at = table("genial_dice", 4)
    for _ in range(4):
        assert at.waiting == [CHANCE]
        at.play("rg")
    assert at.waiting == [0]


def test_a_new_game_forgets_the_old_one() -> None:
    at = table("genial_dice", 3, start="lot")
    rows = at.rows.copy()
    rows.view(np.int64)[:] = 9
    number, options = at.game.numbers("base", 3, {"start": "lot"})
    at.game.engine.setup(rows, 3, number, options, at.content.numbers)
    assert rows.tobytes() == at.rows.tobytes()
    assert (rows["start"][0], rows["turn"][0]) == (-1, -1)
    assert not any(rows[name].any() for name in ("dice", "unused", "joker_marks", "sheets", "fresh", "rolls"))
