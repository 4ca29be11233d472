"""§2 Rolling."""

from typing import Any

import pytest

from kit import table
from spieltisch import CHANCE, Refused, Table


def begun(players: int = 2, **options: Any) -> Table:
    """The others show their dice; the start player is about to roll."""
    dice = {2: ["rrgg"], 3: ["rrg", "gbb"], 4: ["rr", "gg", "bb"]}
    return table("genial_dice", players, **options).play(*dice[players])


def test_the_first_roll_of_a_turn_is_not_a_question() -> None:
    at = begun()
    assert at.waiting == [CHANCE]
    assert len(at.moves()) == 126


def test_after_the_first_and_the_second_roll_the_player_may_roll_again_or_stop() -> None:
    at = begun().play("rgbo")
    assert at.moves() == ["roll", "stop"]
    at.play("roll", "oooo")
    assert at.moves() == ["roll", "stop"]


def test_after_the_third_roll_rolling_is_over() -> None:
    at = begun().play("rgbo", "roll", "oooo", "roll", "ooyp")
    assert at.moves()[0] == "score"
    with pytest.raises(Refused, match="rolled 3 times") as refused:
        at.play("roll")
    assert refused.value.reason.paragraph == "§2"


def test_who_has_stopped_cannot_roll_again() -> None:
    at = begun().play("rrbo", "stop")
    with pytest.raises(Refused, match="rolled once") as refused:
        at.play("roll")
    assert refused.value.reason.paragraph == "§2"
    with pytest.raises(Refused):
        at.play("stop")


@pytest.mark.parametrize("move", ["score", "joker rr=g"])
def test_who_still_rolls_cannot_score(move: str) -> None:
    at = begun().play("rrbo")
    with pytest.raises(Refused, match="1 of 3") as refused:
        at.play(move)
    assert refused.value.reason.paragraph == "§2"


def test_all_dice_are_rolled_and_none_is_kept_back() -> None:
    at = begun().play("rrrr", "roll")
    assert len(at.moves()) == 126
    at.play("gbop")
    assert at.view().players[0].dice == ("g", "b", "o", "p")
    with pytest.raises(Refused, match="rolls 4 dice; you wrote 3"):
        at.play("roll", "rgb")


def test_only_the_last_roll_counts() -> None:
    at = begun().play("rrrr", "roll", "bopy", "stop")
    assert at.rows["sheets"][0].sum() == 0


def test_the_last_roll_stays_as_the_model_for_the_others() -> None:
    at = begun().play("rrrr", "roll", "bopy", "stop")
    assert at.view().players[0].dice == ("b", "o", "y", "p")
    at.play("bbop", "stop", "score")
    assert at.rows["sheets"][0][1].tolist() == [0, 0, 2, 1, 0, 1]


def test_the_next_player_begins_with_three_rolls_of_their_own() -> None:
    at = begun().play("rrrr", "roll", "bopy", "stop")
    assert at.rows["rolls"][0] == 0
    at.play("rgbo")
    assert at.waiting == [1]
    assert at.view().rolls_left == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_goes_clockwise(players: int) -> None:
    at = begun(players, start=2) if players == 2 else begun(players, start=players)
    turns = []
    for _ in range(players + 1):
        at.play("rgby"[: at.rows["dice_each"][0]])
        turns.append(at.waiting[0])
        at.play("stop")
    first = turns[0]
    assert turns == [(first + k) % players for k in range(players + 1)]


@pytest.mark.parametrize(("players", "kinds", "orders"), [(2, 126, 1296), (3, 56, 216), (4, 21, 36)])
def test_every_die_is_fair(players: int, kinds: int, orders: int) -> None:
    at = begun(players)
    rolls, weights = at.moves(), at.game.weights(at.rows).tolist()
    assert len(rolls) == len(weights) == kinds
    assert at.game.engine.tickets(at.rows, CHANCE) == sum(weights) == orders
    expected = {"".join(sorted(roll, key="rgboyp".index)): 0 for roll in rolls}
    assert list(expected) == rolls
    for number in range(orders):
        dice = "".join("rgboyp"[number // 6**die % 6] for die in range(at.rows["dice_each"][0]))
        expected["".join(sorted(dice, key="rgboyp".index))] += 1
    assert dict(zip(rolls, weights, strict=True)) == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_roll_has_as_many_tickets_as_it_weighs(players: int) -> None:
    at = begun(players)
    drawn = [at.game.engine.pick(at.rows, CHANCE, k) for k in range(at.game.engine.tickets(at.rows, CHANCE))]
    assert [drawn.count(action) for action in at.game.legal(at.rows, CHANCE)] == at.game.weights(at.rows).tolist()


def test_the_dice_fall_in_the_same_way_before_the_first_turn() -> None:
    at = table("genial_dice", 3)
    assert at.game.engine.tickets(at.rows, CHANCE) == 216
    drawn = [at.game.engine.pick(at.rows, CHANCE, k) for k in range(216)]
    assert [drawn.count(action) for action in at.game.legal(at.rows, CHANCE)] == at.game.weights(at.rows).tolist()


def test_the_dice_are_those_of_whoever_is_on_turn_and_the_lot_is_everybodys() -> None:
    at = table("genial_dice", 2, start="lot")
    assert at.game.roller(at.rows) is None
    assert at.game.roller(at.play("start 2").rows) == 0  # §1 who does not start shows dice
    assert at.game.roller(at.play("rrgg").rows) == 1
    assert at.game.roller(at.play("rgbo", "roll").rows) == 1
    assert at.game.roller(at.play("bopy", "stop").rows) == 0
