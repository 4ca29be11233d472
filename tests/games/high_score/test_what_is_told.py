"""The log: what happened, in one line."""

from __future__ import annotations

import pytest

from games.high_score.cards import form, last_round, on_card
from kit import table
from spieltisch import CHANCE, Table
from spieltisch.games.high_score.content import SCORINGS, WAYS
from spieltisch.speech import LANGUAGES, Say

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")


def told(at: Table, move: str, language: str = "en") -> str | None:
    """What is told about a move, which is then played."""
    seat = at.waiting[0]
    action = at.parse(seat, move)
    before = at.rows.tobytes()
    reason = at.game.told(at.rows, seat, action)
    assert at.rows.tobytes() == before
    at.play(move)
    return None if reason is None else Say(language, at.game, NAMES).reason(reason)


def test_the_lot_and_the_cards() -> None:
    at = table("high_score", 2)
    assert told(at, "start 2") == "Ben starts."
    at.rows["deck"][0][0] = form("full pairs 10")
    assert told(at, "card 1") == "Round 1: four full rolls, pairs count, the swirl is worth 10."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_can_be_told(language: str) -> None:
    lines = set()
    for way in WAYS:
        for scoring in SCORINGS:
            for swirl in ("-5", "frozen", "choice"):
                at = table("high_score", 2, start=1)
                at.rows["deck"][0][0] = form(f"{way} {scoring} {swirl}")
                line = told(at, "card 1", language)
                assert line
                assert line.startswith({"de": "Runde 1: ", "en": "Round 1: ", "it": "Manche 1: "}[language])
                assert ("-5" in line) == (swirl == "-5")
                lines.add(line)
    assert len(lines) == len(WAYS) * len(SCORINGS) * 3


def test_a_roll_is_told_with_its_swirls_in_words() -> None:
    at = on_card("full sum 0")
    assert told(at, "1 2 2 4 5 * *") == "Anna rolls 1 2 2 4 5 and two swirls."
    assert told(at, "roll") is None
    assert told(at, "1 2 3 4 5 5 *") == "Anna rolls again: 1 2 3 4 5 5 and one swirl."
    assert told(on_card("full sum 0"), "1 2 2 4 5 * *", "de") == "Anna würfelt 1 2 2 4 5 und zwei Wirbel."
    assert told(on_card("full sum 0"), "* * * * * * *", "it") == "Anna lancia sette spirali."


def test_what_is_kept_is_told_with_what_is_rolled() -> None:
    at = on_card("free sum 0")
    at.play("1 2 3 4 5 5 *")
    assert told(at, "reroll 1 2 3 4") is None
    assert told(at, "5 5 5 5") == "Anna keeps 5 5 and one swirl and rolls 5 5 5 5."
    assert told(at, "reroll 5 5 5 5 5 5 *") is None
    assert told(at, "1 1 1 1 1 1 1") == "Anna rolls again: 1 1 1 1 1 1 1. That makes 7: field 7."


def test_dice_that_are_set_aside() -> None:
    at = on_card("aside sum frozen").play("1 2 3 4 5 5 *")
    assert told(at, "roll") is None
    assert told(at, "1 2 3 3 3 3") == "Anna rolls again: 1 2 3 3 3 3."
    assert told(at, "aside 1 3") == "Anna sets 1 3 aside."
    at.play("1 2 3 3")
    assert told(at, "aside 1 2 3 3") == "Anna sets 1 2 3 3 aside. That makes 13: field 13."


def test_who_stops_takes_a_field() -> None:
    at = on_card("full sum 0", players=3).play("5 5 5 5 5 5 4")
    assert told(at, "stop") == "Anna stops at 34 and takes field 34."
    at.play("5 5 5 5 5 5 4")
    assert told(at, "stop") == "Ben stops at 34; that field is taken (Anna), so the piece drops to field 33."
    at.play("5 5 5 5 5 5 4")
    assert told(at, "stop") == (
        "Cleo stops at 34; that field is taken (Anna, Ben), so the piece drops to field 32. "
        "Chips: gold for Anna, silver for Ben, bronze for Cleo."
    )


def test_pieces_that_stay_in_the_middle() -> None:
    at = on_card("full odd 0", players=4).play("2 2 2 2 2 2 2")
    assert told(at, "stop") == "Anna stops at 0; the piece stays in the middle."
    at.play("1 2 2 2 2 2 2", "stop", "1 2 2 2 2 2 2")
    assert told(at, "stop") == (
        "Cleo stops at 1, but that field and all those below it are taken (Ben); the piece stays in the middle."
    )
    for _ in range(3):
        at.play("2 2 2 2 2 2 2", "roll")
    assert told(at, "1 2 2 2 2 2 2") == (
        "Dora rolls again: 1 2 2 2 2 2 2. That makes 1, but that field and all those below it are taken (Ben); "
        "the piece stays in the middle. Chips: gold for Ben."
    )


def test_a_last_roll_can_be_pushed_down_or_bring_nothing() -> None:
    at = on_card("full sum -5", players=3).play("1 1 1 1 1 1 1", "stop")
    for _ in range(3):
        at.play("2 2 2 2 2 2 2", "roll")
    assert told(at, "1 1 1 1 1 1 1") == (
        "Ben rolls again: 1 1 1 1 1 1 1. That makes 7; that field is taken (Anna), so the piece drops to field 6."
    )
    for _ in range(3):
        at.play("2 2 2 2 2 2 2", "roll")
    assert told(at, "* * * * * * *") == (
        "Cleo rolls again: seven swirls. That makes −35; the piece stays in the middle. "
        "Chips: gold for Anna, silver for Ben."
    )


def test_a_round_without_chips() -> None:
    at = last_round(on_card("full sum 0")).play("* * * * * * *", "stop", "* * * * * * *")
    assert told(at, "stop") == (
        "Ben stops at 0; the piece stays in the middle. No piece is on the track, so there are no chips."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_can_be_told_in_every_language(language: str) -> None:
    at = table("high_score", 3)
    lines = []
    for k in range(2000):
        if not at.waiting:
            break
        seat = at.waiting[0]
        legal = at.game.legal(at.rows, seat)
        move = at.game.write(at.rows, seat, int(legal[k * 7919 % len(legal)]))
        lines.append((seat, told(at, move, language)))
    assert not at.waiting
    assert all(line for seat, line in lines if seat == CHANCE)
    assert any("Chips: " in (line or "") or "Gettoni: " in (line or "") for _, line in lines)
