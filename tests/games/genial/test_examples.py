"""The examples in the rules texts are what the rules do, in every language."""

from __future__ import annotations

import pytest

from games.examples import LANGUAGES, example, numbers
from games.genial.drawing import markers, position
from games.genial.test_12_duel import ended
from spieltisch import CHANCE, Table

BLUES, REDS = "h10 h11 g9", "h7 h6 h5 g7 g8 i7"  # `rb@h8-h9` sees each of them once


def played(players: int, variant: str, blue: int, blues: int, red: int, reds: int) -> Table:
    """A tile scores so many points for blue and red, whose markers stand there."""
    symbols = f"b {' '.join(BLUES.split()[:blues])} r {' '.join(REDS.split()[:reds])}"
    rack = "rb" if variant == "solo" else "rb gy gy gy gy gy"
    tracks = [f"{red} 9 {blue} 9 9 9"] * (1 if variant == "solo" else 2)
    return position(players, variant, symbols=symbols, racks=[rack], tracks=tracks).play("rb@h8-h9")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_double_track_of_solo(language: str) -> None:
    blue, blues, top, red, reds, lost, zero = numbers(example("genial", 10, language))
    at = played(1, "solo", blue, blues, red, reds)
    assert (blue + blues, red + reds - lost, zero) == (top, top, 0)
    assert [(marker.side, marker.field) for marker in at.view().tracks[0].markers[:3:2]] == [("right", zero)] * 2
    assert at.waiting == [CHANCE]
    assert at.view().bonus_turns == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_tile_gives_bonus_turns_in_the_team_game(language: str) -> None:
    blue, red, blues, reds, zero, bonus = numbers(example("genial", 11, language))
    at = played(4, "team", blue, blues, red, reds)
    assert [(marker.side, marker.field) for marker in at.view().tracks[0].markers[:3:2]] == [("right", zero)] * 2
    assert at.view().bonus_turns == bonus


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tie_of_the_duel(language: str) -> None:
    yellow, purple, red, blue = numbers(example("genial", 12, language))
    outcome = ended(f"{-red} 0 {-blue} 0 {yellow} {purple}")
    assert (yellow, outcome.points, outcome.places) == (red, (2, 2), (0, 1))


def test_points_are_those_that_the_example_says() -> None:
    """The scene above is what it claims."""
    assert markers(played(1, "solo", 0, 3, 0, 6))[:3:2] == [6, 3]
