"""QR codes on paper."""

from __future__ import annotations

import numpy as np
import pytest

from printing.looking import Paper
from spieltisch import registry
from spieltisch.printing import qr
from spieltisch.printing.things import LONGEST_LINK, Printout, printed


@pytest.mark.parametrize("letters", [1, LONGEST_LINK])
def test_every_link_that_is_accepted_has_a_code(letters: int) -> None:
    link = ("https://games.example.org/" + "abcdefghij/" * 30)[:letters]
    code = qr.modules(link)
    assert code.shape[0] == code.shape[1]
    assert code[:7, :7].sum() == code[-7:, :7].sum() == code[:7, -7:].sum() == 33  # three corners to find it by


def test_the_code_stands_on_the_pad_as_it_was_made() -> None:
    """Seen in the picture: dark where it is dark, with white around it, and large enough for a camera."""
    link = "http://192.168.178.23:8426"
    code = qr.modules(link)
    picture = Paper(printed(registry.game("genial_dice"), "pad", Printout(link=link))).picture(scale=6)[:, :, 0]
    side = 18 / 25.4 * 72 * 6  # pixels of the code with its margin, in the lower right corner
    edge = 10 / 25.4 * 72 * 6
    module = side / (len(code) + 8)
    top, left = picture.shape[0] - edge - side, picture.shape[1] - edge - side
    middles = (np.arange(len(code)) + 4.5) * module
    seen = picture[np.ix_((top + middles).astype(int), (left + middles).astype(int))] < 128
    assert (seen == code).all()
    assert module / 6 / 72 * 25.4 > 0.5  # millimetres
