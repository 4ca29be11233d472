"""§8 Variant: start rule. And R5, the lot for the start player."""

import pytest

from games.genial_dice.paper import marks
from kit import table
from spieltisch import CHANCE, Refused


def test_at_the_beginning_nobody_shows_dice() -> None:
    at = table("genial_dice", 3, start_rule="yes")
    assert [player.dice for player in at.view().players] == ["", "", ""]
    assert at.waiting == [CHANCE]
    assert at.view().turn == 0
    assert at.play("rgb").waiting == [0]


def test_the_start_player_can_score_only_jokers() -> None:
    at = table("genial_dice", 2, start_rule="yes").play("rrgb", "stop", "score")
    assert marks(at, 0) == ""
    at = table("genial_dice", 2, start_rule="yes").play("rrgb", "stop", "joker rr=p")
    assert marks(at, 0) == "p1"


def test_in_the_first_round_everyone_matches_only_those_who_have_had_a_turn() -> None:
    at = table("genial_dice", 3, start_rule="yes", start=2)
    at.play("rgb", "stop", "rgy", "stop", "rgo", "stop")
    assert marks(at, 1) == ""
    assert marks(at, 2) == "r1 g1"
    assert marks(at, 0) == "r2 g2"


def test_from_the_second_round_on_everybody_shows_dice() -> None:
    at = table("genial_dice", 2, start_rule="yes").play(
        "rgbo", "stop", "rypp", "stop", "score", "rrgp", "stop", "score"
    )
    assert marks(at, 0) == "r2 p2"


def test_without_the_start_rule_the_start_player_matches_everybody() -> None:
    at = table("genial_dice", 3, start_rule="no").play("rgb", "rgb", "rgb", "stop")
    assert marks(at, 0) == "r2 g2 b2"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_lot_may_decide_who_starts(players: int) -> None:
    """R5"""
    at = table("genial_dice", players, start="lot")
    assert at.waiting == [CHANCE]
    assert at.moves() == [f"start {seat + 1}" for seat in range(players)]
    assert at.game.weights(at.rows).tolist() == [1] * players
    assert at.game.engine.tickets(at.rows, CHANCE) == players
    drawn = [at.game.engine.pick(at.rows, CHANCE, k) for k in range(players)]
    assert drawn == at.game.legal(at.rows, CHANCE).tolist()


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_the_lot_gives_the_same_game_as_naming_the_start_player(seat: int) -> None:
    """R5"""
    for start_rule in ("no", "yes"):
        drawn = table("genial_dice", 3, start="lot", start_rule=start_rule).play(f"start {seat}")
        assert drawn.rows.tobytes() == table("genial_dice", 3, start=seat, start_rule=start_rule).rows.tobytes()


def test_the_lot_must_fall_on_a_player() -> None:
    """R5"""
    at = table("genial_dice", 3, start="lot")
    for move in ("start 4", "start 0", "start 99", "rgb", "roll"):
        with pytest.raises(Refused) as refused:
            at.play(move)
        assert refused.value.reason.paragraph == "R5"
    assert at.view().turn is None
    assert at.view().start is None
    assert at.view().phase == "lot"
