"""What a coach says about a move: the result and its place, or what the dice that are kept promise."""

from __future__ import annotations

import numpy as np
import pytest

from games.bringing import brings, keys_said, setups_of
from games.high_score.cards import on_card
from setups import Setup
from spieltisch.speech import LANGUAGES, Say


def test_stopping_is_compared_with_rolling_on() -> None:
    at = on_card("full sum 0").play("5 5 5 5 5 4 *")
    assert brings(at, "stop") == "That makes 29; rolling on would bring 20.4 on average. (§3)"
    assert brings(at, "stop", "de") == "Das macht 29; weiterwürfeln brächte im Schnitt 20,4. (§3)"
    assert brings(at, "stop", "it") == "Fai 29; continuando otterresti in media 20,4. (§3)"


def test_the_average_is_that_of_the_best_turn() -> None:
    """With three rolls left one stops above the average of two, and so on."""
    chances = np.ones(1)
    for _ in range(7):
        chances = np.convolve(chances, np.full(6, 1 / 6))
    mean = 0.0
    for _ in range(3):
        mean = float(np.maximum(np.arange(36), mean) @ chances)
    at = on_card("full sum 0").play("5 5 5 5 5 4 *")
    assert brings(at, "roll") == f"You roll everything again: {mean:.1f} on average in the end. (§6)"


def test_rolling_everything_again() -> None:
    at = on_card("full sum 0").play("1 1 1 1 1 1 *", "roll", "1 1 1 1 1 1 *", "roll", "1 1 1 1 1 1 *")
    assert brings(at, "roll") == "You roll everything again: 17.5 on average in the end. (§6)"


def test_the_dice_that_are_kept_and_what_they_promise() -> None:
    at = on_card("free sum 0").play("5 5 5 5 5 1 *", "reroll 1", "5")
    assert brings(at, "reroll *") == "You keep 5 5 5 5 5 5 (30 so far): 32.5 on average in the end. (§6)"
    assert brings(at, "stop") == "That makes 30; rolling on would bring 32.5 on average. (§3)"
    assert brings(at, "reroll 5 5 5 5 5 5") == (
        "You keep one swirl (0 so far): 15.0 on average in the end, up to 32.5 with other dice; "
        "what decides is the chance of winning. (§6)"
    )


def test_a_promise_may_be_below_zero() -> None:
    at = on_card("free sum -5").play("5 5 5 5 5 1 *", "reroll 1", "*")
    assert brings(at, "reroll 5 5 5 5 5", "de").startswith(
        "Du behältst zwei Wirbel (bisher −10): am Ende im Schnitt −1,7, mit anderen Würfeln bis zu "
    )


def test_dice_set_aside() -> None:
    at = on_card("aside sum frozen").play("5 5 5 5 5 5 *")
    assert brings(at, "aside 5 5 5 5 5") == (
        "You keep 5 5 5 5 5 and one swirl (25 so far): 27.5 on average in the end. (§6)"
    )
    assert brings(at, "roll").startswith("You keep one swirl (0 so far): ")
    assert brings(at, "aside 5 5 5 5 5 5") == "That makes 30; rolling on would bring 27.5 on average. (§3)"


def test_whoever_rolls_last_knows_the_chip_and_what_gold_takes() -> None:
    at = on_card("full sum 0", players=4).play("5 5 5 5 5 4 4", "stop")
    at.play("5 5 5 5 5 4 *", "stop", "5 5 5 5 4 4 *", "stop")
    at.play("5 5 5 5 5 5 4")
    assert (
        brings(at, "stop")
        == "That makes 34 on field 34: gold for you; rolling on would bring gold in 0 of 100 cases. (§4)"
    )
    assert brings(at, "roll") == "You roll everything again: gold in 0 of 100 cases, with 34 or more. (§4)"
    for dice, said in (
        ("5 5 5 5 5 5 *", "That makes 30 on field 30: silver for you; "),
        ("5 5 5 5 5 4 *", "That makes 29 on field 27: no chip for you; "),
        ("5 5 5 5 5 2 2", "That makes 29 on field 27: no chip for you; "),
        ("1 1 1 1 1 1 1", "That makes 7 on field 7: no chip for you; "),
    ):
        last = on_card("full sum 0", players=4).play("5 5 5 5 5 4 4", "stop")
        last.play("5 5 5 5 5 4 *", "stop", "5 5 5 5 4 4 *", "stop", dice)
        assert brings(last, "stop").startswith(said)
    two = on_card("full sum 0").play("5 5 5 5 5 4 4", "stop", "5 5 5 5 5 5 *")
    assert brings(two, "stop").startswith("That makes 30 on field 30: bronze for you; ")


def test_stopping_and_rolling_on_are_measured_alike() -> None:
    """Whoever rolls last is told how often gold comes: the higher average may bring it less often."""
    at = on_card("free odd_minus_rest frozen", players=3).play("1 1 2 3 3 5 5", "stop", "5 5 5 1 1 2 2", "stop")
    at.play("1 1 3 4 5 5 *")
    assert brings(at, "stop") == (
        "That makes 11 on field 11: bronze for you; rolling on would bring gold in 68 of 100 cases. (§4)"
    )
    assert brings(at, "reroll 4") == (
        "You keep 1 1 3 5 5 and one swirl (15 so far): gold in 58 of 100 cases, with 17 or more. (§4)"
    )
    promised = [int(brings(at, move).split("gold in ")[1].split()[0]) for move in ("reroll 1 1 4", "reroll 1 1 3 4")]
    assert max(promised) == 68  # the best of them keeps what stopping was told


def test_one_die_is_called_by_what_it_shows() -> None:
    """`Roll 4 again` might be four dice."""
    at = on_card("free sum 0").play("1 1 3 4 5 5 *")
    moves = [at.game.parse(at.rows, 0, move) for move in ("reroll 4", "reroll 1", "reroll *", "reroll 1 1")]
    said = {language: [Say(language, at.game).action(at.rows, 0, move) for move in moves] for language in LANGUAGES}
    assert said["en"] == ["Roll the 4 again", "Roll the 1 again", "Roll one swirl again", "Roll 1 1 again"]
    assert said["de"][:2] == ["Die 4 neu werfen", "Die 1 neu werfen"]
    assert said["it"][:2] == ["Rilancia il 4", "Rilancia l’1"]


def test_no_piece_to_beat_is_no_goal() -> None:
    at = on_card("full odd 0").play("2 2 2 2 2 2 2", "stop", "1 2 2 2 2 2 2")
    assert brings(at, "roll").endswith(" on average in the end. (§6)")


def test_the_place_among_the_pieces_that_stand() -> None:
    at = on_card("full sum 0", players=4).play("5 5 5 5 5 4 *", "stop", "5 5 5 5 5 5 *")
    assert brings(at, "stop") == "That makes 30 and puts you in the lead; rolling on would bring 20.4 on average. (§3)"
    at.play("stop", "5 5 5 5 5 3 *")
    assert brings(at, "stop").startswith("That makes 28, behind Anna, Ben; ")
    at.rows["lying"][0] += 1 << 9  # a four in place of the three
    at.rows["lying"][0] -= 1 << 6
    assert brings(at, "stop").startswith("That makes 29, but that field is taken (Anna): down to field 28;")


def test_a_piece_that_stays_in_the_middle() -> None:
    at = on_card("full odd 0", players=4).play("2 2 2 2 2 2 2")
    assert brings(at, "stop").startswith("That makes 0, so your piece stays in the middle; rolling on would bring ")
    at.play("stop", "1 2 2 2 2 2 2", "stop", "1 2 2 2 2 2 2")
    assert brings(at, "stop").startswith("That makes 1, but no field is free for your piece; ")
    assert brings(at, "stop").endswith(" on average. (R7)")


@pytest.mark.slow
@pytest.mark.parametrize("setup", setups_of("high_score"), ids=str)
def test_every_legal_action_has_a_sentence(setup: Setup) -> None:
    assert len(keys_said(setup, 16)) > 1
