"""What a person sees."""

import json
from dataclasses import asdict

import pytest

from games.genial_dice.paper import MIDDLE_OPEN, give
from kit import table
from spieltisch import SPECTATOR, Table
from spieltisch.games.genial_dice.events import RowGain
from spieltisch.games.genial_dice.view import Matching, Row, seen_from


def test_a_spectator_sees_the_same_as_a_player() -> None:
    at = table("genial_dice", 2).play("rgbo", "bbro")
    seen = asdict(at.view(SPECTATOR))
    assert seen.pop("you") is None
    mine = asdict(at.view(1))
    assert mine.pop("you") == 1
    assert seen == mine


def test_what_another_sees_follows_from_what_one_sees() -> None:
    at = table("genial_dice", 2).play("rgbo", "bbro")
    for seat in (0, 1, SPECTATOR):
        assert seen_from(at.view(1), seat) == at.view(seat)


def test_a_view_is_plain_data() -> None:
    at = table("genial_dice", 3, start="lot")
    for move in ("start 2", "rgb", "rgg", "bbo", "roll", "ooo", "stop", "joker oo=g"):
        assert json.loads(json.dumps(asdict(at.view(0))))["phase"] == at.view(0).phase
        at.play(move)
    assert json.loads(json.dumps(asdict(at.view(0))))["players"]


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
    expected = (RowGain("r", marked=2, lost=2), RowGain("p", marked=0, lost=2))
    assert at.view().gains == expected
    at.play("stop")
    assert at.view().gains == expected
    at.play("joker pp=g")
    assert at.view().gains == (RowGain("r", 2, 2), RowGain("g", 1, 0))


def jokers(at: Table) -> dict[str, int]:
    return {joker.dice: joker.marks for joker in at.view().possible_jokers}


def test_the_dice_and_the_possible_jokers() -> None:
    at = table("genial_dice", 2).play("rrgp", "bbbb")
    assert jokers(at) == {"bb": 1, "bbb": 2, "bbbb": 3}
    at.play("stop", "joker bb=r")
    assert at.view().used == (0, 1)
    assert jokers(at) == {"bb": 1}
    assert at.view().players[0].dice == "bbbb"


def test_nothing_is_previewed_while_the_dice_roll() -> None:
    at = table("genial_dice", 2).play("rrgp", "bbbb", "roll")
    assert (at.view().gains, at.view().possible_jokers) == ((), ())
    assert (at.view().matches, at.view().used) == ((), ())


def test_the_winner_and_the_points() -> None:
    at = table("genial_dice", 3, start=2).play("rgb", "rgb", "rgo")
    assert at.view().points is None
    at.rows["sheets"][0][:3] = [[2, 3, 3, 3, 3, 3], [6, 7, 7, 7, 7, 7], [5, 5, 5, 5, 5, 5]]
    at.play("stop")
    assert at.view().phase == "over"
    assert at.view().winner == 1
    assert at.view().points == (2, 7, 5)
    assert json.loads(json.dumps(asdict(at.view())))["points"] == [2, 7, 5]


def test_four_equal_dice_are_worth_what_the_option_says() -> None:
    assert jokers(table("genial_dice", 2, four_of_a_kind=4).play("rrgp", "bbbb"))["bbbb"] == 4


def test_what_the_turn_would_bring_with_a_joker_for_each_colour() -> None:
    """Two blue matches without it; with it none, and the joker's mark fits only where there is room."""
    at = give(table("genial_dice", 2).play("bgyo", "bbro"), 0, MIDDLE_OPEN)
    assert sum(gain.marked for gain in at.view().gains) == 3  # two blue and one orange
    (joker,) = at.view().possible_jokers
    assert dict(zip("rgboyp", joker.entered, strict=True)) == {"r": 2, "g": 2, "b": 2, "o": 2, "y": 2, "p": 1}
    assert dict(zip("rgboyp", joker.brings, strict=True)) == {"r": 1, "g": 1, "b": 1, "o": 1, "y": 1, "p": 0}


def test_a_joker_that_opens_a_section_makes_room_for_matches() -> None:
    at = table("genial_dice", 2).play("rrgg", "rppo")
    at.rows["sheets"][0][0] = [3, 0, 3, 3, 3, 3]
    assert [gain.marked for gain in at.view().gains] == [0]
    assert at.view().opens == ()
    (joker,) = at.view().possible_jokers
    assert joker.entered == (0, 3, 0, 0, 0, 0)
    assert joker.brings == (0, 1, 0, 0, 0, 0)


def test_which_sections_scoring_now_would_open() -> None:
    at = table("genial_dice", 2).play("rrgg", "rgpp")
    at.rows["sheets"][0][0] = [3, 0, 3, 3, 3, 3]
    assert at.view().opens == (1,)
    assert at.play("stop").view().opens == (1,)
    assert at.play("score").view().opens == ()


@pytest.mark.parametrize(
    ("players", "rolls"),
    [(2, ["bbro", "rrbb"]), (2, ["bbbb", "bbbb"]), (3, ["yyb", "ybr", "ybb"]), (4, ["rg", "rb", "ry", "rr"])],
)
def test_what_a_joker_brings_is_what_is_scored_with_it(players: int, rolls: list[str]) -> None:
    at = give(table("genial_dice", players).play(*rolls), 0, MIDDLE_OPEN).play("stop")
    assert at.view().possible_jokers
    for joker in at.view().possible_jokers:
        for colour, expected in zip("rgboyp", joker.entered, strict=True):
            after = table("genial_dice", players).play(*rolls, "stop")
            give(after, 0, MIDDLE_OPEN).play(f"joker {joker.dice}={colour}")
            if after.view().turn == 0:
                after.play("score")
            assert sum(row.fresh for row in after.view().players[0].sheet.rows) == expected


def test_whether_scoring_now_would_win() -> None:
    at = table("genial_dice", 2).play("rgbo", "rgyy")
    at.rows["sheets"][0][0] = [6, 6, 7, 7, 7, 7]
    assert at.view().fills_the_sheet
    at.rows["sheets"][0][0] = [6, 6, 6, 7, 7, 7]
    assert not at.view().fills_the_sheet
    at.rows["sheets"][0][0] = [7, 7, 7, 7, 7, 7]
    assert not at.play("roll").view().fills_the_sheet


def test_what_the_player_on_turn_may_do() -> None:
    def may(at: Table) -> str:
        view = at.view()
        words = {"roll stop": view.may_roll, "score": view.may_score}
        return " ".join(word for word, allowed in words.items() if allowed)

    at = table("genial_dice", 2, start="lot")
    assert may(at) == ""
    assert may(at.play("start 1", "rgbo")) == ""
    assert may(at.play("bbro")) == "roll stop"
    assert may(at.play("roll")) == ""
    assert may(at.play("bbro", "roll", "bbyy")) == "score"
    assert may(at.play("joker bb=r")) == "score"
    assert may(at.play("score")) == ""


def test_stopping_without_equal_dice_scores_at_once() -> None:
    at = table("genial_dice", 2).play("rgbo", "rgby")
    assert at.view().stopping_scores
    assert not at.play("roll", "rrby").view().stopping_scores
    assert not at.play("stop").view().stopping_scores


def test_which_dice_match_which() -> None:
    at = table("genial_dice", 3, start=2).play("rbb", "rgb", "gbb")
    assert at.view().matches == (
        Matching(die=0, seat=0, dice=(1,)),
        Matching(die=1, seat=0, dice=(2,)),
        Matching(die=1, seat=2, dice=(1, 2)),
        Matching(die=2, seat=0, dice=(2,)),
        Matching(die=2, seat=2, dice=(1, 2)),
    )


def test_dice_in_jokers_match_nothing() -> None:
    at = table("genial_dice", 2).play("bbyo", "rbbb", "stop")
    assert [match.die for match in at.view().matches] == [1, 2, 3]
    at.play("joker bb=r")
    assert at.view().phase == "throw"
    at = table("genial_dice", 2).play("bbyo", "bbyy", "stop", "joker bb=r")
    assert at.view().used == (0, 1)
    assert at.view().matches == (Matching(die=2, seat=1, dice=(3,)), Matching(die=3, seat=1, dice=(3,)))


@pytest.mark.parametrize("rolls", [["bbro", "rrbb"], ["bbbb", "bbbb"], ["rgby", "opop"], ["rrgb", "rgyp"]])
def test_as_many_lines_as_marks_from_matches(rolls: list[str]) -> None:
    view = table("genial_dice", 2).play(*rolls).view()
    assert sum(len(match.dice) for match in view.matches) == sum(gain.marked + gain.lost for gain in view.gains)


def test_nobody_matches_dice_that_nobody_shows() -> None:
    at = table("genial_dice", 3, start_rule="yes").play("rgb")
    assert at.view().matches == ()
    assert at.play("stop", "rgo").view().matches == (Matching(0, 0, (0,)), Matching(1, 0, (1,)))
