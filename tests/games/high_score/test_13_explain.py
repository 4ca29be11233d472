"""Why: refusals, results, chips and the end, in three languages."""

from __future__ import annotations

import pytest

from games.high_score.cards import last_round, on_card
from kit import arrange, table
from spieltisch import CHANCE, Reason, Refused, Table
from spieltisch.speech import LANGUAGES, Say


def said(at: Table, reason: Reason, language: str = "en") -> str:
    return Say(language, at.game).reason(reason)


def refused(at: Table, move: str) -> str:
    """The sentence in English; it exists in every language with the same numbers."""
    with pytest.raises(Refused) as refusal:
        at.play(move)
    return in_every_language(at, refusal.value.reason)


def in_every_language(at: Table, reason: Reason) -> str:
    numbers = {language: sorted(c for c in said(at, reason, language) if c.isdigit()) for language in LANGUAGES}
    assert numbers["de"] == numbers["en"] == numbers["it"]
    return said(at, reason)


def explained(at: Table, move: str) -> list[str]:
    """Why the move scores what it scores; it changes nothing."""
    seat = at.waiting[0]
    before = at.rows.tobytes()
    reasons = at.game.scored(at.rows, seat, at.parse(seat, move))
    assert at.rows.tobytes() == before
    return [in_every_language(at, reason) for reason in reasons]


def test_a_seat_that_is_not_there() -> None:
    assert refused(table("high_score", 2), "start 3") == "There is no seat 3, only seats 1 to 2. (§2)"
    assert refused(table("high_score", 2), "start 9") == "There is no seat 9, only seats 1 to 2. (§2)"


def test_cards() -> None:
    at = on_card("full sum 0").play("1 1 1 1 1 1 1", "stop", "1 1 1 1 1 1 1", "stop")
    assert refused(at, "card 1") == "Card 1 has been played already, in round 1. (§2)"
    assert refused(at, "card 22") == "There is no card 22; the deck has 21 cards. (§1)"
    assert refused(at, "card 99") == "There is no card 99; the deck has 21 cards. (§1)"
    assert refused(at, "full odd 10") == "There is no card full odd 10 in this deck. (§1)"
    assert refused(at, "card 2 full odd 10") == "Card 2 is a different one: full same 6. (§1)"
    assert at.game.refused(at.rows, CHANCE, 5).key == "no_such_card"


def test_rolls() -> None:
    at = on_card("free sum 0")
    assert refused(at, "1 2 3") == "7 dice are being rolled, not 3. (§6)"
    assert refused(at, "1 2 3 4 5 5 6") == "No die shows 6: the faces are 1, 2, 3, 4, 5 and the swirl *. (§1)"
    assert refused(at, "1 1 1 1 1 1 1 1") == "There are seven dice, not 8. (§1)"
    at.play("1 2 3 4 5 5 *", "reroll 1")
    assert refused(at, "1 2") == "One die is being rolled, not 2. (§6)"
    assert at.game.refused(at.rows, CHANCE, 1781).values == {"dice": 0, "n": 1}


def test_decisions() -> None:
    at = on_card("full sum 0").play("1 2 3 4 5 5 *")
    sentence = "On this card you either roll all the dice again (roll) or stop (stop). (§6)"
    assert refused(at, "reroll 1") == sentence
    assert said(at, at.game.refused(at.rows, 0, 7)) == sentence
    at = on_card("free sum 0").play("1 2 3 4 5 5 *")
    assert refused(at, "reroll 1 1") == "You cannot choose 1 1; the dice to choose from are 1 2 3 4 5 5 *. (§6)"
    assert refused(at, "roll").startswith("On this card you choose the dice to roll again")
    at = on_card("aside sum 0").play("1 2 3 4 5 5 *")
    assert refused(at, "stop").startswith("On this card you set aside at least one die")
    assert refused(at, "roll").startswith("On this card you set aside at least one die")
    assert refused(at, "aside 1 1").startswith("You cannot choose 1 1;")


def test_frozen_swirls() -> None:
    at = on_card("free sum frozen").play("1 2 3 4 5 5 *")
    assert refused(at, "reroll *") == "The frozen swirl stays where it is and can no longer be touched. (§7)"
    at.play("reroll 1", "*")
    assert refused(at, "reroll *") == (
        "The frozen swirls stay where they are: 2 of your dice can no longer be touched. (§7)"
    )


def test_what_does_not_end_a_turn_scores_nothing() -> None:
    at = table("high_score", 2)
    for move in ("start 1", "card 8", "1 2 3 4 5 5 *", "reroll 1"):
        assert explained(at, move) == []
        at.play(move)


def test_a_result_and_where_the_piece_goes() -> None:
    at = on_card("full pairs_minus_rest 6", players=3).play("1 2 4 4 4 * *")
    assert explained(at, "stop") == [
        "Player 1: 4 4 *(6) *(6) counts 20, 1 2 4 takes away 7, so the result is 13. (§8)",
        "Player 1’s piece goes to field 13. (§3)",
    ]
    at.play("stop", "1 2 4 4 4 * *")
    assert explained(at, "stop")[1] == "Field 13 is taken; Player 2’s piece drops to field 12. (§3)"


def test_a_last_roll_ends_the_turn_too() -> None:
    at = on_card("free sum 0", players=3).play("1 1 1 1 1 1 1", "reroll 1", "1", "reroll 1")
    assert explained(at, "5") == [
        "Player 1: what counts is 1 1 1 1 1 1 5, so the result is 11. (§8)",
        "Player 1’s piece goes to field 11. (§3)",
    ]


def test_pieces_that_are_not_placed() -> None:
    at = on_card("full triples_minus_rest 0", players=3).play("1 1 2 2 * * *")
    assert explained(at, "stop") == [
        "Player 1: *(0) *(0) *(0) counts 0, 1 1 2 2 takes away 6, so the result is −6. (§8)",
        "Player 1’s result of −6 is not above zero, so the piece stays in the middle. (§3)",
    ]
    at = on_card("full odd 0", players=3).play("2 2 2 2 2 2 2")
    assert explained(at, "stop") == [
        "Player 1: what counts is nothing, so the result is 0. (§8)",
        "Player 1’s result of 0 is not above zero, so the piece stays in the middle. (§3)",
    ]
    at = on_card("full odd 0", players=3).play("1 2 2 2 2 2 2", "stop", "1 2 2 2 2 2 2")
    assert explained(at, "stop")[1] == (
        "Field 1 and all the fields below it are taken, so Player 2’s piece stays in the middle. (R7)"
    )


def test_everything_counts_and_nothing_is_taken_away() -> None:
    at = on_card("full pairs_minus_rest 0", players=3).play("1 1 2 2 5 5 *")
    assert "takes away 0, so the result is 16" in explained(at, "stop")[0]
    at = on_card("full odd_minus_rest 0", players=3).play("1 1 1 3 3 5 5")
    assert (
        explained(at, "stop")[0] == "Player 1: 1 1 1 3 3 5 5 counts 19, nothing takes away 0, so the result is 19. (§8)"
    )


def test_results_beyond_the_board() -> None:
    at = on_card("full sum 10", players=5).play("5 5 5 5 5 5 5")
    assert explained(at, "stop")[1] == "Player 1 marks 35: 30 with the marker and the piece on field 5. (§3)"
    at.play("stop", "* * * * * * *")
    assert explained(at, "stop")[1] == "Player 2 marks 70: 60 with the marker and the piece on field 10. (§3)"
    at.play("stop", "* * * * * 5 5")
    assert explained(at, "stop")[1] == "Player 3 marks 60: 30 with the marker and the piece on field 30. (§3)"
    at.play("stop", "5 5 5 5 5 4 1")
    assert explained(at, "stop")[1] == "Player 4’s piece goes to field 30. (§3)"


def test_the_last_turn_of_a_round_brings_the_chips() -> None:
    at = on_card("full sum 0", players=4)
    at.play("1 1 1 1 1 1 1", "stop", "5 5 5 5 5 5 5", "stop", "2 2 2 2 2 2 2", "stop", "3 3 3 3 3 3 3")
    assert explained(at, "stop")[2:] == [
        "Player 2 wins the gold chip, worth 3 points. (§4)",
        "Player 4 wins the silver chip, worth 2 points. (§4)",
        "Player 3 wins the bronze chip, worth 1 point. (§4)",
    ]


def test_or_none() -> None:
    at = on_card("full sum 0", start=2).play("* * * * * * *", "stop", "* * * * * * *")
    assert explained(at, "stop")[2:] == [
        "Nobody has a piece on the track, so there are no chips; Player 2 starts again. (R8)"
    ]


def ended(gold: list[int], silver: list[int], bronze: list[int]) -> list[str]:
    at = last_round(on_card("full sum 0", players=len(gold)))
    blank = [0] * (5 - len(gold))
    arrange(at, gold=gold + blank, silver=silver + blank, bronze=bronze + blank)
    for _ in gold:
        at.play("* * * * * * *", "stop")
    return [in_every_language(at, reason) for reason in at.game.ended(at.rows)]


def test_who_has_won_and_by_what() -> None:
    over = "All seven rounds have been played. (§5)"
    assert ended([0, 2], [0, 0], [3, 0]) == [over, "Player 2 wins with 6 points. (§5)"]
    assert ended([1, 2, 0], [3, 1, 3], [0, 1, 3]) == [
        over,
        "Player 1 comes before Player 3: 9 points each, but more gold (1 to 0). (§5)",
        "Player 2 wins: level on 9 points, but with more gold chips (2). (§5)",
    ]
    assert ended([1, 1, 0], [1, 2, 0], [2, 0, 7]) == [
        over,
        "Player 1 comes before Player 3: 7 points each, but more gold (1 to 0). (§5)",
        "Player 2 wins: level on 7 points and on gold chips (1), but with more silver chips (2). (§5)",
    ]
    assert ended([1, 0, 1], [1, 0, 1], [2, 0, 2]) == [
        over,
        "The victory is shared by Player 1, Player 3: level on 7 points, on gold and on silver. (§5)",
    ]


def test_who_is_level_behind_the_winner_learns_why_one_comes_first() -> None:
    assert ended([2, 1, 1], [4, 3, 2], [1, 0, 2])[1] == (
        "Player 2 comes before Player 3: 9 points each and as much gold, but more silver (3 to 2). (§5)"
    )
    assert len(ended([2, 1, 1], [4, 2, 2], [1, 2, 2])) == 2  # they share the place
