"""How moves are written and read."""

import random

import pytest

from kit import table
from spieltisch import CHANCE, Refused, Table
from spieltisch.games.genial_dice import rules
from spieltisch.games.genial_dice.moves import Fall, Move, Plain, UseJoker
from spieltisch.lots import Start


def before_the_throw() -> Table:
    return table("genial_dice", 2).play("rgbo")


def deciding() -> Table:
    return table("genial_dice", 2).play("rgbo", "bbro")


def marking() -> Table:
    return table("genial_dice", 2).play("rgbo", "bbro", "stop")


@pytest.mark.parametrize(("action", "move"), [(0, "roll"), (1, "stop"), (2, "score"), (3, "joker rr=r")])
def test_the_moves_of_a_player(action: int, move: str) -> None:
    at = marking()
    assert at.game.write(at.rows, 0, action) == move
    assert at.game.parse(at.rows, 0, move) == action


def test_every_joker_is_read_as_it_is_written() -> None:
    at = marking()
    written = [at.game.write(at.rows, 0, action) for action in range(3, 111)]
    assert written[0] == "joker rr=r"
    assert written[-1] == "joker pppp=p"
    assert written[2 * 18 + 1 * 6 + 4] == "joker bbb=y"
    assert len(set(written)) == 108
    assert [at.game.parse(at.rows, 0, move) for move in written] == list(range(3, 111))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_roll_is_read_as_it_is_written(players: int) -> None:
    at = table("genial_dice", players)
    for action in at.game.legal(at.rows, CHANCE).tolist():
        assert at.game.parse(at.rows, CHANCE, at.game.write(at.rows, CHANCE, action)) == action


def test_dice_are_written_in_the_order_r_g_b_o_y_p_and_read_in_any() -> None:
    at = before_the_throw()
    dice = list("rgboyp")
    for _ in range(20):
        random.Random(7).shuffle(dice)
        action = at.parse(CHANCE, "".join(dice[:4]))
        assert at.game.write(at.rows, CHANCE, action) == "".join(sorted(dice[:4], key="rgboyp".index))
    assert at.game.write(at.rows, CHANCE, at.parse(CHANCE, "ybbr")) == "rbby"


@pytest.mark.parametrize("text", ["joker bb=g", " JOKER BB = G ", "joker b b=g", "jokerbb=g", "Joker\tbb =g"])
def test_case_and_spaces_mean_nothing(text: str) -> None:
    assert marking().parse(0, text) == rules.joker_action(2, 2, 1)


def test_case_and_spaces_mean_nothing_for_dice_and_words_either() -> None:
    assert deciding().parse(0, " Roll ") == rules.ROLL
    assert before_the_throw().parse(CHANCE, "B B R Y") == before_the_throw().parse(CHANCE, "rbby")
    assert table("genial_dice", 2, start="lot").parse(CHANCE, "START2") == rules.LOTS + 1


@pytest.mark.parametrize(
    "text", ["", "hold", "joker", "joker bb", "joker =g", "joker bb=", "joker bb=gg", "x", "start", "start -1"]
)
def test_what_cannot_be_read_is_answered_with_an_example(text: str) -> None:
    for at, example in (
        (table("genial_dice", 2, start="lot"), "start 1."),
        (before_the_throw(), "rbby."),
        (table("genial_dice", 4), "rb."),
        (deciding(), "roll, stop."),
        (marking(), "joker bb=o, score."),
    ):
        with pytest.raises(Refused) as refused:
            at.play(text)
        assert refused.value.reason.key == "unreadable"
        assert str(refused.value).endswith(example)


def test_the_examples_can_be_read() -> None:
    assert marking().parse(0, "joker bb=o")
    at = table("genial_dice", 2).play("rgbo", "ppro", "stop")
    with pytest.raises(Refused, match="joker pp=r, score"):
        at.play("?")


def test_a_very_long_text_is_cut() -> None:
    with pytest.raises(Refused) as refused:
        deciding().play("q" * 10_000)
    assert len(str(refused.value)) < 200


def test_no_number_of_dice_but_the_right_one_can_be_rolled() -> None:
    for dice in ("rgb", "rgboy", "r" * 100):
        with pytest.raises(Refused) as refused:
            before_the_throw().play(dice)
        assert refused.value.reason.key == "wrong_number_of_dice"
        assert refused.value.reason.paragraph == "§1"
    with pytest.raises(Refused, match="With 4 players everybody rolls 2 dice; you wrote 3"):
        table("genial_dice", 4).play("rgb")


def test_a_readable_move_at_the_wrong_time_is_refused_with_its_paragraph() -> None:
    for at, move, cited in (
        (deciding(), "rgbo", "§2"),
        (deciding(), "start 1", "§2"),
        (marking(), "rgbo", "§2"),
        (before_the_throw(), "roll", "§2"),
        (before_the_throw(), "joker bb=g", "§2"),
        (table("genial_dice", 2), "score", "§1"),
    ):
        with pytest.raises(Refused) as refused:
            at.play(move)
        assert refused.value.reason.paragraph == cited


@pytest.mark.parametrize(
    ("written", "value"),
    [("roll", Plain("roll")), ("stop", Plain("stop")), ("score", Plain("score")), ("joker bb=g", UseJoker("bb", "g"))],
)
def test_a_move_of_a_player_as_a_value(written: str, value: Move) -> None:
    at = marking()
    assert at.parse(0, value) == at.parse(0, written)
    assert at.game.shown_move(at.rows, 0, at.parse(0, written)) == value


def test_what_chance_does_as_a_value() -> None:
    at = before_the_throw()
    assert at.game.shown_move(at.rows, CHANCE, at.parse(CHANCE, Fall("ybbr"))) == Fall("rbby")
    at = table("genial_dice", 2, start="lot")
    assert at.parse(CHANCE, Start(1)) == at.parse(CHANCE, "start 2")
    assert at.game.shown_move(at.rows, CHANCE, at.parse(CHANCE, "start 2")) == Start(1)


@pytest.mark.parametrize(
    ("seat", "move", "key"),
    [
        (0, UseJoker("bg", "r"), "joker_unequal"),
        (0, UseJoker("b", "r"), "joker_size"),
        (0, UseJoker("xx", "r"), "unreadable"),
        (0, UseJoker("", "r"), "unreadable"),
        (0, UseJoker("bb", "rr"), "unreadable"),
        (0, UseJoker("bb", ""), "unreadable"),
        (0, Fall("rgbo"), "unreadable"),
        (0, Start(0), "unreadable"),
        (CHANCE, Plain("roll"), "unreadable"),
        (CHANCE, UseJoker("bb", "r"), "unreadable"),
        (CHANCE, Fall("rgx"), "unreadable"),
        (CHANCE, Fall(""), "unreadable"),
        (CHANCE, Fall("rgb"), "wrong_number_of_dice"),
        (CHANCE, Start(-1), "no_such_seat"),
        (CHANCE, Start(10**30), "no_such_seat"),
    ],
)
def test_a_value_that_means_nothing_for_this_seat_is_refused(seat: int, move: Move, key: str) -> None:
    with pytest.raises(Refused) as refused:
        marking().parse(seat, move)
    assert refused.value.reason.key == key
