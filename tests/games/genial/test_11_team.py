"""§11 Team."""

from __future__ import annotations

import pytest

from games.genial.drawing import drawn, markers, opened, position, rack
from kit import decided, table
from spieltisch import CHANCE, SPECTATOR, Table
from spieltisch.games.genial import rules
from spieltisch.kernel import members, only

COLOURFUL = "rg bo yp rg bo yp"


def scene(red: int, green: int = 0, *, turn: int = 0) -> Table:
    """`rg@h8-h9` scores two points for red and two for green; both teams have the same markers."""
    track = f"{red} {green} 9 9 9 9"
    return position(4, "team", symbols="r h7 h6 g h10 h11", racks=[COLOURFUL] * 4, tracks=[track, track], turn=turn)


@pytest.mark.parametrize("turn", range(4))
def test_partners_sit_opposite_and_share_a_double_track(turn: int) -> None:
    at = scene(3, 4, turn=turn).play("rg@h8-h9")
    team = [5, 6, 9, 9, 9, 9]
    others = [3, 4, 9, 9, 9, 9]
    assert [markers(at, seat) for seat in range(4)] == [team if seat % 2 == turn % 2 else others for seat in range(4)]
    assert [track.seats for track in at.view().tracks] == [(0, 2), (1, 3)]
    assert all(track.double for track in at.view().tracks)


@pytest.mark.parametrize(
    ("before", "after", "bonus"),
    [(15, 17, 0), (16, 18, 1), (17, 18, 1), (18, 20, 0), (33, 35, 0), (34, 36, 1), (35, 36, 1), (36, 36, 0)],
)
@pytest.mark.parametrize("turn", [0, 3])
def test_left_18_and_right_18_give_a_bonus_turn(turn: int, before: int, after: int, bonus: int) -> None:
    at = scene(before, turn=turn).play("rg@h8-h9")
    assert markers(at, turn)[0] == after
    assert at.view().bonus_turns == bonus
    assert at.waiting == ([turn] if bonus else [CHANCE])


def test_the_worked_example_gives_two_bonus_turns() -> None:
    at = position(
        4,
        "team",
        symbols="g h7 h6 y h10 h11 h12 g9",
        racks=["gy rg bo yp rg bo"],
        tracks=["0 16 0 0 17 0"],
    ).play("gy@h8-h9")
    assert markers(at) == [0, 18, 0, 0, 18, 0]
    assert at.waiting == [0]
    assert at.view().bonus_turns == 2


def test_the_partner_profits_from_what_the_team_has() -> None:
    """Seat 3 brings the marker home that seat 1 has moved."""
    at = scene(14).play("rg@h8-h9")
    assert markers(at, 2)[0] == 16
    at = scene(16, turn=2).play("rg@h8-h9")
    assert at.waiting == [2]
    assert markers(at, 0)[0] == 18


def test_the_whole_board_is_used() -> None:
    assert len(table("genial", 4, "team").view().cells) == 169


def test_racks_are_hidden_from_the_partner_as_well() -> None:
    at = table("genial", 4, "team")
    assert at.game.engine.witnesses(at.rows, CHANCE, 0) == only(0)
    drawn(at)
    for viewer in (1, 2, 3, SPECTATOR):
        assert at.view(viewer).racks[0].tiles is None
        assert at.seen_log(viewer)[0].move == "?"


def test_with_open_talk_partners_see_each_others_racks_and_nobody_else_does() -> None:
    at = table("genial", 4, "team", open_talk="yes", start=2)
    assert members(at.game.engine.witnesses(at.rows, CHANCE, 0)) == [1, 3]
    drawn(at)
    for owner in range(4):
        for viewer in (0, 1, 2, 3, SPECTATOR):
            seen = at.view(viewer).racks[owner].tiles is not None
            assert seen == (viewer != SPECTATOR and viewer % 2 == owner % 2)
    partner = at.view(3).racks[1].tiles
    assert partner is not None
    assert " ".join(partner) == rack(at, 1)


def test_open_talk_changes_nothing_in_the_rules() -> None:
    plain, open_talk = (table("genial", 4, "team", open_talk=talk) for talk in ("no", "yes"))
    for at in (plain, open_talk):
        drawn(at)
        at.play("rr@c4-c5")
    assert plain.moves() == open_talk.moves()
    assert [event.move for event in plain.log] == [event.move for event in open_talk.log]


def test_the_team_with_the_higher_lowest_marker_wins() -> None:
    at = position(
        4,
        "team",
        fill="b",
        leave="h8 h9",
        racks=[COLOURFUL] * 4,
        tracks=["20 19 19 19 30 36", "20 20 18 20 20 20"],
        turn=1,
    ).play("rg@h8-h9")
    assert at.outcome is not None
    assert at.outcome.places == (0, 2, 0, 2)
    assert at.outcome.points == (19, 18, 19, 18)
    assert at.outcome.winners == [0, 2]
    assert (at.outcome.ending, at.outcome.paragraph) == ("board_full", "§9")


def test_teams_may_share_the_win() -> None:
    at = position(
        4, "team", fill="b", leave="h8 h9", racks=[COLOURFUL] * 4, tracks=["1 2 3 4 5 6", "6 5 4 3 2 1"]
    ).play("rg@h8-h9")
    assert at.outcome is not None
    assert at.outcome.places == (0, 0, 0, 0)


def test_partners_sit_opposite_each_other_and_are_on_one_side() -> None:
    assert scene(0).game.sides(scene(0).rows) == [(0, 2), (1, 3)]
    for at in (position(4), position(2, "duel"), position(1, "solo")):
        assert at.game.sides(at.rows) == [(seat,) for seat in range(at.players)]


def test_seats_know_their_track() -> None:
    state = opened(scene(0))
    assert [rules.track_of(state, seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [rules.track_of(opened(position(4)), seat) for seat in range(4)] == [0, 1, 2, 3]
    assert [rules.track_of(opened(position(2, "duel")), seat) for seat in range(2)] == [0, 0]


def test_what_decided_is_a_colour_of_the_team() -> None:
    racks = [COLOURFUL] * 4
    tracks = ["9 9 9 9 9 20", "9 9 9 9 21 9"]
    at = position(4, "team", fill="b", leave="h8 h9", racks=racks, tracks=tracks).play("rg@h8-h9")
    assert decided(at) == [((1, 3), [9, 9, 9, 9, 9, 21], "y"), ((0, 2), [9, 9, 9, 9, 9, 20], "p")]
