"""What learners and studies know of a game: decisions that are legal, and how areas are named."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from spieltisch import new
from spieltisch.games.brilliant import numbering, tally
from spieltisch.games.brilliant.rules import STRIKE, STRIKING
from spieltisch.kernel import Unpacked


def test_alone_masks_are_what_is_legal_also_when_a_value_is_struck() -> None:
    luck, at, struck = random.Random(1), new("brilliant", 1, "solo", seed=1), 0
    while at.waiting:
        seat = at.waiting[0]
        state: Any = Unpacked(at.rows)
        legal = [int(action) for action in at.game.legal(at.rows, seat)]
        if state.phase == STRIKING or luck.random() < 0.2:
            mask = np.zeros(numbering.DECISIONS, np.int8)
            numbering.mask(state, seat, mask, 0, 1)
            assert legal == [*np.flatnonzero(mask)]
            struck += state.phase == STRIKING
        at.act(seat, luck.choice([action for action in legal if action < STRIKE] or legal))
    assert struck


def test_an_area_is_named_by_its_letter_and_its_colour() -> None:
    named = tally.areas(new("brilliant", 2, seed=1).content)
    assert named[0].startswith("A ") and len(set(named)) == len(named)
