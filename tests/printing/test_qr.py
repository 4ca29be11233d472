"""QR codes, compared with those that the library of the page makes (uqr 0.1.3, error correction M)."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from printing.looking import Paper
from spieltisch import registry
from spieltisch.printing import qr
from spieltisch.printing.things import LONGEST_LINK, Printout, printed

THEIRS = [  # so many letters, the version that holds them, and the beginning of the hash of its rows
    (14, 1, "86cb87b50876e6df"),
    (26, 2, "cbffab2bdeaa1cb2"),
    (42, 3, "138e65a5f99da649"),
    (62, 4, "44f573191ecfe830"),
    (84, 5, "bc566b5fd728c7c7"),
    (106, 6, "be8711772db43e35"),
    (122, 7, "79c68a264cd6342b"),
    (152, 8, "00a4da0cc9471340"),
    (180, 9, "abe58c114b30b6b6"),
    (200, 10, "ff1b2361d9e136bc"),
]


def address(letters: int) -> str:
    return ("https://games.example.org/" + "abcdefghij/" * 30)[:letters]


def digest(code: qr.Modules) -> str:
    rows = "\n".join("".join("1" if module else "0" for module in row) for row in code)
    return hashlib.sha256(rows.encode()).hexdigest()[:16]


@pytest.mark.parametrize(("letters", "version", "theirs"), THEIRS)
def test_a_code_is_one_of_the_eight_that_mean_the_same(letters: int, version: int, theirs: str) -> None:
    eight = [digest(code) for code in qr.codes(address(letters))]
    assert theirs in eight
    chosen = qr.modules(address(letters))
    assert digest(chosen) in eight
    assert len(chosen) == 17 + 4 * version


def test_every_link_that_is_accepted_has_a_code() -> None:
    assert qr.room(qr.LARGEST) >= LONGEST_LINK
    assert [qr.room(version) for version in (1, 2, 9, 10)] == [14, 26, 180, 213]


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
