"""What the nets of the sheet game see: what may still come of each sheet, and nothing that was chosen in secret."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from games.brilliant.paper import SEVEN, SMALL, action, begin, position, started
from kit import arrange, by_net
from setups import Setup, glimpses
from spieltisch import Table, registry
from spieltisch.games.brilliant import bots, rules
from spieltisch.games.brilliant.bots import net as nets
from spieltisch.kernel import Unpacked

GAME = registry.game("brilliant")
ENTRY = GAME.engine.entry
ALMOST = """
    . . 5 5 5 . .
"""


def seen(at: Table, seat: int = 0) -> np.ndarray:
    out = np.ones(nets.INPUTS, np.float32)
    ENTRY(nets.inputs)(at.rows, seat, out)
    return out


def of_seat(at: Table, number: int, what: int, viewer: int = 0) -> float:
    """Of the own seat (number 0) or of the others."""
    return float(seen(at, viewer)[nets.OWN_AT + number * nets.OF_ONE_SEAT + what])


@pytest.mark.parametrize(("players", "sheet"), [(1, SEVEN), (2, "level-1"), (3, SMALL), (6, SEVEN)])
def test_a_whole_game_is_seen_and_judged_and_left_as_it_was(players: int, sheet: str) -> None:
    setup = Setup("brilliant", "solo" if players == 1 else "base", players, {"sheet": sheet})
    looks = 0
    for rows, _, _ in glimpses(setup, random.Random(players), 1 / 6, seed=players):
        for viewer in range(players):
            before = rows.tobytes()
            x = np.zeros(nets.INPUTS, np.float32)
            ENTRY(nets.inputs)(rows, viewer, x)
            assert np.isfinite(x).all()
            assert (x >= 0).all() and (x <= 12).all()
            assert 0 < ENTRY(nets.evaluate)(rows, viewer) < 1
            assert rows.tobytes() == before
            looks += 1
        assert ENTRY(nets.kind_of)(rows) == players - 1
    assert looks > 0


def test_what_others_choose_in_secret_is_not_seen() -> None:
    before = position(ALMOST, ALMOST).play("5 5")
    after = position(ALMOST, ALMOST).play("5 5").play("5@f1", seat=1)
    passed = position(ALMOST, ALMOST).play("5 5").play("pass", seat=1)
    assert (seen(before) == seen(after)).all()
    assert (seen(before) == seen(passed)).all()
    hidden = [ENTRY(nets.evaluate)(GAME.hidden(at.rows, 0), 0) for at in (after, passed)]
    assert hidden[0] == hidden[1]
    assert (seen(after, 1) != seen(passed, 1)).any()


def test_start_numbers_of_others_are_not_seen_on_a_hidden_sheet() -> None:
    one, other = (begin().play(move, seat=1) for move in ("1@b1", "1@f1"))
    hidden = [ENTRY(nets.evaluate)(GAME.hidden(at.rows, 0), 0) for at in (one, other)]
    assert hidden[0] == hidden[1]


def test_the_own_choice_stands_already() -> None:
    """Four fives fill the first area, which then counts as if it had been scored."""
    at = position(ALMOST, ALMOST).play("5 5")
    assert of_seat(at, 0, 0) == 0.0
    assert of_seat(at, 0, 7) > 0.0  # what the roll may bring
    at.play("5@f1", seat=0)
    chosen = seen(at)
    assert of_seat(at, 0, 7) == 0.0
    written = position(ALMOST.replace("5 . .", "5 5 ."), ALMOST)
    assert chosen[: nets.OF_ONE_AREA] == pytest.approx(seen(written)[: nets.OF_ONE_AREA])
    assert of_seat(at, 0, 1) == pytest.approx(of_seat(written, 0, 1))


def test_a_full_area_counts_before_it_is_scored() -> None:
    at = position(ALMOST, ALMOST)
    state: Any = Unpacked(at.rows)
    area = int(state.area_of[2])
    cells = [int(cell) for cell in range(rules.CELLS) if state.area_of[cell] == area]
    for cell in cells:
        if state.written[0, cell] == 0:
            rules.write_number(state, 0, cell, 5)
    value = int(state.values[area, 0])
    assert nets.points_of(state, 0) == value
    assert nets.points_of(state, 1) == 0


def test_areas_come_by_what_they_may_bring_and_full_ones_not_at_all() -> None:
    at = position(ALMOST, ALMOST)
    hopes = seen(at)[: nets.OWN_AT : nets.OF_ONE_AREA]
    assert (np.diff(hopes) <= 0).all()
    assert hopes[0] > 0
    empty = arrange(position(ALMOST, ALMOST), empty=np.zeros((6, rules.AREAS)))
    assert seen(empty)[: nets.OWN_AT].sum() == 0


def test_others_come_by_what_they_may_reach() -> None:
    at = position(ALMOST, ALMOST, ALMOST, points=[3, 1, 9, 0, 0, 0])
    points = [round(of_seat(at, number, 0) * nets.WANTED) for number in range(4)]
    assert points == [3, 9, 1, 0]


def test_a_game_alone_ends_by_its_points() -> None:
    at = arrange(started(1), points=[30, 0, 0, 0, 0, 0], phase=rules.OVER)
    assert ENTRY(nets.evaluate)(at.rows, 0) == 0.5


def test_the_quick_player_answers_with_a_legal_action() -> None:
    at = position(ALMOST, ALMOST).play("5 5")
    chosen = by_net(at.game, at.game.hidden(at.rows, 0), 0, width=4)
    assert chosen in at.game.legal(at.rows, 0)
    actions, scores = np.empty(rules.CHOICES, np.int64), np.empty(rules.CHOICES)
    count = ENTRY(bots.NETS["net"].shortlist)(at.rows, 0, 100, actions, scores)
    assert sorted(actions[:count]) == sorted(at.game.legal(at.rows, 0))
    assert action("5@f1") in actions[:count]
