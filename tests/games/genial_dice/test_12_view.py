"""What a person sees."""

import json
from dataclasses import asdict

from games.genial_dice.paper import give
from kit import table
from spieltisch import SPECTATOR
from spieltisch.games.genial_dice.view import Gain, Joker, Row

MIDDLE_OPEN = """
    r xxx x.. .
    g x.. ... .
    b xxx ... .
    o xx. ... .
    y xxx ... .
    p xxx xxx .
"""


def test_a_spectator_sees_the_same_as_a_player() -> None:
    at = table("genial_dice", 2).play("rgbo", "bbro")
    seen = asdict(at.view(SPECTATOR))
    assert seen.pop("you") is None
    mine = asdict(at.view(1))
    assert mine.pop("you") == 1
    assert seen == mine


def test_a_view_is_plain_data() -> None:
    at = table("genial_dice", 3, start="lot")
    for move in ("start 2", "rgb", "rgg", "bbo", "roll", "ooo", "stop", "joker oo=g"):
        json.dumps(asdict(at.view(0)))
        at.play(move)
    json.dumps(asdict(at.view(0)))


def test_the_phases() -> None:
    at = table("genial_dice", 2, start="lot")
    phases = [at.view().phase]
    for move in ("start 2", "rgbo", "bbro", "roll", "bbro", "stop", "score"):
        at.play(move)
        phases.append(at.view().phase)
    assert phases == ["lot", "prepare", "throw", "decide", "throw", "decide", "mark", "throw"]


def test_rolls_made_and_left() -> None:
    at = table("genial_dice", 2).play("rgbo")
    assert (at.view().rolls_made, at.view().rolls_left) == (0, 3)
    at.play("bbro")
    assert (at.view().rolls_made, at.view().rolls_left) == (1, 2)
    at.play("roll", "bbro", "roll", "bbro")
    assert (at.view().rolls_made, at.view().rolls_left) == (3, 0)


def test_the_sheets() -> None:
    at = give(table("genial_dice", 2), 1, MIDDLE_OPEN)
    empty, begun = (player.sheet for player in at.view().players)
    assert (empty.marks, empty.fields, empty.shortest_row, empty.open_sections) == (0, 42, 0, 1)
    assert (begun.marks, begun.fields, begun.shortest_row, begun.open_sections) == (19, 42, 1, 2)
    assert begun.rows[0] == Row("r", 4, 0)
    give(at, 1, MIDDLE_OPEN.replace("...", "x..", 5).replace("xx. x..", "xxx x..").replace("x.. x..", "xxx x.."))
    assert at.view().players[1].sheet.open_sections == 3


def test_the_newest_marks() -> None:
    at = give(table("genial_dice", 2).play("rrgb", "rgyp"), 0, MIDDLE_OPEN).play("stop")
    assert at.view().players[0].sheet.rows[:3] == (Row("r", 6, 2), Row("g", 2, 1), Row("b", 3, 0))


def test_the_start_player_and_the_start_rule() -> None:
    assert table("genial_dice", 3, start=2).view().start == 1
    assert table("genial_dice", 3).view().start_rule is False
    assert table("genial_dice", 3, start_rule="yes").view().start_rule is True


def test_what_scoring_now_would_bring() -> None:
    at = give(table("genial_dice", 2).play("rrgp", "rrpp"), 0, MIDDLE_OPEN)
    expected = (Gain("r", 4, 0, 2, 2), Gain("p", 2, 0, 0, 2))
    assert at.view().gains == expected
    at.play("stop")
    assert at.view().gains == expected
    at.play("joker pp=g")
    assert at.view().gains == (Gain("r", 4, 0, 2, 2), Gain("g", 0, 1, 1, 0))


def test_the_dice_and_the_possible_jokers() -> None:
    at = table("genial_dice", 2).play("rrgp", "bbbb")
    assert at.view().possible_jokers == (Joker("bb", 1), Joker("bbb", 2), Joker("bbbb", 3))
    at.play("stop", "joker bb=r")
    assert at.view().dice_for_matches == ("b", "b")
    assert at.view().dice_used_as_jokers == ("b", "b")
    assert at.view().possible_jokers == (Joker("bb", 1),)
    assert at.view().players[0].dice == ("b", "b", "b", "b")


def test_nothing_is_previewed_while_the_dice_roll() -> None:
    at = table("genial_dice", 2).play("rrgp", "bbbb", "roll")
    assert (at.view().gains, at.view().possible_jokers) == ((), ())
    assert (at.view().dice_for_matches, at.view().dice_used_as_jokers) == ((), ())


def test_the_winner_and_the_points() -> None:
    at = table("genial_dice", 3, start=2).play("rgb", "rgb", "rgo")
    assert at.view().points is None
    at.rows["sheets"][0][:3] = [[2, 3, 3, 3, 3, 3], [6, 7, 7, 7, 7, 7], [5, 5, 5, 5, 5, 5]]
    at.play("stop")
    assert at.view().phase == "over"
    assert at.view().winner == 1
    assert at.view().points == (2, 7, 5)
    assert json.loads(json.dumps(asdict(at.view())))["points"] == [2, 7, 5]
